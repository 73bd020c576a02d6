"""Functions whose values are matrices: triangular ones, and those that are products of these."""

from __future__ import annotations

import math
from typing import Any

from gradcli.distributions import constraints, names
from gradcli.distributions.distribution import invalid
from gradcli.distributions.transform import Transform
from gradcli.distributions.utils import tril_matrix_to_vec, vec_to_tril_matrix
from gradcli.nn.calls import F, linalg, torch
from gradcli.numerics.dtypes import finfo

__all__ = names("cholesky")


class LowerCholeskyTransform(Transform):
    """The lower triangle of a matrix, with the exponential function of its diagonal."""

    _domain = constraints.independent(constraints.real, 2)
    _codomain = constraints.lower_cholesky

    def _call(self, x: Any) -> Any:
        return x.tril(-1) + x.diagonal(dim1=-2, dim2=-1).exp().diag_embed()

    def _inverse(self, y: Any) -> Any:
        return y.tril(-1) + y.diagonal(dim1=-2, dim2=-1).log().diag_embed()


class PositiveDefiniteTransform(Transform):
    """The product of such a triangle and its transpose."""

    _domain = LowerCholeskyTransform._domain
    _codomain = constraints.positive_definite

    def _call(self, x: Any) -> Any:
        x = LowerCholeskyTransform()(x)
        return x @ x.mT

    def _inverse(self, y: Any) -> Any:
        return LowerCholeskyTransform().inv(linalg.cholesky(y))


class CorrCholeskyTransform(Transform):
    """The factor of a matrix of correlations, by sticks that are broken along each row."""

    bijective = True
    _domain, _codomain = constraints.real_vector, constraints.corr_cholesky

    def _call(self, x: Any) -> Any:
        x = torch.tanh(x)
        least = float(finfo(x.array.dtype).eps)
        r = vec_to_tril_matrix(x.clamp(min=-1 + least, max=1 - least), diag=-1)
        left = (1 - r**2).sqrt().cumprod(-1)
        r = r + torch.eye(r.shape[-1], dtype=r.dtype)
        return r * F.pad(left[..., :-1], [1, 0], value=1)

    def _inverse(self, y: Any) -> Any:
        left = 1 - torch.cumsum(y * y, dim=-1)
        left = F.pad(left[..., :-1], [1, 0], value=1)
        t = tril_matrix_to_vec(y, diag=-1) / tril_matrix_to_vec(left, diag=-1).sqrt()
        return (t.log1p() - t.neg().log1p()) / 2

    def log_abs_det_jacobian(self, x: Any, y: Any) -> Any:
        left = tril_matrix_to_vec(1 - (y * y).cumsum(dim=-1), diag=-2)
        sticks = 0.5 * left.log().sum(-1)
        return sticks + -2 * (x + F.softplus(-2 * x) - math.log(2.0)).sum(dim=-1)

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = Transform.__hash__

    def forward_shape(self, shape: Any) -> Any:
        if len(shape) < 1:
            raise invalid("Too few dimensions on input")
        size = round((0.25 + 2 * shape[-1]) ** 0.5 + 0.5)
        if size * (size - 1) // 2 != shape[-1]:
            raise invalid("Input is not a flattened lower-diagonal number")
        return type(shape)((*shape[:-1], size, size))

    def inverse_shape(self, shape: Any) -> Any:
        if len(shape) < 2:
            raise invalid("Too few dimensions on input")
        if shape[-2] != shape[-1]:
            raise invalid("Input is not square")
        return type(shape)((*shape[:-2], shape[-1] * (shape[-1] - 1) // 2))
