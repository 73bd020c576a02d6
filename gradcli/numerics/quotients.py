"""Quotients in half precision that are rounded to whole numbers: each step rounds, as PyTorch's.

This module knows arrays. A divisor that is a number is held, and divided by, in single precision.
"""

from __future__ import annotations

from typing import Any

import numpy as np


def rounded(a: Any, b: Any, rounding_mode: str) -> Any:
    """Return the quotients rounded down or towards zero, in the narrow type of an operand."""
    narrow = next(x.dtype for x in (a, b) if hasattr(x, "dtype"))
    if not hasattr(b, "dtype"):
        a, b = a.astype(np.float32), np.float32(b)
    with np.errstate(all="ignore"):
        found = np.trunc(a / b) if rounding_mode == "trunc" else _floored(a, b)
    return found.astype(narrow)


def _floored(a: Any, b: Any) -> Any:
    """Return the quotients rounded down: of what is left without the remainder, as it divides."""
    quotient, rest = a / b, np.fmod(a, b)
    whole = np.where(np.isinf(quotient) & np.isfinite(a), a, a - rest) / b
    whole = np.where((rest != 0) & ((b < 0) != (rest < 0)), whole - whole.dtype.type(1), whole)
    down = np.floor(whole)
    down = np.where(whole - down > 0.5, down + down.dtype.type(1), down)
    return np.where(b == 0, quotient, np.where(whole == 0, 0 * quotient, down))
