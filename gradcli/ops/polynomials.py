"""Orthogonal polynomials, for which PyTorch has no derivatives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.core.promote import common_floating, unsupported
from gradcli.operators.declare import Array, Number, op
from gradcli.operators.refusals import refuse
from gradcli.ops.special import scipy_special

_MOST_STEPS = 10**9
"""How many steps of a recurrence, over all elements, are computed before giving up."""


def _evaluate(name: str, function: Callable[[Any, Any], Any], x: Any, n: Any) -> Array:
    """Evaluate a polynomial of the whole part of n at x; that of a negative degree is 0."""
    dtype = x.dtype if isinstance(x, (np.ndarray, np.generic)) else n.dtype
    if dtype == np.float16 or dtype.kind == "V":
        raise unsupported(f"{name}_cpu", dtype)
    x, degrees = np.broadcast_arrays(np.asarray(x, dtype), np.asarray(n, dtype))
    whole = np.nan_to_num(np.trunc(degrees), nan=-1, posinf=2.0**62, neginf=-1).astype(np.int64)
    if whole.size and whole.max() * whole.size > _MOST_STEPS:
        raise refuse(f"{name}: the degree is too high", 1)
    values = function(np.maximum(whole, 0), x.astype(float))
    return np.where(whole < 0, 0.0, np.where(whole == 0, 1.0, values)).astype(dtype)


def _third(n: Array, x: Array) -> Array:
    chebyshev = scipy_special().eval_chebyu
    return np.where(n == 0, 1.0, chebyshev(n, x) - chebyshev(np.maximum(n - 1, 0), x))


def _fourth(n: Array, x: Array) -> Array:
    chebyshev = scipy_special().eval_chebyu
    return np.where(n == 0, 1.0, chebyshev(n, x) + chebyshev(np.maximum(n - 1, 0), x))


@op(
    constant=True,
    promotes=common_floating,
    broadcasts=True,
    overloaded=True,
    where=["special"],
    example=("torch.special.chebyshev_polynomial_t(0.5, n)", "n=tensor([0, 1, 12])"),
)
def chebyshev_polynomial_t(xp: Any, x: Array | Number, n: Array | Number, /) -> Array:
    """The Chebyshev polynomial of the first kind of degree n."""
    return _evaluate("chebyshev_polynomial_t", lambda n, x: scipy_special().eval_chebyt(n, x), x, n)


@op(
    constant=True,
    promotes=common_floating,
    broadcasts=True,
    overloaded=True,
    where=["special"],
    example=("torch.special.chebyshev_polynomial_u(0.5, n)", "n=tensor([0, 1, 12])"),
)
def chebyshev_polynomial_u(xp: Any, x: Array | Number, n: Array | Number, /) -> Array:
    """The Chebyshev polynomial of the second kind of degree n."""
    return _evaluate("chebyshev_polynomial_u", lambda n, x: scipy_special().eval_chebyu(n, x), x, n)


@op(
    constant=True,
    promotes=common_floating,
    broadcasts=True,
    overloaded=True,
    where=["special"],
    example=("torch.special.chebyshev_polynomial_v(0.5, n)", "n=tensor([0, 1, 12])"),
)
def chebyshev_polynomial_v(xp: Any, x: Array | Number, n: Array | Number, /) -> Array:
    """The Chebyshev polynomial of the third kind of degree n."""
    return _evaluate("chebyshev_polynomial_v", lambda n, x: _third(n, x), x, n)


@op(
    constant=True,
    promotes=common_floating,
    broadcasts=True,
    overloaded=True,
    where=["special"],
    example=("torch.special.chebyshev_polynomial_w(0.5, n)", "n=tensor([0, 1, 12])"),
)
def chebyshev_polynomial_w(xp: Any, x: Array | Number, n: Array | Number, /) -> Array:
    """The Chebyshev polynomial of the fourth kind of degree n."""
    return _evaluate("chebyshev_polynomial_w", lambda n, x: _fourth(n, x), x, n)


@op(
    constant=True,
    promotes=common_floating,
    broadcasts=True,
    overloaded=True,
    where=["special"],
    example=("torch.special.hermite_polynomial_h(0.5, n)", "n=tensor([0, 1, 12])"),
)
def hermite_polynomial_h(xp: Any, x: Array | Number, n: Array | Number, /) -> Array:
    """The physicist's Hermite polynomial of degree n."""
    return _evaluate("hermite_polynomial_h", lambda n, x: scipy_special().eval_hermite(n, x), x, n)


