"""Indexing: what ``x[…]`` is made of, for reading and for writing."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from gradcli.core import promote
from gradcli.core.inplace import check_history
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.core.views import check_views
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.numerics import arrays, layout, memory
from gradcli.numerics.dtypes import NARROW
from gradcli.numerics.overlap import check_overlap
from gradcli.operators.by_name import expand, unsqueeze, view
from gradcli.operators.declare import OPS, Array, Ints, Value, formula, op
from gradcli.operators.families import linear_part
from gradcli.operators.refusals import index_error, invalid, type_error, value_error


def _at(dim: int, part: Any, ndim: int) -> tuple[Any, ...]:
    return (slice(None),) * arrays.axis(dim, ndim) + (part, ...)


def check_selected(shape: tuple[int, ...], axis: int, index: int) -> None:
    """Refuse the number of a slice that is not there."""
    if not -shape[axis] <= index < shape[axis]:
        where = f"tensor of size {list(shape)} at dimension {axis}"
        raise index_error(f"select(): index {index} out of range for {where}")


@op(
    vjp=lambda g, x_shape, dim, index: _put(g, shape=x_shape, index=_at(dim, index, len(x_shape))),
    linear=True,
    view=True,
    example=("x[1]", "x=linspace(-1, 1, 12).reshape(3, 4)"),
)
@formula(input="select_scatter(zeros_like(input), g, dim, index)")
def select(xp: Any, x: Array, /, dim: int, index: int) -> Array:
    """The slice at one index along a dimension; a view."""
    if x.ndim == 0:
        raise index_error("select() cannot be applied to a 0-dim tensor.")
    axis = arrays.axis(dim, x.ndim)
    check_selected(x.shape, axis, index)
    return x[_at(axis, index, x.ndim)]


@linear_part(
    vjp=lambda g, x_shape, dim, start, end, step: _put(
        g, shape=x_shape, index=_at(dim, slice(start, end, step), len(x_shape))
    ),
    view=True,
    node="SliceBackward0",
)
@formula(input="slice_scatter(zeros_like(input), g, dim, start, end, step)")
def slice_(
    xp: Any,
    x: Array,
    /,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
) -> Array:
    """The slices from start up to end along a dimension, a step apart; a view."""
    return x[_at(dim, slice(start, end, step), x.ndim)]


@linear_part(vjp=lambda g, index: _get(g, index=index), node="SliceBackward0")
def _put(xp: Any, x: Array, /, shape: Ints = (), index: Any = ()) -> Array:
    """Zeros of a shape with values at a basic index."""
    return arrays.put(xp, shape, index, x)


@linear_part(
    vjp=lambda g, x_shape, index: _put(g, shape=x_shape, index=index),
    view=True,
    node="SliceBackward0",
)
def _get(xp: Any, x: Array, /, index: Any = ()) -> Array:
    """The part at a basic index; a view."""
    return x[index]


@linear_part(vjp=lambda g: g, view=True)
def alias(xp: Any, x: Array, /) -> Array:
    """The same tensor as a new view."""
    return x[...]


@linear_part(vjp=lambda g, x_shape, indices: _index_put(g, shape=x_shape, indices=indices))
def index(xp: Any, x: Array, /, indices: Any = ()) -> Array:
    """The elements at integer or bool tensors of indices; a copy."""
    try:
        found = x[indices]
    except IndexError:
        raise mismatch_of_indices(indices) from None
    return layout.in_order_of_index(found, x, indices)


def mismatch_of_indices(indices: Any) -> Exception:
    """Return PyTorch's error for tensors of indices that do not go together."""
    shapes = [
        list(shape)
        for part in indices
        if isinstance(part, np.ndarray)
        for shape in ([part.shape] if part.dtype.kind != "b" else [(int(part.sum()),)] * part.ndim)
    ]
    listed = ", ".join(map(str, shapes))
    return index_error(
        f"shape mismatch: indexing tensors could not be broadcast together with shapes {listed}"
    )


