"""In which order results lie in memory, where the operands' order is not the usual one.

This module knows the steps of arrays, and PyTorch's rule for dimensions that operands disagree on.
Results of operands in the usual order are known to ``arrays``, which asks here for the rest.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from gradcli.numerics.arrays import contiguous_strides, dense, strides


def ordered_as(result: np.ndarray, given: list[np.ndarray]) -> np.ndarray:
    """Return an elementwise result in the order of the operands' arrays, the first that knows."""
    ndim = result.ndim
    steps = [(0,) * (ndim - x.ndim) + _own_strides(x, result.shape) for x in given]
    return _ordered(result, steps)


def is_channels_last(array: Any) -> bool:
    """Tell whether PyTorch takes an array for one whose dimension of channels, the 1st, lies last.

    An array that could lie either way, as one of a single channel, does not.
    """
    if type(array) is not np.ndarray or array.ndim not in (4, 5) or not array.strides[1]:
        return False
    steps, least = strides(array), 0
    for dim in (1, *range(array.ndim - 1, 1, -1), 0):
        if array.shape[dim] == 0 or steps[dim] < least or (dim == 0 and least == steps[1]):
            return False
        least = steps[dim] * max(array.shape[dim], 1)
    return True


def channels_last(result: Any) -> Any:
    """Return a result, or each of several, with its channels last in memory."""
    if isinstance(result, tuple):
        return tuple(map(channels_last, result))
    if type(result) is not np.ndarray or result.ndim not in (4, 5):
        return result
    last = np.moveaxis(result, 1, -1)
    usual = strides(last) == contiguous_strides(last.shape)  # also along dimensions of size 1
    return np.moveaxis(last if usual else last.copy(order="C"), -1, 1)


def by_step(x: Any, dims: Iterable[int]) -> list[int]:
    """Return dimensions in the order in which they lie in memory, the slowest first."""
    steps = strides(x)
    return sorted(dims, key=lambda d: -steps[d])


def transformed(result: Any, x: Any, dims: list[int], last: int | None = None) -> Any:
    """Return a Fourier transform in the order in memory that MKL gives it.

    The transformed dimensions follow the others, and the one of a real result follows them all.
    """
    order = by_step(x, [d for d in range(x.ndim) if d not in dims]) + dims
    if last is not None:
        order = [d for d in order if d != last] + [last]
    if type(result) is not np.ndarray or order == sorted(order):
        return dense(result)
    back = sorted(range(result.ndim), key=order.__getitem__)
    return np.ascontiguousarray(result.transpose(order)).transpose(back)


def in_order_of_index(result: Any, x: Any, indices: tuple[Any, ...]) -> Any:
    """Return what tensors of indices take, in the order in memory that PyTorch gives it.

    There the tensor and each of the indices are operands that are spread over each other's
    dimensions.
    """
    if type(result) is not np.ndarray or result.ndim < 2:
        return result
    if x.flags.c_contiguous and all(i.flags.c_contiguous for i in indices if type(i) is np.ndarray):
        return dense(result)
    masks: list[Any] = []
    taken: list[int] = []  # the dimensions that indices are for
    dim = 0
    for part in indices:
        parts = np.nonzero(part) if _is_mask(part) else [part]
        masks.extend(part for part in parts if type(part) is np.ndarray)
        taken.extend(range(dim, dim + len(parts)) if type(part) is np.ndarray else ())
        dim += len(parts)
    before = taken[0] if taken[-1] - taken[0] < len(taken) else 0
    rest = [step for axis, step in enumerate(x.strides) if axis not in taken]
    count = result.ndim - len(rest)
    whole = result.shape[before : before + count]
    steps = [(*rest[:before], *(0,) * count, *rest[before:])]
    for part in masks:
        own = (0,) * (count - part.ndim) + _own_strides(part, whole)
        steps.append((0,) * before + own + (0,) * (len(rest) - before))
    return _ordered(result, steps)


def _is_mask(part: Any) -> bool:
    return type(part) is np.ndarray and part.dtype.kind == "b"


def _ordered(result: np.ndarray, steps: list[tuple[int, ...]]) -> np.ndarray:
    """Return an array with its dimensions in the order of operands with given steps."""
    ndim = result.ndim
    order = list(range(ndim))[::-1]
    for place in range(1, ndim):
        at = place
        for before in range(place - 1, -1, -1):
            found = _compare(steps, result.shape, order[before], order[at])
            if found > 0:
                order[before], order[at], at = order[at], order[before], before
            elif found < 0:
                break
    order.reverse()  # the dimensions from the slowest to the fastest
    turned = result.transpose(order)
    if strides(turned) == contiguous_strides(turned.shape):  # also those of dimensions of size 1
        return result
    back = sorted(range(ndim), key=order.__getitem__)
    return turned.copy(order="C").transpose(back)


def _own_strides(x: Any, shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return an operand's steps; where it is spread over a dimension, 0."""
    sizes = shape[len(shape) - x.ndim :]
    steps = zip(strides(x), x.shape, sizes, strict=True)
    return tuple([step if size == whole else 0 for step, size, whole in steps])


def _compare(steps: list[tuple[int, ...]], shape: tuple[int, ...], a: int, b: int) -> int:
    """Tell whether a dimension is the slower (1) or the faster (-1) one by the first who knows."""
    for own in steps:
        if own[a] and own[b] and (own[a] != own[b] or shape[a] > shape[b]):
            return 1 if own[a] > own[b] or own[a] == own[b] else -1
    return 0
