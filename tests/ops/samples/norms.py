"""Proofs of the operators in ``gradcli/ops/norms.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, sample

_T = "linspace(-2, 2, 24).reshape(2, 3, 4)"

PROOFS = {
    "linalg_vector_norm": Proof(
        [
            sample("norm(x)", x=_T),
            sample("norm(x)", x="zeros(3)"),
            sample("x.norm(1)", x="tensor([1.0, -2.0, 0.0])"),
            sample("x.norm(3)", x="tensor([1.0, -2.0, 0.0])"),
            sample("x.norm(1.5)", x="tensor([1.0, -2.0, 0.0])"),
            sample("x.norm(0.5)", x="tensor([1.0, -2.0, 3.0])"),
            sample("x.norm(float('inf'))", x="tensor([2.0, -2.0, 0.0])"),
            sample("x.norm(-float('inf'))", x="tensor([2.0, -1.0])"),
            sample("x.norm(0)", x="tensor([2.0, 0.0])"),
            sample("x.norm(dim=1)", x=_T),
            sample("x.norm(2, (0, 2), True)", x=_T),
            sample("x.norm()", x="tensor(-3.0)"),
        ],
        wrong=["tensor([1, 2]).norm()"],
    ),
    "norm": Proof(
        [
            sample("norm(x)", x="tensor([3.0, -4.0])"),
            sample("norm(x, dim=0)", x="tensor([[3.0, 1.0], [-4.0, 1.0]])"),
            sample("x.norm('fro')", x="tensor([[3.0, 1.0], [-4.0, 1.0]])"),
            sample("x.norm('nuc')", x="tensor([[3.0, 1.0], [-4.0, 1.0]])"),
            sample("x.norm('nuc', dim=(0, 2))", x=_T),
            sample("x.norm(p=inf, dim=(0, 1), keepdim=True)", x=_T),
            sample("x.norm(None)", x=_T),
        ]
    ),
    "dist": Proof(
        [
            sample("dist(a, b)", a="tensor([1.0, 2.0])", b="tensor([3.0, -1.0])"),
            *(
                sample(
                    f"a.dist(b, {p})", a="tensor([[1.0, 2.0, 0.5]])", b="tensor([[0.25], [-1.0]])"
                )
                for p in (1, 3, 0.5, "inf", "-inf")
            ),
            sample("dist(a, a * 1)", a="tensor([1.0, 2.0])"),
            sample("dist(a, b)", a="tensor(1.0)", b="tensor(3.0)"),
        ],
        wrong=["dist(tensor([1, 2]), tensor([1, 2]))", "dist(ones(2), ones(3))"],
    ),
    "renorm": Proof(
        [
            sample("renorm(x, 2, 0, 1.0)", x="tensor([[3.0, 4.0], [0.1, 0.2]])"),
            sample("x.renorm(1, 1, 0.5)", x="tensor([[3.0, 4.0], [0.1, 0.2]])"),
            sample("x.renorm(3, -1, 1)", x=_T),
            sample("x.renorm(inf, 0, 1.5)", x=_T),
            sample("x.renorm(2, 0, 0)", x="zeros(2, 2)"),
            sample("y = x * 1\ny.renorm_(2, 0, 1.0)", x="tensor([[3.0, 4.0], [0.1, 0.2]])"),
        ],
        wrong=["ones(3).renorm(2, 0, 1)", "ones(3, 3).renorm(2, 0, -1)"],
    ),
}

EXAMPLES = {
    "dist": sample("dist(a, b)", a="tensor([1.0, 2.0])", b="tensor([4.0, 6.0])"),
}
