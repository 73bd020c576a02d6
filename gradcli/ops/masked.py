"""Elements where a mask is true, at flat indices, and parts replaced."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from gradcli.core import promote
from gradcli.numerics import arrays, memory
from gradcli.numerics.dtypes import dtype_of, int64, scalar_name
from gradcli.operators import by_name as ops
from gradcli.operators.declare import Array, Number, Tensor, Value, example, formula, op
from gradcli.operators.derivatives import zeros
from gradcli.operators.families import linear, linear_part
from gradcli.operators.refusals import (
    dtype_error,
    index_error,
    refuse,
    shape_error,
    type_error,
    value_error,
)
from gradcli.ops.index import _at, check_selected
from gradcli.ops.scatter import check_value, writes


def zeros_of(g: Value, shape: Any) -> Value:
    """Return zeros of a shape, of the kind and element type of a gradient."""
    return ops.new_zeros(g, size=tuple(shape))


def _check_boolean(mask: Array, name: str, kind: str) -> None:
    if mask.dtype.kind != "b":
        raise dtype_error(f"{name} only supports boolean masks, but got mask with dtype {kind}")


@linear(
    vjp=(
        lambda g, mask: masked_fill(g, mask, 0),
        None,
        lambda g, mask: ops.where(mask, g, zeros(g)),
    ),
    broadcasts=True,
    widens=False,
    node=("MaskedFillBackward0", "MaskedFillBackward1"),
    inplace=True,
    example=("x.masked_fill(m, 2)", "x=ones(4)", "m=tensor([[True], [False]])"),
)
def masked_fill(xp: Any, x: Array, mask: Array, value: Array | Number, /) -> Array:
    """The tensor with one value where a mask is true."""
    _check_boolean(mask, "masked_fill_", dtype_of(mask.dtype).c_name)
    check_value(value, "masked_fill_")
    arrays.check_broadcast(mask.shape, x.shape)
    return xp.where(mask, promote.fit(value, x.dtype), x)


@linear(vjp=(lambda g, x, mask: _put_where(g, mask, shape=x.shape), None), broadcasts=True)
@example("x.masked_select(m)", "x=ones(2)", "m=tensor([[True], [False]])")
@formula(input="zeros_like(input).masked_scatter(mask, g)")
def masked_select(xp: Any, x: Array, mask: Array, /) -> Array:
    """The elements where a mask is true, as a vector."""
    if mask.dtype.kind != "b":
        raise dtype_error("masked_select: expected BoolTensor for mask", 1)
    shape = arrays.broadcast_shapes(mask.shape, x.shape)
    return xp.broadcast_to(x, shape)[xp.broadcast_to(mask, shape)]


@linear_part(
    vjp=(lambda g, mask, shape: masked_select(_spread(g, mask, shape), mask), None),
    node="MaskedScatterBackward0",
)
def _put_where(xp: Any, x: Array, mask: Array, /, shape: Any = ()) -> Array:
    """Zeros with values where a mask is true, before they are summed to a shape."""
    whole = arrays.broadcast_shapes(mask.shape, tuple(shape))
    result = xp.zeros(whole, dtype=x.dtype)
    result[xp.broadcast_to(mask, whole)] = x
    return result


def _spread(g: Value, mask: Array, shape: Any) -> Value:
    return ops.expand(g, size=arrays.broadcast_shapes(tuple(mask.shape), tuple(shape)))


@writes(
    vjp=(
        lambda g, mask: masked_fill(g, mask, 0),
        None,
        lambda g, mask, source_shape: _gathered_source(g, mask, shape=source_shape),
    ),
    broadcasts=True,
    example=(
        "x.masked_scatter(m, s) ** 2",
        "x=linspace(-1, 2, 5)",
        "m=tensor([True, False, True, False, True])",
        "s=ones(2, 3)",
    ),
)
@formula(source="the elements of g where mask is true, in the shape of source")
def masked_scatter(xp: Any, x: Array, mask: Array, source: Array, /) -> Array:
    """The tensor with elements of another, in order, where a mask is true."""
    if x.dtype != source.dtype:
        raise dtype_error(
            "masked_scatter: expected self and source to have same dtypes but got"
            f"{scalar_name(x)} and {scalar_name(source)}"
        )
    _check_boolean(mask, "masked_scatter_", scalar_name(mask))
    shape = arrays.broadcast_shapes(mask.shape, x.shape)
    whole = xp.broadcast_to(mask, shape)
    result = xp.array(xp.broadcast_to(x, shape), copy=True)
    count = int(whole.sum())
    if count > source.size:
        raise shape_error("Number of elements of source < number of ones in mask")
    result[whole] = source.reshape(-1)[:count]
    return result


@linear_part(
    vjp=(lambda g, x_shape, mask: masked_scatter(zeros_of(g, x_shape), mask, g), None),
    node="MaskedSelectBackward0",
)
def _gathered_source(xp: Any, x: Array, mask: Array, /, shape: Any = ()) -> Array:
    """The elements where a mask is true, and zeros behind them, in a shape."""
    found = x[xp.broadcast_to(mask, x.shape)]
    result = xp.zeros(math.prod(shape), dtype=x.dtype)
    result[: found.size] = found
    return result.reshape(shape)


# Flat indices


def _check_flat(x: Array, index: Array, name: str) -> None:
    if index.dtype != np.int64:
        kind = scalar_name(index)
        raise dtype_error(f"{name}(): Expected a long tensor for index, but got {kind}")
    if x.size == 0 and index.size:
        problem = "Tried to put elements into" if name == "put_" else "tried to take from"
        raise index_error(f"{name}(): {problem} an empty tensor")
    wrong = memory.in_memory(index)[memory.in_memory((index < -x.size) | (index >= x.size))]
    if wrong.size:
        raise index_error(
            f"out of range: tried to access index {wrong.flat[0]} on a tensor of {x.size} elements."
        )


@linear(vjp=(lambda g, x, index: put(zeros_of(g, x.shape), index, g, accumulate=True), None))
@example("x.take(tensor([0, -1, 0])) ** 2", "x=linspace(-1, 2, 6)")
def take(xp: Any, x: Array, index: Array, /) -> Array:
    """The elements at indices into the tensor as if it were a vector."""
    _check_flat(x, index, "take")
    return x.reshape(-1)[index]


@writes(
    vjp=(
        lambda g, index, accumulate: (
            g if accumulate else put(g, index, zeros(take(g, index)), accumulate=False)
        ),
        None,
        lambda g, index, source: ops.reshape(take(g, index), shape=tuple(source.shape)),
    ),
    order="x index source accumulate",
)
@example("y = x * 2\ny.put_(i, s)\ny ** 2", "x=linspace(-1, 2, 5)", "i=tensor([1, 3])", "s=ones(2)")
def put(xp: Any, x: Array, index: Array, source: Array, /, accumulate: bool = False) -> Array:
    """The tensor with values written (or added) at indices into it as if it were a vector."""
    if x.dtype != source.dtype:
        raise dtype_error(
            f"put_(): self and source expected to have the same dtype, but got self.dtype = "
            f"{scalar_name(x)} and source.dtype = {scalar_name(source)}"
        )
    if index.size != source.size:
        raise shape_error(
            "put_(): Expected source and index to have the same number of elements, but got "
            f"source.numel() = {source.size}, index.numel() = {index.size}",
            kind=IndexError,
        )
    _check_flat(x, index, "put_")
    result = xp.array(x, copy=True, order="C")
    flat, values = result.reshape(-1), source.reshape(-1)
    if accumulate:
        xp.add.at(flat, index.reshape(-1), values)
    else:
        flat[index.reshape(-1)] = values
    return arrays.in_order(result, [x])


@op(composite=True)
@example("x.take_along_dim(i)", "x=linspace(-1, 1, 12).reshape(3, 4)", "i=tensor([11, 0])")
def take_along_dim(input: Tensor, indices: Tensor, /, dim: int | None = None) -> Tensor:
    """The element at each index along a dimension; the other dimensions broadcast."""
    if dim is None:
        return ops.gather(ops.reshape(input, shape=(-1,)), ops.reshape(indices, shape=(-1,)), dim=0)
    if len(input.shape) != len(indices.shape):
        raise shape_error(
            "torch.take_along_dim(): input and indices should have the same number of dimensions, "
            f"but got {len(input.shape)} dimensions for input, and {len(indices.shape)} dimensions "
            "for indices"
        )
    axis = arrays.own_axis(arrays.axis(dim, len(input.shape)), len(input.shape))
    indices = _wrapped(indices, input.shape[axis])
    shape, rows = list(input.shape), list(indices.shape)
    rest = arrays.broadcast_shapes(_without(shape, axis), _without(rows, axis))
    own, theirs = ((*rest[:axis], n[axis], *rest[axis + 1 :]) for n in (shape, rows))
    return ops.gather(ops.expand(input, size=own), ops.expand(indices, size=theirs), dim=axis)


def _wrapped(indices: Tensor, size: int) -> Tensor:
    """Return indices that count on from the start where they leave a dimension, as in PyTorch."""
    array = arrays.of(indices)
    if array.dtype != np.int64:
        raise dtype_error(
            f"torch.take_along_dim(): dtype of indices should be Long but got {scalar_name(array)}"
        )
    return arrays.like(indices, array % max(size, 1))


def _without(shape: list[int], axis: int) -> tuple[int, ...]:
    return tuple(1 if d == axis else size for d, size in enumerate(shape))


# Parts replaced


def _replace(part: Array, src: Array) -> None:
    """Write over a view of a result."""
    if tuple(part.shape) != tuple(src.shape):
        raise shape_error(
            "expected src to have a size equal to the slice of self. src size = "
            f"{list(src.shape)}, slice size = {list(part.shape)}"
        )
    part[...] = src


@linear(
    vjp=(
        lambda g, src_shape, dim, index: select_scatter(
            g, zeros_of(g, src_shape), dim=dim, index=index
        ),
        lambda g, dim, index: ops.select(g, dim=dim, index=index),
    ),
    example=(
        "x.select_scatter(s, 1, -1)",
        "x=linspace(-1, 1, 12).reshape(3, 4)",
        "s=tensor([1.0, 2.0, 3.0])",
    ),
)
def select_scatter(xp: Any, x: Array, src: Array, /, dim: int, index: int) -> Array:
    """The tensor with another at one index along a dimension."""
    if not x.ndim:
        raise refuse("select() cannot be applied to a 0-dim tensor.", kind=IndexError)
    axis = arrays.axis(dim, x.ndim)
    check_selected(x.shape, axis, index)
    result = memory.like(xp, x)
    _replace(result[_at(axis, index, x.ndim)], src)
    return result


@linear(
    vjp=(
        lambda g, src_shape, dim, start, end, step: slice_scatter(
            g, zeros_of(g, src_shape), dim=dim, start=start, end=end, step=step
        ),
        lambda g, dim, start, end, step: ops.slice_(g, dim=dim, start=start, end=end, step=step),
    ),
    example=("x.slice_scatter(s, start=-2)", "x=linspace(-1, 2, 5)", "s=tensor([3.0, 4.0])"),
)
@formula(src="slice_copy(g, dim, start, end, step)")
def slice_scatter(
    xp: Any,
    x: Array,
    src: Array,
    /,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
) -> Array:
    """The tensor with another in place of slices along a dimension."""
    if not x.ndim:
        raise refuse("slice() cannot be applied to a 0-dim tensor.", kind=IndexError)
    axis = arrays.axis(dim, x.ndim)
    if step < 1:
        raise refuse("slice step must be positive", kind=ValueError)
    result = xp.array(x, copy=True)
    _replace(result[_at(axis, slice(start, end, step), x.ndim)], src)
    return result


@linear(
    vjp=(
        lambda g, src_shape, offset, dim1, dim2: diagonal_scatter(
            g, zeros_of(g, src_shape), offset=offset, dim1=dim1, dim2=dim2
        ),
        lambda g, offset, dim1, dim2: ops.diagonal(g, offset=offset, dim1=dim1, dim2=dim2),
    )
)
@example("x.diagonal_scatter(s, -1)", "x=linspace(-1, 1, 12).reshape(3, 4)", "s=tensor([1.0, 2.0])")
def diagonal_scatter(
    xp: Any, x: Array, src: Array, /, offset: int = 0, dim1: int = 0, dim2: int = 1
) -> Array:
    """The tensor with another on a diagonal."""
    result = memory.like(xp, x)
    _replace(ops.diagonal.body(xp, result, offset=offset, dim1=dim1, dim2=dim2), src)
    return result


# Where elements are not zero


@op(constant=True, where=[])
def _positions(xp: Any, x: Array, /) -> Array:
    """The index of every element that is not zero, a row for each."""
    if x.ndim == 0:
        return xp.zeros((int(bool(x)), 0), dtype=np.int64)
    return xp.stack(xp.nonzero(x)).astype(np.int64).T  # which PyTorch lays out by dimension


@op(composite=True, example=("nonzero(x)", "x=tensor([0, 2, 0, 3])"))
def nonzero(input: Tensor, /, *, as_tuple: bool = False) -> Any:
    """The index of every element that is not zero: a row for each, or a tensor per dimension."""
    found = _positions(ops.reshape(input, shape=(1,)) if as_tuple and not input.shape else input)
    return ops.unbind(found, dim=1) if as_tuple else found


@op(composite=True, where=["torch"])
@example("torch.unravel_index(x, (3, 4))[0]", "x=tensor([5, 7])")
def unravel_index(indices: Tensor, /, shape: Any) -> tuple[Tensor, ...]:
    """The index along each dimension of elements that are counted in row-major order."""
    if arrays.of(indices).dtype.kind not in "iu":
        message = f"expected 'indices' to be integer dtype, but got {indices.dtype!r}"
        raise dtype_error(message, kind=TypeError)
    if not isinstance(shape, (int, Sequence)):
        raise type_error(f"expected 'shape' to be int or sequence of ints, but got {type(shape)}")
    sizes = (shape,) if isinstance(shape, int) else tuple(shape)
    for other in [size for size in sizes if not isinstance(size, int)]:
        raise type_error(f"expected 'shape' sequence to only contain ints, but got {type(other)}")
    if any(size < 0 for size in sizes):
        raise value_error(f"'shape' cannot have negative values, but got {sizes}")
    found, indices = [], indices.to(int64)
    for size in reversed(sizes):
        found.append(indices % size)
        indices = indices // size
    return ops.unbind(ops.stack(found[::-1], dim=-1), dim=-1) if found else ()


@op(composite=True, example=("argwhere(x)", "x=tensor([[0.0, 2.0], [1.0, 0.0]])"))
def argwhere(input: Tensor, /) -> Tensor:
    """The index of every element that is not zero, a row for each."""
    return _positions(input)


@op(constant=True, example=("nonzero_static(x, size=0)", "x=tensor([1, 0])"))
def nonzero_static(xp: Any, x: Array, /, *, size: int, fill_value: int = -1) -> Array:
    """The first indices of elements that are not zero, filled up to a number of rows."""
    if size < 0:
        raise refuse("nonzero_static: 'size' must be an non-negative integer")
    found = _positions.body(xp, x)[:size]
    rest = xp.full((size - len(found), x.ndim), fill_value, dtype=np.int64)
    return arrays.dense(xp.concat([found, rest], axis=0))
