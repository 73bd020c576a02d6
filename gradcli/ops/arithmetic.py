"""Arithmetic on two tensors, or a tensor and a number, with broadcasting."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gradcli.core.op import Array, Number, op
from gradcli.core.promote import common, common_floating, common_signed, to_common
from gradcli.core.rules import refused
from gradcli.core.samples import binary, error, sample, unary
from gradcli.errors import op_error
from gradcli.ops.compare import where
from gradcli.ops.create import zeros_like
from gradcli.ops.elementwise import floor, log, reciprocal

_SIZES_DIFFER = "The size of tensor a (2) must match the size of tensor b (3) at non-singleton"


def _check_alpha(a: Array, alpha: Number) -> None:
    if isinstance(alpha, float) and a.dtype.kind not in "fc":
        raise op_error(
            RuntimeError,
            "For integral input tensors, argument alpha must not be a floating point number.",
        )


@op(
    d=(1, lambda alpha: alpha),
    promotes=common,
    infix="+",
    reflected="+",
    inplace=True,
    samples=[
        *binary("a + b", (-2, 2), (0.5, 3)),
        sample("a + 2", a="tensor([1.0, 2.0])"),
        sample("1.5 + a", a="tensor([[1.0], [2.0]])"),
        sample("a.add(b, alpha=2)", a="tensor([1.0, 2.0])", b="tensor([3.0, 5.0])"),
        sample("a + i", a="tensor([1.0, 2.0])", i="tensor([3, 4])"),
    ],
    errors=[error("ones(2) + ones(3)", RuntimeError, f"{_SIZES_DIFFER} dimension 0")],
)
def add(xp: Any, a: Array | Number, b: Array | Number, /, *, alpha: Number = 1) -> Array:
    """The sum a + alpha * b."""
    if alpha == 1:
        return xp.add(a, b)
    _check_alpha(a, alpha)
    return xp.add(a, xp.multiply(b, alpha))


@op(
    d=(1, lambda alpha: -alpha),
    promotes=common_signed,
    infix="-",
    inplace=True,
    aliases=["subtract"],
    samples=[
        *binary("a - b", (-2, 2), (0.5, 3)),
        sample("a - 2", a="tensor([1.0, 2.0])"),
        sample("a.sub(b, alpha=3)", a="tensor([1.0, 2.0])", b="tensor([3.0, 5.0])"),
    ],
)
def sub(xp: Any, a: Array | Number, b: Array | Number, /, *, alpha: Number = 1) -> Array:
    """The difference a - alpha * b."""
    if alpha == 1:
        return xp.subtract(a, b)
    _check_alpha(a, alpha)
    return xp.subtract(a, xp.multiply(b, alpha))


@op(
    d=-1,
    reflected="-",
    where=[],
    node="RsubBackward1",
    samples=[sample("1 - a", a="tensor([[1.0, 2.0]])"), sample("2.5 - a", a="tensor(3.0)")],
)
def rsub(xp: Any, a: Array, /, other: Number = 0) -> Array:
    """The difference other - a of a number and a tensor."""
    b, a = common_signed([other, a])
    return xp.subtract(b, a)


@op(
    d=(lambda b: b, lambda a: a),
    promotes=common,
    infix="*",
    reflected="*",
    inplace=True,
    aliases=["multiply"],
    samples=[
        *binary("a * b", (-2, 2), (0.5, 3)),
        sample("a * 3", a="tensor([1.0, 2.0])"),
        sample("0.5 * a", a="tensor([[1.0], [2.0]])"),
        sample("a * a", a="tensor([1.0, 2.0])"),
    ],
)
def mul(xp: Any, a: Array | Number, b: Array | Number, /) -> Array:
    """The product, element by element."""
    return xp.multiply(a, b)


@op(
    vjp=(lambda g, b: g / b, lambda g, a, b: -g * ((a / b) / b)),
    broadcasts=True,
    promotes=common_floating,
    infix="/",
    inplace=True,
    aliases=["divide", "true_divide"],
    samples=[
        *binary("a / b", (-2, 2), (0.5, 3)),
        sample("a / 2", a="tensor([1.0, 2.0])"),
        sample("a / b", a="tensor([0.0, 1.0])", b="tensor([0.0, 0.0])"),
    ],
)
def div(xp: Any, a: Array | Number, b: Array | Number, /) -> Array:
    """The quotient; integers are divided as floating-point numbers."""
    return xp.divide(a, b)


@op(composite=True, reflected="/", where=[], samples=[sample("3 / a", a="tensor([2.0, -4.0])")])
def rdiv(a: Array, /, other: Number = 1) -> Array:
    """The quotient other / a of a number and a tensor."""
    return mul(reciprocal(a), other)


@op(
    composite=True,
    infix="**",
    inplace=True,
    samples=[
        sample("pow(a, 2)", a="tensor([1.0, -2.0])"),
        sample("pow(a, b)", a="tensor([1.0, 2.0])", b="tensor([3.0, 0.5])"),
        sample("pow(2, b)", b="tensor([3.0, 0.5])"),
    ],
)
def pow(input: Array | Number, exponent: Array | Number, /) -> Array:
    """The power, of tensors or of a tensor and a number in either order."""
    if isinstance(exponent, (bool, int, float, complex)):
        return _pow_number(input, exponent=exponent)
    if isinstance(input, (bool, int, float, complex)):
        return _number_pow(exponent, base=input)
    return _pow_tensor(input, exponent)


@op(
    vjp=lambda g, x, exponent: (
        g * (exponent * _pow_number(x, exponent=exponent - 1)) if exponent else zeros_like(g)
    ),
    where=[],
    node="PowBackward0",
    samples=[
        sample("a ** 2", a="tensor([1.0, -2.0, 0.0])"),
        sample("a ** 3.5", a="tensor([[1.0, 2.0]])"),
        sample("a ** 0.5", a="tensor([4.0, 0.0])"),
        sample("a ** -1", a="tensor([2.0, -0.5])"),
        sample("a ** 0", a="tensor([2.0, 0.0])"),
        sample("a ** 1", a="tensor([2.0, 0.0])"),
        sample("a ** 2", a="zeros(0)"),
    ],
    errors=[
        error(
            "tensor([2]) ** -1",
            RuntimeError,
            "Integers to negative integer powers are not allowed.",
        )
    ],
)
def _pow_number(xp: Any, x: Array, /, exponent: Number = 1) -> Array:
    """The power of a tensor to a number."""
    if x.dtype.kind in "biu" and isinstance(exponent, int) and exponent < 0:
        raise op_error(
            RuntimeError, "Integers to negative integer powers are not allowed.", operands=(0,)
        )
    base, power = common([x, exponent])
    return xp.multiply(base, base) if exponent == 2 else xp.power(base, power)


@op(
    vjp=(
        lambda g, a, b: where(b == 0, 0.0, g * (b * _pow_tensor(a, b - 1))),
        # 0 where the base is 0, though log(0) is infinite
        lambda g, a, b, y: g * where((a == 0) & (b >= 0), 0.0, y * log(a)),
    ),
    broadcasts=True,
    promotes=common,
    where=[],
    node="PowBackward1",
    samples=[
        *binary("a ** b", (0.5, 2), (-1, 3)),
        sample("a ** b", a="tensor([0.0, 0.0, 0.0])", b="tensor([0.0, 2.0, 0.5])"),
        sample("a ** i", a="tensor([-2.0, 3.0])", i="tensor([2, 3])"),
        sample("a ** b", a="tensor([2, 1, -1, 3])", b="tensor([-1, -2, -3, 3])"),
    ],
)
def _pow_tensor(xp: Any, a: Array, b: Array, /) -> Array:
    """The power of a tensor to a tensor."""
    if a.dtype.kind in "iu" and b.dtype.kind == "i":
        # Of integers to negative powers, only those of 1 and -1 are integers again.
        sign = xp.where(b % 2 == 0, 1, -1)
        unit = xp.where(a == 1, 1, xp.where(a == -1, sign, 0)).astype(a.dtype)
        return xp.where(b < 0, unit, xp.power(a, xp.maximum(b, 0)))
    return xp.power(a, b)


def _base_slope(x: Array, y: Array, base: Number) -> Array:
    """The derivative of base**x by x, which is 0 for a base of 0 unless x is negative."""
    if isinstance(base, complex) or base == 0:
        return where(x >= 0, 0.0, y * -math.inf)
    return y * (math.log(base) if base > 0 else math.nan)


@op(
    vjp=lambda g, x, y, base: g * _base_slope(x, y, base),
    where=[],
    reflected="**",
    node="PowBackward2",
    samples=[
        sample("2 ** b", b="tensor([1.0, -2.0, 0.0])"),
        sample("0 ** b", b="tensor([1.0, 0.0])"),
        sample("0.5 ** b", b="tensor([[3.0]])"),
    ],
)
def _number_pow(xp: Any, x: Array, /, base: Number = 1) -> Array:
    """The power of a number to a tensor."""
    power, of = common([x, base])
    return xp.power(of, power)


@op(
    composite=True,
    inplace=True,
    samples=[*unary("square(x)", -2, 2)],
)
def square(input: Array, /) -> Array:
    """The product of the tensor with itself."""
    return _pow_number(input, exponent=2)


def _remainder(xp: Any, a: Array, b: Array) -> Array:
    """What division leaves over, with the divisor's sign; a zero keeps the dividend's."""
    _check_divisor(a, b)
    if a.dtype.kind != "f":
        return xp.remainder(a, b)
    rest = np.fmod(a, b)
    return xp.where((rest != 0) & ((rest < 0) != (b < 0)), rest + b, rest)


def _check_divisor(a: Any, b: Any) -> None:
    """Refuse to divide integers by zero, as PyTorch does."""
    kinds = {np.asarray(operand).dtype.kind for operand in (a, b)}
    if kinds <= {"b", "i", "u"} and not np.all(b):
        raise op_error(RuntimeError, "ZeroDivisionError", operands=(1,))


@op(
    vjp=(refused("floor_divide"), refused("floor_divide")),
    promotes=common,
    infix="//",
    inplace=True,
    node="NotImplemented",
    samples=[
        sample("(a // b).detach()", a="tensor([5.0, -5.0, 1.0])", b="tensor([2.0, 2.0, -0.3])"),
        sample("a // 2", a="tensor([5, -5, 4])"),
        sample("(a // 0).detach()", a="tensor([5.0, -5.0])"),
    ],
    errors=[
        error("tensor([1]) // 0", RuntimeError, "ZeroDivisionError"),
        error(
            "(ones(2, requires_grad=True) // 2).sum().backward()",
            RuntimeError,
            "derivative for aten::floor_divide is not implemented",
        ),
    ],
)
def floor_divide(xp: Any, a: Array | Number, b: Array | Number, /) -> Array:
    """The quotient rounded down; PyTorch has no derivative for it."""
    _check_divisor(a, b)
    return xp.floor_divide(a, b)


@op(
    vjp=refused("floor_divide"),
    where=[],
    reflected="//",
    node="NotImplemented",
    samples=[
        sample("(7 // a).detach()", a="tensor([2.0, -2.0])"),
        sample("7 // a", a="tensor([2])"),
    ],
)
def _rfloordiv(xp: Any, x: Array, /, other: Number = 1) -> Array:
    """The quotient other // x of a number and a tensor, rounded down."""
    a, b = to_common([other, x])
    _check_divisor(a, b)
    return xp.floor_divide(a, b)


