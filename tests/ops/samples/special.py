"""Proofs of the operators in ``gradcli/ops/special.py``."""

from __future__ import annotations

from typing import Any

from tests.ops.sampling import Proof, across, binary, sample, unary


def _products(name: str, low: float) -> list[Any]:
    return [
        *binary(f"{name}(a, b)", (-2, 2.5), (0.5, 3)),
        sample(f"{name}(a, b)", a="tensor([0.0, 0.0, 0.0, 1.0])", b=f"tensor([{low}, nan, 1, -9])"),
        sample(f"{name}(a, 2)", a="tensor([0.0, 1.5])"),
        sample(f"{name}(a, {low})", a="tensor([0.0, 1.5])"),
        sample(f"{name}(3, a)", a="tensor([[1.0, 2.5]])"),
        sample(f"{name}(a, i)", a="tensor([1.0, -2.0])", i="tensor([2, 3])"),
    ]


_ORDERS = [
    sample("polygamma(0, x)", x="tensor([0.5, 2.0])"),
    sample("polygamma(1, x)", x="linspace(0.3, 4, 6).reshape(2, 3)"),
    sample("polygamma(2, x)", x="tensor([0.5, -1.5])"),
    sample("polygamma(3, x)", x="tensor(2.5)"),
    sample("torch.special.polygamma(1, x)", x="tensor([1, 2])"),
    sample("x.polygamma(1)", x="tensor([[0.5], [-2.5]])"),
    sample("x.clone().polygamma_(1)", x="tensor([0.5, 1.5])"),
    sample("polygamma(2, x)", x="zeros(0)"),
]


def _shapes(name: str) -> list[Any]:
    return [
        sample(f"{name}(tensor([0.5, 1.0, 3.0]), x)", x="tensor([0.5, 2, 9])"),
        sample(f"{name}(tensor([0.5, 3.0]), x)", x="tensor([[0.5, 2.0], [4.0, 30.0]])"),
        sample(f"{name}(tensor(2.0), x)", x="tensor(1.5)"),
        sample(f"{name}(tensor([0.0, 0.0, 1.0, -1.0]), x)", x="tensor([0.0, 1, inf, 1])"),
        sample(f"{name}(tensor([1, 2]), x)", x="tensor([1.0, 2.0])"),
        sample(f"{name}(a, 2 * a).detach()", a="tensor([1.0, 2.0])"),
        sample(f"{name}(ones(1), x)", x="zeros(0)"),
    ]


PROOFS = {
    "erf": Proof([*unary("erf(x)", -2, 2, "[0.0, 10.0, -inf]"), *across("x.erf() ** 2", 1, 2)]),
    "erfc": Proof(unary("erfc(x)", -2, 2, "[0.0, 10.0, -inf]")),
    "erfinv": Proof(unary("erfinv(x)", -0.9, 0.95, "[1.0, -1.0, 2.0]")),
    "erfcx": Proof(unary("torch.special.erfcx(x)", -2, 5, "[0.0, 100.0, -30.0]")),
    "ndtr": Proof(unary("torch.special.ndtr(x)", -3, 3, "[10.0, -10.0]", "[1, -2]")),
    "ndtri": Proof(unary("torch.special.ndtri(x)", 0.05, 0.9, "[0.0, 1.0, 2.0]")),
    "log_ndtr": Proof(unary("torch.special.log_ndtr(x)", -3, 3, "[8.0, -20.0]")),
    "logit": Proof(
        [
            *unary("logit(x)", 0.05, 0.9, "[0.0, 1.0, 2.0, nan]"),
            sample("logit(x, eps=0.1)", x="tensor([0.0, 0.05, 0.1, 0.5, 0.95, 2.0])"),
            sample("x.logit(0.25)", x="tensor([[0.5], [0.8]])"),
            sample("torch.special.logit(x, 1e-6)", x="tensor(1.0)"),
            sample("x.logit(0.2) ** 2", x="linspace(0.05, 0.95, 7)"),
        ]
    ),
    "entr": Proof(unary("torch.special.entr(x)", 0.1, 3, "[0.0, -1.0, nan]")),
    "xlogy": Proof(
        [
            *_products("xlogy", 0.0),
            sample("a.clone().xlogy_(b)", a="tensor([1.0, 2.0])", b="tensor(3.0)"),
        ]
    ),
    "xlog1py": Proof(_products("torch.special.xlog1py", -1.0)),
    "lgamma": Proof(
        [
            *unary("lgamma(x)", 0.3, 6, "[-0.5, -2.5, 100.0]", "[1, 5]"),
            *across("(x + 2.5).lgamma() ** 2", 1, 1),
        ]
    ),
    "digamma": Proof(unary("digamma(x)", 0.3, 6, "[-0.5, -2.5, 100.0]", "[1, 5]")),
    "_polygamma": Proof(_ORDERS),
    "polygamma": Proof(_ORDERS[:3], wrong=["polygamma(-1, ones(2))"]),
    "mvlgamma": Proof(
        [
            *unary("mvlgamma(x, 1)", 0.6, 5),
            sample("mvlgamma(x, 3)", x="linspace(1.2, 5, 6).reshape(2, 3)"),
            sample("x.mvlgamma(p=2)", x="tensor([1.5, 0.75])"),
            sample("torch.special.multigammaln(x, 2)", x="tensor([3, 4])"),
            sample("x.clone().mvlgamma_(2)", x="tensor([1.5, 3.0])"),
        ],
        wrong=["mvlgamma(ones(2), 0)"],
    ),
    "igamma": Proof(
        _shapes("igamma"), wrong=["igamma(ones(2, requires_grad=True), ones(2)).sum().backward()"]
    ),
    "igammac": Proof(
        _shapes("igammac"), wrong=["igammac(ones(2, requires_grad=True), ones(2)).sum().backward()"]
    ),
    "zeta": Proof(
        [
            sample("torch.special.zeta(tensor([2.0, 3.5]), b)", b="tensor([[1.0], [2.5]])"),
            sample("torch.special.zeta(2, b)", b="tensor([1.0, 0.5])"),
            sample("torch.special.zeta(a, 2).detach()", a="tensor([1.0, 2.0, 0.5])"),
            sample("torch.special.zeta(tensor([2, 3]), b)", b="tensor([1.0, -1.5])"),
            sample("torch.special.zeta(tensor(3.0), b)", b="zeros(0)"),
        ],
        wrong=["torch.special.zeta(2 * ones(2, requires_grad=True), 1).sum().backward()"],
    ),
}
