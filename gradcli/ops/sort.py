"""Elements in order: sorted, the largest few, the middle one, the different ones."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from gradcli.core import promote
from gradcli.core.tensor import array_of
from gradcli.numerics import arrays
from gradcli.numerics import sorting as selection
from gradcli.numerics.dtypes import dtype_of
from gradcli.operators.by_name import _put_along
from gradcli.operators.converters import Array, Number, OptTensor, Value
from gradcli.operators.declare import Op, Tensor, example, formula, op
from gradcli.operators.derivatives import not_implemented
from gradcli.operators.families import internal
from gradcli.operators.named import named
from gradcli.operators.refusals import dtype_error, refuse, type_error
from gradcli.operators.return_types import ReturnType
from gradcli.ops.extremes import at_indices, check_ordered, reduced_axis, shared_evenly
from gradcli.ops.picking import picked, picked_first

picks = partial(op, fields=["values", "indices"])
lookup = partial(op, constant=True, where=["torch"])


def _chosen(xp: Any, x: Array, axis: int, descending: bool, choose: Any) -> Array:
    """Return the indices that a function chooses for each line of ranks along an axis."""
    ranks = xp.unique(x, return_inverse=True)[1].reshape(x.shape)
    lines = xp.moveaxis(-ranks if descending else ranks, axis, -1)
    found = [choose(line) for line in lines.reshape(-1, x.shape[axis]).tolist()]
    return xp.moveaxis(xp.asarray(found).reshape(*lines.shape[:-1], -1), -1, axis)


def _has_ties(xp: Any, x: Array, order: Array, axis: int) -> bool:
    """Tell whether any line holds equals, among few enough elements to look for PyTorch's order."""
    if x.size > selection.LIMIT:
        return False
    values = xp.moveaxis(arrays.take_along(xp, x, order, axis), axis, -1)
    left, right = values[..., :-1], values[..., 1:]
    return bool(((left == right) | ((left != left) & (right != right))).any())


def _check_sortable(x: Array, name: str) -> None:
    if x.dtype.kind == "c":
        raise dtype_error(f" {name} does not support complex dtypes on CPU")


def _sorted(
    xp: Any, x: Array, dim: int, descending: bool, stable: bool = False
) -> tuple[Array, Array]:
    axis = arrays.axis(dim, x.ndim)
    if x.ndim == 0:
        return x.copy(), xp.zeros((), dtype=np.int64)
    _check_sortable(x, "Sort")
    indices = selection.stable_order(xp, x, axis, descending)
    unstable = not stable and x.shape[axis] > selection.SMALL
    if unstable and _has_ties(xp, x, indices, axis):
        indices = _chosen(xp, x, axis, descending, selection.sorting)
    found = arrays.take_along(xp, x, indices, axis), indices
    return arrays.in_order(found[0], [x]), arrays.in_order(found[1], [x])


def _unsorted(g: Value, x_shape: tuple[int, ...], indices: Value, dim: int) -> Value:
    return _put_along(g, indices=indices, shape=x_shape, dim=dim) if x_shape else g


@picks(
    vjp=lambda g, x_shape, y1, dim: _unsorted(g[0], x_shape, y1, dim),
    node=lambda stable=None, **_: f"SortBackward{int(stable is not None)}",
    example=("x.sort().values", "x=tensor([3.0, 1.0, 2.0])"),
)
@formula(input="zeros_like(input).scatter(dim, y1, g[0])")
def sort(
    xp: Any, x: Array, /, dim: int = -1, descending: bool = False, *, stable: bool | None = None
) -> tuple[Array, Array]:
    """The elements in order along a dimension, and where they were."""
    return _sorted(xp, x, dim, descending, bool(stable))


@op(constant=True, example=("x.argsort()", "x=tensor([3, 1, 2])"))
def argsort(
    xp: Any, x: Array, /, dim: int = -1, descending: bool = False, *, stable: bool | None = None
) -> Array:
    """The indices that put the elements in order along a dimension."""
    return _sorted(xp, x, dim, descending, bool(stable))[1]


@op(composite=True, example=("msort(x)", "x=tensor([[3.0, 1.0, 3.0, 2.0], [0.0, -0.0, 5.0, 0.0]])"))
def msort(input: Tensor, /) -> Tensor:
    """The elements in order along the first dimension."""
    return sort(input, dim=0)[0]


