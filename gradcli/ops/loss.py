"""Losses: how far predictions are from targets; those of class numbers are in ``classification``.

A loss per element is reduced to its mean, its sum or not at all, as ``reduction`` says.
"""

from __future__ import annotations

import math
from typing import Any

from gradcli.core import promote
from gradcli.core.modes import no_grad
from gradcli.core.promote import common
from gradcli.core.tensor import Tensor
from gradcli.core.values import Size
from gradcli.core.warn import warn
from gradcli.numerics import arrays
from gradcli.operators import by_name as ops
from gradcli.operators.converters import Array, Number, OptTensor, Real, Value, ValueT
from gradcli.operators.declare import example, formula
from gradcli.operators.families import functional, internal
from gradcli.operators.refusals import invalid, mismatch, mixed, refuse, type_error, value_error
from gradcli.ops.activation import require_floating

EPSILON = 9.999999960041972e-13
"""What PyTorch keeps denominators above: 1e-12 in single precision."""


def reduction_of(
    size_average: bool | None, reduce: bool | None, reduction: Any, emit_warning: bool = True
) -> str:
    """Return the reduction that is asked for, in today's words or by the arguments before them."""
    if size_average is not None or reduce is not None:
        averages = size_average is None or size_average
        reduction = ("mean" if averages else "sum") if reduce is None or reduce else "none"
        advice = f"args will be deprecated, please use reduction='{reduction}' instead."
        if emit_warning:
            warn(f"size_average and reduce {advice}", code="deprecated")
    if reduction == "elementwise_mean":
        advice = "is deprecated. Please use reduction='mean' instead."
        warn(f"reduction='elementwise_mean' {advice}", code="deprecated")
        return "mean"
    if reduction not in ("none", "mean", "sum"):
        raise value_error(f"{reduction} is not a valid value for reduction")
    return str(reduction)


def reduced(losses: ValueT, reduction: str) -> ValueT:
    """Return the mean or the sum of losses, or themselves."""
    if reduction == "mean":
        return ops.mean(losses)
    return ops.sum(losses) if reduction == "sum" else losses


def shared(g: Value, count: int, reduction: str) -> Value:
    """Return the part of a reduced loss's gradient that each of so many losses gets."""
    return g / count if reduction == "mean" else g


def _shared(g: Value, losses: Value, reduction: str) -> Value:
    return shared(g, math.prod(losses.shape), reduction)


def constant(tensor: OptTensor, function: str, name: str) -> None:
    """Refuse a gradient for an argument that PyTorch has none for."""
    if tensor is not None and tensor.requires_grad:
        raise invalid(
            f"The function '{function}' is not differentiable with respect to argument '{name}'. "
            "This input cannot have requires_grad True.",
            code="no-derivative",
        )


def _together(input: Tensor, target: Tensor) -> tuple[Tensor, Tensor]:
    """Broadcast predictions and targets, with a warning: few programs mean to."""
    if input.array.shape == target.array.shape:
        return input, target
    warn(
        f"Using a target size ({target.size()}) that is different to the input size "
        f"({input.size()}). This will likely lead to incorrect results due to broadcasting. Please "
        "ensure they have the same size.",
        code="broadcast",
    )
    shape = arrays.broadcast_shapes(input.array.shape, target.array.shape)
    return _expanded(input, shape), _expanded(target, shape)


def _expanded(x: Tensor, shape: tuple[int, ...]) -> Tensor:
    return x if x.array.shape == shape else ops.expand(x, size=shape)


def _weighted(losses: Tensor, weight: Tensor, reduction: str) -> Tensor:
    """Reduce losses that have a weight each."""
    losses = losses * weight
    if reduction == "none":
        return losses
    return ops.sum(losses) / ops.sum(weight) if reduction == "mean" else ops.sum(losses)


def _check_weight(weight: OptTensor, input: Tensor) -> None:
    if weight is not None and weight.array.shape != input.array.shape:
        raise refuse("Weights and input must have the same size.", kind=ValueError)


