"""Values and derivatives where a formula that looks right is wrong are PyTorch's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gradcli
from tests.ops.reference import decode

DATA = Path(__file__).parents[1] / "data"
RECORDED = json.loads((DATA / "corners.json").read_text("utf-8"))
REFUSED = json.loads((DATA / "corners_refused.json").read_text("utf-8"))


@pytest.mark.parametrize(("text", "given", "recorded"), RECORDED)
def test_value_and_derivatives(text: str, given: list[str], recorded: list[Any]) -> None:
    """The value, its type, its gradient and where recorded the gradient of that."""
    inputs = {}
    for name, source in (line.split("=", 1) for line in given):
        inputs[name] = gradcli.run(source, dtype="float32").value.detach().requires_grad_()
    found = [gradcli.run(text, inputs, dtype="float32").value]
    for x in inputs.values():
        slopes = gradcli.cos(1.7 * gradcli.arange(found[0].numel())).to(found[0].dtype)
        slopes = slopes.reshape(found[0].shape)
        found += gradcli.autograd.grad(found[0], x, slopes, create_graph=True)
        if len(recorded) == 3:
            found += gradcli.autograd.grad(found[1].sum(), x)
    for part, expected in zip(found, recorded, strict=True):
        array = decode(expected)
        assert array is not None
        assert part.array.dtype == array.dtype and part.array.shape == array.shape
        np.testing.assert_allclose(part.detach().array, array, rtol=2e-6, atol=1e-30)


@pytest.mark.parametrize(("text", "kind", "message"), REFUSED)
def test_refusal(text: str, kind: str, message: str) -> None:
    """The class of the error and the first line of its message."""
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.run(text, dtype="float32")
    assert caught.value.kind == kind and caught.value.message.split("\n")[0] == message
