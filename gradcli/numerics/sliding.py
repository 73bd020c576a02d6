"""Windows that slide over the last axes of an array: where they lie, gathered, and put back.

This module knows arrays. It knows no tensors, no operators and no gradients.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, TypeVar

import numpy as np

from gradcli.numerics.memory import strided_view

Sizes = Sequence[int]
MOST_IN_TURN = 16  # places of a window, up to which a step for each is faster
IN_TURN = 8  # fewer numbers than this NumPy adds in their order, wherever they lie


Found = TypeVar("Found")
_FEW = 1 << 14


def remembered(function: Callable[..., Found]) -> Callable[..., Found]:
    """Let a function of sizes and options remember what it found where the sizes are small."""
    known = lru_cache(maxsize=64)(function)

    def find(sizes: tuple[int, ...], *options: Any) -> Found:
        return (known if math.prod(sizes) <= _FEW else function)(sizes, *options)

    return find


def extent(kernel: int, dilation: int) -> int:
    """Return how many places a window spans."""
    return dilation * (kernel - 1) + 1


def count(size: int, kernel: int, stride: int, padding: int, dilation: int) -> int:
    """Return how many windows fit along an axis."""
    return (size + 2 * padding - extent(kernel, dilation)) // stride + 1


def pad(xp: Any, x: Any, pads: Sequence[tuple[int, int]], value: Any = 0) -> Any:
    """Surround the last axes by a value; a negative width cuts off instead."""
    first = x.ndim - len(pads)
    inner = tuple(
        slice(max(-before, 0), size - max(-after, 0))
        for (before, after), size in zip(pads, x.shape[first:], strict=True)
    )
    x = x[(..., *inner)]
    widths = [(max(before, 0), max(after, 0)) for before, after in pads]
    if not any(map(any, widths)):
        return x
    shape = [
        before + size + after for (before, after), size in zip(widths, x.shape[first:], strict=True)
    ]
    result = xp.full((*x.shape[:first], *shape), value, dtype=x.dtype)
    place = tuple(
        slice(before, before + size)
        for (before, _), size in zip(widths, x.shape[first:], strict=True)
    )
    result[(..., *place)] = x
    return result


def unfold(
    xp: Any, x: Any, kernel: Sizes, stride: Sizes, padding: Sizes, dilation: Sizes, out: Sizes
) -> Any:
    """Return the windows over the last axes: first the places in a window, then the windows.

    The axes of the result are those in front, then as many for the places and for the windows.
    """
    n = len(kernel)
    x = pad(xp, x, [(width, width) for width in padding])
    front, steps = x.shape[:-n], x.strides[-n:]
    inner = tuple(step * d for step, d in zip(steps, dilation, strict=True))
    outer = tuple(step * s for step, s in zip(steps, stride, strict=True))
    return strided_view(x, (*front, *kernel, *out), (*x.strides[:-n], *inner, *outer))


def windows(array: Any, along: int, size: int, step: int) -> Any:
    """Return windows along an axis, a step apart, their elements as the last axis; a view."""
    whole = array if array.ndim else array.reshape(1)
    count = (whole.shape[along] - size) // step + 1
    shape, strides = list(whole.shape), list(whole.strides)
    apart = strides[along]
    shape[along], strides[along] = count, apart * step
    view = strided_view(whole, (*shape, size), (*strides, apart))
    return view if array.ndim else view[0]


def fold(xp: Any, windows: Any, size: Sizes, stride: Sizes, padding: Sizes, dilation: Sizes) -> Any:
    """Add windows, as ``unfold`` lays them out, into an array whose last axes have a size."""
    n = len(size)
    front = windows.ndim - 2 * n
    kernel, out = windows.shape[front : front + n], windows.shape[front + n :]
    widths = [
        max(length + 2 * p, (number - 1) * s + extent(k, d))
        for length, p, number, s, k, d in zip(
            size, padding, out, stride, kernel, dilation, strict=True
        )
    ]
    total = xp.zeros((*windows.shape[:front], *widths), dtype=windows.dtype)
    for place in product(*map(range, kernel)):
        where = tuple(
            slice(k * d, k * d + s * (number - 1) + 1, s)
            for k, d, s, number in zip(place, dilation, stride, out, strict=True)
        )
        total[(..., *where)] += windows[(slice(None),) * front + place]
    return total[(..., *(slice(p, p + length) for p, length in zip(padding, size, strict=True)))]


# Places along each axis


class Taps:
    """Which places along an axis each element of a result is made of, and with what weights.

    ``index`` has a row for each element of the result; ``size``, the length of the axis, stands
    for no place. ``weight`` is None where every place counts once.
    """

    __slots__ = ("_transposed", "index", "size", "weight")

    def __init__(self, index: Any, size: int, weight: Any = None) -> None:
        self.index = index
        self.size = size
        self.weight = weight
        self._transposed: Taps | None = None

    @property
    def counts(self) -> Any:
        """Return how many places each element is made of."""
        return (self.index < self.size).sum(axis=1)

    def matrix(self) -> Any:
        """Return the matrix by which the axis is multiplied."""
        length, count = self.index.shape
        whole = np.zeros((length, self.size + 1))
        weight = np.ones((length, count)) if self.weight is None else self.weight
        np.add.at(whole, (np.arange(length)[:, None], self.index), weight)
        return whole[:, : self.size]

    def transposed(self) -> Taps:
        """Return the places of the result that each place along the axis went into."""
        if self._transposed is None:
            self._transposed = _transpose(self)
            self._transposed._transposed = self
        return self._transposed


def transposed(taps: tuple[Taps, ...]) -> tuple[Taps, ...]:
    """Return along each axis where in the result each place went."""
    return tuple(along.transposed() for along in taps)


def _transpose(taps: Taps) -> Taps:
    rows, columns = np.nonzero(taps.index < taps.size)
    places = taps.index[rows, columns]
    order = np.argsort(places, kind="stable")
    counts = np.bincount(places, minlength=taps.size)
    starts = np.cumsum(counts) - counts
    ranks = np.arange(places.size) - starts[places[order]]
    shape = (taps.size, int(counts.max(initial=0)))
    index = np.full(shape, len(taps.index))
    index[places[order], ranks] = rows[order]
    if taps.weight is None:
        return Taps(index, len(taps.index))
    weight = np.zeros(shape)
    weight[places[order], ranks] = taps.weight[rows, columns][order]
    return Taps(index, len(taps.index), weight)


def combine_bytes(x: Any, taps: Sequence[Taps]) -> Any:
    """Return weighted sums of bytes, as PyTorch computes them: in whole numbers, axis by axis."""
    first = x.ndim - len(taps)
    for axis, along in reversed(list(enumerate(taps, first))):
        largest, bits = along.weight.max(), 0
        while bits < 22 and int(0.5 + largest * 2 ** (bits + 1)) < 1 << 15:
            bits += 1
        scaled = along.weight * 2**bits
        weight = (scaled + np.copysign(0.5, scaled)).astype(np.int64)
        shape = weight.shape + (1,) * (x.ndim - 1 - axis)
        places = np.minimum(along.index, along.size - 1)
        picked = np.take(x, places, axis=axis).astype(np.int64) * weight.reshape(shape)
        sums = picked.sum(axis=axis + 1) + (1 << (bits - 1))
        x = np.clip(sums >> bits, 0, 255).astype(np.uint8)
    return x


def ranges(starts: Any, ends: Any, size: int, step: int = 1) -> Taps:
    """Return the taps of windows that reach from starts up to ends, clipped to the axis."""
    longest = int(np.max(ends - starts, initial=0))
    index = starts[:, None] + np.arange(0, longest, step)
    outside = (index < 0) | (index >= np.minimum(ends, size)[:, None])
    return Taps(np.where(outside, size, index), size)


def combine(xp: Any, x: Any, taps: Sequence[Taps]) -> Any:
    """Return the weighted sums over the places along the last axes, one axis after the other."""
    dtype = x.dtype
    if dtype == np.float16 and any(t.weight is not None or t.index.shape[1] > 1 for t in taps):
        x = x.astype(np.float32)
    for back, along in enumerate(reversed(taps), 1):
        x = _combine_axis(xp, x, along, x.ndim - back)
    return x.astype(dtype, copy=False)


def _combine_axis(xp: Any, x: Any, taps: Taps, axis: int) -> Any:
    length, places = taps.index.shape
    if (taps.index == taps.size).any():
        nothing = xp.zeros((*x.shape[:axis], 1, *x.shape[axis + 1 :]), dtype=x.dtype)
        x = xp.concat([x, nothing], axis=axis)
    if type(x) is np.ndarray and x.dtype.kind in "fiu" and 1 < places < IN_TURN:
        return _add_in_turn(x, taps, axis)
    parts = xp.take(x, xp.reshape(taps.index, (-1,)), axis=axis)
    parts = xp.reshape(parts, (*x.shape[:axis], length, places, *x.shape[axis + 1 :]))
    if taps.weight is not None:
        weight = taps.weight.astype(x.dtype)
        parts = parts * xp.reshape(weight, (length, places) + (1,) * (x.ndim - axis - 1))
    if places == 1:
        return xp.reshape(parts, (*x.shape[:axis], length, *x.shape[axis + 1 :]))
    return xp.sum(parts, axis=axis + 1, dtype=x.dtype)


def _add_in_turn(x: Any, taps: Taps, axis: int) -> Any:
    """Add up a few places of NumPy's arrays one after the other, which is how it adds so few."""
    total: Any = 0  # with which sums begin, so that none of them is -0
    for place in range(taps.index.shape[1]):
        part = np.take(x, taps.index[:, place], axis=axis)
        if taps.weight is not None:
            weight = taps.weight[:, place].astype(x.dtype)
            part *= weight.reshape((-1,) + (1,) * (x.ndim - axis - 1))
        total = np.add(part, total, out=part)
    return total


