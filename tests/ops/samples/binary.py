"""Proofs of the operators in ``gradcli/ops/binary.py``."""

from __future__ import annotations

from typing import Any

from tests.ops.sampling import Proof, binary, sample

_EXTREME = {"a": "tensor([0.0, 800.0, -inf, inf])", "b": "tensor([0.0, -800.0, 1.0, 2.0])"}


def _divisors(name: str) -> list[Any]:
    return [
        sample(f"{name}(a, b)", a="tensor([12, -9, 0])", b="tensor([[8], [6]])"),
        sample(f"{name}(a, b)", a="tensor([0, 4])", b="tensor(0)"),
        sample(f"a.{name}(b)", a="tensor([200, 7], dtype=torch.uint8)", b="tensor([15])"),
        sample(f"a.clone().{name}_(b)", a="tensor([12, -18])", b="tensor([8, 27])"),
        sample(f"{name}(a, b)", a="tensor(6)", b="tensor(-4)"),
    ]


PROOFS = {
    "atan2": Proof(
        [
            *binary("atan2(a, b)", (-2, 2), (0.5, 3)),
            sample(
                "atan2(a, b)", a="tensor([1.0, 0.0, -1.0, -0.0])", b="tensor([-1.0, -1.0, 0, -2])"
            ),
            sample("arctan2(a, b)", a="tensor([0.0, 1.0])", b="tensor([0.0, inf])"),
            sample("a.atan2(i)", a="tensor([1.0, 2.0])", i="tensor([3, -4])"),
            sample("a.clone().atan2_(b)", a="tensor([1.0, 2.0])", b="tensor(3.0)"),
        ]
    ),
    "hypot": Proof(
        [
            *binary("hypot(a, b)", (-2, 2), (0.5, 3)),
            sample("hypot(a, b)", a="tensor([0.0, 1e30, inf])", b="tensor([0.0, 1e30, nan])"),
            sample("hypot(a, a)", a="tensor([[1.0], [-2.0]])"),
            sample("a.hypot(i)", a="tensor([3.0, -5.0])", i="tensor([4, 12])"),
            sample("a.clone().hypot_(b)", a="tensor([3.0, 1.0])", b="tensor(4.0)"),
        ],
        wrong=["hypot(tensor([3]), tensor([4]))"],
    ),
    "logaddexp": Proof(
        [
            *binary("logaddexp(a, b)", (-2, 2), (0.5, 3)),
            sample("logaddexp(a, b)", **_EXTREME),
            sample("a.logaddexp(b)", a="tensor([-inf, inf])", b="tensor([-inf, inf])"),
            sample("logaddexp(a, a)", a="tensor([[1.0], [-2.0]])"),
            sample("a.logaddexp(i)", a="tensor([3.0, -5.0])", i="tensor([4, 12])"),
        ],
        wrong=["logaddexp(ones(2), 2)"],
    ),
    "logaddexp2": Proof(
        [
            *binary("logaddexp2(a, b)", (-2, 2), (0.5, 3)),
            sample("logaddexp2(a, b)", **_EXTREME),
            sample("a.logaddexp2(b)", a="tensor([-inf, inf])", b="tensor([-inf, inf])"),
            sample("a.logaddexp2(i)", a="tensor([3.0, -5.0])", i="tensor([4, 12])"),
        ]
    ),
    "copysign": Proof(
        [
            *binary("copysign(a, b)", (-2, 2.5), (-3, 3)),
            sample("copysign(a, b)", a="tensor([0.0, 1.0, -2.0])", b="tensor([-1.0, -0.0, nan])"),
            sample("copysign(a, -1)", a="tensor([[1.0], [-2.0]])"),
            sample("copysign(i, -1)", i="tensor([1, -2])"),
            sample("a.clone().copysign_(b)", a="tensor([1.0, 2.0])", b="tensor(-3.0)"),
        ]
    ),
    "nextafter": Proof(
        [
            *binary("nextafter(a, b)", (-2, 2.5), (-3, 3)),
            sample("nextafter(a, b)", a="tensor([1.0, 1.0, 0.0])", b="tensor([2.0, 1.0, -inf])"),
            sample("a.clone().nextafter_(b)", a="tensor([1.0, 2.0])", b="tensor(-3.0)"),
        ],
        wrong=["nextafter(tensor([3]), tensor([4]))"],
    ),
    "ldexp": Proof(
        [
            *binary("ldexp(a, b)", (-2, 2.5), (-3, 3)),
            sample("ldexp(a, i)", a="tensor([1.0, -0.75])", i="tensor([3, -2])"),
            sample("ldexp(i, i)", i="tensor([1, 2])"),
            sample("a.ldexp(i)", a="tensor([[1.0], [2.0]])", i="tensor([0, 4])"),
            sample("a.clone().ldexp_(i)", a="tensor([1.0, 2.0])", i="tensor(4)"),
        ]
    ),
    "heaviside": Proof(
        [
            sample("heaviside(a, b).detach()", a="tensor([-1.0, 0.0, 2.0])", b="tensor(0.5)"),
            sample("heaviside(a, b).detach()", a="tensor([nan, -0.0])", b="tensor([[1.0], [2.0]])"),
            sample("heaviside(a, b)", a="tensor([-1, 0, 2])", b="tensor([5])"),
            sample("a.heaviside(b)", a="tensor([True, False])", b="tensor([True, True])"),
            sample("heaviside(a, b).detach()", a="zeros(0)", b="ones(1)"),
        ],
        wrong=[
            "heaviside(ones(2), tensor([1]))",
            "heaviside(ones(2, requires_grad=True), ones(2)).sum().backward()",
        ],
    ),
    "gcd": Proof(_divisors("gcd"), wrong=["gcd(ones(2), ones(2))"]),
    "lcm": Proof(_divisors("lcm"), wrong=["lcm(ones(2), ones(2))"]),
}
