"""Every sample of the operator table against what PyTorch 2.13 computed for it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import gradcli
from gradcli.core.tensor import Tensor
from gradcli.numerics.dtypes import dtype_of
from tests.ops import reference
from tests.ops.reference import PROOFS, RECORDED

ERRORS = [(name, index) for name in sorted(PROOFS) for index, _ in enumerate(PROOFS[name].wrong)]


def close(found: Tensor | None, recorded: Any) -> None:
    """Assert that a tensor is what was recorded; a zero may be left out on either side."""
    expected = reference.decode(recorded)
    if found is None or expected is None:
        assert found is None or not found.array.any()
        assert expected is None or not expected.any()
        return
    assert found.array.shape == expected.shape
    np.testing.assert_allclose(found.array, expected, rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize(("name", "index"), reference.SAMPLES)
def test_value_and_derivatives(name: str, index: int) -> None:
    """Value, gradient and second derivative are PyTorch's in double precision."""
    recorded = reference.entry(name, index)
    inputs = reference.inputs_of(recorded)
    value = reference.evaluate(name, index, inputs, "float64")
    if "plain" in recorded:
        assert str(value) == recorded["plain"]
        return
    close(value, recorded["value"])
    assert value.requires_grad == ("gradients" in recorded)
    if "gradients" not in recorded:
        return
    sources = [tensor for tensor in inputs.values() if tensor.requires_grad]
    once = "once" in recorded  # PyTorch has no second derivative
    first, second = reference.derivatives(value, sources, once)
    for found, expected in zip(first, recorded["gradients"], strict=True):
        close(found, expected)
    if once:
        return
    for found, expected in zip(
        second or [None] * len(sources), recorded.get("second", [None] * len(sources)), strict=True
    ):
        close(found, expected)


@pytest.mark.parametrize(("name", "index"), reference.SAMPLES)
def test_node_and_type(name: str, index: int) -> None:
    """The top node's name and the element type are PyTorch's in single precision."""
    recorded = reference.entry(name, index)
    if "plain" in recorded:
        return
    value = reference.evaluate(name, index, reference.inputs_of(recorded, single=True), "float32")
    assert dtype_of(value.array.dtype).name == recorded["dtype"]
    assert (value.grad_fn.label if value.grad_fn else None) == recorded["node"]


@pytest.mark.parametrize(("name", "index"), reference.SAMPLES)
def test_gradients_own_their_memory(name: str, index: int) -> None:
    """A gradient left in ``grad`` shares memory with no input, result or other gradient."""
    recorded = reference.entry(name, index)
    if "gradients" not in recorded:
        return
    inputs = reference.inputs_of(recorded)
    value = reference.evaluate(name, index, inputs, "float64")
    start = reference.weights(value)
    value.backward(start)
    arrays = [start.array, value.array, *(tensor.array for tensor in inputs.values())]
    for tensor in inputs.values():
        if tensor.grad is not None:
            assert not any(np.shares_memory(tensor.grad.array, array) for array in arrays)
            arrays.append(tensor.grad.array)


@pytest.mark.parametrize(("name", "index"), ERRORS)
def test_error(name: str, index: int) -> None:
    """The class and the message of the error that a wrong call gives are PyTorch's."""
    expr, kind, message = RECORDED[name]["errors"][index]
    assert PROOFS[name].wrong[index] == expr, "run tests/reference/record.py"
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.run(expr)
    assert caught.value.kind == kind
    assert caught.value.message.splitlines()[0] == message


def test_the_record_is_of_these_calls() -> None:
    """What was recorded is what there is, no more and no less."""
    calls = {
        name: ([sample.expr for sample in proof.samples], list(proof.wrong))
        for name, proof in PROOFS.items()
    }
    recorded = {
        name: (
            [sample["expr"] for sample in entry["samples"]],
            [expr for expr, _, _ in entry["errors"]],
        )
        for name, entry in RECORDED.items()
    }
    assert recorded == calls