# Distances of numbers


def _mse_slope(g: Value, difference: Value, reduction: str) -> Value:
    return _shared(g, difference, reduction) * (2 * difference)


@internal(
    vjp=(
        lambda g, input, target, reduction: _mse_slope(g, input - target, reduction),
        lambda g, input, target, reduction: _mse_slope(g, target - input, reduction),
    ),
    promotes=common,
    node="MseLossBackward0",
)
@formula(
    input="2 * g * (input - target) / n  # where reduction is 'mean' of n elements",
    target="2 * g * (target - input) / n  # where reduction is 'mean' of n elements",
)
def _mse_loss(xp: Any, input: Array, target: Array, /, reduction: str) -> Array:
    """The squared differences, reduced."""
    require_floating(input, "mse_cpu")
    difference = input - target
    return reduced(difference * difference, reduction)


@functional(example=("F.mse_loss(x, y)", "x=tensor([1.0, 2.0])", "y=tensor([1.5, 0.0])"))
def mse_loss(
    input: Tensor,
    target: Tensor,
    /,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: Any = "mean",
    weight: OptTensor = None,
) -> Tensor:
    """The mean of the squared differences, or their sum, or themselves."""
    reduction = reduction_of(size_average, reduce, reduction)
    input, target = _together(input, target)
    _check_weight(weight, input)
    if weight is None:
        input, target = _numbers(input, target, "mse_cpu")
        return _mse_loss(input, target, reduction=reduction)
    return _weighted((input - target) ** 2, weight, reduction)


@functional(example=("F.l1_loss(x, y, reduction='sum') ** 2", "x=linspace(-3, 3, 6)", "y=ones(6)"))
def l1_loss(
    input: Tensor,
    target: Tensor,
    /,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: Any = "mean",
    weight: OptTensor = None,
) -> Tensor:
    """The mean of the absolute differences, or their sum, or themselves."""
    reduction = reduction_of(size_average, reduce, reduction)
    input, target = _together(input, target)
    _check_weight(weight, input)
    if weight is None:
        return reduced(ops.abs(input - target), reduction)
    return _weighted(ops.abs(input - target), weight, reduction)


def _bounded(g: Value, input: Value, target: Value, reduction: str, beta: Real) -> Value:
    """The gradient of a smooth L1 loss, also beside infinities."""
    difference = input - target
    far = ops.abs(difference) >= beta
    return _shared(g, difference, reduction) * ops.where(
        far, ops.sgn(difference), difference / beta
    )


@internal(
    vjp=(
        _bounded,
        lambda g, input, target, reduction, beta: -_bounded(g, input, target, reduction, beta),
    ),
    promotes=common,
    node="SmoothL1LossBackward0",
)
@formula(
    input="g * clamp((input - target) / beta, -1, 1) / n  # for a mean of n elements",
    target="g * clamp((target - input) / beta, -1, 1) / n  # for a mean of n elements",
)
def _smooth_l1_loss(xp: Any, input: Array, target: Array, /, reduction: str, beta: Real) -> Array:
    """Differences that count squared within ``beta`` of 0 and by their size beyond."""
    distance = xp.abs(input - target)
    near = 0.5 * distance * distance / beta
    return reduced(xp.where(distance < beta, near, distance - 0.5 * beta), reduction)


@functional()
@example("F.smooth_l1_loss(x, y, beta=0.5)", "x=tensor([0.0, 1.0])", "y=tensor([0.5, 1.0])")
def smooth_l1_loss(
    input: Tensor,
    target: Tensor,
    /,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: Any = "mean",
    beta: Real = 1.0,
) -> Tensor:
    """The mean of differences that count squared within ``beta`` of 0, and by their size beyond."""
    reduction = reduction_of(size_average, reduce, reduction)
    input, target = _together(input, target)
    if beta < 0:
        raise invalid("smooth_l1_loss does not support negative values for beta.")
    if beta == 0:
        return reduced(ops.abs(input - target), reduction)
    input, target = _numbers(input, target, "smooth_l1_cpu")
    return _smooth_l1_loss(input, target, reduction=reduction, beta=beta)


