"""Proofs of the operators in ``gradcli/ops/products.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, across, sample

_A, _B = "linspace(-1, 1, 6).reshape(2, 3)", "linspace(0.5, 2, 12).reshape(3, 4)"
_BATCH = "linspace(-1, 1, 12).reshape(2, 2, 3)"

_TRIPLES = "linspace(-1, 2, 6).reshape(2, 3)"

PROOFS = {
    "vdot": Proof(
        [
            sample("vdot(a, b)", a="tensor([1.0, 2.0])", b="tensor([3.0, -1.0])"),
            sample("a.vdot(a)", a="tensor([1.0, 2.0])"),
            sample("vdot(a, b)", a="zeros(0)", b="zeros(0)"),
            sample("vdot(a, b)", a="ones(1)", b="tensor([2.0])"),
            sample("vdot(a[:, 0], a[:, 1])", a=_A),
        ],
        wrong=["vdot(ones(2, 2), ones(2))"],
    ),
    "linalg_vecdot": Proof(
        [
            sample("torch.linalg.vecdot(a, b)", a="tensor([1.0, 2.0])", b="tensor([3.0, -1.0])"),
            sample("torch.linalg.vecdot(a, a)", a=_A),
            sample("torch.linalg.vecdot(a, b, dim=0)", a=_A, b="ones(2, 1)"),
            sample("torch.linalg.vecdot(a, b)", a=_BATCH, b="tensor([1.0, -1.0, 2.0])"),
            sample("torch.linalg.vecdot(a, a)", a="tensor(2.0)"),
        ],
        wrong=["torch.linalg.vecdot(ones(2), ones(2).double())"],
    ),
    "outer": Proof(
        [
            sample("outer(a, b)", a="tensor([1.0, 2.0])", b="tensor([3.0, -1.0, 0.5])"),
            sample("a.outer(a)", a="tensor([1.0, 2.0])"),
            sample("ger(a, b)", a="tensor([1.0, 2.0])", b="tensor([1, 2])"),
            sample("outer(a, b)", a="zeros(0)", b="ones(2)"),
            sample("outer(a[0], a[:, 1])", a=_A),
            *across("outer(x, x + 1) ** 2", 1, 1),
            *across("x.outer(ones(2))", 1, 1),
            sample("outer(x, y) ** 2", x="ones(2) * 2", y="linspace(0, 1, 3)"),
        ],
        wrong=["outer(ones(2, 2), ones(2))"],
    ),
    "kron": Proof(
        [
            sample("kron(a, b)", a=_A, b="tensor([[1.0, 2.0], [3.0, 4.0]])"),
            sample("kron(a, b)", a="tensor([1.0, 2.0])", b=_A),
            sample("kron(a, b)", a="tensor(2.0)", b=_A),
            sample("a.kron(b)", a=_BATCH, b="ones(2, 1)"),
            sample("kron(a, b)", a="zeros(0, 2)", b=_A),
            sample("kron(a, b)", a="tensor([1.0, 2.0])", b="tensor([1, 2])"),
        ]
    ),
    "_cross": Proof(),
    "linalg_cross": Proof(
        [
            sample(
                "torch.linalg.cross(a, b)", a="tensor([1.0, 2.0, 3.0])", b="tensor([0.5, 0, 1.0])"
            ),
            sample("torch.linalg.cross(a, b)", a=_TRIPLES, b=_TRIPLES + ".flip(1)"),
            sample("torch.linalg.cross(a, b)", a=_TRIPLES, b="tensor([[0.5, 0.0, 1.0]])"),
            sample("torch.linalg.cross(a, b, dim=0)", a=_TRIPLES + ".T", b="ones(3, 1)"),
            sample("torch.linalg.cross(a, b)", a="zeros(0, 3)", b="zeros(0, 3)"),
            sample(
                "torch.linalg.cross(x, x ** 2 + 1, dim=0) ** 2",
                x="linspace(-1, 1, 6).reshape(3, 2)",
            ),
            sample(
                "torch.linalg.cross(x, y)",
                x="linspace(-1, 1, 6).reshape(2, 3)",
                y="tensor([[1.0, 2.0, 3.0]])",
            ),
        ],
        wrong=["torch.linalg.cross(ones(4), ones(4))", "torch.linalg.cross(ones(3), ones(1, 3))"],
    ),
    "cross": Proof(
        [
            sample("cross(a, b)", a="tensor([1.0, 2.0, 3.0])", b="tensor([0.5, 0, 1.0])"),
            sample("cross(a, a * 2 + 1, dim=1)", a=_TRIPLES),
            sample("a.cross(b)", a=_TRIPLES + ".T", b="ones(3, 2)"),
            sample("cross(a, b, 0)", a="ones(3, 3)", b="eye(3)"),
            sample("cross(a, b, dim=-1)", a="ones(1, 3)", b="eye(3)"),
        ],
        wrong=["cross(ones(2), ones(2))"],
    ),
    "trace": Proof(
        [
            sample("trace(a)", a="linspace(-1, 1, 9).reshape(3, 3)"),
            sample("a.trace()", a=_A),
            sample("trace(a.T)", a=_A),
            sample("trace(a)", a="zeros(0, 0)"),
            sample("trace(a)", a="tensor([[2, 3], [4, 5]])"),
            sample("trace(a)", a="ones(1, 1)"),
            sample("trace(a) ** 2", a=_A),
            *across("x.trace() ** 2", 2, 2),
        ],
        wrong=["trace(ones(2))"],
    ),
    "_scaled_eye": Proof(),
    "linalg_multi_dot": Proof(
        [
            sample("torch.linalg.multi_dot([a, b])", a=_A, b=_B),
            sample("torch.linalg.multi_dot([a, b, b.T])", a=_A, b=_B),
            sample("torch.linalg.multi_dot((v, b, w))", v="ones(3)", b=_B, w="linspace(0, 1, 4)"),
            sample("torch.linalg.multi_dot([v, v])", v="tensor([1.0, 2.0])"),
            sample("torch.linalg.multi_dot([a, b, b.T, a.T, a])", a=_A, b=_B),
            sample("torch.linalg.multi_dot([a, v])", a=_A, v="tensor([1.0, 2.0, 3.0])"),
            sample("torch.linalg.multi_dot([a, b])", a="zeros(2, 0)", b="zeros(0, 3)"),
        ],
        wrong=[
            "torch.linalg.multi_dot([ones(2)])",
            "torch.linalg.multi_dot([ones(2, 2), ones(2), ones(2)])",
        ],
    ),
    "chain_matmul": Proof(
        [
            sample("chain_matmul(a, b)", a=_A, b=_B),
            sample("chain_matmul(a, b, b.T)", a=_A, b=_B),
            sample("chain_matmul(a)", a=_A),
            sample("chain_matmul(a, b, b.T, a.T)", a=_A, b=_B),
            sample("chain_matmul(a, b)", a="zeros(2, 0)", b="zeros(0, 3)"),
        ],
        wrong=["chain_matmul(ones(2))"],
    ),
}

EXAMPLES = {
    "trace": sample("trace(a)", a="tensor([[2.0, 3.0], [4.0, 5.0]])"),
    "chain_matmul": sample(
        "chain_matmul(a, b)",
        a="linspace(-1, 1, 4).reshape(2, 2)",
        b="linspace(0, 1, 6).reshape(2, 3)",
    ),
}