@linear_part(vjp=lambda g, indices: index(g, indices=indices), node="IndexPutBackward0")
def _index_put(xp: Any, x: Array, /, shape: Ints = (), indices: Any = ()) -> Array:
    """Zeros of a shape with values added at tensors of indices; repeated ones add up."""
    return arrays.add_at(xp, shape, indices, x)


@op(composite=True, where=[])
def getitem(x: Tensor, key: Any, /) -> Tensor:
    """What ``x[key]`` reads: a view for numbers and slices, a copy for tensors of indices."""
    part, indices = _basic(x, key)
    if indices is None:
        return alias(part) if part is x else part
    return index(part, indices=indices)


def _check_read(written: Tensor, key: Any, value: Tensor) -> None:
    """Refuse to write where a key's own tensors lie; one mask may be the tensor, for one value."""
    places = [k.array for k in (key if type(key) is tuple else (key,)) if isinstance(k, Tensor)]
    alone = len(places) == 1 and places[0].dtype.kind == "b" and value.array.size == 1
    check_overlap(written.array, places, strict=not alone)


@op(composite=True, where=[])
def setitem(x: Tensor, key: Any, value: Any, /) -> None:
    """Write ``value`` where ``x[key]`` reads."""
    if not isinstance(value, (Tensor, bool, int, float, complex)):
        message = f"can't assign a {type(value).__name__} to a torch.{x.dtype.scalar_name}Tensor"
        listed = isinstance(value, (list, tuple))
        help = "make it a tensor first, as in `tensor([1.0, 2.0])`" if listed else None
        raise op_error(TypeError, message, code="index", help=help)
    whole = key is Ellipsis or (isinstance(key, slice) and key == slice(None) and x.array.ndim > 0)
    part, indices = (x, None) if whole else _basic(x, key, writing=True)
    if indices is not None:
        fitting = _without_ones(_fitting(value, x))
        _check_read(part, key, fitting)
        OPS["_write_at"].inplace(part, fitting, indices=indices)
    else:
        _write_over(part, _fitting(value, part))


def _write_over(part: Tensor, value: Tensor) -> None:
    """Write a tensor, broadcast, over all of another, by the operators that PyTorch does it by."""
    shape = part.array.shape
    if value.array.ndim == 0 and shape:
        OPS["fill"].inplace(part, value)
        return
    if value.array.shape != shape:
        value = _without_ones(value, view_always=True)
    if value.array.shape != shape:
        value = expand(value, size=shape)
    OPS["copy"].inplace(part, value)


def _without_ones(value: Tensor, view_always: bool = False) -> Tensor:
    """Drop the leading dimensions of size 1."""
    shape = value.array.shape
    extra = next((k for k, size in enumerate(shape) if size != 1), len(shape))
    return view(value, shape=shape[extra:]) if extra or view_always else value


def tensors_of_indices(x: Tensor, indices: Any) -> tuple[Any, ...]:
    """Return a NumPy index for tensors of indices, one for each of the first dimensions."""
    shape = tuple(x.shape)
    found: list[Any] = []
    dim = 0
    for tensor in indices:
        part = _part(tensor)
        part = np.asarray(part) if isinstance(part, int) else part
        _check_mask(x, dim, part, dim)
        dim += _dims_of(part)
        found.append(part)
    if dim > len(shape):
        raise _too_many(len(shape), dim)
    return tuple(found)


def _too_many(ndim: int, given: int | None = None) -> Exception:
    got = "" if given is None else f" (got {given})"
    return index_error(f"too many indices for tensor of dimension {ndim}{got}")


def _fitting(value: Any, x: Tensor) -> Any:
    if isinstance(value, Tensor):
        return value
    if isinstance(value, int):
        _check_long(value)
    dtype = x.array.dtype
    return Tensor((promote.cast if dtype in NARROW else promote.fit)(value, dtype))


def _check_long(value: int) -> None:
    if not -(2**63) <= value < 2**63:
        raise value_error("Overflow when unpacking long long")