def _numbers(input: Tensor, target: Tensor, kernel: str) -> tuple[Tensor, Tensor]:
    """Return two tensors that are not both of integers, truth values as numbers."""
    if target.array.dtype.kind in "biu":
        require_floating(input.array, kernel)
        return input, target.to(input.dtype) if target.array.dtype.kind == "b" else target
    return input.to(target.dtype) if input.array.dtype.kind == "b" else input, target


def _clipped(g: Value, input: Value, target: Value, reduction: str, delta: Real) -> Value:
    """The gradient of a Huber loss, also beside infinities."""
    difference = input - target
    far = ops.abs(difference) > delta
    return _shared(g, difference, reduction) * ops.where(
        far, delta * ops.sgn(difference), difference
    )


@internal(
    vjp=(
        _clipped,
        lambda g, input, target, reduction, delta: -_clipped(g, input, target, reduction, delta),
    ),
    promotes=common,
    node="HuberLossBackward0",
)
@formula(
    input="g * clamp(input - target, -delta, delta) / n  # for a mean of n elements",
    target="g * clamp(target - input, -delta, delta) / n  # for a mean of n elements",
)
def _huber_loss(
    xp: Any, input: Array, target: Array, /, reduction: str, delta: Real, dtype: Any = None
) -> Array:
    """Differences that count squared near 0, and ``delta`` times their size beyond."""
    distance = xp.abs(input - target)
    near = 0.5 * distance * distance
    losses = xp.where(distance <= delta, near, delta * (distance - 0.5 * delta))
    return reduced(losses if dtype is None else losses.astype(dtype.numpy), reduction)


@functional()
@example("F.huber_loss(x, y, delta=0.5)", "x=tensor([0.0, 1.0])", "y=tensor([0.5, 1.0])")
def huber_loss(
    input: Tensor,
    target: Tensor,
    /,
    reduction: Any = "mean",
    delta: Real = 1.0,
    weight: OptTensor = None,
) -> Tensor:
    """The mean of differences that count squared near 0, and ``delta`` times their size beyond."""
    reduction = reduction_of(None, None, reduction)
    input, target = _together(input, target)
    _check_weight(weight, input)
    if not delta > 0:
        raise invalid("huber_loss does not support non-positive values for delta.")
    how: Any = {"delta": delta, "dtype": None if input.dtype is target.dtype else input.dtype}
    input, target = _numbers(input, target, "huber_cpu")
    if weight is None:
        return _huber_loss(input, target, reduction=reduction, **how)
    return reduced(_huber_loss(input, target, reduction="none", **how) * weight, reduction)


# Probabilities of two classes

_CONVERT = "convert the targets first, as in `.float()`"


def _bce_spread(x: Value) -> Value:
    spread = (1 - x) * x
    return ops.where(spread < EPSILON, EPSILON, spread)  # as PyTorch, which divides by no less


def _bce_bend(g: Value, x: Value, target: Array, weight: Any, reduction: str) -> Value:
    near_0, near_1 = x + 1e-12, 1 - x + 1e-12
    bend = (x * x - 2 * x * target + target) / (near_0 * near_0 * near_1 * near_1)
    return _scaled(_shared(g, x, reduction) * bend, weight)


def check_spread(input: Tensor, *others: Tensor | None) -> None:
    """Refuse what is larger than an input, in whose place PyTorch computes."""
    own = input.array.shape
    for other in others:
        shape = own if other is None else arrays.broadcast_shapes(own, other.array.shape)
        if shape != own:
            raise mismatch(
                f"output with shape {list(own)} doesn't match the broadcast shape {list(shape)}"
            )


def _scaled(losses: Value, weight: Any) -> Any:
    return losses if weight is None else losses * weight


