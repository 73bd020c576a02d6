"""Proofs of the operators in ``gradcli/ops/activation.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, across, sample, unary

_GRID = "linspace(-2, 2, 12).reshape(4, 3)"

_HARD = ("[0.0, -0.0]", "[800.0, -800.0]", "[[nan, 1.0]]")
"""Points that every activation is sampled at: its kink, saturation, and what is not a number."""

PROOFS = {
    "threshold": Proof(
        [
            *unary("F.threshold(x, 0.5, 20)", -2, 2, *_HARD),
            sample("torch.threshold(x, 0.5, 0.25) ** 2", x="tensor([0.5, 0.75, -1.0])"),
            sample("F.threshold(x, 1.5, 5)", x="tensor([1, 2])"),
        ],
        wrong=["F.threshold(tensor([True]), 1, 5)"],
    ),
    "hardtanh": Proof(
        [
            *unary("F.hardtanh(x)", -2, 2, *_HARD, "[1.0, -1.0]"),
            sample("F.hardtanh(x, -0.5, max_val=0.25) ** 2", x="tensor([-0.5, 0.0, 0.125, 2.0])"),
            sample("F.hardtanh(x)", x="tensor([3, -2])"),
        ],
        wrong=["F.hardtanh(ones(2), 1.0, 0.0)", "F.hardtanh(tensor([True]))"],
    ),
    "relu6": Proof(
        [
            *unary("F.relu6(x)", -2, 9, *_HARD, "[6.0, 5.0]"),
            sample("F.relu6(x) ** 2", x="tensor([-1.0, 3.0, 7.0])"),
            sample("F.relu6(x * 2, inplace=True)", x="tensor([-1.0, 1.0, 7.0])"),
            sample("F.relu6(x)", x="tensor([3, -2, 8])"),
        ]
    ),
    "hardsigmoid": Proof(
        [
            *unary("F.hardsigmoid(x)", -4, 4, *_HARD, "[3.0, -3.0]"),
            sample("F.hardsigmoid(x) ** 2", x="tensor([-1.0, 1.0, 7.0])"),
        ],
        wrong=["F.hardsigmoid(tensor([1]))"],
    ),
    "hardswish": Proof(
        [
            *unary("F.hardswish(x)", -4, 4, *_HARD, "[3.0, -3.0]"),
            sample("F.hardswish(x) ** 2", x="tensor([-1.0, 1.0, 7.0])"),
        ],
        wrong=["F.hardswish(tensor([1]))"],
    ),
    "hardshrink": Proof(
        [
            *unary("F.hardshrink(x)", -2, 2, *_HARD, "[0.5, -0.5]"),
            sample("x.hardshrink(0.25) ** 2", x="tensor([-1.0, 0.25, 0.2])"),
        ],
        wrong=["F.hardshrink(tensor([1]))"],
    ),
    "softshrink": Proof(
        [
            *unary("F.softshrink(x)", -2, 2, *_HARD, "[0.5, -0.5]"),
            sample("F.softshrink(x, 0.25) ** 2", x="tensor([-1.0, 0.25, 0.2])"),
        ],
        wrong=["F.softshrink(tensor([1]))", "F.softshrink(ones(2), -1.0)"],
    ),
    "leaky_relu": Proof(
        [
            *unary("F.leaky_relu(x)", -2, 2, *_HARD),
            sample("F.leaky_relu(x, 0.25) ** 2", x="tensor([-1.0, 0.0, 2.0])"),
            sample(
                "F.leaky_relu(x * 2, negative_slope=0.5, inplace=True)", x="tensor([-1.0, 2.0])"
            ),
            sample("F.leaky_relu(x, -1.5) ** 2", x="tensor([-1.0, 0.0, 2.0])"),
        ],
        wrong=["F.leaky_relu(tensor([1]))"],
    ),
    "elu": Proof(
        [
            *unary("F.elu(x)", -2, 2, *_HARD),
            sample("F.elu(x, 2.5) ** 2", x="tensor([-1.0, 0.0, 2.0])"),
            sample("F.elu(x * 2, alpha=0.5, inplace=True)", x="tensor([-1.0, 2.0])"),
        ],
        wrong=[
            *(
                "F.elu(tensor([1]))",
                "F.elu(inplace=True)",
                "F.elu(input=1)",
                "F.elu(1, inplace=True)",
            ),
            *("F.elu(ones(2), 1.0, alpha=2.0)", "F.elu(1, 2, 3, 4)"),
        ],
    ),
    "selu": Proof(
        [
            *unary("F.selu(x)", -2, 2, *_HARD),
            sample("torch.selu(x) ** 2", x="tensor([-1.0, 0.0, 2.0])"),
            sample("torch.selu_(x * 2)", x="tensor([-1.0, 2.0])"),
        ]
    ),
    "celu": Proof(
        [
            *unary("F.celu(x)", -2, 2, *_HARD),
            sample("torch.celu(x, 2.5) ** 2", x="tensor([-1.0, 0.0, 2.0])"),
            sample("F.celu(x * 2, alpha=0.5, inplace=True)", x="tensor([-1.0, 2.0])"),
        ],
        wrong=["F.celu(ones(2), 0)"],
    ),
    "_prelu_kernel": Proof(
        [
            sample("F.prelu(x, w)", x=_GRID, w="tensor([0.25])"),
            sample("F.prelu(x, w) ** 2", x=_GRID, w="tensor([0.25, 0.5, -1.0])"),
        ]
    ),
    "prelu": Proof(
        [
            sample("F.prelu(x, w)", x=_GRID, w="tensor(0.25)"),
            sample("F.prelu(x, w)", x=_GRID, w="tensor([0.25])"),
            sample("F.prelu(x, w)", x=_GRID, w="tensor([0.25, 0.5, -1.0])"),
            sample(
                "torch.prelu(x, w)", x=_GRID + ".reshape(2, 3, 2)", w="tensor([0.25, 0.5, -1.0])"
            ),
            sample("x.prelu(w.detach())", x="tensor([0.0, -0.0, -1.0, nan])", w="tensor([0.25])"),
            sample("F.prelu(x, weight=w)", x="tensor(-3.0)", w="tensor([0.25])"),
            *across("F.prelu(x + 0.1, tensor([0.3])) ** 2", 1, 3),
        ],
        wrong=[
            "F.prelu(ones(2, 3), ones(2))",
            "F.prelu(tensor(1.0), ones(2))",
            "F.prelu(tensor([1]), ones(1))",
        ],
    ),
    "_leaning": Proof([sample("F.rrelu(x) ** 2", x="tensor([-1.0, 0.0, 2.0])")]),
    "rrelu": Proof(
        [
            *unary("F.rrelu(x)", -2, 2, *_HARD),
            sample("torch.rrelu(x, 0.25, 0.75)", x="tensor([-1.0, 0.0, 2.0])"),
            sample(
                "torch.manual_seed(0)\nF.rrelu(x, training=True)", x="tensor([-1.0, 2.0, -3.0])"
            ),
            sample("torch.rrelu_(x * 2, 0.5, 0.5)", x="tensor([-1.0, 2.0])"),
        ],
        wrong=["F.rrelu(tensor([1]))", "F.rrelu(ones(2), 0.5, 0.25)"],
    ),
    "silu": Proof(
        [
            *unary("F.silu(x)", -6, 6, "[0.0, -0.0]", "[700.0, -700.0]", "[nan, 1.0]"),
            sample("F.silu(x) ** 2", x="tensor([-1.0, 0.0, 2.0])"),
            sample("F.silu(x * 2, inplace=True)", x="tensor([-1.0, 2.0])"),
        ],
        wrong=["F.silu(tensor([1]))"],
    ),
    "mish": Proof(
        [
            *unary("F.mish(x)", -6, 6, "[0.0, -0.0]", "[700.0, -700.0]", "[nan, 1.0]"),
            sample("F.mish(x) ** 2", x="tensor([-1.0, 0.0, 2.0])"),
            sample("F.mish(x) ** 2", x="linspace(-30, 30, 7)"),
        ],
        wrong=["F.mish(tensor([1]))"],
    ),
    "gelu": Proof(
        [
            *unary("F.gelu(x)", -4, 4, "[0.0, -0.0]", "[30.0, -30.0]", "[nan, 1.0]"),
            sample("F.gelu(x, approximate='tanh')", x="linspace(-4, 4, 9)"),
            sample("F.gelu(x, approximate='tanh') ** 2", x="tensor([[-1.0], [0.0]])"),
            sample("F.gelu(x) ** 2", x="tensor([[-1.0], [0.0]])"),
        ],
        wrong=["F.gelu(tensor([1]))", "F.gelu(ones(2), approximate='x')"],
    ),
    "softplus": Proof(
        [
            *unary("F.softplus(x)", -4, 4, "[0.0, -0.0]", "[800.0, -800.0]", "[nan, 20.0, 20.5]"),
            sample("F.softplus(x, 2, 1.5) ** 2", x="tensor([-1.0, 0.5, 0.75, 2.0])"),
            sample("F.softplus(x, beta=0.5)", x="tensor([[-1.0], [0.0]])"),
        ],
        wrong=["F.softplus(tensor([1]))"],
    ),
    "logsigmoid": Proof(
        [
            *unary("F.logsigmoid(x)", -4, 4, "[0.0, -0.0]", "[800.0, -800.0]", "[nan, 1.0]"),
            sample("F.logsigmoid(x) ** 2", x="tensor([-1.0, 0.5, 2.0])"),
            sample("F.logsigmoid(x) ** 2", x="linspace(-40, 40, 9)"),
        ],
        wrong=["F.logsigmoid(tensor([1]))"],
    ),
    "softsign": Proof(
        [
            sample("F.softsign(x) ** 2", x="linspace(-9, 9, 7)"),
            *unary("F.softsign(x)", -4, 4, *_HARD),
            sample("F.softsign(x)", x="tensor([1, 2])"),
        ]
    ),
    "tanhshrink": Proof(
        [*unary("F.tanhshrink(x)", -4, 4, *_HARD), sample("F.tanhshrink(x)", x="tensor([1])")]
    ),
    "glu": Proof(
        [
            sample("F.glu(x)", x="linspace(-2, 2, 12).reshape(3, 4)"),
            sample("F.glu(x, 0)", x="linspace(-2, 2, 12).reshape(4, 3)"),
            sample("F.glu(x, dim=-2) ** 2", x="linspace(-2, 2, 12).reshape(3, 2, 2)"),
            sample("F.glu(x)", x="linspace(-2, 2, 6)"),
            sample("F.glu(x)", x="tensor([1.0, 800.0, 2.0, -800.0])"),
        ],
        wrong=["F.glu(ones(3))", "F.glu(tensor(3.0))", "F.glu(tensor([1, 2]))"],
    ),
}
