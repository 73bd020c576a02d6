"""Numbers of single precision as the double-precision numbers of their shortest texts.

The shortest text that gives 0.1 back is ``0.1``; the double of the same value would be written as
0.10000000149011612. NumPy finds shortest texts one by one; for numbers of usual size all are found
at once by trying 1, 2, 3 and more digits.
"""

from __future__ import annotations

import numpy as np

_MOST_DIGITS = 9
_LARGEST = 22
"""Powers of ten up to this one are exact in double precision."""
_POWERS = 10.0 ** np.arange(_LARGEST + 1)
_FEW = 32


def shortest(array: np.ndarray) -> np.ndarray:
    """Return the doubles whose texts are the shortest that give single-precision numbers back."""
    if array.dtype != np.float32 or array.size <= _FEW:
        return by_text(array)
    wide = array.reshape(-1).astype(np.float64)
    found = wide.copy()
    size = np.abs(wide)
    usual = (size >= 1e-12) & (size < 1e12)
    left = np.flatnonzero(usual)
    exponent = np.floor(np.log10(size[left])).astype(int)
    for digits in range(1, _MOST_DIGITS + 1):
        tried = _rounded(wide[left], digits - 1 - exponent)
        fits = tried.astype(np.float32) == array.reshape(-1)[left]
        found[left[fits]] = tried[fits]
        left, exponent = left[~fits], exponent[~fits]
        if not left.size:
            break
    rest = np.concatenate([left, np.flatnonzero(~usual & (size != 0) & np.isfinite(size))])
    if rest.size:
        found[rest] = by_text(array.reshape(-1)[rest])
    return found.reshape(array.shape)


def _rounded(numbers: np.ndarray, places: np.ndarray) -> np.ndarray:
    """Round each number to so many places after the point; a negative count is before it."""
    scale = _POWERS[np.abs(places)]
    after: np.ndarray = np.rint(numbers * scale) / scale
    before = np.rint(numbers / scale) * scale
    found: np.ndarray = np.where(places >= 0, after, before)
    return found


def by_text(array: np.ndarray) -> np.ndarray:
    """Return the doubles of NumPy's texts."""
    return array.astype("U32").astype(np.float64)
