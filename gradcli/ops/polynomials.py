"""Orthogonal polynomials, for which PyTorch has no derivatives; the rules are those of textbooks.

The whole part of the degree is what counts, so that its own derivative is 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gradcli.core.promote import common_floating, unsupported
from gradcli.operators import by_name as ops
from gradcli.operators.declare import OPS, Array, Number, Tensor, Value, op
from gradcli.operators.named import named
from gradcli.operators.refusals import refuse

_MOST_STEPS = 10**8
"""How many steps of a recurrence are computed before giving up, over all elements and 50 more."""


@dataclass(frozen=True)
class _Family:
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


def _recurrence(name: str, family: _Family, x: Array, n: Array) -> Array:
    """Evaluate polynomials of degrees n at x; a step that gives no number is the last."""
    result = np.where(n == 0, x.dtype.type(1), family.first(x))
    rest = np.flatnonzero((n > 1) & ~np.isnan(result))
    x, n, left = x.ravel()[rest], n.ravel()[rest], _MOST_STEPS
    below, value, k = np.ones_like(x), result.ravel()[rest], 1
    while rest.size:
        steps = min(int(n.min()) - k, 64)
        for degree in range(k, k + steps):
            below, value = value, family.step(x.dtype.type(degree), x, below, value)
        k += steps
        going = (n > k) & ~np.isnan(value)
        if not going.all():
            result.ravel()[rest] = value
            rest, x, n, below, value = (part[going] for part in (rest, x, n, below, value))
        left -= (rest.size + 50) * steps
        if left < 0:
            raise refuse(f"{name}: the degree is too high", 1)
    return result


def _evaluate(name: str, family: _Family, shifted: bool, x: Any, n: Any) -> Array:
    """Evaluate a polynomial of the whole part of n at x; that of a negative degree is 0."""
    dtype = x.dtype if isinstance(x, (np.ndarray, np.generic)) else n.dtype
    if dtype == np.float16 or dtype.kind == "V":
        raise unsupported(f"{name}_cpu", dtype)
    x, n = np.broadcast_arrays(np.asarray(x, dtype), np.asarray(n, dtype))
    x = x + x - 1 if shifted else x
    n = np.where(np.abs(n) < 2.0**63, np.trunc(n), -1)
    close = (n > family.many) & (np.abs(x) < 1) if family.cosine else np.zeros(x.shape, bool)
    end = np.abs(x) == 1 if family.ends else close
    high = n > family.most[dtype.itemsize == 8]
    values = _recurrence(name, family, x, np.where(close | end | high, 0, n))
    if family.cosine and close.any():
        values[close] = family.cosine(np.arccos(x[close]), n[close])
    if family.ends and end.any():
        values[end] = family.ends(x[end], n[end])
    values[high] = math.nan
    return np.where(n < 0, dtype.type(0), values)


def _signed(x: Array, n: Array) -> Array:
    """Return 1, or at -1 the sign of an odd degree."""
    return np.where((x > 0) | (n % 2 == 0), 1, -1)


def _polynomial(
    name: str, doc: str, family: _Family, slope: Callable[..., Any], shifted: bool = False
) -> None:
    """Declare a polynomial from a function of its degree and its argument, and its derivative."""

    @op(
        constant=True,
        d=(slope, None),
        widens=False,
        promotes=common_floating,
        broadcasts=True,
        overloaded=True,
        where=["special"],
        engines=["numpy"],
        example=(f"torch.special.{name}(0.5, n)", "n=tensor([0, 1, 12])"),
    )
    @named(name, doc)
    def evaluate(xp: Any, x: Array | Number, n: Array | Number, /) -> Array:
        return _evaluate(name, family, shifted, x, n)


# Derivatives, by other polynomials of the same family


def _whole(n: Value | Number) -> Any:
    """Return the degree that counts."""
    if isinstance(n, Tensor):
        return ops.trunc(n)
    return n if isinstance(n, int) else np.trunc(n)


def _chebyshev_slope(kind: str, shifted: bool) -> Callable[..., Any]:
    """Return the derivative of a Chebyshev polynomial, at x or at 2x - 1."""
    prefix = "shifted_chebyshev_polynomial" if shifted else "chebyshev_polynomial"
    inner = 2 if shifted else 1

    def first_kind(x: Value, n: Any) -> Value:
        n = _whole(n)
        return inner * n * OPS[f"{prefix}_u"](x, n - 1)

    def other_kind(x: Value, n: Any, y: Value) -> Value:
        n = _whole(n)
        z = 2 * x - 1 if shifted else x
        first = OPS[f"{prefix}_t"]
        above = (n + 1) * first(x, n + 1) - z * y
        if kind != "u":
            above = above + (n if kind == "w" else -n) * first(x, n)
        return inner * above / (z * z - 1)

    return first_kind if kind == "t" else other_kind


def _hermite_slope(x: Value, n: Any) -> Value:
    n = _whole(n)
    return 2 * n * ops.hermite_polynomial_h(x, n - 1)


def _probabilists_slope(x: Value, n: Any) -> Value:
    n = _whole(n)
    return n * ops.hermite_polynomial_he(x, n - 1)


def _laguerre_slope(x: Value, n: Any, y: Value) -> Value:
    n = _whole(n)
    return n * (y - ops.laguerre_polynomial_l(x, n - 1)) / x


def _legendre_slope(x: Value, n: Any, y: Value) -> Value:
    n = _whole(n)
    return n * (x * y - ops.legendre_polynomial_p(x, n - 1)) / (x * x - 1)


def _doubling(first: Callable[[Array], Array], **more: Any) -> _Family:
    """Return a family of Chebyshev polynomials, which have one recurrence."""
    return _Family(first, lambda k, x, below, y: (x + x) * y - below, **more)


_CHEBYSHEV = {
    "t": (
        "The Chebyshev polynomial of the first kind of degree n",
        _doubling(lambda x: x, ends=_signed, cosine=lambda a, n: np.cos(n * a), many=6),
    ),
    "u": (
        "The Chebyshev polynomial of the second kind of degree n",
        _doubling(
            lambda x: x + x,
            ends=lambda x, n: _signed(x, n) * (n + 1),
            cosine=lambda a, n: np.sin((n + 1) * a) / np.sin(a),
            many=8,
        ),
    ),
    "v": (
        "The Chebyshev polynomial of the third kind of degree n",
        _doubling(
            lambda x: x + x - 1,
            ends=lambda x, n: np.where(x > 0, 1, _signed(x, n) * (n + n + 1)),
            cosine=lambda a, n: np.cos((n + np.float32(0.5)) * a) / np.cos(a / 2),
            many=8,
        ),
    ),
    "w": (
        "The Chebyshev polynomial of the fourth kind of degree n",
        _doubling(
            lambda x: x + x + 1,
            ends=lambda x, n: np.where(x > 0, n + n + 1, _signed(x, n)),
            cosine=lambda a, n: np.sin((n + np.float32(0.5)) * a) / np.sin(a / 2),
            many=8,
        ),
    ),
}
_HERMITE = _Family(
    lambda x: x + x, lambda k, x, below, y: (x + x) * y - (k + k) * below, most=(128, 512)
)
_PROBABILISTS = _Family(lambda x: x, lambda k, x, below, y: x * y - k * below, most=(128, 512))
_LAGUERRE = _Family(
    lambda x: 1 - x, lambda k, x, below, y: ((k + k + (1 - x)) * y - k * below) / (k + 1)
)
_LEGENDRE = _Family(
    lambda x: x, lambda k, x, below, y: ((k + k + 1) * x * y - k * below) / (k + 1), ends=_signed
)
for _kind, (_doc, _family) in _CHEBYSHEV.items():
    _slope = _chebyshev_slope(_kind, shifted=False)
    _polynomial(f"chebyshev_polynomial_{_kind}", f"{_doc}.", _family, _slope)
for _name, _family, _doc, _slope in (
    ("hermite_polynomial_h", _HERMITE, "The physicist's Hermite", _hermite_slope),
    ("hermite_polynomial_he", _PROBABILISTS, "The probabilist's Hermite", _probabilists_slope),
    ("laguerre_polynomial_l", _LAGUERRE, "The Laguerre", _laguerre_slope),
    ("legendre_polynomial_p", _LEGENDRE, "The Legendre", _legendre_slope),
):
    _polynomial(_name, f"{_doc} polynomial of degree n.", _family, _slope)
for _kind, (_doc, _family) in _CHEBYSHEV.items():
    _slope, _name = _chebyshev_slope(_kind, shifted=True), f"shifted_chebyshev_polynomial_{_kind}"
    _polynomial(_name, f"{_doc} at 2x - 1.", _family, _slope, shifted=True)
