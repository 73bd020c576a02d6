"""Elements in another order, repeated, or left out: flipped, rolled, tiled, triangles."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from gradcli.numerics import arrays
from gradcli.numerics.dtypes import dtype_of
from gradcli.operators import by_name as ops
from gradcli.operators.declare import Array, Dims, Ints, Sizes, Tensor, Value, example, formula, op
from gradcli.operators.families import linear
from gradcli.operators.refusals import check_elements, refuse

triangle = partial(op, linear=True, inplace=True)


@linear(vjp=lambda g, dims: flip(g, dims=dims))
@example("x.flip(0, -1) ** 2", "x=linspace(-1, 2, 6).reshape(2, 3)")
def flip(xp: Any, x: Array, /, dims: Sizes) -> Array:
    """The elements in reverse order along dimensions."""
    named = arrays.axes(dims, x.ndim) if dims else ()
    found = xp.array(xp.flip(x, axis=named), copy=True, order="K" if x.ndim else "C")
    return arrays.in_order(found, [x])


@op(composite=True, example=("fliplr(x) ** 2", "x=linspace(-1, 1, 6).reshape(2, 3)"))
def fliplr(input: Tensor, /) -> Tensor:
    """The elements in reverse order along the second dimension."""
    if len(input.shape) < 2:
        raise refuse("Input must be >= 2-d.")
    return flip(input, dims=(1,))


@op(composite=True, example=("x.flipud()", "x=linspace(-1, 1, 4)"))
def flipud(input: Tensor, /) -> Tensor:
    """The elements in reverse order along the first dimension."""
    if not input.shape:
        raise refuse("Input must be >= 1-d.")
    return flip(input, dims=(0,))


def _negated(shifts: Dims) -> Ints:
    return tuple(-shift for shift in _tuple(shifts))


def _tuple(value: Dims | None) -> Ints:
    return (value,) if isinstance(value, int) else tuple(value or ())


@linear(vjp=lambda g, shifts, dims: roll(g, shifts=_negated(shifts), dims=dims), numpy="roll")
@example("roll(x, 1)", "x=linspace(-1, 1, 4)")
@formula(input="roll(g, [-shift for shift in shifts], dims)")
def roll(xp: Any, x: Array, /, shifts: Dims, dims: Dims | None = ()) -> Array:
    """The elements moved on along dimensions; what leaves at the end comes in at the start."""
    steps, named = _tuple(shifts), _tuple(dims)
    if not steps:
        raise refuse("`shifts` required")
    if not named and len(steps) == 1:
        return xp.reshape(xp.roll(xp.reshape(x, (-1,)), steps[0]), x.shape)
    if len(steps) != len(named):
        raise refuse(f"shifts and dimensions must align. shifts: {len(steps)}, dims:{len(named)}")
    if not x.size:
        return xp.array(x, copy=True)
    axes = tuple(arrays.own_axis(dim, x.ndim) for dim in named)
    return xp.roll(x, steps, axis=axes)


@linear(vjp=lambda g, k, dims: rot90(g, k=-k, dims=dims))
@example("rot90(x)", "x=linspace(-1, 1, 6).reshape(2, 3)")
def rot90(xp: Any, x: Array, /, k: int = 1, dims: Sizes = (0, 1)) -> Array:
    """The elements turned by k right angles in the plane of two dimensions."""
    if len(dims) != 2:
        raise refuse(f"expected total rotation dims == 2, but got dims = {len(dims)}")
    if x.ndim < 2:
        raise refuse(f"expected total dims >= 2, but got total dims = {x.ndim}")
    first, second = (arrays.axis(dim, x.ndim) for dim in dims)
    if dims[0] == dims[1] or abs(dims[0] - dims[1]) == x.ndim:
        raise refuse(
            f"expected rotation dims to be different, but got dim0 = {dims[0]} and dim1 = {dims[1]}"
        )
    order = "K" if k % 4 else "C"
    return xp.array(xp.rot90(x, k, (first, second)), copy=True, order=order)


# Repeated


def _summed(g: Value, x_shape: tuple[int, ...], repeats: Ints) -> Value:
    """Return the sum over the copies of a repeated tensor."""
    if not repeats:
        return g
    sizes = (1,) * (len(repeats) - len(x_shape)) + tuple(x_shape)
    pairs = tuple(part for pair in zip(repeats, sizes, strict=True) for part in pair)
    if 0 in repeats:
        return ops.new_zeros(g, size=x_shape)
    copies = tuple(range(0, len(pairs), 2))
    total = ops.sum(ops.reshape(g, shape=pairs), dim=copies)
    return ops.reshape(total, shape=x_shape)


@linear(vjp=_summed, where=["Tensor"], example=("x.repeat(3)", "x=linspace(-1, 1, 4)"))
@formula(input="the sum of g over the copies")
def repeat(xp: Any, x: Array, /, repeats: Sizes) -> Array:
    """The tensor repeated along its dimensions, and along new ones before them."""
    if len(repeats) < x.ndim:
        raise refuse(
            "Number of dimensions of repeat dims can not be smaller than number of dimensions of "
            "tensor"
        )
    sizes = (1,) * (len(repeats) - x.ndim) + x.shape
    shape = [count * size for count, size in zip(repeats, sizes, strict=True)]
    for count, length in zip(repeats, shape, strict=True):
        if count < 0:
            raise refuse(f"Trying to create tensor with negative dimension {length}: {shape}")
    return xp.tile(x, repeats)


@op(composite=True, example=("x.tile(2, 2)", "x=linspace(-1, 1, 4)"))
def tile(input: Tensor, /, dims: Sizes) -> Tensor:
    """The tensor repeated along its last dimensions."""
    missing = len(input.shape) - len(dims)
    return repeat(input, repeats=(1,) * missing + tuple(dims))


def _check_repeats(repeats: Array, size: int, axis: int) -> None:
    if repeats.dtype.kind not in "i" or repeats.dtype.itemsize < 4:
        name = dtype_of(repeats.dtype).scalar_name
        raise refuse(
            f"\"repeat_interleave_cpu\" not implemented for '{name}'", kind=NotImplementedError
        )
    if repeats.ndim > 1:
        raise refuse("repeats must be 0-dim or 1-dim tensor")
    if (repeats < 0).any():
        raise refuse("repeats can not be negative")
    if repeats.ndim and repeats.size not in (1, size):
        raise refuse(
            "repeats must have the same size as input along dim, but got repeats.size(0) = "
            f"{repeats.size} and input.size({axis}) = {size}"
        )
    check_elements((int(repeats.sum(dtype=float)), 1 if repeats.size == size else size))


@op(composite=True, example=("x.repeat_interleave(2)", "x=linspace(-1, 1, 4)"))
def repeat_interleave(
    input: Tensor,
    /,
    repeats: Tensor | int | None = None,
    dim: int | None = None,
    *,
    output_size: int | None = None,
) -> Tensor:
    """Each element, or each slice along a dimension, repeated where it is."""
    if repeats is None:
        counts = arrays.of(input)
        _check_repeats(counts, counts.size, 0)
        return arrays.like(input, np.repeat(np.arange(counts.size), counts))
    if dim is None:
        input, dim = ops.flatten(input), 0
    axis = arrays.own_axis(dim, len(input.shape))
    if isinstance(repeats, int):
        return _repeated_evenly(input, repeats, axis, output_size)
    counts = arrays.of(repeats)
    size = input.shape[axis]
    _check_repeats(counts, size, axis)
    rows = np.repeat(np.arange(size), np.broadcast_to(counts, (size,)))
    return ops.index_select(input, arrays.like(input, rows), dim=axis)


def _repeated_evenly(x: Tensor, count: int, axis: int, output_size: int | None) -> Tensor:
    if count < 0:
        raise refuse("Repeats must be non-negative")
    shape = tuple(x.shape)
    total = count * shape[axis]
    if output_size not in (None, total):
        raise refuse(
            f"repeat_interleave: Invalid output_size, expected {total} but got {output_size}"
        )
    sizes = (*shape[: axis + 1], count, *shape[axis + 1 :])
    compact = ops._compact(ops.expand(ops.unsqueeze(x, dim=axis + 1), size=sizes))
    return ops.view(compact, shape=(*shape[:axis], total, *shape[axis + 1 :]))


# Triangles


def _triangle(take: Callable[..., Array], x: Array, diagonal: int) -> Array:
    if x.ndim < 2:
        raise refuse(f"{take.__name__}: input tensor must have at least 2 dimensions")
    return take(x, k=diagonal)


@triangle(vjp=lambda g, diagonal: tril(g, diagonal=diagonal), numpy="tril")
@example("tril(x)", "x=linspace(-1, 1, 6).reshape(2, 3)")
def tril(xp: Any, x: Array, /, diagonal: int = 0) -> Array:
    """The matrix with zeros above a diagonal."""
    return _triangle(xp.tril, x, diagonal)


@triangle(vjp=lambda g, diagonal: triu(g, diagonal=diagonal), numpy="triu")
@example("triu(x)", "x=linspace(-1, 1, 6).reshape(2, 3)")
def triu(xp: Any, x: Array, /, diagonal: int = 0) -> Array:
    """The matrix with zeros below a diagonal."""
    return _triangle(xp.triu, x, diagonal)
