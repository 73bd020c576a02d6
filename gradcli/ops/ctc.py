"""Connectionist temporal classification: the likelihood of a sequence that is not aligned.

A sequence of labels stands for every path through time that passes through the labels in order,
with blanks between. The sums over paths run forwards and backwards in time, in logarithms (Graves
et al., 2006).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from gradcli.core.tensor import Tensor
from gradcli.numerics import arrays
from gradcli.operators.by_name import mean, squeeze, sum, unsqueeze, where
from gradcli.operators.declare import Array, example, formula
from gradcli.operators.derivatives import refused
from gradcli.operators.families import functional, internal
from gradcli.operators.refusals import invalid, refuse
from gradcli.ops.activation import require_floating
from gradcli.ops.loss import reduction_of


class Case:
    """One sequence of a batch: its likelihoods in time, and the states its paths pass through."""

    def __init__(self, likelihoods: np.ndarray, labels: np.ndarray, blank: int) -> None:
        self.states = np.full(2 * labels.size + 1, blank)
        self.states[1::2] = labels
        self.emitted = likelihoods[:, self.states]
        # A blank between two labels can be left out unless they are the same.
        self.skips = np.zeros(self.states.size, bool)
        self.skips[3::2] = labels[1:] != labels[:-1]

    def forward(self) -> np.ndarray:
        """Return the logarithms of the sums over paths up to each time and state."""
        found = np.full(self.emitted.shape, -np.inf)
        for time, emitted in enumerate(self.emitted):
            if time == 0:
                found[0, :2] = emitted[:2]
                continue
            before = found[time - 1]
            ways = np.full((3, before.size), -np.inf)
            ways[0], ways[1, 1:] = before, before[:-1]
            ways[2, 2:] = np.where(self.skips[2:], before[:-2], -np.inf)
            found[time] = np.logaddexp.reduce(ways) + emitted
        return found

    def likelihood(self) -> Any:
        """Return the logarithm of the sum over all paths."""
        if not self.emitted.shape[0]:
            return 0.0 if self.states.size == 1 else -np.inf
        return np.logaddexp.reduce(self.forward()[-1, -2:])

    def occupation(self) -> np.ndarray:
        """Return the logarithms of the sums over paths through each time and state."""
        reversed_case = Case.__new__(Case)
        reversed_case.states = self.states[::-1]
        reversed_case.emitted = self.emitted[::-1, ::-1]
        reversed_case.skips = np.zeros_like(self.skips)
        reversed_case.skips[2:] = self.skips[::-1][:-2]
        backward: np.ndarray = reversed_case.forward()[::-1, ::-1]
        occupied: np.ndarray = self.forward() + backward - self.emitted
        return occupied


class Batch(NamedTuple):
    """The labels of several sequences, one after the other or a row each, and their lengths."""

    targets: np.ndarray
    times: list[int]
    sizes: list[int]
    blank: int

    def cases(self, likelihoods: np.ndarray) -> Iterator[tuple[int, int, Case]]:
        """Yield for each sequence its place, its length in time and its case."""
        start = 0
        for place, (time, size) in enumerate(zip(self.times, self.sizes, strict=True)):
            rows = self.targets.ndim == 2
            labels = self.targets[place, :size] if rows else self.targets[start : start + size]
            start += size
            own = likelihoods[:time, place].astype(np.float64)
            yield place, time, Case(own, labels, self.blank)


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
