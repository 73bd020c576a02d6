"""Proofs of the operators in ``gradcli/ops/softmax.py``."""

from __future__ import annotations

from typing import Any

from tests.ops.sampling import Proof, sample

_T = "linspace(-2, 2, 24).reshape(2, 3, 4)"


def _samples(call: str) -> list[Any]:
    """Sample a function along a dimension, a text with ``{}`` for its further arguments."""
    return [
        *(sample(call.format(dim), x=_T) for dim in ("0", "1", "-1", "dim=2")),
        sample(call.format("1"), x=_T + ".permute(2, 0, 1)"),
        sample(call.format("0"), x="tensor([1.0, 1e4, -1e4])"),
        sample(call.format("0"), x="tensor([-inf, 0.0, 1.0])"),
        sample(call.format("0") + " * tensor([1.0, 2.0])", x="tensor([-inf, -inf])"),
        sample(call.format("0"), x="tensor([nan, 1.0])"),
        sample(call.format("0"), x="tensor(3.0)"),
        sample(call.format("-1"), x="ones(3, 1)"),
        sample(call.format("0"), x="zeros(0, 3)"),
        sample(call.format("1"), x="zeros(3, 0)"),
        sample(call.format("0, dtype=torch.float64"), x="tensor([1.0, 2.0])"),
        sample(call.format("0, dtype=torch.float64"), x="tensor([1, 2])"),
    ]


PROOFS = {
    "_sum_keepdim": Proof(),
    "_softmax": Proof([sample("softmax(x, 1) ** 2", x=_T)]),
    "_log_softmax": Proof([sample("log_softmax(x, 1) ** 2", x=_T)]),
    "softmax": Proof(
        [*_samples("softmax(x, {})"), sample("x.softmax(-1) ** 2", x=_T)],
        wrong=[
            *("softmax(tensor([1, 2]), 0)", "softmax(tensor([[1, 2]]), 0)", "softmax(ones(2), 1)"),
            *("F.softmax()", "F.softmax([1.0])", "F.softmax(ones(2), 1, 2, 3, 4)"),
            *("F.softmax(ones(2), dim='a')", "softmax(ones(2), dim='a')"),
        ],
    ),
    "log_softmax": Proof(
        [*_samples("log_softmax(x, {})"), sample("x.log_softmax(-1) ** 2", x=_T)],
        wrong=[
            "log_softmax(tensor([1, 2]), 0)",
            "log_softmax(tensor([[1, 2]]), 0)",
            "log_softmax(ones(2), 1)",
        ],
    ),
    "_functional_softmax": Proof(_samples("F.softmax(x, {})")),
    "_functional_log_softmax": Proof(_samples("F.log_softmax(x, {})")),
    "softmin": Proof(_samples("F.softmin(x, {})")),
    "gumbel_softmax": Proof(
        [
            sample(
                "torch.manual_seed(0)\nF.gumbel_softmax(x)", x="linspace(-2, 2, 6).reshape(2, 3)"
            ),
            sample(
                "torch.manual_seed(1)\nF.gumbel_softmax(x, tau=0.5, hard=True, dim=0) * x",
                x="linspace(-2, 2, 6).reshape(2, 3)",
            ),
            sample(
                "manual_seed(1)\nF.gumbel_softmax(x, 0.5, dim=0) ** 2",
                x="linspace(-1, 1, 6).reshape(2, 3)",
            ),
            sample(
                "manual_seed(2)\nF.gumbel_softmax(x, hard=True) * x",
                x="linspace(-1, 1, 6).reshape(2, 3)",
            ),
            sample("manual_seed(3)\nF.gumbel_softmax(x, tau=2.0)", x="linspace(-1, 1, 4)"),
        ]
    ),
}

EXAMPLES = {
    "softmax": sample("softmax(x, -1)[0]", x="tensor([1.0, 2.0, 3.0])"),
    "log_softmax": sample("log_softmax(x, -1)[0]", x="tensor([1.0, 2.0, 3.0])"),
    "_functional_softmax": sample("F.softmax(x, -1)[0]", x="tensor([1.0, 2.0, 3.0])"),
    "_functional_log_softmax": sample("F.log_softmax(x, -1)[0]", x="tensor([1.0, 2.0, 3.0])"),
    "softmin": sample("F.softmin(x, -1)[0]", x="tensor([1.0, 2.0, 3.0])"),
}
