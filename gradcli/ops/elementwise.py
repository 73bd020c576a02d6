"""Functions of one tensor, element by element."""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from gradcli.core.promote import floating, limited, real_part, unsupported
from gradcli.numerics import arrays, choosing, dtypes
from gradcli.operators.by_name import isfinite, where
from gradcli.operators.declare import OPS, Array, DTypeLike, Tensor, Value, example, formula, op
from gradcli.operators.derivatives import over, zeros
from gradcli.operators.families import internal
from gradcli.operators.refusals import refuse

IN_SPECIAL = ("torch", "Tensor", "special")

unary = partial(op, promotes=floating, inplace=True)


def _no_bool(x: Array, name: str) -> None:
    if x.dtype.kind == "b":
        raise unsupported(f"{name}_cpu", x.dtype)


@op(d=-1, infix="neg", inplace=True, aliases=["negative"], example=("-x", "x=linspace(-2, 2, 7)"))
def neg(xp: Any, x: Array, /) -> Array:
    """The negative."""
    if x.dtype.kind == "b":
        raise refuse(
            "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to "
            "invert a mask, use the `~` or `logical_not()` operator instead."
        )
    return xp.negative(x)


@op(composite=True, infix="pos", example=("+x * x", "x=tensor([1.0, -2.0])"))
def positive(x: Tensor, /) -> Tensor:
    """The tensor itself, as ``+x``."""
    if x.dtype == dtypes.bool_:
        raise refuse("The `+` operator, on a bool tensor is not supported.")
    return x


@unary(d=lambda y: y, numpy="exp", example=("exp(x)", "x=linspace(-3, 3, 7)"))
def exp(xp: Any, x: Array, /) -> Array:
    """The exponential, e**x."""
    return arrays.precise(xp.exp, x)


@unary(d=over(lambda x: x), numpy="log", example=("log(x)", "x=linspace(0.1, 9, 7)"))
def log(xp: Any, x: Array, /) -> Array:
    """The natural logarithm; -inf at 0, NaN below."""
    return arrays.precise(xp.log, x)


@unary(d=over(lambda x: x * math.log(2)), numpy="log2")
@example("log2(x)", "x=linspace(0.1, 9, 7)")
def log2(xp: Any, x: Array, /) -> Array:
    """The logarithm to the base 2."""
    return arrays.precise(xp.log2, x)


@unary(d=over(lambda x: x * math.log(10)), numpy="log10")
@example("log10(x)", "x=linspace(0.1, 9, 7)")
def log10(xp: Any, x: Array, /) -> Array:
    """The logarithm to the base 10."""
    return arrays.precise(xp.log10, x)


@unary(d=over(lambda x: x + 1), where=IN_SPECIAL, numpy="log1p")
@example("log1p(x)", "x=linspace(-0.9, 9, 7)")
def log1p(xp: Any, x: Array, /) -> Array:
    """The logarithm of 1 + x, accurate for small x."""
    if x.dtype.kind != "c":
        return arrays.precise(xp.log1p, x)
    more = x.real * (2 + x.real) + x.imag * x.imag  # the square of abs(1 + x), less 1
    near = xp.abs(more) < 0.5
    found = xp.empty_like(x)
    found.real = xp.where(near, xp.log1p(xp.where(near, more, 0)) / 2, xp.log(1 + x).real)
    found.imag = xp.arctan2(x.imag, x.real + 1)
    return found


@unary(d=lambda y: y * math.log(2), where=IN_SPECIAL, numpy="exp2")
@example("exp2(x)", "x=tensor([90.0, -200.0])")
def exp2(xp: Any, x: Array, /) -> Array:
    """The power of 2, 2**x."""
    return arrays.precise(xp.exp2, x)


@unary(d=lambda y: y + 1, where=IN_SPECIAL, numpy="expm1")
@example("expm1(x)", "x=linspace(-3, 3, 7)")
def expm1(xp: Any, x: Array, /) -> Array:
    """The exponential less 1, accurate for small x."""
    return arrays.precise(xp.expm1, x)


