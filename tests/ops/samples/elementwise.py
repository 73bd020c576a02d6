"""Proofs of the operators in ``gradcli/ops/elementwise.py``."""

from __future__ import annotations

from typing import Any

from tests.ops.sampling import Proof, across, sample, unary


def _forms(name: str, low: float, high: float, *points: str) -> list[Any]:
    """Sample a function of one tensor over an interval, at hard points and in its other forms."""
    between = f"linspace({low}, {high}, 12).reshape(2, 2, 3)"
    return [
        *unary(f"{name}(x)", low, high, *points),
        sample(f"x.{name}()", x=between),
        sample(f"torch.{name}(x[:, ::2].permute(2, 0, 1))", x=between),
        sample(f"{name}(x.expand(2, 3))", x=f"linspace({low}, {high}, 5)[1:4]"),
        sample(f"{name}(x).sum(0) * x[0]", x=between),
    ]


PROOFS = {
    "neg": Proof([*unary("-x", -2, 2, "-0.0"), *across("(-x) ** 2", 2, 2)]),
    "positive": Proof(
        [
            sample("+x", x="tensor([1.0, -2.0])"),
            sample("positive(x)", x="tensor(2.0)"),
            sample("x.positive()", x="zeros(0)"),
            sample("torch.positive(x * 2)", x="tensor([[nan, inf]])"),
            sample("+x", x="tensor([3, -3])"),
        ],
        wrong=["+tensor([True])"],
    ),
    "exp": Proof(_forms("exp", -3, 3, "90.0", "-200.")),
    "log": Proof(_forms("log", 0.1, 9, "[0.0, 1.0]", "[1e-30, 1e30]")),
    "log2": Proof(_forms("log2", 0.1, 9, "[0.0, 1.0]", "[1e-30, 1e30, -1.0]")),
    "log10": Proof(_forms("log10", 0.1, 9, "[0.0, 1.0]", "[1e-30, 1e30, -1.0]")),
    "log1p": Proof(_forms("log1p", -0.9, 9, "[-1.0, 0.0, 1e-12, 1e6]")),
    "exp2": Proof(_forms("exp2", -3, 3, "[90.0, -200.0]")),
    "expm1": Proof(_forms("expm1", -3, 3, "[0.0, 1e-12, -800.0]")),
    "sqrt": Proof(_forms("sqrt", 0.1, 9, "[0.0, 4.0]", "1e-30")),
    "reciprocal": Proof(
        [
            *across("(x + 3).reciprocal()", 2, 2),
            *unary("x.reciprocal()", 0.2, 3, "0.0"),
            sample("2 / x", x="tensor([0.5, -4.0])"),
        ]
    ),
    "rsqrt": Proof(_forms("rsqrt", 0.1, 9, "[0.0, 4.0, inf]", "1e-30")),
    "sin": Proof(_forms("sin", -6, 6, "100.0")),
    "cos": Proof(_forms("cos", -6, 6, "100.0")),
    "tanh": Proof(_forms("tanh", -3, 3, "[800.0, -800.0]")),
    "tan": Proof(_forms("tan", -1.4, 1.4, "[3.0, -2.0, 100.0]")),
    "asin": Proof(_forms("asin", -0.9, 0.9, "[1.0, -1.0, 2.0]")),
    "acos": Proof(_forms("acos", -0.9, 0.9, "[1.0, -1.0, 2.0]")),
    "atan": Proof(_forms("atan", -3, 3, "[0.0, inf, -inf]")),
    "sinh": Proof(_forms("sinh", -3, 3, "[0.0, 800.0]")),
    "cosh": Proof(_forms("cosh", -3, 3, "[0.0, -800.0]")),
    "asinh": Proof(_forms("asinh", -3, 3, "[0.0, 1e10]")),
    "acosh": Proof(_forms("acosh", 1.1, 5, "[1.0, 0.5]")),
    "atanh": Proof(_forms("atanh", -0.9, 0.9, "[1.0, -1.0, 2.0]")),
    "sinc": Proof(_forms("sinc", -2.3, 2.5, "1.0")),
    "deg2rad": Proof(_forms("deg2rad", -360, 360, "[180, 90]")),
    "rad2deg": Proof(_forms("rad2deg", -6, 6, "[1, 2]")),
    "sigmoid": Proof(_forms("sigmoid", -6, 6, "[800.0, -800.0]")),
    "relu": Proof(
        [
            *_forms("relu", -2, 2.5, "[0.0, -0.0]"),
            sample("relu(x) ** 2", x="tensor([-1.0, 0.5, 2.0])"),
            sample("log(relu(x))", x="tensor([-1.0, 0.5])"),
        ],
        wrong=[
            *("relu()", "F.relu(1, 2, 3)", "F.relu(foo=1)", "F.relu(inplace=True)", "F.relu(1)"),
            *("torch.arccos(1)", "ones(2).arccos(dim=0)", "ones(2).acos(1, dim=0)"),
            *("torch.special.expit(1)", "ones(2).arctan_(1)", "torch.absolute(ones(2), foo=1)"),
        ],
    ),
    "_where_positive": Proof(),
    "_hung": Proof(),
    "abs": Proof(_forms("abs", -2, 2.5, "[0.0, -0.0, 3.0]")),
    "sign": Proof(_forms("sign", -2, 2.5, "[0.0, nan]")),
    "sgn": Proof(
        [
            *_forms("sgn", -2, 2.5, "[0.0, nan]"),
            sample("sgn(x + y * 1j)", x="tensor([1.0, -2.0, 0.0])", y="tensor([0.5, 3.0, -1.0])"),
        ]
    ),
    "angle": Proof(
        [
            *_forms("angle", -2, 2.5, "[-1.0, -0.0, nan]"),
            sample("angle(x + y * 1j)", x="tensor([1.0, -2.0, 0.0])", y="tensor([0.5, 3.0, -1.0])"),
        ]
    ),
    "floor": Proof(_forms("floor", -2.5, 2.5, "[2.0, -0.0]", "[3, -3]")),
    "ceil": Proof(_forms("ceil", -2.5, 2.5, "[2.0, -0.0]", "[3, -3]")),
    "trunc": Proof(_forms("trunc", -2.5, 2.5, "[2.0, -0.0]", "[3, -3]")),
    "frac": Proof(_forms("frac", -2.5, 2.5, "[2.0, -0.0, inf]"), wrong=["frac(tensor([1]))"]),
    "round": Proof(
        [
            *_forms("round", -2.5, 2.5, "[2.5, 3.5]", "[3, -3]"),
            sample("torch.round(x, decimals=1)", x="tensor([1.26, -0.04])"),
            sample("torch.round(x, decimals=-2)", x="tensor([1234.0, -50.0])"),
            sample("x.round(decimals=0)", x="tensor([1.5, 2.5])"),
        ],
        wrong=["torch.round(tensor([1]), decimals=1)"],
    ),
    "nan_to_num": Proof(
        [
            *_forms("nan_to_num", -2, 2.5, "[nan, inf, -inf, 1.0]", "[1, 2]"),
            sample("nan_to_num(x, 1.0)", x="tensor([nan, inf, 1.0])"),
            sample("x.nan_to_num(nan=2.0, posinf=3.0, neginf=-4.0)", x="tensor([nan, inf, -inf])"),
        ]
    ),
    "frexp": Proof(
        [
            sample("frexp(x)[0]", x=x)
            for x in (
                "linspace(-9.5, 9, 7)",
                "tensor([[0.0, -0.0, 1e-30]])",
                "tensor(8.0)",
                "zeros(0)",
            )
        ]
        + [sample("x.frexp().exponent", x="tensor([0.5, 3.0, 1e30])")],
        wrong=["frexp(tensor([1]))"],
    ),
    "_to_copy": Proof([sample("x.to(torch.float32)", x="tensor([1.0, 2.5])")]),
    "clone": Proof([*across("x.clone() ** 2"), sample("x.clone()", x="tensor([1.0, 2.0])")]),
    "contiguous": Proof(
        [
            sample("x.contiguous()", x="ones(2, 3)"),
            sample("x.T.contiguous()", x="linspace(0, 1, 6).reshape(2, 3)"),
            *across("x.contiguous() ** 2", 1),
        ]
    ),
    "_compact": Proof([sample("x.T.contiguous()", x="ones(2, 3)")]),
}

EXAMPLES = {
    "positive": sample("+x * x", x="tensor([1.0, -2.0])"),
    "sign": sample("sign(x) * x", x="tensor([1.5, -0.5, 2.25])"),
    "sgn": sample("sgn((1 + 2j) * x + 3).imag", x="tensor([1.0, -2.0])"),
    "floor": sample("floor(x) * x", x="tensor([1.5, -0.5, 2.25])"),
    "ceil": sample("ceil(x) * x", x="tensor([1.5, -0.5, 2.25])"),
    "trunc": sample("trunc(x) * x", x="tensor([1.5, -0.5, 2.25])"),
    "round": sample("round(x) * x", x="tensor([1.5, -0.5, 2.25])"),
    "nan_to_num": sample("nan_to_num(x)", x="tensor([1.0, nan, -inf])"),
}
