"""Record what PyTorch computes, in double precision, of halves.

The results fit float16, what is computed on the way does not.

usage: python tests/reference/record_half.py          (needs torch 2.13)
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import torch

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.reference.record import evaluate, scope  # noqa: E402

DATA = ROOT / "tests" / "data" / "half.json"
_LARGE = "x=tensor([[300.0, -300.0, 0.0], [250.0, 20.0, -70.0]])"
_IMAGE = "x=(linspace(-300, 300, 48) + linspace(0, 9, 48) ** 2).reshape(2, 4, 6)"
_SMALL = "x=tensor([1e-4, -2e-4, 3e-4])"
_MATRIX = "m=tensor([[200.0, 3.0], [250.0, 0.5], [-100.0, 1.0]])"
CASES = [
    ("F.layer_norm(x, (3,))", _LARGE),
    ("F.layer_norm(x, (6,), w, b)", _IMAGE, "w=linspace(0.5, 2, 6)", "b=linspace(-1, 1, 6)"),
    ("F.group_norm(x, 2)", _IMAGE),
    ("F.batch_norm(x, None, None, training=True)", _IMAGE),
    ("F.instance_norm(x)", _IMAGE),
    ("F.rms_norm(x, (6,))", _IMAGE),
    ("F.normalize(x, dim=-1)", _LARGE),
    ("F.normalize(x, dim=0)", _SMALL),
    ("F.cosine_similarity(x, x + 1)", _LARGE),
    ("renorm(x, 2, 0, 5.0)", _LARGE),
    ("x.norm()", _LARGE),
    ("x.norm(dim=1)", _LARGE),
    ("torch.linalg.vector_norm(x * 0.1, 3)", _LARGE),
    ("torch.linalg.matrix_norm(x)", _LARGE),
    ("dist(x, x * 0.5)", _LARGE),
    ("F.pairwise_distance(x, x * 0.5)", _LARGE),
    ("x.mean()", "x=ones(1000) * 100"),
    ("x.mean()", "x=ones(70000)"),
    ("x.mean(0)", "x=(ones(3000, 2) * 30)"),
    ("x.var()", _LARGE),
    ("x.std(1)", _LARGE),
    ("F.mse_loss(x, x * 0.5)", _LARGE),
    ("F.huber_loss(x, x * 0.5)", _LARGE),
    ("F.softmax(x, 0)[:3]", "x=zeros(70000)"),
    ("F.log_softmax(x, 0)[:3]", "x=zeros(70000)"),
    ("F.softplus(x)", "x=tensor([-3.0, 11.0, 11.5, 12.0, 20.0, 21.0])"),
    ("logsumexp(x, 0)", "x=tensor([12.0, 13.0, 11.5])"),
    ("logit(x)", "x=tensor([0.0005, 0.5, 0.999])"),
    ("addmm(tensor(0.0).to(x.dtype), x, m)", _LARGE, _MATRIX),
    ("addmm(tensor(0.0).to(x.dtype), x, m, alpha=0.1)", _LARGE, _MATRIX),
    ("addmv(zeros(2).to(x.dtype), x, m[:, 0] * 0.1)", _LARGE, _MATRIX),
    ("baddbmm(zeros(1, 2, 2).to(x.dtype), x[None], m[None] * 0.5)", _LARGE, _MATRIX),
    ("addbmm(zeros(2, 2).to(x.dtype), x[None], m[None] * 0.5)", _LARGE, _MATRIX),
    ("x @ m", _LARGE, _MATRIX),
    ("F.linear(x, m.T)", _LARGE, _MATRIX),
    ("x.sum(dtype=torch.float32)", "x=ones(3000) * 30"),
    ("x.sum(dtype=x.dtype)", "x=ones(3000)"),
    ("x.softmax(0, dtype=x.dtype)", "x=tensor([1.0, 3.0, -2.0])"),
    ("x.cumsum(0)[-1]", "x=ones(3000)"),
    ("sinh(x) / cosh(x)", "x=tensor([1.0, 5.0])"),
    ("x[:, 1:].clone().T.contiguous()", _LARGE),
    ("cat([x, x.T.reshape(2, 3)]).max(0).values", _LARGE),
    ("where(x > 0, x, x * 0.1)", _LARGE),
]
REFUSED = [
    "torch.linalg.inv(x)",
    "torch.linalg.solve(x, x)",
    "torch.linalg.qr(x)",
    "torch.linalg.svd(x)",
    "torch.linalg.eigh(x)",
    "torch.linalg.eig(x)",
    "torch.linalg.cholesky(x)",
    "torch.linalg.pinv(x)",
    "torch.linalg.lu_factor(x)",
    "torch.det(x)",
    "torch.linalg.slogdet(x)",
    "torch.special.ndtri(x)",
    "torch.special.erfcx(x)",
    "torch.special.bessel_j0(x)",
    "torch.special.airy_ai(x)",
    "torch.special.chebyshev_polynomial_t(x, 2)",
]


def main() -> None:
    """Write, for each case, the value and the gradients of a weighted sum."""
    cases: list[Any] = []
    for text, *given in CASES:
        inputs = {}
        for name, source in (line.split("=", 1) for line in given):
            inputs[name] = evaluate(source, scope()).half().double().requires_grad_()
        result = evaluate(text, scope() | inputs)
        slopes = torch.cos(1.7 * torch.arange(result.numel())).half().to(result.dtype)
        result.backward(slopes.reshape(result.shape))
        grads = {name: x.grad.reshape(-1)[:100].tolist() for name, x in inputs.items()}
        value = result.detach().reshape(-1).tolist()
        cases.append([text, given, value, grads])
    refused = []
    for text in REFUSED:
        for dtype in (torch.float16, torch.bfloat16):
            try:
                evaluate(text, scope() | {"x": torch.eye(2, dtype=dtype)})
            except (RuntimeError, NotImplementedError) as error:
                refused.append([text, str(dtype)[6:], type(error).__name__, str(error)])
    recorded = {"cases": cases, "refused": refused}
    DATA.write_text(json.dumps(recorded, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