_SEQUENCE_KEY = (
    "Using a non-tuple sequence for multidimensional indexing is deprecated and will be changed in "
    "pytorch 2.9; use x[tuple(seq)] instead of x[seq]. In pytorch 2.9 this will be interpreted as "
    "tensor index, x[torch.tensor(seq)], which will result either in an error or a different result"
)


def _basic(x: Tensor, key: Any, writing: bool = False) -> tuple[Tensor, tuple[Any, ...] | None]:
    """Apply numbers, slices, None and ``...`` of a key; return what tensors of indices are left.

    The second result is a NumPy index for the first, or None where nothing is left to do.
    """
    if isinstance(key, list) and any(isinstance(part, _NESTED) for part in key):
        warn(_SEQUENCE_KEY, code="deprecated", once=True)
        key = tuple(key)  # as PyTorch reads a list that holds more than numbers
    parts = key if isinstance(key, tuple) else (key,)
    parts = tuple(_part(part) for part in parts)
    _check_count(x, parts)
    rest: list[Any] = []
    dim = 0
    for position, part in enumerate(parts):
        if part is Ellipsis:
            dim += len(x.shape) - dim - _consumed(parts[position + 1 :])
        elif part is None or isinstance(part, bool):
            x = unsqueeze(x, dim=dim)
            dim += 1
            if isinstance(part, bool):
                rest = _placed(rest, dim - 1, np.array([part]))
        elif isinstance(part, slice):
            x = _sliced(x, dim, part, whole=len(parts) == 1)
            dim += 1
        elif isinstance(part, int):
            _check_index(x, dim, part, position)
            x = select(x, dim=dim, index=part)
        else:
            rest = _placed(rest, dim, part)
            dim += _dims_of(part)
    if writing and rest:
        check_history(x)
    _check_placed(x, rest)
    return x, tuple(rest) if rest else None


_NESTED = (list, tuple, slice, type(None), type(Ellipsis), Tensor)


def _placed(rest: list[Any], dim: int, part: Any) -> list[Any]:
    """Put a tensor of indices at a dimension of a NumPy index, after full slices."""
    taken = _consumed(tuple(rest))
    return [*rest, *[slice(None)] * (dim - taken), part]


def _part(part: Any) -> Any:
    """Return one part of a key as an int, bool, slice, None, ``...`` or array of indices."""
    if part is None or part is Ellipsis or isinstance(part, (bool, int)):
        return part
    if isinstance(part, slice):
        return slice(*(_bound(bound) for bound in (part.start, part.stop, part.step)))
    if isinstance(part, (list, tuple, range)):
        from gradcli.operators.nested import flatten  # which few indices need

        shape, flat = flatten([n.tolist() if isinstance(n, Tensor) else n for n in part])
        part = np.asarray(flat).reshape(shape)
        if part.size == 0:
            part = part.astype(np.int64)
    # A copy, because the gradient needs the indices as they are now.
    array = _copied(part.array) if isinstance(part, Tensor) else part
    if isinstance(array, np.ndarray) and array.dtype.kind in "biu":
        if array.dtype == np.uint8:
            warn(_BYTES, code="deprecated")
            return array.astype(bool)
        if array.ndim == 0 and not hasattr(array, "whole"):  # each sample has an index of its own
            if isinstance(part, Tensor):
                STATE.tell("indexes", part)
            return array.item()
        if not isinstance(part, Tensor) or array.dtype.name in _INDICES:
            return array
    if hasattr(type(part), "__index__") and not isinstance(part, (Tensor, np.ndarray)):
        return part.__index__()
    if isinstance(part, str):
        raise type_error("new(): invalid data type 'str'", code="index")
    message = (
        "tensors used as indices must be long, int, byte or bool tensors"
        if isinstance(part, Tensor)
        else "only integers, slices (`:`), ellipsis (`...`), None and long or byte Variables are "
        f"valid indices (got {type(part).__name__})"
    )
    raise invalid(message, IndexError, code="index")


def _copied(array: np.ndarray) -> np.ndarray:
    copy = array.copy(order="K")
    STATE.tell("copied", (array, 0, copy, 0))
    return copy