@unary(d=over(lambda y: 2 * y), numpy="sqrt", example=("sqrt(x)", "x=linspace(0.1, 9, 7)"))
def sqrt(xp: Any, x: Array, /) -> Array:
    """The square root; its derivative at 0 is infinite."""
    return xp.sqrt(x)


@unary(d=lambda y: -y * y, numpy="reciprocal", example=("2 / x", "x=tensor([0.5, -4.0])"))
def reciprocal(xp: Any, x: Array, /) -> Array:
    """One over the tensor."""
    return 1 / x


@unary(d=lambda y: -0.5 * (y * y * y), example=("rsqrt(x)", "x=linspace(0.1, 9, 7)"))
def rsqrt(xp: Any, x: Array, /) -> Array:
    """One over the square root."""
    return 1 / xp.sqrt(x)


@unary(d=lambda x: cos(x), numpy="sin", example=("sin(x)", "x=linspace(-6, 6, 7)"))
def sin(xp: Any, x: Array, /) -> Array:
    """The sine of an angle in radians."""
    return arrays.precise(xp.sin, x)


@unary(d=lambda x: -sin(x), numpy="cos", example=("cos(x)", "x=linspace(-6, 6, 7)"))
def cos(xp: Any, x: Array, /) -> Array:
    """The cosine of an angle in radians."""
    return arrays.precise(xp.cos, x)


@unary(d=lambda y: 1 - y * y, where=["torch", "Tensor", "F"], numpy="tanh")
@example("tanh(x)", "x=linspace(-3, 3, 7)")
def tanh(xp: Any, x: Array, /) -> Array:
    """The hyperbolic tangent."""
    return arrays.precise(xp.tanh, x)


@unary(d=lambda y: 1 + y * y, numpy="tan", example=("tan(x)", "x=tensor([3.0, -2.0, 100.0])"))
def tan(xp: Any, x: Array, /) -> Array:
    """The tangent of an angle in radians."""
    return arrays.precise(xp.tan, x)


@unary(d=lambda x: rsqrt(1 - x * x), aliases=["arcsin"], numpy="arcsin")
@example("asin(x)", "x=linspace(-0.9, 0.9, 7)")
def asin(xp: Any, x: Array, /) -> Array:
    """The angle in radians whose sine the element is; NaN outside -1 to 1."""
    return arrays.precise(xp.arcsin, x)


@unary(d=lambda x: -rsqrt(1 - x * x), aliases=["arccos"], numpy="arccos")
@example("acos(x)", "x=linspace(-0.9, 0.9, 7)")
def acos(xp: Any, x: Array, /) -> Array:
    """The angle in radians whose cosine the element is; NaN outside -1 to 1."""
    return arrays.precise(xp.arccos, x)


@unary(d=over(lambda x: x * x + 1), aliases=["arctan"], numpy="arctan")
@example("atan(x)", "x=linspace(-3, 3, 7)")
def atan(xp: Any, x: Array, /) -> Array:
    """The angle in radians whose tangent the element is."""
    return arrays.precise(xp.arctan, x)


@unary(d=lambda x: cosh(x), numpy="sinh", example=("sinh(x)", "x=linspace(-3, 3, 7)"))
def sinh(xp: Any, x: Array, /) -> Array:
    """The hyperbolic sine."""
    return xp.sinh(x)


@unary(d=lambda x: sinh(x), numpy="cosh", example=("cosh(x)", "x=linspace(-3, 3, 7)"))
def cosh(xp: Any, x: Array, /) -> Array:
    """The hyperbolic cosine."""
    return xp.cosh(x)


@unary(d=lambda x: rsqrt(x * x + 1), inplace="AsinhBackward1", aliases=["arcsinh"], numpy="arcsinh")
@example("asinh(x)", "x=linspace(-3, 3, 7)")
def asinh(xp: Any, x: Array, /) -> Array:
    """The inverse of the hyperbolic sine."""
    return xp.arcsinh(x)


def _acosh_slope(x: Array) -> Array:
    """The derivative, of complex numbers on the branch that the function is on."""
    if arrays.of(x).dtype.kind == "c":
        return rsqrt(x - 1) * rsqrt(x - -1)  # a sum loses the side of the cut, the sign of -0j
    return rsqrt(x * x - 1)


