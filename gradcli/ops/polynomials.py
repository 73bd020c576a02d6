"""Orthogonal polynomials, for which PyTorch has no derivatives; the rules are those of textbooks.

The whole part of the degree is what counts, so that its own derivative is 0.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.core.promote import common_floating, unsupported
from gradcli.numerics import arrays, orthogonal
from gradcli.operators import by_name as ops
from gradcli.operators.declare import OPS, Array, Number, Tensor, Value, op
from gradcli.operators.named import named


def _polynomial(name: str, doc: str, slope: Callable[..., Any]) -> None:
    """Declare a polynomial with its derivative."""

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
        dtype = x.dtype if hasattr(x, "dtype") else arrays.of(n).dtype
        if dtype == np.float16 or dtype.kind == "V":
            raise unsupported(f"{name}_cpu", dtype)
        x, n = (xp.asarray(each, dtype=dtype) for each in (x, n))
        return orthogonal.evaluate(name, x, n)


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


def _chebyshev(prefix: str, where: str) -> None:
    for kind, which in {"t": "first", "u": "second", "v": "third", "w": "fourth"}.items():
        doc = f"The Chebyshev polynomial of the {which} kind of degree n{where}."
        slope = _chebyshev_slope(kind, shifted=bool(prefix))
        _polynomial(f"{prefix}chebyshev_polynomial_{kind}", doc, slope)


_chebyshev("", "")
for _name, _which, _slope in (
    ("hermite_polynomial_h", "physicist's Hermite", _hermite_slope),
    ("hermite_polynomial_he", "probabilist's Hermite", _probabilists_slope),
    ("laguerre_polynomial_l", "Laguerre", _laguerre_slope),
    ("legendre_polynomial_p", "Legendre", _legendre_slope),
):
    _polynomial(_name, f"The {_which} polynomial of degree n.", _slope)
_chebyshev("shifted_", " at 2x - 1")
