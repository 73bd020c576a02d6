"""PyTorch's ``torch.nn.grad``: gradients of convolutions by their inputs and by their weights."""

from __future__ import annotations

from typing import Any

from gradcli.core.backward import grad
from gradcli.core.modes import enable_grad
from gradcli.core.state import STATE
from gradcli.nn.calls import F, torch
from gradcli.nn.rows import renamed

__all__ = [f"conv{n}d_{by}" for n in (1, 2, 3) for by in ("input", "weight")]


def _gradients(n: int) -> tuple[Any, Any]:
    """Return the functions for the gradients of a convolution by its input and by its weight."""

    def by_input(
        input_size: Any,
        weight: Any,
        grad_output: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
    ) -> Any:
        source, options = _unknown(input_size, grad_output), (stride, padding, dilation, groups)
        return _gradient(n, source, (source, weight), grad_output, options)

    def by_weight(
        input: Any,
        weight_size: Any,
        grad_output: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
    ) -> Any:
        source, options = _unknown(weight_size, grad_output), (stride, padding, dilation, groups)
        return _gradient(n, source, (input, source), grad_output, options)

    return renamed(by_input, f"conv{n}d_input"), renamed(by_weight, f"conv{n}d_weight")


def _unknown(shape: Any, grad_output: Any) -> Any:
    return torch.zeros(tuple(shape), dtype=grad_output.dtype).requires_grad_()


def _gradient(n: int, source: Any, operands: Any, grad_output: Any, options: Any) -> Any:
    """Return the gradient by one of the operands, recorded where gradients are."""
    recording = STATE.grad_enabled
    with enable_grad():
        output = getattr(F, f"conv{n}d")(*operands, None, *options)
    return grad(output, source, grad_output, create_graph=recording)[0]


conv1d_input, conv1d_weight = _gradients(1)
conv2d_input, conv2d_weight = _gradients(2)
conv3d_input, conv3d_weight = _gradients(3)
