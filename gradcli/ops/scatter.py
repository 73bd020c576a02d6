"""Reading and writing at tensors of indices along a dimension, and where a mask is true."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from gradcli.core import promote
from gradcli.core.warn import warn
from gradcli.numerics import arrays, choosing, memory
from gradcli.numerics.dtypes import scalar_name
from gradcli.operators.by_name import _put, masked_fill, ones_like, reshape, where
from gradcli.operators.declare import OPS, Array, Number, Tensor, Value, example, formula, op
from gradcli.operators.derivatives import refused, zeros
from gradcli.operators.families import internal, linear, linear_part
from gradcli.operators.refusals import dtype_error, index_error, invalid, refuse, shape_error

writes = partial(op, linear=True, inplace=True)
_INDEX_TYPES = ("int32", "int64")
_WRITTEN = ("x=linspace(-1, 2, 5)", "i=tensor([0, 2])", "s=tensor([3.0, 4.0])")
_COMBINED = ("x=linspace(-1, 2, 5)", "i=tensor([1, 1, 3, 0])", "s=tensor([3.0, -4.0, 0.5, 2.0])")


def _size(x: Array, axis: int) -> int:
    return int(x.shape[axis]) if x.ndim else 1


def _list_apart(shape: Any, axis: int) -> list[int]:
    """Return the sizes of a shape without that of one dimension."""
    return [*shape[:axis], *shape[axis + 1 :]]


# Indices of the shape of the result, along one dimension


def _lifted(xp: Any, x: Array) -> Array:
    """Return a tensor without dimensions as one with a dimension of size 1."""
    return xp.reshape(x, (1,)) if x.ndim == 0 else x


def _check_rows(index: Array, x: Array, name: str, target: str) -> None:
    if index.size == 0:
        return
    if index.dtype.name not in _INDEX_TYPES:
        raise dtype_error(f"{name}(): Expected dtype int32/int64 for index", 2)
    if max(index.ndim, 1) != max(x.ndim, 1):
        raise _unequal_dimensions(target)


def _unequal_dimensions(target: str) -> Exception:
    return shape_error(f"Index tensor must have the same number of dimensions as {target} tensor")


def check_range(
    kind: type[Exception], index: Array, size: int, axis: int, low: int = 0, prefix: str = ""
) -> None:
    """Raise PyTorch's error where an index is not from ``low`` up to, but without, ``size``."""
    wrong = memory.in_memory(index)[memory.in_memory((index < low) | (index >= size))]
    if wrong.size:
        raise index_error(
            f"{prefix}index {wrong.flat[0]} is out of bounds for dimension {axis} with size {size}",
            kind=kind,
        )


@linear(
    # PyTorch saves the whole of ``x``, so nobody may change it.
    vjp=(lambda g, x, index, dim: _added_into(g, index, shape=x.shape, dim=dim), None),
    order="x dim index sparse_grad",
    example=("x.gather(0, i) ** 2", "x=linspace(-1, 2, 5)", "i=tensor([1, 1])"),
)
@formula(input="zeros_like(input).scatter_add(dim, index, g)")
def gather(xp: Any, x: Array, index: Array, /, dim: int, *, sparse_grad: bool = False) -> Array:
    """The element at each index along a dimension."""
    axis = arrays.axis(dim, x.ndim)
    _check_rows(index, x, "gather", "input")
    if index.size == 0:
        return xp.zeros(index.shape, dtype=x.dtype)
    rows = _lifted(xp, index)
    for d, size in enumerate(rows.shape):
        if d != axis and size > x.shape[d]:
            raise shape_error(
                f"Size does not match at dimension {d} expected index {list(index.shape)} to be no "
                f"larger than self {list(x.shape)} apart from dimension {axis}"
            )
    check_range(RuntimeError, index, _size(x, axis), axis)
    return xp.reshape(_lifted(xp, x)[memory.along(rows.shape, rows, axis)], index.shape)


@linear_part(
    vjp=(lambda g, index, dim: gather(g, index, dim=dim), None), node="ScatterAddBackward0"
)
def _added_into(xp: Any, x: Array, index: Array, /, shape: Any = (), dim: int = 0) -> Array:
    """Zeros of a shape with values added at indices along a dimension."""
    result = xp.zeros(shape, dtype=x.dtype)
    if index.size:
        axis = arrays.axis(dim, len(shape))
        rows = _lifted(xp, index)
        at = memory.along(rows.shape, rows, axis)
        memory.add_into(xp, _lifted(xp, result), at, _lifted(xp, x))
    return result


