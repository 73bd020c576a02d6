"""Bodies that mix up what they get, for mypy; lines that it has to refuse end in ``# wrong``."""

from __future__ import annotations

from typing import Any

from gradcli.operators.declare import Array, Dims, Tensor, Value, ValueT, op
from gradcli.ops.activation import require_floating


def computed(x: Array) -> Array:
    """Take an array."""
    return x.astype(x.dtype)


def recorded(x: Tensor) -> Tensor:
    """Take a tensor."""
    return x.detach()


def either(x: Value) -> Value:
    """Take both, as derivatives do."""
    return x * x


def alike(x: ValueT) -> ValueT:
    """Return what it gets."""
    return x


@op(constant=True, where=[])
def _on_arrays(xp: Any, x: Array, /, dim: Dims, weight: Tensor | None = None) -> Array:
    """Compute."""
    require_floating(x, "right")
    computed(alike(x))
    recorded(x)  # wrong
    computed(either(x))  # wrong
    computed(weight)  # wrong
    x.sum(axis=dim + 1)  # wrong
    return x if x.requires_grad else xp.sin(x)  # wrong


@op(composite=True, where=[])
def _on_tensors(x: Tensor, /, number: int = 0) -> Tensor:
    """Call other operators."""
    require_floating(x.array, "right")
    recorded(alike(x) + 1)
    require_floating(x, "wrong")  # wrong
    computed(x * number)  # wrong
    x.astype(number)  # wrong
    return recorded(x.array)  # wrong
