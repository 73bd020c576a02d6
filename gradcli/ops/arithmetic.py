"""Arithmetic on two tensors, or a tensor and a number, with broadcasting."""

from __future__ import annotations

import cmath
import math
from functools import partial
from typing import Any

import numpy as np

from gradcli.core import promote
from gradcli.core.promote import common, common_floating, common_signed, to_common
from gradcli.core.values import TENSORS
from gradcli.numerics import arrays, dtypes
from gradcli.operators.by_name import imag, log, real, reciprocal, where, zeros_like
from gradcli.operators.declare import Array, Number, Tensor, Value, example, formula, op
from gradcli.operators.derivatives import refused
from gradcli.operators.families import internal
from gradcli.operators.refusals import dtype_error, invalid, refuse

infix = partial(op, numbers=True, inplace=True)


def _weighted(xp: Any, a: Array | Number, b: Array | Number, alpha: Number, sign: int = 1) -> Array:
    """Return ``a + sign * alpha * b``."""
    dtype = promote.result_type([a, b])
    if isinstance(alpha, bool) and dtype is not dtypes.bool_:
        raise invalid("Boolean alpha only supported for Boolean results.")
    if isinstance(alpha, float) and dtype.category < dtypes.FLOATING:
        raise invalid(
            "For integral input tensors, argument alpha must not be a floating point number."
        )
    if isinstance(alpha, complex) and not dtype.is_complex:
        raise invalid("For non-complex input tensors, argument alpha must not be a complex number.")
    kind = dtype.numpy
    if kind.kind == "f":
        weight = promote.fit(sign * alpha, kind)
        return arrays.multiply_add(xp, promote.cast(b, kind), weight, promote.cast(a, kind))
    scaled = xp.multiply(promote.cast(b, kind), promote.fit(alpha, kind))
    return xp.add(a, scaled) if sign > 0 else xp.subtract(a, scaled)


@infix(d=(1, lambda alpha: alpha), promotes=common, infix="+", reflected="+")
@example("add(a, b, alpha=3)", "a=tensor([1.0, 2.0])", "b=tensor([3.0, -1.0])")
def add(xp: Any, a: Array | Number, b: Array | Number, /, *, alpha: Number = 1) -> Array:
    """The sum a + alpha * b."""
    if alpha == 1 and alpha.__class__ is int:
        return xp.add(a, b)
    return _weighted(xp, a, b, alpha)


@infix(d=(1, lambda alpha: -alpha), promotes=common_signed, infix="-", aliases=["subtract"])
@example("a - 2", "a=tensor([1.0, 2.0])")
def sub(xp: Any, a: Array | Number, b: Array | Number, /, *, alpha: Number = 1) -> Array:
    """The difference a - alpha * b."""
    if alpha == 1 and alpha.__class__ is int:
        return xp.subtract(a, b)
    return _weighted(xp, a, b, alpha, -1)


@op(
    d=(lambda alpha: -alpha, 1),
    promotes=common_signed,
    node=("RsubBackward1", "RsubBackward0"),
    where=["torch"],
    reflected="-",
    example=("1 - a", "a=tensor([[1.0, 2.0]])"),
)
def rsub(xp: Any, a: Array, b: Array | Number, /, *, alpha: Number = 1) -> Array:
    """The difference b - alpha * a, the operands of a subtraction turned round."""
    return _weighted(xp, b, a, alpha, -1)


@infix(
    d=(lambda b: b, lambda a: a),
    promotes=promote.scaling,
    infix="*",
    reflected="*",
    aliases=["multiply"],
)
@example("0.5 * a", "a=tensor([[1.0], [2.0]])")
def mul(xp: Any, a: Array | Number, b: Array | Number, /) -> Array:
    """The product, element by element."""
    return xp.multiply(a, b)


@infix(
    vjp=(lambda g, b: g / b, lambda g, a, b: -g * ((a / b) / b)),
    broadcasts=True,
    promotes=promote.scaling_floating,
    infix="/",
    node="DivBackward0",
    example=("true_divide(3, a)", "a=tensor([2.0, -1.0])"),
)
def true_divide(xp: Any, a: Array | Number, b: Array | Number, /) -> Array:
    """The quotient; integers are divided as floating-point numbers."""
    return xp.divide(a, b)


_ROUNDING = (None, "trunc", "floor")


