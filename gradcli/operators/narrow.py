"""What operators that do not know half precision compute from instead: numbers in float32.

This module knows operands. What the results become again is known to ``op``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.core.promote import cast, fit
from gradcli.errors import OpError
from gradcli.numerics.arrays import widen
from gradcli.numerics.dtypes import NARROW, bfloat16, float16, float32


def widened(
    arrays: list[Any], attrs: dict[str, Any], mixes: bool, name: str
) -> tuple[np.dtype | None, list[Any], dict[str, Any]]:
    """Return the narrow type that a result has, and what to compute it from in float32.

    Where types are mixed, a body that does not take that sees it, and says so.
    """
    if not mixes and len({a.dtype for a in arrays if _is_floating(a)}) > 1:
        return None, arrays, attrs
    if name in _BY_STEPS:
        return None, arrays, attrs
    narrow = next((a.dtype for a in arrays if getattr(a, "dtype", None) in NARROW), None)
    asked = attrs.get("dtype")
    if asked is not None:
        if name in _ONLY_WIDER and any(a.dtype != asked.numpy for a in arrays):
            return None, arrays, attrs
        narrow = asked.numpy if asked in (float16, bfloat16) else None
        if narrow is not None:  # which operands are converted to, before all else
            attrs = attrs | {"dtype": float32}
            with np.errstate(all="ignore"):
                arrays = [cast(a, narrow) if isinstance(a, np.ndarray) else a for a in arrays]
    held = [number for number in _HELD.get(name, ()) if attrs.get(number) is not None]
    if narrow is not None and held:
        convert = cast if name == "_number_pow" else fit
        attrs = attrs | {number: _held(attrs[number], narrow, convert) for number in held}
    return narrow, list(map(widen, arrays)), attrs


def refuse_narrow(
    body: Callable[..., Any], arrays: list[Any], attrs: dict[str, Any], variadic: bool
) -> None:
    """Refuse narrow types, which messages name, where a body has refused float32."""
    try:
        body(*([arrays] if variadic else arrays), **attrs)
    except OpError as error:
        if error.code == "dtype" and "overflow" not in str(error):
            raise
    except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError):
        return


_ONLY_WIDER = frozenset({"linalg_vector_norm"})
"""What refuses types that hold less than its operands."""
_BY_STEPS = frozenset({"addr", "_div_rounded", "_rfloordiv", "floor_divide"})
"""What rounds to half precision after each step of its own."""


_HELD = {
    "_number_pow": ("base",),
    "_pow_number": ("exponent",),
    "add": ("alpha",),
    "addmv": ("alpha", "beta"),
    "addr": ("alpha", "beta"),
    "full_like": ("fill_value",),
    "hardshrink": ("lambd",),
    "hardtanh": ("min_val", "max_val"),
    "index_add": ("alpha",),
    "new_full": ("fill_value",),
    "rsub": ("alpha",),
    "sub": ("alpha",),
    "threshold": ("value",),
}
"""The numbers that PyTorch's kernels hold in half precision: all but the base of a power have to
fit."""


def _held(number: Any, narrow: np.dtype, convert: Callable[[Any, np.dtype], Any]) -> Any:
    return number if isinstance(number, (bool, complex)) else float(convert(number, narrow))


def _is_floating(array: Any) -> bool:
    dtype = getattr(array, "dtype", None)
    return dtype is not None and dtype.kind in "fcV"  # V is the kind of bfloat16
