"""Orthogonal polynomials, computed as PyTorch computes them: by recurrences, in the numbers' type.

This module knows arrays of arguments and degrees, and nothing of operators and derivatives.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gradcli.errors import op_error

Array = Any

_MOST_STEPS = 10**8
"""How many steps of a recurrence are computed before giving up, over all elements and 2000 more."""


@dataclass(frozen=True)
class Family:
    """What PyTorch computes a polynomial by: a recurrence, and what is quicker or surer."""

    first: Callable[[Array], Array]
    """The polynomial of degree 1."""
    step: Callable[[Any, Array, Array, Array], Array]
    """The polynomial of degree k + 1, by k, x and those of degrees k - 1 and k."""
    ends: Callable[[Array, Array], Array] | None = None
    """The values at 1 and -1, by x and the degree."""
    cosine: Callable[[Array, Array], Array] | None = None
    """The values between 1 and -1 by the angle whose cosine is x and a degree beyond ``many``."""
    many: int = 0
    most: tuple[float, float] = (math.inf, math.inf)
    """The degrees, of float32 and of float64, beyond which there is no number."""


def _signed(x: Array, n: Array) -> Array:
    """Return 1, or at -1 the sign of an odd degree."""
    return np.where((x > 0) | (n % 2 == 0), 1, -1)


def _doubling(first: Callable[[Array], Array], **more: Any) -> Family:
    """Return a family of Chebyshev polynomials, which have one recurrence."""
    return Family(first, lambda k, x, below, y: (x + x) * y - below, **more)


_HALF = np.float32(0.5)

FAMILIES = {
    "chebyshev_polynomial_t": _doubling(
        lambda x: x, ends=_signed, cosine=lambda a, n: np.cos(n * a), many=6
    ),
    "chebyshev_polynomial_u": _doubling(
        lambda x: x + x,
        ends=lambda x, n: _signed(x, n) * (n + 1),
        cosine=lambda a, n: np.sin((n + 1) * a) / np.sin(a),
        many=8,
    ),
    "chebyshev_polynomial_v": _doubling(
        lambda x: x + x - 1,
        ends=lambda x, n: np.where(x > 0, 1, _signed(x, n) * (n + n + 1)),
        cosine=lambda a, n: np.cos((n + _HALF) * a) / np.cos(a / 2),
        many=8,
    ),
    "chebyshev_polynomial_w": _doubling(
        lambda x: x + x + 1,
        ends=lambda x, n: np.where(x > 0, n + n + 1, _signed(x, n)),
        cosine=lambda a, n: np.sin((n + _HALF) * a) / np.sin(a / 2),
        many=8,
    ),
    "hermite_polynomial_h": Family(
        lambda x: x + x, lambda k, x, below, y: (x + x) * y - (k + k) * below, most=(128, 512)
    ),
    "hermite_polynomial_he": Family(
        lambda x: x, lambda k, x, below, y: x * y - k * below, most=(128, 512)
    ),
    "laguerre_polynomial_l": Family(
        lambda x: 1 - x, lambda k, x, below, y: ((k + k + (1 - x)) * y - k * below) / (k + 1)
    ),
    "legendre_polynomial_p": Family(
        lambda x: x,
        lambda k, x, below, y: ((k + k + 1) * x * y - k * below) / (k + 1),
        ends=_signed,
    ),
}
"""The polynomials by PyTorch's names; those that are ``shifted`` are these at 2x - 1."""


def _recurrence(name: str, family: Family, x: Array, n: Array) -> Array:
    """Evaluate polynomials of degrees n at x; a step that gives no number is the last."""
    shape, x, n = x.shape, x.ravel(), n.ravel()
    result = np.where(n == 0, x.dtype.type(1), family.first(x))
    rest = np.flatnonzero((n > 1) & ~np.isnan(result))
    x, n, left = x[rest], n[rest], _MOST_STEPS
    below, value, k = np.ones_like(x), result[rest], 1
    while rest.size:
        steps = min(int(n.min()) - k, 64)
        for degree in range(k, k + steps):
            below, value = value, family.step(x.dtype.type(degree), x, below, value)
        k += steps
        going = (n > k) & ~np.isnan(value)
        if not going.all():
            result[rest] = value
            rest, x, n, below, value = (part[going] for part in (rest, x, n, below, value))
        left -= (rest.size + 2000) * steps
        if left < 0:
            message = f"{name}: the degree is too high"
            raise op_error(RuntimeError, message, code="limit", operands=(1,))
    return result.reshape(shape)


def evaluate(name: str, x: Array, n: Array) -> Array:
    """Evaluate a polynomial of the whole part of n at x; that of a negative degree is 0."""
    shifted = name.startswith("shifted_")
    family, x = FAMILIES[name.removeprefix("shifted_")], x + x - 1 if shifted else x
    x, n = np.broadcast_arrays(x, np.where(np.abs(n) < 2.0**63, np.trunc(n), -1))
    close = (n > family.many) & (np.abs(x) < 1) if family.cosine else np.zeros(x.shape, bool)
    end = np.abs(x) == 1 if family.ends else close
    high = n > family.most[x.dtype.itemsize == 8]
    values = _recurrence(name, family, x, np.where(close | end | high, 0, n))
    if family.cosine and close.any():
        values[close] = family.cosine(np.arccos(x[close]), n[close])
    if family.ends and end.any():
        values[end] = family.ends(x[end], n[end])
    values[high] = math.nan
    return np.where(n < 0, x.dtype.type(0), values)
