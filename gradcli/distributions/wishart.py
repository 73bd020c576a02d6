"""The distribution of scatter matrices of normal vectors."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.distributions import constraints
from gradcli.distributions.constraints import Constraint
from gradcli.distributions.distribution import invalid
from gradcli.distributions.families import limits_of
from gradcli.distributions.gammas import Chi2
from gradcli.distributions.vectors import Scaled, half_log_det, scale_of, the_given
from gradcli.nn.calls import linalg, torch

_TRIES = 10
"""How often PyTorch draws again what it takes for singular."""


class Wishart(Scaled):
    """Positive definite matrices: sums of ``df`` outer products of normal vectors."""

    df: Any

    def __init__(
        self,
        df: Any,
        covariance_matrix: Any = None,
        precision_matrix: Any = None,
        scale_tril: Any = None,
        validate_args: bool | None = None,
    ) -> None:
        name, matrix = the_given(
            AssertionError,
            covariance_matrix=covariance_matrix,
            precision_matrix=precision_matrix,
            scale_tril=scale_tril,
        )
        if matrix.dim() < 2:
            raise invalid(
                "scale_tril must be at least two-dimensional, with optional leading batch "
                "dimensions"
            )
        count = df if isinstance(df, Tensor) else torch.tensor(df, dtype=matrix.dtype)
        batch = np.broadcast_shapes(matrix.shape[:-2], count.shape)
        self.df, size = count.expand(batch) if isinstance(df, Tensor) else count, matrix.shape[-1]
        if bool((self.df <= size - 1).any()):
            raise invalid(f"Value of df={df} expected to be greater than ndim - 1 = {size - 1}.")
        self.__dict__[name] = matrix.expand((*batch, -1, -1))
        if bool((self.df < size).any()):
            warn(
                "Low df values detected. Singular samples are highly likely to occur for "
                "ndim - 1 < df < ndim."
            )
        super().__init__(batch, matrix.shape[-2:], validate_args)
        self._scale = scale_of(name, matrix)

    def _limits(self) -> Mapping[str, Constraint]:
        return {
            "covariance_matrix": constraints.positive_definite,
            "precision_matrix": constraints.positive_definite,
            "scale_tril": constraints.lower_cholesky,
            "df": constraints.greater_than(self._event_shape[-1] - 1),
        }

    def _support(self) -> Constraint:
        return constraints.positive_definite

    def _count(self) -> Any:
        return self.df.view((*self._batch_shape, 1, 1))

    mean = property(lambda self: self._count() * self.covariance_matrix)

    @property
    def mode(self) -> Any:
        """Return the most probable value, NaN where there is none."""
        factor = self.df - self._event_shape[-1] - 1
        factor = factor.masked_fill(factor <= 0, math.nan)
        return factor.view((*self._batch_shape, 1, 1)) * self.covariance_matrix

    @property
    def variance(self) -> Any:
        """Return the variances of the elements."""
        held = self.covariance_matrix
        sizes = held.diagonal(dim1=-2, dim2=-1)
        return self._count() * (held.pow(2) + torch.einsum("...i,...j->...ij", sizes, sizes))

    def _drawn(self, sample_shape: Any) -> Any:
        """Draw by Bartlett's decomposition: a factor with normal numbers below its diagonal."""
        size = self._event_shape[-1]
        places = torch.arange(size, dtype=self._scale.dtype).expand((*self._batch_shape, -1))
        roots = Chi2(self.df.unsqueeze(-1) - places).rsample(sample_shape).sqrt()
        noise = roots.clamp(min=float(limits_of(roots).eps)).diag_embed(dim1=-2, dim2=-1)
        rows, columns = torch.tril_indices(size, size, offset=-1)
        below = (*sample_shape, *self._batch_shape, size * (size - 1) // 2)
        noise[..., rows, columns] = torch.randn(below, dtype=noise.dtype)
        factor = torch.matmul(self._scale, noise)
        return torch.matmul(factor, factor.transpose(-2, -1))

    def _is_regular(self, matrices: Any) -> Any:
        found = constraints.positive_definite.check(matrices)
        return (
            found.amax([-1 - i for i in range(len(self._batch_shape))])
            if self._batch_shape
            else found
        )

    def rsample(self, sample_shape: Any = (), max_try_correction: int | None = None) -> Any:
        """Draw values as functions of the parameters, through which gradients come.

        PyTorch draws again, with a warning, what is *not* singular; so does this.
        """
        drawn = self._drawn(tuple(sample_shape))
        again = self._is_regular(drawn)
        if not bool(again.any()):
            return drawn
        warn("Singular sample detected.")
        for _ in range(_TRIES if max_try_correction is None else max_try_correction):
            new = self._drawn(again[again].shape)
            drawn[again] = new
            again[again.clone()] = ~self._is_regular(new)
            if not bool(again.any()):
                break
        return drawn

    def log_prob(self, value: Any) -> Any:
        """Return the logarithm of the density."""
        value, count, size = self._checked(value), self.df, self._event_shape[-1]
        trace = torch.cholesky_solve(value, self._scale).diagonal(dim1=-2, dim2=-1).sum(dim=-1)
        constant = -count * (size * math.log(2) / 2 + half_log_det(self._scale))
        constant = constant - torch.mvlgamma(count / 2, p=size)
        size_of = (count - size - 1) / 2 * linalg.slogdet(value).logabsdet
        return constant + size_of - trace / 2

    def entropy(self) -> Any:
        """Return the entropy."""
        count, size = self.df, self._event_shape[-1]
        places = torch.arange(size, dtype=count.dtype).div(2)
        slope = torch.digamma((count / 2).unsqueeze(-1) - places).sum(-1)
        found = (size + 1) * (size * math.log(2) / 2 + half_log_det(self._scale))
        found = found + torch.mvlgamma(count / 2, p=size)
        return found - (count - size - 1) / 2 * slope + count * size / 2
