"""Reductions of segments: runs of slices, given by their lengths or by where they begin."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gradcli.numerics import arrays
from gradcli.operators.by_name import cat, index_select, prod, reshape, scatter_reduce, slice_
from gradcli.operators.declare import Array, OptTensor, Real, Value, ValueT, example, formula, op
from gradcli.operators.refusals import refuse

_STARTS = {"sum": 0.0, "mean": 0.0, "prod": 1.0, "max": -math.inf, "min": math.inf}
_EXTREMES = {"max": np.maximum, "min": np.minimum}
_SYNONYMS = {"amax": "max", "amin": "min"}


def _lengths(given: Any, offsets: Any) -> np.ndarray:
    """Return the lengths of segments, which may be given by where they begin and end."""
    if given is not None:
        lengths: np.ndarray = arrays.of(given)
        return lengths
    if offsets is None:
        raise refuse("segment_reduce(): Either lengths or offsets must be defined.")
    return np.diff(arrays.of(offsets))


def _check(x: Value, lengths: np.ndarray, axis: int, unsafe: bool) -> None:
    if axis != lengths.ndim - 1 or tuple(x.shape[:axis]) != lengths.shape[:-1]:
        raise refuse("segment_reduce(): the axis must be the last one of lengths")
    if not unsafe and ((lengths < 0).any() or (lengths.sum(-1) != x.shape[axis]).any()):
        raise refuse(
            "segment_reduce(): Expected all rows of lengths along axis to sum to "
            "data.size(lengths.dim()-1) when !unsafe."
        )


def _chosen(x: Any, y: Any, numbers: np.ndarray) -> np.ndarray:
    """Return the part that each element has in the extreme of its segment; NaN is one."""
    values, results = arrays.of(x), arrays.of(y)
    chosen = (values == results[numbers]) | (values != values)
    count = np.zeros(results.shape, np.intp)
    np.add.at(count, numbers, chosen)
    parts: np.ndarray = (chosen / np.maximum(count, 1)[numbers]).astype(values.dtype)
    return parts


@op(
    vjp=lambda g, x, y, numbers: (
        index_select(g, arrays.like(g, numbers), dim=0) * arrays.like(g, _chosen(x, y, numbers))
    ),
    where=[],
    node="SegmentReduceBackward0",
)
@formula(input="g where the element is an extreme of its segment, shared by all that are")
def _extreme(xp: Any, x: Array, /, numbers: Any, begun: Any, kind: str = "max") -> Array:
    """The greatest or least slice of each segment, and of what it begins with."""
    found = begun.astype(x.dtype)
    _EXTREMES[kind].at(found, numbers, x)
    return found


def _products(flat: ValueT, lengths: np.ndarray) -> ValueT:
    """Return the product of each segment; those of a length are one product along a dimension.

    So the gradient of an element is the product of the others, whatever it is itself.
    """
    starts, rest = np.cumsum(lengths) - lengths, tuple(flat.shape[1:])
    parts, order = [], []
    for length in np.unique(lengths).tolist():
        segments = np.flatnonzero(lengths == length)
        places = (starts[segments][:, None] + np.arange(length)).reshape(-1)
        rows = index_select(flat, arrays.like(flat, places), dim=0)
        parts.append(prod(reshape(rows, shape=(segments.size, length, *rest)), dim=1))
        order.append(segments)
    if not parts:
        return flat
    back = np.argsort(np.concatenate(order))
    return index_select(cat(parts, dim=0), arrays.like(flat, back), dim=0)


@op(fused=True, where=["torch"], order="data reduce")
@example("torch.segment_reduce(x, 'max', lengths=tensor([2, 4]))", "x=ones(6)")
@formula(data="that of the sum, mean, product or extreme of each segment")
def segment_reduce(
    data: Value,
    /,
    reduce: str,
    *,
    lengths: Value | None = None,
    indices: OptTensor = None,
    offsets: Value | None = None,
    axis: int = 0,
    unsafe: bool = False,
    initial: Real | None = None,
) -> Value:
    """The sum, mean, product or extreme of each segment along an axis."""
    kind = _SYNONYMS.get(reduce, reduce)
    if kind not in _STARTS:
        raise refuse(f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}")
    sizes = _lengths(lengths, offsets)
    axis = arrays.axis(axis, len(data.shape))
    _check(data, sizes, axis, unsafe)
    rows, rest = math.prod(data.shape[:axis]), tuple(data.shape[axis + 1 :])
    count = sizes.shape[-1]
    numbers = np.repeat(np.arange(rows * count), sizes.reshape(-1))
    if unsafe and not axis:
        data = slice_(data, dim=0, start=0, end=numbers.size)
    flat = reshape(data, shape=(numbers.size, *rest))
    start = _STARTS[kind] if initial is None else initial
    begun = np.full((rows * count, *rest), start, arrays.of(data).dtype)
    places = np.broadcast_to(numbers.reshape(-1, *[1] * len(rest)), (numbers.size, *rest))
    if kind in ("max", "min"):
        found = _extreme(flat, numbers=numbers, begun=begun, kind=kind)
        return reshape(found, shape=(*data.shape[:axis], count, *rest))
    if kind == "prod":
        found = _products(flat, sizes.reshape(-1)) * arrays.like(data, begun)
    else:
        begun, places = arrays.like(data, begun), arrays.like(data, places)
        found = scatter_reduce(begun, places, flat, dim=0, reduce="sum", include_self=True)
    found = reshape(found, shape=(*data.shape[:axis], count, *rest))
    if kind == "mean":
        shown = sizes.reshape(*sizes.shape, *[1] * len(rest))
        kept = shown if initial is None else np.maximum(shown, 1)
        return found / arrays.like(data, kept.astype(arrays.of(data).dtype))
    return found