def _scatter_place(xp: Any, x: Array, index: Array, src: Array | None, dim: int, name: str) -> Any:
    """Check what an operator that writes is given; return where it writes, and what."""
    axis = arrays.axis(dim, x.ndim)
    if src is not None and x.dtype != src.dtype:
        raise dtype_error("scatter(): Expected self.dtype to be equal to src.dtype")
    _check_rows(index, x, name, "self")
    rows = _lifted(xp, index)
    if not index.size:
        return (), src
    if src is not None:
        _check_source(x, index, src, axis)
        src = _lifted(xp, src)[tuple(slice(0, size) for size in rows.shape)]
    elif any(size > x.shape[d] for d, size in enumerate(index.shape) if d != axis and x.ndim):
        raise _too_large(x, index, axis)
    check_range(RuntimeError, index, _size(x, axis), axis)
    return memory.along(rows.shape, rows, axis), src


def _too_large(x: Array, index: Array, axis: int, more: str = "") -> Exception:
    own, theirs = list(x.shape), list(index.shape)
    return shape_error(
        f"Expected index {theirs} to be no larger than self {own} apart from dimension {axis}{more}"
    )


def _check_source(x: Array, index: Array, src: Array, axis: int) -> None:
    if max(index.ndim, 1) != max(src.ndim, 1):
        raise _unequal_dimensions("src")
    for d, size in enumerate(index.shape):
        if (d != axis and x.ndim and size > x.shape[d]) or (src.ndim and size > src.shape[d]):
            more = f" and to be no larger size than src {list(src.shape)}"
            raise _too_large(x, index, axis, more)


def _written_by(name: str) -> Any:
    """Return the names of nodes of ``scatter``, which has no derivative where it combines."""
    return lambda dim=0, reduce=None: name if reduce is None else "NotImplemented"


def _kept_by_scatter(g: Value, index: Value, dim: int, reduce: str | None) -> Value:
    _refuse_reduce(reduce)
    return scatter(g, index, 0, dim=dim)


def _moved_by_scatter(
    g: Value, index: Value, src_shape: Any, dim: int, reduce: str | None
) -> Value:
    _refuse_reduce(reduce)
    return _fitted(gather(g, index, dim=dim), src_shape)


def _refuse_reduce(reduce: str | None) -> None:
    if reduce is not None:
        refused("scatter")(None)


def _check_fitting(operands: list[Any]) -> list[Any]:
    """Refuse a number that does not fit the tensor's type, as long as that is not widened."""
    if not isinstance(operands[2], np.ndarray):
        promote.fit(operands[2], operands[0].dtype)
    return operands


@op(
    vjp=(_kept_by_scatter, None, _moved_by_scatter),
    promotes=_check_fitting,
    node=(_written_by("ScatterBackward1"), _written_by("ScatterBackward0")),
    order="x dim index src reduce",
    inplace=True,
    example=("x.scatter(0, i, value=7)", "x=linspace(-1, 2, 5)", "i=tensor([0, 2])"),
)
@formula(input="scatter(g, dim, index, 0)", src="gather(g, dim, index)")
def scatter(
    xp: Any, x: Array, index: Array, src: Array | Number, /, dim: int, *, reduce: str | None = None
) -> Array:
    """The tensor with values written at indices along a dimension, or added or multiplied there."""
    given = src if isinstance(src, np.ndarray) else None
    if reduce not in (None, "add", "multiply"):
        raise refuse("reduce argument must be either add or multiply.", code="operands")
    if reduce is not None and given is not None:
        warn(_OLD_REDUCE, code="deprecated", once=True)
    at, values = _scatter_place(xp, x, index, given, dim, "scatter")
    result = xp.array(x, copy=True)
    if index.size:
        value = promote.fit(src, x.dtype) if values is None else values
        part = _lifted(xp, result)
        if reduce is None:
            part[at] = value
        else:
            (xp.add if reduce == "add" else xp.multiply).at(part, at, value)
    return result