@op(
    constant=True,
    promotes=common_floating,
    broadcasts=True,
    overloaded=True,
    where=["special"],
    example=("torch.special.hermite_polynomial_he(0.5, n)", "n=tensor([0, 1, 12])"),
)
def hermite_polynomial_he(xp: Any, x: Array | Number, n: Array | Number, /) -> Array:
    """The probabilist's Hermite polynomial of degree n."""
    return _evaluate(
        "hermite_polynomial_he", lambda n, x: scipy_special().eval_hermitenorm(n, x), x, n
    )


@op(
    constant=True,
    promotes=common_floating,
    broadcasts=True,
    overloaded=True,
    where=["special"],
    example=("torch.special.laguerre_polynomial_l(0.5, n)", "n=tensor([0, 1, 12])"),
)
def laguerre_polynomial_l(xp: Any, x: Array | Number, n: Array | Number, /) -> Array:
    """The Laguerre polynomial of degree n."""
    return _evaluate(
        "laguerre_polynomial_l", lambda n, x: scipy_special().eval_laguerre(n, x), x, n
    )


@op(
    constant=True,
    promotes=common_floating,
    broadcasts=True,
    overloaded=True,
    where=["special"],
    example=("torch.special.legendre_polynomial_p(0.5, n)", "n=tensor([0, 1, 12])"),
)
def legendre_polynomial_p(xp: Any, x: Array | Number, n: Array | Number, /) -> Array:
    """The Legendre polynomial of degree n."""
    return _evaluate(
        "legendre_polynomial_p", lambda n, x: scipy_special().eval_legendre(n, x), x, n
    )


@op(
    constant=True,
    promotes=common_floating,
    broadcasts=True,
    overloaded=True,
    where=["special"],
    example=("torch.special.shifted_chebyshev_polynomial_t(0.5, n)", "n=tensor([0, 1, 12])"),
)
def shifted_chebyshev_polynomial_t(xp: Any, x: Array | Number, n: Array | Number, /) -> Array:
    """The Chebyshev polynomial of the first kind of degree n at 2x - 1."""
    return _evaluate(
        "shifted_chebyshev_polynomial_t",
        lambda n, x: scipy_special().eval_chebyt(n, 2 * x - 1),
        x,
        n,
    )


@op(
    constant=True,
    promotes=common_floating,
    broadcasts=True,
    overloaded=True,
    where=["special"],
    example=("torch.special.shifted_chebyshev_polynomial_u(0.5, n)", "n=tensor([0, 1, 12])"),
)
def shifted_chebyshev_polynomial_u(xp: Any, x: Array | Number, n: Array | Number, /) -> Array:
    """The Chebyshev polynomial of the second kind of degree n at 2x - 1."""
    return _evaluate(
        "shifted_chebyshev_polynomial_u",
        lambda n, x: scipy_special().eval_chebyu(n, 2 * x - 1),
        x,
        n,
    )


@op(
    constant=True,
    promotes=common_floating,
    broadcasts=True,
    overloaded=True,
    where=["special"],
    example=("torch.special.shifted_chebyshev_polynomial_v(0.5, n)", "n=tensor([0, 1, 12])"),
)
def shifted_chebyshev_polynomial_v(xp: Any, x: Array | Number, n: Array | Number, /) -> Array:
    """The Chebyshev polynomial of the third kind of degree n at 2x - 1."""
    return _evaluate("shifted_chebyshev_polynomial_v", lambda n, x: _third(n, 2 * x - 1), x, n)


@op(
    constant=True,
    promotes=common_floating,
    broadcasts=True,
    overloaded=True,
    where=["special"],
    example=("torch.special.shifted_chebyshev_polynomial_w(0.5, n)", "n=tensor([0, 1, 12])"),
)
def shifted_chebyshev_polynomial_w(xp: Any, x: Array | Number, n: Array | Number, /) -> Array:
    """The Chebyshev polynomial of the fourth kind of degree n at 2x - 1."""
    return _evaluate("shifted_chebyshev_polynomial_w", lambda n, x: _fourth(n, 2 * x - 1), x, n)
