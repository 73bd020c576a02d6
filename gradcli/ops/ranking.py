"""Losses that compare scores and distances with one another by a margin."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from gradcli.core.tensor import Tensor
from gradcli.numerics import arrays, choosing
from gradcli.operators import by_name as ops
from gradcli.operators.declare import OPS, Array, OptTensor, Real, Value, example, formula, op
from gradcli.operators.families import internal
from gradcli.operators.refusals import dtype_error, mismatch, refuse, shape_error, value_error
from gradcli.ops.activation import require_floating
from gradcli.ops.loss import EPSILON, check_spread, constant, reduced, reduction_of, shared

loss = partial(op, composite=True)
_SCORES = "x=linspace(-2, 2, 6).reshape(2, 3)"


def _like(number: float, x: Tensor) -> Tensor:
    """Return a number as a tensor without dimensions, as PyTorch's composites make of one."""
    return Tensor(x.array.dtype.type(number))


# Two classes, given as 1 and -1


def _soft_margin_slope(g: Value, input: Value, target: Value, reduction: str) -> Value:
    odds = ops.exp(-target * input)
    return shared(g, math.prod(input.shape), reduction) * (-target * odds / (1 + odds))


@internal(vjp=(_soft_margin_slope, None), node="SoftMarginLossBackward0")
@formula(input="-g * target * sigmoid(-target * input)  # over n for a mean")
def _soft_margin_loss(xp: Any, input: Array, target: Array, /, reduction: str) -> Array:
    """The logarithms of 1 + exp(-target * input)."""
    require_floating(input, "soft_margin_loss")
    return reduced(xp.log1p(xp.exp(-target * input)), reduction)


@loss(where=["F.soft_margin_loss"])
@example("F.soft_margin_loss(x, y.detach())", "x=tensor([0.5, -2.0])", "y=tensor([1.0, -1.0])")
def soft_margin_loss(
    input: Tensor,
    target: Tensor,
    /,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: Any = "mean",
) -> Tensor:
    """The logistic loss of scores for classes 1 and -1."""
    reduction = reduction_of(size_average, reduce, reduction)
    constant(target, "soft_margin_loss", "target")
    check_spread(input, target)
    target = target if target.dtype is input.dtype else target.to(input.dtype)
    return _soft_margin_loss(input, target, reduction=reduction)


@loss(where=["F.hinge_embedding_loss"])
@example("F.hinge_embedding_loss(x, y.detach())", _SCORES, "y=tensor([1.0, 0.0, -1.0])")
def hinge_embedding_loss(
    input: Tensor,
    target: Tensor,
    /,
    margin: Real = 1.0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: Any = "mean",
) -> Tensor:
    """The distances of pairs that belong together, and what others are nearer than a margin."""
    reduction = reduction_of(size_average, reduce, reduction)
    if not (input.dtype.is_floating_point or input.dtype.is_complex):
        margin = int(margin)  # which PyTorch makes a number of the input's type
    apart = ops.clamp_min(ops.sub(_like(margin, input), input), 0)
    losses = ops.where(target != 1, apart, 0) + ops.where(target != -1, input, 0)
    return reduced(losses, reduction)


@loss(where=["F.margin_ranking_loss"])
@example(
    "F.margin_ranking_loss(x, x.detach(), s.detach())",
    _SCORES,
    "s=tensor([[1.0, -1.0, 1.0], [-1.0, -1.0, 1.0]])",
)
def margin_ranking_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    /,
    margin: Real = 0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: Any = "mean",
) -> Tensor:
    """What the first scores are not above the second by a margin; below, where the target is -1."""
    reduction = reduction_of(size_average, reduce, reduction)
    if not input1.ndim == input2.ndim == target.ndim:
        text = "margin_ranking_loss : All input tensors should have same dimension but got sizes: "
        sizes = f"input1: {input1.size()}, input2: {input2.size()}, target: {target.size()} "
        raise shape_error(text + sizes, 0, 1, 2)
    return ranked(input1, input2, target, margin, reduction)


def ranked(input1: Tensor, input2: Tensor, target: Tensor, margin: Real, reduction: str) -> Tensor:
    """Return that loss of scores of any shapes that go together."""
    losses = ops.clamp_min(ops.add_number(-target * (input1 - input2), number=float(margin)), 0)
    return reduced(losses, reduction)


# Distances and angles


