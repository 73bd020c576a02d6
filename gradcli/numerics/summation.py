"""Sums in PyTorch's order of addition, so that the last digits printed are PyTorch's too.

PyTorch's CPU kernel adds in lanes as wide as a vector register, four rows of lanes side by side,
and long rows through a cascade of partial sums (``aten/src/ATen/native/cpu/SumKernel.cpp``). This
module knows that order for the layouts that programs mostly have. For others, and where PyTorch
would split the work over threads, it adds runs of elements and then their sums: as accurate, with
other last digits. NumPy alone does so only along the axis that lies innermost in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from math import prod
from operator import itemgetter, methodcaller
from typing import Any

import numpy as np

PARALLEL = 32768  # from this many elements on, PyTorch's order depends on the number of threads
_REGISTER = 32  # bytes
_ROWS = 4  # rows of lanes that are added side by side
_LEVELS = 4  # of the cascade
_add: Any = np.add.reduce
_ndarray = np.ndarray
_ORDERED = frozenset({np.dtype(np.float32), np.dtype(np.float64)})
RUN = 16  # how many numbers are added one after the other, where the order is free
_STRIDE = 4096  # how many such runs side by side keep the processor busy


def total(array: Any, axes: tuple[int, ...], keepdims: bool = False) -> Any:
    """Return the sum over axes, which are counted from 0."""
    dtype, size = array.dtype, array.size
    if type(array) is _ndarray and 4 < size < PARALLEL and dtype in _ORDERED and axes:
        whole = len(axes) == array.ndim
        given = _as_it_lies(array) if whole and not array.flags.c_contiguous else array
        if given.flags.c_contiguous:
            steps = _order(given.shape, axes, dtype.itemsize, keepdims)
            if steps is not None:
                return _run(steps, given)
    if array.__class__ is not _ndarray and hasattr(array, "total"):  # of a blocked engine
        later = array.total(axes, keepdims) if size >= PARALLEL else None
        return total(array.value(), axes, keepdims) if later is None else later
    if dtype == np.float16:
        return total(array.astype(np.float32), axes, keepdims).astype(np.float16)
    if size <= 4 or type(array) is not _ndarray or dtype.kind not in "fc" or not axes:
        return _add(array, axis=axes, keepdims=keepdims, dtype=dtype)
    found = _blocked(array, axes)
    if found.ndim == 0 and not keepdims:
        return found
    return found.reshape(_kept(array.shape, axes, keepdims))


def quick_total(array: Any, axes: tuple[int, ...]) -> Any:
    """Return the sum over axes, which stay, in the quickest order that is as accurate."""
    usual = type(array) is _ndarray and array.size < PARALLEL and array.flags.c_contiguous
    if usual and axes == tuple(range(array.ndim - len(axes), array.ndim)):  # added in pairs
        return _add(array, axis=axes, keepdims=True, initial=0)
    return total(array, axes, keepdims=True)


def _kept(shape: tuple[int, ...], axes: tuple[int, ...], keepdims: bool) -> tuple[int, ...]:
    """Return the shape of a sum over axes."""
    if keepdims:
        return tuple([1 if axis in axes else size for axis, size in enumerate(shape)])
    return tuple([size for axis, size in enumerate(shape) if axis not in axes])


def _blocked(array: np.ndarray, axes: tuple[int, ...]) -> Any:
    """Add up in runs, in whatever order the axes lie in memory; return the axes that stay."""
    order = sorted(range(array.ndim), key=lambda axis: -abs(array.strides[axis]))
    stay = [axis for axis in order if axis not in axes]
    array, summed = array.transpose(order), [axis in axes for axis in order]
    while True in summed:  # the innermost of the axes first, with those that lie around it
        end = len(summed) - summed[::-1].index(True)
        begin = end - 1
        while begin and summed[begin - 1] and _adjoin(array, begin):
            begin -= 1
        middle = (-1,) if begin < end - 1 else array.shape[begin:end]
        array = _runs_sum(array.reshape(*array.shape[:begin], *middle, *array.shape[end:]), begin)
        del summed[begin:end]
    return np.transpose(array, np.argsort(stay))


def _adjoin(array: np.ndarray, axis: int) -> bool:
    """Tell whether an axis and the one before it are one piece of memory."""
    return bool(array.strides[axis - 1] == array.strides[axis] * array.shape[axis])


def _runs_sum(array: np.ndarray, axis: int) -> Any:
    """Add up one axis of an array in memory's order: runs of elements, then their sums."""
    outer, inner = array.shape[:axis], array.shape[axis + 1 :]
    if not inner:
        return _add(array, axis=axis)  # which NumPy adds in pairs
    columns = prod(inner)
    while beside := beside_each_other(count := array.shape[axis], columns):
        taken = count - count % (beside * RUN)
        before = (slice(None),) * axis
        head, rest = array[(*before, slice(taken))], array[(*before, slice(taken, None))]
        runs = _add(head.reshape(*outer, -1, RUN, beside, *inner), axis=axis + 1)
        array = np.concatenate((runs.reshape(*outer, -1, *inner), rest), axis=axis)
    return _add(array, axis=axis)