_OLD_REDUCE = (
    "The reduce argument of torch.scatter with Tensor src is deprecated and will be removed in a "
    "future PyTorch release. Use torch.scatter_reduce instead for more reduction options."
)


def _fitted(g: Value, shape: Any) -> Value:
    """Give a gradient the size of a source whose rest was not used."""
    if tuple(g.shape) == tuple(shape):
        return g
    whole = tuple(shape) or (1,)
    if 0 in g.shape:
        g = reshape(g, shape=(0,) * len(whole))
    placed = _put(g, shape=whole, index=tuple(slice(0, size) for size in g.shape))
    return placed if shape else reshape(placed, shape=())


@writes(
    vjp=(
        lambda g: g,
        None,
        lambda g, index, src_shape, dim: _fitted(gather(g, index, dim=dim), src_shape),
    ),
    order="x dim index src",
    example=("x.scatter_add(0, i, s) ** 2", *_WRITTEN),
)
@formula(src="gather(g, dim, index)")
def scatter_add(xp: Any, x: Array, index: Array, src: Array, /, dim: int) -> Array:
    """The tensor with values added at indices along a dimension."""
    at, values = _scatter_place(xp, x, index, src, dim, "scatter_add")
    result = xp.array(x, copy=True)
    if index.size:
        memory.add_into(xp, _lifted(xp, result), at, values)
    return result


@internal(constant=True, widens=False)
def _stays(xp: Any, places: Array, /) -> Array:
    """Where a value is the last one of its place, which are numbered from 1; 0 is none."""
    return choosing.lasts(places) & (places > 0)


# Reductions of what is written to one place


_COMBINE: dict[str, Any] = {
    "sum": (np.add, 0),
    "mean": (np.add, 0),
    "prod": (np.multiply, 1),
    "amax": (np.maximum, None),
    "amin": (np.minimum, None),
}


def _identity(dtype: np.dtype, reduce: str) -> Any:
    """Return what a reduction starts from where the element itself is left out."""
    start = _COMBINE[reduce][1]
    if start is not None:
        return start
    if dtype.kind == "f":
        return -np.inf if reduce == "amax" else np.inf
    if dtype.kind == "b":
        return reduce == "amin"
    info = np.iinfo(dtype)
    return info.min if reduce == "amax" else info.max


def _check_reducible(x: Array, reduce: str, name: str) -> None:
    if (x.dtype.kind, reduce) in (("c", "amax"), ("c", "amin"), ("b", "mean")):
        raise promote.unsupported(name.format(reduce), x.dtype)


def _reduced(xp: Any, x: Array, at: Any, values: Array, reduce: str, include_self: bool) -> Array:
    """Return a tensor with values combined into it at a NumPy index."""
    result = xp.array(x, copy=True)
    if not include_self:
        result[at] = _identity(x.dtype, reduce)
    _COMBINE[reduce][0].at(result, at, values)
    if reduce != "mean":
        return result
    count = xp.full(x.shape, int(include_self), dtype=np.int64)
    xp.add.at(count, at, 1)
    count = xp.maximum(count, 1)
    if x.dtype.kind in "fc":
        return result / count.astype(x.dtype)
    return xp.floor_divide(result, count).astype(x.dtype)


class _Places:
    """Where an operator writes, single elements or slices: functions that read and write there."""

    def __init__(self, index: Value, dim: int, whole: bool) -> None:
        pick, add, fill = (
            (index_select, index_add, index_fill) if whole else (gather, scatter_add, scatter)
        )
        self.name = "index_reduce" if whole else "scatter_reduce"
        combine = _index_reduce if whole else scatter_reduce
        self.pick: Callable[[Value], Value] = lambda g: pick(g, index, dim=dim)
        self.add: Callable[..., Value] = lambda x, values: add(x, index, values, dim=dim)
        self.clear: Callable[[Value], Value] = lambda x: fill(x, index, 0, dim=dim)
        self.combine: Callable[..., Value] = lambda x, values, **how: combine(
            x, index, values, dim=dim, **how
        )


def _with_ones(x: Value, mask: Value) -> Value:
    return masked_fill(x, mask, 1)


def _count(x: Value, src: Value, places: _Places, include_self: bool) -> Value:
    """Return how many elements a mean combines at each place."""
    start = ones_like(x) if include_self else zeros(x)
    count = places.add(start, ones_like(src))
    return _with_ones(count, count == 0)


