"""Bessel functions and their relatives.

The values are SciPy's; PyTorch's own agree with them to six digits at least.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.core.promote import floating
from gradcli.operators.declare import Array, op
from gradcli.ops.compare import where
from gradcli.ops.elementwise import abs, sgn
from gradcli.ops.special import computed, refuse_half, scipy_special


def _epsilon(x: Array) -> float:
    """The distance from 1 to the next number of an element type."""
    values: Any = getattr(x, "array", x)
    return float(np.finfo(values.dtype).eps)


@op(
    d=lambda x: i1(x),
    promotes=floating,
    inplace=True,
    where=["torch", "Tensor", "special"],
    example=("i0(x)", "x=tensor([0.0, 20.0, -30.0])"),
)
def i0(xp: Any, x: Array, /) -> Array:
    """The modified Bessel function of the first kind of order 0."""
    return computed("i0", x)


@op(
    d=lambda x, y: i1e(x) - sgn(x) * y,
    promotes=floating,
    where=["special"],
    node="SpecialI0EBackward0",
    example=("torch.special.i0e(x)", "x=tensor([0.0, 20.0, -30.0])"),
)
def i0e(xp: Any, x: Array, /) -> Array:
    """The modified Bessel function of order 0, scaled by exp(-abs(x))."""
    return computed("i0e", x)


def _away_from_zero(x: Array) -> tuple[Array, Array]:
    """Where elements are not tiny, and the elements with another number for the tiny ones."""
    epsilon = _epsilon(x)
    away = abs(x) > epsilon
    return away, where(away, x, epsilon)


def _i1_slope(x: Array, y: Array) -> Array:
    away, safe = _away_from_zero(x)
    return where(away, i0(safe) - y / safe, 0.5)


def _i1e_slope(x: Array, y: Array) -> Array:
    away, safe = _away_from_zero(x)
    return where(away, i0e(safe) - y * (sgn(safe) + 1 / safe), 0.5)


@op(
    d=lambda x, y: _i1_slope(x, y),
    promotes=floating,
    where=["special"],
    node="SpecialI1Backward0",
    example=("torch.special.i1(x)", "x=linspace(-3, 5, 7)"),
)
def i1(xp: Any, x: Array, /) -> Array:
    """The modified Bessel function of the first kind of order 1."""
    return computed("i1", x)


@op(
    d=lambda x, y: _i1e_slope(x, y),
    promotes=floating,
    where=["special"],
    node="SpecialI1EBackward0",
    example=("torch.special.i1e(x)", "x=linspace(-3, 5, 7)"),
)
def i1e(xp: Any, x: Array, /) -> Array:
    """The modified Bessel function of order 1, scaled by exp(-abs(x))."""
    return computed("i1e", x)


# Functions for which PyTorch has no derivative


def _value(name: str, function: str, x: Array) -> Array:
    """Compute a function of SciPy's in single or double precision."""
    refuse_half(x, name)
    return computed(function, x)


@op(
    constant=True,
    promotes=floating,
    where=["special"],
    example=("torch.special.bessel_j0(x)", "x=tensor([1, 2, 3])"),
)
def bessel_j0(xp: Any, x: Array, /) -> Array:
    """The Bessel function of the first kind of order 0."""
    return _value("bessel_j0", "j0", x)


@op(
    constant=True,
    promotes=floating,
    where=["special"],
    example=("torch.special.bessel_j1(x)", "x=tensor([1, 2, 3])"),
)
def bessel_j1(xp: Any, x: Array, /) -> Array:
    """The Bessel function of the first kind of order 1."""
    return _value("bessel_j1", "j1", x)


@op(
    constant=True,
    promotes=floating,
    where=["special"],
    example=("torch.special.bessel_y0(x)", "x=tensor([1, 2, 3])"),
)
def bessel_y0(xp: Any, x: Array, /) -> Array:
    """The Bessel function of the second kind of order 0."""
    return _value("bessel_y0", "y0", x)


@op(
    constant=True,
    promotes=floating,
    where=["special"],
    example=("torch.special.bessel_y1(x)", "x=tensor([1, 2, 3])"),
)
def bessel_y1(xp: Any, x: Array, /) -> Array:
    """The Bessel function of the second kind of order 1."""
    return _value("bessel_y1", "y1", x)


@op(
    constant=True,
    promotes=floating,
    where=["special"],
    example=("torch.special.modified_bessel_i0(x)", "x=tensor([1, 2, 3])"),
)
def modified_bessel_i0(xp: Any, x: Array, /) -> Array:
    """The modified Bessel function of the first kind of order 0."""
    return _value("modified_bessel_i0", "i0", x)


@op(
    constant=True,
    promotes=floating,
    where=["special"],
    example=("torch.special.modified_bessel_i1(x)", "x=tensor([1, 2, 3])"),
)
def modified_bessel_i1(xp: Any, x: Array, /) -> Array:
    """The modified Bessel function of the first kind of order 1."""
    return _value("modified_bessel_i1", "i1", x)


@op(
    constant=True,
    promotes=floating,
    where=["special"],
    example=("torch.special.modified_bessel_k0(x)", "x=tensor([1, 2, 3])"),
)
def modified_bessel_k0(xp: Any, x: Array, /) -> Array:
    """The modified Bessel function of the second kind of order 0."""
    return _value("modified_bessel_k0", "k0", x)


@op(
    constant=True,
    promotes=floating,
    where=["special"],
    example=("torch.special.modified_bessel_k1(x)", "x=tensor([1, 2, 3])"),
)
def modified_bessel_k1(xp: Any, x: Array, /) -> Array:
    """The modified Bessel function of the second kind of order 1."""
    return _value("modified_bessel_k1", "k1", x)


@op(
    constant=True,
    promotes=floating,
    where=["special"],
    example=("torch.special.scaled_modified_bessel_k0(x)", "x=tensor([1, 2, 3])"),
)
def scaled_modified_bessel_k0(xp: Any, x: Array, /) -> Array:
    """The modified Bessel function of the second kind of order 0, scaled by exp(x)."""
    return _value("scaled_modified_bessel_k0", "k0e", x)


@op(
    constant=True,
    promotes=floating,
    where=["special"],
    example=("torch.special.scaled_modified_bessel_k1(x)", "x=tensor([1, 2, 3])"),
)
def scaled_modified_bessel_k1(xp: Any, x: Array, /) -> Array:
    """The modified Bessel function of the second kind of order 1, scaled by exp(x)."""
    return _value("scaled_modified_bessel_k1", "k1e", x)


@op(
    constant=True,
    promotes=floating,
    where=["special"],
    example=("torch.special.airy_ai(x)", "x=tensor([1, 2, 3])"),
)
def airy_ai(xp: Any, x: Array, /) -> Array:
    """The Airy function Ai."""
    refuse_half(x, "airy_ai")
    return scipy_special().airy(x)[0]


@op(
    constant=True,
    promotes=floating,
    where=["special"],
    example=("torch.special.spherical_bessel_j0(x)", "x=tensor([1, 2, 3])"),
)
def spherical_bessel_j0(xp: Any, x: Array, /) -> Array:
    """The spherical Bessel function of the first kind of order 0, sin(x) / x."""
    refuse_half(x, "spherical_bessel_j0")
    return xp.where(xp.isinf(x), xp.zeros_like(x), np.sinc(x / x.dtype.type(np.pi)))
