"""How recurrent networks go over a sequence, from either end, step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gradcli.nn.calls import F, torch

__all__: list[str] = []

States = tuple[Any, ...]
Step = Callable[[Any, Any, States], States]
"""From what the input and the state come to in all gates, and the state, to the next state."""


def _lstm(from_input: Any, from_state: Any, states: States) -> States:
    let_in, forget, new, out = (from_state + from_input).unsafe_chunk(4, 1)
    memory = forget.sigmoid() * states[1] + let_in.sigmoid() * new.tanh()
    return out.sigmoid() * memory.tanh(), memory


def _gru(from_input: Any, from_state: Any, states: States) -> States:
    reset, update, new = from_input.unsafe_chunk(3, 1)
    more_reset, more_update, more_new = from_state.unsafe_chunk(3, 1)
    reset, update = (more_reset + reset).sigmoid(), (more_update + update).sigmoid()
    new = (new + more_new * reset).tanh()
    return ((states[0] - new) * update + new,)


_STEPS: dict[str, Step] = {
    "LSTM": _lstm,
    "GRU": _gru,
    "RNN_TANH": lambda from_input, from_state, _: ((from_state + from_input).tanh(),),
    "RNN_RELU": lambda from_input, from_state, _: ((from_state + from_input).relu(),),
}


class Direction:
    """One pass over a sequence, from its start or from its end; sequences can end early."""

    def __init__(self, mode: str, weights: dict[str, Any]) -> None:
        self.step = _STEPS[mode]
        self.weights = weights

    def next(self, from_input: Any, states: States) -> States:
        """Return the next state."""
        w = self.weights
        from_state = F.linear(states[0], w["weight_hh"], w.get("bias_hh"))
        state, *others = self.step(from_input, from_state, states)
        if "weight_hr" in w:
            state = F.linear(state, w["weight_hr"])
        return state, *others

    def run(self, steps: Sequence[Any], start: States, backwards: bool) -> tuple[list[Any], States]:
        """Return the output of each step and the last state of each sequence."""
        if backwards:
            return self._from_end(steps, start)
        outputs, ended, states = [], [], start
        for step in steps:
            going = step.shape[0]
            if going < states[0].shape[0]:
                ended.append([state[going:] for state in states])
                states = tuple([state[:going] for state in states])
            states = self.next(step, states)
            outputs.append(states[0])
        if ended:
            parts = zip(states, *reversed(ended), strict=True)
            states = tuple([torch.cat(part) for part in parts])
        return outputs, states

    def _from_end(self, steps: Sequence[Any], start: States) -> tuple[list[Any], States]:
        outputs, states = [], tuple([state[: steps[-1].shape[0]] for state in start])
        for step in reversed(steps):
            going, now = step.shape[0], states[0].shape[0]
            if going > now:
                pairs = zip(states, start, strict=True)
                states = tuple([torch.cat([state, first[now:going]]) for state, first in pairs])
            states = self.next(step, states)
            outputs.append(states[0])
        return outputs[::-1], states