def _share(x: Value, src: Value, y: Value, places: _Places) -> tuple[Value, Value, Value]:
    """Return which elements are the extreme one, of both operands, and how many at each place.

    Beside a NaN there is none, and no derivative.
    """
    own = where(x == y, ones_like(x), zeros(x))
    theirs = where(src == places.pick(y), ones_like(src), zeros(src))
    count = places.add(own, theirs)
    return own, theirs, count


def _self_gradient(
    g: Value, x: Value, src: Value, y: Value, places: _Places, reduce: str, include_self: bool
) -> Value:
    """Return the gradient of the tensor that values were combined into."""
    if reduce == "mean":
        g = g / _count(x, src, places, include_self)
    elif reduce == "prod":  # without the tensor's own element, also where that is 0
        filled = _with_ones(x, x == 0)
        found = places.combine(filled, src, reduce=reduce, include_self=include_self)
        g = g * (found / filled)
    elif reduce != "sum":
        own, _, count = _share(x, src, y, places)
        g = own * g / count
    return g if include_self else places.clear(g)


def _source_gradient(
    g: Value, x: Value, src: Value, y: Value, places: _Places, reduce: str, include_self: bool
) -> Value:
    """Return the gradient of the values that were combined."""
    if reduce == "sum":
        return places.pick(g)
    if reduce == "mean":
        return places.pick(g / _count(x, src, places, include_self))
    if reduce != "prod":
        _, theirs, count = _share(x, src, y, places)
        return theirs * places.pick(g / count)
    zero = src == 0
    ones_at_zeros = where(zero, ones_like(src), zeros(src))
    single = where(zero, places.pick(places.add(zeros(x), ones_at_zeros)), zeros(src)) == 1
    others = _with_ones(src, single)
    filled = places.combine(x, others, reduce=reduce, include_self=include_self)
    ordinary = places.pick(g * y) / _with_ones(src, zero)
    found = where(single, places.pick(g * filled), ordinary)
    several = arrays.of(zero) & ~arrays.of(single)
    return _once(found, name=places.name) if several.any() else found


def _refuse_twice(g: Array, name: str) -> Array:
    values = "src" if name == "scatter_reduce" else "source"
    raise refuse(
        f"{name}(): Double backward is unsupported for {values} when >1 zeros in {values} are "
        "scattered to the same position in self",
        code="no-derivative",
    )


@internal(vjp=_refuse_twice, linear=True, node="Error")
def _once(xp: Any, x: Array, /, name: str = "") -> Array:
    """The tensor, which PyTorch does not differentiate any further."""
    return x


@op(
    vjp=(
        lambda g, x, index, src, y, dim, reduce, include_self: _self_gradient(
            g, x, src, y, _Places(index, dim, False), reduce, include_self
        ),
        None,
        lambda g, x, index, src, y, dim, reduce, include_self: _fitted(
            _source_gradient(g, x, src, y, _Places(index, dim, False), reduce, include_self),
            src.shape,
        ),
    ),
    order="x dim index src reduce include_self",
    inplace=True,
    example=("x.scatter_reduce(0, i, s, 'sum')", *_COMBINED),
)
@formula(
    input="that of the sum, mean, product or extreme of each element and those sent to it",
    src="the same, gathered at index: for a sum gather(g, dim, index)",
)
def scatter_reduce(
    xp: Any,
    x: Array,
    index: Array,
    src: Array,
    /,
    dim: int,
    reduce: str,
    *,
    include_self: bool = True,
) -> Array:
    """The tensor with values combined into it at indices along a dimension."""
    if reduce not in _COMBINE:
        raise refuse(
            f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}",
            code="operands",
        )
    at, values = _scatter_place(xp, x, index, src, dim, "scatter_reduce")
    _check_reducible(x, reduce, "scatter_gather_tensor_cpu_reduce_{}")
    if not index.size:
        return xp.array(x, copy=True)
    found = _reduced(xp, _lifted(xp, x), at, values, reduce, include_self)
    return xp.reshape(found, x.shape)


# Whole slices at indices along a dimension


def _select_at(index: Array, axis: int) -> tuple[Any, ...]:
    return (slice(None),) * axis + (index if index.ndim else index.reshape(1),)


