"""Record what PyTorch's ``gradcheck`` and ``gradgradcheck`` say.

usage: python tests/reference/record_gradcheck.py          (needs torch 2.13)

Writes ``tests/data/gradcheck.json``: for each program what it prints, and the class and the whole
message of the error that it ends in. ``tests/transforms/test_gradcheck.py`` reads it.
"""

from __future__ import annotations

import contextlib
import io
import json
import warnings
from pathlib import Path

import torch

DATA = Path(__file__).parents[1] / "data" / "gradcheck.json"

START = """\
import torch
from torch.autograd import gradcheck, gradgradcheck
torch.manual_seed(0)
x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
w = torch.randn(3, 2, dtype=torch.float64, requires_grad=True)
z = torch.tensor([1 + 2j, 0.5 - 1j], dtype=torch.complex128, requires_grad=True)
zero = torch.zeros(1, dtype=torch.float64, requires_grad=True)
def half(x): return x.detach() * x
"""

PROGRAMS = [
    "print(gradcheck(torch.sin, (x,)), gradcheck(torch.sin, [x]), gradgradcheck(torch.sin, x))",
    "print(gradcheck(lambda x, w: (w @ x, w * 2), (x, w)))",
    "print(gradcheck(lambda x, w: (w @ x, w * 2), (x, w), fast_mode=True), torch.rand(2))",
    "print(gradcheck(lambda x, w: (w @ x).tanh(), (x, w), check_forward_ad=True))",
    "print(gradgradcheck(lambda x, w: (w @ x).tanh(), (x, w)), torch.rand(2))",
    "print(gradcheck(torch.square, z), gradcheck(torch.abs, z), gradgradcheck(torch.mul, (z, z)))",
    "print(gradcheck(lambda z: z * z.conj(), z, fast_mode=True, check_forward_ad=True))",
    "print(gradcheck(torch.abs, zero), gradcheck(torch.relu, zero, raise_exception=False))",
    "print(gradcheck(half, x, raise_exception=False), gradcheck(half, x, rtol=1, atol=2.5))",
    "print(gradcheck(lambda x: x.detach() * 0, x), gradcheck(lambda x: 3 * x, (x, 3.0)[:1]))",
    "print(gradcheck(lambda x: x * 2, x, check_batched_grad=True), torch.rand(1))",
    "print(gradcheck(torch.sum, torch.ones(0, 2, dtype=torch.double, requires_grad=True)))",
    "gradcheck(half, x)",
    "gradcheck(half, x, fast_mode=True)",
    "gradcheck(half, x, check_forward_ad=True, check_backward_ad=False)",
    "gradcheck(lambda z: z * z.detach(), z[:1])",
    "gradcheck(lambda z: z * z.detach(), z[:1], fast_mode=True)",
    "gradcheck(lambda x: (x, 2 * half(x)), x)",
    "gradcheck(lambda x, w: half(w) @ x, (x, w))",
    "gradgradcheck(lambda x: half(x) * x, x, torch.ones(2, dtype=torch.double))",
    "gradcheck(lambda x: x.detach(), x)",
    "gradcheck(lambda x: x * x, torch.ones(2, requires_grad=True))",
    "gradcheck(lambda x: x * x, torch.ones(2))",
    "gradcheck(lambda x: x, torch.ones(1, requires_grad=True).double().expand(2))",
    "gradcheck(lambda x: 3.0, x)",
    "gradcheck(lambda x: x > 1, x)",
    "gradcheck(torch.sin, x, check_backward_ad=False)",
    "gradcheck(torch.sin, x, check_batched_forward_grad=True)",
    "gradgradcheck(torch.sin, x, check_rev_over_rev=False)",
    "gradcheck(lambda x: x.log(), zero)",
]


def outcome(program: str) -> dict[str, object]:
    """Run a program and return what it prints and how it ends."""
    stdout, error = io.StringIO(), None
    with contextlib.redirect_stdout(stdout), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            exec(START + program, {})
        except Exception as caught:
            error = [type(caught).__name__, str(caught)]
    return {"program": START + program, "stdout": stdout.getvalue(), "error": error}


def main() -> None:
    """Record all programs."""
    found = {"torch": torch.__version__, "programs": [outcome(program) for program in PROGRAMS]}
    DATA.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
