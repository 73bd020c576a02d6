"""Proofs of the operators in ``gradcli/ops/reduce.py``."""

from __future__ import annotations

from typing import Any

from tests.ops.sampling import Proof, across, sample

_T = "linspace(-2, 2, 24).reshape(2, 3, 4)"


def _reductions(call: str) -> list[Any]:
    """Sample a reduction, a text with ``{}`` for its further arguments, in every form."""
    forms = ["", ", 0", ", -1", ", (0, 2)", ", 1, True", ", dim=(0, 1), keepdim=True"]
    return [
        *(sample(call.format(form), x=_T) for form in forms),
        sample(call.format(""), x="tensor(3.0)"),
        sample(call.format(", 0"), x="tensor(3.0)"),
        sample(call.format(", 1"), x="ones(3, 1)"),
        sample(call.format(", 0"), x=_T + ".permute(2, 0, 1)"),
        sample(call.format(", 1"), x="zeros(2, 0)"),
    ]


_HOLES = "tensor([[1.0, nan, 3.0], [nan, nan, nan]])"

PROOFS = {
    "spread": Proof(),
    "sum": Proof(
        [*_reductions("sum(x{})"), sample("x.sum()", x="zeros(0)")], wrong=["ones(2, 2).sum(2)"]
    ),
    "mean": Proof(
        [*_reductions("mean(x{})"), sample("x.mean()", x="zeros(0)")],
        wrong=["tensor([1, 2]).mean()"],
    ),
    "nansum": Proof(
        [
            *_reductions("nansum(x{})"),
            sample("x.nansum()", x=_HOLES),
            sample("x.nansum(1)", x=_HOLES),
            sample("tensor([1, 2]).nansum() * x", x="tensor(1.0)"),
        ],
        wrong=["ones(2, 2).nansum(2)"],
    ),
    "nanmean": Proof(
        [
            *_reductions("nanmean(x{})"),
            sample("x.nanmean()", x=_HOLES),
            sample("x.nanmean(0)", x=_HOLES),
        ],
        wrong=["tensor([1, 2]).nanmean()"],
    ),
    "prod": Proof(
        [
            sample("prod(x)", x=_T),
            *(sample(f"prod(x, {dim})", x=_T) for dim in (0, 1, -1)),
            sample("x.prod(1, True)", x=_T),
            sample("x.prod(0)", x=_T + ".permute(2, 0, 1)"),
            sample("x.prod()", x="tensor([0.0, 2.0, 3.0])"),
            sample("x.prod()", x="tensor([0.0, 2.0, 0.0])"),
            sample("x.prod(1)", x="tensor([[0.0, 2.0, 3.0], [0.0, 0.0, 2.0], [-1.0, 4.0, 5.0]])"),
            sample("x.prod()", x="tensor(3.0)"),
            sample("x.prod(0)", x="tensor(0.0)"),
            sample("x.prod()", x="zeros(0)"),
            sample("x.prod(1)", x="zeros(2, 0)"),
            sample("x.prod(dtype=torch.float64)", x="tensor([2.0, 3.0])"),
        ],
        wrong=["ones(2, 2).prod(2)"],
    ),
    "logsumexp": Proof(
        [
            *_reductions("logsumexp(x{})")[1:6],
            sample("x.logsumexp(0)", x="tensor(3.0)"),
            sample("x.logsumexp(0)", x="tensor([1000.0, 1000.5, -1000.0])"),
            sample("x.logsumexp(1)", x="tensor([[-inf, 0.0], [inf, 1.0], [-inf, -inf]])"),
            sample("x.logsumexp(1)", x="zeros(2, 0)"),
            sample("x.logsumexp(0)", x="tensor([[2.0, 1.0]])"),
            sample("tensor([1, 2]).logsumexp(0) * x", x="tensor(1.0)"),
            sample("x.logsumexp((0, 1)) ** 2", x="linspace(-1, 800, 6).reshape(2, 3)"),
        ],
        wrong=["ones(2, 2).logsumexp(2)", "ones(2).logsumexp()"],
    ),
    "sum_to_size": Proof(
        [
            sample("x.sum_to_size(2, 1, 4)", x=_T),
            sample("x.sum_to_size(4)", x=_T),
            sample("x.sum_to_size((3, 1))", x=_T),
            sample("x.sum_to_size(2, 3, 4)", x=_T),
            sample("x.sum_to_size(())", x="tensor([1.0, 2.0])"),
        ],
        wrong=["ones(3).sum_to_size(2)"],
    ),
    "count_nonzero": Proof(
        [
            sample("count_nonzero(x)", x="tensor([[0.0, 1.0], [2.0, nan]])"),
            sample("x.count_nonzero(0)", x="tensor([[0.0, 1.0], [2.0, nan]])"),
            sample("x.count_nonzero(dim=(0, 1))", x="tensor([[0.0, 1.0], [2.0, nan]])"),
            sample("x.count_nonzero()", x="zeros(0)"),
            sample("x.count_nonzero()", x="tensor(2.0)"),
            sample("(x > 0).count_nonzero()", x=_T),
        ]
    ),
    "all": Proof(
        [
            sample("all(x > 0)", x=_T),
            sample("(x > -3).all(1)", x=_T),
            sample("x.all(())", x=_T),
            *across("(x > 0).all(0)", 1, 3),
        ]
    ),
    "any": Proof(
        [
            *across("(x > 0).any(0)", 1, 3),
            sample("any(x > 0)", x=_T),
            sample("(x > 1).any(1)", x=_T),
            sample("x.any(())", x=_T),
        ]
    ),
}