@internal(
    vjp=(
        lambda g, x, target, weight, reduction: _bce_slope(
            g, x, target, weight, reduction=reduction
        ),
        lambda h, g, x, target, weight, reduction: h * _bce_bend(g, x, target, weight, reduction),
        lambda h, g, x, weight, reduction: _scaled(
            h * -_shared(g, x, reduction) / _bce_spread(x), weight
        ),
        None,
    ),
    broadcasts=True,
    node="BinaryCrossEntropyBackwardBackward0",
)
def _bce_slope(
    xp: Any, g: Array, x: Array, target: Array, weight: Array | None, /, reduction: str
) -> Array:
    """The derivative of the cross entropy by the probabilities, times a gradient."""
    return _scaled(_shared(g, x, reduction) * (x - target) / _bce_spread(x), weight)


def _bce_target_slope(g: Value, input: Value, weight: Any, reduction: str) -> Value:
    return _scaled(_shared(g, input, reduction) * -ops.log(input / (1 - input)), weight)


@internal(
    vjp=(
        lambda g, input, target, weight, reduction: _bce_slope(
            g, input, target, weight, reduction=reduction
        ),
        _bce_target_slope,
        None,
    ),
    node="BinaryCrossEntropyBackward0",
)
@formula(
    input="g * (input - target) / (input * (1 - input))  # over n for a mean",
    target="g * (log(1 - input) - log(input))  # over n for a mean",
)
def _bce(xp: Any, input: Array, target: Array, weight: Array | None, /, reduction: str) -> Array:
    """The cross entropy of probabilities and targets, logarithms not below -100."""
    certain = xp.maximum(arrays.precise(xp.log, input), -100)
    other = xp.maximum(arrays.precise(xp.log1p, -input), -100)
    losses = (target - 1) * other - target * certain
    return reduced(_scaled(losses, weight), reduction)


@functional()
@example(
    "F.binary_cross_entropy(x, y.detach(), reduction='none')",
    "x=tensor([0.0, 1.0, 0.0, 1.0])",
    "y=tensor([0.0, 1.0, 1.0, 0.0])",
)
def binary_cross_entropy(
    input: Tensor,
    target: Tensor,
    /,
    weight: OptTensor = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: Any = "mean",
) -> Tensor:
    """The cross entropy of probabilities of a yes, and targets between 0 and 1."""
    reduction = reduction_of(size_average, reduce, reduction)
    if input.array.shape != target.array.shape:
        raise mismatch(
            f"Using a target size ({target.size()}) that is different to the input size "
            f"({input.size()}) is deprecated. Please ensure they have the same size.",
            kind=ValueError,
        )
    if weight is not None:
        constant(weight, "binary_cross_entropy", "weight")
        weight = _expanded(weight, _weight_shape(target, weight))
    for other in (target, weight):
        if other is not None and other.dtype is not input.dtype:
            ours, theirs = input.dtype.scalar_name, other.dtype.scalar_name
            raise mixed(f"Found dtype {theirs} but expected {ours}", help=_CONVERT)
    require_floating(input.array, "binary_cross_entropy")
    for tensor, name in ((input, "input"), (target, "target")):
        if not ((tensor.array >= 0) & (tensor.array <= 1)).all():
            raise refuse(f"all elements of {name} should be between 0 and 1")
    return _bce(input, target, weight, reduction=reduction)


def _weight_shape(target: Tensor, weight: Tensor) -> tuple[int, ...]:
    """Return the shape of targets and weights together, or raise PyTorch's error."""
    shape, other = target.array.shape, weight.array.shape
    length = max(len(shape), len(other))
    found = [1] * (length - len(shape)) + list(shape)
    for index in range(-1, -len(other) - 1, -1):
        if other[index] not in (1, found[index]):
            if found[index] != 1:
                raise mismatch(
                    f"Attempting to broadcast a dimension of length {other[index]} at {index}! "
                    f"Mismatching argument at index 1 had {Size(other)}; but expected shape "
                    f"should be broadcastable to {found}"
                )
            found[index] = other[index]
    return tuple(found)


