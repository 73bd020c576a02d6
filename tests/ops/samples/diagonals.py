"""Proofs of the operators in ``gradcli/ops/diagonals.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, across, sample

_T = "linspace(-2, 2, 24).reshape(2, 3, 4)"
_A = "linspace(-1, 1, 6).reshape(2, 3)"

_DIAGONALS = [
    ("{}(x)", _A),
    ("{}(x, 1)", _A),
    ("{}(x, -1) ** 2", _A),
    ("{}(x, offset=5)", _A),
    ("{}(x, 0, 1, 2) ** 2", _T),
    ("{}(x, 1, -1, 0)", _T),
    ("{}(x)", "zeros(0, 3)"),
]

PROOFS = {
    "diagonal": Proof(
        [
            *(sample(call.format("torch.diagonal"), x=x) for call, x in _DIAGONALS),
            sample("y = x * 2\ny.diagonal().mul_(3)\ny ** 2", x=_A),
        ],
        wrong=["ones(2, 3).diagonal(0, 0, 0)", "ones(3).diagonal()"],
    ),
    "_put_diagonal": Proof([sample("x.diagonal(1) ** 3", x=_A)]),
    "linalg_diagonal": Proof(
        [
            sample("torch.linalg.diagonal(x)", x=_T),
            sample("torch.linalg.diagonal(x, offset=1)", x=_A),
            sample("torch.linalg.diagonal(x, offset=-1, dim1=0, dim2=1) ** 2", x=_T),
            sample("torch.linalg.diagonal(x)", x="zeros(0, 3)"),
            sample("torch.linalg.diagonal(A=x) ** 2", x=_A),
        ]
    ),
    "diag_embed": Proof(
        [
            sample("diag_embed(x)", x="tensor([1.0, 2.0])"),
            sample("x.diag_embed(1) ** 2", x=_A),
            sample("x.diag_embed(-1, 0, 2)", x=_A),
            sample("x.diag_embed(offset=1, dim1=1, dim2=0)", x="tensor([1.0, 2.0])"),
            sample("x.diag_embed()", x="zeros(0)"),
            *across("x.diag_embed(1) ** 2", 1, 2),
        ],
        wrong=["ones(3).diag_embed(0, 0, 0)"],
    ),
    "diagonal_copy": Proof(
        [sample(call.format("torch.diagonal_copy"), x=x) for call, x in _DIAGONALS]
    ),
    "diag": Proof(
        [
            sample("diag(x)", x="tensor([1.0, 2.0])"),
            sample("x.diag(1) ** 2", x="tensor([1.0, 2.0])"),
            sample("x.diag()", x=_A),
            sample("x.diag(diagonal=-1) ** 2", x=_A),
            sample("x.diag()", x="zeros(0)"),
            *across("x.diag(-1) ** 2", 1, 2),
        ],
        wrong=["ones(2, 2, 2).diag()"],
    ),
    "diagflat": Proof(
        [
            sample("diagflat(x)", x="tensor([1.0, 2.0])"),
            sample("x.diagflat(1) ** 2", x=_A),
            sample("x.diagflat(offset=-1)", x="tensor([1.0, 2.0])"),
            sample("x.diagflat()", x="tensor(2.0)"),
            sample("x.T.diagflat() ** 2", x=_A),
        ]
    ),
}

EXAMPLES = {
    "diagonal": sample("torch.diagonal(x) ** 2", x="linspace(-1, 2, 6).reshape(2, 3)"),
}