_INDICES = frozenset({"bool", "int32", "int64"})
_BYTES = "indexing with dtype torch.uint8 is now deprecated, please use a dtype torch.bool instead."


def _bound(bound: Any) -> int | None:
    if bound is None:
        return None
    try:
        return operator.index(bound)
    except TypeError:
        message = "slice indices must be integers or None or have an __index__ method"
        raise type_error(message, code="index") from None


def _consumed(parts: tuple[Any, ...]) -> int:
    """Return how many dimensions of the tensor the parts of a key use up."""
    using = [p for p in parts if not (p is None or p is Ellipsis or isinstance(p, bool))]
    return sum(map(_dims_of, using))


def _dims_of(part: Any) -> int:
    """Return how many dimensions one part of a key uses up: a mask as many as it has."""
    return part.ndim if isinstance(part, np.ndarray) and part.dtype.kind == "b" else 1


def _check_count(x: Tensor, parts: tuple[Any, ...]) -> None:
    ndim = len(x.shape)
    first = parts[0] if ndim == 0 and len(parts) == 1 else None
    if isinstance(first, slice):
        check_views((x,))
        raise index_error("slice() cannot be applied to a 0-dim tensor.")
    if isinstance(first, int) and not isinstance(first, bool):
        if first != 0:
            raise _out_of_bounds(first, 0, 0)
        raise index_error(
            "invalid index of a 0-dim tensor. Use `tensor.item()` in Python or "
            "`tensor.item<T>()` in C++ to convert a 0-dim tensor to a number"
        )
    if _consumed(parts) > ndim:
        raise _too_many(ndim)


def _sliced(x: Tensor, dim: int, part: slice, *, whole: bool) -> Tensor:
    """Slice along a dimension; as in PyTorch, ``:`` among several parts does nothing."""
    step = 1 if part.step is None else part.step
    if step == 0:
        raise index_error("slice step cannot be zero", kind=ValueError)
    if step < 0:
        raise index_error("step must be greater than zero", kind=ValueError)
    start, stop, _ = part.indices(x.shape[dim])
    if not whole and (start, stop, step) == (0, x.shape[dim], 1):
        return x
    return slice_(x, dim=dim, start=start, end=max(start, stop), step=step)


def _check_index(x: Value, dim: int, index: int, position: int) -> None:
    size = x.shape[dim]
    if not -size <= index < size:
        _check_long(index)
        raise _out_of_bounds(index, position, size)


def _out_of_bounds(index: int, dim: int, size: int) -> Exception:
    return index_error(f"index {index} is out of bounds for dimension {dim} with size {size}")


def _check_placed(x: Tensor, rest: list[Any]) -> None:
    """Check tensors of indices against what the other parts of the key have left."""
    for masks in (True, False):
        dim = count = 0
        for part in rest:
            if isinstance(part, np.ndarray) and (part.dtype.kind == "b") is masks:
                _check_mask(x, dim, part, count)
            dim += _dims_of(part)
            count += _dims_of(part) if isinstance(part, np.ndarray) else 0


def _check_mask(x: Tensor, dim: int, part: Any, count: int) -> None:
    """Check one tensor of indices for a dimension; ``count`` dimensions have some before it."""
    if dim + _dims_of(part) > len(x.shape):
        raise _too_many(len(x.shape), dim + _dims_of(part))
    if part.dtype.kind == "b":
        for axis, size in enumerate(part.shape):
            if x.shape[dim + axis] != size:
                raise index_error(
                    f"The shape of the mask {list(part.shape)} at index {axis} does not match the "
                    f"shape of the indexed tensor {list(x.shape)} at index {dim + axis}"
                )
        return
    size = x.shape[dim]
    if part.size and not size:
        raise index_error("index is out of bounds for dimension with size 0")
    wrong = memory.in_memory(part)[memory.in_memory((part >= size) | (part < -size))]
    if wrong.size:
        raise _out_of_bounds(wrong.flat[0], count, size)
