"""Orthogonal polynomials, for which PyTorch has no derivatives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.core.promote import common_floating, unsupported
from gradcli.operators.declare import Array, Number, op
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


def _polynomial(name: str, doc: str, function: Callable[[Array, Array], Array]) -> None:
    """Declare a polynomial from a function of its degree and its argument."""

    @op(
        constant=True,
        widens=False,
        promotes=common_floating,
        broadcasts=True,
        overloaded=True,
        where=["special"],
        example=(f"torch.special.{name}(0.5, n)", "n=tensor([0, 1, 12])"),
    )
    @named(name, doc)
    def evaluate(xp: Any, x: Array | Number, n: Array | Number, /) -> Array:
        return _evaluate(name, function, x, n)


_CHEBYSHEV = {
    "t": ("The Chebyshev polynomial of the first kind of degree n", _by_scipy("chebyt")),
    "u": ("The Chebyshev polynomial of the second kind of degree n", _by_scipy("chebyu")),
    "v": ("The Chebyshev polynomial of the third kind of degree n", _neighbours(-1)),
    "w": ("The Chebyshev polynomial of the fourth kind of degree n", _neighbours(1)),
}


def _shifted(function: Callable[[Array, Array], Array]) -> Callable[[Array, Array], Array]:
    return lambda n, x: function(n, 2 * x - 1)


for _kind, (_doc, _function) in _CHEBYSHEV.items():
    _polynomial(f"chebyshev_polynomial_{_kind}", f"{_doc}.", _function)
for _name, _scipy, _doc in (
    ("hermite_polynomial_h", "hermite", "The physicist's Hermite polynomial of degree n."),
    ("hermite_polynomial_he", "hermitenorm", "The probabilist's Hermite polynomial of degree n."),
    ("laguerre_polynomial_l", "laguerre", "The Laguerre polynomial of degree n."),
    ("legendre_polynomial_p", "legendre", "The Legendre polynomial of degree n."),
):
    _polynomial(_name, _doc, _by_scipy(_scipy))
for _kind, (_doc, _function) in _CHEBYSHEV.items():
    _polynomial(f"shifted_chebyshev_polynomial_{_kind}", f"{_doc} at 2x - 1.", _shifted(_function))
