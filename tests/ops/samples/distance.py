"""Proofs of the operators in ``gradcli/ops/distance.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, across, sample

_A, _B = "linspace(-1, 1, 6).reshape(2, 3)", "linspace(0.5, 2, 12).reshape(4, 3) ** 2"

PROOFS = {
    "_cdist": Proof(),
    "_euclidean_dist": Proof(),
    "cdist": Proof(
        [
            *(sample(f"cdist(a, b, p={p})", a=_A, b=_B) for p in (0, 1, 1.5, 2, 3, "inf")),
            sample("cdist(a, b)", a="ones(30, 1, 3).cumsum(0)[:, 0]", b="zeros(1, 3)"),
            sample("cdist(a, b, compute_mode='use_mm_for_euclid_dist')", a=_A, b=_B),
            *across("cdist(x, x * 2 + 1) ** 2", 2, 2, empty=False),
        ],
        wrong=[
            "cdist(ones(2), ones(2, 2))",
            "cdist(ones(2, 3), ones(2, 2))",
            "cdist(ones(2, 3), ones(2, 3), p=-1)",
        ],
    ),
    "pdist": Proof(
        [sample(f"F.pdist(a, p={p})", a=_B) for p in (0, 1, 1.5, 2, 3, "inf")],
        wrong=["F.pdist(ones(2))", "F.pdist(ones(2, 2), p=-1)"],
    ),
    "_norm": Proof(),
    "pairwise_distance": Proof(
        [
            sample("F.pairwise_distance(a, b)", a=_A, b="ones(2, 3)"),
            sample("F.pairwise_distance(a, b, p=1, keepdim=True)", a=_A, b="ones(2, 3)"),
            sample("F.pairwise_distance(a, b, p=3)", a=_A, b="ones(3)"),
            sample("F.pairwise_distance(a, b, p=inf)", a=_A, b="ones(3)"),
            sample("F.pairwise_distance(a, b, eps=0.5)", a="ones(3)", b="zeros(3)"),
            *across("F.pairwise_distance(x, x * 2 + 1) ** 2", 1, 3, empty=False),
        ]
    ),
    "_floored": Proof(),
    "cosine_similarity": Proof(
        [
            sample("F.cosine_similarity(a, b)", a=_A, b="ones(2, 3)"),
            sample("F.cosine_similarity(a, b, dim=0)", a=_A, b="ones(2, 3)"),
            sample("F.cosine_similarity(a, b, dim=-1)", a=_A, b="tensor([1.0, -1.0, 2.0])"),
            sample("cosine_similarity(a, b, eps=2.0)", a=_A, b="ones(2, 3) * 0.1"),
            sample("F.cosine_similarity(a, b, dim=0)", a="tensor([1.0, 0.0])", b="zeros(2)"),
            sample("F.cosine_similarity(a, a)", a=_A),
            *across("F.cosine_similarity(x, x ** 2 + 1, dim=-1)", 1, 3, empty=False),
        ],
        wrong=["F.cosine_similarity(tensor([[1]]), tensor([[1]]))"],
    ),
}

EXAMPLES = {
    "pdist": sample("F.pdist(a)", a="linspace(0.5, 2, 6).reshape(3, 2) ** 2"),
}