@infix(composite=True, aliases=["divide"], example=("div(1, a)", "a=tensor([1.0, 2.0])"))
def div(a: Value | Number, b: Value | Number, /, *, rounding_mode: str | None = None) -> Value:
    """The quotient, rounded as ``rounding_mode`` says: towards zero ("trunc") or down ("floor")."""
    if rounding_mode is None:
        return true_divide(a, b)
    if rounding_mode not in _ROUNDING:
        raise invalid(
            "div expected rounding_mode to be one of None, 'trunc', or 'floor' but found "
            f"'{rounding_mode}'"
        )
    return _div_rounded(a, b, rounding_mode=rounding_mode)


@internal(d=(0, 0), promotes=promote.dividing, node="DivBackward2")
def _div_rounded(
    xp: Any, a: Array | Number, b: Array | Number, /, rounding_mode: str = "floor"
) -> Array:
    """The quotient rounded to a whole number."""
    kind = promote.result_type([a, b])
    if kind.is_complex:
        raise promote.unsupported(f"div_{rounding_mode}_cpu", kind.numpy)
    if rounding_mode == "floor":
        return _floor_divided(xp, a, b)
    _refuse_bools(a, b, "div_trunc_cpu")
    _check_divisor(a, b)
    if kind.category >= dtypes.FLOATING:
        return (
            _by_steps(a, b, "trunc") if kind.numpy in dtypes.NARROW else xp.trunc(xp.divide(a, b))
        )
    down = xp.floor_divide(a, b)
    return down + ((down < 0) & (down * b != a))  # up to zero where it is not exact


@internal(composite=True, reflected="/")
def rdiv(a: Tensor, other: Tensor | Number, /) -> Tensor:
    """The quotient other / a of a number and a tensor."""
    return mul(reciprocal(a), other)


@op(composite=True, infix="**", inplace=True, direct=lambda x, n: _pow_number.direct(x, n))
@example("pow(a, 2)", "a=tensor([1.0, -2.0])")
def pow(input: Tensor | Number, exponent: Value | Number, /) -> Value:
    """The power, of tensors or of a tensor and a number in either order."""
    if isinstance(exponent, (bool, int, float, complex)):
        return _pow_number(input, exponent=exponent)
    if isinstance(input, (bool, int, float, complex)):
        return _number_pow(exponent, base=input)
    return _pow_tensor(input, exponent)


def _lowered(x: Value, exponent: Number) -> Value:
    """Return ``x ** (exponent - 1)``; an array itself where that is what it is."""
    if exponent == 2 and x.__class__ not in TENSORS:
        return x
    return _pow_number(x, exponent=exponent - 1)


@internal(
    vjp=lambda g, x, exponent: (
        g * (exponent * _lowered(x, exponent)) if exponent else zeros_like(g)
    ),
    node="PowBackward0",
)
@formula(input="g * exponent * input**(exponent - 1)")
def _pow_number(xp: Any, x: Array, /, exponent: Number = 1) -> Array:
    """The power of a tensor to a number."""
    if exponent.__class__ is int and exponent == 2 and x.dtype.kind == "f":  # as most are
        return xp.multiply(x, x)
    if x.dtype.kind in "biu" and isinstance(exponent, int) and exponent < 0:
        raise refuse("Integers to negative integer powers are not allowed.")
    fits = x.dtype.kind in "iu" and isinstance(exponent, int)
    base, power = (promote.common_fitting if fits else common)([x, exponent])
    if base.dtype.kind == "b":  # so is the exponent
        return base | (not exponent)
    if exponent == 2:
        return xp.multiply(base, base)
    if base.dtype.kind in "fVc" and exponent in _ROOTS:  # as PyTorch does
        return _ROOTS[exponent](xp, base)
    return arrays.precise(lambda base: xp.power(base, power), base)


_ROOTS: dict[Any, Any] = {
    -2: lambda xp, x: 1 / (x * x),
    -1: lambda xp, x: 1 / x,
    -0.5: lambda xp, x: 1 / xp.sqrt(x),
    0.5: lambda xp, x: xp.sqrt(x),
    1: lambda xp, x: xp.positive(x),
    3: lambda xp, x: x * x * x,
}
"""The powers that are computed by simpler operations."""


