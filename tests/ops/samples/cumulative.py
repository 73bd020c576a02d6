"""Proofs of the operators in ``gradcli/ops/cumulative.py``."""

from __future__ import annotations

from typing import Any

from tests.ops.sampling import Proof, sample

_T = "linspace(-2, 2, 24).reshape(2, 3, 4)"
_ZEROS = "tensor([[2.0, 0.0, 3.0, -1.0], [0.0, 5.0, 0.0, 2.0]])"
_TIES = "tensor([1.0, 3.0, 3.0, 2.0, 3.0, nan, 4.0])"


def _runs(call: str, *points: str) -> list[Any]:
    """Sample a cumulative operator, a text with ``{}`` for its dimension, in every form."""
    return [
        *(sample(call.format(dim), x=_T) for dim in ("0", "1", "-1", "dim=-2")),
        sample(call.format("1"), x=_T + ".permute(2, 0, 1)"),
        sample(call.format("0"), x="tensor(3.0)"),
        sample(call.format("0"), x="zeros(0)"),
        sample(call.format("1"), x="zeros(2, 0, 3)"),
        sample(call.format("0"), x="tensor([2.5])"),
        *(sample(call.format("-1"), x=x) for x in points),
    ]


PROOFS = {
    "_shift": Proof(),
    "recurrence": Proof(),
    "cumsum": Proof(
        [
            *_runs("cumsum(x, {})", "tensor([1.0, inf, -inf])"),
            sample("x.cumsum(0, dtype=torch.float64)", x="tensor([1.0, 2.0])"),
            sample("(x > 0).cumsum(0)", x="tensor([1.0, -2.0, 3.0])"),
            sample("x.cumsum(0) ** 2", x="tensor([1.0, -2.0, 3.0])"),
            sample("y = x * 1\ny.cumsum_(0)", x="tensor([1.0, -2.0, 3.0])"),
        ],
        wrong=["ones(2).cumsum(1)", "ones(2).cumsum()"],
    ),
    "_cumsum_back": Proof(),
    "cumprod": Proof(
        [
            *_runs("cumprod(x, {})", _ZEROS, "tensor([0.0, 0.0, 2.0])", "tensor([2.0, 3.0, 0.0])"),
            sample("x.cumprod(0) ** 2", x="tensor([1.5, -2.0, 3.0])"),
            sample("x.cumprod(0) ** 2", x="tensor([1.5, 0.0, 3.0])"),
            sample("x.cumprod(0, dtype=torch.float64)", x="tensor([1.0, 2.0])"),
            sample("y = x * 1\ny.cumprod_(0)", x="tensor([1.0, -2.0, 3.0])"),
        ],
        wrong=["ones(2).cumprod(1)"],
    ),
    "logcumsumexp": Proof(
        _runs(
            "logcumsumexp(x, {})",
            "tensor([1000.0, -1000.0, 1000.5, 3.0])",
            "tensor([1.0, -inf, 2.0, -1e30])",
        ),
        wrong=["ones(2).logcumsumexp(1)", "tensor([1, 2]).logcumsumexp(0)"],
    ),
    "cummax": Proof(
        _runs("cummax(x, {})[0]", _TIES, "tensor([2.0, 1.0, -inf, inf])"),
        wrong=["ones(2).cummax(1)"],
    ),
    "cummin": Proof(
        _runs("cummin(x, {})[0]", _TIES, "tensor([2.0, 1.0, -inf, inf])"),
        wrong=["ones(2).cummin(1)"],
    ),
}
