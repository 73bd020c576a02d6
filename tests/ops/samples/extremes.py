"""Proofs of the operators in ``gradcli/ops/extremes.py``."""

from __future__ import annotations

from tests.ops.sampling import Proof, across, sample

_T = "linspace(-2, 2, 24).reshape(2, 3, 4)"

_EXTREMES = [
    ("{}(x, 0)", _T),
    ("{}(x, -1, keepdim=True)", _T),
    ("{}(x, 1)", "tensor([[1.0, 3.0, 3.0], [nan, 1.0, 0.0]])"),
    ("{}(x, 0)", "tensor(2.0)"),
    ("x.{}(dim=1)", "ones(2, 1)"),
]

_AM = [
    ("{}(x)", _T),
    ("{}(x, 0)", _T),
    ("x.{}((0, 2))", _T),
    ("x.{}(-1, True)", _T),
    ("x.{}(dim=(1, 2), keepdim=True)", _T),
    ("x.{}()", "tensor([1.0, 3.0, 3.0, 1.0])"),
    ("x.{}(1)", "tensor([[1.0, 3.0, 3.0], [1.0, 1.0, 0.0]])"),
    ("x.{}(())", "tensor([[1.0, 3.0, 3.0], [1.0, 1.0, 0.0]])"),
    ("x.{}(0)", "tensor(2.0)"),
    ("x.{}()", "tensor(2.0)"),
    ("x.{}(0)", "zeros(2, 0)"),
    ("x.{}(1)", _T + ".permute(2, 0, 1)"),
    ("x.{}(0)", "tensor([inf, -inf, inf])"),
]

_POSITIONS = [("{}(x)", _T), ("{}(x, 1)", _T), ("x.{}(-1, keepdim=True)", _T), ("{}(x)", "ones(3)")]

PROOFS = {
    "_max_all": Proof([sample("max(x)", x=_T), sample("max(x)", x="tensor([1.0, 3.0, 3.0])")]),
    "_max_dim": Proof([sample(call.format("max") + "[0]", x=x) for call, x in _EXTREMES]),
    "max": Proof(
        [
            sample("max(x)", x=_T),
            sample("max(x, 1).values", x=_T),
            sample("max(x, y)", x="tensor([1.0, 2.0])", y="tensor([1.0, 3.0])"),
            *across("x.sin().max() ** 2", 1, 3, empty=False),
        ],
        wrong=["zeros(0).max()"],
    ),
    "_min_all": Proof([sample("min(x)", x=_T), sample("min(x)", x="tensor([1.0, 1.0, 3.0])")]),
    "_min_dim": Proof([sample(call.format("min") + "[0]", x=x) for call, x in _EXTREMES]),
    "min": Proof(
        [
            sample("min(x)", x=_T),
            sample("min(x, 1).values", x=_T),
            sample("min(x, y)", x="tensor([1.0, 2.0])", y="tensor([1.0, 3.0])"),
            *across("x.cos().min() ** 2", 1, 3, empty=False),
        ]
    ),
    "amax": Proof(
        [sample(call.format("amax"), x=x) for call, x in _AM],
        wrong=["zeros(0).amax()", "zeros(2, 0).amax(1)"],
    ),
    "amin": Proof(
        [sample(call.format("amin"), x=x) for call, x in _AM],
        wrong=["zeros(0).amin()", "zeros(2, 0).amin(1)"],
    ),
    "aminmax": Proof(
        [
            sample("x.aminmax()[0]", x=_T),
            sample("x.aminmax().max", x="tensor([1.0, 3.0, 3.0])"),
            sample("y = x.aminmax(dim=1)\ny.min * y.max", x=_T),
            sample("y = torch.aminmax(x, dim=-1, keepdim=True)\ny[0] - 2 * y[1]", x=_T),
            sample("x.aminmax(dim=0).min", x="tensor(2.0)"),
        ],
        wrong=["zeros(0).aminmax()", "zeros(2, 0).aminmax(dim=1)"],
    ),
    "argmax": Proof(
        [
            *across("x.sin().argmax()", 0, 3, empty=False),
            *(sample(call.format("argmax"), x=x) for call, x in _POSITIONS),
        ]
    ),
    "argmin": Proof(
        [
            *across("x.cos().argmin(0)", 1, 1, empty=False),
            *(sample(call.format("argmin"), x=x) for call, x in _POSITIONS),
        ]
    ),
}