@internal(
    vjp=(
        # PyTorch keeps the result for either gradient.
        lambda g, a, b, y: where(b == 0, 0.0, g * (b * _pow_tensor(a, b - 1))),
        # 0 where the base is 0, though log(0) is infinite; the product with 1.0 keeps NumPy from
        # taking the logarithm of small integers in half precision
        lambda g, a, b, y: g * where((a == 0) & _not_negative(b), 0.0, y * log(a * _one(b))),
    ),
    broadcasts=True,
    promotes=common,
    node="PowBackward1",
)
def _pow_tensor(xp: Any, a: Array, b: Array, /) -> Array:
    """The power of a tensor to a tensor."""
    return _raised(xp, a, b)


def _raised(xp: Any, a: Array, b: Array) -> Array:
    _refuse_bools(a, b, "pow")
    if a.dtype.kind in "iu" and b.dtype.kind == "i":
        # Of integers to negative powers, only those of 1 and -1 are integers again.
        sign = xp.where(b % 2 == 0, 1, -1)
        unit = xp.where(a == 1, 1, xp.where(a == -1, sign, 0)).astype(a.dtype)
        return xp.where(b < 0, unit, xp.power(a, xp.maximum(b, 0)))
    if b.dtype.kind == "c":
        a = a.astype(b.dtype, copy=False)
    return arrays.precise(lambda a: xp.power(a, b), a)


def _base_slope(x: Value, y: Value, base: Number) -> Value:
    """The derivative of base**x by x, which is 0 for a base of 0 unless x is negative."""
    if base == 0:
        return where(_not_negative(x), 0.0, y * -math.inf)
    if isinstance(base, complex) or _is_complex(x):
        return y * cmath.log(base)
    return y * (math.log(base) if base > 0 else math.nan)


def _is_complex(x: Any) -> bool:
    return bool(arrays.of(x).dtype.kind == "c")


def _not_negative(x: Value) -> Value:
    """Where an exponent is a real number that is not negative."""
    return (real(x) >= 0) & (imag(x) == 0) if _is_complex(x) else x >= 0


def _one(x: Array) -> Number:
    """Return a factor that makes a number complex beside complex ones."""
    return 1 + 0j if _is_complex(x) else 1.0


@internal(vjp=lambda g, x, y, base: g * _base_slope(x, y, base), node="PowBackward2")
def _number_pow(xp: Any, x: Array, /, base: Number = 1) -> Array:
    """The power of a number to a tensor."""
    power, of = to_common([x, base])
    return _raised(xp, of, power)


@internal(composite=True, reflected="**")
def _rpow(exponent: Tensor, base: Tensor | Number, /) -> Tensor:
    """The power of a number to a tensor."""
    return pow(base, exponent)


@op(composite=True, inplace=True, numpy="square")
@example("x.square() ** 2", "x=linspace(-1, 2, 6)")
def square(input: Tensor, /) -> Tensor:
    """The product of the tensor with itself."""
    return _pow_number(input, exponent=2)


def _refuse_bools(a: Any, b: Any, kernel: str) -> None:
    """Refuse two bools, for which PyTorch has no such operation."""
    if promote.result_type([a, b]) is dtypes.bool_:
        raise promote.unsupported(kernel, np.dtype(bool))


def _floor_divided(xp: Any, a: Any, b: Any) -> Array:
    _refuse_bools(a, b, "div_floor_cpu")
    _check_divisor(a, b)
    if arrays.as_array(a).dtype in dtypes.NARROW:
        return _by_steps(a, b, "floor")
    return xp.floor_divide(a, b)


def _by_steps(a: Any, b: Any, rounding_mode: str) -> Array:
    from gradcli.numerics.quotients import rounded  # few programs divide so in half precision

    return rounded(a, b, rounding_mode)


def _check_divisor(a: Any, b: Any) -> None:
    """Refuse to divide integers by zero, as PyTorch does."""
    kinds = {arrays.as_array(operand).dtype.kind for operand in (a, b)}
    if kinds <= {"b", "i", "u"} and np.size(a) and not np.all(b):
        raise refuse("ZeroDivisionError", 1)


@infix(
    vjp=(refused("floor_divide"), refused("floor_divide")),
    promotes=promote.dividing,
    infix="//",
    node="NotImplemented",
    example=("a // 2", "a=tensor([5, -5, 4])"),
)
def floor_divide(xp: Any, a: Array | Number, b: Array | Number, /) -> Array:
    """The quotient rounded down; PyTorch has no derivative for it."""
    return _floor_divided(xp, a, b)