@op(
    composite=True,
    infix="%",
    inplace=True,
    samples=[
        sample("remainder(a, 3)", a="tensor([5.0, -5.0])"),
        sample("a % b", a="tensor([5, -5])", b="tensor([3, -3])"),
    ],
    errors=[
        error("tensor([1]) % 0", RuntimeError, "ZeroDivisionError"),
        error(
            "(7 % ones(2, requires_grad=True)).sum().backward()",
            RuntimeError,
            "derivative for aten::remainder is not implemented",
        ),
    ],
)
def remainder(input: Array, other: Array | Number, /) -> Array:
    """What division leaves over, with the divisor's sign, as Python's ``%``."""
    if isinstance(other, (bool, int, float, complex)):
        return _remainder_number(input, other=other)
    return _remainder_tensor(input, other)


@op(
    d=1,
    where=[],
    node="RemainderBackward0",
    samples=[
        sample("a % 2", a="tensor([5.5, -5.5, -2.0])"),
        sample("a % -1.5", a="tensor([[2.0]])"),
    ],
)
def _remainder_number(xp: Any, x: Array, /, other: Number = 1) -> Array:
    """What division by a number leaves over."""
    a, b = to_common([x, other])
    return _remainder(xp, a, b)


@op(
    vjp=(lambda g: g, lambda g, a, b: -g * floor(a / b)),
    broadcasts=True,
    promotes=common,
    where=[],
    node="RemainderBackward1",
    samples=binary("a % b", (-2, 2), (0.5, 3)),
)
def _remainder_tensor(xp: Any, a: Array, b: Array, /) -> Array:
    """What division by a tensor leaves over."""
    return _remainder(xp, a, b)


@op(
    vjp=refused("remainder"),
    where=[],
    reflected="%",
    node="NotImplemented",
    samples=[sample("(7 % a).detach()", a="tensor([2.0, -2.5])"), sample("7 % a", a="tensor([2])")],
)
def _rmod(xp: Any, x: Array, /, other: Number = 1) -> Array:
    """What division of a number by a tensor leaves over."""
    a, b = to_common([other, x])
    return _remainder(xp, a, b)
