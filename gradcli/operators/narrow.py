"""What operators that do not know half precision compute from instead: numbers in float32.

This module knows operands. What the results become again is known to ``op``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.numerics.arrays import widen
from gradcli.numerics.dtypes import NARROW, bfloat16, float16, float32


def widened(
    arrays: list[Any], attrs: dict[str, Any], mixes: bool
) -> tuple[np.dtype | None, list[Any], dict[str, Any]]:
    """Return the narrow type that a result has, and what to compute it from in float32.

    Where types are mixed, a body that does not take that sees it, and says so.
    """
    if not mixes and len({a.dtype for a in arrays if _is_floating(a)}) > 1:
        return None, arrays, attrs
    narrow = next((a.dtype for a in arrays if getattr(a, "dtype", None) in NARROW), None)
    asked = attrs.get("dtype")
    if asked is not None:
        narrow = asked.numpy if asked in (float16, bfloat16) else None
        attrs = attrs if narrow is None else attrs | {"dtype": float32}
    return narrow, list(map(widen, arrays)), attrs


def _is_floating(array: Any) -> bool:
    dtype = getattr(array, "dtype", None)
    return dtype is not None and dtype.kind in "fcV"  # V is the kind of bfloat16