@internal(vjp=refused("floor_divide"), reflected="//", node="NotImplemented")
def _rfloordiv(xp: Any, x: Array, /, other: Number = 1) -> Array:
    """The quotient other // x of a number and a tensor, rounded down."""
    a, b = to_common([other, x])
    return _floor_divided(xp, a, b)


def _remainder_slope(g: Value, a: Value | Number, b: Value) -> Value:
    """The gradient for the divisor, which PyTorch does not know where the dividend is a number."""
    if isinstance(a, (bool, int, float, complex)):
        return refused("remainder")(g)
    return -g * div(a, b, rounding_mode="floor")


@op(
    promotes=common,
    inplace=True,
    vjp=(lambda g: g, _remainder_slope),
    broadcasts=True,
    node=("RemainderBackward0", "RemainderBackward1", "NotImplemented"),
    infix="%",
    example=("remainder(a, 3)", "a=tensor([5.0, -5.0])"),
)
@formula(other="-g * div(input, other, rounding_mode='floor')")
def remainder(xp: Any, a: Array | Number, b: Array | Number, /) -> Array:
    """What division leaves over, with the divisor's sign, as Python's ``%``."""
    _refuse_bools(a, b, "remainder_cpu")
    _check_divisor(a, b)
    if promote.result_type([a, b]).category < dtypes.FLOATING:
        return xp.remainder(a, b)
    divisor: Any = b
    rest = xp.fmod(a, divisor)  # whose zeros keep the dividend's sign
    return xp.where((rest != 0) & ((rest < 0) != (divisor < 0)), rest + divisor, rest)


@internal(composite=True, reflected="%")
def _rmod(x: Tensor, other: Tensor | Number, /) -> Tensor:
    """What division of a number by a tensor leaves over."""
    return remainder(other, x)


@op(
    promotes=common,
    inplace=True,
    vjp=(lambda g: g, lambda g, a, b: -g * div(a, b, rounding_mode="trunc")),
    broadcasts=True,
    node=("FmodBackward0", "FmodBackward1"),
    example=("fmod(a, 2)", "a=tensor([5.5, -5.5, -2.0])"),
)
def fmod(xp: Any, a: Array, b: Array | Number, /) -> Array:
    """What division leaves over, with the dividend's sign."""
    _refuse_bools(a, b, "fmod_cpu")
    _check_divisor(a, b)
    return xp.fmod(a, b)


@op(composite=True, example=("float_power(a, 2)", "a=tensor([1.0, -2.0])"))
def float_power(input: Tensor | Number, exponent: Tensor | Number, /) -> Tensor:
    """The power in double precision."""
    base, power = (
        float(operand) if isinstance(operand, (bool, int)) else _doubled(operand)
        for operand in (input, exponent)
    )
    return pow(base, power)


@op(composite=True, where=["in-place.float_power"], inplace=True)
@example("(a.double() * 1).float_power_(2)", "a=tensor([1.0, -2.0])")
def _float_power_into(input: Tensor, exponent: Tensor | Number, /) -> Tensor:
    """The power in double precision, where the tensor can hold it."""
    result = float_power(input, exponent)
    if input.dtype is not result.dtype:
        raise dtype_error(
            f"the base given to float_power_ has dtype {input.dtype.scalar_name} but the "
            f"operation's result requires dtype {result.dtype.scalar_name}"
        )
    return result


def _doubled(operand: Any) -> Any:
    """Convert a tensor to double precision."""
    if isinstance(operand, (float, complex)):
        return operand
    return operand.to(dtypes.complex128 if operand.dtype.is_complex else dtypes.float64)


def _check_lerp(arrays: list[Any]) -> list[Any]:
    """Refuse what PyTorch does not promote."""
    x, end, weight = arrays
    for name, operand in (("end", end), ("weight", weight)):
        dtype = getattr(operand, "dtype", None)
        if dtype is not None and dtype != x.dtype and (name == "end" or operand.ndim):
            raise dtype_error(
                f"expected dtype {dtypes.dtype_of(x.dtype).c_name} for `{name}` but got dtype "
                f"{dtypes.dtype_of(dtype).c_name}"
            )
    if x.dtype.kind not in dtypes.DIFFERENTIABLE:
        kernel = "lerp_kernel_scalar" if isinstance(weight, (int, float)) else "lerp_kernel_tensor"
        raise promote.unsupported(kernel, x.dtype)
    return arrays


