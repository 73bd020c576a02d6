"""Tensors joined, and taken apart into pieces."""

from __future__ import annotations

import math
from functools import partial
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from gradcli.core.promote import common, is_integer
from gradcli.core.tensor import Tensor
from gradcli.core.views import check_views
from gradcli.core.warn import warn
from gradcli.numerics import arrays
from gradcli.numerics.dtypes import dtype_of
from gradcli.operators import by_name as ops
from gradcli.operators.converters import (
    Array,
    ArrayArgs,
    Dims,
    Ints,
    Sizes,
    TensorArgs,
    Tensors,
    Value,
)
from gradcli.operators.declare import example, formula, op
from gradcli.operators.families import internal, linear
from gradcli.operators.named import named
from gradcli.operators.refusals import dtype_error, refuse, shape_error
from gradcli.ops.create import default_dtype

joined = partial(op, composite=True, where=["torch"])
pieces = partial(op, composite=True)


# At least so many dimensions


def _at_least(x: Tensor, count: int) -> Tensor:
    """Return a tensor with dimensions of size 1 added up to a count."""
    if not x.shape:
        return ops.reshape(x, shape=(1,) * count)
    for dim in (0, -1)[len(x.shape) - 1 : count - 1]:
        x = ops.unsqueeze(x, dim=dim)
    return x


def _each_at_least(tensors: Any, count: int) -> Any:
    if isinstance(tensors, (tuple, list)):
        return tuple(_at_least(tensor, count) for tensor in tensors)
    return _at_least(tensors, count)


def _declare_atleast(count: int, dimensions: str) -> None:
    name = f"atleast_{count}d"

    @joined(example=(f"{name}(x) ** 2", "x=linspace(0, 1, 2)"))
    @named(name, f"A tensor, or each of several, with at least {dimensions}.")
    def lifted(tensors: Tensor | Tensors = (), /) -> Any:
        return _each_at_least(tensors, count)


_declare_atleast(1, "one dimension")
_declare_atleast(2, "two dimensions")
_declare_atleast(3, "three dimensions")


# Joined along some dimension


def _not_empty(tensors: Tensors, name: str) -> None:
    if not tensors:
        raise shape_error(f"{name} expects a non-empty TensorList")


@joined(example=("hstack([a, i])", "a=ones(2)", "i=tensor([1, 2])"))
def hstack(tensors: Tensors, /) -> Tensor:
    """Tensors joined along the second dimension; vectors along their only one."""
    _not_empty(tensors, "hstack")
    parts = [_at_least(tensor, 1) for tensor in tensors]
    return ops.cat(parts, dim=0 if len(parts[0].shape) == 1 else 1)


@joined(aliases=["row_stack"], example=("vstack([a, i])", "a=ones(2)", "i=tensor([1, 2])"))
def vstack(tensors: Tensors, /) -> Tensor:
    """Tensors joined along the first dimension; vectors are rows."""
    _not_empty(tensors, "vstack")
    return ops.cat([_at_least(tensor, 2) for tensor in tensors], dim=0)


@joined(example=("dstack([a, i])", "a=ones(2)", "i=tensor([1, 2])"))
def dstack(tensors: Tensors, /) -> Tensor:
    """Tensors joined along the third dimension."""
    _not_empty(tensors, "dstack")
    return ops.cat([_at_least(tensor, 3) for tensor in tensors], dim=2)


@joined(example=("column_stack([a, i])", "a=ones(2)", "i=tensor([1, 2])"))
def column_stack(tensors: Tensors, /) -> Tensor:
    """Tensors joined along the second dimension; vectors are columns."""
    _not_empty(tensors, "column_stack")
    return hstack(
        [t if len(t.shape) > 1 else ops.reshape(t, shape=(math.prod(t.shape), 1)) for t in tensors]
    )


def _matrix(shape: Ints) -> Ints:
    """Return the shape of a tensor as a block."""
    return (1,) * (2 - len(shape)) + shape


def _blocks_of(g: Value, shapes: list[tuple[int, ...]]) -> list[Value]:
    found = []
    row = column = 0
    for shape in shapes:
        rows, columns = _matrix(shape)
        part = ops.slice_(g, dim=0, start=row, end=row + rows)
        part = ops.slice_(part, dim=1, start=column, end=column + columns)
        found.append(ops.reshape(part, shape=shape))
        row, column = row + rows, column + columns
    return found


