"""The element type bfloat16, which needs a package that may not be there."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

import gradcli as torch

WITHOUT = """
import sys
sys.modules["ml_dtypes"] = None
import gradcli
try:
    gradcli.run("x = torch.ones(2, dtype=torch.bfloat16)")
except gradcli.GradcliError as error:
    print(error.message, "|", error.diagnostic.help)
print(gradcli.run("print(torch.bfloat16, torch.ones(2))").stdout)
"""


def test_without_the_package() -> None:
    """The name is known, its use is an error that says what to install, the rest works."""
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True
    )
    assert run.stdout.splitlines() == [
        "bfloat16 needs the package ml_dtypes | pip install ml_dtypes",
        "torch.bfloat16 tensor([1., 1.])",
        "",
    ]


def test_the_package_is_not_imported_unless_it_is_used() -> None:
    """A program without bfloat16 does not pay for it."""
    code = "import sys, gradcli; gradcli.run('ones(2).sum()'); print('ml_dtypes' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "False\n"


@pytest.mark.parametrize(
    "call", [lambda x: x * x, lambda x: x @ x, lambda x: x.exp(), lambda x: torch.stack([x, x])]
)
def test_each_operation_is_computed_in_float32_and_rounded(call: object) -> None:
    """A result is the float32 result rounded, and so is a gradient."""
    values = np.array([[1.5, 0.3], [0.1, 2.7]], np.float32)
    narrow = torch.tensor(values, dtype=torch.bfloat16, requires_grad=True)
    wide = narrow.detach().float().requires_grad_()
    results = [call(x) for x in (narrow, wide)]  # type: ignore[operator]
    assert results[0].dtype is torch.bfloat16
    assert results[0].tolist() == results[1].to(torch.bfloat16).tolist()
    for result in results:
        result.backward(torch.ones_like(result))
    assert narrow.grad.dtype is torch.bfloat16
    assert narrow.grad.tolist() == wide.grad.to(torch.bfloat16).tolist()


def test_numpy_has_no_such_type() -> None:
    """Conversion to an array is refused in PyTorch's words."""
    with pytest.raises(TypeError, match="Got unsupported ScalarType BFloat16"):
        torch.ones(2, dtype=torch.bfloat16).numpy()
