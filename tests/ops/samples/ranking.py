"""Proofs of the operators in ``gradcli/ops/ranking.py``."""

from __future__ import annotations

from tests.ops.samples.loss import every_reduction
from tests.ops.sampling import Proof, sample

_X, _Y = "linspace(-2, 2, 6).reshape(2, 3)", "tensor([[0.5, -2.0, 1.0], [0.4, 3.0, -1.0]])"
_Z = "tensor([[1.0, 0.5, -1.0], [2.0, -0.75, 0.25]])"
_SIGNS = "tensor([[1.0, -1.0, 1.0], [-1.0, -1.0, 1.0]])"

PROOFS = {
    "_soft_margin_loss": Proof([sample("F.soft_margin_loss(x, y.detach()) ** 2", x=_X, y=_SIGNS)]),
    "soft_margin_loss": Proof(
        [
            *every_reduction("F.soft_margin_loss(x, y.detach(){})", x=_X, y=_SIGNS),
            sample("F.soft_margin_loss(x, y.detach())", x="tensor([800.0])", y="tensor([1.0])"),
            sample("F.soft_margin_loss(x, y.detach())", x="tensor(0.5)", y="tensor(-1.0)"),
        ],
        wrong=[
            "F.soft_margin_loss(ones(2), ones(2), reduction='x')",
            "F.soft_margin_loss(ones(2), ones(2, requires_grad=True))",
        ],
    ),
    "hinge_embedding_loss": Proof(
        [
            *every_reduction("F.hinge_embedding_loss(x, y.detach(){})", x=_X, y=_SIGNS),
            sample("F.hinge_embedding_loss(x, y.detach(), 0.5)", x=_X, y=_SIGNS),
            sample("F.hinge_embedding_loss(x, y.detach(), margin=2)", x=_X, y="tensor(-1.0)"),
            sample("F.hinge_embedding_loss(x, y.detach())", x=_X, y="tensor([1.0, 0.0, -1.0])"),
        ],
        wrong=["F.hinge_embedding_loss(ones(2), ones(2), reduction='x')"],
    ),
    "margin_ranking_loss": Proof(
        [
            *every_reduction("F.margin_ranking_loss(x, y, s.detach(){})", x=_X, y=_Y, s=_SIGNS),
            sample("F.margin_ranking_loss(x, y, s.detach(), 0.5)", x=_X, y=_Y, s=_SIGNS),
            sample("F.margin_ranking_loss(x, y, s, margin=0.5)", x=_X, y=_Y, s=_SIGNS),
            sample("F.margin_ranking_loss(x, x.detach(), s.detach())", x=_X, s=_SIGNS),
        ],
        wrong=[
            "F.margin_ranking_loss(ones(2), ones(2), ones(2), reduction='x')",
            "F.margin_ranking_loss(ones(2), ones(2, 1), ones(2))",
        ],
    ),
    "cosine_embedding_loss": Proof(
        [
            *every_reduction(
                "F.cosine_embedding_loss(x, y, s.detach(){})", x=_X, y=_Y, s="tensor([1.0, -1.0])"
            ),
            sample("F.cosine_embedding_loss(x, y, s, 0.25)", x=_X, y=_Z, s="tensor([-1, -1])"),
            sample("F.cosine_embedding_loss(x, y, s)", x=_X, y="zeros(2, 3)", s="tensor([1, 0])"),
            sample(
                "F.cosine_embedding_loss(x, y, s)",
                x="tensor([1.0, 2.0])",
                y="tensor([2.0, 1.0])",
                s="tensor(1)",
            ),
        ],
        wrong=[
            "F.cosine_embedding_loss(ones(2), ones(2), tensor(1), reduction='x')",
            "F.cosine_embedding_loss(ones(2), ones(2), ones(2))",
            "F.cosine_embedding_loss(ones(2, 3), ones(2, 3), ones(2, 3))",
        ],
    ),
    "triplet_margin_loss": Proof(
        [
            *every_reduction("F.triplet_margin_loss(x, y, z{})", x=_X, y=_Y, z=_Z),
            sample("F.triplet_margin_loss(x, y, z, 2.0, 1.0)", x=_X, y=_Y, z=_Z),
            sample("F.triplet_margin_loss(x, y, z, margin=0.5, swap=True)", x=_X, y=_Y, z=_Z),
            sample("F.triplet_margin_loss(x, y, z, eps=0.125)", x=_X, y=_X, z=_Z),
        ],
        wrong=[
            "F.triplet_margin_loss(ones(2), ones(2), ones(2), margin=-1.0)",
            "F.triplet_margin_loss(ones(2, 3), ones(2, 3), ones(3))",
            "F.triplet_margin_loss(ones(2), ones(2), ones(2), reduction='x')",
        ],
    ),
    "triplet_margin_with_distance_loss": Proof(
        [
            *every_reduction("F.triplet_margin_with_distance_loss(x, y, z{})", x=_X, y=_Y, z=_Z),
            sample(
                "F.triplet_margin_with_distance_loss(x, y, z, margin=0.5, swap=True, "
                "distance_function=lambda a, b: (a - b).abs().sum(-1))",
                x=_X,
                y=_Y,
                z=_Z,
            ),
        ],
        wrong=[
            "F.triplet_margin_with_distance_loss(ones(2), ones(2), ones(2), margin=-1.0)",
            "F.triplet_margin_with_distance_loss(ones(2, 3), ones(2, 3), ones(3))",
        ],
    ),
    "multilabel_soft_margin_loss": Proof(
        [
            *every_reduction("F.multilabel_soft_margin_loss(x, y.detach(){})", x=_X, y=_SIGNS),
            sample("F.multilabel_soft_margin_loss(x, y, tensor([1.0, 2.0, 0.5]))", x=_X, y=_SIGNS),
            sample("F.multilabel_soft_margin_loss(x, y)", x="tensor([1.0, 800.0])", y="ones(2)"),
        ],
        wrong=["F.multilabel_soft_margin_loss(ones(2), ones(2), reduction='x')"],
    ),
    "_multi_margin_loss": Proof([sample("F.multi_margin_loss(x, tensor([2, 0]), p=2) ** 2", x=_X)]),
    "multi_margin_loss": Proof(
        [
            *every_reduction("F.multi_margin_loss(x, tensor([2, 0]){})", x=_X),
            *every_reduction("F.multi_margin_loss(x, tensor([2, 0]), 2, 0.5{})", x=_X),
            sample("F.multi_margin_loss(x, tensor([2, 0]), weight=tensor([1.0, 2.0, 0.5]))", x=_X),
            sample("F.multi_margin_loss(x, tensor(1))", x="tensor([0.5, 1.0, 0.25])"),
            sample("F.multi_margin_loss(x, tensor([1]), reduction='none')", x="tensor([0.5, 1.0])"),
        ],
        wrong=[
            "F.multi_margin_loss(ones(2, 3), tensor([0, 1]), reduction='x')",
            "F.multi_margin_loss(ones(2, 3), tensor([0, 5]))",
            "F.multi_margin_loss(ones(2, 3), tensor([0, 1]), p=3)",
            "F.multi_margin_loss(ones(2, 3), tensor([0]))",
            "F.multi_margin_loss(ones(2, 3), tensor([0, 1]), weight=ones(2))",
        ],
    ),
    "_multilabel_margin_loss": Proof(
        [sample("F.multilabel_margin_loss(x, tensor([[2, 0, -1], [1, -1, 0]])) ** 2", x=_X)]
    ),
    "multilabel_margin_loss": Proof(
        [
            *every_reduction(
                "F.multilabel_margin_loss(x, tensor([[2, 0, -1], [1, -1, 0]]){})", x=_X
            ),
            sample("F.multilabel_margin_loss(x, tensor([0, -1, 2]))", x="tensor([0.5, 1.0, 0.25])"),
            sample("F.multilabel_margin_loss(x, tensor([0, 0, 1]))", x="tensor([0.5, 1.0, 0.25])"),
            sample("F.multilabel_margin_loss(x, tensor([-1, 0, 1]))", x="tensor([0.5, 1.0, 0.25])"),
        ],
        wrong=[
            "F.multilabel_margin_loss(ones(3), tensor([0, 1, -1]), reduction='x')",
            "F.multilabel_margin_loss(ones(2, 3), tensor([0, 1]))",
            "F.multilabel_margin_loss(ones(3), tensor([5, -1, 0]))",
            "F.multilabel_margin_loss(ones(3), ones(3))",
        ],
    ),
}

EXAMPLES = {
    "soft_margin_loss": sample(
        "F.soft_margin_loss(x, y.detach())", x="tensor([0.5, -2.0])", y="tensor([1.0, -1.0])"
    ),
    "triplet_margin_loss": sample(
        "F.triplet_margin_loss(x, y, z)",
        x="linspace(-2, 2, 6).reshape(2, 3)",
        y="linspace(2, -1, 6).reshape(2, 3)",
        z="tensor([[1.0, 0.5, -1.0], [2.0, -0.75, 0.25]])",
    ),
}
