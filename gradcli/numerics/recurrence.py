"""What recurrent layers compute over a whole sequence.

This module knows arrays and their namespaces. It knows no tensors, no operators and no gradients.
"""

from __future__ import annotations

from typing import Any

from gradcli.numerics.arrays import precise


def logistic(xp: Any, x: Any) -> Any:
    """Return ``1 / (1 + exp(-x))``."""
    return 1 / (1 + precise(xp.exp, -x))


def lstm(
    xp: Any, gates: Any, weight: Any, bias: Any, state: Any, memory: Any, backwards: bool
) -> tuple[Any, Any, Any]:
    """Return the states after each step of a sequence, the last state and the last memory.

    ``gates`` is what the input comes to in the gates at each step: (steps, batch, 4 * size), those
    that let in, forget, make new and let out side by side. ``weight`` and ``bias`` take a state
    there. A sequence that is gone through backwards ends with the state after its first element.
    """
    size, weight = state.shape[1], weight.mT
    states = []
    for now in reversed(gates) if backwards else gates:
        now = xp.matmul(state, weight) + bias + now
        kept = logistic(xp, now[:, : 2 * size])
        new = precise(xp.tanh, now[:, 2 * size : 3 * size])
        memory = kept[:, size:] * memory + kept[:, :size] * new
        state = logistic(xp, now[:, 3 * size :]) * precise(xp.tanh, memory)
        states.append(state)
    return xp.stack(states[::-1] if backwards else states), state, memory
