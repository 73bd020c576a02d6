"""Orthogonal polynomials, for which PyTorch has no derivatives; the rules are those of textbooks.

The whole part of the degree is what counts, so that its own derivative is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.core.promote import common_floating, unsupported
from gradcli.operators import by_name as ops
from gradcli.operators.declare import OPS, Array, Number, Tensor, Value, op
from gradcli.operators.named import named
from gradcli.operators.refusals import refuse
from gradcli.ops.special import scipy_special

_MOST_STEPS = 10**8
"""How many steps of a recurrence, over all elements, are computed before giving up."""


def _evaluate(name: str, function: Callable[[Any, Any], Any], x: Any, n: Any) -> Array:
    """Evaluate a polynomial of the whole part of n at x; that of a negative degree is 0."""
    dtype = x.dtype if isinstance(x, (np.ndarray, np.generic)) else n.dtype
    if dtype == np.float16 or dtype.kind == "V":
        raise unsupported(f"{name}_cpu", dtype)
    x, degrees = np.broadcast_arrays(np.asarray(x, dtype), np.asarray(n, dtype))
    whole = np.nan_to_num(np.trunc(degrees), nan=-1, posinf=2.0**62, neginf=-1).astype(np.int64)
    if whole.size and int(whole.max()) * whole.size > _MOST_STEPS:
        raise refuse(f"{name}: the degree is too high", 1)
    values = function(np.maximum(whole, 0), x.astype(float))
    return np.where(whole < 0, 0.0, np.where(whole == 0, 1.0, values)).astype(dtype)


def _by_scipy(name: str) -> Callable[[Array, Array], Array]:
    return lambda n, x: vars(scipy_special())[f"eval_{name}"](n, x)


def _neighbours(sign: int) -> Callable[[Array, Array], Array]:
    """Return the sum, or difference, of two Chebyshev polynomials that follow each other."""
    second = _by_scipy("chebyu")
    return lambda n, x: np.where(n == 0, 1.0, second(n, x) + sign * second(np.maximum(n - 1, 0), x))


def _polynomial(
    name: str, doc: str, function: Callable[[Array, Array], Array], slope: Callable[..., Any]
) -> None:
    """Declare a polynomial from a function of its degree and its argument, and its derivative."""

    @op(
        constant=True,
        d=(slope, None),
        widens=False,
        promotes=common_floating,
        broadcasts=True,
        where=["special"],
        engines=["numpy"],
        example=(f"torch.special.{name}(0.5, n)", "n=tensor([0, 1, 12])"),
    )
    @named(name, doc)
    def evaluate(xp: Any, x: Array | Number, n: Array | Number, /) -> Array:
        return _evaluate(name, function, x, n)


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


_CHEBYSHEV = {
    "t": ("The Chebyshev polynomial of the first kind of degree n", _by_scipy("chebyt")),
    "u": ("The Chebyshev polynomial of the second kind of degree n", _by_scipy("chebyu")),
    "v": ("The Chebyshev polynomial of the third kind of degree n", _neighbours(-1)),
    "w": ("The Chebyshev polynomial of the fourth kind of degree n", _neighbours(1)),
}


def _shifted(function: Callable[[Array, Array], Array]) -> Callable[[Array, Array], Array]:
    return lambda n, x: function(n, 2 * x - 1)


for _kind, (_doc, _function) in _CHEBYSHEV.items():
    _slope = _chebyshev_slope(_kind, shifted=False)
    _polynomial(f"chebyshev_polynomial_{_kind}", f"{_doc}.", _function, _slope)
for _name, _scipy, _doc, _slope in (
    ("hermite_polynomial_h", "hermite", "The physicist's Hermite", _hermite_slope),
    ("hermite_polynomial_he", "hermitenorm", "The probabilist's Hermite", _probabilists_slope),
    ("laguerre_polynomial_l", "laguerre", "The Laguerre", _laguerre_slope),
    ("legendre_polynomial_p", "legendre", "The Legendre", _legendre_slope),
):
    _polynomial(_name, f"{_doc} polynomial of degree n.", _by_scipy(_scipy), _slope)
for _kind, (_doc, _function) in _CHEBYSHEV.items():
    _slope, _name = _chebyshev_slope(_kind, shifted=True), f"shifted_chebyshev_polynomial_{_kind}"
    _polynomial(_name, f"{_doc} at 2x - 1.", _shifted(_function), _slope)