@linear(
    vjp=(lambda g, x_shape, index, dim: _added_slices(g, index, shape=x_shape, dim=dim), None),
    order="x dim index",
    example=("x.index_select(0, tensor([0, 0])) ** 2", "x=linspace(-1, 2, 6)"),
)
@formula(input="zeros_like(input).index_add(dim, index, g)")
def index_select(xp: Any, x: Array, index: Array, /, dim: int) -> Array:
    """The slices at a vector of indices along a dimension."""
    axis = arrays.axis(dim, x.ndim)
    if index.ndim > 1:
        raise index_error("index_select(): Index is supposed to be a vector")
    if index.dtype.name not in _INDEX_TYPES:
        raise dtype_error("index_select(): Expected dtype int32 or int64 for index")
    if x.ndim == 0 and index.size != 1:
        raise refuse(
            f"index_select(): Index to scalar can have only 1 value, got {index.size} value(s)"
        )
    if index.size and x.ndim > 1 and not x.shape[axis]:
        raise refuse("index_select(): self indexing axis dim should be positive")
    wrong = memory.in_memory(index)[memory.in_memory((index < 0) | (index >= _size(x, axis)))]
    if wrong.size and axis:
        where = f"id={wrong.flat[0]} axis_dim={x.shape[axis]}"
        raise refuse(f"INDICES element is out of DATA bounds, {where}", 2)
    if wrong.size:
        raise index_error("index out of range in self", 2)
    found = _lifted(xp, x)[_select_at(index, axis)]
    return xp.reshape(found, x.shape) if x.ndim == 0 else found


@linear_part(
    vjp=(lambda g, index, dim: index_select(g, index, dim=dim), None), node="IndexAddBackward0"
)
@formula(input="g.index_select(dim, index)")
def _added_slices(xp: Any, x: Array, index: Array, /, shape: Any = (), dim: int = 0) -> Array:
    """Zeros of a shape with slices added at indices along a dimension."""
    result = xp.zeros(shape, dtype=x.dtype)
    at = _select_at(index, arrays.axis(dim, len(shape)))
    memory.add_into(xp, _lifted(xp, result), at, _lifted(xp, x))
    return result


def _slices_place(
    xp: Any, x: Array, index: Array, source: Array, dim: int, name: str, told: bool
) -> Any:
    """Check what ``index_add`` and its relatives are given; return where they write, and what.

    ``told`` says whether PyTorch tells which index is out of range.
    """
    axis = arrays.axis(dim, x.ndim)
    own, theirs, kind = scalar_name(x), scalar_name(source), scalar_name(index)
    if index.dtype.name not in _INDEX_TYPES:
        raise dtype_error(f"{name}(): Expected dtype int32/int64 for index but got: {kind}", 2)
    if index.ndim > 1:
        raise index_error(
            f"{name}(): Index is supposed to be a vector, but got dim: {index.ndim} with type: "
            f"{kind} and size: {list(index.shape)}"
        )
    if own != theirs:
        raise dtype_error(
            f"{name}(): self ({own}) and source ({theirs}) must have the same scalar type"
        )
    if axis >= max(source.ndim, 1):
        raise shape_error(
            f"{name}(): Indexing dim {axis} is out of bounds of the source tensor with dim 0"
        )
    size = _size(source, axis)
    if index.size != size:
        arrays.own_axis(axis, source.ndim)
        raise shape_error(
            f"{name}(): Number of indices ({index.size}) should be equal to source.size(dim): "
            f"({size}), for dim: {axis}"
        )
    if not told and not xp.all((index >= 0) & (index < _size(x, axis))):
        raise index_error("index out of range in self", 2)
    refusal = RuntimeError if name == "index_add_" else IndexError
    check_range(refusal, index, _size(x, axis), axis)
    apart = _list_apart(x.shape, axis), _list_apart(source.shape, axis)
    if x.ndim != source.ndim or apart[0] != apart[1]:
        raise shape_error(
            "source tensor shape must match self tensor shape, excluding the specified dimension. "
            f"Got self.shape = {list(x.shape)} source.shape = {list(source.shape)}"
        )
    return _select_at(index, axis), _lifted(xp, source)