def flat_places(taps: Sequence[Taps]) -> Any:
    """Return, for each window, the places in it counted over all axes at once; -1 for none."""
    n = len(taps)
    total: Any = 0
    outside: Any = False
    for axis, along in enumerate(taps):
        shape = [1] * (2 * n)
        shape[axis], shape[n + axis] = along.index.shape
        index = along.index.reshape(shape)
        total = total * along.size + index
        outside = outside | (index == along.size)
    windows, most = (math.prod(along.index.shape[axis] for along in taps) for axis in (0, 1))
    return np.where(outside, -1, total).reshape(windows, max(most, 1))  # also of no windows


def covering(
    size: int, kernel: int, stride: int, padding: int, dilation: int, ceil_mode: bool
) -> int:
    """Return how many windows there are along an axis."""
    span = extent(kernel, dilation)
    room = size + 2 * padding - span
    if not ceil_mode:
        return room // stride + 1
    number = -(-room // stride) + 1
    # The last window has to start inside the input or the padding before it.
    return number - 1 if (number - 1) * stride >= size + padding else number


def outer(counts: Sequence[Any]) -> Any:
    """Return the products of the numbers along each axis."""
    total: Any = np.ones((), np.int64)
    for along in counts:
        total = total[..., None] * along
    return total


def _first_or_nan(xp: Any, seen: Any, absent: Any) -> Any:
    """Return the position of each window's maximum: the first one, or the last NaN."""
    best = xp.argmax(seen, axis=-1)
    if seen.dtype.kind == "f":
        nans = xp.isnan(seen)
        if nans.any():
            last = seen.shape[-1] - 1 - xp.argmax(xp.flip(nans, axis=-1), axis=-1)
            best = xp.where(nans.any(axis=-1), last, best)
    if absent.any():  # where all are as small as can be, the first place that is inside
        rows = xp.arange(absent.shape[0])
        best = xp.where(xp.asarray(absent)[rows, best], xp.argmin(absent, axis=-1), best)
    return best


def largest(xp: Any, flat: Any, places: Any) -> tuple[Any, Any]:
    """Return the largest element of each window of each row, and where it is; -1 is no place."""
    if hasattr(flat, "whole") and type(places) is np.ndarray and places.ndim == 2:
        from gradcli.numerics.batched import as_rows  # few programs have batches

        values, indices = as_rows(lambda rows: largest(np, rows, places), flat)
        return values, indices
    few = places.ndim == 2 and 0 < places.shape[1] <= MOST_IN_TURN
    if few and type(flat) is np.ndarray and flat.dtype.kind == "f":
        return _largest_in_turn(flat, places)
    absent = places < 0
    if places.ndim == 3:  # each plane has windows of its own
        rows = xp.reshape(places, (len(flat), math.prod(places.shape[1:])))
        seen = xp.reshape(xp.take_along_axis(flat, rows, axis=1), places.shape)
    else:
        seen = xp.take(flat, places, axis=1)
    if absent.any():
        lowest = -np.inf if flat.dtype.kind == "f" else np.iinfo(flat.dtype).min
        seen = xp.where(absent, xp.asarray(lowest, dtype=flat.dtype), seen)
    best = _first_or_nan(xp, seen, absent)[..., None]
    indices = xp.take_along_axis(xp.broadcast_to(places, seen.shape), best, axis=2)
    return xp.take_along_axis(seen, best, axis=2), indices


def _largest_in_turn(flat: Any, places: Any) -> tuple[Any, Any]:
    """Look at one place of all windows after the other, as PyTorch does."""
    inside, nans = places >= 0, np.isnan(flat.max(initial=-np.inf))
    whole = bool(inside.all())
    first = places[np.arange(len(places)), np.argmax(inside, axis=1)]
    values, indices = np.take(flat, first, axis=1), np.repeat(first[None], len(flat), axis=0)
    if not whole:  # and there may be windows with nothing in them
        values[:, first < 0], indices[:, first < 0] = -np.inf, 0
    for place, there in zip(places.T[whole:], inside.T[whole:], strict=True):
        seen = np.take(flat, place, axis=1)
        more = (seen > values) | (seen != seen) if nans else seen > values
        more = more if whole else more & there
        np.copyto(values, seen, where=more)
        np.copyto(indices, place, where=more)
    return values, indices


def shares(sizes: Sizes, counts: Sizes) -> tuple[Taps, ...]:
    """Return the windows that share the elements out along each axis."""
    found = []
    for size, count in zip(sizes, counts, strict=True):
        index = np.arange(count)
        found.append(ranges(index * size // count, -(-(index + 1) * size // count), size))
    return tuple(found)


def random_starts(share: Any, size: int, count: int, pool: int) -> Any:
    """Return where the windows of every plane start along an axis, by a random share of a step."""
    share = share[:, None]
    step = share.dtype.type((size - pool) / max(count - 1, 1))
    starts = ((np.arange(count) + share) * step).astype(np.int64)
    starts -= (share * step).astype(np.int64)
    starts[:, -1:] = size - pool
    return starts


def places_in(sizes: Sizes, starts: Sequence[Any], pools: Sizes) -> Any:
    """Return the places in the windows of every plane, counted over all axes at once."""
    n = len(sizes)
    total: Any = 0
    for axis, (size, start, pool) in enumerate(zip(sizes, starts, pools, strict=True)):
        outside = [len(start)] + [1] * (2 * n)
        inner = [1] * (2 * n + 1)
        outside[1 + axis], inner[1 + n + axis] = start.shape[1], pool
        total = total * size + start.reshape(outside) + np.arange(pool).reshape(inner)
    windows = int(np.prod(total.shape[1 : n + 1]))
    return total.reshape(len(total), windows, math.prod(pools))