@picks(vjp=lambda g, x_shape, y1, dim: _unsorted(g[0], x_shape, y1, dim))
@example("x.topk(2).values", "x=tensor([4.0, 1.0, 3.0, 2.0])")
@formula(input="zeros_like(input).scatter(dim, y1, g[0])")
def topk(
    xp: Any, x: Array, /, k: int, dim: int = -1, largest: bool = True, sorted: bool = True
) -> tuple[Array, Array]:
    """The k largest (or smallest) elements along a dimension, and where they are."""
    axis = arrays.axis(dim, x.ndim)
    if not 0 <= k <= (x.shape[axis] if x.ndim else 1):
        raise refuse("selected index k out of range")
    if x.dtype.kind == "b":
        raise refuse("topk does not support bool dtypes on CPU")
    _check_sortable(x, "topk")
    if x.ndim == 0:
        return _sorted(xp, x, dim, largest)
    indices, order = selection.leading(xp, x, axis, k, largest)
    if k and 0 < x.size <= selection.LIMIT and (not sorted or _has_ties(xp, x, order, axis)):
        indices = _chosen(
            xp, x, axis, largest, lambda ranks: selection.smallest(ranks, k, in_order=sorted)
        )
    return arrays.take_along(xp, x, indices, axis), indices


# One element in the order


def _at_rank(
    xp: Any, x: Array, axis: int, order: Array, rank: Any, keepdim: bool
) -> tuple[Array, Array]:
    """Return the elements at a place in the order along an axis, and where they are."""
    shape = [1 if d == axis else size for d, size in enumerate(x.shape)]
    places = xp.broadcast_to(xp.asarray(rank), shape)
    indices = arrays.take_along(xp, order, places, axis)
    return at_indices(xp, x, indices, axis, keepdim)


@picks(vjp=lambda g, x_shape, y1, dim: picked(g[0], x_shape, y1, dim))
@example("x.kthvalue(2).values", "x=tensor([4.0, 1.0, 3.0, 2.0])")
@formula(
    input="zeros_like(input).scatter(dim, y1, g[0])  # g and y with the dimensions that "
    "were reduced, as by keepdim=True"
)
def kthvalue(
    xp: Any, x: Array, /, k: int, dim: int = -1, keepdim: bool = False
) -> tuple[Array, Array]:
    """The k-th smallest elements along a dimension, and where they are."""
    axis = reduced_axis(x, dim, "kthvalue()")
    if not 1 <= k <= (x.shape[axis] if x.ndim else 1):
        raise refuse(f"kthvalue(): selected number k out of range for dimension {axis}")
    check_ordered(x, "kthvalue_cpu", "bc")
    if x.ndim == 0:
        return x.copy(), xp.zeros((), dtype=np.int64)
    order = selection.stable_order(xp, x, axis)
    if _has_ties(xp, x, order, axis):
        indices = _chosen(xp, x, axis, False, lambda ranks: [selection.kth(ranks, k - 1)])
        return at_indices(xp, x, indices, axis, keepdim)
    return _at_rank(xp, x, axis, order, k - 1, keepdim)


@picks(vjp=lambda g, x_shape, y1, dim: picked(g[0], x_shape, y1, dim))
@example("x.mode(0).values", "x=tensor([4.0, 1.0, 3.0, 2.0])")
@formula(
    input="zeros_like(input).scatter(dim, y1, g[0])  # g and y with the dimensions that "
    "were reduced, as by keepdim=True"
)
def mode(xp: Any, x: Array, /, dim: int = -1, keepdim: bool = False) -> tuple[Array, Array]:
    """The most frequent elements along a dimension, the smallest of several, and the last place."""
    axis = reduced_axis(x, dim, "mode()")
    check_ordered(x, "mode_cpu")
    if x.ndim == 0:
        return x.copy(), xp.zeros((), dtype=np.int64)
    order = xp.moveaxis(_sorted(xp, x, dim, descending=False)[1], axis, -1)
    lines = xp.moveaxis(x, axis, -1)
    if x.shape[axis] <= selection.SMALL and (x != x).any():
        found = map(selection.inserted, lines.reshape(-1, x.shape[axis]).tolist())
        order = xp.asarray(list(found)).reshape(lines.shape)
    values = arrays.take_along(xp, lines, order, -1)
    counts = _run_lengths(xp, values)
    last = xp.argmax(counts, axis=-1, keepdims=True)
    indices = xp.moveaxis(arrays.take_along(xp, order, last, -1), -1, axis)
    return at_indices(xp, x, indices, axis, keepdim)