@writes(
    vjp=(
        lambda g: g,
        None,
        lambda g, index, source, dim, alpha: _like_source(g, index, source, dim) * alpha,
    ),
    order="x dim index source alpha",
    example=("x.index_add(0, i, s) ** 2", *_WRITTEN),
)
@formula(source="alpha * index_select(g, dim, index)")
def index_add(
    xp: Any, x: Array, index: Array, source: Array, /, dim: int, *, alpha: Number = 1
) -> Array:
    """The tensor with slices added at indices along a dimension."""
    at, values = _slices_place(xp, x, index, source, dim, "index_add_", x.ndim > 1)
    result = xp.array(x, copy=True)
    scaled = values if alpha == 1 else values * promote.fit(alpha, x.dtype)
    memory.add_into(xp, _lifted(xp, result), at, scaled)
    return result


def _like_source(g: Value, index: Value, source: Value, dim: int) -> Value:
    """Return the slices of a gradient that belong to a source, which may have no dimensions."""
    found, shape = index_select(g, index, dim=dim), tuple(source.shape)
    return found if tuple(found.shape) == shape else reshape(found, shape=shape)


@writes(
    vjp=(
        lambda g, index, dim: index_fill(g, index, 0, dim=dim),
        None,
        lambda g, index, source, dim: _like_source(g, index, source, dim),
    ),
    order="x dim index source",
    example=("x.index_copy(0, i, s) ** 2", *_WRITTEN),
)
@formula(input="index_fill(g, dim, index, 0)", source="index_select(g, dim, index)")
def index_copy(xp: Any, x: Array, index: Array, source: Array, /, dim: int) -> Array:
    """The tensor with slices written at indices along a dimension."""
    axis = arrays.axis(dim, x.ndim)
    _check_copied(x, index, source, axis)
    result = xp.array(x, copy=True)
    _lifted(xp, result)[_select_at(index, axis)] = _lifted(xp, source)
    return result


def _check_copied(x: Array, index: Array, source: Array, axis: int) -> None:
    own, theirs, kind = scalar_name(x), scalar_name(source), scalar_name(index)
    if index.ndim > 1:
        raise index_error(f"index_copy_(): Index should have dimension 1 or 0 (got {index.ndim})")
    if source.ndim == 0 and index.size != 1:
        raise shape_error(
            "index_copy_(): When source is scalar, index should have one element (got "
            f"{index.size})",
            kind=IndexError,
        )
    if x.ndim and source.ndim and x.ndim != source.ndim:
        raise shape_error(
            "index_copy_(): When source and destination are not scalars, their dimensionality must "
            f"match. Source dimensionality ({source.ndim}), destination dimensionality ({x.ndim})",
            kind=IndexError,
        )
    if kind != "Long":
        raise dtype_error(f"index_copy_(): Expected a long tensor for index, but got {kind}")
    if own != theirs:
        raise dtype_error(
            "index_copy_(): self and source expected to have the same dtype, but got (self) "
            f"{own} and (source) {theirs}"
        )
    rest, other = _list_apart(x.shape, axis), _list_apart(source.shape, axis)
    if rest != other:
        own, theirs = (" ".join(map(str, shape)) for shape in (rest, other))
        raise shape_error(
            "index_copy_(): Source/destination tensor must have same slice shapes. Destination "
            f"slice shape: {own} at dimension {axis} and source slice shape: {theirs} at "
            "dimension 0."
        )
    if index.size != _size(source, axis):
        raise shape_error(
            f"index_copy_(): Number of indices ({index.size}) should be equal to source.size(dim) "
            f"({_size(source, axis)})",
            kind=IndexError,
        )
    check_range(IndexError, index, _size(x, axis), axis, prefix="index_copy_(): ")


