"""Bessel functions and their relatives.

The values are SciPy's; PyTorch's own agree with them to six digits at least.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.errors import op_error
from gradcli.numerics.dtypes import finfo
from gradcli.operators import by_name as ops
from gradcli.operators.by_name import abs, sgn, where
from gradcli.operators.declare import Array, Value, example, formula
from gradcli.operators.named import named
from gradcli.ops.elementwise import IN_SPECIAL, unary
from gradcli.ops.special import computed, refuse_half, scipy_special, special


def _epsilon(x: Value) -> float:
    """The distance from 1 to the next number of an element type."""
    values: Any = getattr(x, "array", x)
    return float(finfo(values.dtype).eps)


@unary(d=lambda x: i1(x), where=IN_SPECIAL, example=("i0(x)", "x=tensor([0.0, 20.0, -30.0])"))
@formula(input="g * special.i1(input)")
def i0(xp: Any, x: Array, /) -> Array:
    """The modified Bessel function of the first kind of order 0."""
    return computed("i0", x)


@special(d=lambda x, y: i1e(x) - sgn(x) * y)
@example("torch.special.i0e(x)", "x=tensor([0.0, 20.0, -30.0])")
def i0e(xp: Any, x: Array, /) -> Array:
    """The modified Bessel function of order 0, scaled by exp(-abs(x))."""
    return computed("i0e", x)


def _away_from_zero(x: Value) -> tuple[Value, Value]:
    """Where elements are not tiny, and the elements with another number for the tiny ones."""
    epsilon = _epsilon(x)
    away = abs(x) > epsilon
    return away, where(away, x, epsilon)


def _i1_slope(x: Value, y: Value) -> Value:
    away, safe = _away_from_zero(x)
    return where(away, i0(safe) - y / safe, 0.5)


@special(d=_i1_slope)
@example("torch.special.i1(x)", "x=linspace(-3, 5, 7)")
@formula(input="g * (i0(input) - y / input)  # g / 2 at 0")
def i1(xp: Any, x: Array, /) -> Array:
    """The modified Bessel function of the first kind of order 1."""
    return computed("i1", x)


def _i1e_slope(x: Value, y: Value) -> Value:
    away, safe = _away_from_zero(x)
    return where(away, i0e(safe) - y * (sgn(safe) + 1 / safe), 0.5)


@special(d=_i1e_slope)
@example("torch.special.i1e(x)", "x=linspace(-3, 5, 7)")
@formula(input="g * (special.i0e(input) - y * (sign(input) + 1 / input))  # g / 2 at 0")
def i1e(xp: Any, x: Array, /) -> Array:
    """The modified Bessel function of order 1, scaled by exp(-abs(x))."""
    return computed("i1e", x)


# Functions for which PyTorch has no derivative; the rules are those of textbooks


_HAVE_SCIPY = ("numpy", "dask")
"""The engines whose arrays SciPy's functions take."""


def _without_derivative(name: str, function: str, doc: str, slope: Callable[..., Any]) -> None:
    """Declare a function of single or double precision by its name in SciPy."""

    @special(widens=False, constant=True, d=slope, engines=_HAVE_SCIPY)
    @example(f"torch.special.{name}(x)", "x=tensor([1, 2, 3])")
    @named(name, doc)
    def evaluate(xp: Any, x: Array, /) -> Array:
        refuse_half(x, name)
        return computed(function, x)


_KINDS: tuple[tuple[str, str, str, tuple[Callable[..., Any], Callable[..., Any]]], ...] = (
    (
        "bessel_j{}",
        "j{}",
        "The Bessel function of the first kind of order {}.",
        (lambda x: -ops.bessel_j1(x), lambda x, y: ops.bessel_j0(x) - y / x),
    ),
    (
        "bessel_y{}",
        "y{}",
        "The Bessel function of the second kind of order {}.",
        (lambda x: -ops.bessel_y1(x), lambda x, y: ops.bessel_y0(x) - y / x),
    ),
    (
        "modified_bessel_i{}",
        "i{}",
        "The modified Bessel function of the first kind of order {}.",
        (lambda x: ops.modified_bessel_i1(x), lambda x, y: ops.modified_bessel_i0(x) - y / x),
    ),
    (
        "modified_bessel_k{}",
        "k{}",
        "The modified Bessel function of the second kind of order {}.",
        (lambda x: -ops.modified_bessel_k1(x), lambda x, y: -ops.modified_bessel_k0(x) - y / x),
    ),
    (
        "scaled_modified_bessel_k{}",
        "k{}e",
        "The modified Bessel function of the second kind of order {}, scaled by exp(x).",
        (
            lambda x, y: y - ops.scaled_modified_bessel_k1(x),
            lambda x, y: y - ops.scaled_modified_bessel_k0(x) - y / x,
        ),
    ),
)
for _name, _function, _doc, _slopes in _KINDS:
    for _order, _slope in enumerate(_slopes):
        _names = _name.format(_order), _function.format(_order)
        _without_derivative(*_names, _doc.format(_order), _slope)


def _airy_slope(x: Value) -> Value:
    """Refuse: there is no operator for the derivative of Ai to write it with."""
    message = "the derivative of airy_ai, Ai', has no function here to write it with"
    raise op_error(NotImplementedError, message, code="no-derivative")


@special(widens=False, constant=True, d=_airy_slope, engines=["numpy"])
@example("torch.special.airy_ai(x)", "x=tensor([1, 2, 3])")
def airy_ai(xp: Any, x: Array, /) -> Array:
    """The Airy function Ai."""
    refuse_half(x, "airy_ai")
    found = scipy_special().airy(x)[0]
    far = xp.abs(x) > 1e6  # where SciPy gives up
    wide = xp.where(far, xp.abs(x), 1).astype(np.float64)
    wave = xp.sin(2 / 3 * wide**1.5 + np.pi / 4) / (xp.sqrt(np.pi) * wide**0.25)
    return xp.where(far & xp.isfinite(x), xp.where(x > 0, 0, wave), found).astype(x.dtype)


@special(widens=False, constant=True, d=lambda x, y: (ops.cos(x) - y) / x)
@example("torch.special.spherical_bessel_j0(x)", "x=tensor([1, 2, 3])")
def spherical_bessel_j0(xp: Any, x: Array, /) -> Array:
    """The spherical Bessel function of the first kind of order 0, sin(x) / x."""
    refuse_half(x, "spherical_bessel_j0")
    found = xp.sinc(x.astype(np.float64) / np.pi).astype(x.dtype)
    return xp.where(xp.isinf(x), xp.zeros_like(x), found)
