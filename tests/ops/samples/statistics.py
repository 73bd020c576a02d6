"""Proofs of the operators in ``gradcli/ops/statistics.py``."""

from __future__ import annotations

from typing import Any

from tests.ops.sampling import Proof, across, sample

_T = "(linspace(-2, 3, 24).reshape(2, 3, 4) ** 2)"
_V = "tensor([1.0, 4.0, 2.0, 7.0, 3.0])"

_SPREADS = [
    ("{}(x)", _T),
    ("{}(x, 0)", _T),
    ("x.{}(-1)", _T),
    ("x.{}((0, 2))", _T),
    ("x.{}(1, keepdim=True)", _T),
    ("x.{}(False)", _T),
    ("x.{}(unbiased=False)", _T),
    ("x.{}(1, False, True)", _T),
    ("x.{}(dim=(0, 1), correction=2)", _T),
    ("x.{}(correction=0)", _T),
    ("x.{}(correction=0.5)", _T),
    ("x.{}(1)", _T + ".permute(2, 0, 1)"),
    ("x.{}()", _V),
    ("x.{}()", "tensor([1.0, 1.0])"),
    ("x.{}(1)", "tensor([[1.0, 1.0], [2.0, 4.0]])"),
    ("x.{}(correction=0)", "tensor(3.0)"),
    ("x.{}()", "tensor([1e6, 1e6 + 1, 1e6 + 2])"),
]


def _spread_samples(name: str, rest: str = "") -> list[Any]:
    return [sample(call.format(name) + rest, x=x) for call, x in _SPREADS]


_INTERPOLATIONS = ("linear", "lower", "higher", "midpoint", "nearest")

_QUANTILES = [
    ("{}(x, 0.5)", _T),
    ("x.{}(0.3, dim=0)", _T),
    ("x.{}(0.3, 1, True)", _T),
    ("x.{}(0.25, dim=-1)", _T),
    ("x.{}(0.7, dim=-2)", _T),
    ("x.{}(tensor([0.1, 0.6, 1.0]))", _V),
    ("x.{}(tensor([0.1, 0.6]), dim=1, keepdim=True)", _T),
    ("x.{}(tensor([0.1, 0.6]), keepdim=True)", _T),
    *((f"x.{{}}(0.3, interpolation='{name}')", _V) for name in _INTERPOLATIONS),
    ("x.{}(0.5, dim=1)", "tensor([[1.0, nan, 3.0], [1.0, 2.0, 4.0], [nan, nan, nan]])"),
    ("x.{}(0.5)", "tensor(2.0)"),
    ("x.{}(0)", _V),
]


def _quantile_samples(name: str) -> list[Any]:
    return [sample(call.format(name), x=x) for call, x in _QUANTILES]


