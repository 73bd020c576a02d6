"""Activation functions of neural networks, element by element; softmax is in ``softmax``."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.core import promote
from gradcli.core.state import STATE
from gradcli.core.tensor import array_of
from gradcli.numerics import arrays
from gradcli.numerics.dtypes import dtype_of
from gradcli.operators.by_name import abs, erf, exp, reshape, sigmoid, slice_, tanh, where
from gradcli.operators.declare import Array, Real, Rng, Tensor, Value, example, formula, op
from gradcli.operators.derivatives import rising
from gradcli.operators.families import functional, internal
from gradcli.operators.op import Op
from gradcli.operators.refusals import invalid, mismatch, mixed, refuse, shape_error, value_error


def require_floating(x: Array, kernel: str) -> None:
    """Refuse integers and bools as PyTorch does where a kernel knows none."""
    if x.dtype.kind in "biu":
        raise promote.unsupported(kernel, x.dtype)


def _activation(**facts: Any) -> Callable[[Callable[..., Any]], Op]:
    """Declare a function of ``F`` that overwrites its operand where it is asked to."""
    return lambda body: op(where=[f"F.{body.__name__}"], inplace=True, **facts)(body)


# Straight pieces


def _softplus(xp: Any, x: Array) -> Array:
    """Return log(1 + exp(x)), which overflows where the exponential does."""
    return arrays.precise(xp.log1p, arrays.precise(xp.exp, x))


@op(
    vjp=lambda g, x, threshold: where(x <= threshold, 0.0, g),
    where=["torch", "F"],
    inplace="ThresholdBackward1",
    example=("F.threshold(x, 0.5, 20)", "x=linspace(-2, 2, 7)"),
)
def threshold(xp: Any, x: Array, /, threshold: Real, value: Real) -> Array:
    """The element where it is above a threshold, elsewhere a value."""
    if x.dtype.kind == "b":
        require_floating(x, "threshold_cpu")
    return xp.where(x <= promote.fit(threshold, x.dtype), promote.fit(value, x.dtype), x)


def _clipped(xp: Any, x: Array, low: float, high: float) -> Array:
    if x.dtype.kind == "b":
        raise refuse("Bool inputs not supported for hardtanh")
    if x.dtype.kind == "u":
        low, high = int(low), int(high)
        if low < 0:
            raise refuse("cannot do hardtanh on an unsigned type with negative limits")
    low, high = promote.fit(low, x.dtype), promote.fit(high, x.dtype)
    return xp.where(x < low, low, xp.where(x > high, high, x))


@op(
    vjp=lambda g, x, min_val, max_val: where((x <= min_val) | (x >= max_val), 0.0, g),
    where=["F"],
    inplace=True,
    example=("F.hardtanh(x)", "x=linspace(-2, 2, 7)"),
)
def hardtanh(xp: Any, x: Array, /, min_val: Real = -1.0, max_val: Real = 1.0) -> Array:
    """The element kept between two bounds; at the bounds the derivative is 0."""
    if min_val > max_val:
        raise value_error("min_val cannot be greater than max_val")
    return _clipped(xp, x, min_val, max_val)


@_activation(vjp=lambda g, x: where((x <= 0) | (x >= 6), 0.0, g), node="HardtanhBackward0")
@example("F.relu6(x)", "x=tensor([6.0, 5.0])")
def relu6(xp: Any, x: Array, /) -> Array:
    """The element kept between 0 and 6."""
    return _clipped(xp, x, 0, 6)


_SIXTH = 0.1666666716337204
"""The slope of ``hardsigmoid``: a sixth, as PyTorch has it in single precision."""


def _slope() -> float:
    return 1 / 6 if STATE.textbook else _SIXTH


@_activation(vjp=lambda g, x: where((x > -3) & (x < 3), g * _slope(), 0.0))
@example("F.hardsigmoid(x)", "x=linspace(-4, 4, 7)")
@formula(input="where((input > -3) & (input < 3), g / 6, 0)")
def hardsigmoid(xp: Any, x: Array, /) -> Array:
    """The logistic function made of three straight pieces: (x + 3) / 6 kept between 0 and 1."""
    require_floating(x, "hardsigmoid_cpu")
    return xp.clip(x + 3, 0, 6) / 6


@_activation(vjp=lambda g, x: where(x <= -3, 0.0, where(x < 3, g * (x / 3 + 0.5), g)))
@example("F.hardswish(x)", "x=tensor([3.0, -3.0])")
def hardswish(xp: Any, x: Array, /) -> Array:
    """The element times its ``hardsigmoid``."""
    require_floating(x, "hardswish_cpu")
    return x * xp.clip(x + 3, 0, 6) / 6


def _outside(g: Value, x: Value, lambd: Real) -> Value:
    """The gradient of an element that is kept unless it lies within ``lambd`` of 0."""
    return where((x >= -lambd) & (x <= lambd), 0.0, g)


@op(vjp=_outside, where=["torch", "Tensor", "F.hardshrink"])
@example("F.hardshrink(x)", "x=linspace(-2, 2, 7)")
@formula(input="where(abs(input) > lambd, g, 0)")
def hardshrink(xp: Any, x: Array, /, lambd: Real = 0.5) -> Array:
    """The element, or 0 where it lies within ``lambd`` of 0."""
    require_floating(x, "hardshrink_cpu")
    return xp.where((x >= -lambd) & (x <= lambd), x.dtype.type(0), x)


@op(vjp=_outside, where=["F.softshrink"], example=("F.softshrink(x)", "x=linspace(-2, 2, 7)"))
@formula(input="where(abs(input) > lambd, g, 0)")
def softshrink(xp: Any, x: Array, /, lambd: Real = 0.5) -> Array:
    """The element moved towards 0 by ``lambd``, and no farther."""
    require_floating(x, "softshrink_check")
    if not 0 <= lambd <= np.finfo(x.dtype).max:
        raise invalid(
            f"lambda must be in range [0, {np.finfo(x.dtype).max:g}] for input dtype "
            f"{dtype_of(x.dtype).scalar_name}, but found {lambd:g}"
        )
    return xp.where(x > lambd, x - lambd, xp.where(x < -lambd, x + lambd, x * 0))


# Of these, the negative half bends or leans


@op(
    vjp=lambda g, x, negative_slope: where(x > 0, g, g * negative_slope),
    where=["F"],
    inplace="LeakyReluBackward1",
    after=lambda g, y, negative_slope: where(y > 0, g, g * rising(negative_slope, "leakyReLu")),
    example=("F.leaky_relu(x, 0.25) ** 2", "x=tensor([-1.0, 0.0, 2.0])"),
)
def leaky_relu(xp: Any, x: Array, /, negative_slope: Real = 0.01) -> Array:
    """The element where it is positive, elsewhere ``negative_slope`` times it."""
    require_floating(x, "leaky_relu_cpu")
    return xp.where(x > 0, x, x * negative_slope)


def _bent(xp: Any, x: Array, alpha: float, scale: float = 1, steepness: float = 1) -> Array:
    require_floating(x, "elu_cpu")
    below = arrays.precise(xp.expm1, xp.minimum(x, 0) * steepness) * (alpha * scale)
    return xp.where(x < 0, below, x * scale)


def _bent_slope(g: Value, x: Value, alpha: float, scale: float = 1, steepness: float = 1) -> Value:
    below = where(x < 0, x, 0.0)  # so that no infinity arises on the side not chosen
    slope = exp(below * steepness) * (alpha * scale * steepness)
    return where(x <= 0, g * slope, g * scale)


def _bent_after(g: Value, y: Value, alpha: float, scale: float = 1, steepness: float = 1) -> Value:
    return where(y <= 0, g * steepness * (y + rising(alpha, "elu") * scale), g * scale)


@op(
    vjp=lambda g, x, alpha: _bent_slope(g, x, alpha),
    where=["F"],
    inplace="EluBackward1",
    after=lambda g, y, alpha: _bent_after(g, y, alpha),
)
@example("F.elu(x, 2.5) ** 2", "x=tensor([-1.0, 0.0, 2.0])")
@formula(input="where(input > 0, g, g * alpha * exp(input))")
def elu(xp: Any, x: Array, /, alpha: Real = 1.0) -> Array:
    """The element where it is positive, elsewhere alpha * (exp(x) - 1)."""
    return _bent(xp, x, alpha)


_SELU = (1.6732632423543772848170429916717, 1.0507009873554804934193349852946)
"""The constants of self-normalising networks (Klambauer et al., 2017): alpha and scale."""


@op(
    vjp=lambda g, x: _bent_slope(g, x, *_SELU),
    where=["torch", "F"],
    inplace="EluBackward1",
    after=lambda g, y: _bent_after(g, y, *_SELU),
    node="EluBackward0",
    example=("torch.selu_(x * 2)", "x=tensor([-1.0, 2.0])"),
)
@formula(input="1.0507009 * where(input > 0, g, g * 1.6732632 * exp(input))")
def selu(xp: Any, x: Array, /) -> Array:
    """The ``elu`` scaled so that layers keep mean 0 and variance 1."""
    return _bent(xp, x, *_SELU)


@op(
    vjp=lambda g, x, alpha: _bent_slope(g, x, alpha, steepness=1 / alpha),
    where=["torch", "F"],
    inplace="CeluBackward1",
    after=lambda g, y, alpha: _bent_after(g, y, alpha, steepness=1 / alpha),
    example=("torch.celu(x, 2.5) ** 2", "x=tensor([-1.0, 0.0, 2.0])"),
)
@formula(input="where(input > 0, g, g * exp(input / alpha))")
def celu(xp: Any, x: Array, /, alpha: Real = 1.0) -> Array:
    """The element where it is positive, elsewhere alpha * (exp(x / alpha) - 1)."""
    if alpha == 0:
        raise invalid("ZeroDivisionError: alpha cannot be 0 for CELU")
    return _bent(xp, x, alpha, steepness=1 / alpha)


@internal(
    vjp=(lambda g, x, weight: where(x > 0, g, g * weight), lambda g, x: where(x >= 0, 0.0, g * x)),
    broadcasts=True,
)
def _prelu_kernel(xp: Any, x: Array, weight: Array, /) -> Array:
    """The element where it is positive, elsewhere a weight times it."""
    require_floating(x, "prelu_cpu")
    return xp.where(x > 0, x, x * weight)


@op(composite=True, where=["torch", "Tensor", "F.prelu"])
@example("F.prelu(x + 0.1, tensor([0.3])) ** 2", "x=linspace(-1, 2, 6)")
def prelu(input: Tensor, weight: Tensor, /) -> Tensor:
    """The element where it is positive, elsewhere a weight times it, for all or by channel."""
    if input.dtype is not weight.dtype:
        message = (
            f"prelu: Type promoting not supported. Got {input.dtype.scalar_name} and "
            f"{weight.dtype.scalar_name}"
        )
        raise mixed(message)
    if weight.ndim > 1:
        raise refuse(
            f"prelu: Expected `weight` to be a scalar or 1D tensor, but got: ndim = {weight.ndim}",
            1,
        )
    count = weight.numel()
    if count != 1:
        if input.ndim == 0:
            raise refuse("Not allow zero-dim input tensor.")
        channels = input.shape[1] if input.ndim > 1 else 1
        if channels != count:
            raise mismatch(
                "Mismatch of parameter numbers and input channel size. Found parameter numbers = "
                f"{count} and channel size = {channels}."
            )
    if weight.ndim != input.ndim:
        shape = (1, count) + (1,) * (input.ndim - 2)
        weight = reshape(weight, shape=shape if input.ndim > 1 else (1,) * input.ndim)
    return _prelu_kernel(input, weight)


@internal(vjp=lambda g, y1: g[0] * y1, node="RreluWithNoiseBackward0")
def _leaning(
    xp: Any, x: Array, /, lower: Real, upper: Real, training: bool = False, generator: Rng = None
) -> tuple[Array, Array]:
    """The element times a slope, which is 1 where it is positive; and the slopes."""
    slope = xp.ones_like(x)
    below = x <= 0 if training else ~(x > 0)  # which differ for a NaN
    leak: Any = (lower + upper) / 2
    if training:
        drawn = generator or STATE.generator
        leak = drawn.uniform(lower, upper, (int(below.sum()),), np.dtype(np.float64))
    slope[below] = leak
    return x * slope, slope


@op(composite=True, where=["torch", "F"], inplace="RreluWithNoiseBackward1")
@example("torch.rrelu_(x * 2, 0.5, 0.5)", "x=tensor([-1.0, 2.0])")
def rrelu(
    input: Tensor,
    /,
    lower: Real = 1.0 / 8,
    upper: Real = 1.0 / 3,
    training: bool = False,
    generator: Rng = None,
) -> Tensor:
    """The element where it is positive, elsewhere a slope times it, in training a random one."""
    if training and input.dtype.name == "float16":
        raise promote.unsupported("rrelu_with_noise_out_cpu", input.array.dtype)
    require_floating(input.array, "rrelu_with_noise_out_cpu" if training else "leaky_relu_cpu")
    if lower > upper:
        raise invalid("Lower bound should be less than or equal to the upper bound")
    if STATE.textbook and not training:  # the same, and has a formula
        return leaky_relu(input, negative_slope=(lower + upper) / 2)
    return _leaning(input, lower=lower, upper=upper, training=training, generator=generator)[0]


# Smooth ones


def _silu_slope(x: Value) -> Value:
    s = sigmoid(x)
    return s * (1 + x * (1 - s))


@_activation(d=_silu_slope)
@example("F.silu(x)", "x=tensor([700.0, -700.0])")
@formula(input="s = sigmoid(input); g * s * (1 + input * (1 - s))")
def silu(xp: Any, x: Array, /) -> Array:
    """The element times its ``sigmoid``; also called swish."""
    require_floating(x, "silu_cpu")
    return x / (1 + arrays.precise(xp.exp, -x))


def _mish_slope(x: Value) -> Value:
    t = tanh(softplus(x))
    return t + x * sigmoid(x) * (1 - t * t)


@_activation(d=_mish_slope)
@example("F.mish(x)", "x=tensor([700.0, -700.0])")
@formula(input="t = tanh(F.softplus(input)); g * (t + input * sigmoid(input) * (1 - t**2))")
def mish(xp: Any, x: Array, /) -> Array:
    """The element times the hyperbolic tangent of its ``softplus``."""
    require_floating(x, "mish_cpu")
    return x * arrays.precise(xp.tanh, _softplus(xp, x))


_GELU_TANH = (math.sqrt(2 / math.pi), 0.044715)
"""The constants of the approximation of gelu by a hyperbolic tangent (Hendrycks and Gimpel)."""


def _gelu_slope(x: Value, approximate: str) -> Value:
    if approximate == "none":
        density = exp(x * x * -0.5) * (1 / math.sqrt(2 * math.pi))
        return 0.5 * (1 + erf(x * math.sqrt(0.5))) + x * density
    scale, cubic = _GELU_TANH
    t = tanh(scale * (x + cubic * (x * x * x)))
    return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * (scale * (1 + 3 * cubic * (x * x)))


@op(d=_gelu_slope, where=["F.gelu"], example=("F.gelu(x)", "x=tensor([30.0, -30.0])"))
@formula(
    input="g * ((1 + erf(input / 2**0.5)) / 2 + input * exp(-input**2 / 2) / (2 * pi)**0.5)"
    "  # where approximate is 'none'"
)
def gelu(xp: Any, x: Array, /, *, approximate: str = "none") -> Array:
    """The element times the probability that a normal variable is below it."""
    if approximate not in ("none", "tanh"):
        raise invalid("approximate argument must be either none or tanh.")
    require_floating(x, "GeluKernelImpl")
    if approximate == "none":
        return 0.5 * x * (1 + erf(x * math.sqrt(0.5)))
    scale, cubic = _GELU_TANH
    return 0.5 * x * (1 + arrays.precise(xp.tanh, scale * (x + cubic * (x * x * x))))


def _softplus_slope(g: Value, scaled: Value, threshold: Real) -> Value:
    """The gradient through softplus, which is straight from the threshold on."""
    bent = where(scaled >= threshold, float(threshold), scaled)
    return where(scaled > threshold, g, g * sigmoid(bent))


@op(vjp=lambda g, x, beta, threshold: _softplus_slope(g, x * beta, threshold), where=["F.softplus"])
@example("F.softplus(x, beta=0.5)", "x=tensor([[-1.0], [0.0]])")
@formula(input="where(input * beta > threshold, g, g * sigmoid(input * beta))")
def softplus(xp: Any, x: Array, /, beta: Real = 1, threshold: Real = 20) -> Array:
    """The smooth positive part, log(1 + exp(beta * x)) / beta; x itself above a threshold."""
    require_floating(x, "softplus_cpu")
    scaled = x * promote.fit(beta, x.dtype)
    return xp.where(scaled > threshold, x, _softplus(xp, scaled) / x.dtype.type(beta))


@op(vjp=lambda g, x: g * sigmoid(-x), where=["F.logsigmoid"], node="LogSigmoidBackward0")
@example("F.logsigmoid(x) ** 2", "x=tensor([-1.0, 0.5, 2.0])")
def logsigmoid(xp: Any, x: Array, /) -> Array:
    """The logarithm of the ``sigmoid``, which does not overflow."""
    require_floating(x, "log_sigmoid_cpu")
    return xp.minimum(x, 0) - _softplus(xp, -xp.abs(x))


@functional(example=("F.softsign(x)", "x=linspace(-4, 4, 7)"))
def softsign(input: Tensor, /) -> Tensor:
    """The element over one more than its absolute value."""
    return input / (abs(input) + 1)


@functional(example=("F.tanhshrink(x)", "x=linspace(-4, 4, 7)"))
def tanhshrink(input: Tensor, /) -> Tensor:
    """The element less its hyperbolic tangent."""
    return input - tanh(input)


@op(fused=True, where=["F.glu"], example=("F.glu(x)", "x=linspace(-2, 2, 6)"))
@formula(
    input="a, b = chunk(input, 2, dim); cat([g * sigmoid(b), g * a * sigmoid(b) * (1 - "
    "sigmoid(b))], dim)"
)
def glu(input: Value, /, dim: int = -1) -> Value:
    """The first half along a dimension times the ``sigmoid`` of the second."""
    if not len(input.shape):
        raise invalid("glu does not support scalars because halving size must be even")
    axis = arrays.axis(dim, len(input.shape))
    size = input.shape[axis]
    if size % 2:
        raise shape_error(f"Halving dimension must be even, but dimension {axis} is size {size}")
    require_floating(array_of(input), "glu_cpu")
    half = size // 2
    first = slice_(input, dim=axis, start=0, end=half)
    return first * sigmoid(slice_(input, dim=axis, start=half, end=size))
