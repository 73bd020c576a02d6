"""Proofs of the operators in ``gradcli/ops/compare.py``."""

from __future__ import annotations

from typing import Any

from tests.ops.sampling import Proof, across, binary, sample, unary


def _pairs(name: str, sign: str) -> list[Any]:
    a, b = "tensor([1.0, 2.0, nan])", "tensor([1.0, 3.0, nan])"
    return [
        *binary(f"a {sign} b", (-2, 2), (-1, 1)),
        sample(f"a {sign} b", a=a, b=b),
        sample(f"a {sign} 2", a="tensor([[1.0, 2.0, 3.0]])"),
        sample(f"2 {sign} a", a="tensor([1, 2, 3])"),
        sample(f"a.clone().{name}_(b)", a=a, b=b),
        sample(f"a.clone().{name}_(2)", a=a),
    ]


def _masks(sign: str) -> list[Any]:
    return [
        sample(f"(a > 0) {sign} (b > 0)", a="tensor([1.0, -1.0])", b="tensor([[1.0], [-1.0]])"),
        sample(f"a {sign} 3", a="tensor([1, 2, 6])"),
    ]


def _shifts(name: str, sign: str) -> list[Any]:
    return [
        sample(f"a {sign} 2", a="tensor([1, -6, 64])"),
        sample(f"5 {sign} a", a="tensor([0, 1, 3])"),
        sample(f"{name}(a, b)", a="tensor([[1], [200]], dtype=torch.uint8)", b="tensor([1, 9])"),
        sample(f"a.{name}(70)", a="tensor([3, -3])"),
        sample(f"{name}(3, a)", a="tensor([3, -1])"),
        sample(f"a.clone().{name}_(b)", a="tensor([3, -3])", b="tensor(1)"),
    ]


def _truths(name: str) -> list[Any]:
    return [
        *binary(f"{name}(a, b)", (-1, 1), (-1, 1)),
        sample(f"a.{name}(b)", a="tensor([0.0, nan, -0.0])", b="tensor([1, 0, 0])"),
        sample(f"{name}(a > 0, b > 0)", a="tensor([1.0, -1.0])", b="tensor([[1.0], [-1.0]])"),
        sample(f"(a * 1).{name}_(b)", a="tensor([0.0, 3.0])", b="tensor([2.0, 0.0])"),
    ]


def _choices(name: str) -> list[Any]:
    return [
        *binary(f"{name}(a, b)", (-2, 2), (-1, 3)),
        sample(f"{name}(a, b)", a="tensor([1.0, 2.0])", b="tensor([1.0, 3.0])"),
        sample(f"{name}(a, b)", a="tensor([nan, 2.0, nan])", b="tensor([1.0, nan, nan])"),
        sample(f"a.{name}(i)", a="tensor([1.5, -inf])", i="tensor([2, -3])"),
        sample(f"{name}(a, a)", a="tensor([1.0, 2.0])"),
    ]


def _points(name: str) -> list[Any]:
    return [
        sample(f"{name}(a)", a=a)
        for a in (
            "tensor([1.0, nan, inf, -inf, -0.0, 0.0, -2.5])",
            "tensor([[1, -2]])",
            "tensor([True, False])",
            "tensor(-3.0)",
            "zeros(0, 2)",
        )
    ]