@loss(where=["F.cosine_embedding_loss"])
@example(
    "F.cosine_embedding_loss(x, y, s)",
    "x=tensor([1.0, 2.0])",
    "y=tensor([2.0, 1.0])",
    "s=tensor(1)",
)
def cosine_embedding_loss(
    input1: Tensor,
    input2: Tensor,
    target: Tensor,
    /,
    margin: Real = 0,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: Any = "mean",
) -> Tensor:
    """How far vectors that belong together differ in direction, and how far others do not."""
    reduction = reduction_of(size_average, reduce, reduction)
    if target.ndim > 1:
        raise refuse("0D or 1D target tensor expected, multi-target not supported", 2)
    dims, wanted = target.ndim, target.ndim + 1
    if input1.ndim != wanted or input2.ndim != wanted:
        sizes = f"{list(input1.array.shape)} and {list(input2.array.shape)}"
        raise shape_error(
            f"{dims}D target tensor expects {wanted}D input tensors, but found inputs with sizes "
            f"{sizes}.",
            *(0, 1, 2),
        )
    dim = (dims,)
    squares = [ops.add_number(ops.sum(x * x, dim=dim), number=EPSILON) for x in (input1, input2)]
    cosine = ops.sum(input1 * input2, dim=dim) / ops.sqrt(squares[0] * squares[1])
    together = ops.where(target == 1, ops.sub(_like(1, cosine), cosine), 0.0)
    apart = ops.where(target == -1, ops.clamp_min(ops.sub_number(cosine, number=margin), 0), 0.0)
    return reduced(together + apart, reduction)


def _check_margin(margin: Real, anchor: Tensor, positive: Tensor, negative: Tensor) -> None:
    if margin <= 0:
        raise value_error(f"margin must be greater than 0, got {margin}")
    a, p, n = anchor.ndim, positive.ndim, negative.ndim
    if not a == p == n:
        raise shape_error(
            "The anchor, positive, and negative tensors are expected to have the same number of "
            f"dimensions, but got: anchor {a}D, positive {p}D, and negative {n}D inputs",
            0,
            1,
            2,
        )


@loss(where=["F.triplet_margin_loss"])
@example(
    "F.triplet_margin_loss(x, y, z)",
    "x=linspace(-2, 2, 6).reshape(2, 3)",
    "y=linspace(2, -1, 6).reshape(2, 3)",
    "z=tensor([[1.0, 0.5, -1.0], [2.0, -0.75, 0.25]])",
)
def triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    /,
    margin: Real = 1.0,
    p: Real = 2,
    eps: Real = 1e-6,
    swap: bool = False,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: Any = "mean",
) -> Tensor:
    """What anchors are not nearer to positives than to negatives by a margin."""
    reduction = reduction_of(size_average, reduce, reduction)
    _check_margin(margin, anchor, positive, negative)

    def distance(a: Tensor, b: Tensor) -> Tensor:
        return OPS["pairwise_distance"].call(a, b, p, eps)

    far = distance(anchor, negative)
    if swap:
        far = ops.minimum(far, distance(positive, negative))
    near = ops.add_number(distance(anchor, positive), number=margin)
    return reduced(ops.clamp_min(near - far, 0), reduction)


@loss(where=["F.triplet_margin_with_distance_loss"])
@example(
    "F.triplet_margin_with_distance_loss(x, y, z)",
    _SCORES,
    "y=tensor([[0.5, -2.0, 1.0], [0.4, 3.0, -1.0]])",
    "z=tensor([[1.0, 0.5, -1.0], [2.0, -0.75, 0.25]])",
)
def triplet_margin_with_distance_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    /,
    *,
    distance_function: Any = None,
    margin: Real = 1.0,
    swap: bool = False,
    reduction: Any = "mean",
) -> Tensor:
    """The triplet loss with a distance of one's own."""
    reduction = reduction_of(None, None, reduction)
    _check_margin(margin, anchor, positive, negative)
    distance: Callable[..., Tensor] = distance_function or OPS["pairwise_distance"].call
    near, far = distance(anchor, positive), distance(anchor, negative)
    if swap:
        far = ops.minimum(far, distance(positive, negative))
    return reduced(ops.clamp_min(margin + near - far, 0), reduction)


# Scores of several classes


@loss(where=["F.multilabel_soft_margin_loss"])
@example("F.multilabel_soft_margin_loss(x, y)", "x=tensor([1.0, 800.0])", "y=ones(2)")
def multilabel_soft_margin_loss(
    input: Tensor,
    target: Tensor,
    /,
    weight: OptTensor = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: Any = "mean",
) -> Tensor:
    """The mean over classes of the cross entropy of scores and targets, one by one."""
    if size_average is not None or reduce is not None:
        reduction = reduction_of(size_average, reduce, reduction)
    losses = -(target * ops.logsigmoid(input) + (1 - target) * ops.logsigmoid(-input))
    if weight is not None:
        losses = losses * weight
    arrays.own_axis(-1, input.ndim)
    losses = ops.sum(losses, dim=(input.ndim - 1,)) / input.array.shape[-1]
    if reduction not in ("none", "mean", "sum"):
        raise value_error(f"{reduction} is not valid")
    return reduced(losses, reduction)


def _above_0(x: Value) -> Value:
    """Return what is above 0, which a NaN is not."""
    return ops.where(x > 0, x, 0.0)


