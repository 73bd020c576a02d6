"""What ``torch.nn.functional`` wraps: the same functions under ``torch``, with inner arguments.

A reduction is a number there (0 none, which is the default, 1 the mean, 2 the sum), and so are
modes. The numbers and the graphs are those of the functions that programs usually call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradcli.operators import by_name as ops
from gradcli.operators.declare import Op, OptTensor, Tensor, example, op
from gradcli.operators.refusals import invalid
from gradcli.ops.ranking import ranked

_REDUCTIONS = ("none", "mean", "sum")


def _reduction(number: int) -> str:
    return _REDUCTIONS[number] if number in (1, 2) else "none"


def _inner(call: str, *inputs: str) -> Callable[[Callable[..., Any]], Op]:
    """Declare a function under the name by which the example calls it."""
    return op(composite=True, where=[call.partition("(")[0]], example=(call, *inputs))


_X = "x=linspace(-2, 2, 6).reshape(2, 3)"
_Y = "y=linspace(0.1, 0.9, 6).reshape(2, 3)"
_IMAGES = "x=linspace(-1, 1, 32).reshape(2, 4, 2, 2)"
_WEIGHT, _BIAS = "w=tensor([1.0, 2.0, -1.0, 0.5])", "b=linspace(-1, 1, 4)"


@_inner("torch.kl_div(x, y)", _X, _Y)
def torch_kl_div(
    input: Tensor, target: Tensor, /, reduction: int = 0, *, log_target: bool = False
) -> Tensor:
    """The Kullback-Leibler divergence of logarithms of probabilities from probabilities."""
    return ops.kl_div(input, target, reduction=_reduction(reduction), log_target=log_target)


@_inner("torch.binary_cross_entropy_with_logits(x, y)", _X, _Y)
def torch_binary_cross_entropy_with_logits(
    input: Tensor,
    target: Tensor,
    /,
    weight: OptTensor = None,
    pos_weight: OptTensor = None,
    reduction: int = 0,
) -> Tensor:
    """The cross entropy of probabilities, given as logits, and two classes."""
    return ops.binary_cross_entropy_with_logits(
        input, target, weight=weight, pos_weight=pos_weight, reduction=_reduction(reduction)
    )


@_inner("torch.hinge_embedding_loss(x, t, 0.5)", _X, "t=tensor([[1], [-1]])")
def torch_hinge_embedding_loss(
    input: Tensor, target: Tensor, /, margin: float = 1.0, reduction: int = 0
) -> Tensor:
    """The distances of equal pairs, and how far those of others stay below a margin."""
    return ops.hinge_embedding_loss(input, target, margin=margin, reduction=_reduction(reduction))


@_inner(
    "torch.margin_ranking_loss(x, y, t, 0.5)",
    "x=tensor([1.0, 2.0])",
    "y=ones(2)",
    "t=tensor([1.0, -1.0])",
)
def torch_margin_ranking_loss(
    input1: Tensor, input2: Tensor, target: Tensor, /, margin: float = 0.0, reduction: int = 0
) -> Tensor:
    """How far pairs of numbers are from the right order with a margin."""
    return ranked(input1, input2, target, margin, _reduction(reduction))


@_inner("torch.cosine_embedding_loss(x, y, t, 0.5)", _X, _Y, "t=tensor([1.0, -1.0])")
def torch_cosine_embedding_loss(
    input1: Tensor, input2: Tensor, target: Tensor, /, margin: float = 0.0, reduction: int = 0
) -> Tensor:
    """One less the cosine of equal pairs, and how far that of others is above a margin."""
    how = _reduction(reduction)
    return ops.cosine_embedding_loss(input1, input2, target, margin=margin, reduction=how)


@_inner("torch.triplet_margin_loss(x, y, x * y)", _X, _Y)
def torch_triplet_margin_loss(
    anchor: Tensor,
    positive: Tensor,
    negative: Tensor,
    /,
    margin: float = 1.0,
    p: float = 2.0,
    eps: float = 1e-06,
    swap: bool = False,
    reduction: int = 0,
) -> Tensor:
    """How much nearer than a margin the negatives are than the positives."""
    how = _reduction(reduction)
    return ops.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, reduction=how)


@_inner(
    "torch.poisson_nll_loss(x, y, True, False, 1e-8, 0)",
    "x=linspace(0.1, 0.9, 6).reshape(2, 3)",
    "y=ones(2, 3) * 3",
)
def torch_poisson_nll_loss(
    input: Tensor, target: Tensor, /, log_input: bool, full: bool, eps: float, reduction: int
) -> Tensor:
    """The negative logarithms of probabilities under Poisson distributions."""
    return ops.poisson_nll_loss(
        input, target, log_input=log_input, full=full, eps=eps, reduction=_reduction(reduction)
    )


@_inner("torch.batch_norm(x, w, b, None, None, True, 0.1, 1e-5, False)", _IMAGES, _WEIGHT, _BIAS)
def torch_batch_norm(
    input: Tensor,
    /,
    weight: OptTensor,
    bias: OptTensor,
    running_mean: OptTensor,
    running_var: OptTensor,
    training: bool,
    momentum: float,
    eps: float,
    cudnn_enabled: bool,
) -> Tensor:
    """Channels with mean 0 and variance 1 over a batch, scaled and shifted."""
    moments = running_mean, running_var
    return ops.batch_norm(input, *moments, weight, bias, training, momentum, eps)


@_inner("torch.instance_norm(x, w, b, None, None, True, 0.1, 1e-5, False)", _IMAGES, _WEIGHT, _BIAS)
def torch_instance_norm(
    input: Tensor,
    /,
    weight: OptTensor,
    bias: OptTensor,
    running_mean: OptTensor,
    running_var: OptTensor,
    use_input_stats: bool,
    momentum: float,
    eps: float,
    cudnn_enabled: bool,
) -> Tensor:
    """Channels of each item with mean 0 and variance 1, scaled and shifted."""
    moments = running_mean, running_var
    return ops.instance_norm(input, *moments, weight, bias, use_input_stats, momentum, eps)


_MODES = ("bilinear", "nearest", "bicubic")
_PADDINGS = ("zeros", "border", "reflection")


@op(composite=True, where=["torch", "torch.grid_sampler_2d", "torch.grid_sampler_3d"])
@example("torch.grid_sampler(x, zeros(2, 1, 1, 2) + 0.7, 1, 0, False)", _IMAGES)
def grid_sampler(
    input: Tensor, grid: Tensor, /, interpolation_mode: int, padding_mode: int, align_corners: bool
) -> Tensor:
    """The elements of images at places of a grid; the modes are numbers."""
    if not (0 <= interpolation_mode < 3 and 0 <= padding_mode < 3):
        raise invalid("grid_sampler(): modes are 0, 1 and 2")
    mode, padding = _MODES[interpolation_mode], _PADDINGS[padding_mode]
    return ops.grid_sample(input, grid, mode, padding, align_corners)
