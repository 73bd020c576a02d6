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


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.filterwarnings("ignore")
def test_parameter(name: str) -> None:
    """A parameter in the place of a tensor changes neither results nor gradients."""
    kinds = lambda t, floating: t.requires_grad_(floating), nn.Parameter
    answers = [repr(computed(EXAMPLES[name], kind)) for kind in kinds]
    assert answers[0] == answers[1].replace("Parameter containing:\n", "")
