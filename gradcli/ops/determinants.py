"""Determinants of stacks of square matrices."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gradcli.numerics import arrays, lapack
from gradcli.operators.by_name import _conj, add, linalg_inv_ex, log, new_zeros, unsqueeze, where
from gradcli.operators.declare import Array, Tensor, Value, formula, op
from gradcli.operators.matrix_checks import check_precise, check_square
from gradcli.operators.return_types import ReturnType
from gradcli.ops.linalg import SQUARE, is_complex, mH


def _on_matrices(x: Value) -> Value:
    """Return numbers under a shape that multiplies matrices, one each."""
    return unsqueeze(unsqueeze(x, dim=-1), dim=-1)


def _slope(g: Value, input: Value, y: Value) -> Value:  # PyTorch's needs the result
    if 0 in input.shape:
        return new_zeros(g, size=input.shape)
    return _on_matrices(g) * _cofactors(input)


@op(
    widens=False,
    vjp=_slope,
    where=["torch", "Tensor", "linalg.det"],
    node="LinalgDetBackward0",
    numpy="linalg.det",
    example=("det(a)", "a=tensor([[0.0, 1.0], [1.0, 0.0]])"),
)
@formula(input="g * y * inverse(input).mT  # computed of cofactors, also where y is 0")
def det(xp: Any, input: Array, /) -> Array:
    """The determinant; its gradient is the matrix of cofactors, of singular matrices too."""
    check_square(input, "linalg.det")
    check_precise(input, "linalg.det", "lu_cpu")
    return xp.asarray(xp.linalg.det(input))


@op(vjp=lambda g, x: _cofactor_slope(x, g), where=[])
def _cofactors(xp: Any, x: Array, /) -> Array:
    """The matrix of cofactors: the derivative of the determinant."""
    return lapack.cofactors(x)


@op(
    vjp=(
        lambda g, x, direction: _put_minors(
            _cofactor_slope(_minors(x), _minors(g)) * _on_matrices(_alternating(direction))
        ),
        lambda g, x: _cofactor_slope(x, g),
    ),
    where=[],
)
def _cofactor_slope(xp: Any, x: Array, direction: Array, /) -> Array:
    """The derivative of the matrix of cofactors in a direction."""
    return lapack.cofactor_slope(x, direction)


def _signs(n: int) -> Any:
    index = np.arange(n)
    return 1.0 - 2.0 * ((index[:, None] + index) % 2)


@op(vjp=lambda g: _alternating(g), linear=True, where=[])
def _alternating(xp: Any, x: Array, /) -> Array:
    """Matrices with the signs of cofactors."""
    return x * _signs(x.shape[-1]).astype(x.dtype)


def _minor_index(n: int) -> tuple[Any, Any]:
    """Return the index that picks from a matrix, for each row and column, all of the others."""
    others = np.array([[k for k in range(n) if k != i] for i in range(n)], int).reshape(n, -1)
    return others[:, None, :, None], others[None, :, None, :]


@op(vjp=lambda g: _put_minors(g), linear=True, where=[])
def _minors(xp: Any, x: Array, /) -> Array:
    """For each element of a matrix, the matrix without its row and column."""
    return x[(..., *_minor_index(x.shape[-1]))]


@op(vjp=lambda g: _minors(g), linear=True, where=[])
def _put_minors(xp: Any, x: Array, /) -> Array:
    """The sum of matrices without a row and column, each put in its place."""
    n = x.shape[-3]
    return arrays.add_at(xp, (*x.shape[:-4], n, n), (..., *_minor_index(n)), x)


def _slogdet_slope(g: Any, sign: Value) -> Value:
    """Return the gradient by the logarithm of a determinant; its argument is the sign's."""
    if not is_complex(sign):
        return g[1]
    turn = _conj(g[0]) * sign
    return g[1] + (_conj(turn) - turn) * 0.5


@op(
    widens=False,
    vjp=lambda g, A, y: _on_matrices(_slogdet_slope(g, y)) * mH(linalg_inv_ex(A)[0]),
    conjugates=True,
    where=["linalg.slogdet"],
    fields=["sign", "logabsdet"],
    numpy="linalg.slogdet",
    example=("torch.linalg.slogdet(a)[1]", "a=tensor([[2.0, 1.0], [1.0, 3.0]])"),
)
@formula(A="g[1] * inverse(A).mH")
def linalg_slogdet(xp: Any, A: Array, /) -> tuple[Array, Array]:
    """The sign of the determinant and the logarithm of its absolute value."""
    check_square(A, "linalg.slogdet")
    check_precise(A, "linalg.slogdet")
    sign, logarithm = xp.linalg.slogdet(A)
    if sign.dtype.kind == "c":
        sign = sign + 0  # whose zeros have no sign, on which side of a branch the logarithm is
    return xp.asarray(sign), xp.asarray(logarithm)


@op(composite=True, example=("slogdet(a)[1]", "a=tensor([[1e-20]])"))
def slogdet(input: Tensor, /) -> Any:
    """The sign of the determinant and the logarithm of its absolute value."""
    return ReturnType("slogdet", ("sign", "logabsdet"), linalg_slogdet(input))


@op(composite=True, example=("logdet(a)", SQUARE))
def logdet(input: Tensor, /) -> Tensor:
    """The logarithm of the determinant; of a negative real one not a number."""
    check_square(input, "logdet")
    sign, logarithm = linalg_slogdet(input)
    if sign.dtype.is_complex:
        return add(log(sign), logarithm)
    return where(sign == -1, math.nan, logarithm)
