"""Softmax and its relatives: weights that add up to one along a dimension."""

from __future__ import annotations

from typing import Any

from gradcli.core.promote import unsupported
from gradcli.core.warn import warn
from gradcli.numerics import arrays, summation
from gradcli.operators.by_name import exp, log, spread, zeros_like
from gradcli.operators.converters import Array, Dims, DTypeLike, Real, Value
from gradcli.operators.declare import Tensor, example, formula, op
from gradcli.operators.families import functional, internal
from gradcli.ops.activation import require_floating


def _kernel(name: str, x: Array, axis: int) -> str:
    return f"{name}_lastdim_kernel_impl" if axis >= x.ndim - 1 else f"{name}_kernel_impl"


@internal(
    vjp=lambda g, x_shape, dim: spread(g, shape=x_shape, dim=dim, keepdim=True),
    linear=True,
    node="SumBackward1",
)
def _sum_keepdim(xp: Any, x: Array, /, dim: Dims) -> Array:
    """The sum along dimensions, which are kept, in whatever order is fast."""
    return summation.quick_total(x, arrays.axes(dim, x.ndim))


def _check_type(x: Array, kernel: str) -> None:
    if x.dtype.kind == "c":
        raise unsupported(kernel, x.dtype)
    require_floating(x, kernel)


def softmax_slope(g: Value, y: Value, dim: int) -> Value:
    """Return the gradient through a softmax from its result."""
    return y * (g - _sum_keepdim(g * y, dim=dim if len(y.shape) else ()))


@internal(vjp=softmax_slope, node="SoftmaxBackward0")
@formula(input="y * (g - sum(g * y, dim, True))")
def _softmax(xp: Any, x: Array, /, dim: int) -> Array:
    """The exponentials over their sum, shifted so that none overflows."""
    axis = arrays.axis(dim, x.ndim)
    if not x.size:
        return xp.zeros_like(x)
    _check_type(x, _kernel("softmax", x, axis))
    if not x.ndim:
        return xp.exp(x - x)
    shifted = arrays.compact(xp, x - x.max(axis=axis, keepdims=True))
    powers = arrays.precise(xp.exp, shifted)
    total = summation.by_register(powers, axis)
    return powers * (1 / total) if axis == x.ndim - 1 else powers / total


@internal(
    vjp=lambda g, y, dim: g - exp(y) * _sum_keepdim(g, dim=dim if len(y.shape) else ()),
    node="LogSoftmaxBackward0",
)
@formula(input="g - exp(y) * sum(g, dim, True)")
def _log_softmax(xp: Any, x: Array, /, dim: int) -> Array:
    """The logarithm of the softmax, computed without it."""
    axis = arrays.axis(dim, x.ndim)
    if not x.size:
        return xp.zeros_like(x)
    _check_type(x, _kernel("log_softmax", x, axis))
    if not x.ndim:
        return x - x
    shifted = arrays.compact(xp, x - x.max(axis=axis, keepdims=True))
    total = summation.by_register(arrays.precise(xp.exp, shifted), axis)
    return shifted - arrays.precise(xp.log, total)


def _converted(input: Tensor, dtype: DTypeLike) -> Tensor:
    return input if dtype is None else input.to(dtype)


@op(composite=True, where=["torch", "Tensor", "special.softmax"])
@example("softmax(x, -1)[0]", "x=tensor([1.0, 2.0, 3.0])")
def softmax(input: Tensor, /, dim: int, dtype: DTypeLike = None) -> Tensor:
    """The exponentials over their sum along a dimension."""
    return _softmax(_converted(input, dtype), dim=dim)


@op(composite=True, where=["torch", "Tensor", "special.log_softmax"])
@example("log_softmax(x, -1)[0]", "x=tensor([1.0, 2.0, 3.0])")
def log_softmax(input: Tensor, /, dim: int, dtype: DTypeLike = None) -> Tensor:
    """The logarithm of the softmax along a dimension."""
    return _log_softmax(_converted(input, dtype), dim=dim)


# The functions of ``F``, whose dimension can be left out


def _chosen(name: str, input: Tensor, dim: int | None) -> int:
    """Return the dimension that was named, or the one that old programs mean by naming none."""
    if dim is not None:
        return dim
    warn(
        f"Implicit dimension choice for {name} has been deprecated. Change the call to include "
        "dim=X as an argument.",
        code="deprecated",
    )
    return 0 if input.ndim in (0, 1, 3) else 1


@op(composite=True, where=["F.softmax"])
@example("F.softmax(x, -1)[0]", "x=tensor([1.0, 2.0, 3.0])")
def _functional_softmax(
    input: Tensor, /, dim: int | None = None, *, dtype: DTypeLike = None
) -> Tensor:
    """The exponentials over their sum along a dimension."""
    return softmax(input, dim=_chosen("softmax", input, dim), dtype=dtype)


@op(composite=True, where=["F.log_softmax"])
@example("F.log_softmax(x, -1)[0]", "x=tensor([1.0, 2.0, 3.0])")
def _functional_log_softmax(
    input: Tensor, /, dim: int | None = None, *, dtype: DTypeLike = None
) -> Tensor:
    """The logarithm of the softmax along a dimension."""
    return log_softmax(input, dim=_chosen("log_softmax", input, dim), dtype=dtype)


@functional(example=("F.softmin(x, -1)[0]", "x=tensor([1.0, 2.0, 3.0])"))
def softmin(input: Tensor, /, dim: Any = None, *, dtype: DTypeLike = None) -> Tensor:
    """The softmax of the negative along a dimension."""
    return softmax.call_method(-input, _chosen("softmin", input, dim), dtype=dtype)


@functional(example=("manual_seed(3)\nF.gumbel_softmax(x, tau=2.0)", "x=linspace(-1, 1, 4)"))
def gumbel_softmax(
    logits: Tensor, /, tau: Real = 1, hard: bool = False, eps: Real = 1e-10, dim: int = -1
) -> Tensor:
    """A sample of the categorical distribution, softened so that it can be differentiated."""
    if eps != 1e-10:
        warn("`eps` parameter is deprecated and has no effect.", code="deprecated")
    noise = -log(zeros_like(logits.detach()).exponential_())
    soft = softmax((logits + noise) / tau, dim=dim)
    if not hard:
        return soft
    index = soft.max(dim, keepdim=True)[1]
    chosen = zeros_like(soft.detach()).scatter_(dim, index, 1.0)
    return chosen - soft.detach() + soft