def _run_lengths(xp: Any, values: Array) -> Array:
    """Return how often each element of sorted rows has occurred so far."""
    places = xp.arange(values.shape[-1], dtype=np.int64)
    news = xp.ones(values.shape, dtype=bool)
    news = xp.concat((news[..., :1], values[..., 1:] != values[..., :-1]), axis=-1)
    return places - xp.maximum.accumulate(xp.where(news, places, 0), axis=-1) + 1


def _middle(xp: Any, x: Array, ignore_nan: bool) -> Array:
    """Return the place of the lower middle in the order of each row; of a NaN, where it counts."""
    size = x.shape[-1]
    holes = xp.sum(x != x, axis=-1, keepdims=True)
    if ignore_nan:
        return xp.where(holes < size, (size - holes - 1) // 2, 0)
    return xp.where(holes > 0, size - holes, (size - 1) // 2)


def _medians(name: str, which: str, example: tuple[str, ...], ignore_nan: bool, end: str) -> Op:
    """Declare a median: of all elements, along a dimension, and the one that users call."""
    middle, label = f"The lower of the middle elements{which}", f"{name.title()}Backward"

    @internal(vjp=shared_evenly, node=f"{label}0")
    @named(f"_{name}_of_all", f"{middle}; ties share the gradient.")
    @formula(input="g * (input == y) / sum(input == y)")
    def of_all(xp: Any, x: Array, /) -> Array:
        check_ordered(x, "median_cpu", "bc")
        if x.size == 0:
            return xp.full((), np.nan).astype(x.dtype)
        flat = xp.reshape(x, (-1,))
        order = selection.stable_order(xp, flat, 0)
        return _at_rank(xp, flat, 0, order, _middle(xp, flat, ignore_nan), False)[0]

    @internal(vjp=picked_first, node=f"{label}1")
    @named(f"_{name}_along", f"{middle} along a dimension, and where it is.")
    def along(xp: Any, x: Array, /, dim: int = 0, keepdim: bool = False) -> Any:
        axis = reduced_axis(x, dim, "median()")
        check_ordered(x, "median_out", "bc")
        if x.ndim == 0:
            return x.copy(), xp.zeros((), dtype=np.int64)
        rank = xp.moveaxis(_middle(xp, xp.moveaxis(x, axis, -1), ignore_nan), -1, axis)
        order = selection.stable_order(xp, x, axis)
        return _at_rank(xp, x, axis, order, rank, keepdim)

    @op(composite=True, example=example)
    @named(name, f"{middle}, of all; along a dimension, {end}.")
    def median(input: Tensor, /, dim: int | None = None, keepdim: bool = False) -> Any:
        if dim is not None:
            return ReturnType(name, ("values", "indices"), along(input, dim=dim, keepdim=keepdim))
        if keepdim:
            message = f'{name}() missing 1 required positional arguments: "dim"'
            raise type_error(message)
        return of_all(input)

    return median


median = _medians(
    "median", "", ("x.median()", "x=tensor([1.0, 2.0, 3.0, 4.0])"), False, "and where it is"
)
_MISSING = ("x.nanmedian()", "x=tensor([1.0, nan, 2.0])")
nanmedian = _medians("nanmedian", " that are not NaN", _MISSING, True, "and where")


# Different elements


def _no_slices(xp: Any, x: Array, axis: int) -> tuple[Array, Array, Array]:
    if x.shape[axis]:
        problem = "There are 0 sized dimensions, and they aren't selected"
        raise refuse(f"{problem}, so unique cannot be applied")
    if x.shape.count(0) > 1:
        problem = "Number of zero sized dimensions is more than one"
        raise refuse(f"{problem}, so unique cannot be applied ")
    nothing = xp.zeros(0, dtype=np.int64)
    return x, nothing, nothing


def _runs(xp: Any, rows: Array) -> tuple[Array, Array, Array]:
    """Return the number of the run of equals for each row, where runs begin, and their lengths."""
    news = xp.ones(len(rows), dtype=bool)
    differs = rows[1:] != rows[:-1]
    news[1:] = differs if differs.ndim == 1 else differs.any(axis=1)
    firsts = xp.flatnonzero(news)
    counts = xp.diff(xp.concat((firsts, xp.asarray([len(rows)]))))
    return xp.cumsum(news) - 1, firsts, counts


@internal(vjp=not_implemented("_unique2"), node="Unique2Backward0")
def _unique_elements(xp: Any, x: Array, /) -> tuple[Array, Array, Array]:
    """The different elements in order, where each went, and their counts."""
    check_ordered(x, "unique")
    values, inverse, counts = xp.unique(x, return_inverse=True, return_counts=True, equal_nan=False)
    return values, inverse.reshape(x.shape), counts


def _laid_out(xp: Any, x: Array, rows: Array, axis: int) -> Array:
    """Return slices along an axis, one after the other in memory as PyTorch finds them."""
    return xp.moveaxis(xp.moveaxis(x, axis, 0)[rows].copy(), 0, axis)


def _comes_first(a: list[Any], b: list[Any]) -> bool:
    """Compare slices by their first elements of which one is the smaller."""
    return next((p < q for p, q in zip(a, b, strict=True) if p < q or p > q), False)


@internal(vjp=not_implemented("unique_dim"), node="UniqueDimBackward0")
def _unique_slices(xp: Any, x: Array, /, dim: int = 0) -> tuple[Array, Array, Array]:
    """The different slices along a dimension in order, where each went, and their counts."""
    axis = arrays.own_axis(dim, x.ndim)
    check_ordered(x, "unique_dim")
    if not x.size:
        return _no_slices(xp, x, axis)
    rows = xp.reshape(xp.moveaxis(x, axis, 0), (x.shape[axis], -1))
    order = xp.lexsort(rows.T[::-1])
    if len(rows) <= selection.SMALL and (rows != rows).any():
        order = xp.asarray(selection.inserted(rows.tolist(), _comes_first))
    labels, firsts, counts = _runs(xp, rows[order])
    inverse = xp.empty(len(order), dtype=np.int64)
    inverse[order] = labels
    return _laid_out(xp, x, order[firsts], axis), inverse, counts


@internal(vjp=not_implemented("unique_consecutive"), node="UniqueConsecutiveBackward0")
def _unique_runs(xp: Any, x: Array, /, dim: int | None = None) -> tuple[Array, Array, Array]:
    """The first of each run of equal elements or slices, the run of each, and their lengths."""
    axis = 0 if dim is None else arrays.own_axis(dim, x.ndim)
    check_ordered(x, "unique" if dim is None else "unique_dim")
    if dim is not None and x.size == 0:
        return _no_slices(xp, x, axis)
    rows = xp.moveaxis(x, axis, 0).reshape(x.shape[axis], -1) if dim is not None else x.reshape(-1)
    labels, firsts, counts = _runs(xp, rows)
    if dim is None:
        return rows[firsts], labels.reshape(x.shape), counts
    return _laid_out(xp, x, firsts, axis), labels, counts


def _asked(found: Any, return_inverse: bool, return_counts: bool) -> Any:
    wanted = (True, return_inverse, return_counts)
    parts = tuple(part for part, want in zip(found, wanted, strict=True) if want)
    return parts if len(parts) > 1 else parts[0]


@op(composite=True, example=("unique(x)", "x=tensor([3, 1, 1, 2, 3, 3])"))
def unique(
    input: Tensor,
    /,
    sorted: bool = True,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """The different elements, or slices along a dimension, in order."""
    found = _unique_elements(input) if dim is None else _unique_slices(input, dim=dim)
    return _asked(found, return_inverse, return_counts)


@op(composite=True, example=("unique_consecutive(x)", "x=tensor([3, 1, 1, 2, 3, 3])"))
def unique_consecutive(
    input: Tensor,
    /,
    return_inverse: bool = False,
    return_counts: bool = False,
    dim: int | None = None,
) -> Any:
    """The first of each run of equal elements, or of equal slices along a dimension."""
    return _asked(_unique_runs(input, dim=dim), return_inverse, return_counts)


# Places among others


def _place(xp: Any, edges: Array, values: Array | Number, right: bool, out_int32: bool) -> Array:
    """Return where values go in sorted edges: before equals, or after them."""
    if edges.dtype == np.bool_ and np.result_type(values) == np.bool_:
        raise promote.unsupported("searchsorted_out_cpu", edges.dtype)
    side: Any = "right" if right else "left"
    kind = np.int32 if out_int32 else np.int64
    if edges.ndim == 1 or xp.size(values) == 0:
        edges = xp.reshape(edges, (-1,))
        places = arrays.as_array(xp.searchsorted(edges, values, side))
        return _behind_all(values, places, edges.size).astype(kind)
    shape = xp.shape(values)
    rows = xp.reshape(values, (-1, shape[-1]))
    found = [
        xp.searchsorted(row, value, side)
        for row, value in zip(xp.reshape(edges, (-1, edges.shape[-1])), rows, strict=True)
    ]
    together = xp.reshape(xp.stack(found), shape)
    return _behind_all(values, together, edges.shape[-1]).astype(kind)


def _behind_all(values: Array | Number, places: Array, count: int) -> Array:
    """Put NaN behind all edges, those that are NaN as well."""
    return np.where(np.not_equal(values, values), count, places)


def _check_sequence(edges: Array, values: Any, side: str | None, right: bool) -> None:
    problem = None
    if side not in (None, "left", "right"):
        problem = f"side can only be 'left' or 'right' but got {side}"
    elif side == "left" and right:
        problem = "side and right can't be set to opposites, got side of left while right was True"
    elif edges.ndim != 1 and np.ndim(values) == 0:
        problem = (
            "input value can be a scalar only when boundaries tensor dimension is 1, but we got "
            f"boundaries tensor dim({edges.ndim}) and input value's dim(0) numel(1)"
        )
    elif edges.ndim == 0:
        problem = "boundaries tensor should have positive dimension, but got 0 dimension"
    elif edges.ndim > 1 and np.shape(values)[:-1] != edges.shape[:-1]:
        problem = (
            "boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries "
            f"tensor and input value tensor must match, but we got boundaries tensor "
            f"{list(edges.shape)} and input value tensor {list(np.shape(values))}"
        )
    if problem:
        raise refuse(f"torch.searchsorted(): {problem}", 0, 1)


def _checked_sorter(order: Array, edges: Array) -> Array:
    problem = None
    if order.shape != edges.shape:
        problem = (
            "boundary and sorter must have the same size, but got boundary tensor "
            f"{list(edges.shape)}and got sorter tensor {list(order.shape)}"
        )
    elif order.dtype != np.int64:
        kind = dtype_of(order.dtype).scalar_name
        problem = f"sorter must be a tensor of long dtype but got dtype {kind}"
    elif order.size and not 0 <= order.min() <= order.max() < edges.shape[-1]:
        problem = "sorter index out of range"
    if problem:
        raise refuse(f"torch.searchsorted(): {problem}")
    return order


@lookup(example=("searchsorted(s, 3, side='right')", "s=tensor([1, 3, 3, 5])"))
def searchsorted(
    xp: Any,
    sorted_sequence: Array,
    input: Array | Number,
    /,
    *,
    out_int32: bool = False,
    right: bool = False,
    side: str | None = None,
    sorter: OptTensor = None,
) -> Array:
    """Where values would go in sorted sequences, before elements that equal them, or after."""
    _check_sequence(sorted_sequence, input, side, right)
    edges = sorted_sequence
    if sorter is not None:
        order = _checked_sorter(array_of(sorter), edges)
        edges = arrays.take_along(xp, edges, order, edges.ndim - 1)
    return _place(xp, edges, input, right or side == "right", out_int32)


@lookup(example=("bucketize(2, b, out_int32=True)", "b=tensor([1, 3, 5])"))
def bucketize(
    xp: Any,
    input: Array | Number,
    boundaries: Array,
    /,
    *,
    out_int32: bool = False,
    right: bool = False,
) -> Array:
    """The numbers of the buckets between sorted boundaries that values fall into."""
    if boundaries.ndim != 1:
        raise refuse(f"boundaries tensor must be 1 dimension, but got dim({boundaries.ndim})", 1)
    return _place(xp, boundaries, input, right, out_int32)


def _promote_members(found: list[Any]) -> list[Any]:
    """Promote for membership, which PyTorch knows for real numbers only."""
    for kind in [np.dtype(getattr(x, "dtype", type(x))) for x in found]:
        if kind.kind in "bc":
            name = dtype_of(kind).scalar_name
            raise dtype_error(f"Unsupported input type encountered for isin(): {name}")
    return promote.common(found)


@lookup(promotes=_promote_members, example=("isin(x, 2)", "x=tensor([[1, 2], [3, 4]])"))
def isin(
    xp: Any,
    elements: Array | Number,
    test_elements: Array | Number,
    /,
    *,
    assume_unique: bool = False,
    invert: bool = False,
) -> Array:
    """Whether each element is among others."""
    if not isinstance(elements, np.ndarray) and not isinstance(test_elements, np.ndarray):
        raise type_error(
            "isin() received an invalid combination of arguments - got two numbers, but expected a "
            "Tensor among them"
        )
    return arrays.as_array(xp.isin(elements, test_elements, invert=invert))
