"""Record what PyTorch computes where a formula that looks right is wrong.

usage: python tests/reference/record_corners.py          (needs torch 2.13)

Branches of complex functions, element types that wrap, layouts, and derivatives that do not exist.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import torch

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT))

from tests.reference.record import encode, evaluate, scope  # noqa: E402

DATA = ROOT / "tests" / "data" / "corners.json"
_QUADRANTS = "x=tensor([-1+2j, 1+2j, -3-1j, -0.5-0.5j, 2-1j, -3+0.1j], dtype=torch.complex128)"
_SMALL = "x=tensor([1e-10+0j, 1e-17+1e-18j, -2-0.5j, 3+4j, -0.5+0.5j], dtype=torch.complex128)"
_EQUAL = ("x=eye(2)", "x=diag(tensor([1.0, 2.0, 2.0]))")
_HERMITIAN = "m = tensor([[4, 1j], [-1j, 3]], dtype=torch.complex128)\n"
_UPPER = _HERMITIAN + "u = torch.linalg.cholesky(m).mH\n"
_SEED = "torch.manual_seed(0)\n"
_PIXELS = "tensor([[[[5, 6], [7, 9]]]])"
_CENTRE = "x=zeros(5, dtype=torch.float64)"
_COMPLEX = "x=tensor([[1+2j, 0.5, -1j], [2, -1+1j, 0.3], [0.7j, 1, 2-1j]], dtype=torch.complex128)"
_TALL = "x=tensor([[1+2j, 0.5], [2, -1+1j], [0.7j, 1]], dtype=torch.complex128)"
_QUERIES = "x=linspace(-2, 3, 24).reshape(2, 3, 4)"
_OF_POSITIVE = (
    "torch.linalg.cholesky(h)",
    "torch.linalg.cholesky(h, upper=True)",
    "torch.linalg.eigh(h)[0]",
    "torch.linalg.eigh(h)[1].abs()",
    "cholesky_solve(x, torch.linalg.cholesky(h))",
    "cholesky_inverse(torch.linalg.cholesky(h))",
)
_OF_COMPLEX = (
    "torch.linalg.qr(x)[1].abs()",
    "torch.linalg.svd(x)[1]",
    "torch.linalg.svd(x)[0].abs()",
    "torch.linalg.slogdet(x)[0]",
    "torch.linalg.slogdet(x)[1]",
    "torch.linalg.pinv(x)",
    "torch.linalg.lu_solve(*torch.linalg.lu_factor(x), x.mH)",
    "torch.linalg.matrix_norm(x, 'nuc')",
)
_OF_TALL = (
    "torch.linalg.qr(x)[0].abs()",
    "torch.linalg.pinv(x)",
    "torch.linalg.lstsq(x, x * 2 - 1)[0]",
    "torch.linalg.svd(x, full_matrices=False)[2].abs()",
)
CASES: list[tuple[str, ...]] = [
    ("acosh(x)", _QUADRANTS),
    ("acosh(x)", "x=tensor([-2.0, -0.5, 0.5, 3.0])"),
    *((f"{name}(x)", _QUADRANTS) for name in ("acos", "asin", "atan", "asinh", "atanh", "sqrt")),
    *((f"{name}(x)", _QUADRANTS) for name in ("rsqrt", "log", "log1p", "expm1", "tanh")),
    ("log1p(x)", _SMALL),
    ("log1p(tensor([1e-10+0j, -0.3+1e-8j]))",),
    (_UPPER + "cholesky_inverse(u, upper=True)",),
    (_UPPER + "cholesky_inverse(u.mH)",),
    (_UPPER + "cholesky_solve(m, u, upper=True)",),
    (_UPPER + "cholesky_solve(m, u.mH)",),
    (_HERMITIAN + "logdet(m)",),
    ("logdet(tensor([[1+1j, 2], [3, 4-1j]]))",),
    ("logdet(-eye(3))",),
    *((f"tensor([100, 100]).to(torch.int8).{name}(dtype=torch.int8)",) for name in ("sum", "prod")),
    *((f"arange(300).sum(dtype=torch.{name})",) for name in ("uint8", "int16", "int32", "bool")),
    ("tensor([1.5, nan, 2.9]).nansum(dtype=torch.int16)",),
    ("tensor([[True, True]]).sum(1, dtype=torch.uint8)",),
    ("tensor([100, 100]).to(torch.int8).cumsum(0, dtype=torch.int8)",),
    *((f"linspace(4.3, -3, 50, dtype=torch.{name})",) for name in ("int64", "int32", "int8")),
    ("linspace(0.9, 200, 7, dtype=torch.uint8)",),
    ("linspace(tensor(4.3), tensor(-3.9), 9, dtype=torch.int16)",),
    ("logspace(0, 1.2, 2, dtype=torch.int64)",),
    ("logspace(0.5, 5.9, 7, 2.5, dtype=torch.int32)",),
    ("arange(-0.9, 2.1, 2.0, dtype=torch.int32)",),
    ("arange(-0.9, 5.1, 1.5, dtype=torch.int8)",),
    (f"F.avg_pool2d({_PIXELS}, 2, divisor_override=-2)",),
    (f"F.avg_pool2d(-{_PIXELS}, 2, divisor_override=2)",),
    ("unravel_index(tensor([3, 1], dtype=torch.int16), (2, 2))[1]",),
    ("unravel_index(tensor([3, 1], dtype=torch.uint8), (4, 2**30))[1]",),
    *(
        (f"{call}(tensor([inf, -inf, nan, 1.5], dtype=torch.{dtype}), *{rest}).double()",)
        for dtype in ("float16", "bfloat16", "float32")
        for call, rest in (("nan_to_num", []), ("nan_to_num", [1.0, 2.0, -3.0]))
    ),
    *(
        (f"nextafter(ones(2, dtype=torch.{dtype}), tensor([2, 0], dtype=torch.{dtype})).double()",)
        for dtype in ("float16", "bfloat16", "float32")
    ),
    *(
        (f"torch.linalg.{call}", matrix)
        for matrix in _EQUAL
        for call in ("eigh(x)[0]", "eigh(x)[1]", "svd(x)[0]", "svd(x)[1]", "svd(x)[2]")
    ),
    *(
        (f"torch.linalg.{call}", matrix)
        for matrix in _EQUAL
        for call in ("eig(x)[0].real", "eig(x)[1].real", "eigvalsh(x)", "svdvals(x)")
    ),
    ("torch.special.airy_ai(tensor([1e7, 5e5, -3e6, -1e5, 2.0], dtype=torch.float64))",),
    ("torch.special.spherical_bessel_j0(tensor([0.1, 5.0, 100.0, 1e-3, 0.0, inf]))",),
    ("lgamma(tensor([1e-310, -1e-310, 1e-300, 0.5], dtype=torch.float64))",),
    (_SEED + "randn_like(zeros(5, 10)[:, ::2])",),
    (_SEED + "randn_like(zeros(5, 10).T)",),
    (_SEED + "randn_like(zeros(10, 5).T[::2])",),
    (_SEED + "zeros(5, 10)[:, ::2].normal_()",),
    (_SEED + "rand_like(zeros(5, 10)[:, ::2])",),
    *((f"torch.linalg.vector_norm(x, {p})", _CENTRE) for p in (1, 1.5, 2, 3, 3.5)),
    ("searchsorted(tensor([1.0, 2.0, nan]), tensor([nan, 1.5]))",),
    ("searchsorted(tensor([1.0, 2.0]), tensor([nan, 2.5]), right=True)",),
    ("var(zeros(0), correction=-1)",),
    ("torch.linalg.lstsq(tensor([[1j], [2]]), tensor([[1j], [1]])).residuals",),
    *((f"h = x @ x.mH + 2 * eye(3)\n{call}", _COMPLEX) for call in _OF_POSITIVE),
    *((call, _COMPLEX) for call in _OF_COMPLEX),
    *((call, _TALL) for call in _OF_TALL),
    ("logaddexp(x, x.flip(0) * 0.5)", _QUADRANTS),
    ("logcumsumexp(x, 0)", _QUADRANTS),
    *(
        (f"torch.{call}, dtype=torch.{dtype}).double()",)
        for dtype in ("bfloat16", "float16")
        for call in ("arange(0.1, 9.1, 0.3", "linspace(-4.3, 3, 50", "logspace(0.5, 1.5, 3")
    ),
    ("torch.hann_window(5, dtype=torch.bfloat16).dtype.itemsize * torch.ones(1)",),
    ("F.hardtanh(tensor([-2.0, 0.3]).bfloat16(), -0.5, 0.5).double()",),
    ("torch.manual_seed(1)\ntorch.normal(2.7, ones(3, dtype=torch.bfloat16)).double()",),
    ("F.scaled_dot_product_attention(x.half(), x.half() * 2, x.half() ** 2).double()", _QUERIES),
    ("torch.tensor(zeros(2, 0, 3).stride())",),
    ("torch.clamp(tensor([True, False]), max=tensor([True, False]))",),
    ("torch.linalg.cond(zeros(2, 0, 3))",),
    ("F.hinge_embedding_loss(ones(2).to(torch.int8), ones(2), reduction='none', margin=8.4)",),
    ("torch.trace(x) * torch.nan", "x=ones(2, 3)"),
    ("torch.cdist(x, x + 1, 0) * torch.nan", "x=ones(2, 3)"),
    ("F.pdist(x, 0) * torch.nan", "x=ones(2, 3)"),
    ("torch.logit(x, 0.3) * torch.nan", "x=tensor([0.1])"),
    ("(-x).real * torch.inf", "x=tensor([1+2j, 3+0j])"),
    ("(1 - x).real * torch.inf", "x=tensor([1+2j, 3+0j])"),
    ("1 / F.relu6(x)", "x=tensor([-0.0, 0.0, 7.0])"),
    ("1 / F.hardtanh(x, -1.0, 0.0)", "x=tensor([-0.0, 0.0, -2.0])"),
    ("torch.vander(torch.tensor([200, 3, 1], dtype=torch.uint8)) * x", "x=ones(3, 3)"),
]
REFUSED = [
    "torch.mm(ones(2, 2), ones(2, 2).half())",
    "torch.bmm(ones(1, 2, 2), ones(1, 2, 2).bfloat16())",
    "torch.dot(ones(2), ones(2).half())",
    "torch.mv(ones(2, 2), ones(2).half())",
    "torch.addmm(ones(2, 2), ones(2, 2), ones(2, 2).bfloat16())",
    "torch.polygamma(1, tensor([1j]))",
    "torch.fft.fft(zeros(0, 4))",
    "torch.fft.irfft(ones(4), out=torch.zeros(1, dtype=torch.complex64))",
    "torch.max(tensor([1j]), tensor([2j]))",
    "F.softmax(tensor([1j]), 0)",
    "tensor([1j]).abs_()",
    "F.pad(tensor([[True, False]]), (1, 0), 'reflect')",
    "F.pad(ones(1, 0), (1, 1), 'replicate')",
    "F.conv1d(ones(1, 1, 5).to(torch.int8), ones(1, 1, 2).to(torch.int8), dilation=2)",
    "F.adaptive_avg_pool2d(torch.tensor(1.0), (2, 2))",
    "F.interpolate(torch.tensor(1.0), size=(3,))",
    "F.max_unpool1d(torch.tensor(1.0), torch.tensor(0), 2, output_size=(3,))",
    "F.grid_sample(ones(1, 1, 2, 2, 2).int(), ones(1, 1, 1, 1, 3).int(), align_corners=False)",
    "torch.cumsum(ones(2), 0, dtype=torch.bool)",
    "torch.normal(ones(2), ones(2), out=torch.zeros(2, dtype=torch.int64))",
    "torch.split(torch.tensor(1.0), [1])",
    "torch.select_scatter(torch.tensor(1.0), torch.tensor(1.0), 0, 0)",
    "torch.cov(tensor([True, False]))",
    "torch.linalg.lu(torch.tensor(1.0))",
    "torch.linalg.matrix_rank(ones(2, 2).half())",
    "torch.trapezoid(tensor([True, False]))",
    "torch.index_add(torch.tensor(1.0), 0, torch.tensor([], dtype=torch.int64), torch.tensor(2.0))",
    "torch.nonzero(ones(2), as_tuple=True, out=(torch.zeros(2).long(),))",
    "F.hardtanh(ones(2).to(torch.uint8))",
    "torch.sum(ones(2, 2), keepdim=True)",
    "ones(2, 2).mean(keepdim=True)",
    "torch.prod(ones(2, 2), dim=None)",
    "torch.prod(ones(2, 2), None, True)",
    "torch.max(ones(2, 2), dim=None)",
    "ones(2, 2).median(dim=None)",
    "torch.squeeze(ones(2, 1), None)",
    "torch.var(ones(2), unbiased=None)",
    "ones(2).round(decimals=None)",
    "torch.trapezoid(ones(2), x=None)",
    "torch.linalg.pinv(ones(2, 2), rcond=None)",
    "ones(2).argsort(stable=None)",
    "torch.randint(high=None)",
    "torch.linalg.matrix_norm(ones(2, 2).bfloat16(), 'nuc', dtype=torch.float32)",
    "torch.linalg.matrix_norm(ones(2, 2), 1, dtype=torch.int32)",
    "torch.linalg.matrix_norm(ones(2, 2), 2, dtype=torch.complex64)",
    "torch.linalg.matrix_norm(ones(2, 2).half(), 'fro', dtype=torch.bfloat16)",
    "torch.nansum(ones(2), dtype=torch.complex64)",
    "ones(2, dtype=torch.complex64).bernoulli_(0.5)",
    "ones(2, dtype=torch.complex64).bernoulli_(torch.tensor(0.5))",
    "ones(2).bool().geometric_(0.5)",
    "ones(3).bernoulli_(torch.tensor([0.5, 0.5]))",
    "torch.softmax(zeros(0, dtype=torch.complex64, requires_grad=True), 0)",
    "torch.log_softmax(zeros(0, dtype=torch.complex64, requires_grad=True), 0)",
    "F.adaptive_max_pool2d(ones(2, 0, 4, 4), 2)",
    "F.adaptive_avg_pool3d(ones(2, 0, 4, 4, 4), 2)",
    "ones(2).shape + (2.5,)",
    "ones(2, 3).t().contiguous(memory_format=torch.preserve_format)",
    "torch.empty(2, 3, memory_format=torch.preserve_format)",
]


def main() -> None:
    """Write, for each case, the value and the first and second gradient of its weighted sum."""
    torch.set_default_dtype(torch.float32)
    recorded: list[Any] = []
    for text, *given in CASES:
        inputs = {}
        for name, source in (line.split("=", 1) for line in given):
            inputs[name] = evaluate(source, scope()).requires_grad_()
        found = [evaluate(text, scope() | inputs)]
        for x in inputs.values():
            slopes = torch.cos(1.7 * torch.arange(found[-1].numel())).to(found[-1].dtype)
            slopes = slopes.reshape(found[-1].shape)
            found += torch.autograd.grad(found[0], x, slopes, create_graph=True)
            if "vector_norm" in text and found[1].requires_grad:
                found += torch.autograd.grad(found[1].sum(), x)
        recorded.append([text, given, [encode(part) for part in found]])
    refused = [[text, *refusal_of(text)] for text in REFUSED]
    for path, rows in ((DATA, recorded), (DATA.with_name("corners_refused.json"), refused)):
        path.write_text(json.dumps(rows, separators=(",", ":")) + "\n", encoding="utf-8")


def refusal_of(text: str) -> tuple[str, str]:
    """Return the class and first line of the error of a program."""
    try:
        evaluate(text, scope())
    except Exception as error:
        return type(error).__name__, str(error).split("\n")[0]
    raise AssertionError(text)


if __name__ == "__main__":
    main()