PROOFS = {
    "var": Proof(_spread_samples("var"), wrong=["tensor([1, 2]).var()"]),
    "std": Proof(_spread_samples("std"), wrong=["tensor([1, 2]).std()"]),
    "var_mean": Proof(
        [
            sample("v, m = var_mean(x)\nv * m", x=_T),
            sample("v, m = var_mean(x, 1)\nv * m", x=_T),
            sample("v, m = var_mean(x, dim=(0, 2), correction=0)\nv - m", x=_T),
            sample("v, m = var_mean(x, 0, False, True)\nv + m ** 2", x=_T),
            sample("var_mean(x, False)[0]", x=_V),
            *across("v, m = var_mean(x, 0)\nv * m", 1, 3, empty=False),
        ],
        wrong=["var_mean(tensor([1, 2]))"],
    ),
    "std_mean": Proof(
        [
            sample("s, m = std_mean(x)\ns * m", x=_T),
            sample("s, m = std_mean(x, 1)\ns * m", x=_T),
            sample("s, m = std_mean(x, dim=(0, 2), correction=0)\ns - m", x=_T),
            sample("s, m = std_mean(x, 0, False, True)\ns + m ** 2", x=_T),
            sample("std_mean(x, False)[0]", x="tensor([2.0, 2.0])"),
        ],
        wrong=["std_mean(tensor([1, 2]))"],
    ),
    "quantile": Proof(
        _quantile_samples("quantile"),
        wrong=[
            "zeros(0).quantile(0.5)",
            "ones(3).quantile(1.5)",
            "tensor([1, 2]).quantile(0.5)",
            "ones(3).quantile(0.5, interpolation='cubic')",
        ],
    ),
    "nanquantile": Proof(_quantile_samples("nanquantile")),
    "cov": Proof(
        [
            sample("cov(x)", x="tensor([[1.0, 4.0, 2.0], [7.0, 3.0, 0.0]])"),
            sample("x.cov()", x=_V),
            sample("x.cov(correction=0)", x="tensor([[1.0, 4.0, 2.0], [7.0, 3.0, 0.0]])"),
            sample(
                "x.cov(fweights=tensor([1, 2, 1]), aweights=w)",
                x="tensor([[1.0, 4.0, 2.0], [7.0, 3.0, 0.0]])",
                w="tensor([0.5, 1.0, 0.25])",
            ),
            sample("x.cov()", x="tensor([[1.0, 4.0], [7.0, 3.0]])"),
        ],
        wrong=["cov(zeros(2, 2, 2))"],
    ),
    "corrcoef": Proof(
        [
            sample("corrcoef(x)", x="tensor([[1.0, 4.0, 2.0], [7.0, 3.0, 0.0]])"),
            sample("x.corrcoef()", x=_V),
            sample("x.corrcoef()", x="tensor([[1.0, 4.0, 2.0], [7.0, 3.0, 0.0], [1.0, 0.5, 0.3]])"),
            sample("corrcoef(x) ** 2", x="linspace(-1, 2, 12).reshape(3, 4).sin()"),
            sample("x.T.corrcoef()", x="linspace(-1, 2, 12).reshape(3, 4).cos()"),
        ],
        wrong=["corrcoef(zeros(2, 2, 2))"],
    ),
    "bincount": Proof(
        [
            sample("bincount(x)", x="tensor([1, 3, 1, 0])"),
            sample(
                "x.bincount(w.detach())", x="tensor([1, 3, 1, 0])", w="tensor([0.5, 1.0, 2.0, 4.0])"
            ),
            sample("bincount(x, weights=w)", x="tensor([2, 2])", w="tensor([1, 2])"),
            sample("bincount(x, minlength=6)", x="tensor([1, 3], dtype=torch.uint8)"),
            sample("bincount(x, minlength=2)", x="tensor([], dtype=torch.int64)"),
            sample("bincount(x)", x="tensor([], dtype=torch.int64)"),
        ],
        wrong=[
            "bincount(tensor([-1, 2]))",
            "bincount(ones(2, 2).long())",
            "bincount(ones(2))",
            "bincount(tensor([1, 2]), ones(3))",
            "bincount(tensor([1]), minlength=-1)",
        ],
    ),
    "histc": Proof(
        [
            sample("histc(x, 3)", x=_V),
            sample("x.histc(bins=4, min=0, max=8)", x=_V),
            sample("x.histc()", x=_V),
            sample("x.histc(2)", x="ones(3)"),
            sample("x.histc(2, 0, 1)", x="tensor([[-1.0, 0.5], [1.0, 2.0]])"),
        ],
        wrong=["histc(ones(3), min=3, max=1)", "histc(tensor([1, 2]))"],
    ),
    "histogram": Proof(
        [
            sample("histogram(x.detach(), 3)[0]", x=_V),
            sample("x.detach().histogram(bins=2, range=(0.0, 4.0)).bin_edges", x=_V),
            sample("x.detach()[:0].histogram(2, range=(2.0, 2.0)).bin_edges", x=_V),
            sample("x.detach().histogram(tensor([0.0, 2.0, 7.0])).hist", x=_V),
            sample("x.detach().histogram(3, weight=x.detach(), density=True)[0]", x=_V),
            sample(
                "histogram(x.detach(), 2, range=(0.0, 1.0)).hist",
                x="linspace(-1, 2, 12).reshape(3, 4)",
            ),
        ],
        wrong=["histogram(ones(3), 0)"],
    ),
    "_histogram_of_points": Proof(),
    "histogramdd": Proof(
        [
            sample("histogramdd(x.detach(), [2, 3]).hist", x=_T + ".reshape(12, 2)"),
            sample(
                "histogramdd(x.detach(), [2, 2], range=[0.0, 4.0, 1.0, 2.0]).bin_edges[1]",
                x=_T + ".reshape(12, 2)",
            ),
            sample("histogramdd(x.detach(), 2, density=True)[0]", x=_T + ".reshape(12, 2)"),
            sample(
                "histogramdd(x.detach(), [2, 2]).bin_edges[1]",
                x="linspace(-1, 2, 8).reshape(4, 2).sin()",
            ),
            sample(
                "histogramdd(x.detach(), [2, 1], density=True).hist",
                x="linspace(-1, 2, 8).reshape(4, 2).sin()",
            ),
        ]
    ),
    "hash_tensor": Proof(
        [
            sample("hash_tensor(x)", x="tensor([1, 2, 4])"),
            sample("x.hash_tensor()", x="tensor([1.0, 2.0, 4.0])"),
            sample("x.hash_tensor(1)", x=_T),
            sample("x.hash_tensor((0, 2), keepdim=True)", x=_T),
            sample("x.hash_tensor()", x="tensor([True, False])"),
        ],
        wrong=["hash_tensor(ones(2), mode=1)", "hash_tensor(zeros(2, 0), 1)"],
    ),
}

EXAMPLES = {
    "var": sample("x.var()", x="tensor([1.0, 2.0, 6.0])"),
    "std": sample("x.std()", x="tensor([1.0, 2.0, 6.0])"),
    "std_mean": sample("std_mean(x)[0]", x="tensor([1.0, 2.0, 6.0])"),
}
