"""Functions of one tensor, element by element."""

from __future__ import annotations

import builtins
from typing import Any

import numpy as np

from gradcli.core.dtypes import DType
from gradcli.core.op import Array, op
from gradcli.core.promote import floating
from gradcli.core.rules import over, zeros
from gradcli.core.samples import error, sample, unary
from gradcli.errors import op_error


def _no_bool(x: Array, name: str) -> None:
    if x.dtype.kind == "b":
        raise op_error(
            NotImplementedError, f"\"{name}_cpu\" not implemented for 'Bool'", operands=(0,)
        )


@op(d=-1, infix="neg", inplace=True, aliases=["negative"], samples=unary("-x", -2, 2, "-0.0"))
def neg(xp: Any, x: Array, /) -> Array:
    """The negative."""
    if x.dtype.kind == "b":
        raise op_error(
            RuntimeError,
            "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to "
            "invert a mask, use the `~` or `logical_not()` operator instead.",
            operands=(0,),
        )
    return xp.negative(x)


@op(composite=True, infix="pos", samples=[sample("+x", x="tensor([1.0, -2.0])")])
def positive(x: Array, /) -> Array:
    """The tensor itself, as ``+x``."""
    return x


@op(d=lambda y: y, promotes=floating, inplace=True, samples=unary("exp(x)", -3, 3, "90.0", "-200."))
def exp(xp: Any, x: Array, /) -> Array:
    """The exponential, e**x."""
    return xp.exp(x)


@op(
    d=over(lambda x: x),
    promotes=floating,
    inplace=True,
    samples=unary("log(x)", 0.1, 9, "[0.0, 1.0]", "[1e-30, 1e30]"),
)
def log(xp: Any, x: Array, /) -> Array:
    """The natural logarithm; -inf at 0, NaN below."""
    return xp.log(x)


@op(
    d=over(lambda y: 2 * y),
    promotes=floating,
    inplace=True,
    samples=unary("sqrt(x)", 0.1, 9, "[0.0, 4.0]", "1e-30"),
)
def sqrt(xp: Any, x: Array, /) -> Array:
    """The square root; its derivative at 0 is infinite."""
    return xp.sqrt(x)


@op(
    d=lambda y: -y * y,
    promotes=floating,
    inplace=True,
    samples=[*unary("x.reciprocal()", 0.2, 3, "0.0"), sample("2 / x", x="tensor([0.5, -4.0])")],
)
def reciprocal(xp: Any, x: Array, /) -> Array:
    """One over the tensor."""
    return 1 / x


@op(d=lambda x: cos(x), promotes=floating, inplace=True, samples=unary("sin(x)", -6, 6, "100.0"))
def sin(xp: Any, x: Array, /) -> Array:
    """The sine of an angle in radians."""
    return xp.sin(x)


@op(d=lambda x: -sin(x), promotes=floating, inplace=True, samples=unary("cos(x)", -6, 6, "100.0"))
def cos(xp: Any, x: Array, /) -> Array:
    """The cosine of an angle in radians."""
    return xp.cos(x)


@op(
    d=lambda y: 1 - y * y,
    promotes=floating,
    inplace=True,
    where=["torch", "Tensor", "F"],
    samples=unary("tanh(x)", -3, 3, "[800.0, -800.0]"),
)
def tanh(xp: Any, x: Array, /) -> Array:
    """The hyperbolic tangent."""
    return xp.tanh(x)


@op(
    d=lambda y: (1 - y) * y,
    promotes=floating,
    inplace=True,
    where=["torch", "Tensor", "F"],
    samples=unary("sigmoid(x)", -6, 6, "[800.0, -800.0]"),
)
def sigmoid(xp: Any, x: Array, /) -> Array:
    """The logistic function, 1 / (1 + exp(-x))."""
    return 1 / (1 + xp.exp(-x))


@op(
    vjp=lambda g, y: _where_positive(g, y),
    inplace=True,
    where=["torch", "Tensor", "F"],
    samples=[
        *unary("relu(x)", -2, 2.5, "[0.0, -0.0]"),
        sample("relu(x) ** 2", x="tensor([-1.0, 0.5, 2.0])"),
        sample("log(relu(x))", x="tensor([-1.0, 0.5])"),
    ],
    errors=[error("relu()", TypeError, 'relu() missing 1 required positional arguments: "input"')],
)
def relu(xp: Any, x: Array, /) -> Array:
    """The positive part, max(x, 0); its derivative at 0 is 0."""
    if x.dtype.kind == "b":
        raise op_error(RuntimeError, "Boolean inputs not supported for relu", operands=(0,))
    return xp.maximum(x, 0)


@op(
    vjp=(lambda g, y: _where_positive(g, y), zeros),
    where=[],
    node="ThresholdBackwardBackward0",
)
def _where_positive(xp: Any, g: Array, result: Array, /) -> Array:
    """The gradient where a result is positive; 0 at the kink, and a NaN lets it pass."""
    return xp.where(result <= 0, xp.zeros_like(g), g)


