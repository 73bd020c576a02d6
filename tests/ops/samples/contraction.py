"""Proofs of the operators in ``gradcli/ops/contraction.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, across, sample

_A, _B = "linspace(-1, 1, 6).reshape(2, 3)", "linspace(0.5, 2, 12).reshape(3, 4)"
_T = "linspace(-1, 2, 12).reshape(2, 2, 3)"

_WEIGHT = "linspace(-1, 1, 12).reshape(2, 3, 2)"

PROOFS = {
    "tensordot": Proof(
        [
            sample("tensordot(a, b, 1)", a=_A, b=_B),
            sample("tensordot(a, a)", a=_A),
            sample("tensordot(a, b, 0)", a=_A, b="ones(2)"),
            sample("tensordot(a, b, ([0], [1]))", a=_A, b="ones(3, 2)"),
            sample(
                "tensordot(a, b, dims=([1, 2], [0, 1]))",
                a=_T,
                b="linspace(0, 1, 24).reshape(2, 3, 4)",
            ),
            sample("tensordot(a, b, ([0, 1], [1, 0]))", a=_A, b="ones(3, 2)"),
            sample("tensordot(a, a, 1)", a="tensor([1.0, 2.0])"),
            sample("tensordot(a, b, ([0], [0]))", a=_A, b="ones(1, 2)"),
            sample("tensordot(a, b, 1)", a="zeros(2, 0)", b="zeros(0, 3)"),
            *across("tensordot(x, x, ([0], [0])) ** 2", 1, 1),
        ],
        wrong=[
            "tensordot(ones(2, 2), ones(3, 3), 1)",
            "tensordot(ones(2, 2), ones(2, 2), ([0, 1], [1]))",
            "tensordot(ones(2), ones(2), -1)",
        ],
    ),
    "inner": Proof(
        [
            sample("inner(a, b)", a="tensor([1.0, 2.0])", b="tensor([3.0, -1.0])"),
            sample("inner(a, a)", a=_A),
            sample("a.inner(b)", a=_T, b=_A),
            sample("inner(a, b)", a=_A, b="ones(3)"),
            sample("inner(a, b)", a=_A, b="tensor(2.0)"),
            sample("inner(a, b)", a="zeros(2, 0)", b="zeros(3, 0)"),
            *across("inner(x, x) ** 2", 0, 2),
        ],
        wrong=["inner(ones(2), ones(3))"],
    ),
    "einsum": Proof(
        [
            sample("einsum('ij,jk->ik', a, b)", a=_A, b=_B),
            sample("einsum('ij,jk', [a, b])", a=_A, b=_B),
            sample("einsum('ii', a)", a="linspace(0, 1, 9).reshape(3, 3)"),
            sample("einsum('ii->i', a)", a="linspace(0, 1, 9).reshape(3, 3)"),
            sample("einsum('ij->ji', a)", a=_A),
            sample("einsum('ij->', a)", a=_A),
            sample("einsum('i,j->ij', a, a)", a="tensor([1.0, 2.0])"),
            sample("einsum('i,i', a, a)", a="tensor([1.0, 2.0])"),
            sample("einsum('bij,bjk->bik', a, b)", a=_T, b="linspace(0, 1, 12).reshape(2, 3, 2)"),
            sample("einsum('...ij,...jk->...ik', a, b)", a=_T, b="ones(3, 2)"),
            sample(
                "einsum('bn,anm,bm->ba', x, w, y)",
                x=_A,
                w="ones(5, 3, 4).cumsum(2)",
                y="ones(2, 4)",
            ),
            sample("einsum(a, [0, 1], b, [1, 2], [0, 2])", a=_A, b=_B),
            sample("einsum('ij,ij->j', a, b)", a=_A, b="ones(1, 3)"),
            sample("einsum('ij,k->ik', a, b)", a=_A, b="ones(2)"),
            sample("einsum('ij,jk', a, b)", a="zeros(2, 0)", b="zeros(0, 3)"),
        ],
        wrong=[
            "einsum('ij,jk', ones(2, 3), ones(2, 2))",
            "einsum('ij->k', ones(2, 3))",
            "einsum('ij', ones(2, 3), ones(2))",
            "einsum('i', ones(2, 3))",
            "einsum('ij')",
        ],
    ),
    "_trilinear": Proof(),
    "bilinear": Proof(
        [
            sample("F.bilinear(a, b, w)", a=_A, b="ones(2, 2)", w=_WEIGHT),
            sample(
                "F.bilinear(a, b, w, c)", a=_A, b="ones(2, 2)", w=_WEIGHT, c="tensor([1.0, 2.0])"
            ),
            sample("F.bilinear(a, b, w)", a="ones(3)", b="tensor([1.0, 2.0])", w=_WEIGHT),
            sample("F.bilinear(a, b, w)", a=_T, b="ones(2, 2, 2)", w=_WEIGHT),
            sample("F.bilinear(a, b, w)", a="zeros(0, 3)", b="ones(0, 2)", w=_WEIGHT),
        ],
        wrong=[
            "F.bilinear(ones(2, 3), ones(2), ones(1, 3, 2))",
            "F.bilinear(ones(2, 2), ones(2, 2), ones(1, 3, 2))",
        ],
    ),
}