@internal(fused=True, node="MultiMarginLossBackward0")
def _multi_margin_loss(
    input: Value, /, chosen: Any, factors: Any, p: int, margin: Real, reduction: str
) -> Value:
    """What other classes come nearer than a margin; ``chosen`` marks the right class of each."""
    right = ops.sum(ops.where(chosen, input, 0.0), dim=(-1,), keepdim=True)
    short = _above_0(float(margin) - right + input)
    losses = ops.where(chosen, 0.0, short * short if p == 2 else short)
    if factors is not None:
        losses = ops.mul(losses, arrays.like(losses, factors))
    return reduced(ops.mean(losses, dim=(-1,)), reduction)


def _check_rows(input: Tensor) -> None:
    shape = input.array.shape
    if len(shape) > 2 or (shape and not shape[-1]):
        raise shape_error(
            f"Expected non-empty vector or matrix with optional 0-dim batch size, but got: "
            f"{list(shape)}"
        )


def _require_longs(target: Tensor) -> None:
    if target.array.dtype != "int64":
        raise dtype_error(f"expected scalar type Long but found {target.dtype.scalar_name}", 1)


@loss(where=["F.multi_margin_loss"])
@example("F.multi_margin_loss(x, tensor([1]), reduction='none')", "x=tensor([0.5, 1.0])")
def multi_margin_loss(
    input: Tensor,
    target: Tensor,
    /,
    p: Real = 1,
    margin: Real = 1.0,
    weight: OptTensor = None,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: Any = "mean",
) -> Tensor:
    """What scores of wrong classes come nearer to the right one's than a margin."""
    reduction = reduction_of(size_average, reduce, reduction)
    if p not in (1, 2):
        raise value_error("only p == 1 and p == 2 supported")
    if weight is not None and weight.ndim != 1:
        raise value_error("weight must be one-dimensional")
    constant(weight, "multi_margin_loss", "weight")
    _check_rows(input)
    shape = input.array.shape
    rows, classes = (1, *shape)[-2:] if shape else (1, 1)
    if target.ndim > 1 or target.array.size != rows:
        raise mismatch(
            "multi_margin_loss: target tensor should be 1-D with size equal to the number of input "
            f"samples (batch size). Expected target size [{rows}], but got "
            f"{list(target.array.shape)}. Input has shape {list(shape)}."
        )
    if weight is not None and weight.array.size != classes:
        raise shape_error(
            f"inconsistent weight size, expected {classes} but got {list(weight.array.shape)}"
        )
    _require_longs(target)
    require_floating(input.array, "multi_margin_loss")
    numbers = target.array.reshape(shape[:-1] or target.array.shape)
    if ((numbers < 0) | (numbers >= classes)).any():
        raise refuse("target out of range", 1)
    chosen = choosing.one_hot(numbers, classes) if shape else numbers == 0
    factors = None if weight is None else weight.array[numbers][..., None]
    return _multi_margin_loss(
        input, chosen=chosen, factors=factors, p=p, margin=margin, reduction=reduction
    )


@internal(fused=True, node="MultilabelMarginLossBackward0")
def _multilabel_margin_loss(input: Value, /, listed: Any, others: Any, reduction: str) -> Value:
    """What other classes come nearer than 1 to those listed.

    ``listed`` marks, for each place in the list of a row, the class in it; ``others`` the classes
    that are not in the list.
    """
    if not len(input.shape):
        input = ops.reshape(input, shape=(1,))
    right = ops.sum(ops.where(listed, ops.unsqueeze(input, dim=-2), 0.0), dim=(-1,), keepdim=True)
    short = _above_0(1 - right + ops.unsqueeze(input, dim=-2))
    counted = listed.any(axis=-1, keepdims=True) & others[..., None, :]
    losses = ops.sum(ops.where(counted, short, 0.0), dim=(-2, -1))
    return reduced(losses / input.shape[-1], reduction)


@loss(where=["F.multilabel_margin_loss"])
@example("F.multilabel_margin_loss(x, tensor([0, 0, 1]))", "x=tensor([0.5, 1.0, 0.25])")
def multilabel_margin_loss(
    input: Tensor,
    target: Tensor,
    /,
    size_average: bool | None = None,
    reduce: bool | None = None,
    reduction: Any = "mean",
) -> Tensor:
    """What scores of classes come nearer than 1 to those of the listed ones; -1 ends a list."""
    reduction = reduction_of(size_average, reduce, reduction)
    _check_rows(input)
    shape = input.array.shape
    if target.array.shape != shape:
        raise mismatch(
            f"inconsistent target size: {list(target.array.shape)} for input of size: {list(shape)}"
        )
    _require_longs(target)
    require_floating(input.array, "multilabel_margin_loss_forward_out_frame")
    numbers, classes = np.atleast_1d(target.array), math.prod(shape[-1:])
    if ((numbers < -1) | (numbers >= classes)).any():
        raise refuse("argument #2 'target' is out of range", 1)
    ended = (numbers == -1).cumsum(axis=-1) > 0
    listed = choosing.one_hot(numbers, classes) & ~ended[..., None]
    others = ~listed.any(axis=-2)
    return _multilabel_margin_loss(input, listed=listed, others=others, reduction=reduction)
