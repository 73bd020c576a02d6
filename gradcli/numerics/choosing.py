"""Choices between numbers, element by element, mostly by their bits.

A processor that goes one way or the other for each element guesses wrong for half of those that lie
in no order, and loses ten times as long over it as it takes to compute with all bits. This module
knows arrays of floating-point numbers, and numbers beside them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

_MANY = 4096  # elements; for fewer it takes longer to call four functions than one
_BITS = {np.dtype(np.float32): np.dtype(np.uint32), np.dtype(np.float64): np.dtype(np.uint64)}


def one_hot(numbers: Any, count: int) -> Any:
    """Return, for each number, which of the numbers below ``count`` it is."""
    return numbers[..., None] == np.arange(count)


def choose(condition: Any, x: Any, y: Any, out: np.ndarray) -> None:
    """Write elements of ``x`` where a condition holds, and of ``y`` elsewhere.

    ``out`` is neither of them.
    """
    kind: Any = _BITS[out.dtype]
    bits = out.view(kind)
    first, second = (np.asarray(v, out.dtype).view(kind) for v in (x, y))
    if second.ndim == 0 and not second:
        np.multiply(first, condition, out=bits)
        return
    np.bitwise_xor(first, second, out=bits)
    np.multiply(bits, condition, out=bits)
    np.bitwise_xor(bits, second, out=bits)


def where(xp: Any, condition: Any, x: Any, y: Any) -> Any:
    """Return elements of one array where a condition holds, and of another elsewhere."""
    if type(condition) is np.ndarray and condition.size >= _MANY and xp is np:
        found = _chosen(condition, x, y)
        if found is not None:
            return found
    return xp.where(condition, x, y)


def zeroed(xp: Any, array: Any, mask: Any) -> Any:
    """Return an array with zeros where a mask of its shape is true."""
    if type(array) is not np.ndarray or array.shape != mask.shape or array.size >= _MANY:
        return where(xp, mask, xp.zeros_like(array), array)
    found = array.copy(order="K")  # which takes NumPy a good deal less than ``where``
    np.putmask(found, mask, 0)
    return found


def lasts(places: np.ndarray) -> np.ndarray:
    """Return where a number is the last one of its value, in the order of the elements."""
    numbers = places.reshape(-1)[::-1]
    found = np.zeros(numbers.shape, dtype=bool)
    found[np.unique(numbers, return_index=True)[1]] = True
    return found[::-1].reshape(places.shape)


def _chosen(condition: np.ndarray, x: Any, y: Any) -> np.ndarray | None:
    """Return what ``np.where`` does; None of what is not laid out in order, or of other types."""
    kinds = set()
    for v in (condition, x, y):
        if type(v) is np.ndarray and v.ndim:
            if not v.flags.c_contiguous and any(v.strides):
                return None
            kinds.add(v.dtype)
        elif v.__class__ is not float and v.__class__ is not int:
            return None
    kinds.discard(condition.dtype)
    if condition.dtype.kind != "b" or len(kinds) != 1 or not kinds <= _BITS.keys():
        return None
    out = np.empty(np.broadcast_shapes(*map(np.shape, (condition, x, y))), kinds.pop())
    choose(condition, x, y, out)
    return out