@unary(d=_acosh_slope, inplace="AcoshBackward1", aliases=["arccosh"], numpy="arccosh")
@example("acosh(x)", "x=linspace(1.1, 5, 7)")
@formula(input="g / sqrt(input**2 - 1)")
def acosh(xp: Any, x: Array, /) -> Array:
    """The inverse of the hyperbolic cosine; NaN below 1."""
    return xp.arccosh(x)


@unary(d=over(lambda x: 1 - x * x), inplace="AtanhBackward1", aliases=["arctanh"], numpy="arctanh")
@example("atanh(x)", "x=linspace(-0.9, 0.9, 7)")
def atanh(xp: Any, x: Array, /) -> Array:
    """The inverse of the hyperbolic tangent; infinite at -1 and 1."""
    return xp.arctanh(x)


def _sinc_slope(x: Value) -> Value:
    """The derivative of sin(pi x) / (pi x), which is 0 at 0."""
    angle = x * math.pi
    below = angle * x
    return where(below == 0, 0.0, (angle * cos(angle) - sin(angle)) / below)


@unary(vjp=lambda g, x: where(x == 0, 0.0, g * _sinc_slope(x)), where=IN_SPECIAL, numpy="sinc")
@example("sinc(x)", "x=linspace(-2.3, 2.5, 7)")
@formula(input="where(input == 0, 0, g * (cos(pi * input) - y) / input)")
def sinc(xp: Any, x: Array, /) -> Array:
    """The normalized sinc, sin(pi x) / (pi x), and 1 at 0."""
    angle = x * math.pi
    return xp.where(x == 0, xp.ones_like(x), xp.sin(angle) / angle)


@unary(d=math.pi / 180, numpy="deg2rad", example=("deg2rad(x)", "x=linspace(-360, 360, 7)"))
def deg2rad(xp: Any, x: Array, /) -> Array:
    """The angle in radians of one in degrees."""
    return x * (math.pi / 180)


@unary(d=180 / math.pi, numpy="rad2deg", example=("rad2deg(x)", "x=linspace(-6, 6, 7)"))
def rad2deg(xp: Any, x: Array, /) -> Array:
    """The angle in degrees of one in radians."""
    return x * (180 / math.pi)


@unary(d=lambda y: (1 - y) * y, where=["torch", "Tensor", "F", "special.expit"])
@example("sigmoid(x)", "x=linspace(-6, 6, 7)")
def sigmoid(xp: Any, x: Array, /) -> Array:
    """The logistic function, 1 / (1 + exp(-x))."""
    return 1 / (1 + arrays.precise(xp.exp, -x))


def _above_zero(g: Any, y: Any) -> Any:
    """Return a gradient where a result is positive."""
    if type(g) is type(y) is np.ndarray:  # as most are
        return _where_positive.body(np, g, y)
    return _where_positive(g, y)


@op(vjp=lambda g, y: _above_zero(g, y), inplace=True, where=["torch", "Tensor", "F"])
@example("relu(x) ** 2", "x=tensor([-1.0, 0.5, 2.0])")
@formula(input="where(y > 0, g, 0)")
def relu(xp: Any, x: Array, /) -> Array:
    """The positive part, max(x, 0); its derivative at 0 is 0."""
    if x.dtype.kind == "b":
        raise refuse("Boolean inputs not supported for relu")
    return xp.maximum(0, x)  # the order keeps -0.0, as PyTorch does


@internal(
    vjp=(lambda g, result: _where_positive(g, result), zeros), node="ThresholdBackwardBackward0"
)
def _where_positive(xp: Any, g: Array, result: Array, /) -> Array:
    """The gradient where a result is positive; 0 at the kink, and a NaN lets it pass."""
    return choosing.zeroed(xp, g, result <= 0)


@internal(vjp=(lambda g: g, zeros), node=lambda label: label)
def _hung(xp: Any, g: Array, x: Array, /, label: str = "") -> Array:
    """A gradient that hangs on what it was computed beside."""
    return g


