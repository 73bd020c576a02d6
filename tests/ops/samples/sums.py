"""Proofs of the operators in ``gradcli/ops/sums.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, across, sample

_A, _B = "linspace(-1, 1, 6).reshape(2, 3)", "linspace(0.5, 2, 12).reshape(3, 4)"
_BATCH = "linspace(-1, 1, 12).reshape(2, 2, 3)"

_SUMMED = {"a": _A, "b": _B}

_STACKS = {"a": "linspace(-1, 1, 12).reshape(2, 2, 3)", "b": "linspace(0, 2, 24).reshape(2, 3, 4)"}

_LAYER = {"x": _A, "w": "linspace(-1, 1, 12).reshape(4, 3)"}

PROOFS = {
    "addmm": Proof(
        [
            sample("addmm(c, a, b)", c="linspace(0, 1, 8).reshape(2, 4)", **_SUMMED),
            sample("addmm(c, a, b, beta=0.5, alpha=2)", c="ones(4)", **_SUMMED),
            sample("addmm(c, a, b, beta=0)", c="tensor(nan)", **_SUMMED),
            sample("c.addmm(a, b, alpha=-1.5)", c="ones(2, 1)", **_SUMMED),
            sample("addmm(c, a, b)", c="ones(2, 3)", a="zeros(2, 0)", b="zeros(0, 3)"),
            sample("c.clone().addmm_(a, b)", c="ones(2, 4)", **_SUMMED),
            *across("addmm(x @ x.T, x, x.T, beta=0.5, alpha=2) ** 2", 2, 2),
            sample("x.addmm(x, x)", x="linspace(-1, 1, 4).reshape(2, 2)"),
        ],
        wrong=[
            "addmm(ones(2, 2), ones(2, 3), ones(2, 2))",
            "addmm(ones(2), ones(2, 2), ones(2))",
            "addmm(ones(2), ones(2, 2).double(), ones(2, 2).double())",
        ],
    ),
    "addmv": Proof(
        [
            sample("addmv(c, a, b)", c="ones(2)", a=_A, b="tensor([1.0, -1.0, 2.0])"),
            sample(
                "addmv(c, a, b, beta=2, alpha=3)", c="ones(1)", a=_A, b="tensor([1.0, -1.0, 2.0])"
            ),
            sample("c.addmv(a, b)", c="tensor(2.0)", a=_A, b="tensor([1.0, -1.0, 2.0])"),
            sample("addmv(c, a, b, beta=0)", c="tensor(nan)", a=_A, b="ones(3)"),
            sample("addmv(c, a, b)", c="ones(2)", a="zeros(2, 0)", b="zeros(0)"),
        ],
        wrong=["addmv(ones(2), ones(2), ones(2))", "addmv(ones(2), ones(2, 2), ones(3))"],
    ),
    "addr": Proof(
        [
            sample("addr(c, a, b)", c="ones(2, 3)", a="tensor([1.0, 2.0])", b="ones(3)"),
            sample(
                "addr(c, a, b, beta=2, alpha=3)", c="ones(3)", a="tensor([1.0, 2.0])", b="ones(3)"
            ),
            sample("c.addr(a, b)", c="tensor(1.0)", a="tensor([1.0, 2.0])", b="ones(3)"),
            sample("addr(c, a, b, beta=0)", c="tensor(nan)", a="tensor([1.0, 2.0])", b="ones(3)"),
            sample("addr(c, a, b)", c="ones(0, 3)", a="zeros(0)", b="ones(3)"),
        ],
        wrong=["addr(ones(2), ones(2, 2), ones(2))"],
    ),
    "baddbmm": Proof(
        [
            sample("baddbmm(c, a, b)", c="ones(2, 2, 4)", **_STACKS),
            sample("baddbmm(c, a, b, beta=0.5, alpha=2)", c="ones(2, 4)", **_STACKS),
            sample("c.baddbmm(a, b)", c="ones(1)", **_STACKS),
            sample("baddbmm(c, a, b, beta=0)", c="tensor(nan)", **_STACKS),
            sample("baddbmm(c, a, b)", c="zeros(0, 1, 1)", a="zeros(0, 1, 2)", b="zeros(0, 2, 1)"),
        ],
        wrong=["baddbmm(ones(2, 2), ones(2, 2), ones(2, 2, 2))"],
    ),
    "addbmm": Proof(
        [
            sample("addbmm(c, a, b)", c="ones(2, 4)", **_STACKS),
            sample("addbmm(c, a, b, beta=0.5, alpha=2)", c="ones(4)", **_STACKS),
            sample("c.addbmm(a, b)", c="ones(1)", **_STACKS),
            sample("addbmm(c, a, b, beta=0)", c="tensor(nan)", **_STACKS),
            sample("addbmm(c, a, b)", c="ones(1, 1)", a="zeros(0, 1, 2)", b="zeros(0, 2, 1)"),
        ],
        wrong=["addbmm(ones(2, 2), ones(2, 2), ones(2, 2, 2))"],
    ),
    "linear": Proof(
        [
            sample("F.linear(x, w)", **_LAYER),
            sample("F.linear(x, w, b)", b="ones(4)", **_LAYER),
            sample("F.linear(x, w, bias=b)", b="tensor(2.0)", **_LAYER),
            sample("F.linear(x, w, b)", x=_BATCH, w=_LAYER["w"], b="linspace(0, 1, 4)"),
            sample("F.linear(x.transpose(0, 1), w, b)", x=_BATCH, w=_LAYER["w"], b="ones(4)"),
            sample("F.linear(x, w)", x=_BATCH, w=_LAYER["w"]),
            sample("F.linear(x, w, b)", x="ones(3)", w=_LAYER["w"], b="ones(4)"),
            sample("F.linear(x, w)", x="ones(3)", w="tensor([1.0, 2.0, 3.0])"),
            sample("F.linear(x, w, b)", x="ones(3)", w="tensor([1.0, 2.0, 3.0])", b="tensor(1.0)"),
            sample("F.linear(x, w)", x=_A, w="tensor([1.0, 2.0, 3.0])"),
            sample("F.linear(x, w, b)", x="zeros(0, 3)", w=_LAYER["w"], b="ones(4)"),
            sample("F.linear(x, w, b)", x="ones(2, 0)", w="ones(3, 0)", b="ones(3)"),
        ],
        wrong=["F.linear(ones(2, 3), ones(2, 2))", "F.linear(tensor(1.0), ones(2))"],
    ),
}

EXAMPLES = {
    "baddbmm": sample(
        "baddbmm(c, a, b)",
        c="ones(2, 1, 1)",
        a="linspace(-1, 1, 4).reshape(2, 1, 2)",
        b="linspace(1, 2, 4).reshape(2, 2, 1)",
    ),
    "addbmm": sample(
        "addbmm(c, a, b)",
        c="ones(1, 1)",
        a="linspace(-1, 1, 4).reshape(2, 1, 2)",
        b="linspace(1, 2, 4).reshape(2, 2, 1)",
    ),
}
