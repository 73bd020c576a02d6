"""Proofs of the operators in ``gradcli/ops/classification.py``."""

from __future__ import annotations

from typing import Any

from tests.ops.samples.loss import every_reduction
from tests.ops.sampling import Proof, sample

_X = "(linspace(-2, 2, 12).reshape(4, 3) ** 3)"
_T = "tensor([2, 0, 1, 2])"
_W = "tensor([1.0, 2.0, 0.5])"


def _class_samples(name: str) -> list[Any]:
    """Sample a loss of class numbers in every form that both have."""
    return [
        *every_reduction(name + "(x, t{})", x=_X, t=_T),
        *every_reduction(name + "(x, t, w.detach(){})", x=_X, t=_T, w=_W),
        *every_reduction(name + "(x, t, w.detach(), ignore_index=2{})", x=_X, t=_T, w=_W),
        sample(name + "(x, t)", x=_X, t="tensor([-100, 0, 1, -100])"),
        sample(name + "(x, t)", x="tensor([1.0, -2.0, 0.5])", t="tensor(1)"),
        sample(name + "(x.detach(), t, reduction='none')", x="ones(3)", t="tensor([1])"),
        sample(name + "(x, t)", x=_X + "[:2, :, None]", t="tensor([[2], [0]])"),
        sample(name + "(x, t, reduction='none')", x=_X + ".T[:, :, None]", t="tensor([[3]] * 3)"),
        sample(
            name + "(x, t)",
            x="linspace(-2, 2, 24).reshape(2, 3, 2, 2)",
            t="tensor([[[0, 1], [2, 0]], [[1, 1], [2, 2]]])",
        ),
        sample(
            name + "(x, t, reduction='none', ignore_index=2)",
            x="linspace(-2, 2, 24).reshape(2, 3, 2, 2)",
            t="tensor([[[0, 1], [2, 0]], [[1, 1], [2, 2]]])",
        ),
        sample(name + "(x, t)", x="zeros(0, 3)", t="zeros(0, dtype=torch.int64)"),
        sample(name + "(x, t, None, False)", x=_X, t=_T),
        sample(name + "(x, t)", x="tensor([[1.0, -inf], [2.0, nan]])", t="tensor([0, 0])"),
    ]


_CHOSEN = "tensor([1, 0, 1, 0])"
_PROBABILITIES = "softmax(linspace(-1, 3, 12).reshape(4, 3), 1)"