@op(d=lambda x: sgn(x), infix="abs", inplace=True, aliases=["absolute"], numpy="abs")
@example("abs(x)", "x=linspace(-2, 2.5, 7)")
def abs(xp: Any, x: Array, /) -> Array:
    """The absolute value; its derivative at 0 is 0."""
    _no_bool(x, "abs")
    return xp.abs(x)


@op(d=0, inplace=True, numpy="sign", example=("sign(x) * x", "x=tensor([1.5, -0.5, 2.25])"))
def sign(xp: Any, x: Array, /) -> Array:
    """-1, 0 or 1 as the element is negative, zero (or NaN) or positive."""
    if x.dtype.kind == "b":
        return x
    return xp.astype(x > 0, x.dtype) - xp.astype(x < 0, x.dtype)


def is_complex(x: Any) -> bool:
    """Tell whether an array or a tensor holds complex numbers."""
    return bool(getattr(x, "array", x).dtype.kind == "c")


def _direction_change(g: Value, x: Value, y: Value) -> Value:
    """The gradient through a sign, which is 0 unless a complex number can turn."""
    if not is_complex(x):
        return zeros(g)
    conj = OPS["_conj"]
    turn = g * y
    return where(y == 0, 0.0, (g - conj(y) * ((turn + conj(turn)) / 2)) / abs(x))


@op(vjp=_direction_change, inplace=True)
@example("sgn((1 + 2j) * x + 3).imag", "x=tensor([1.0, -2.0])")
@formula(input="0 * g  # of a complex input (g - y * real(g * conj(y))) / abs(input)")
def sgn(xp: Any, x: Array, /) -> Array:
    """The sign; of a complex number, the number of length 1 in its direction."""
    if x.dtype.kind != "c":
        return sign.body(xp, x)
    return xp.where(x == 0, xp.zeros_like(x), x / xp.abs(x))


def _turned(g: Value, x: Value) -> Value:
    """The gradient of an angle; that of a real number is fixed."""
    if not is_complex(x):
        return zeros(g)
    length = abs(x)
    return where(x == 0, 0.0, g * x / (length * length) * 1j)


@op(vjp=_turned, promotes=floating)
@example("angle(x + y * 1j)", "x=tensor([1.0, -2.0, 0.0])", "y=tensor([0.5, 3.0, -1.0])")
@formula(input="0 * g  # of a complex input 1j * g * input / abs(input)**2")
def angle(xp: Any, x: Array, /) -> Array:
    """The angle of a complex number in the plane: of a real one, 0 or pi."""
    if x.dtype.kind == "c":
        return xp.angle(x)
    angles = xp.where(x < 0, xp.asarray(math.pi, dtype=x.dtype), xp.zeros_like(x))
    return xp.where(xp.isnan(x), x, angles)


def _whole(rounded: Callable[[Array], Array], x: Array, name: str) -> Array:
    _no_bool(x, f"{name}_vml")
    return rounded(x).astype(x.dtype)


@op(d=0, inplace=True, numpy="floor", example=("floor(x) * x", "x=tensor([1.5, -0.5, 2.25])"))
def floor(xp: Any, x: Array, /) -> Array:
    """The largest whole number not above the element."""
    return _whole(xp.floor, x, "floor")


@op(d=0, inplace=True, numpy="ceil", example=("ceil(x) * x", "x=tensor([1.5, -0.5, 2.25])"))
def ceil(xp: Any, x: Array, /) -> Array:
    """The smallest whole number not below the element."""
    return _whole(xp.ceil, x, "ceil")


@op(d=0, inplace=True, aliases=["fix"], example=("trunc(x) * x", "x=tensor([1.5, -0.5, 2.25])"))
def trunc(xp: Any, x: Array, /) -> Array:
    """The element without its fraction."""
    return _whole(xp.trunc, x, "trunc")


@op(d=1, promotes=limited(lambda operands: operands, "frac_cpu"), inplace=True)
@example("frac(x)", "x=linspace(-2.5, 2.5, 7)")
def frac(xp: Any, x: Array, /) -> Array:
    """The fraction, with the element's sign."""
    return x - xp.trunc(x)


