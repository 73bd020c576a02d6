"""Losses, a row each, but for the one that has a layer of its own."""

from __future__ import annotations

from functools import partial
from math import prod
from typing import Any

from gradcli.nn import names
from gradcli.nn.calls import F
from gradcli.nn.linear import Linear
from gradcli.nn.rows import Row, assign, layer
from gradcli.nn.shapes import PairwiseDistance
from gradcli.operators.refusals import invalid

__all__ = names("loss")


class _Loss(Row):
    """What losses are: elements that are summed, averaged or left."""

    def __init__(self, size_average: Any = None, reduce: Any = None, reduction: str = "mean"):
        Row.__init__(self)
        assign(self, {"size_average": size_average, "reduce": reduce, "reduction": reduction})


class _WeightedLoss(_Loss):
    """A loss whose classes or elements have weights."""

    def __init__(
        self,
        weight: Any = None,
        size_average: Any = None,
        reduce: Any = None,
        reduction: str = "mean",
    ):
        super().__init__(size_average, reduce, reduction)
        assign(self, {"weight": weight})


for _kind in (_Loss, _WeightedLoss):
    _kind.__module__ = "torch.nn.modules.loss"

_row = partial(layer, "loss", shown="", inputs="input, target", base=_Loss)
_of_classes = partial(_row, base=_WeightedLoss)
_plain, _weighing = partial(_row, owner="_Loss"), partial(_of_classes, owner="_WeightedLoss")
_reduced = "size_average=None, reduce=None, reduction='mean'"
_weighted = f"weight=None, {_reduced}"
_ignoring = "weight=None, size_average=None, ignore_index=-100, reduce=None, reduction='mean'"
_pair, _triplet = "input1, input2, target", "anchor, positive, negative"


def _settle_multi_margin(given: dict[str, Any]) -> None:
    if given["p"] not in (1, 2):
        raise invalid("only p == 1 and p == 2 supported", ValueError)
    if given["weight"] is not None and given["weight"].dim() != 1:
        raise invalid(
            f"MultiMarginLoss: expected weight to be None or 1D tensor, got "
            f"{given['weight'].dim()}D instead",
            ValueError,
        )


def _settle_delta(given: dict[str, Any]) -> None:
    if not isinstance(given["delta"], (int, float)):
        kind = type(given["delta"])
        raise invalid(f"delta must be a float or int, got: {kind}", TypeError)


def _settle_triplet(given: dict[str, Any]) -> None:
    if given["margin"] <= 0:
        message = f"TripletMarginLoss: expected margin to be greater than 0, got {given['margin']}"
        raise invalid(f"{message} instead", ValueError)


def _settle_distance(given: dict[str, Any]) -> None:
    if given["distance_function"] is None:
        given["distance_function"] = PairwiseDistance()
    if given["margin"] <= 0:
        message = "TripletMarginWithDistanceLoss: expected margin to be greater than 0, got"
        raise invalid(f"{message} {given['margin']} instead", ValueError)