@op(
    vjp=(
        lambda g, weight: g * (1 - weight),
        lambda g, weight: g * weight,
        lambda g, x, end: g * (end - x),
    ),
    broadcasts=True,
    promotes=_check_lerp,
    node=("LerpBackward0", "LerpBackward1"),
    inplace=True,
    example=("a.lerp(b, 0.75)", "a=tensor([1.0, 2.0])", "b=tensor([3.0, -1.0])"),
)
def lerp(xp: Any, x: Array, end: Array, weight: Array | Number, /) -> Array:
    """The point between two, input + weight * (end - input)."""
    weight = (
        promote.cast(weight, x.dtype)
        if isinstance(weight, np.ndarray)
        else promote.factor(weight, x.dtype)
    )
    step = end - x
    forward = arrays.multiply_add(xp, weight, step, x)
    backward = arrays.multiply_add(xp, step, weight - 1, end)
    return xp.where(xp.abs(weight) < 0.5, forward, backward)


@op(
    promotes=common,
    inplace=True,
    d=(1, lambda tensor2, value: tensor2 * value, lambda tensor1, value: tensor1 * value),
    example=(
        "addcmul(a, b, c, value=2)",
        "a=tensor([1.0, 2.0])",
        "b=tensor([3.0, -1.0])",
        "c=tensor([0.5, 4.0])",
    ),
)
def addcmul(
    xp: Any, input: Array, tensor1: Array, tensor2: Array, /, *, value: Number = 1
) -> Array:
    """The sum input + value * tensor1 * tensor2."""
    scaled = promote.factor(_whole(value, input), input.dtype) * tensor1
    return arrays.multiply_add(xp, scaled, tensor2, input)


def _whole(value: Number, array: Array) -> Number:
    """Cut the fraction off a number that multiplies integers."""
    return int(value) if array.dtype.kind in "iu" and isinstance(value, float) else value


_NO_INTEGER_ADDCDIV = (
    "Integer division with addcdiv is no longer supported, and in a future  release addcdiv will "
    "perform a true division of tensor1 and tensor2. The historic addcdiv behavior can be "
    "implemented as (input + value * torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer "
    "inputs and as (input + value * tensor1 / tensor2) for float inputs. The future addcdiv "
    "behavior is just the latter implementation: (input + value * tensor1 / tensor2), for all "
    "dtypes."
)


def _promote_addcdiv(arrays: list[Any]) -> list[Any]:
    if all(array.dtype.kind in "biu" for array in arrays[1:]):
        raise dtype_error(_NO_INTEGER_ADDCDIV, 1, 2)
    return common(arrays)


@op(
    d=(
        lambda tensor2: 1,  # which PyTorch keeps in any case, as two other formulas need it
        lambda tensor2, value: value / tensor2,
        lambda tensor1, tensor2, value: -(value * tensor1 / (tensor2 * tensor2)),
    ),
    promotes=_promote_addcdiv,
    inplace=True,
    example=("addcdiv(x, i, a)", "x=ones(2)", "i=tensor([1, 2])", "a=tensor([2.0, 0.0])"),
)
@formula(input="g")
def addcdiv(
    xp: Any, input: Array, tensor1: Array, tensor2: Array, /, *, value: Number = 1
) -> Array:
    """The sum input + value * tensor1 / tensor2."""
    return input + promote.factor(value, input.dtype) * tensor1 / tensor2


# Operations with a number that composites of PyTorch's C++ code make; their nodes have other names.


@internal(d=1, node="AddBackward1", promotes=common)
def add_number(xp: Any, x: Array, /, number: Number = 0) -> Array:
    """The sum with a number."""
    x, number = common([x, number])
    return xp.add(x, number)


@internal(d=1, node="SubBackward1", promotes=common)
def sub_number(xp: Any, x: Array, /, number: Number = 0) -> Array:
    """The difference from a number."""
    return x - number


@internal(vjp=lambda g, number: g * number, linear=True, node="MulBackward1", promotes=common)
def mul_number(xp: Any, x: Array, /, number: Number = 1) -> Array:
    """The product with a number."""
    x, number = common([x, number])
    return xp.multiply(x, number)


@internal(vjp=lambda g, number: g / number, linear=True, node="DivBackward1", promotes=common)
def div_number(xp: Any, x: Array, /, number: Number = 1) -> Array:
    """The quotient by a number."""
    x, number = common_floating([x, number])
    return xp.divide(x, number)