def beside_each_other(count: int, columns: int) -> int:
    """Return how many runs of rows of so many columns are added side by side; 0 for too few."""
    side = max(1, _STRIDE // max(1, columns))
    return min(side, count // RUN) if count > 2 * RUN else 0


# The same sums, of an array that is there piece by piece


def rows_at_once(count: int, columns: int) -> int:
    """Return how many rows ``runs`` adds up at once, of so many; 0 where it takes them as one."""
    return beside_each_other(count, columns) * RUN


def runs(rows: np.ndarray, at_once: int) -> np.ndarray:
    """Return the sums that ``total`` begins with, of a multiple of the rows taken at once."""
    columns = rows.shape[1:]
    return _add(rows.reshape(-1, RUN, at_once // RUN, *columns), axis=1).reshape(-1, *columns)  # type: ignore[no-any-return]


def rest_of_runs(parts: np.ndarray) -> Any:
    """Return what ``total`` makes of the sums of runs, and of the rows after them."""
    return _runs_sum(parts, 0)


def pieces(count: int, most: int) -> list[int]:
    """Return the sizes of the pieces that NumPy's sum in pairs takes one after the other."""
    if count <= most:
        return [count]
    half = half_of(count)
    return pieces(half, most) + pieces(count - half, most)


def half_of(count: int) -> int:
    """Return how many of so many elements are the first half of NumPy's sum in pairs."""
    return count // 2 // 8 * 8


def _as_it_lies(array: np.ndarray) -> np.ndarray:
    """Return an array with the axes in the order in which they lie in memory."""
    return array.T if array.flags.f_contiguous else array.transpose(np.argsort(array.strides)[::-1])


# PyTorch's order for an array in row-major order: what is done to it, one thing after the other


_Steps = tuple[Callable[[Any], Any], ...]
_Step = Callable[[Any], Any] | tuple[int, ...]  # a shape stands for taking it
_Plan = tuple[_Step, ...]


@lru_cache(maxsize=1024)
def _order(
    shape: tuple[int, ...], axes: tuple[int, ...], itemsize: int, keepdims: bool
) -> _Steps | None:
    """Return the steps to a sum; None where the order is not known here.

    They are thought out once for a shape: a small array is added up in less time than that takes.
    """
    first, last = min(axes), max(axes) + 1
    if last - first != len(axes):
        return None
    width = _REGISTER // itemsize
    outer, count, inner = prod(shape[:first]), prod(shape[first:last]), prod(shape[last:])
    rest = () if outer == 1 else (outer,)
    begin: _Plan = ()
    if inner != 1:
        rows = _across_lanes((count, *rest, inner), width)
        begin = () if outer == 1 else (methodcaller("swapaxes", 0, 1),)
    else:  # NumPy adds along its outermost axis in order
        rows = _along_lanes((count, *rest), width)
        begin = () if outer == 1 else (np.transpose, np.ascontiguousarray)
    flat = (*rest, count, *(() if inner == 1 else (inner,)))
    kept = _kept(shape, axes, keepdims)
    there = kept == (() if inner == outer == 1 else (*rest, *flat[len(rest) + 1 :]))
    # A sum of -0 alone is 0, for it begins with one.
    zero = np.float32(0) if itemsize == 4 else np.float64(0)
    ends = (partial(np.add.reduce, initial=zero),) if rows[-1] is _add else (rows[-1], zero.__add__)
    steps: _Plan = (flat, *begin, *rows[:-1], *ends, *(() if there else (kept,)))
    return _joined(*(steps[1:] if flat == shape else steps))


def _joined(*steps: _Step) -> _Steps:
    """Return steps as functions; a shape that is followed by another one is not taken."""
    found: list[Callable[[Any], Any]] = []
    for step, then in zip(steps, (*steps[1:], None), strict=True):
        if not isinstance(step, tuple):
            found.append(step)
        elif not isinstance(then, tuple):
            found.append(methodcaller("reshape", step))
    return tuple(found)


def _run(steps: _Steps, rows: Any) -> Any:
    for step in steps:
        rows = step(rows)
    return rows


def _along_lanes(shape: tuple[int, ...], width: int) -> _Plan:
    """Add up the first axis, whose elements lie side by side in memory."""
    count, rest = shape[0], shape[1:]
    if count < width:
        return _rows_sum(shape)
    vectors = count // width
    lanes = ((vectors, width, *rest), *_rows_sum((vectors, width, *rest)))
    whole = vectors * width
    if whole == count:
        return lanes + _one_by_one((width, *rest))
    most = _joined(*lanes)
    return (
        lambda rows: np.concatenate((rows[whole:], _run(most, rows[:whole]))),
        *_one_by_one((count - whole + width, *rest)),
    )


def _across_lanes(shape: tuple[int, ...], width: int) -> _Plan:
    """Add up the first axis; elements of the last one lie side by side in memory."""
    columns = shape[-1]
    block = _ROWS * width if columns >= width else _ROWS
    wide = columns // block * block
    if wide == columns:
        return _cascade(shape)
    if wide == 0:
        return _rows_sum(shape)
    left = _joined(*_cascade((*shape[:-1], wide)))
    right = _joined(*_rows_sum((*shape[:-1], columns - wide)))

    def add(rows: np.ndarray) -> np.ndarray:
        parts = (_run(left, rows[..., :wide]), _run(right, rows[..., wide:]))
        return np.concatenate(parts, axis=-1)

    return (add,)


def _rows_sum(shape: tuple[int, ...]) -> _Plan:
    """Add up the first axis: every fourth row together, then what is left, then those four."""
    count, rest = shape[0] // _ROWS, shape[1:]
    whole, left = count * _ROWS, shape[0] % _ROWS
    if count == 0:
        return _one_by_one(shape)
    parts = ((count, _ROWS, *rest), *_cascade((count, _ROWS, *rest)))
    if not left:
        return (() if count == 1 else parts) + _one_by_one((_ROWS, *rest))
    four = _joined(*parts)

    def add(rows: np.ndarray) -> np.ndarray:
        found = _run(four, rows[:whole])
        return np.concatenate((found[:1], rows[whole:], found[1:]))

    return (add, *_one_by_one((_ROWS + left, *rest)))


def _cascade(shape: tuple[int, ...]) -> _Plan:
    """Add up the first axis: runs of rows, runs of those sums, and so on for four levels."""
    if shape[0] <= 16:
        return _one_by_one(shape)
    step = 1 << max(4, (shape[0] - 1).bit_length() // _LEVELS)
    return (partial(_levels_sum, step=step),)


def _levels_sum(rows: np.ndarray, step: int) -> Any:
    levels: list[Any] = []
    for _ in range(_LEVELS - 1):
        if len(rows) < step:
            break
        runs = len(rows) // step
        if runs * step < len(rows):
            levels.append(_add(rows[runs * step :], axis=0))
        rows = _add(rows[: runs * step].reshape(runs, step, *rows.shape[1:]), axis=1)
    if len(rows):
        levels.append(_add(rows, axis=0))
    result = levels[0]
    for level in levels[1:]:
        result = result + level
    return result


def _one_by_one(shape: tuple[int, ...]) -> _Plan:
    """Add up the first axis from the first row to the last."""
    if len(shape) > 1:
        return (_add,)
    # NumPy adds one row of numbers in pairs; accumulated sums are taken in order.
    return (np.add.accumulate, itemgetter(-1))


def by_register(array: Any, axis: int) -> Any:
    """Return the sum along an axis, which stays, in the order of the kernels of softmax.

    They add along the last axis in one register of 64 bytes, and its lanes by halves in the end.
    """
    if array.size >= PARALLEL or type(array) is not np.ndarray:
        return total(array, (axis,), keepdims=True)
    if axis != array.ndim - 1 or array.dtype not in _ORDERED:
        return _add(array, axis=axis, keepdims=True)
    lanes, size = 2 * _REGISTER // array.itemsize, array.shape[-1]
    if size < lanes:
        return np.add.accumulate(array, axis=-1)[..., -1:]
    rest = size % lanes
    whole = array[..., : size - rest] if rest else array
    found = _add(whole.reshape(*array.shape[:-1], -1, lanes), axis=-2)  # one after the other
    if rest:
        found[..., :rest] += array[..., size - rest :]
    while lanes > 1:
        lanes //= 2
        found = found[..., :lanes] + found[..., lanes:]
    return found
