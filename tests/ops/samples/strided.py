"""Proofs of the operators in ``gradcli/ops/strided.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, sample

_A = "linspace(-1, 1, 12).reshape(3, 4)"
_V = "linspace(-1, 1, 7)"

_UNFOLDED = [
    ("{}(0, 3, 1)", _V),
    ("{}(0, 3, 2) ** 2", _V),
    ("{}(1, 2, 2)", _A),
    ("{}(-1, 2, 1) ** 2", _A),
    ("{}(0, 3, 5) ** 2", _A),
    ("{}(0, 0, 1)", _V),
    ("{}(0, 1, 1)", "tensor(2.0)"),
]

_STRIDED = [
    ("(2, 2), (1, 1)", _V),
    ("(2, 3), (1, 2), 1", _V),
    ("(3,), (4,)", _A),
    ("(), (), 3", _V),
    ("(3, 0), (1, 1)", _V),
]

PROOFS = {
    "unfold": Proof(
        [
            *(sample(call.format("x.unfold"), x=x) for call, x in _UNFOLDED),
            sample("x.unfold(dimension=0, size=2, step=3)", x=_V),
            sample("x.T.unfold(0, 2, 1) ** 2", x=_A),
            sample("y = x * 2\ny.unfold(0, 2, 2).mul_(3)\ny ** 2", x=_V),
        ],
        wrong=[
            "ones(2, 3).unfold(0, 3, 1)",
            "ones(2, 3).unfold(0, 1, 0)",
            "ones(2, 3).unfold(0, -1, 1)",
        ],
    ),
    "_fold": Proof([sample("x.unfold(0, 3, 1) ** 3", x=_V)]),
    "unfold_copy": Proof(
        [sample(call.replace("{}(", "torch.unfold_copy(x, "), x=x) for call, x in _UNFOLDED]
    ),
    "_view_dtype": Proof([sample("x.view(torch.int8)", x=_V)], wrong=["ones(3).view(int)"]),
    "_view_dtype_copy": Proof([sample("torch.view_copy(x, torch.int8)", x=_V)]),
    "_as_strided": Proof([sample("x.as_strided((2, 2), (1, 1)) ** 3", x=_V)]),
    "as_strided": Proof(
        [
            sample("x.as_strided((2, 2), (1, 1)) ** 2", x=_V),
            sample("as_strided(x, (2, 3), (1, 2), 1)", x=_V),
            sample("x.as_strided((3,), (4,)) ** 2", x=_A),
            sample("x.as_strided((3, 0), (1, 1))", x=_V),
            sample("x[1].as_strided((2,), (1,)) ** 2", x=_A),
            sample("x.as_strided((), (), 3) ** 2", x=_V),
            sample("x.expand(3, 4).as_strided((2, 2), (1, 1)) ** 2", x="linspace(0, 1, 4)"),
        ],
        wrong=[
            "as_strided(ones(3), (2, 2), (1, 5))",
            "as_strided(ones(3), (2, 2), (1,))",
            "as_strided(ones(3), (2, 2), (-1, 1))",
        ],
    ),
    "restride": Proof(
        [
            sample("x.as_strided_((3, 2), (2, 1))", x="arange(6)"),
            sample("y = x * 1\ny.as_strided_((2, 2), (1, 1))\ny ** 2", x=_V),
            sample("(x * 1).as_strided_((2, 3), (1, 2))", x=_V),
            sample("(x * 1).as_strided_((), (), 3) + 1", x=_V),
            sample("torch.as_strided_(x * 1, (3,), (2,), 1) ** 2", x=_V),
        ],
        wrong=["ones(2).as_strided_((2, 2), (2, 1))"],
    ),
    "_as_strided_copy": Proof([sample("torch.as_strided_copy(x, (2, 2), (1, 1)) ** 2", x=_V)]),
    "as_strided_copy": Proof(
        [
            sample(f"torch.as_strided_copy(x, {layout}){power}", x=x)
            for layout, x in _STRIDED
            for power in ("", " ** 2")
        ]
    ),
    "fill_diagonal": Proof(
        [
            sample("y = x * 2\ny.fill_diagonal_(3.0)\ny ** 2", x="ones(3, 3)"),
            sample("y = x * 2\ny.fill_diagonal_(3)\ny ** 2", x="ones(2, 3)"),
            sample("y = x * 2\ny.fill_diagonal_(3.0)\ny ** 2", x="ones(3, 3, 3)"),
            sample("x.detach().fill_diagonal_(3.0, wrap=True)", x="ones(7, 2)"),
            sample("x.detach().fill_diagonal_(3.0)", x="ones(7, 2)"),
        ],
        wrong=["ones(5).fill_diagonal_(3)", "ones(2, 2, 3).fill_diagonal_(3)"],
    ),
    "resize": Proof(
        [
            sample("x.resize_(3, 2)", x="tensor([[1, 2, 3], [4, 5, 6]])"),
            sample("x.resize_((2,))", x="tensor([[1, 2, 3], [4, 5, 6]])"),
            sample("x.resize_(4, 2).shape", x="tensor([1, 2])"),
            sample("x[2:].resize_(2, 2)", x="arange(6)"),
            sample("x[::2].resize_(2, 2)", x="arange(6)"),
        ],
        wrong=["ones(2, 3, requires_grad=True).resize_(3, 2)"],
    ),
    "resize_as": Proof(
        [
            sample("x.resize_as_(y)", x="arange(6)", y="zeros(2, 3)"),
            sample("x.resize_as_(the_template=y)", x="arange(6)", y="zeros(2)"),
            sample("torch.resize_as_(x, y)", x="arange(6)", y="zeros(1, 5)"),
            sample("x.resize_as_(y)", x="arange(4)", y="zeros(())"),
            sample("x.resize_as_(y).stride()", x="arange(6)", y="zeros(3, 2)"),
        ]
    ),
}

EXAMPLES = {
    "as_strided": sample("x.as_strided((3, 2), (1, 2))", x="linspace(-1, 1, 7)"),
}