PROOFS = {
    "_nll": Proof(
        [
            sample("F.nll_loss(x, tensor([2, 0, 1, 2])) ** 2", x=_X),
            sample("F.nll_loss(x, tensor([2, 0, 1, 2]), reduction='none') ** 2", x=_X),
        ]
    ),
    "_nll_slope": Proof(
        [
            sample(
                "F.nll_loss(x ** 3, tensor([2, 0, 1, 2]), tensor([1.0, 2.0, 0.5]), ignore_index=1)",
                x=_X,
            )
        ]
    ),
    "nll_loss": Proof(
        [
            *_class_samples("F.nll_loss"),
            sample("F.nll_loss(x.log_softmax(1), t)", x=_X, t=_T),
            sample("F.nll_loss(x, t)", x="tensor([[-inf, 0.0]])", t="tensor([0])"),
        ],
        wrong=[
            "F.nll_loss(ones(2, 3), tensor([0, 3]))",
            "F.nll_loss(ones(2, 3), tensor([0]))",
            "F.nll_loss(ones(2, 3), tensor([0.0, 1.0]))",
            "F.nll_loss(ones(2, 3), tensor([[0, 1], [1, 1]]))",
            "F.nll_loss(ones(3), tensor([1, 2]))",
            "F.nll_loss(ones(2, 3, 4), zeros(2, 3, dtype=torch.int64))",
            "F.nll_loss(ones(2, 3), tensor([0, 1]), weight=ones(2))",
            "F.nll_loss(ones(2, 3), tensor([0, 1]), reduction='x')",
            "F.nll_loss(tensor([[1, 2]]), tensor([0]))",
        ],
    ),
    "cross_entropy": Proof(
        [
            *_class_samples("F.cross_entropy"),
            *every_reduction("F.cross_entropy(x, y{})", x=_X, y=_PROBABILITIES),
            *every_reduction("F.cross_entropy(x, y, w.detach(){})", x=_X, y=_PROBABILITIES, w=_W),
            sample("F.cross_entropy(x, y, label_smoothing=0.25)", x=_X, y=_PROBABILITIES),
            sample("F.cross_entropy(x, y)", x="tensor([1.0, 2.0])", y="tensor([0.25, 0.75])"),
            *every_reduction("F.cross_entropy(x, t, label_smoothing=0.1{})", x=_X, t=_T),
            *every_reduction(
                "F.cross_entropy(x, t, w.detach(), ignore_index=1, label_smoothing=0.5{})",
                x=_X,
                t=_T,
                w=_W,
            ),
            sample("F.cross_entropy(x, t)", x="tensor([[1e4, -1e4, 0.0]])", t="tensor([1])"),
            sample("F.cross_entropy(x, t) ** 2", x=_X, t=_T),
        ],
        wrong=[
            "F.cross_entropy(ones(2, 3), tensor([0, 3]))",
            "F.cross_entropy(ones(2, 3), tensor([0]))",
            "F.cross_entropy(ones(2, 3), tensor([0.0, 1.0]))",
            "F.cross_entropy(ones(2, 3), tensor([[0, 1], [1, 1]]))",
            "F.cross_entropy(ones(3), tensor([1, 2]))",
            "F.cross_entropy(ones(2, 3, 4), zeros(2, 3, dtype=torch.int64))",
            "F.cross_entropy(ones(2, 3), tensor([0, 1]), weight=ones(2))",
            "F.cross_entropy(ones(2, 3), tensor([0, 1]), reduction='x')",
            "F.cross_entropy(ones(2, 3), tensor([[0, 1, 0], [1, 0, 0]]))",
            "F.cross_entropy(ones(2, 3), ones(2, 3), ignore_index=1)",
            "F.cross_entropy(ones(2, 3), tensor([0, 1]), label_smoothing=2.0)",
        ],
    ),
    "linear_cross_entropy": Proof(
        [
            sample("F.linear_cross_entropy(x, w, torch.tensor(1))", x="ones(3)", w="eye(3)[:2]"),
            *every_reduction("F.linear_cross_entropy(x, w, t{})", x=_X, w="eye(3)[:2]", t=_CHOSEN),
            sample(
                "F.linear_cross_entropy(x, w, t, linear_bias=b, ignore_index=1)",
                x=_X,
                w="eye(3)[:2]",
                b="tensor([0.5, -1.0])",
                t=_CHOSEN,
            ),
            sample(
                "F.linear_cross_entropy(x, w, y, label_smoothing=0.1)",
                x=_X,
                w="eye(3)",
                y=_PROBABILITIES,
            ),
            sample(
                "F.linear_cross_entropy(x, w, t, linear_bias=b, weight=tensor([1.0, 2.0]))",
                x=_X,
                w="linspace(-1, 2, 12).reshape(2, 2, 3)",
                b="tensor([[0.5, -1.0], [0.0, 2.0]])",
                t="tensor([[1, 0], [0, 0], [1, 1], [0, 1]])",
            ),
        ],
        wrong=[
            "F.linear_cross_entropy(ones(3, 4), ones(4, 5), tensor([1, 1, 1]))",
            "F.linear_cross_entropy(ones(3, 3, 5), ones(4, 5), tensor([1, 1, 1]))",
            "F.linear_cross_entropy(ones(3, 5), ones(5), tensor([1, 1, 1]))",
            "F.linear_cross_entropy(ones(3, 5), ones(4, 5), ones(3, 4), ignore_index=3)",
            "F.linear_cross_entropy(ones(5), ones(4, 3, 5), ones(3, 4))",
            "F.linear_cross_entropy(ones(2, 5), ones(4, 3, 5), ones(3, 4), linear_bias=ones(4))",
        ],
    ),
}

EXAMPLES = {
    "nll_loss": sample(
        "F.nll_loss(x, t)", x="linspace(-1, 0, 6).reshape(2, 3)", t="tensor([1, 0])"
    ),
}
