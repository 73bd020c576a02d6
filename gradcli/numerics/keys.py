"""Indices: what the parts of a key mean, where in memory the elements at one lie.

This module knows NumPy's indices. What is done at them, the engines know.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from types import EllipsisType
from typing import Any

import numpy as np


def normal_key(key: Any) -> tuple[Any, ...]:
    """Return an index as a tuple whose lists are arrays."""
    parts = key if isinstance(key, tuple) else (key,)
    return tuple(
        np.asarray(part, np.int64 if not len(part) else None) if isinstance(part, list) else part
        for part in parts
    )


def is_basic(key: tuple[Any, ...]) -> bool:
    """Tell whether an index is made of numbers, slices, None and ``...`` only."""
    return all(
        part is None
        or (isinstance(part, (int, np.integer, slice, EllipsisType)) and not isinstance(part, bool))
        for part in key
    )


def known(key: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return an index whose masks are NumPy's, which takes their values to be known."""
    return tuple(
        part.host() if hasattr(part, "host") and part.dtype.kind == "b" else part for part in key
    )


def complete(key: tuple[Any, ...], shape: tuple[int, ...]) -> tuple[Any, ...]:
    """Return a basic index as the standard has it: with ``...`` and slices within bounds."""
    used = sum(part is not None and part is not Ellipsis for part in key)
    if Ellipsis not in key:
        key = (*key, Ellipsis)
    sizes = iter(shape)
    found: list[Any] = []
    for part in key:
        if part is Ellipsis:
            found.append(part)
            for _ in range(len(shape) - used):
                next(sizes)
        elif part is None:
            found.append(None)
        else:
            size = next(sizes)
            found.append(within(part, size) if isinstance(part, slice) else int(part))
    return tuple(found)


def within(part: slice, size: int) -> slice:
    """Return a slice whose bounds lie within a size."""
    start, stop, step = part.indices(size)
    if step > 0:
        return slice(start, max(start, stop), step)
    if start <= stop:
        return slice(0, 0)
    return slice(start, None if stop < 0 else stop, step)


def zeros_for(part: Any) -> Any:
    """Return zeros in the place of an array of indices, which have its shape."""
    known = not isinstance(part, np.ndarray) or part.dtype.kind == "b"
    return part if known else np.zeros(part.shape, np.int64)


def places(shape: tuple[int, ...], key: tuple[Any, ...]) -> np.ndarray:
    """Return where in memory the elements at an index lie."""
    known = tuple(part.host() if hasattr(part, "host") else part for part in key)
    places: np.ndarray = np.arange(prod(shape)).reshape(shape)[known]
    return places


def rounds(places: np.ndarray, size: int, combine: bool) -> Iterator[np.ndarray]:
    """Yield for each element which value goes there, or -1; the k-th of several in round k."""
    if not combine:
        number = np.full(size, -1)
        number[places] = np.arange(len(places))
        yield number
        return
    order = np.argsort(places, kind="stable")
    ordered = places[order]
    rank = np.arange(len(places)) - np.searchsorted(ordered, ordered)
    for turn in range(int(rank.max(initial=-1)) + 1):
        number = np.full(size, -1)
        number[ordered[rank == turn]] = order[rank == turn]
        yield number
