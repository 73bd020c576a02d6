"""One step of recurrent networks: from an input and a state to the next state."""

from __future__ import annotations

from typing import Any

from gradcli.operators.declare import OPS, Array, Arrays, op
from gradcli.operators.refusals import mismatch, refuse
from gradcli.ops.elementwise import relu, sigmoid, tanh
from gradcli.ops.join import unsafe_chunk


def _check(x: Array, h: Array, w_ih: Array, w_hh: Array, gates: int) -> None:
    """Raise PyTorch's errors for sizes that do not belong together."""
    if x.shape[-1] != w_ih.shape[1]:
        raise mismatch(
            f"input has inconsistent input_size: got {x.shape[-1]} expected {w_ih.shape[1]}", 0
        )
    if h.shape[-1] != w_hh.shape[1]:
        raise mismatch(
            f"hidden0 has inconsistent hidden_size: got {h.shape[-1]}, expected {w_hh.shape[1]}", 1
        )


def _affine(x: Array, weight: Array, bias: Array | None) -> Array:
    return OPS["linear"](x, weight, bias=bias)


def _add_to(x: Array, y: Array) -> Array:
    """Add in place, as PyTorch does, so that the graph's nodes come in its order."""
    add = OPS["add"].inplace
    assert add is not None
    return add(x, y)


def _simple(function: Any, x: Array, h: Array, w_ih: Array, w_hh: Array, *biases: Any) -> Array:
    _check(x, h, w_ih, w_hh, 1)
    return function(_affine(h, w_hh, biases[1]) + _affine(x, w_ih, biases[0]))


@op(
    composite=True,
    where=["torch"],
    example=(
        "torch.rnn_tanh_cell(x, h, w, u)",
        "x=linspace(-1, 1, 6).reshape(2, 3)",
        "h=linspace(-0.5, 1, 8).reshape(2, 4)",
        "w=linspace(-1, 2, 12).sin().reshape(4, 3)",
        "u=linspace(-2, 1, 16).cos().reshape(4, 4)",
    ),
)
def rnn_tanh_cell(
    input: Array,
    hx: Array,
    w_ih: Array,
    w_hh: Array,
    /,
    b_ih: Array | None = None,
    b_hh: Array | None = None,
) -> Array:
    """The next state of a simple recurrent network with tanh."""
    return _simple(tanh, input, hx, w_ih, w_hh, b_ih, b_hh)


@op(
    composite=True,
    where=["torch"],
    example=(
        "torch.rnn_relu_cell(x, h, w, u)",
        "x=linspace(-1, 1, 6).reshape(2, 3)",
        "h=linspace(-0.5, 1, 8).reshape(2, 4)",
        "w=linspace(-1, 2, 12).sin().reshape(4, 3)",
        "u=linspace(-2, 1, 16).cos().reshape(4, 4)",
    ),
)
def rnn_relu_cell(
    input: Array,
    hx: Array,
    w_ih: Array,
    w_hh: Array,
    /,
    b_ih: Array | None = None,
    b_hh: Array | None = None,
) -> Array:
    """The next state of a simple recurrent network with relu."""
    return _simple(relu, input, hx, w_ih, w_hh, b_ih, b_hh)


@op(
    composite=True,
    where=["torch"],
    example=(
        "torch.gru_cell(x, h, w, u)",
        "x=linspace(-1, 1, 6).reshape(2, 3)",
        "h=linspace(-0.5, 1, 8).reshape(2, 4)",
        "w=linspace(-1, 2, 36).sin().reshape(12, 3)",
        "u=linspace(-2, 1, 48).cos().reshape(12, 4)",
    ),
)
def gru_cell(
    input: Array,
    hx: Array,
    w_ih: Array,
    w_hh: Array,
    /,
    b_ih: Array | None = None,
    b_hh: Array | None = None,
) -> Array:
    """The next state of a gated recurrent unit."""
    _check(input, hx, w_ih, w_hh, 3)
    from_input = unsafe_chunk(_affine(input, w_ih, b_ih), chunks=3, dim=1)
    from_state = unsafe_chunk(_affine(hx, w_hh, b_hh), chunks=3, dim=1)
    reset = sigmoid(_add_to(from_state[0], from_input[0]))
    update = sigmoid(_add_to(from_state[1], from_input[1]))
    new = tanh(from_input[2] + from_state[2] * reset)
    return (hx - new) * update + new


@op(
    composite=True,
    where=["torch"],
    example=(
        "torch.lstm_cell(x, (h, h * 2), w, u)[0]",
        "x=linspace(-1, 1, 6).reshape(2, 3)",
        "h=linspace(-0.5, 1, 8).reshape(2, 4)",
        "w=linspace(-1, 2, 48).sin().reshape(16, 3)",
        "u=linspace(-2, 1, 64).cos().reshape(16, 4)",
        "b=linspace(-0.5, 0.5, 16)",
    ),
)
def lstm_cell(
    input: Array,
    hx: Arrays,
    w_ih: Array,
    w_hh: Array,
    /,
    b_ih: Array | None = None,
    b_hh: Array | None = None,
) -> tuple[Array, Array]:
    """The next state and memory of a long short-term memory."""
    if len(hx) != 2:
        raise refuse("lstm_cell expects two hidden states", 1)
    state, memory = hx
    _check(input, state, w_ih, w_hh, 4)
    gates = _affine(input, w_ih, b_ih)
    gates = _add_to(_affine(state, w_hh, b_hh), gates)
    let_in, forget, new, out = unsafe_chunk(gates, chunks=4, dim=1)
    memory = sigmoid(forget) * memory + sigmoid(let_in) * tanh(new)
    return sigmoid(out) * tanh(memory), memory
