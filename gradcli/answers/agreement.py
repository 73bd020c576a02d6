"""Whether two derivatives are the same numbers, and points near others to try them at."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from gradcli.core.tensor import Tensor

TOLERANCE: Final = 1e-8


def moved(array: np.ndarray, scale: float, generator: np.random.Generator) -> np.ndarray:
    """Return an input at another point, of a scale and not far from it, where it is finite."""
    if array.dtype.kind != "f":
        return array
    return scale * np.where(np.isfinite(array), array, 1) + 0.1 * generator.standard_normal(
        array.shape
    )


def array_of(got: Any) -> np.ndarray:
    """Return the elements of what a text computes."""
    return got.array if isinstance(got, Tensor) else np.asarray(got)


def agree(want: np.ndarray, got: Any) -> bool:
    """Tell whether two derivatives are the same where the first one is finite."""
    array = array_of(got)
    if array.shape != want.shape:
        return False
    finite = np.isfinite(want)
    scale = float(np.max(np.abs(want), initial=1.0, where=finite))
    with np.errstate(all="ignore"):
        close = np.isclose(array, want, rtol=TOLERANCE, atol=TOLERANCE * scale)
    return bool(np.all(close | ~finite))
