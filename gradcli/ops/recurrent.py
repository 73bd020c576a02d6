"""Steps of recurrent networks, from an input and a state to the next state, and whole layers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from gradcli.numerics.recurrence import lstm
from gradcli.operators.by_name import (
    cat,
    linear,
    mm,
    relu,
    sigmoid,
    stack,
    t,
    tanh,
    unbind,
    unsafe_chunk,
    unsqueeze,
    view,
)
from gradcli.operators.declare import OPS, Array, OptTensor, Tensor, Tensors, Value, example, op
from gradcli.operators.families import internal
from gradcli.operators.named import named
from gradcli.operators.refusals import mismatch, refuse, shape_error


def _check(x: Tensor, states: Sequence[Tensor], w_ih: Tensor, w_hh: Tensor) -> None:
    """Raise PyTorch's errors for sizes that do not belong together."""
    if x.shape[-1] != w_ih.shape[1]:
        raise shape_error(
            f"input has inconsistent input_size: got {x.shape[-1]} expected {w_ih.shape[1]}"
        )
    for number, state in enumerate(states):
        if state.shape[0] != x.shape[0]:
            raise mismatch(
                f"Input batch size {x.shape[0]} doesn't match hidden{number} batch size "
                f"{state.shape[0]}",
                1,
            )
        if state.shape[1] != w_hh.shape[1]:
            raise mismatch(
                f"hidden{number} has inconsistent hidden_size: got {state.shape[1]}, expected "
                f"{w_hh.shape[1]}",
                1,
            )


def _affine(x: Tensor, weight: Tensor, bias: OptTensor) -> Tensor:
    return linear(x, weight, bias=bias)


_X = "x=linspace(-1, 1, 6).reshape(2, 3)"
_H = "h=linspace(-0.5, 1, 8).reshape(2, 4)"


def _weights(gates: int) -> tuple[str, str]:
    return (
        f"w=linspace(-1, 2, {12 * gates}).sin().reshape({4 * gates}, 3)",
        f"u=linspace(-2, 1, {16 * gates}).cos().reshape({4 * gates}, 4)",
    )


def _declare_simple(name: str, function: Callable[..., Tensor]) -> None:
    call = f"torch.rnn_{name}_cell(x, h, w, u)"

    @op(composite=True, where=["torch"], example=(call, _X, _H, *_weights(1)))
    @named(f"rnn_{name}_cell", f"The next state of a simple recurrent network with {name}.")
    def cell(
        input: Tensor,
        hx: Tensor,
        w_ih: Tensor,
        w_hh: Tensor,
        /,
        b_ih: OptTensor = None,
        b_hh: OptTensor = None,
    ) -> Tensor:
        _check(input, (hx,), w_ih, w_hh)
        return function(_affine(hx, w_hh, b_hh) + _affine(input, w_ih, b_ih))


_declare_simple("tanh", tanh)
_declare_simple("relu", relu)


@op(composite=True, where=["torch"], example=("torch.gru_cell(x, h, w, u)", _X, _H, *_weights(3)))
def gru_cell(
    input: Tensor,
    hx: Tensor,
    w_ih: Tensor,
    w_hh: Tensor,
    /,
    b_ih: OptTensor = None,
    b_hh: OptTensor = None,
) -> Tensor:
    """The next state of a gated recurrent unit."""
    _check(input, (hx,), w_ih, w_hh)
    from_input = unsafe_chunk(_affine(input, w_ih, b_ih), chunks=3, dim=1)
    from_state = unsafe_chunk(_affine(hx, w_hh, b_hh), chunks=3, dim=1)
    reset = sigmoid(_added(from_state[0], from_input[0]))
    update = sigmoid(_added(from_state[1], from_input[1]))
    new = tanh(from_input[2] + from_state[2] * reset)
    return (hx - new) * update + new


def _added(a: Tensor, b: Tensor) -> Tensor:
    """Add in place, as PyTorch does, so that nodes come in its order; not to what samples share."""
    if hasattr(b.array, "whole"):
        return a + b
    return OPS["add"].inplace(a, b)


