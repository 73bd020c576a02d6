"""Proofs of the operators in ``gradcli/ops/loss.py``."""

from __future__ import annotations

from typing import Any

from tests.ops.sampling import Proof, across, sample

_X, _Y = "linspace(-2, 2, 6).reshape(2, 3)", "tensor([[0.5, -2.0, 1.0], [0.4, 3.0, -1.0]])"
_P = "linspace(0.05, 0.95, 6).reshape(2, 3)"
_Q = "tensor([[0.0, 1.0, 0.5], [0.25, 1.0, 0.0]])"


def every_reduction(call: str, **inputs: str) -> list[Any]:
    """Sample a loss, a text with ``{}`` for its last arguments, under every reduction."""
    return [
        sample(call.format(last), **inputs)
        for last in ("", ", reduction='mean'", ", reduction='sum'", ", reduction='none'")
    ]


PROOFS = {
    "_mse_loss": Proof(
        [
            sample("F.mse_loss(x, y, reduction='none') ** 2", x=_X, y=_Y),
            sample("F.mse_loss(x, y) ** 2", x=_X, y=_Y),
        ]
    ),
    "mse_loss": Proof(
        [
            *every_reduction("F.mse_loss(x, y{})", x=_X, y=_Y),
            *every_reduction("F.mse_loss(x, y{}, weight=w)", x=_X, y=_Y, w=_P),
            sample("F.mse_loss(x, y)", x=_X, y="tensor([1.0, 0.0, 2.0])"),
            sample("F.mse_loss(x, y)", x="tensor([1.0, 2.0])", y="tensor([[1.0], [0.0]])"),
            sample("F.mse_loss(x, y)", x="tensor(2.0)", y="tensor(-1.0)"),
            sample("F.mse_loss(x, x)", x="tensor([1.0, 2.0])"),
            sample("F.mse_loss(x, i)", x="tensor([1.0, 2.0])", i="tensor([3, 1])"),
            sample("F.mse_loss(x, y)", x="zeros(0)", y="zeros(0)"),
            sample("F.mse_loss(x, y, False)", x=_X, y=_Y),
            sample("F.mse_loss(x, y, reduce=False)", x=_X, y=_Y),
        ],
        wrong=[
            "F.mse_loss(ones(2), ones(2), reduction='x')",
            "F.mse_loss(tensor([1]), tensor([2]))",
            "F.mse_loss(ones(2), ones(3))",
        ],
    ),
    "l1_loss": Proof(
        [
            *every_reduction("F.l1_loss(x, y{})", x=_X, y=_Y),
            *every_reduction("F.l1_loss(x, y{}, weight=w)", x=_X, y=_Y, w=_P),
            sample("F.l1_loss(x, x.detach())", x=_X),
            sample("F.l1_loss(x, y)", x=_X, y="tensor([1.0, 0.0, 2.0])"),
            sample("F.l1_loss(x, y)", x="tensor(2.0)", y="tensor(-1.0)"),
            sample("F.l1_loss(x, y, reduction='sum') ** 2", x="linspace(-3, 3, 6)", y="ones(6)"),
        ],
        wrong=["F.l1_loss(ones(2), ones(2), reduction='x')"],
    ),
    "_smooth_l1_loss": Proof([sample("F.smooth_l1_loss(x, y, beta=0.5) ** 2", x=_X, y=_Y)]),
    "smooth_l1_loss": Proof(
        [
            *every_reduction("F.smooth_l1_loss(x, y{})", x=_X, y=_Y),
            sample(
                "F.smooth_l1_loss(x, y, beta=0.5)", x="tensor([0.0, 1.0])", y="tensor([0.5, 1.0])"
            ),
            sample("F.smooth_l1_loss(x, y, beta=0.0)", x=_X, y=_Y),
            sample("F.smooth_l1_loss(x, y)", x=_X, y="tensor([1.0, 0.0, 2.0])"),
            *across("F.smooth_l1_loss(x, x.detach() * 3, beta=0.7) ** 2", 1, 2, empty=False),
        ],
        wrong=[
            "F.smooth_l1_loss(ones(2), ones(2), reduction='x')",
            "F.smooth_l1_loss(ones(2), ones(2), beta=-1.0)",
            "F.smooth_l1_loss(tensor([1]), tensor([2]))",
        ],
    ),
    "_huber_loss": Proof([sample("F.huber_loss(x, y, delta=0.5) ** 2", x=_X, y=_Y)]),
    "huber_loss": Proof(
        [
            *every_reduction("F.huber_loss(x, y{})", x=_X, y=_Y),
            *every_reduction("F.huber_loss(x, y{}, weight=w)", x=_X, y=_Y, w=_P),
            sample("F.huber_loss(x, y, delta=0.5)", x="tensor([0.0, 1.0])", y="tensor([0.5, 1.0])"),
            sample("F.huber_loss(x, y)", x=_X, y="tensor([1.0, 0.0, 2.0])"),
            sample("F.huber_loss(x, y, delta=0.5) ** 2", x="linspace(-3, 3, 7)", y="zeros(7)"),
            sample("F.huber_loss(x, y, 'sum') ** 2", x="linspace(-1.5, 1.5, 4)", y="ones(4)"),
        ],
        wrong=[
            "F.huber_loss(ones(2), ones(2), reduction='x')",
            "F.huber_loss(ones(2), ones(2), delta=0.0)",
        ],
    ),
    "_bce_slope": Proof(),
    "_bce": Proof(
        [
            sample("F.binary_cross_entropy(x, y, reduction='none') ** 2", x=_P, y=_P + " ** 2"),
            sample(
                "F.binary_cross_entropy(x, y, weight=tensor([1.0, 2.0, 0.5])) ** 2",
                x=_P,
                y=_P + " ** 2",
            ),
        ]
    ),
    "binary_cross_entropy": Proof(
        [
            *every_reduction("F.binary_cross_entropy(x, y{})", x=_P, y=_P + " ** 2"),
            *every_reduction("F.binary_cross_entropy(x, y.detach(){})", x=_P, y=_Q),
            sample("F.binary_cross_entropy(x, y.detach(), tensor([1.0, 2.0, 0.5]))", x=_P, y=_Q),
            sample(
                "F.binary_cross_entropy(x, y.detach(), reduction='none')",
                x="tensor([0.0, 1.0, 0.0, 1.0])",
                y="tensor([0.0, 1.0, 1.0, 0.0])",
            ),
            sample("F.binary_cross_entropy(x, y.detach())", x="tensor(0.25)", y="tensor(1.0)"),
            sample("F.binary_cross_entropy(x, y.detach(), None, False)", x=_P, y=_Q),
            sample("F.binary_cross_entropy(sigmoid(x), y.detach())", x=_X, y=_Q),
        ],
        wrong=[
            "F.binary_cross_entropy(ones(2), ones(2), reduction='x')",
            "F.binary_cross_entropy(ones(2) * 2, ones(2))",
            "F.binary_cross_entropy(ones(2), ones(2) * 2)",
            "F.binary_cross_entropy(ones(2), ones(3))",
            "F.binary_cross_entropy(ones(2), tensor([0, 1]))",
        ],
    ),
    "_bce_with_logits": Proof(
        [
            sample(
                "F.binary_cross_entropy_with_logits(x, y, reduction='none', "
                "pos_weight=tensor([2.0, 1.0, 3.0]), weight=tensor([1.0, 2.0, 0.5])) ** 2",
                x=_X,
                y=_P,
            ),
            sample("F.binary_cross_entropy_with_logits(x, y) ** 2", x=_X, y=_P),
        ]
    ),
    "binary_cross_entropy_with_logits": Proof(
        [
            *every_reduction("F.binary_cross_entropy_with_logits(x, y{})", x=_X, y=_P),
            *every_reduction(
                "F.binary_cross_entropy_with_logits(x, y.detach(), pos_weight=2 * ones(3){})",
                x=_X,
                y=_Q,
            ),
            sample(
                "F.binary_cross_entropy_with_logits(x, y.detach(), tensor([1.0, 2.0, 0.5]))",
                x=_X,
                y=_Q,
            ),
            sample(
                "F.binary_cross_entropy_with_logits(x, y, reduction='none')",
                x="tensor([800.0, -800.0, 800.0, -800.0, nan])",
                y="tensor([1.0, 0.0, 0.0, 1.0, 1.0])",
            ),
            sample("F.binary_cross_entropy_with_logits(x, y)", x="tensor(0.25)", y="tensor(1.0)"),
            sample("F.binary_cross_entropy_with_logits(x, y, reduce=False)", x=_X, y=_P),
        ],
        wrong=[
            "F.binary_cross_entropy_with_logits(ones(2), ones(2), reduction='x')",
            "F.binary_cross_entropy_with_logits(ones(2), ones(3))",
            "F.binary_cross_entropy_with_logits(ones(2), tensor([0, 1]))",
            "F.binary_cross_entropy_with_logits(ones(2), ones(2), pos_weight=ones(2, "
            "requires_grad=True))",
        ],
    ),
    "kl_div": Proof(
        [
            *every_reduction("F.kl_div(x, y{})", x=_X, y=_P),
            *every_reduction("F.kl_div(x, y{}, log_target=True)", x=_X, y=_Y),
            sample("F.kl_div(x, y, reduction='batchmean')", x=_X, y=_P),
            sample("F.kl_div(x, y, reduction='batchmean')", x="tensor(-1.0)", y="tensor(0.5)"),
            sample("F.kl_div(x, y.detach(), reduction='sum')", x=_X, y="tensor([0.0, 0.5, 0.5])"),
            sample("F.kl_div(x, y, False)", x=_X, y=_P),
        ],
        wrong=["F.kl_div(ones(2), ones(2), reduction='x')", "F.kl_div(ones(2), tensor([0, 1]))"],
    ),
    "poisson_nll_loss": Proof(
        [
            *every_reduction("F.poisson_nll_loss(x, y{})", x=_X, y=_Y),
            *every_reduction("F.poisson_nll_loss(x, y{}, log_input=False)", x=_P, y=_Y),
            sample("F.poisson_nll_loss(x, y, full=True)", x=_X, y="tensor([0.5, 2.0, 3.0])"),
            sample("F.poisson_nll_loss(x, y, False, eps=0.5)", x=_P, y="tensor([0.0, 2.0, 3.0])"),
        ],
        wrong=["F.poisson_nll_loss(ones(2), ones(2), reduction='x')"],
    ),
    "gaussian_nll_loss": Proof(
        [
            *every_reduction("F.gaussian_nll_loss(x, y, v{})", x=_X, y=_Y, v=_P),
            sample("F.gaussian_nll_loss(x, y, v, full=True)", x=_X, y=_Y, v=_P),
            sample("F.gaussian_nll_loss(x, y, v)", x=_X, y=_Y, v="tensor([0.5, 2.0])"),
            sample("F.gaussian_nll_loss(x, y, v)", x=_X, y=_Y, v="tensor([[0.5], [2.0]])"),
            sample("F.gaussian_nll_loss(x, y, 2.0)", x=_X, y=_Y),
            sample("F.gaussian_nll_loss(x, y, v, eps=0.25)", x=_X, y=_Y, v=_P),
        ],
        wrong=[
            "F.gaussian_nll_loss(ones(2), ones(2), ones(2), reduction='x')",
            "F.gaussian_nll_loss(ones(2), ones(2), -ones(2))",
            "F.gaussian_nll_loss(ones(2), ones(2), ones(3))",
        ],
    ),
}

EXAMPLES = {
    "mse_loss": sample("F.mse_loss(x, y)", x="tensor([1.0, 2.0])", y="tensor([1.5, 0.0])"),
}
