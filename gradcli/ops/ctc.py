"""Connectionist temporal classification: the likelihood of a sequence that is not aligned.

A sequence of labels stands for every path through time that passes through the labels in order,
with blanks between.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gradcli.core.tensor import Tensor
from gradcli.numerics import arrays
from gradcli.numerics.alignment import Batch
from gradcli.operators.by_name import mean, squeeze, sum, unsqueeze, where
from gradcli.operators.declare import Array, example, formula
from gradcli.operators.derivatives import refused
from gradcli.operators.families import functional, internal
from gradcli.operators.refusals import invalid, refuse
from gradcli.ops.activation import require_floating
from gradcli.ops.loss import reduction_of


@internal(
    vjp=lambda g, x, batch, zero_infinity: _ctc_slope(
        g, x, batch=batch, zero_infinity=zero_infinity
    ),
    node="CtcLossBackward0",
    engines=["numpy"],
)
@formula(input="exp(input) less the share that passes each symbol on paths to the target")
def _ctc(xp: Any, x: Array, /, batch: Any, zero_infinity: bool) -> Array:
    """The negative log likelihood of each sequence of a batch."""
    return xp.asarray([-case.likelihood() for _, _, case in batch.cases(x)], dtype=x.dtype)


@internal(vjp=(refused("_ctc_loss_backward"), refused("_ctc_loss_backward")), node="NotImplemented")
def _ctc_slope(xp: Any, g: Array, x: Array, /, batch: Any, zero_infinity: bool) -> Array:
    """The gradient of the loss by the likelihoods, as PyTorch has it: past a log_softmax before.

    Raises RuntimeError where it is to be differentiated again.
    """
    found = xp.zeros(x.shape, dtype=x.dtype)
    for place, time, case in batch.cases(x):
        total = case.likelihood()
        if (total == -math.inf and zero_infinity) or not time:
            continue
        shares = xp.zeros((time, x.shape[2]))
        passing = xp.exp(case.occupation() - total)
        for state, label in enumerate(case.states):
            shares[:, label] += passing[:, state]
        found[:time, place] = g[place] * (xp.exp(x[:time, place]) - shares)
    return found


def _numbers(lengths: Any, name: str) -> list[int]:
    found = lengths.array.reshape(-1).tolist() if isinstance(lengths, Tensor) else list(lengths)
    if not all(isinstance(length, int) for length in found):
        raise invalid(f"{name} must be integral", code="dtype")
    return found


def _check(
    likelihoods: Tensor, targets: Tensor, blank: int, lengths: list[int], sizes: list[int]
) -> None:
    time, batch, labels = likelihoods.array.shape
    if not 0 <= blank < labels:
        raise invalid("blank must be in label range")
    for name, found in (("input_lengths", lengths), ("target_lengths", sizes)):
        if len(found) != batch:
            raise refuse(f"{name} must be of size batch_size")
    for length in lengths:
        if not 0 <= length <= time:
            raise refuse(
                f"Expected input_lengths to have value at most {time}, but got value {length} "
                "(while checking arguments for ctc_loss_allocate_outputs)"
            )
    total = targets.array.shape[-1] if targets.ndim == 2 else targets.array.size
    needed = max(sizes, default=0) if targets.ndim == 2 else math.fsum(sizes)
    if needed > total or min(sizes, default=0) < 0 or targets.ndim not in (1, 2):
        raise refuse(
            f"Expected tensor to have size at least {int(needed)} at dimension 1, but got size "
            f"{total} for argument #2 'targets' (while checking arguments for "
            "ctc_loss_allocate_outputs)",
            1,
        )
    if targets.array.dtype.kind not in "iu" or (
        targets.array.size and not 0 <= targets.array.min() <= targets.array.max() < labels
    ):
        raise refuse("targets must be label numbers", 1)


@functional()
@example(
    "F.ctc_loss(x.log_softmax(2), tensor([1, 3, 3]), (6, 6), (1, 2))",
    "x=linspace(-2, 2, 48).reshape(6, 2, 4) ** 3",
)
def ctc_loss(
    log_probs: Tensor,
    targets: Tensor,
    /,
    input_lengths: Any,
    target_lengths: Any,
    blank: int = 0,
    reduction: Any = "mean",
    zero_infinity: bool = False,
) -> Tensor:
    """The negative log likelihood of sequences of labels, under a likelihood of each in time."""
    reduction = reduction_of(None, None, reduction)
    arrays.axis(1, log_probs.ndim)
    if not log_probs.numel():
        raise refuse("log_probs tensor must not be empty")
    single = log_probs.ndim == 2
    require_floating(log_probs.array, "ctc_loss_cpu")
    lengths = _numbers(input_lengths, "input_lengths")
    sizes = _numbers(target_lengths, "target_lengths")
    likelihoods = unsqueeze(log_probs, dim=1) if single else log_probs
    _check(likelihoods, targets, blank, lengths, sizes)
    batch = Batch(targets.array, lengths, sizes, blank)
    losses = _ctc(likelihoods, batch=batch, zero_infinity=zero_infinity)
    if zero_infinity:
        losses = where(losses == math.inf, 0.0, losses)
    if reduction == "sum":
        return sum(losses)
    if reduction == "mean":
        counts = np.maximum(np.asarray(sizes), 1).astype(log_probs.array.dtype)
        return mean(losses / Tensor(counts))
    return squeeze(losses, dim=0) if single else losses