L1Loss = _plain("L1Loss", "l1_loss", _reduced)
MSELoss = _plain("MSELoss", "mse_loss", _reduced)
NLLLoss = _of_classes("NLLLoss", "nll_loss", _ignoring)
NLLLoss2d = _row("NLLLoss2d", "nll_loss", _ignoring, base=NLLLoss)
PoissonNLLLoss = _row(
    "PoissonNLLLoss",
    "poisson_nll_loss",
    "log_input=True, full=False, size_average=None, eps=1e-08, reduce=None, reduction='mean'",
    inputs="log_input, target",
)
GaussianNLLLoss = _row(
    "GaussianNLLLoss",
    "gaussian_nll_loss",
    "*, full=False, eps=1e-06, reduction='mean'",
    inputs="input, target, var",
)
KLDivLoss = _row("KLDivLoss", "kl_div", f"{_reduced}, log_target=False")
BCELoss = _weighing("BCELoss", "binary_cross_entropy", _weighted)
BCEWithLogitsLoss = _row(
    "BCEWithLogitsLoss", "binary_cross_entropy_with_logits", f"{_weighted}, pos_weight=None"
)
HingeEmbeddingLoss = _row("HingeEmbeddingLoss", "hinge_embedding_loss", f"margin=1.0, {_reduced}")
MultiLabelMarginLoss = _plain("MultiLabelMarginLoss", "multilabel_margin_loss", _reduced)
SmoothL1Loss = _row("SmoothL1Loss", "smooth_l1_loss", f"{_reduced}, beta=1.0")
HuberLoss = _row("HuberLoss", "huber_loss", "reduction='mean', delta=1.0", settle=_settle_delta)
SoftMarginLoss = _plain("SoftMarginLoss", "soft_margin_loss", _reduced)
CrossEntropyLoss = _of_classes(
    "CrossEntropyLoss", "cross_entropy", f"{_ignoring}, label_smoothing=0.0"
)
MultiLabelSoftMarginLoss = _weighing(
    "MultiLabelSoftMarginLoss", "multilabel_soft_margin_loss", _weighted
)
CosineEmbeddingLoss = _row(
    "CosineEmbeddingLoss", "cosine_embedding_loss", f"margin=0.0, {_reduced}", inputs=_pair
)
MarginRankingLoss = _row(
    "MarginRankingLoss", "margin_ranking_loss", f"margin=0.0, {_reduced}", inputs=_pair
)
MultiMarginLoss = _of_classes(
    "MultiMarginLoss",
    "multi_margin_loss",
    f"p=1, margin=1.0, {_weighted}",
    settle=_settle_multi_margin,
)
TripletMarginLoss = _row(
    "TripletMarginLoss",
    "triplet_margin_loss",
    f"margin=1.0, p=2.0, eps=1e-06, swap=False, {_reduced}",
    inputs=_triplet,
    settle=_settle_triplet,
)
TripletMarginWithDistanceLoss = _row(
    "TripletMarginWithDistanceLoss",
    "triplet_margin_with_distance_loss",
    "*, distance_function=None, margin=1.0, swap=False, reduction='mean'",
    inputs=_triplet,
    settle=_settle_distance,
)
CTCLoss = _row(
    "CTCLoss",
    "ctc_loss",
    "blank=0, reduction='mean', zero_infinity=False",
    inputs="log_probs, targets, input_lengths, target_lengths",
)


class LinearCrossEntropyLoss(_WeightedLoss):
    """The cross entropy of the scores that a linear layer of its own gives."""

    def __init__(
        self,
        in_features: int,
        num_classes: int,
        *,
        out_features: tuple[int, ...] = (),
        bias: bool = False,
        device: Any = None,
        dtype: Any = None,
        reduction: str = "mean",
        weight: Any = None,
        ignore_index: int | None = None,
        label_smoothing: float = 0.0,
        options: Any = None,
    ) -> None:
        if weight is not None and weight.shape != (num_classes,):
            shapes = f"{(num_classes,)}, got {tuple(weight.shape)}"
            raise invalid(f"expected weight shape to be {shapes}")
        if not 0 <= label_smoothing <= 1:
            raise invalid(f"expected label_smoothing to be in range [0, 1], got {label_smoothing}")
        super().__init__(weight=weight, reduction=reduction)
        self.num_classes, self.out_features = num_classes, out_features
        self.ignore_index, self.label_smoothing = ignore_index, label_smoothing
        size = prod(out_features, start=num_classes)
        self.linear = Linear(in_features, size, bias=bias, device=device, dtype=dtype)
        self.options = options

    def forward(self, input: Any, target: Any) -> Any:
        """Return the loss."""
        linear, shape = self.linear, (self.num_classes, *self.out_features)
        return F.linear_cross_entropy(
            input,
            linear.weight.reshape((*shape, linear.in_features)),
            target,
            linear_bias=None if linear.bias is None else linear.bias.reshape(shape),
            weight=self.weight,
            reduction=self.reduction,
            ignore_index=self.ignore_index,
            label_smoothing=self.label_smoothing,
            options=self.options,
        )

    def extra_repr(self) -> str:
        """Return the arguments as they print."""
        return (
            f"in_features={self.linear.in_features}, num_classes={self.num_classes}, "
            f"out_features={self.out_features}, bias={self.linear.bias is not None}, "
            f"reduction={self.reduction}, ignore_index={self.ignore_index}, "
            f"label_smoothing={self.label_smoothing}, options={self.options}"
        )