PROOFS = {
    "eq": Proof(_pairs("eq", "==")),
    "ne": Proof(_pairs("ne", "!=")),
    "lt": Proof(_pairs("lt", "<")),
    "le": Proof(_pairs("le", "<=")),
    "gt": Proof(_pairs("gt", ">")),
    "ge": Proof(_pairs("ge", ">=")),
    "bitwise_and": Proof(
        [
            *_masks("&"),
            sample("x & 6", x="tensor([5, -3, 0])"),
            sample("x.bitwise_and(tensor(True))", x="tensor([True, False])"),
            sample("bitwise_and(x, tensor([3]))", x="tensor([[1], [2]])"),
        ],
        wrong=["ones(2) & 1"],
    ),
    "bitwise_or": Proof(
        [
            *_masks("|"),
            sample("x | 6", x="tensor([5, -3, 0])"),
            sample("x.bitwise_or(tensor(True))", x="tensor([True, False])"),
            sample("bitwise_or(x, tensor([3]))", x="tensor([[1], [2]])"),
        ]
    ),
    "bitwise_xor": Proof(
        [
            *_masks("^"),
            sample("x ^ 6", x="tensor([5, -3, 0])"),
            sample("x.bitwise_xor(tensor(True))", x="tensor([True, False])"),
            sample("bitwise_xor(x, tensor([3]))", x="tensor([[1], [2]])"),
        ]
    ),
    "bitwise_not": Proof(
        [
            sample("~(a > 0)", a="tensor([1.0, -1.0])"),
            sample("~a", a="tensor([0, 5])"),
            sample("bitwise_not(a)", a="tensor([[0, 5]], dtype=torch.uint8)"),
            sample("a.bitwise_not()", a="tensor(7)"),
            sample("a.clone().bitwise_not_()", a="tensor([True, False])"),
        ],
        wrong=["bitwise_not(ones(2))"],
    ),
    "bitwise_left_shift": Proof(_shifts("bitwise_left_shift", "<<"), wrong=["ones(2) << 1"]),
    "_rlshift": Proof([sample("5 << a", a="tensor([0, 1, 3])")]),
    "bitwise_right_shift": Proof(_shifts("bitwise_right_shift", ">>"), wrong=["ones(2) >> 1"]),
    "_rrshift": Proof([sample("5 >> a", a="tensor([0, 1, 3])")]),
    "logical_and": Proof(_truths("logical_and")),
    "logical_or": Proof(_truths("logical_or")),
    "logical_xor": Proof(_truths("logical_xor")),
    "logical_not": Proof(
        [
            sample("logical_not(a)", a="tensor([1.0, 0.0, -0.0, nan])"),
            sample("a.logical_not()", a="tensor([[0, 5]])"),
            sample("logical_not(a > 0)", a="tensor([1.0, -1.0])"),
            sample("logical_not(a)", a="tensor(0.0)"),
            sample("(a * 1).logical_not_()", a="tensor([0.0, 3.0])"),
        ]
    ),
    "where": Proof(
        [
            sample("where(a > 0, a, b)", a="tensor([1.0, -2.0, 0.0])", b="tensor([3.0, 4.0, 5.0])"),
            sample("where(a > 0, a, 0.0)", a="tensor([1.0, -2.0])"),
            sample("where(a > 0, 1.0, b)", a="tensor([1.0, -2.0])", b="tensor([[3.0], [4.0]])"),
            sample("where(a > 0, sqrt(a), b)", a="tensor([1.0, 4.0])", b="tensor(2.0)"),
            sample(
                "where(tensor(True), a, b)", a="tensor([[1.0, -2.0]])", b="tensor([[3.0], [4.0]])"
            ),
        ]
    ),
    "_where_or_nonzero": Proof(
        [
            sample("where(a > 0, a, b)", a="tensor([1.0, nan, 0.0])", b="tensor([3.0, 4.0, 5.0])"),
            sample("where(a > 0, 1, 2)", a="tensor([1.0, -2.0])"),
            sample("where(a > 0, 1.5, 2)", a="tensor([1.0, -2.0])"),
            sample("where(a > 0)[0]", a="tensor([1.0, -2.0, 3.0])"),
            sample("where(a)[1]", a="tensor([[1.0, 0.0], [0.0, 3.0]])"),
            sample("where(a > 0)[0]", a="tensor(1.0)"),
            sample(
                "torch.where(a > 0, input=a, other=i)", a="tensor([1.0, -2.0])", i="tensor([3, 4])"
            ),
            sample("where(a > 0, a, 0)", a="zeros(0)"),
        ],
        wrong=["where(ones(2), ones(2), ones(2))", "where(ones(2) > 0, ones(2))"],
    ),
    "_where_method": Proof(
        [
            sample("a.where(a > 0, b)", a="tensor([1.0, -2.0])", b="tensor([[3.0], [4.0]])"),
            sample("a.where(a > 0, 2)", a="tensor([[1.0, -2.0]])"),
            sample("a.where(a > 0, i)", a="tensor([1.0, -2.0])", i="tensor([3, 4])"),
            sample("a.where(a > 0, 0.0)", a="tensor(-1.0)"),
            sample("a.where(a > 0, other=b)", a="tensor([0.0, 1.0])", b="tensor(5.0)"),
        ]
    ),
    "maximum": Proof(_choices("maximum")),
    "minimum": Proof(_choices("minimum")),
    "fmax": Proof(_choices("fmax")),
    "fmin": Proof(_choices("fmin")),
    "_clamp_numbers": Proof(
        [
            *unary("clamp(x, -1, 1)", -2, 2, "[-1.0, 1.0, nan]"),
            sample("x.clamp(min=0)", x="tensor([-1.0, 0.0, 2.0])"),
            sample("x.clamp(max=0.5)", x="tensor([[-1.0, 0.5, 2.0]])"),
            sample("clamp(x, 2, 1)", x="tensor([0.0, 1.5, 3.0])"),
            sample("clamp(x, 0.5)", x="tensor([0, 2])"),
            sample("clip(x, min=-1, max=nan)", x="tensor([0.0, 1.5])"),
        ]
    ),
    "_clamp_tensors": Proof(
        [
            sample(call, x=x, a="tensor([-1.0, 0.0, 0.5])", b="tensor([1.0, 0.25, 0.25])")
            for call in ("clamp(x, a, b)", "x.clamp(a)", "clamp(x, max=b)")
            for x in ("linspace(-2, 2, 6).reshape(2, 3)", "tensor(0.25)", "tensor([nan, 0.0, 0.5])")
        ]
    ),
    "clamp": Proof(
        [
            *unary("x.clip(-0.5, 1.5)", -2, 2),
            sample("x.clone().clamp_(0, 1)", x="tensor([-1.0, 0.5, 2.0])"),
            sample("x.clone().clip_(min=0)", x="tensor([-1.0, 0.5, 2.0])"),
            *across("x.clamp(-0.5, 1) ** 2", 1, 1),
        ],
        wrong=["clamp(ones(2))", "clamp(ones(2), 'a')", "clamp(ones(2), ones(2), 3)"],
    ),
    "clamp_min": Proof(
        [
            *unary("clamp_min(x, -1)", -2, 2, "[-1.0, 1.0, nan]"),
            *binary("clamp_min(a, b)", (-2, 2), (-1, 1)),
            sample("x.clone().clamp_min_(0)", x="tensor([-1.0, 0.5, 0.0])"),
        ]
    ),
    "clamp_max": Proof(
        [
            *unary("clamp_max(x, 1)", -2, 2, "[-1.0, 1.0, nan]"),
            *binary("clamp_max(a, b)", (-2, 2), (-1, 1)),
            sample("x.clone().clamp_max_(0)", x="tensor([-1.0, 0.5, 0.0])"),
        ]
    ),
    "isnan": Proof(_points("isnan")),
    "isfinite": Proof(_points("isfinite")),
    "isinf": Proof(_points("isinf")),
    "isposinf": Proof(_points("isposinf")),
    "isneginf": Proof(_points("isneginf")),
    "isreal": Proof(_points("isreal")),
    "signbit": Proof(_points("signbit")),
    "isclose": Proof(
        [
            sample(
                "isclose(a, b)", a="tensor([1.0, 2.0, nan])", b="tensor([1.0 + 1e-7, 2.1, nan])"
            ),
            sample("a.isclose(b, equal_nan=True)", a="tensor([nan, inf])", b="tensor([nan, inf])"),
            sample(
                "isclose(a, b, rtol=0.1)", a="tensor([[10.0], [-10.0]])", b="tensor([10.9, inf])"
            ),
            sample("isclose(a, b, atol=2)", a="tensor([3, 9])", b="tensor([4, 12])"),
            sample("isclose(a, b)", a="tensor([True, False])", b="tensor([True, True])"),
            sample("isclose(a, b)", a="zeros(0)", b="zeros(0)"),
            *across("x.isclose(x + 1e-7)", 0, 2),
        ],
        wrong=["isclose(ones(2), ones(2).double())", "isclose(ones(2), ones(2), rtol=-1)"],
    ),
    "allclose": Proof(
        [
            sample("allclose(x, x + 1e-9)", x="ones(3)"),
            sample("x.allclose(y, equal_nan=True)", x="tensor([nan])", y="tensor([nan])"),
            sample("allclose(x, y, rtol=0.5)", x="ones(2)", y="ones(2) * 1.4"),
            sample("allclose(x, y)", x="zeros(0)", y="ones(0)"),
            sample("allclose(a, b)", a="tensor([1.0])", b="tensor([1.0 + 1e-7])"),
        ]
    ),
    "equal": Proof(
        [
            sample("x.equal(x.clone())", x="ones(3)"),
            sample("equal(x, y)", x="ones(3)", y="ones(2)"),
            sample("equal(x, y)", x="tensor([1, 2])", y="tensor([1, 3])"),
            sample("equal(x, x)", x="tensor([nan])"),
            sample("equal(a, b)", a="tensor([1.0])", b="tensor([1.0])"),
        ]
    ),
}

EXAMPLES = {
    "_where_or_nonzero": sample("where(a > 0, a * a, -a)", a="tensor([1.0, -2.0])"),
}