@op(
    d=lambda x: sign(x),  # 0 at the kink
    infix="abs",
    inplace=True,
    aliases=["absolute"],
    samples=unary("abs(x)", -2, 2.5, "[0.0, -0.0, 3.0]"),
)
def abs(xp: Any, x: Array, /) -> Array:
    """The absolute value; its derivative at 0 is 0."""
    _no_bool(x, "abs")
    return xp.abs(x)


@op(d=0, inplace=True, aliases=["sgn"], samples=unary("sign(x)", -2, 2.5, "[0.0, nan]"))
def sign(xp: Any, x: Array, /) -> Array:
    """-1, 0 or 1 as the element is negative, zero (or NaN) or positive."""
    if x.dtype.kind == "b":
        return x
    return xp.astype(x > 0, x.dtype) - xp.astype(x < 0, x.dtype)


@op(d=0, inplace=True, samples=unary("floor(x)", -2.5, 2.5, "[2.0, -0.0]", "[3, -3]"))
def floor(xp: Any, x: Array, /) -> Array:
    """The largest whole number not above the element."""
    _no_bool(x, "floor_vml")
    return xp.floor(x).astype(x.dtype)


@op(d=0, inplace=True, samples=unary("ceil(x)", -2.5, 2.5, "[2.0, -0.0]", "[3, -3]"))
def ceil(xp: Any, x: Array, /) -> Array:
    """The smallest whole number not below the element."""
    _no_bool(x, "ceil_vml")
    return xp.ceil(x).astype(x.dtype)


@op(d=0, inplace=True, samples=unary("trunc(x)", -2.5, 2.5, "[2.0, -0.0]", "[3, -3]"))
def trunc(xp: Any, x: Array, /) -> Array:
    """The element without its fraction."""
    _no_bool(x, "trunc_vml")
    return xp.trunc(x).astype(x.dtype)


@op(
    d=0,
    inplace=True,
    node=lambda decimals=0: f"RoundBackward{int(decimals != 0)}",
    samples=[
        *unary("round(x)", -2.5, 2.5, "[2.5, 3.5]", "[3, -3]"),
        sample("torch.round(x, decimals=1)", x="tensor([1.26, -0.04])"),
    ],
)
def round(xp: Any, x: Array, /, *, decimals: int = 0) -> Array:
    """The nearest whole number, halves to even, or the nearest with so many decimals."""
    _no_bool(x, "round_vml")
    if decimals == 0:
        return xp.round(x).astype(x.dtype)
    scale = 10.0 ** builtins.abs(decimals)
    shifted = x * scale if decimals > 0 else x / scale
    return (xp.round(shifted) / scale if decimals > 0 else xp.round(shifted) * scale).astype(
        x.dtype
    )


@op(
    d=1,
    where=[],
    node="ToCopyBackward0",
    samples=[sample("x.to(torch.float32)", x="tensor([1.0, 2.5])")],
)
def _to_copy(xp: Any, x: Array, /, dtype: DType | None = None) -> Array:
    """The tensor converted to another element type."""
    assert dtype is not None
    if dtype.numpy.kind in "iu" and x.dtype.kind == "f":
        return _truncated(xp, x, np.dtype("int64" if dtype.itemsize == 8 else "int32")).astype(
            dtype.numpy
        )
    return x.astype(dtype.numpy)


def _truncated(xp: Any, x: Array, integer: np.dtype) -> Array:
    """Convert to integers; what none stands for becomes the lowest one, as on x86."""
    limit = 2.0 ** (8 * integer.itemsize - 1)
    inside = (x >= -limit) & (x < limit)
    return xp.where(inside, xp.where(inside, x, 0).astype(integer), np.iinfo(integer).min)


@op(
    d=1,
    samples=[sample("x.clone()", x="tensor([1.0, 2.0])")],
)
def clone(xp: Any, x: Array, /) -> Array:
    """A copy that gradients pass through."""
    return xp.array(x, copy=True)


@op(
    composite=True,
    where=["Tensor"],
    samples=[
        sample("x.contiguous()", x="ones(2, 3)"),
        sample("x.T.contiguous()", x="linspace(0, 1, 6).reshape(2, 3)"),
    ],
)
def contiguous(input: Array, /) -> Array:
    """The tensor itself where its elements lie in row-major order without gaps, else a copy."""
    return input if input.array.flags.c_contiguous else _compact(input)


@op(d=1, where=[], node="CloneBackward0", samples=[sample("x.T.contiguous()", x="ones(2, 3)")])
def _compact(xp: Any, x: Array, /) -> Array:
    """A copy whose elements lie in row-major order."""
    return xp.array(x, copy=True, order="C")
