"""Proofs of the operators in ``gradcli/ops/linalg.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, across, sample

_A, _B = "linspace(-1, 1, 6).reshape(2, 3)", "linspace(0.5, 2, 12).reshape(3, 4)"
_BATCH = "linspace(-1, 1, 12).reshape(2, 2, 3)"

PROOFS = {
    "dot": Proof(
        [
            sample("dot(a, b)", a="tensor([1.0, 2.0])", b="tensor([3.0, -1.0])"),
            sample("a @ a", a="tensor([1.0, 2.0])"),
            sample("dot(a, b)", a="zeros(0)", b="zeros(0)"),
            *across("x.dot(x) ** 2", 1, 1),
            *across("dot(x, x * 2 + 1)", 1, 1),
            *across("dot(x, x.detach()) ** 3", 1, 1),
        ],
        wrong=["ones(2) @ ones(3)"],
    ),
    "mv": Proof(
        [
            sample("mv(a, b)", a=_A, b="tensor([1.0, -1.0, 2.0])"),
            sample("a @ b", a=_A, b="tensor([1.0, -1.0, 2.0])"),
            *across("x.mv(x.sum(0)) ** 2", 2, 2),
            *across("mv(x.T, ones(x.shape[0]))", 2, 2),
        ]
    ),
    "mm": Proof(
        [
            sample("mm(a, b)", a=_A, b=_B),
            sample("a @ b", a=_A, b="ones(4, 3).T"),
            sample("a.mm(b)", a="zeros(2, 0)", b="zeros(0, 3)"),
            *across("x.mm(x.T) ** 2", 2, 2),
            *across("mm(x.T, x)", 2, 2),
        ],
        wrong=["ones(2, 3) @ ones(2, 3)", "mm(ones(2), ones(2, 2))"],
    ),
    "bmm": Proof(
        [
            *across("bmm(x, x.mT) ** 2", 3, 3),
            *across("bmm(x.mT, x)", 3, 3),
            *across("x.bmm(ones(x.shape[0], x.shape[2], 2)) ** 3", 3, 3),
            sample("bmm(x, x.mT)", x="zeros(0, 2, 3)"),
            sample("bmm(a, b)", a=_BATCH, b="ones(2, 3, 1)"),
            sample("a @ a.mT", a=_BATCH),
        ],
        wrong=["bmm(ones(2, 2, 2), ones(2, 3, 2))"],
    ),
    "matmul": Proof(
        [
            sample("matmul(a, b)", a=_A, b=_B),
            sample("a @ b", a="tensor([1.0, 2.0])", b=_A),
            sample("a @ b", a=_BATCH, b=_B),
            sample("a @ b", a=_B + ".T", b=_BATCH + ".mT"),
            sample("a @ b", a=_BATCH, b="tensor([1.0, -1.0, 2.0])"),
            sample("a @ b", a="tensor([1.0, -1.0])", b=_BATCH),
            sample("a.detach() @ b", a="tensor([1.0, -1.0])", b=_BATCH),
            sample("a @ b.detach()", a=_BATCH + ".transpose(0, 1)", b="tensor([1.0, -1.0, 2.0])"),
            sample("a @ b", a="ones(3, 2)", b=_BATCH),
            sample("a.detach() @ b", a="ones(3, 2)", b=_BATCH),
            sample("a @ b", a=_BATCH + ".unsqueeze(1)", b="linspace(0, 1, 18).reshape(3, 3, 2)"),
            sample("(a @ a.mT) ** 2", a="linspace(-1, 1, 8).reshape(2, 2, 2)"),
        ],
        wrong=["tensor(1.0) @ ones(2)"],
    ),
    "_squeeze_in_place": Proof([sample("a @ b", a="tensor([1.0, 2.0])", b=_A)]),
    "_matmul": Proof(),
}

EXAMPLES = {
    "mm": sample(
        "a.mm(b)", a="linspace(-1, 1, 4).reshape(2, 2)", b="linspace(0, 1, 6).reshape(2, 3)"
    ),
}
