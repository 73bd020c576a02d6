"""A parameter does in every operator what a tensor does."""

from __future__ import annotations

from typing import Any

import pytest

import gradcli
import gradcli.ops
from gradcli import nn
from gradcli.core.table import OPS

EXAMPLES = {name: op.example for name, op in OPS.load_all().items() if len(op.example) > 1}


def computed(example: tuple[str, ...], wrap: Any) -> tuple[Any, list[Any]]:
    """Return what an example computes and the gradients of its inputs, which are wrapped."""
    program, *inputs = example
    values: dict[str, Any] = {}
    for text in inputs:
        name, _, value = text.partition("=")
        made = gradcli.run(value, values).value
        if isinstance(made, gradcli.Tensor):
            floating = made.is_floating_point() or made.is_complex()
            made = wrap(made.detach(), floating)
        values[name] = made
    result = gradcli.run(program, values, seed=0).value
    for part in result if isinstance(result, tuple) else (result,):
        if isinstance(part, gradcli.Tensor) and part.requires_grad:
            part.abs().sum().backward(retain_graph=True)
    return result, [getattr(value, "grad", None) for value in values.values()]


@pytest.mark.parametrize("name", sorted(EXAMPLES))
@pytest.mark.filterwarnings("ignore")
def test_parameter(name: str) -> None:
    """A parameter in the place of a tensor changes neither results nor gradients."""
    kinds = lambda t, floating: t.requires_grad_(floating), nn.Parameter
    answers = [repr(computed(EXAMPLES[name], kind)) for kind in kinds]
    assert answers[0] == answers[1].replace("Parameter containing:\n", "")


REGISTRIES = """
from torch import nn
net = nn.Sequential(nn.Linear(1, 1), nn.ReLU())
net._modules['0'] = nn.Identity()
print(net(torch.ones(1) * -5), len(net._modules))
line = nn.Linear(2, 2)
nn.init.ones_(line.weight)
w, x = line.weight, torch.ones(1, 2)
line._parameters['weight'] = w - 0.5 * torch.autograd.grad(line(x).sum(), w, create_graph=True)[0]
del line._parameters['bias']
line._parameters['bias'] = None
line(x).sum().backward()
print(line(x), w.grad)
norm = nn.BatchNorm1d(1).eval()
norm._buffers['running_mean'] = torch.ones(1) * 7
print(norm.running_mean)
"""


def test_registries_are_what_a_module_has() -> None:
    """What is put into them, as meta-learning and model surgery do, is in the module."""
    assert gradcli.run(REGISTRIES).stdout == (
        "tensor([0.]) 2\n"
        "tensor([[1., 1.]], grad_fn=<MmBackward0>) tensor([[1., 1.],\n        [1., 1.]])\n"
        "tensor([7.])\n"
    )
