"""Losses of class numbers: the negative log likelihood and the cross entropy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gradcli.core.tensor import Tensor
from gradcli.numerics import arrays, memory
from gradcli.numerics.summation import total
from gradcli.operators import by_name as ops
from gradcli.operators.declare import Array, Ints, OptTensor, Real, formula
from gradcli.operators.families import functional, internal
from gradcli.operators.refusals import dtype_error, invalid, mismatch, refuse
from gradcli.ops.activation import require_floating
from gradcli.ops.loss import constant, reduction_of

# The negative log likelihood


def _class_axis(ndim: int) -> int:
    return 0 if ndim == 1 else 1


def _picked(
    xp: Any, numbers: Array, shape: tuple[int, ...], ignore_index: int
) -> tuple[Array, Array]:
    """Return which targets are ignored, and all of them as indices along the axis of classes."""
    axis = _class_axis(len(shape))
    numbers = numbers.reshape((*shape[:axis], 1, *shape[axis + 1 :]))
    ignored = numbers == ignore_index
    return ignored, xp.where(ignored, 0, numbers).astype(np.int64)


def _factors(xp: Any, ignored: Array, indices: Array, weight: Array | None, dtype: Any) -> Array:
    """Return the weight of each target, which is 0 where it is to be ignored."""
    if weight is None:
        return xp.astype(~ignored, dtype)
    return xp.where(ignored, dtype.type(0), weight[indices])


def _mean_weight(factors: Array) -> Any:
    return factors.sum()


def _nll_label(spatial: bool = False, **_: Any) -> str:
    return "NllLoss2DBackward0" if spatial else "NllLossBackward0"


@internal(
    vjp=(
        lambda g, x_shape, target, weight, reduction, ignore_index: _nll_slope(
            g, target, weight, shape=x_shape, reduction=reduction, ignore_index=ignore_index
        ),
        None,
        None,
    ),
    node=_nll_label,
)
@formula(input="-g at the class of each row, times its weight, over the sum of these for a mean")
def _nll(
    xp: Any,
    x: Array,
    target: Array,
    weight: Array | None,
    /,
    reduction: str,
    ignore_index: int = -100,
    spatial: bool = False,
) -> Array:
    """The negatives of the log likelihoods that targets name, weighted and reduced."""
    axis = _class_axis(x.ndim)
    ignored, indices = _picked(xp, target, x.shape, ignore_index)
    beyond = (indices < 0) | (indices >= x.shape[axis])
    wrong = memory.in_memory(indices)[memory.in_memory(beyond)]
    if wrong.size:
        raise refuse(f"Target {wrong.flat[0]} is out of bounds.", 1, kind=IndexError, code="index")
    factors = _factors(xp, ignored, indices, weight, x.dtype)
    losses = -arrays.take_along(xp, x, indices, axis) * factors
    losses = xp.where(factors == 0, x.dtype.type(0), losses)
    if reduction == "none":
        return losses.reshape(x.shape[:axis] + x.shape[axis + 1 :])
    summed = total(losses, tuple(range(losses.ndim)))
    return summed / _mean_weight(factors) if reduction == "mean" else summed


@internal(
    vjp=(
        lambda g, target, weight, reduction, ignore_index: _nll(
            g, target, weight, reduction=reduction, ignore_index=ignore_index
        ),
        None,
        None,
    ),
    linear=True,
    node="NllLossBackwardBackward0",
)
def _nll_slope(
    xp: Any,
    g: Array,
    target: Array,
    weight: Array | None,
    /,
    shape: Ints,
    reduction: str,
    ignore_index: int,
) -> Array:
    """Zeros of a shape, with minus a gradient times the weights where targets name an element."""
    axis = _class_axis(len(shape))
    ignored, indices = _picked(xp, target, shape, ignore_index)
    factors = _factors(xp, ignored, indices, weight, g.dtype)
    if reduction == "none":
        g = g.reshape(indices.shape)
    values = -g * factors
    if reduction == "mean":
        values = values / _mean_weight(factors)
    values = xp.where(factors == 0, g.dtype.type(0), values)
    return arrays.put_along(xp, shape, indices, values, axis)


def _check_targets(input: Tensor, target: Tensor) -> None:
    shape, given = input.array.shape, target.array.shape
    ndim = len(shape)
    if ndim == 0:
        raise refuse("Expected 1 or more dimensions (got 0)", kind=ValueError)
    targets = given[0] if given else 0
    if ndim > 1 and shape[0] != targets:
        raise mismatch(
            f"Expected input batch_size ({shape[0]}) to match target batch_size ({targets}).",
            kind=ValueError,
        )
    if ndim <= 2:
        if len(given) > 1:
            raise mismatch("0D or 1D target tensor expected, multi-target not supported")
        if ndim == 1 and given not in ((), (1,)):
            raise mismatch(
                f"For 1D input, 1D target must have size 1, but got target size: {given[0]}",
                kind=ValueError,
            )
    elif ndim == 4:
        if len(given) != 3:
            raise mismatch(
                "only batches of spatial targets supported (3D tensors) but got targets of "
                f"dimension: {len(given)}"
            )
        if given[1:] != shape[2:]:
            raise mismatch(f"size mismatch (got input: {list(shape)} , target: {list(given)}")
    elif given[1:] != shape[2:]:
        raise mismatch(f"Expected target size {[shape[0], *shape[2:]]}, got {list(given)}")


def _check_classes(input: Tensor, target: Tensor, weight: OptTensor) -> None:
    shape = input.array.shape
    classes, kernel = shape[_class_axis(len(shape))], "nll_loss" if len(shape) < 3 else "nll_loss2d"
    if weight is not None and weight.array.shape != (classes,):
        raise mismatch(
            f"weight tensor should be defined either for all {classes} classes or no classes but "
            f"got weight tensor of shape: {list(weight.array.shape)}"
        )
    constant(weight, f"{kernel}_forward", "weight")
    frame = "_out_frame" if len(shape) < 3 else "_forward_out_frame"
    require_floating(input.array, f"{kernel}{frame}")
    if len(shape) > 2 and target.array.dtype == np.uint8:
        raise dtype_error("expected scalar type Long but found Byte", 1)
    if target.array.dtype not in (np.int64, np.uint8):
        raise dtype_error(
            f"expected target dtype to be Long or Byte, but got {target.dtype.scalar_name}",
            1,
            help="targets are class numbers, or probabilities in the shape of the input",
        )
    if weight is not None and weight.dtype is not input.dtype:
        raise dtype_error(
            f"expected scalar type {input.dtype.scalar_name} but found {weight.dtype.scalar_name}"
        )


def _nll_of_any(
    input: Tensor, target: Tensor, weight: OptTensor, reduction: str, ignore_index: int
) -> Tensor:
    """Compute the negative log likelihood as PyTorch does: as of rows, or as of pictures."""
    _check_targets(input, target)
    _check_classes(input, target, weight)
    attrs = {"reduction": reduction, "ignore_index": ignore_index}
    ndim = len(input.array.shape)
    if ndim <= 2:
        return _nll(input, target, weight, **attrs)
    if ndim == 4:
        return _nll(input, target, weight, **attrs, spatial=True)
    rows, classes, *rest = input.array.shape
    count = math.prod(rest)
    picture = ops.reshape(ops.contiguous(input), shape=(rows, classes, min(count, 1), count))
    flat = Tensor(target.array.reshape(rows, min(count, 1), count))
    found = _nll(picture, flat, weight, **attrs, spatial=True)
    return ops.reshape(found, shape=(rows, *rest)) if reduction == "none" else found


@functional(example=("F.nll_loss(x, t)", "x=linspace(-1, 0, 6).reshape(2, 3)", "t=tensor([1, 0])"))
def nll_loss(
    input: Tensor,
    target: Tensor,
    /,
    weight: OptTensor = None,
    size_average: bool | None = None,
    ignore_index: int = -100,
    reduce: bool | None = None,
    reduction: Any = "mean",
) -> Tensor:
    """The negative log likelihood of class numbers under logarithms of probabilities."""
    reduction = reduction_of(size_average, reduce, reduction)
    return _nll_of_any(input, target, weight, reduction, ignore_index)


# The cross entropy


def _by_class(weight: Tensor, ndim: int) -> Tensor:
    """Return class weights in a shape that broadcasts along the axis of classes."""
    axis = _class_axis(ndim)
    return ops.reshape(weight, shape=(1,) * axis + (-1,) + (1,) * (ndim - axis - 1))


def _cross_entropy_of_probabilities(
    input: Tensor, target: Tensor, weight: OptTensor, reduction: str, smoothing: float
) -> Tensor:
    axis = _class_axis(input.ndim)
    classes = input.array.shape[axis]
    if weight is not None and weight.array.shape != (classes,):
        raise mismatch(
            f"cross_entropy: weight tensor should be defined either for all {classes} classes or "
            f"no classes but got weight tensor of shape: {list(weight.array.shape)}"
        )
    likelihoods = ops._log_softmax(input, dim=axis)
    if smoothing > 0:
        target = ops.add_number(
            ops.mul_number(target, number=1 - smoothing), number=smoothing / classes
        )
    losses = likelihoods * target
    if weight is not None:
        losses = losses * _by_class(weight, input.ndim)
    if reduction == "none":
        return -ops.sum(losses, dim=(axis,))
    if reduction == "sum":
        return -ops.sum(losses)
    count = input.array.size // classes if classes else 0
    return ops.div_number(-ops.sum(losses), number=count) if count else -ops.sum(losses) * math.nan


def _smoothed(
    input: Tensor,
    target: Tensor,
    weight: OptTensor,
    reduction: str,
    ignore_index: int,
    smoothing: float,
) -> Tensor:
    """Mix the loss of the right class with the mean of those of all classes."""
    axis = _class_axis(input.ndim)
    likelihoods = ops._log_softmax(input, dim=axis)
    right = _nll_of_any(likelihoods, target, weight, reduction, ignore_index)
    if weight is None:
        losses = -ops.sum(likelihoods, dim=(axis,))
    else:
        losses = -ops.sum(likelihoods * _by_class(weight, input.ndim), dim=(axis,))
    ignored, indices = _picked(np, target.array, input.array.shape, ignore_index)
    losses = ops.masked_fill(losses, Tensor(ignored.reshape(losses.array.shape)), 0.0)
    if reduction != "none":
        losses = ops.sum(losses)
    if reduction == "mean":
        weights = None if weight is None else weight.array
        factors = _factors(np, ignored, indices, weights, input.array.dtype)
        losses = losses / Tensor(_mean_weight(factors))
    classes = input.array.shape[axis]
    return ops.mul_number(right, number=1 - smoothing) + ops.mul_number(
        losses, number=smoothing / classes
    )


@functional(example=("F.cross_entropy(x, y)", "x=tensor([1.0, 2.0])", "y=tensor([0.25, 0.75])"))
def cross_entropy(
    input: Tensor,
    target: Tensor,
    /,
    weight: OptTensor = None,
    size_average: bool | None = None,
    ignore_index: int = -100,
    reduce: bool | None = None,
    reduction: Any = "mean",
    label_smoothing: Real = 0.0,
) -> Tensor:
    """The cross entropy of the softmax of scores, and class numbers or probabilities."""
    reduction = reduction_of(size_average, reduce, reduction)
    if label_smoothing > 1:
        raise invalid(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}")
    if input.array.shape == target.array.shape:
        _check_probabilities(input, target, ignore_index)
        return _cross_entropy_of_probabilities(input, target, weight, reduction, label_smoothing)
    if label_smoothing > 0:
        return _smoothed(input, target, weight, reduction, ignore_index, label_smoothing)
    likelihoods = ops._log_softmax(input, dim=_class_axis(input.ndim))
    return _nll_of_any(likelihoods, target, weight, reduction, ignore_index)


@functional(example=("F.linear_cross_entropy(x, w, torch.tensor(1))", "x=ones(3)", "w=eye(3)[:2]"))
def linear_cross_entropy(
    input: Tensor,
    linear_weight: Tensor,
    target: Tensor,
    /,
    *,
    linear_bias: OptTensor = None,
    weight: OptTensor = None,
    reduction: Any = "mean",
    ignore_index: int | None = None,
    label_smoothing: Real = 0.0,
    options: Any = None,
) -> Tensor:
    """The cross entropy of the scores that a linear layer gives."""
    shape, given = linear_weight.shape, input.shape
    if options is not None:
        raise invalid("options of linear_cross_entropy are left out: leave them None")
    if len(given) not in (1, 2):
        raise invalid(f"expected input with dimensionality 1 or 2, got {len(given)}")
    if len(shape) < 2:
        least = "linear_weight with dimensionality at least 2"
        raise invalid(f"expected {least}, got {len(shape)}")
    if given[-1] != shape[-1]:
        raise invalid(
            "expected equal input and linear_weight last dimensions (in_features), got "
            f"{given[-1]} and {shape[-1]}, respectively"
        )
    if linear_bias is not None and tuple(linear_bias.shape) != tuple(shape[:-1]):
        found = tuple(linear_bias.shape)
        raise invalid(f"expected linear_bias shape {tuple(shape[:-1])}, got {found}")
    if len(shape) > 2 and len(given) == 1:
        raise invalid(
            f"K-dimensional loss defined by linear_weight shape {tuple(shape)} requires batched "
            f"input, (N, {given[-1]}), got unbatched input with shape {tuple(given)}"
        )
    whole = (*given[:-1], *shape[:-1])
    if target.shape == whole and ignore_index is not None:
        raise invalid("ignore_index cannot be specified when target contains probabilities")
    if len(shape) > 2:
        linear_weight = linear_weight.reshape((math.prod(shape[:-1]), shape[-1]))
        linear_bias = None if linear_bias is None else linear_bias.reshape((-1,))
    scores = ops.linear(input, linear_weight, linear_bias).reshape(whole)
    ignored = -100 if ignore_index is None else ignore_index
    how: Any = {"reduction": reduction, "label_smoothing": label_smoothing}
    return cross_entropy(scores, target, weight=weight, ignore_index=ignored, **how)


def _check_probabilities(input: Tensor, target: Tensor, ignore_index: int) -> None:
    if not target.dtype.is_floating_point:
        raise dtype_error(
            "Expected floating point type for target with class probabilities, got "
            f"{target.dtype.scalar_name}",
            1,
        )
    if ignore_index >= 0:
        raise invalid("ignore_index is not supported for floating point target")
    arrays.own_axis(_class_axis(input.ndim), input.ndim)
