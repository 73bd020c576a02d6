"""Where each element of a resized axis comes from, and with what weights."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.numerics import sliding
from gradcli.numerics.sliding import Taps


def nearest(size: int, out: int, scale: float, corners: bool) -> Taps:
    """Take the element whose cell a place lies in."""
    places = np.floor(np.arange(out, dtype=np.float32) * np.float32(scale))
    return Taps(np.minimum(places.astype(np.int64), size - 1)[:, None], size)


def nearest_exact(size: int, out: int, scale: float, corners: bool) -> Taps:
    """Take the element whose middle is nearest."""
    places = np.floor((np.arange(out, dtype=np.float32) + np.float32(0.5)) * np.float32(scale))
    return Taps(np.minimum(places.astype(np.int64), size - 1)[:, None], size)


def _sources(out: int, scale: float, corners: bool) -> Any:
    index = np.arange(out)
    return index * scale if corners else (index + 0.5) * scale - 0.5


def linear(size: int, out: int, scale: float, corners: bool) -> Taps:
    """Weigh the two elements around a place by how near they are."""
    places = np.maximum(_sources(out, scale, corners), 0)
    low = np.minimum(places.astype(np.int64), size - 1)
    high = np.minimum(low + 1, size - 1)
    share = np.clip(places - low, 0, 1)
    return Taps(np.stack([low, high], 1), size, np.stack([1 - share, share], 1))


def _cubic_weights(share: Any, a: float = -0.75) -> Any:
    """Return the weights of the four places around a share of the way between two."""
    distances = np.stack([share + 1, share, 1 - share, 2 - share], -1)
    near = ((a + 2) * distances - (a + 3)) * distances * distances + 1
    far = ((a * distances - 5 * a) * distances + 8 * a) * distances - 4 * a
    return np.where(distances <= 1, near, far)


def cubic(size: int, out: int, scale: float, corners: bool) -> Taps:
    """Weigh the four elements around a place by cubic polynomials."""
    places = _sources(out, scale, corners)
    low = np.floor(places)
    index = np.clip(low.astype(np.int64)[:, None] + np.arange(-1, 3), 0, size - 1)
    return Taps(index, size, _cubic_weights(places - low))


def smooth(reach: float, weigh: Callable[[Any], Any]) -> Callable[[int, int, float, bool], Taps]:
    """Make taps whose windows grow with the scale, so that shrinking blurs first."""

    def taps(size: int, out: int, scale: float, corners: bool) -> Taps:
        wide = max(scale, 1.0)
        support = reach * wide
        centres = scale * (np.arange(out) + 0.5)
        starts = np.maximum((centres - support + 0.5).astype(np.int64), 0)
        ends = np.minimum((centres + support + 0.5).astype(np.int64), size)
        found = sliding.ranges(starts, ends, size)
        weight = weigh((found.index - centres[:, None] + 0.5) / wide)
        weight = np.where(found.index < size, weight, 0)
        return Taps(found.index, size, weight / weight.sum(axis=1, keepdims=True))

    return taps


def triangle(distances: Any) -> Any:
    """Return weights that fall evenly with the distance."""
    return np.maximum(1 - np.abs(distances), 0)


def cubic_filter(distances: Any, a: float = -0.5) -> Any:
    """Return the weights of a cubic filter, by distance."""
    x = np.abs(distances)
    near = ((a + 2) * x - (a + 3)) * x * x + 1
    far = ((x - 5) * x + 8) * x * a - 4 * a
    return np.where(x < 1, near, np.where(x < 2, far, 0))