@linear(vjp=_blocks_of, variadic=True, promotes=common, where=["torch"])
@example("block_diag(a, i)", "a=ones(2)", "i=tensor([[1], [2]])")
@formula(tensors="the block of g at the place of each tensor")
def block_diag(xp: Any, tensors: ArrayArgs, /) -> Array:
    """A matrix with matrices along its diagonal, and zeros elsewhere."""
    for index, x in enumerate(tensors):
        if x.ndim > 2:
            raise shape_error(
                "torch.block_diag: Input tensors must have 2 or fewer dimensions. Input "
                f"{index} has {x.ndim} dimensions"
            )
    if not tensors:
        return xp.zeros((1, 0), dtype=default_dtype(None))
    sizes = [_matrix(x.shape) for x in tensors]
    shape = tuple(sum(size[axis] for size in sizes) for axis in (0, 1))
    result = xp.zeros(shape, dtype=tensors[0].dtype)
    row = column = 0
    for x, (rows, columns) in zip(tensors, sizes, strict=True):
        result[row : row + rows, column : column + columns] = x
        row, column = row + rows, column + columns
    return result


# Grids and products


def _check_vector(x: Tensor) -> None:
    if len(x.shape) != 1:
        raise shape_error(f"Expect a 1D vector, but got shape {list(x.shape)}")


def _grid(tensors: Tensors) -> list[Tensor]:
    sizes = tuple(math.prod(tensor.shape) for tensor in tensors)
    found = []
    for position, tensor in enumerate(tensors):
        shape = tuple(-1 if d == position else 1 for d in range(len(tensors)))
        found.append(ops.expand(ops.view(tensor, shape=shape), size=sizes))
    return found


@joined()
@example(
    "u, v, w = meshgrid(a, b, c, indexing='xy')\nu * v + w",
    "a=linspace(-1, 1, 5)",
    "b=ones(2)",
    "c=linspace(-1, 1, 5)",
)
def meshgrid(tensors: Tensor | Tensors, /, *, indexing: str | None = None) -> tuple[Tensor, ...]:
    """The coordinates of a grid that vectors span, a tensor for each vector."""
    tensors = (tensors,) if isinstance(tensors, Tensor) else tensors
    _not_empty(tensors, "meshgrid")
    if indexing is None:
        warn(_NO_INDEXING, code="deprecated", once=True)
    _check_grid(tensors)
    for x in tensors:
        if len(x.shape) > 1:
            listed = " ".join(f" {size}" for size in x.shape)
            message = "torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: "
            raise shape_error(message + listed)
    if indexing not in (None, "ij", "xy"):
        raise refuse(
            f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}',
            code="operands",
        )
    if indexing != "xy" or len(tensors) < 2:
        return tuple(_grid(tensors))
    first, second, *rest = tensors
    second, first, *rest = _grid([second, first, *rest])
    return (first, second, *rest)


def _check_grid(tensors: Tensors) -> None:
    if any(x.dtype != tensors[0].dtype for x in tensors):
        raise dtype_error("meshgrid expects all tensors to have the same dtype")


_NO_INDEXING = (
    "torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument."
)


@joined(example=("cartesian_prod(a, b)", "a=tensor([1.0, 2.0])", "b=tensor([3.0, 4.0])"))
def cartesian_prod(tensors: TensorArgs, /) -> Tensor:
    """Every combination of an element of each vector, a row for each."""
    _not_empty(tensors, "meshgrid")
    for tensor in tensors:
        _check_vector(tensor)
    if len(tensors) == 1:
        return tensors[0]
    _check_grid(tensors)
    return ops.stack([ops.flatten(grid) for grid in _grid(tensors)], dim=1)


@joined(example=("combinations(x)", "x=tensor([1.0, 2.0, 3.0])"))
def combinations(input: Tensor, /, r: int = 2, with_replacement: bool = False) -> Tensor:
    """Every choice of r elements of a vector, in their order, a row for each."""
    _check_vector(input)
    if r < 0:
        raise refuse(f"Expect a non-negative number, but got {r}", code="operands")
    if r == 0:
        return ops.new_empty(input, size=(0,))
    size = input.shape[0]
    grid = np.indices((size,) * r)
    mask: Any = np.ones((size,) * r, dtype=bool)
    for low, high in pairwise(grid):
        mask &= (low <= high) if with_replacement else (low < high)
    chosen = arrays.like(input, mask.ravel().nonzero()[0])
    return ops.stack([ops.take(part, chosen) for part in _grid([input] * r)], dim=1)


# Taken apart


def _pieces(x: Array, axis: int, ends: list[int]) -> tuple[Array, ...]:
    """Return views of an array between ends along an axis."""
    before = (slice(None),) * axis
    return tuple(x[(*before, slice(start, end))] for start, end in pairwise([0, *ends]))


def _check_splits(sizes: Ints, size: int, axis: int) -> None:
    if any(length < 0 for length in sizes):
        raise shape_error(
            "split_with_sizes expects split_sizes have only non-negative entries, but got "
            f"split_sizes={list(sizes)}"
        )
    if sum(sizes) != size:
        raise shape_error(
            f"split_with_sizes expects split_sizes to sum exactly to {size} (input tensor's size "
            f"at dimension {axis}), but got split_sizes={list(sizes)}"
        )


