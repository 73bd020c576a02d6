"""The softmax over many classes by clusters: frequent ones in the head, rare ones in tails."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from gradcli.nn import names
from gradcli.nn.calls import F, torch
from gradcli.nn.container import ModuleList, Sequential
from gradcli.nn.linear import Linear
from gradcli.nn.module import Module
from gradcli.operators.refusals import invalid

__all__ = names("adaptive")


class _ASMoutput(NamedTuple):
    """The log probability of each target, and their negative mean."""

    output: Any
    loss: Any


class AdaptiveLogSoftmaxWithLoss(Module):
    """Log probabilities of targets; a class from the first cutoff on stands in a cluster."""

    def __init__(
        self,
        in_features: int,
        n_classes: int,
        cutoffs: Sequence[int],
        div_value: float = 4.0,
        head_bias: bool = False,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        _check_cutoffs(list(cutoffs), n_classes)
        self.in_features, self.n_classes = in_features, n_classes
        self.cutoffs = [*cutoffs, n_classes]
        self.div_value, self.head_bias = div_value, head_bias
        self.shortlist_size, self.n_clusters = self.cutoffs[0], len(self.cutoffs) - 1
        self.head_size = self.shortlist_size + self.n_clusters
        like = {"device": device, "dtype": dtype}
        self.head = Linear(in_features, self.head_size, bias=head_bias, **like)
        self.tail = ModuleList()
        for number, (low, high) in enumerate(self._clusters(), 1):
            size = int(in_features // div_value**number)
            first = Linear(in_features, size, bias=False, **like)
            self.tail.append(Sequential(first, Linear(size, high - low, bias=False, **like)))

    def _clusters(self) -> list[tuple[int, int]]:
        """Return the first class of each cluster, and that of the one after it."""
        return list(zip(self.cutoffs, self.cutoffs[1:], strict=False))

    def reset_parameters(self) -> None:
        """Draw the parameters anew."""
        self.head.reset_parameters()
        for first, second in self.tail:
            first.reset_parameters()
            second.reset_parameters()

    def forward(self, input: Any, target: Any) -> Any:
        """Return the log probabilities of the targets, and the loss."""
        _check_sizes(input, target)
        if target.dim() == 0:
            found = self(input.unsqueeze(0), target.unsqueeze(0))
            return _ASMoutput(found.output.squeeze(0), found.loss)
        output = input.new_zeros(target.size(0))
        places, used = target.new_empty(target.size(0)), 0
        for number, (low, high) in enumerate([(0, self.cutoffs[0]), *self._clusters()]):
            mask = (target >= low) & (target < high)
            rows = mask.nonzero().squeeze(1)
            if not rows.numel():
                continue
            used += rows.numel()
            if number == 0:
                places.index_copy_(0, rows, target[mask])
                continue
            inside = F.log_softmax(self.tail[number - 1](input.index_select(0, rows)), dim=1)
            found = inside.gather(1, (target[mask] - low).unsqueeze(1))
            output.index_copy_(0, rows, found.squeeze(1))
            places.index_fill_(0, rows, self.shortlist_size + number - 1)
        if used != target.size(0):
            raise invalid(
                f"Target values should be in [0, {self.n_classes - 1}], but values in range "
                f"[{target.min().item()}, {target.max().item()}] were found. "
            )
        head = F.log_softmax(self.head(input), dim=1)
        output += head.gather(1, places.unsqueeze(1)).squeeze(1)
        return _ASMoutput(output, (-output).mean())

    def _filled(self, input: Any, head: Any) -> Any:
        """Return the log probabilities of all classes, given the head's scores."""
        output = input.new_empty((head.size(0), self.n_classes))
        likelihoods = F.log_softmax(head, dim=1)
        output[:, : self.shortlist_size] = likelihoods[:, : self.shortlist_size]
        for number, (low, high) in enumerate(self._clusters()):
            inside = F.log_softmax(self.tail[number](input), dim=1)
            beside = likelihoods[:, self.shortlist_size + number]
            output[:, low:high] = inside + beside.unsqueeze(1)
        return output

    def log_prob(self, input: Any) -> Any:
        """Return the log probabilities of all classes."""
        return self._filled(input, self.head(input))

    def predict(self, input: Any) -> Any:
        """Return the likeliest class of each row; clusters are looked into where they lead."""
        head = self.head(input)
        output = torch.argmax(head, dim=1)
        rare = output >= self.shortlist_size
        if not rare.any():
            return output
        if rare.all():
            return torch.argmax(self._filled(input, head), dim=1)
        output[rare] = torch.argmax(self._filled(input[rare], head[rare]), dim=1)
        return output


def _check_cutoffs(cutoffs: list[Any], classes: int) -> None:
    if not cutoffs:
        raise invalid("cutoffs should be a sequence of length larger than 0", ValueError)
    ordered = cutoffs == sorted(set(cutoffs)) and min(cutoffs) > 0 and max(cutoffs) < classes
    if not ordered or any(int(cutoff) != cutoff for cutoff in cutoffs):
        raise invalid(
            "cutoffs should be a sequence of unique, positive integers sorted in an increasing "
            "order, where each value is between 1 and n_classes-1",
            ValueError,
        )


def _check_sizes(input: Any, target: Any) -> None:
    dims = target.dim()
    if dims > 1:
        raise invalid("0D or 1D target tensor expected, multi-target not supported")
    if dims == 1 and input.size(0) != target.size(0):
        raise invalid("Input and target should have the same size in the batch dimension.")
    if input.dim() != dims + 1:
        raise invalid(
            f"{dims}D target tensor expects {dims + 1}D input tensors, but found inputs with size "
            f"{input.size()}"
        )


_ASMoutput.__module__ = AdaptiveLogSoftmaxWithLoss.__module__