def _promote_given(operands: list[Any]) -> list[Any]:
    """Promote the operands that there are."""
    found = iter(promote.to_common([x for x in operands if x is not None]))
    return [None if x is None else next(found) for x in operands]


def _logits_slope(
    g: Value, input: Value, target: Value, weight: Any, pos_weight: Any, reduction: str
) -> Value:
    if pos_weight is None:
        slope = ops.sigmoid(input) - target
    else:
        positive = pos_weight * target
        slope = (positive + 1 - target) * ops.sigmoid(input) - positive
    return _scaled(_shared(g, input, reduction) * slope, weight)


def _logits_target_slope(
    g: Value, input: Value, weight: Any, pos_weight: Any, reduction: str
) -> Value:
    slope = (
        -input
        if pos_weight is None
        else ops.logsigmoid(-input) - pos_weight * ops.logsigmoid(input)
    )
    return _scaled(_shared(g, input, reduction) * slope, weight)


@internal(
    vjp=(_logits_slope, _logits_target_slope, None, None),
    promotes=_promote_given,
    broadcasts=True,
    node="BinaryCrossEntropyWithLogitsBackward0",
)
@formula(
    input="g * (sigmoid(input) - target)  # over n for a mean",
    target="-g * input  # over n for a mean",
)
def _bce_with_logits(
    xp: Any,
    input: Array,
    target: Array,
    weight: Array | None,
    pos_weight: Array | None,
    /,
    reduction: str,
    dtype: Any = None,
) -> Array:
    """The cross entropy of the sigmoids of logits and targets, which does not overflow."""
    certain = ops.logsigmoid(input)
    if pos_weight is not None:
        certain = ((pos_weight - 1) * target + 1) * certain
    losses = (1 - target) * input - certain
    losses = _scaled(losses, weight)
    return reduced(losses if dtype is None else losses.astype(dtype.numpy), reduction)


@functional()
@example(
    "F.binary_cross_entropy_with_logits(x, y, reduction='none')",
    "x=linspace(-2, 2, 6).reshape(2, 3)",
    "y=linspace(0.05, 0.95, 6).reshape(2, 3)",
)
def binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    /,
    weight: OptTensor = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: Any = "mean",
    pos_weight: OptTensor = None,
) -> Tensor:
    """The cross entropy of the sigmoids of logits, and targets between 0 and 1."""
    reduction = reduction_of(size_average, reduce, reduction)
    if input.array.shape != target.array.shape:
        raise mismatch(
            f"Target size ({target.size()}) must be the same as input size ({input.size()})",
            kind=ValueError,
        )
    check_spread(input, weight, pos_weight)
    constant(weight, "binary_cross_entropy_with_logits", "weight")
    constant(pos_weight, "binary_cross_entropy_with_logits", "pos_weight")
    require_floating(input.array, "log_sigmoid_cpu")
    if target.array.dtype.kind in "biu":
        message = (
            f"result type {input.dtype.scalar_name} can't be cast to the desired output type "
            f"{target.dtype.scalar_name}"
        )
        raise mixed(message, help=_CONVERT)
    if pos_weight is not None:
        arrays.check_broadcast(pos_weight.array.shape, target.array.shape)
    dtype = None if target.dtype is input.dtype else target.dtype
    return _bce_with_logits(input, target, weight, pos_weight, reduction=reduction, dtype=dtype)


# Likelihoods