@op(
    d=0,
    inplace=True,
    node=lambda decimals=None: f"RoundBackward{int(decimals is not None)}",
    where=IN_SPECIAL,
    example=("round(x) * x", "x=tensor([1.5, -0.5, 2.25])"),
)
def round(xp: Any, x: Array, /, *, decimals: int | None = None) -> Array:
    """The nearest whole number, halves to even, or the nearest with so many decimals."""
    if decimals is None and x.dtype.kind != "c":
        return _whole(xp.round, x, "round")
    if decimals is None or x.dtype.kind not in "fV":
        raise unsupported("round_cpu" if decimals else "round_vml_cpu", x.dtype)
    scale = 10.0 ** min(builtins.abs(decimals), 308)
    shifted = x * scale if decimals > 0 else x / scale
    rounded = xp.round(shifted)
    return (rounded / scale if decimals > 0 else rounded * scale).astype(x.dtype)


@op(vjp=lambda g, x: g * isfinite(x), widens=False, inplace=True)
@example("nan_to_num(x)", "x=tensor([1.0, nan, -inf])")
def nan_to_num(
    xp: Any,
    x: Array,
    /,
    nan: float | None = None,
    posinf: float | None = None,
    neginf: float | None = None,
) -> Array:
    """The tensor with numbers in the place of NaN and infinities, the largest for an infinity."""
    if x.dtype.kind not in dtypes.DIFFERENTIABLE:
        return xp.array(x, copy=True)
    if x.dtype.kind != "V":
        found = xp.nan_to_num(x, nan=nan or 0.0, posinf=posinf, neginf=neginf)
        return arrays.in_order(found, [x])
    most = float(xp.array(0x7F7F, np.uint16).view(x.dtype))  # which NumPy does not know
    limits = [most if posinf is None else posinf, -most if neginf is None else neginf]
    found = xp.nan_to_num(x.astype(np.float32), nan=nan or 0.0, posinf=limits[0], neginf=limits[1])
    return found.astype(x.dtype)


@op(vjp=lambda g, y1: g[0] / exp2(y1), fields=["mantissa", "exponent"])
@example("frexp(x)[0]", "x=tensor([[0.0, -0.0, 1e-30]])")
def frexp(xp: Any, x: Array, /) -> tuple[Array, Array]:
    """The mantissa, between 1/2 and 1, and the exponent of 2 that make the element."""
    if x.dtype.kind not in "fV":
        raise refuse("torch.frexp() only supports floating-point dtypes")
    mantissa, exponent = xp.frexp(x)
    return mantissa, exponent


@internal(d=1, node="ToCopyBackward0")
def _to_copy(xp: Any, x: Array, /, dtype: DTypeLike = None) -> Array:
    """The tensor converted to another element type."""
    assert dtype is not None
    if x.dtype.kind == "c" and not dtype.is_complex and dtype.name != "bool":
        x = real_part(x)
    if dtype.numpy.kind in "iu" and x.dtype.kind in "fV":
        return _truncated(xp, x, np.dtype("int64" if dtype.itemsize == 8 else "int32")).astype(
            dtype.numpy
        )
    return x.astype(dtype.numpy)


def _truncated(xp: Any, x: Array, integer: np.dtype) -> Array:
    """Convert to integers; what none stands for becomes the lowest one, as on x86."""
    limit = 2.0 ** (8 * integer.itemsize - 1)
    inside = (x >= -limit) & (x < limit)
    return xp.where(inside, xp.where(inside, x, 0).astype(integer), np.iinfo(integer).min)


@op(d=1, example=("x.clone()", "x=tensor([1.0, 2.0])"))
def clone(xp: Any, x: Array, /) -> Array:
    """A copy that gradients pass through."""
    return xp.array(x, copy=True, order="C" if 0 in x.strides else "K")


@op(composite=True, where=["Tensor"], example=("x.contiguous() ** 2", "x=linspace(-1, 2, 6)"))
def contiguous(input: Tensor, /) -> Tensor:
    """The tensor itself where its elements lie in row-major order without gaps, else a copy."""
    return input if input.array.flags.c_contiguous else _compact(input)


@internal(d=1, node="CloneBackward0", broadcasts=False)
def _compact(xp: Any, x: Array, /) -> Array:
    """A copy whose elements lie in row-major order."""
    return xp.array(x, copy=True, order="C")
