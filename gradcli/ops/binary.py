"""Functions of two tensors, element by element, beside arithmetic and comparison."""

from __future__ import annotations

import math
from typing import Any

from gradcli.core.promote import common, common_floating, limited, unsupported
from gradcli.operators.by_name import exp, exp2, log1p, neg, pow, where
from gradcli.operators.declare import Array, Number, Value, example, formula, op
from gradcli.operators.derivatives import refused, zeros
from gradcli.operators.refusals import mixed


def _inverse_square(a: Value, b: Value) -> Value:
    """One over the squared distance from the origin, and 0 at the origin."""
    square = a * a + b * b
    return where(square == 0, 0.0, 1 / square)


@op(
    vjp=(
        lambda g, a, b: g * b * _inverse_square(a, b),
        lambda g, a, b: g * neg(a) * _inverse_square(a, b),
    ),
    broadcasts=True,
    promotes=common_floating,
    inplace=True,
    aliases=["arctan2"],
    numpy="arctan2",
    example=("a.atan2(i)", "a=tensor([1.0, 2.0])", "i=tensor([3, -4])"),
)
@formula(
    input="g * other / (input**2 + other**2)  # 0 at the origin",
    other="-g * input / (input**2 + other**2)  # 0 at the origin",
)
def atan2(xp: Any, a: Array, b: Array, /) -> Array:
    """The angle of the point (b, a) in the plane, between -pi and pi."""
    return xp.arctan2(a, b)


@op(
    vjp=(lambda g, a, y: g * (a / y), lambda g, b, y: g * (b / y)),
    broadcasts=True,
    promotes=limited(common, "hypot_cpu"),
    inplace=True,
    numpy="hypot",
    example=("hypot(a, a)", "a=tensor([[1.0], [-2.0]])"),
)
def hypot(xp: Any, a: Array, b: Array, /) -> Array:
    """The length of the hypotenuse, sqrt(a**2 + b**2), without overflow on the way."""
    return xp.hypot(a, b)


def _complex_logaddexp(xp: Any, a: Array, b: Array) -> Array:
    """Return the logarithm of the sum of two exponentials, the larger by its real part."""
    swapped = (xp.real(a) > xp.real(b)) | xp.isnan(a)
    low, high = xp.where(swapped, b, a), xp.where(swapped, a, b)
    found = log1p(xp.exp(low - high)) + high
    same = xp.isinf(xp.real(low)) & (xp.real(low) == xp.real(high))
    infinite = xp.where(xp.real(low) < 0, low, xp.log(xp.exp(low) + xp.exp(high)))
    return xp.where(xp.isnan(low), math.nan * (1 + 1j), xp.where(same, infinite, found)).astype(
        a.dtype, copy=False
    )


@op(
    vjp=(lambda g, a, b: g / (1 + exp(b - a)), lambda g, a, b: g / (1 + exp(a - b))),
    broadcasts=True,
    promotes=limited(common, "logaddexp_cpu", "fc"),
    numpy="logaddexp",
    example=("logaddexp(a, a)", "a=tensor([[1.0], [-2.0]])"),
)
def logaddexp(xp: Any, a: Array, b: Array, /) -> Array:
    """The logarithm of exp(a) + exp(b), without overflow."""
    return xp.logaddexp(a, b) if a.dtype.kind == "f" else _complex_logaddexp(xp, a, b)


@op(
    vjp=(lambda g, a, b: g / (1 + exp2(b - a)), lambda g, a, b: g / (1 + exp2(a - b))),
    broadcasts=True,
    promotes=limited(common, "logaddexp2_cpu"),
    example=("a.logaddexp2(i)", "a=tensor([3.0, -5.0])", "i=tensor([4, 12])"),
)
def logaddexp2(xp: Any, a: Array, b: Array, /) -> Array:
    """The logarithm to the base 2 of 2**a + 2**b, without overflow."""
    return xp.logaddexp2(a, b)


@op(
    vjp=(lambda g, a, y: g * where(a == 0, 0.0, y / a), zeros),
    broadcasts=True,
    promotes=common_floating,
    node=("CopysignBackward1", "CopysignBackward0"),
    inplace=True,
    example=("copysign(a, -1)", "a=tensor([[1.0], [-2.0]])"),
)
def copysign(xp: Any, a: Array, b: Array | Number, /) -> Array:
    """The size of the first with the sign of the second."""
    return xp.copysign(a, b)


@op(
    vjp=(lambda g, a, b: where(a != b, g, 0.0), zeros),
    broadcasts=True,
    promotes=limited(common, "nextafter_cpu"),
    widens=False,
    inplace=True,
    example=("a.clone().nextafter_(b)", "a=tensor([1.0, 2.0])", "b=tensor(-3.0)"),
)
def nextafter(xp: Any, a: Array, b: Array, /) -> Array:
    """The next number that the type can hold, from the first towards the second."""
    return xp.nextafter(a, b)


@op(
    # PyTorch keeps the result for either gradient.
    vjp=(lambda g, b, y: g * pow(2, b), lambda g, y: g * y * math.log(2)),
    broadcasts=True,
    inplace=True,
    example=("ldexp(a, i)", "a=tensor([1.0, -0.75])", "i=tensor([3, -2])"),
)
def ldexp(xp: Any, a: Array, b: Array, /) -> Array:
    """The first times 2 to the power of the second."""
    if a.dtype.kind not in "biuc" and b.dtype.kind == "b":
        raise unsupported("ldexp_cpu_exp", b.dtype)
    a, power = common_floating([a, b])
    if power.dtype.kind != "f":
        return xp.multiply(a, xp.exp2(power))
    far = xp.isfinite(power) & (xp.abs(power) > 100)  # whose power alone may overflow
    half = xp.where(far, xp.trunc(power / 2), 0).astype(power.dtype)
    return xp.multiply(xp.multiply(a, xp.exp2(half)), xp.exp2(power - half))


@op(
    vjp=(refused("heaviside"), refused("heaviside")),
    broadcasts=True,
    node="NotImplemented",
    inplace=True,
    numpy="heaviside",
    example=("heaviside(a, b)", "a=tensor([-1, 0, 2])", "b=tensor([5])"),
)
def heaviside(xp: Any, a: Array, values: Array, /) -> Array:
    """The step from 0 to 1; where the element is 0, one of ``values``."""
    if a.dtype != values.dtype:
        raise mixed("heaviside is not yet implemented for tensors with different dtypes.")
    return xp.where(a == 0, values, (a > 0).astype(a.dtype))


@op(constant=True, promotes=limited(common, "gcd_cpu", "iu"), inplace=True)
@example("gcd(a, b)", "a=tensor([12, -9, 0])", "b=tensor([[8], [6]])")
def gcd(xp: Any, a: Array, b: Array, /) -> Array:
    """The greatest common divisor."""
    return xp.gcd(a, b)


@op(constant=True, promotes=limited(common, "lcm_cpu", "iu"), inplace=True)
@example("lcm(a, b)", "a=tensor([12, -9, 0])", "b=tensor([[8], [6]])")
def lcm(xp: Any, a: Array, b: Array, /) -> Array:
    """The least common multiple."""
    return xp.lcm(a, b)