@functional()
@example(
    "F.kl_div(x, y.detach(), reduction='sum')",
    "x=linspace(-2, 2, 6).reshape(2, 3)",
    "y=tensor([0.0, 0.5, 0.5])",
)
def kl_div(
    input: Tensor,
    target: Tensor,
    /,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: Any = "mean",
    log_target: bool = False,
) -> Tensor:
    """The divergence of a distribution, given by logarithms, from a target distribution."""
    batch = size_average is None and reduce is None and reduction == "batchmean"
    if size_average is None and reduce is None and reduction == "mean":
        warn(_KL_MEAN, code="deprecated")
    reduction = reduction_of(size_average, reduce, "sum" if batch else reduction)
    if {input.array.dtype.kind, target.array.dtype.kind} & set("biu"):
        raise mixed("kl_div: Integral inputs not supported.")
    if log_target:
        losses = ops.exp(target) * (target - input)
    else:
        losses = ops.xlogy(target, target) - target * input
    total = reduced(losses, reduction)
    return total / input.array.shape[0] if batch and input.ndim else total


_KL_MEAN = (
    "reduction: 'mean' divides the total loss by both the batch size and the support size."
    "'batchmean' divides only by the batch size, and aligns with the KL div math definition."
    "'mean' will be changed to behave the same as 'batchmean' in the next major release."
)


@functional()
@example(
    "F.poisson_nll_loss(x, y, full=True)",
    "x=linspace(-2, 2, 6).reshape(2, 3)",
    "y=tensor([0.5, 2.0, 3.0])",
)
def poisson_nll_loss(
    input: Tensor,
    target: Tensor,
    /,
    log_input: bool = True,
    full: bool = False,
    size_average: bool | None = None,
    eps: Real = 1e-8,
    reduce: bool | None = None,
    reduction: Any = "mean",
) -> Tensor:
    """The negative log likelihood of counts under Poisson distributions."""
    reduction = reduction_of(size_average, reduce, reduction)
    if log_input:
        losses = ops.exp(input) - target * input
    else:
        losses = input - target * ops.log(ops.add_number(input, number=eps))
    if full:
        stirling = target * ops.log(target) - target
        stirling = stirling + ops.mul_number(
            ops.log(ops.mul_number(target, number=2 * math.pi)), number=0.5
        )
        losses += ops.masked_fill(stirling, target <= 1, 0)
    return reduced(losses, reduction)


@functional()
@example(
    "F.gaussian_nll_loss(x, y, 2.0)",
    "x=linspace(-2, 2, 6).reshape(2, 3)",
    "y=tensor([[0.5, -2.0, 1.0], [0.4, 3.0, -1.0]])",
)
def gaussian_nll_loss(
    input: Tensor,
    target: Tensor,
    /,
    var: Tensor | Number,
    full: bool = False,
    eps: Real = 1e-6,
    reduction: Any = "mean",
) -> Tensor:
    """The negative log likelihood of targets under normal distributions of mean and variance."""
    variances = _variances(var, input)
    if reduction not in ("none", "mean", "sum"):
        raise value_error(f"{reduction} is not valid")
    variances = ops.clone(variances)
    with no_grad():
        variances.clamp_(min=eps)
    losses = 0.5 * (ops.log(variances) + (input - target) ** 2 / variances)
    if full:
        losses = losses + 0.5 * math.log(2 * math.pi)
    return reduced(losses, reduction)


def _variances(var: Any, input: Tensor) -> Tensor:
    """Return variances that broadcast with the input, or raise PyTorch's error."""
    if not isinstance(var, Tensor):
        if not isinstance(var, float):
            kind = type(var).__name__
            raise type_error(f"var must be a tensor or a float, not {kind}")
        if var < 0:
            raise value_error("var has negative entry/entries")
        return ops.ones_like(input) * var
    if (var.array < 0).any():
        raise refuse("var has negative entry/entries", 2, kind=ValueError)
    shape, given = input.array.shape, var.array.shape
    if given == shape:
        return var
    if shape[:-1] == given:
        return ops.unsqueeze(var, dim=-1)
    unequal = [b for a, b in zip(shape, given, strict=False) if a != b]
    if len(shape) != len(given) or unequal != [1]:
        raise refuse("var is of incorrect size", 0, 2, kind=ValueError)
    return var
