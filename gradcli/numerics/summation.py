"""Sums in PyTorch's order of addition, so that the last digits printed are PyTorch's too.

PyTorch's CPU kernel adds in lanes as wide as a vector register, four rows of lanes side by side,
and long rows through a cascade of partial sums (``aten/src/ATen/native/cpu/SumKernel.cpp``). This
module knows that order for the layouts that programs mostly have. For others, and where PyTorch
would split the work over threads, it adds runs of elements and then their sums: as accurate, with
other last digits. NumPy alone does so only along the axis that lies innermost in memory.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any

import numpy as np

PARALLEL = 32768  # from this many elements on, PyTorch's order depends on the number of threads
_REGISTER = 32  # bytes
_ROWS = 4  # rows of lanes that are added side by side
_LEVELS = 4  # of the cascade
_add: Any = np.add.reduce
_ORDERED = frozenset({np.dtype(np.float32), np.dtype(np.float64)})
RUN = 16  # how many numbers are added one after the other, where the order is free
_STRIDE = 4096  # how many such runs side by side keep the processor busy


def total(array: Any, axes: tuple[int, ...], keepdims: bool = False) -> Any:
    """Return the sum over axes, which are counted from 0."""
    dtype = array.dtype
    if array.__class__ is not np.ndarray and hasattr(array, "total"):  # of a blocked engine
        later = array.total(axes, keepdims) if array.size >= PARALLEL else None
        return total(array.value(), axes, keepdims) if later is None else later
    if dtype == np.float16:
        return total(array.astype(np.float32), axes, keepdims).astype(np.float16)
    if array.size <= 4 or type(array) is not np.ndarray or dtype.kind not in "fc" or not axes:
        return _add(array, axis=axes, keepdims=keepdims, dtype=dtype)
    found = _ordered(array, axes) if array.size < PARALLEL and dtype in _ORDERED else None
    found = _blocked(array, axes) if found is None else found + 0  # a sum of -0 alone is 0
    if found.ndim == 0 and not keepdims:
        return found
    kept = [1 if axis in axes else size for axis, size in enumerate(array.shape)]
    shape = kept if keepdims else [s for a, s in enumerate(array.shape) if a not in axes]
    return found.reshape(shape)


def _ordered(array: np.ndarray, axes: tuple[int, ...]) -> Any:
    """Return the sum in PyTorch's order, or None for a layout whose order is not known here."""
    if len(axes) == array.ndim:
        return _along_lanes(array.ravel(order="K")) if _is_dense(array) else None
    first, last = min(axes), max(axes) + 1
    if last - first != len(axes) or not array.flags.c_contiguous:
        return None
    columns = prod(array.shape[last:])
    rows = array.reshape(-1, prod(array.shape[first:last]), columns).swapaxes(0, 1)
    return _along_lanes(rows[..., 0]) if columns == 1 else _across_lanes(rows)


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
        head, rest = np.split(array, [taken], axis=axis)
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
    half = count // 2 // 8 * 8
    return pieces(half, most) + pieces(count - half, most)


def total_of_pieces(count: int, most: int, sums: Iterator[Any]) -> Any:
    """Add up the sums of ``pieces`` in pairs, as NumPy does."""
    if count <= most:
        return next(sums)
    half = count // 2 // 8 * 8
    first = total_of_pieces(half, most, sums)
    return first + total_of_pieces(count - half, most, sums)


def _is_dense(array: np.ndarray) -> bool:
    """Tell whether the elements fill their memory without gaps, in whatever order of axes."""
    if array.flags.c_contiguous or array.flags.f_contiguous:
        return True
    order = np.argsort(array.strides)[::-1]
    return bool(array.transpose(order).flags.c_contiguous)


def _along_lanes(rows: np.ndarray) -> Any:
    """Add up the first axis, whose elements lie side by side in memory."""
    rows = np.ascontiguousarray(rows)  # NumPy adds along its outermost axis in order
    width = _REGISTER // rows.itemsize
    count = len(rows)
    if count < width:
        return _rows_sum(rows)
    vectors = count // width
    lanes = _rows_sum(rows[: vectors * width].reshape(vectors, width, *rows.shape[1:]))
    if vectors * width == count:
        return _one_by_one(lanes)
    return _one_by_one(np.concatenate((rows[vectors * width :], lanes)))


def _across_lanes(rows: np.ndarray) -> Any:
    """Add up the first axis; elements of the last one lie side by side in memory."""
    width, columns = _REGISTER // rows.itemsize, rows.shape[-1]
    block = _ROWS * width if columns >= width else _ROWS
    wide = columns // block * block
    if wide == columns:
        return _cascade(rows)
    if wide == 0:
        return _rows_sum(rows)
    return np.concatenate((_cascade(rows[..., :wide]), _rows_sum(rows[..., wide:])), axis=-1)


def _rows_sum(rows: np.ndarray) -> Any:
    """Add up the first axis: every fourth row together, then what is left, then those four."""
    count = len(rows) // _ROWS
    if count == 0:
        return _one_by_one(rows)
    parts = _cascade(rows[: count * _ROWS].reshape(count, _ROWS, *rows.shape[1:]))
    if count * _ROWS == len(rows):
        return _one_by_one(parts)
    return _one_by_one(np.concatenate((parts[:1], rows[count * _ROWS :], parts[1:])))


def _cascade(rows: np.ndarray) -> Any:
    """Add up the first axis: runs of rows, runs of those sums, and so on for four levels."""
    if len(rows) <= 16:
        return _one_by_one(rows)
    step = 1 << max(4, (len(rows) - 1).bit_length() // _LEVELS)
    levels: list[Any] = []
    for _ in range(_LEVELS - 1):
        if len(rows) < step:
            break
        runs = len(rows) // step
        if runs * step < len(rows):
            levels.append(_one_by_one(rows[runs * step :]))
        rows = _add(rows[: runs * step].reshape(runs, step, *rows.shape[1:]), axis=1)
    if len(rows):
        levels.append(_one_by_one(rows))
    result = levels[0]
    for level in levels[1:]:
        result = result + level
    return result


def _one_by_one(rows: np.ndarray) -> Any:
    """Add up the first axis from the first row to the last."""
    if rows.ndim > 1:
        return _add(rows, axis=0)
    # NumPy adds one row of numbers in pairs; accumulated sums are taken in order.
    return np.add.accumulate(rows)[-1] if len(rows) else rows.dtype.type(0)


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
    blocks = array[..., : size - rest].reshape(*array.shape[:-1], -1, lanes)
    found = np.add.accumulate(blocks, axis=-2)[..., -1, :].copy()
    found[..., :rest] += array[..., size - rest :]
    while lanes > 1:
        lanes //= 2
        found = found[..., :lanes] + found[..., lanes:]
    return found