@writes(
    vjp=(
        lambda g, index, dim: index_fill(g, index, 0, dim=dim),
        None,
        lambda g, index, dim: OPS["sum"](where(_places_of(g, index, dim), g, zeros(g))),
    ),
    order="x dim index value",
    widens=False,
    node=("IndexFillBackward0", "IndexFillBackward1"),
    example=("x.index_fill(0, i, 1)", "x=linspace(-1, 2, 5)", "i=tensor([-1])"),
)
@formula(input="index_fill(g, dim, index, 0)", value="sum(index_select(g, dim, index))")
def index_fill(xp: Any, x: Array, index: Array, value: Array | Number, /, dim: int) -> Array:
    """The tensor with one value at every index along a dimension."""
    axis = arrays.axis(dim, x.ndim)
    if index.dtype != np.int64:
        raise dtype_error("index_fill_(): Expected dtype int64 for index.", kind=IndexError)
    check_value(value, "index_fill_")
    if index.ndim > 1:
        raise invalid("Index has to be a vector/scalar")
    if isinstance(value, complex) and x.dtype.kind != "c":
        raise dtype_error(
            "index_fill_(): Converting complex Scalar to non-complex type is not supported"
        )
    size = _size(x, axis)
    result = xp.array(x, copy=True)
    if 0 in x.shape[:axis] + x.shape[axis + 1 :]:
        return result
    check_range(IndexError, index, size, axis, low=-size)
    _lifted(xp, result)[_select_at(index, axis)] = promote.fit(value, x.dtype)
    return result


def _places_of(g: Value, index: Value, dim: int) -> Value:
    """Return where slices at indices along a dimension are."""
    array, rows = arrays.of(g), arrays.of(index)
    xp = arrays.namespace_of([array, rows])
    mask: Any = xp.zeros(array.shape, dtype=bool)
    _lifted(xp, mask)[_select_at(rows, arrays.axis(dim, array.ndim))] = True
    return arrays.like(g, mask)


def check_value(value: Any, name: str) -> None:
    """Raise PyTorch's error for a value that has dimensions."""
    if isinstance(value, np.ndarray) and value.ndim:
        raise shape_error(
            f"{name} only supports a 0-dimensional value tensor, but got tensor with {value.ndim} "
            "dimension(s)."
        )


def _check_reduced(x: Array, reduce: str, include_self: bool) -> None:
    """Refuse element types that one of the kernels behind ``index_reduce`` does not take."""
    if x.dtype.kind not in "bc":
        return
    if not include_self:
        raise promote.unsupported("index_reduce_func_exclude_input_init", x.dtype)
    if x.ndim < 2:
        raise promote.unsupported("index_func_", x.dtype)
    if x.dtype.kind == "b" and reduce == "mean":
        raise promote.unsupported("div_floor_cpu", x.dtype)
    if x.dtype.kind == "c" and reduce in ("amax", "amin"):
        raise promote.unsupported(f"{reduce[1:]}imum_cpu", x.dtype)


@op(composite=True, order="x dim index source reduce include_self", inplace=True)
@example("x.index_reduce(0, i, s, 'prod')", *_COMBINED)
def index_reduce(
    x: Tensor, index: Tensor, source: Tensor, /, dim: int, reduce: str, *, include_self: bool = True
) -> Tensor:
    """The tensor with slices combined into it at indices along a dimension."""
    if reduce == "sum" or reduce not in _COMBINE:
        raise refuse(
            "index_reduce(): Expected reduce to be one of prod, mean, amax or amin but got "
            f"{reduce}.",
            code="operands",
        )
    warn(_BETA, code="beta", once=True)
    return _index_reduce(x, index, source, dim=dim, reduce=reduce, include_self=include_self)


@internal(
    vjp=(
        lambda g, x, index, source, y, dim, reduce, include_self: _self_gradient(
            g, x, source, y, _Places(index, dim, True), reduce, include_self
        ),
        None,
        lambda g, x, index, source, y, dim, reduce, include_self: _source_gradient(
            g, x, source, y, _Places(index, dim, True), reduce, include_self
        ),
    ),
    node="IndexReduceBackward0",
)
@formula(
    input="that of the sum, mean, product or extreme of each element and those sent to it",
    source="the same, gathered at index",
)
def _index_reduce(
    xp: Any,
    x: Array,
    index: Array,
    source: Array,
    /,
    dim: int,
    reduce: str,
    include_self: bool = True,
) -> Array:
    """The tensor with slices combined into it at indices along a dimension."""
    at, values = _slices_place(xp, x, index, source, dim, "index_reduce_", not include_self)
    _check_reduced(x, reduce, include_self)
    _check_reducible(x, reduce, "index_reduce_{}_cpu")
    found = _reduced(xp, _lifted(xp, x), at, values, reduce, include_self)
    return xp.reshape(found, x.shape)


_BETA = "index_reduce() is in beta and the API may change at any time."
