"""Operators compute halves in float32 and round once, as PyTorch does; some refuse them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gradcli

RECORDED = json.loads((Path(__file__).parents[1] / "data" / "half.json").read_text("utf-8"))


@pytest.mark.parametrize("case", RECORDED["cases"], ids=lambda case: case[0])
def test_results_and_gradients_are_rounded_once(case: Any) -> None:
    """Nothing overflows, underflows or loses digits on the way to a result that fits."""
    text, given, value, grads = case
    inputs = {}
    for name, source in (line.split("=", 1) for line in given):
        inputs[name] = gradcli.run(source, dtype="float32").value.half().requires_grad_()
    result = gradcli.run(text, inputs, dtype="float32").value
    assert result.dtype is (gradcli.float32 if "float32" in text else gradcli.float16)
    np.testing.assert_allclose(result.reshape(-1).tolist(), value, rtol=2e-3, atol=1e-6)
    slopes = gradcli.cos(1.7 * gradcli.arange(result.numel())).to(result.dtype)
    result.backward(slopes.reshape(result.shape))
    for name, expected in grads.items():
        assert inputs[name].grad.dtype is gradcli.float16
        found = inputs[name].grad.reshape(-1)[:100].tolist()
        scale = 1e-2 * float(np.abs(expected).max())
        np.testing.assert_allclose(found, expected, rtol=2e-3, atol=scale + 5e-6)


@pytest.mark.parametrize(
    ("text", "dtype", "kind", "message"),
    RECORDED["refused"],
    ids=[f"{text}-{dtype}" for text, dtype, *_ in RECORDED["refused"]],
)
def test_what_torch_refuses_is_refused(text: str, dtype: str, kind: str, message: str) -> None:
    """A body that looks at the element type sees the one that was given."""
    x = gradcli.eye(2, dtype=getattr(gradcli, dtype))
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.run(text, {"x": x})
    assert caught.value.diagnostic.kind == kind
    assert caught.value.message == message


def test_views_and_what_changes_nothing_keep_their_memory() -> None:
    """Converting to float32 and back makes no copy where PyTorch makes none."""
    x = gradcli.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=gradcli.float16)
    views = [
        x[0],
        x.T,
        x.view(4),
        x.detach(),
        x.contiguous(),
        x.to(gradcli.float16),
        x.expand(2, 2),
    ]
    assert all(np.shares_memory(view.array, x.array) for view in views)
    x.mul_(2).add_(1)
    assert views[2].tolist() == [3.0, 5.0, 7.0, 9.0]


def test_arrays_of_the_host_count_as_halves() -> None:
    """An array that came in by itself is computed like a tensor that was made here."""
    array = np.array([300.0, -300.0, 0.0], np.float16)
    for x in (gradcli.from_numpy(array), gradcli.run("x", {"x": array}).value):
        assert x.norm().item() == pytest.approx(424.25)
