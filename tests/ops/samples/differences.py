"""Proofs of the operators in ``gradcli/ops/differences.py``."""

from __future__ import annotations

from typing import Any

from tests.ops.sampling import Proof, across, sample

_T = "linspace(-2, 2, 24).reshape(2, 3, 4) ** 2"
_V = "tensor([1.0, 4.0, 2.0, 7.0, 3.0])"

_TRAPEZOIDS = [
    ("{}(y)", {"y": _V}),
    ("{}(y)", {"y": _T}),
    ("{}(y, dx=0.5, dim=1)", {"y": _T}),
    ("{}(y, x)", {"y": _V, "x": "tensor([0.0, 1.0, 1.5, 4.0, 9.0])"}),
    ("{}(y, x, dim=0)", {"y": _T, "x": "tensor([0.0, 1.5])"}),
    ("{}(y, x, dim=1)", {"y": _T, "x": "linspace(0, 1, 12).reshape(3, 4) ** 2"}),
    ("{}(y, dim=0)", {"y": "ones(1, 3)"}),
]


def _trapezoid_samples(name: str) -> list[Any]:
    return [sample(call.format(name), **inputs) for call, inputs in _TRAPEZOIDS]


PROOFS = {
    "diff": Proof(
        [
            sample("diff(x)", x=_V),
            *(sample(f"x.diff(dim={dim})", x=_T) for dim in (0, 1, -1)),
            sample("x.diff(2)", x=_V),
            sample("x.diff(0)", x=_V),
            sample("x.diff(9)", x=_V),
            sample("x.diff(prepend=y, append=x)", x=_V, y="tensor([5.0])"),
            sample("(x > 2).diff() * x[1:]", x=_V),
            sample("x.diff()", x="tensor([1.0])"),
            *across("x.diff(dim=0) ** 2", 1, 1),
        ],
        wrong=["tensor(1.0).diff()", "ones(2).diff(-1)"],
    ),
    "gradient": Proof(
        [
            sample("gradient(x)[0]", x=_V),
            sample("gradient(x)[1]", x="linspace(-1, 1, 12).reshape(3, 4) ** 3"),
            sample("gradient(x, spacing=0.5)[0]", x=_V),
            sample("gradient(x, spacing=(2, 0.5), dim=(0, 2))[1]", x=_T),
            sample("gradient(x, spacing=2.0, edge_order=2)[0]", x=_V),
            sample("gradient(x, spacing=(tensor([0.0, 1.0, 3.0, 4.0, 9.0]),))[0]", x=_V),
            sample("gradient(x, spacing=(t,), edge_order=2)[0]", x=_V, t=_V + ".cumsum(0)"),
        ],
        wrong=["gradient(zeros(1))", "gradient(zeros(3), edge_order=3)"],
    ),
    "trapezoid": Proof(
        [
            *_trapezoid_samples("trapezoid"),
            sample("trapz(y, dx=2)", y=_V),
            sample("trapezoid(y, dim=1)", y="zeros(2, 0)"),
        ],
        wrong=["trapezoid(ones(3), ones(2))"],
    ),
    "cumulative_trapezoid": Proof(
        _trapezoid_samples("cumulative_trapezoid"), wrong=["cumulative_trapezoid(ones(3), ones(2))"]
    ),
}
