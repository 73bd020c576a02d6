"""One step of recurrent networks: from an input and a state to the next state."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gradcli.operators.by_name import linear, relu, sigmoid, tanh, unsafe_chunk
from gradcli.operators.declare import OPS, OptTensor, Tensor, Tensors, example, op
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
    reset = sigmoid(OPS["add"].inplace(from_state[0], from_input[0]))
    update = sigmoid(OPS["add"].inplace(from_state[1], from_input[1]))
    new = tanh(from_input[2] + from_state[2] * reset)
    return (hx - new) * update + new


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
    # Added in place, as PyTorch does, so that the graph's nodes come in its order.
    gates = OPS["add"].inplace(_affine(state, w_hh, b_hh), gates)
    let_in, forget, new, out = unsafe_chunk(gates, chunks=4, dim=1)
    memory = sigmoid(forget) * memory + sigmoid(let_in) * tanh(new)
    return sigmoid(out) * tanh(memory), memory
