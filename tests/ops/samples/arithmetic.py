"""Proofs of the operators in ``gradcli/ops/arithmetic.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, across, binary, sample, unary

PROOFS = {
    "add": Proof(
        [
            *binary("a + b", (-2, 2), (0.5, 3)),
            sample("a + 2", a="tensor([1.0, 2.0])"),
            sample("1.5 + a", a="tensor([[1.0], [2.0]])"),
            sample("a.add(b, alpha=2)", a="tensor([1.0, 2.0])", b="tensor([3.0, 5.0])"),
            sample("a + i", a="tensor([1.0, 2.0])", i="tensor([3, 4])"),
            sample("add(a, 2, alpha=3)", a="tensor([1, 2])"),
            sample("add(1, a, alpha=0.5)", a="tensor([1.0, 2.0])"),
        ],
        wrong=[
            "ones(2) + ones(3)",
            "add(tensor([1]), tensor([2]), alpha=1.5)",
            "add(ones(2), 1, alpha=True)",
        ],
    ),
    "sub": Proof(
        [
            *binary("a - b", (-2, 2), (0.5, 3)),
            sample("a - 2", a="tensor([1.0, 2.0])"),
            sample("a.sub(b, alpha=3)", a="tensor([1.0, 2.0])", b="tensor([3.0, 5.0])"),
            *across("x.sub(x ** 2, alpha=3)", 1, 1),
        ]
    ),
    "rsub": Proof(
        [
            sample("1 - a", a="tensor([[1.0, 2.0]])"),
            sample("2.5 - a", a="tensor(3.0)"),
            *binary("rsub(a, b)", (-2, 2), (0.5, 3)),
            sample("rsub(a, 2, alpha=3)", a="tensor([1.0, 2.0])"),
            sample("rsub(a, b, alpha=0.5)", a="tensor([1.0, 2.0])", b="tensor(3.0)"),
        ]
    ),
    "mul": Proof(
        [
            *binary("a * b", (-2, 2), (0.5, 3)),
            sample("a * 3", a="tensor([1.0, 2.0])"),
            sample("0.5 * a", a="tensor([[1.0], [2.0]])"),
            sample("a * a", a="tensor([1.0, 2.0])"),
            sample("x.mul(x.T) ** 2", x="linspace(-1, 1, 9).reshape(3, 3)"),
        ]
    ),
    "true_divide": Proof(
        [
            *binary("a / b", (-2, 2), (0.5, 3)),
            sample("a / 2", a="tensor([1.0, 2.0])"),
            sample("a / b", a="tensor([0.0, 1.0])", b="tensor([0.0, 0.0])"),
            sample("true_divide(3, a)", a="tensor([2.0, -1.0])"),
            sample("a.true_divide(b)", a="tensor([3, 4])", b="tensor(2)"),
        ]
    ),
    "div": Proof(
        [
            sample("div(a, b)", a="tensor([1.0, 2.0])", b="tensor([[3.0], [-0.5]])"),
            sample("a.divide(2)", a="tensor([1, 2])"),
            sample("div(1, a)", a="tensor([1.0, 2.0])"),
            sample("a.clone().div_(2)", a="tensor([1.0, 2.0])"),
            sample("a.clone().div_(2, rounding_mode='floor')", a="tensor([1.0, -2.5])"),
            *across("x.div(x + 3) ** 2", 0, 2),
        ],
        wrong=["div(ones(2), 2, rounding_mode='up')"],
    ),
    "_div_rounded": Proof(
        [
            sample(
                f"div(a, {b}, rounding_mode='{mode}')", a="tensor([5.0, -5.0, 0.9, 7.5])", **given
            )
            for mode in ("trunc", "floor")
            for b, given in (
                ("b", {"b": "tensor([[2.0], [-0.3]])"}),
                ("3", {}),
                ("0", {}),
                ("i", {"i": "tensor(-2)"}),
            )
        ]
        + [
            sample("div(a, b, rounding_mode='trunc')", a="tensor([5, -5])", b="tensor([3, 3])"),
            sample("div(a, b, rounding_mode='floor')", a="tensor([5, -5])", b="tensor([3, 3])"),
        ],
        wrong=["div(tensor([1]), 0, rounding_mode='trunc')"],
    ),
    "rdiv": Proof([sample("3 / a", a="tensor([2.0, -4.0])")]),
    "pow": Proof(
        [
            sample("pow(a, 2)", a="tensor([1.0, -2.0])"),
            sample("pow(a, b)", a="tensor([1.0, 2.0])", b="tensor([3.0, 0.5])"),
            sample("pow(2, b)", b="tensor([3.0, 0.5])"),
            *across("(x ** 3).pow(2)", 0, 2),
        ]
    ),
    "_pow_number": Proof(
        [
            sample("a ** 2", a="tensor([1.0, -2.0, 0.0])"),
            sample("a ** 3.5", a="tensor([[1.0, 2.0]])"),
            sample("a ** 0.5", a="tensor([4.0, 0.0])"),
            sample("a ** -1", a="tensor([2.0, -0.5])"),
            sample("a ** 0", a="tensor([2.0, 0.0])"),
            sample("a ** 1", a="tensor([2.0, 0.0])"),
            sample("a ** 2", a="zeros(0)"),
        ],
        wrong=["tensor([2]) ** -1"],
    ),
    "_pow_tensor": Proof(
        [
            *binary("a ** b", (0.5, 2), (-1, 3)),
            sample("a ** b", a="tensor([0.0, 0.0, 0.0])", b="tensor([0.0, 2.0, 0.5])"),
            sample("a ** i", a="tensor([-2.0, 3.0])", i="tensor([2, 3])"),
            sample("a ** b", a="tensor([2, 1, -1, 3])", b="tensor([-1, -2, -3, 3])"),
        ]
    ),
    "_number_pow": Proof(
        [
            sample("2 ** b", b="tensor([1.0, -2.0, 0.0])"),
            sample("0 ** b", b="tensor([1.0, 0.0])"),
            sample("0.5 ** b", b="tensor([[3.0]])"),
        ]
    ),
    "_rpow": Proof([sample("2.0 ** b", b="tensor([[3.0, -1.0]])")]),
    "square": Proof([*across("x.square() ** 2", 1, 2), *unary("square(x)", -2, 2)]),
    "floor_divide": Proof(
        [
            sample("(a // b).detach()", a="tensor([5.0, -5.0, 1.0])", b="tensor([2.0, 2.0, -0.3])"),
            sample("a // 2", a="tensor([5, -5, 4])"),
            sample("(a // 0).detach()", a="tensor([5.0, -5.0])"),
            sample("x.detach() // 0.7", x="linspace(-3, 3, 8)"),
            sample("x.floor_divide(y)", x="tensor([7, -7, 5])", y="tensor([2, 2, -3])"),
        ],
        wrong=["tensor([1]) // 0", "(ones(2, requires_grad=True) // 2).sum().backward()"],
    ),
    "_rfloordiv": Proof(
        [sample("(7 // a).detach()", a="tensor([2.0, -2.0])"), sample("7 // a", a="tensor([2])")]
    ),
    "remainder": Proof(
        [
            sample("remainder(a, 3)", a="tensor([5.0, -5.0])"),
            sample("a % b", a="tensor([5, -5])", b="tensor([3, -3])"),
            *across("x.remainder(0.7) ** 2", 1, 1),
            sample("a % 2", a="tensor([5.5, -5.5, -2.0])"),
            sample("a % -1.5", a="tensor([[2.0]])"),
            *binary("a % b", (-2, 2), (0.5, 3)),
            sample("(7 % a).detach()", a="tensor([2.0, -2.5])"),
            sample("7 % a", a="tensor([2])"),
        ],
        wrong=["tensor([1]) % 0", "(7 % ones(2, requires_grad=True)).sum().backward()"],
    ),
    "_rmod": Proof([sample("7 % a", a="tensor([2])")]),
    "fmod": Proof(
        [
            *binary("fmod(a, b)", (-2, 2), (0.5, 3)),
            sample("fmod(a, 2)", a="tensor([5.5, -5.5, -2.0])"),
            sample("a.fmod(-1.5)", a="tensor([[2.0], [inf]])"),
            sample("fmod(a, b)", a="tensor([5.0, -5.0])", b="tensor([0.0, inf])"),
            sample("fmod(a, b)", a="tensor([5, -5])", b="tensor([3, -3])"),
            sample("a.clone().fmod_(2)", a="tensor([5.5, -5.5])"),
        ],
        wrong=["fmod(tensor([1]), 0)"],
    ),
    "float_power": Proof(
        [
            sample("float_power(a, 2)", a="tensor([1.0, -2.0])"),
            sample("float_power(a, b)", a="tensor([[1.0], [2.0]])", b="tensor([3.0, 0.5])"),
            sample("torch.float_power(2, b)", b="tensor([3.0, 0.5])"),
            sample("a.float_power(i)", a="tensor([1.0, 2.0])", i="tensor([3, -1])"),
            sample("float_power(i, -1)", i="tensor([2, 4])"),
        ]
    ),
    "_float_power_into": Proof(
        [sample("(a.double() * 1).float_power_(2)", a="tensor([1.0, -2.0])")],
        wrong=["ones(2).float_power_(2)"],
    ),
    "lerp": Proof(
        [
            *binary("lerp(a, b, 0.25)", (-2, 2), (0.5, 3)),
            sample("a.lerp(b, 0.75)", a="tensor([1.0, 2.0])", b="tensor([3.0, -1.0])"),
            sample(
                "lerp(a, b, w)", a="ones(2, 1)", b="tensor([3.0, 5.0])", w="tensor([0.25, 1.5])"
            ),
            sample(
                "lerp(a, b, w)", a="tensor([1.0, 2.0])", b="tensor([3.0, inf])", w="tensor(0.5)"
            ),
            sample("a.clone().lerp_(b, 0.5)", a="tensor([1.0, 2.0])", b="tensor([3.0, 4.0])"),
        ],
        wrong=["lerp(ones(2), ones(2).double(), 0.5)", "lerp(tensor([1]), tensor([2]), 0.5)"],
    ),
    "addcmul": Proof(
        [
            sample(
                "addcmul(x, a, b)", x="ones(2, 3)", a="tensor([[1.0], [2.0]])", b="ones(3) * 0.5"
            ),
            sample(
                "addcmul(x, a, b, value=0.5)",
                x="tensor([1.0, 2.0])",
                a="tensor([3.0, -1.0])",
                b="tensor([0.5, 4.0])",
            ),
            sample("x.addcmul(a, a, value=-1)", x="tensor(1.0)", a="tensor([[1.0, 2.0]])"),
            sample(
                "x.clone().addcmul_(a, b)", x="ones(2)", a="tensor(3.0)", b="tensor([1.0, -2.0])"
            ),
            sample("addcmul(x, i, i, value=2)", x="ones(2)", i="tensor([1, 2])"),
            sample("addcmul(i, i, i, value=3)", i="tensor([1, 2])"),
            sample("addcmul(x, a, b)", x="zeros(0)", a="ones(1)", b="zeros(0)"),
            *across("addcmul(x, x, x + 1, value=2)", 1, 2),
        ]
    ),
    "addcdiv": Proof(
        [
            sample(
                "addcdiv(x, a, b)", x="ones(2, 3)", a="tensor([[1.0], [2.0]])", b="ones(3) * 0.5"
            ),
            sample(
                "addcdiv(x, a, b, value=0.5)",
                x="tensor([1.0, 2.0])",
                a="tensor([3.0, -1.0])",
                b="tensor([0.5, 4.0])",
            ),
            sample("x.addcdiv(a, a, value=-1)", x="tensor(1.0)", a="tensor([[1.0, 2.0]])"),
            sample(
                "x.clone().addcdiv_(a, b)", x="ones(2)", a="tensor(3.0)", b="tensor([1.0, -2.0])"
            ),
            sample("addcdiv(x, i, a)", x="ones(2)", i="tensor([1, 2])", a="tensor([2.0, 0.0])"),
        ],
        wrong=["addcdiv(ones(1), tensor([1]), tensor([1]))"],
    ),
    "add_number": Proof(),
    "sub_number": Proof(),
    "mul_number": Proof(),
    "div_number": Proof(),
}

EXAMPLES = {
    "add": sample("add(a, b, alpha=3)", a="tensor([1.0, 2.0])", b="tensor([3.0, -1.0])"),
    "addcmul": sample(
        "addcmul(a, b, c, value=2)",
        a="tensor([1.0, 2.0])",
        b="tensor([3.0, -1.0])",
        c="tensor([0.5, 4.0])",
    ),
}