@op(composite=True, where=["torch"])
@example(
    "torch.lstm_cell(x, (h, h * 2), w, u)[0]", _X, _H, *_weights(4), "b=linspace(-0.5, 0.5, 16)"
)
def lstm_cell(
    input: Tensor,
    hx: Tensors,
    w_ih: Tensor,
    w_hh: Tensor,
    /,
    b_ih: OptTensor = None,
    b_hh: OptTensor = None,
) -> tuple[Tensor, Tensor]:
    """The next state and memory of a long short-term memory."""
    if len(hx) != 2:
        raise refuse("lstm_cell expects two hidden states", 1)
    state, memory = hx
    _check(input, hx, w_ih, w_hh)
    gates = _affine(input, w_ih, b_ih)
    gates = _added(_affine(state, w_hh, b_hh), gates)
    let_in, forget, new, out = unsafe_chunk(gates, chunks=4, dim=1)
    memory = sigmoid(forget) * memory + sigmoid(let_in) * tanh(new)
    return sigmoid(out) * tanh(memory), memory


# A layer over a whole sequence


def _lstm_slopes(
    g: list[Value],
    input: Value,
    weight0: Value,
    weight1: Value,
    weight2: Value,
    weight3: Value,
    hx: Value,
    cx: Value,
    y: Value,
    reverse: bool,
) -> list[Value]:
    """Return the gradients by all operands; the gates are found again from all states at once."""
    first, rest = unsqueeze(hx, dim=0), y[1:] if reverse else y[:-1]
    before = cat([rest, first] if reverse else [first, rest], dim=0)
    gates = linear(before, weight1, bias=weight3) + linear(input, weight0, bias=weight2)
    let_in, forget, new, out = unsafe_chunk(gates, chunks=4, dim=2)
    let_in, forget, new, out = sigmoid(let_in), sigmoid(forget), tanh(new), sigmoid(out)
    turn = -1 if reverse else 1  # through time
    memories = [cx]
    for kept, added in zip(unbind(forget)[::turn], unbind(let_in * new)[::turn], strict=True):
        memories.append(kept * memories[-1] + added)
    memory = stack(memories[:-1][::turn], dim=0)
    bent = tanh(stack(memories[1:][::turn], dim=0))
    by_gate = [
        new * let_in * (1 - let_in),
        memory * forget * (1 - forget),
        let_in * (1 - new * new),
        bent * out * (1 - out),
    ]
    found: list[Value] = []
    _, of_state, of_memory = g
    parts = (g[0], out * (1 - bent * bent), cat(by_gate, dim=2), forget)
    for arriving, to_memory, to_gates, kept in zip(
        *[unbind(part)[::-turn] for part in parts], strict=True
    ):
        of_state = of_state + arriving
        of_memory = of_memory + of_state * to_memory
        found.append(cat([of_memory, of_memory, of_memory, of_state], dim=1) * to_gates)
        of_state = mm(found[-1], weight1)
        of_memory = of_memory * kept
    slopes = stack(found[::-turn], dim=0)
    rows, bias = view(slopes, shape=(-1, slopes.shape[2])), slopes.sum((0, 1))
    return [
        linear(slopes, t(weight0)),
        mm(t(rows), input.reshape(-1, input.shape[2])),
        mm(t(rows), before.reshape(-1, before.shape[2])),
        bias,
        bias,
        of_state,
        of_memory,
    ]


@internal(vjp=_lstm_slopes, node="MkldnnRnnLayerBackward0")
def _lstm_layer(
    xp: Any,
    input: Array,
    weight0: Array,
    weight1: Array,
    weight2: Array,
    weight3: Array,
    hx: Array,
    cx: Array,
    /,
    reverse: bool = False,
) -> tuple[Array, Array, Array]:
    """The states of a long short-term memory after each step, and the last state and memory."""
    gates = xp.matmul(input, weight0.mT) + weight2
    return lstm(xp, gates, weight1, weight3, hx, cx, reverse)