@linear(view=True, vjp=lambda g, dim: ops.cat(list(g), dim=dim))
@example("x.split_with_sizes((1, 2))[1] ** 2", "x=linspace(0, 1, 3)")
def split_with_sizes(xp: Any, x: Array, /, split_sizes: Sizes, dim: int = 0) -> tuple[Array, ...]:
    """Pieces of given sizes along a dimension; views."""
    if not x.ndim:
        raise refuse("split expects at least a 1-dimensional tensor")
    axis = arrays.axis(dim, x.ndim)
    _check_splits(split_sizes, x.shape[axis], axis)
    return _pieces(x, axis, list(accumulate(split_sizes)))


@internal(
    vjp=lambda g, dim: ops.cat(list(g), dim=dim), linear=True, view=True, node="SplitBackward0"
)
def _split_evenly(xp: Any, x: Array, /, split_size: int = 1, dim: int = 0) -> tuple[Array, ...]:
    """Pieces of one size along a dimension, the last one perhaps smaller; views."""
    axis = arrays.axis(dim, x.ndim)
    size = x.shape[axis]
    count = max(1, -(-size // split_size)) if split_size else 1
    arrays.check_count(count, "tensors")
    return _pieces(x, axis, [min((k + 1) * split_size, size) for k in range(count)])


@op(composite=True, example=("stack([p.sum() ** 2 for p in x.split(2)])", "x=linspace(-1, 1, 5)"))
def split(input: Tensor, /, split_size: Any, dim: Any = 0) -> tuple[Tensor, ...]:
    """Pieces of one size, or of given sizes, along a dimension; views."""
    if not input.shape:  # which is refused, but what is wrong with its history comes first
        check_views((input,))
    if not isinstance(split_size, int):
        return tuple(split_with_sizes.call(input, split_size, dim))
    if isinstance(split_size, bool) or not is_integer(dim):
        raise split.parameters.invalid_combination((input, split_size, dim), {}, False)
    axis = check_split(tuple(input.shape), split_size, dim)
    return tuple(_split_evenly(input, split_size=split_size, dim=axis))


def _axis_to_split(shape: tuple[int, ...], dim: int) -> int:
    if not shape:
        raise shape_error("split expects at least a 1-dimensional tensor")
    return arrays.axis(dim, len(shape))


def check_split(shape: tuple[int, ...], split_size: int, dim: int) -> int:
    """Return the dimension to split into pieces of one size, or raise PyTorch's errors."""
    axis = _axis_to_split(shape, dim)
    if split_size < 0:
        raise shape_error(
            f"split expects split_size be non-negative, but got split_size={split_size}"
        )
    size = shape[axis]
    if split_size == 0 and size:
        raise shape_error(
            f"split_size can only be 0 if dimension size is 0, but got dimension size of {size}"
        )
    return axis


@op(composite=True, example=("x.chunk(4)[2]", "x=linspace(-1, 1, 5)"))
def chunk(input: Tensor, /, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    """So many pieces (or fewer) of one size along a dimension; views."""
    axis, size = _size_of_chunks(tuple(input.shape), chunks, dim)
    arrays.check_count(chunks if size == 0 else 0, "tensors")
    if size == 0:
        return tuple(split_with_sizes(input, split_sizes=(0,) * chunks, dim=axis))
    return tuple(_split_evenly(input, split_size=size, dim=axis))


def _size_of_chunks(shape: tuple[int, ...], chunks: int, dim: int) -> tuple[int, int]:
    """Return the dimension to cut and the size of the pieces, or raise PyTorch's errors."""
    if not shape:
        raise shape_error("chunk expects at least a 1-dimensional tensor")
    if chunks <= 0:
        raise refuse(f"chunk expects `chunks` to be greater than 0, got: {chunks}", code="operands")
    axis = arrays.axis(dim, len(shape))
    return axis, -(-shape[axis] // chunks)


# Pieces that PyTorch lets be changed in place, which it does not check


@linear(vjp=lambda g, dim: ops.cat(list(g), dim=dim))
@example("x.unsafe_split(7)[0] ** 2", "x=linspace(-1, 1, 5)")
def unsafe_split(xp: Any, x: Array, /, split_size: int, dim: int = 0) -> tuple[Array, ...]:
    """Pieces of one size along a dimension, no views."""
    axis = check_split(x.shape, split_size, dim)
    return tuple(xp.array(part) for part in _split_evenly.body(xp, x, split_size, axis))


@linear(vjp=lambda g, dim: ops.cat(list(g), dim=dim))
@example("x.unsafe_split_with_sizes((2, 3))[0] ** 2", "x=linspace(-1, 1, 5)")
def unsafe_split_with_sizes(
    xp: Any, x: Array, /, split_sizes: Sizes, dim: int = 0
) -> tuple[Array, ...]:
    """Pieces of given sizes along a dimension, no views."""
    return tuple(xp.array(part) for part in split_with_sizes.body(xp, x, split_sizes, dim))


@op(composite=True, example=("x.unsafe_chunk(2)[1] ** 2", "x=tensor([1.0, 2.0, 3.0])"))
def unsafe_chunk(input: Tensor, /, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    """So many pieces (or fewer) of one size along a dimension, no views."""
    axis, size = _size_of_chunks(tuple(input.shape), chunks, dim)
    if size == 0:
        return tuple(unsafe_split_with_sizes(input, split_sizes=(0,) * chunks, dim=axis))
    return tuple(unsafe_split(input, split_size=size, dim=axis))


def _section_ends(size: int, sections: int) -> list[int]:
    if sections <= 0:
        raise refuse(f"number of sections must be larger than 0, got {sections}", code="operands")
    small, larger = divmod(size, sections)
    return [k * small + min(k, larger) for k in range(1, sections + 1)]


@pieces()
@example("x.tensor_split(i, 1)[1]", "x=linspace(-1, 1, 6).reshape(2, 3)", "i=tensor([1, 2])")
def tensor_split(
    input: Tensor, /, indices_or_sections: Tensor | Dims, dim: int = 0
) -> tuple[Tensor, ...]:
    """Pieces between indices, or so many of nearly one size, along a dimension; views."""
    if not input.shape:
        raise shape_error(
            "tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims"
        )
    axis = arrays.axis(dim, len(input.shape))
    given = _listed(indices_or_sections)
    size = input.shape[axis]
    if isinstance(given, int):
        arrays.check_count(given, "tensors")
        ends = _section_ends(size, given)
        return _sliced(input, axis, [0, *ends])
    return _sliced(input, axis, [0, *given, None])


def _sliced(x: Tensor, axis: int, bounds: list[Any]) -> tuple[Tensor, ...]:
    return tuple(ops.slice_(x, dim=axis, start=start, end=end) for start, end in pairwise(bounds))


def _listed(value: Any) -> Any:
    """Return indices or a number of sections that a tensor may hold."""
    array = arrays.of(value)
    if not isinstance(array, np.ndarray):
        return value
    if array.ndim > 1:
        raise shape_error(
            "tensor_split expected tensor_indices_or_sections to be a zero-dimensional or "
            f"one-dimensional tensor, but got a tensor with {array.ndim} dims"
        )
    if array.dtype != np.int64:
        raise dtype_error(
            "tensor_split expected tensor_indices_or_sections to have dtype of long, but got "
            + dtype_of(array.dtype).scalar_name
        )
    return array.tolist()


def _split_along(x: Tensor, given: Dims, dim: int, name: str, needed: int) -> tuple[Tensor, ...]:
    ndim = len(x.shape)
    if ndim < needed:
        raise shape_error(
            f"torch.{name} requires a tensor with at least {needed} dimension, but got a tensor "
            f"with {ndim} dimensions!"
        )
    size = x.shape[dim]
    if isinstance(given, int) and (given == 0 or size % given):
        raise shape_error(
            f"torch.{name} attempted to split along dimension {dim}, but the size of the dimension "
            f"{size} is not divisible by the split_size {given}!"
        )
    return tensor_split(x, indices_or_sections=given, dim=dim)


@pieces(example=("x.hsplit(5)[2]", "x=linspace(-1, 1, 5)"))
def hsplit(input: Tensor, /, indices_or_sections: Dims) -> tuple[Tensor, ...]:
    """Pieces along the second dimension, of a vector along its only one; views."""
    dim = 0 if len(input.shape) == 1 else 1
    return _split_along(input, indices_or_sections, dim, "hsplit", 1)


@pieces(example=("x.vsplit((1,))[1]", "x=linspace(0, 1, 8).reshape(2, 2, 2)"))
def vsplit(input: Tensor, /, indices_or_sections: Dims) -> tuple[Tensor, ...]:
    """Pieces along the first dimension; views."""
    return _split_along(input, indices_or_sections, 0, "vsplit", 2)


@pieces(example=("x.dsplit((1,))[1]", "x=linspace(0, 1, 8).reshape(2, 2, 2)"))
def dsplit(input: Tensor, /, indices_or_sections: Dims) -> tuple[Tensor, ...]:
    """Pieces along the third dimension; views."""
    return _split_along(input, indices_or_sections, 2, "dsplit", 3)
