"""Diagonals: as views, copied, embedded and replaced."""

from __future__ import annotations

from typing import Any

from gradcli.numerics import arrays
from gradcli.operators.by_name import contiguous, reshape
from gradcli.operators.declare import Array, Ints, Tensor, Value, example, formula, op
from gradcli.operators.refusals import refuse, shape_error


def diagonal_axes(dim1: int, dim2: int, ndim: int) -> tuple[int, int]:
    """Return two different dimensions counted from 0."""
    first, second = arrays.axis(dim1, ndim), arrays.axis(dim2, ndim)
    if first == second:
        raise refuse(f"diagonal dimensions cannot be identical {dim1}, {dim2}")
    return first, second


def _off_diagonal(g: Value, x_shape: tuple[int, ...], offset: int, dim1: int, dim2: int) -> Value:
    return _put_diagonal(g, shape=x_shape, offset=offset, dim1=dim1, dim2=dim2)


@op(vjp=_off_diagonal, linear=True, view=True, numpy="diagonal")
@example("torch.diagonal(x) ** 2", "x=linspace(-1, 2, 6).reshape(2, 3)")
@formula(input="diagonal_scatter(zeros_like(input), g, offset, dim1, dim2)")
def diagonal(xp: Any, x: Array, /, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Array:
    """The elements of a diagonal of two dimensions, as the last dimension; a view."""
    first, second = diagonal_axes(dim1, dim2, x.ndim)
    return arrays.diagonal_view(x, offset, first, second)


@op(
    vjp=lambda g, offset, dim1, dim2: diagonal(g, offset=offset, dim1=dim1, dim2=dim2),
    linear=True,
    where=[],
    node="DiagonalBackward0",
)
def _put_diagonal(
    xp: Any, x: Array, /, shape: Ints = (), offset: int = 0, dim1: int = 0, dim2: int = 1
) -> Array:
    """Zeros of a shape with values on a diagonal."""
    result = xp.zeros(shape, dtype=x.dtype)
    first, second = diagonal_axes(dim1, dim2, len(shape))
    arrays.diagonal_view(result, offset, first, second)[...] = x
    return result


@op(composite=True, where=["linalg.diagonal"])
@example("torch.linalg.diagonal(A=x) ** 2", "x=linspace(-1, 1, 6).reshape(2, 3)")
def linalg_diagonal(A: Tensor, /, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
    """The diagonals of the matrices in the last two dimensions; a view."""
    return diagonal(A, offset=offset, dim1=dim1, dim2=dim2)


@op(vjp=lambda g, offset, dim1, dim2: diagonal(g, offset=offset, dim1=dim1, dim2=dim2), linear=True)
@example("diag_embed(x)", "x=tensor([1.0, 2.0])")
def diag_embed(xp: Any, x: Array, /, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Array:
    """Matrices with the last dimension on a diagonal, and zeros elsewhere."""
    first, second = diagonal_axes(dim1, dim2, x.ndim + 1)
    size = x.shape[-1] + abs(offset)
    shape = list(x.shape[:-1])
    for axis in sorted((first, second)):
        shape.insert(axis, size)
    result = xp.zeros(tuple(shape), dtype=x.dtype)
    arrays.diagonal_view(result, offset, first, second)[...] = x
    return result


@op(vjp=_off_diagonal, linear=True, where=["torch"], node="DiagonalBackward0_copy")
@example("torch.diagonal_copy(x)", "x=linspace(-1, 1, 6).reshape(2, 3)")
@formula(input="diagonal_scatter(zeros_like(input), g, offset, dim1, dim2)")
def diagonal_copy(xp: Any, x: Array, /, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Array:
    """The elements of a diagonal of two dimensions, as the last dimension."""
    return xp.array(diagonal.body(xp, x, offset=offset, dim1=dim1, dim2=dim2), copy=True)


@op(composite=True, numpy="diag", example=("x.diag(1) ** 2", "x=tensor([1.0, 2.0])"))
def diag(input: Tensor, /, diagonal: int = 0) -> Tensor:
    """A matrix with a vector on a diagonal, or the diagonal of a matrix."""
    ndim = len(input.shape)
    if ndim not in (1, 2):
        message = f"diag(): Supports 1D or 2D tensors. Got {ndim}D"
        raise shape_error(message)
    if ndim == 1:
        return diag_embed(input, offset=diagonal)
    return diagonal_copy(input, offset=diagonal)


@op(composite=True, example=("diagflat(x)", "x=tensor([1.0, 2.0])"))
def diagflat(input: Tensor, /, offset: int = 0) -> Tensor:
    """A matrix with all elements on a diagonal."""
    return diag(reshape(contiguous(input), shape=(-1,)), diagonal=offset)
