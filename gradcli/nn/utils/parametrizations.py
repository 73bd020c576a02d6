"""PyTorch's ``torch.nn.utils.parametrizations``: weights of a norm, and orthogonal ones."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.core.modes import no_grad
from gradcli.core.tensor import Tensor
from gradcli.core.values import Size
from gradcli.nn.calls import F, check_count, linalg, torch
from gradcli.nn.module import Module
from gradcli.nn.utils.parametrize import register_parametrization
from gradcli.nn.utils.weights import dimension_of, flattened, lengths
from gradcli.operators.refusals import index_error, invalid

__all__ = ["orthogonal", "spectral_norm", "weight_norm"]

_MAPS = ("matrix_exp", "cayley", "householder")


def _tensor_of(module: Any, name: str) -> Tensor:
    """Return a tensor of a module, which may be parametrized already."""
    found = module._held(name)
    found = module._parametrized(name) if found is None else found
    if not isinstance(found, Tensor):
        message = f"Module '{module}' has no parameter or buffer with name '{name}'"
        raise invalid(message, ValueError)
    return found


class _Orthogonal(Module):
    """A matrix whose columns, or rows, are orthonormal, made of one without conditions."""

    def __init__(self, shape: Size, map_name: str, trivialized: bool) -> None:
        super().__init__()
        self.shape, self._map = shape, map_name
        self._trivialized = trivialized
        if trivialized:
            self.register_buffer("base", None)

    def forward(self, X: Any) -> Any:
        """Return the orthogonal matrix."""
        wide = X.size(-2) < X.size(-1)
        made = self._tall(X.mT if wide else X)
        if self._trivialized:
            made = self.base @ made
        return made.mT if wide else made

    def _tall(self, x: Any) -> Any:
        """Return orthonormal columns."""
        n, k = x.size(-2), x.size(-1)
        if self._map == "householder":
            vectors = x.tril(diagonal=-1)
            tau = 2.0 / (1.0 + (vectors * vectors).sum(dim=-2))
            signs = x.diagonal(dim1=-2, dim2=-1).int().unsqueeze(-2)
            return linalg.householder_product(vectors, tau) * signs
        x = x.tril()
        if n != k:
            more = x.new_zeros(n, n - k).expand(*x.shape[:-2], -1, -1)
            x = torch.cat([x, more], dim=-1)
        skew = x - x.mH
        if self._map == "matrix_exp":
            made = torch.matrix_exp(skew)
        else:
            eye = torch.eye(n, dtype=skew.dtype)
            parts = (torch.add(eye, skew, alpha=alpha) for alpha in (-0.5, 0.5))
            made = linalg.solve(*parts)
        return made if n == k else made[..., :k]

    def right_inverse(self, Q: Any) -> Any:
        """Return what the orthogonal matrix nearest to one is made of."""
        if Q.shape != self.shape:
            raise invalid(
                f"Expected a matrix or batch of matrices of shape {self.shape}. Got a tensor of "
                f"shape {Q.shape}.",
                ValueError,
            )
        wide = Q.size(-2) < Q.size(-1)
        tall = Q.mT if wide else Q
        with no_grad():
            if self._trivialized:
                self.base = _completed(tall)
                start = torch.zeros_like(Q)
                start.diagonal(dim1=-2, dim2=-1).fill_(-1.0)
                return start
            if self._map != "householder":
                raise invalid(
                    "It is not possible to assign to the matrix exponential or the Cayley "
                    "parametrizations when use_trivialization=False.",
                    NotImplementedError,
                )
            reflectors, tau = torch.geqrf(tall)
            diagonal = reflectors.diagonal(dim1=-2, dim2=-1)
            diagonal.sign_()
            diagonal[tau == 0.0] *= -1
            return reflectors.mT if wide else reflectors


def _completed(tall: Any) -> Any:
    """Return a square orthogonal matrix that begins with columns, made orthonormal if need be."""
    n, k = tall.size(-2), tall.size(-1)
    if n == k and _is_orthogonal(tall):
        return tall.clone()
    if n != k:
        more = torch.randn(*tall.size()[:-2], n, n - k, dtype=tall.dtype)
        tall = torch.cat([tall, more], dim=-1)
    reflectors, tau = torch.geqrf(tall)
    made = linalg.householder_product(reflectors, tau)
    return made.mul_(reflectors.diagonal(dim1=-2, dim2=-1).sgn().unsqueeze(-2))


def _is_orthogonal(matrix: Any) -> bool:
    n, k = matrix.size(-2), matrix.size(-1)
    bound = 10.0 * n * float(np.finfo(matrix.array.dtype).eps)
    return bool(torch.allclose(matrix.mH @ matrix, torch.eye(k, dtype=matrix.dtype), atol=bound))


def orthogonal(
    module: Any,
    name: str = "weight",
    orthogonal_map: str | None = None,
    *,
    use_trivialization: bool = True,
) -> Any:
    """Let a weight be orthogonal."""
    weight = _tensor_of(module, name)
    if weight.ndim < 2:
        message = "Expected a matrix or batch of matrices. Got a tensor of"
        raise invalid(f"{message} {weight.ndim} dimensions.", ValueError)
    if orthogonal_map is None:
        square = weight.shape[-2] == weight.shape[-1]
        orthogonal_map = "matrix_exp" if square or weight.is_complex() else "householder"
    if orthogonal_map not in _MAPS:
        known = ", ".join(f'"{known}"' for known in _MAPS)
        message = f"orthogonal_map has to be one of {known}. Got: {orthogonal_map}"
        raise invalid(message, ValueError)
    if weight.is_complex() and orthogonal_map == "householder":
        message = "The householder parametrization does not support complex tensors."
        raise invalid(message, ValueError)
    made = _Orthogonal(Size(weight.shape), orthogonal_map, use_trivialization)
    return register_parametrization(module, name, made, unsafe=True)


class _WeightNorm(Module):
    """A weight of lengths and directions."""

    def __init__(self, dim: int | None) -> None:
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g: Any, weight_v: Any) -> Any:
        """Return the lengths times the directions."""
        return weight_v * (weight_g / lengths(weight_v, self.dim))

    def right_inverse(self, weight: Any) -> Any:
        """Return the lengths, and the weight as the directions."""
        return lengths(weight, self.dim), weight


def weight_norm(module: Any, name: str = "weight", dim: int | None = 0) -> Any:
    """Let a module learn the lengths and the directions of a weight."""
    register_parametrization(module, name, _WeightNorm(dim), unsafe=True)

    def renamed(state: Any, prefix: str, *others: Any) -> None:
        """Take a state of the weight as ``torch.nn.utils.weight_norm`` names it."""
        old = [f"{prefix}{name}_{part}" for part in "gv"]
        if all(key in state for key in old):
            for number, key in enumerate(old):
                state[f"{prefix}parametrizations.{name}.original{number}"] = state.pop(key)

    module._register_load_state_dict_pre_hook(renamed)
    return module


class _SpectralNorm(Module):
    """A weight divided by its largest singular value, which is followed by iteration."""

    def __init__(self, weight: Any, n_power_iterations: int, dim: int, eps: float) -> None:
        super().__init__()
        ndim = weight.ndim
        if not -ndim <= dim < ndim:
            raise index_error(
                f"Dimension out of range (expected to be in range of [-{ndim}, {ndim - 1}] but got "
                f"{dim})"
            )
        if n_power_iterations <= 0:
            raise invalid(
                "Expected n_power_iterations to be positive, but got "
                f"n_power_iterations={n_power_iterations}",
                ValueError,
            )
        check_count(n_power_iterations, "iterations")
        self.dim, self.eps = dim % ndim, eps
        if ndim > 1:
            self.n_power_iterations = n_power_iterations
            matrix = flattened(weight.detach(), self.dim)
            for vector, size in zip(("_u", "_v"), matrix.size(), strict=True):
                drawn = matrix.new_empty(size).normal_(0, 1)
                self.register_buffer(vector, F.normalize(drawn, dim=0, eps=eps))
            self._iterate(matrix, 15)

    def _iterate(self, matrix: Any, count: int) -> None:
        with no_grad():
            for _ in range(count):
                self._u.copy_(F.normalize(torch.mv(matrix, self._v), dim=0, eps=self.eps))
                self._v.copy_(F.normalize(torch.mv(matrix.mH, self._u), dim=0, eps=self.eps))

    def forward(self, weight: Any) -> Any:
        """Return the weight with norm 1."""
        if weight.ndim == 1:
            return F.normalize(weight, dim=0, eps=self.eps)
        matrix = flattened(weight, self.dim)
        if self.training:
            self._iterate(matrix, self.n_power_iterations)
        u, v = self._u.clone(), self._v.clone()
        return weight / torch.vdot(u, torch.mv(matrix, v))

    def right_inverse(self, value: Any) -> Any:
        """Return the weight itself: it is assumed to have the norm."""
        return value


def spectral_norm(
    module: Any,
    name: str = "weight",
    n_power_iterations: int = 1,
    eps: float = 1e-12,
    dim: int | None = None,
) -> Any:
    """Let a module have a weight whose largest singular value is 1."""
    weight = _tensor_of(module, name)
    dim = dimension_of(module) if dim is None else dim
    made = _SpectralNorm(weight, n_power_iterations, dim, eps)
    return register_parametrization(module, name, made)


for _kind in (_Orthogonal, _SpectralNorm, _WeightNorm):
    _kind.__module__ = "torch.nn.utils.parametrizations"
