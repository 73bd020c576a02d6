"""Hurwitz's zeta function, also far left of 0."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.numerics.lapack import on_whole


@on_whole
def hurwitz_zeta(s: Any, q: Any) -> Any:
    """Return the sum of 1 / (k + q)**s; SciPy adds up the terms left of 0 one by one."""
    from scipy.special import zeta  # on demand, as all of SciPy

    s, q = np.asarray(s, np.float64), np.asarray(q, np.float64)
    q = np.where((s > 1) & (q == np.inf), np.nan, q)  # as PyTorch's sum has it
    whole = (s > 1) & (np.floor(s) == s)
    far = whole & np.isfinite(q) & (q < -1000) & (np.floor(q) != q)
    if not far.any():
        found: Any = zeta(s, q)
        return found
    count = np.ceil(-q)
    rest = np.where(far, q + count, 0.5)  # between 0 and 1
    left = zeta(s, 1 - rest) - zeta(s, np.where(far, count + 1 - rest, 1.0))
    sums = zeta(s, rest) + np.where(np.minimum(s, 2.0**53) % 2 == 1, -left, left)
    return np.where(far, sums, zeta(s, np.where(far, 1.0, q)))
