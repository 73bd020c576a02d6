"""A step does the same on arrays and on tensors, one by one and together, and loads late."""

import subprocess
import sys
from typing import Any

import pytest

import gradcli as torch
from gradcli.optim import stepping
from tests.optim.training import CONFIGURATIONS

RULES = [
    (name, options)
    for name, several in CONFIGURATIONS.items()
    if name != "LBFGS"
    for options in several
]


def trained(name: str, options: dict[str, Any], dtype: Any) -> str:
    """Return the parameters and the state after some steps with known gradients."""
    torch.manual_seed(2)
    shapes = ((3, 2), (), (5,), (70, 70))
    params = [torch.randn(shape, dtype=dtype, requires_grad=True) for shape in shapes]
    optimizer = getattr(torch.optim, name)(
        [{"params": params[:2]}, {"params": params[2:]}], **options
    )
    for step in range(4):
        for param in params if step else params[1:]:  # the first one comes later
            param.grad = param.detach() * 2 - 1
        optimizer.step()
    state = [value.tolist() for kept in optimizer.state.values() for value in kept.values()]
    return repr([[param.tolist() for param in params], state])


@pytest.mark.parametrize("dtype", [torch.float32, torch.float64], ids=str)
@pytest.mark.parametrize(("name", "options"), RULES)
def test_ways_agree(
    name: str, options: dict[str, Any], dtype: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Small parameters are joined, others not, and what is not plain is left to operators."""
    expected = trained(name, options, dtype)
    with monkeypatch.context() as patch:
        patch.setattr(stepping, "_SMALL", 0)
        assert trained(name, options, dtype) == expected
    monkeypatch.setattr(stepping, "_is_plain", lambda array: False)
    assert trained(name, options, dtype) == expected


def test_nothing_is_loaded_before_it_is_asked_for() -> None:
    """A program without optimizers and data loads neither; a loader needs no tensor before."""
    code = (
        "import gradcli, sys; gradcli.tensor(1.0).exp()\n"
        "late = ('gradcli.optim', 'gradcli.utils')\n"
        "assert not any(name.startswith(late) for name in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    code = "from gradcli.utils.data import DataLoader\nprint(*DataLoader([1.5, 2], 2))"
    run = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert run.stdout == "tensor([1.5000, 2.0000], dtype=torch.float64)\n"
