"""Recurrent networks: layers over sequences, and single steps."""

from __future__ import annotations

import math
from typing import Any

from gradcli.core.table import OPS
from gradcli.core.warn import warn
from gradcli.nn import init, names
from gradcli.nn.calls import F, check_count, torch
from gradcli.nn.module import Module
from gradcli.nn.recurrence import Direction, States
from gradcli.nn.rows import learn
from gradcli.nn.utils.rnn import PackedSequence
from gradcli.numerics.dtypes import float32
from gradcli.operators.refusals import invalid

__all__ = names("rnn")

_GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}


class RNNBase(Module):
    """What all recurrent layers share."""

    def __init__(
        self,
        mode: str,
        input_size: int,
        hidden_size: int,
        num_layers: int = 1,
        bias: bool = True,
        batch_first: bool = False,
        dropout: float = 0.0,
        bidirectional: bool = False,
        proj_size: int = 0,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        _check(input_size, hidden_size, num_layers, bias, batch_first, dropout, proj_size)
        if mode not in _GATES:
            raise invalid("Unrecognized RNN mode: " + mode, ValueError)
        check_count(num_layers, "layers")
        self.mode, self.input_size, self.hidden_size = mode, input_size, hidden_size
        self.num_layers, self.bias, self.batch_first = num_layers, bias, batch_first
        self.dropout, self.bidirectional = float(dropout), bidirectional
        self.proj_size = proj_size
        gates, state = _GATES[mode] * hidden_size, proj_size or hidden_size
        for layer in range(num_layers):
            for suffix in self._suffixes(layer):
                size = input_size if layer == 0 else state * (1 + bool(bidirectional))
                learn(self, f"weight_ih{suffix}", (gates, size), device, dtype)
                learn(self, f"weight_hh{suffix}", (gates, state), device, dtype)
                for name in ("bias_ih", "bias_hh") if bias else ():
                    learn(self, name + suffix, gates, device, dtype)
                if proj_size:
                    learn(self, f"weight_hr{suffix}", (proj_size, hidden_size), device, dtype)
        self.reset_parameters()

    def _suffixes(self, layer: int) -> list[str]:
        """Return what the names of a layer's parameters end in, for each direction."""
        return [f"_l{layer}", f"_l{layer}_reverse"][: 1 + bool(self.bidirectional)]

    def _weights(self, suffix: str) -> dict[str, Any]:
        """Return the parameters of one direction of a layer."""
        names = ["weight_ih", "weight_hh"] + ["bias_ih", "bias_hh"] * bool(self.bias)
        names += ["weight_hr"] * bool(self.proj_size)
        return {name: getattr(self, name + suffix) for name in names}

    @property
    def all_weights(self) -> list[list[Any]]:
        """The parameters of each direction of each layer."""
        layers = range(self.num_layers)
        suffixes = [suffix for layer in layers for suffix in self._suffixes(layer)]
        return [list(self._weights(suffix).values()) for suffix in suffixes]

    @property
    def _flat_weights(self) -> list[Any]:
        return [weight for weights in self.all_weights for weight in weights]

    def flatten_parameters(self) -> None:
        """Do nothing; parameters need not lie side by side."""

    def reset_parameters(self) -> None:
        """Draw the parameters anew."""
        bound = 1.0 / math.sqrt(self.hidden_size)
        for parameter in self.parameters():
            init.uniform_(parameter, -bound, bound)

    def extra_repr(self) -> str:
        """Return the sizes, and what is not as usual."""
        text = f"{self.input_size}, {self.hidden_size}"
        usual = {"proj_size": 0, "num_layers": 1, "bias": True, "batch_first": False}
        usual |= {"dropout": 0, "bidirectional": False}
        own = vars(self)
        return text + "".join(f", {n}={own[n]}" for n in usual if own[n] != usual[n])

    # A call

    def forward(self, input: Any, hx: Any = None) -> Any:
        """Return the output of each step, and the last state of each layer and direction."""
        if isinstance(input, PackedSequence):
            data, sizes, sorting, unsorting = input
            start = self._start(data, hx, int(sizes[0]), sorting)
            self._check_call(data, start, int(sizes[0]), packed=True)
            outputs, states = self._run(data, start, sizes.tolist())
            output: Any = PackedSequence(outputs, sizes, sorting, unsorting)
            if unsorting is not None:
                states = tuple([state.index_select(1, unsorting) for state in states])
            return output, self._packed(states)
        self._check_dims(input, hx)
        batched, dim = input.dim() == 3, 0 if self.batch_first else 1
        if not batched:
            input = input.unsqueeze(dim)
            if hx is not None:
                hx = self._packed(tuple([state.unsqueeze(1) for state in self._unpacked(hx)]))
        batch = input.size(dim)
        start = self._start(input, hx, batch, None)
        self._check_call(input, start, batch, packed=False)
        output, states = self._run(input.transpose(0, 1) if dim == 0 else input, start, None)
        if dim == 0:
            turn = output.transpose if self.mode == "LSTM" else output.transpose_
            output = turn(0, 1)
        if not batched:
            output, states = output.squeeze(dim), tuple([state.squeeze(1) for state in states])
        return output, self._packed(states)

    def _packed(self, states: States) -> Any:
        """Return the states as users have them: one, or for an LSTM a pair."""
        return states if self.mode == "LSTM" else states[0]

    def _unpacked(self, hx: Any) -> States:
        return (hx[0], hx[1]) if self.mode == "LSTM" else (hx,)

    def _start(self, input: Any, hx: Any, batch: int, sorting: Any) -> States:
        """Return the first states: zeros where none are given."""
        if hx is None:
            sizes = [self.proj_size or self.hidden_size, self.hidden_size]
            layers = self.num_layers * (1 + bool(self.bidirectional))
            count = 2 if self.mode == "LSTM" else 1
            return tuple(
                [torch.zeros(layers, batch, size, dtype=input.dtype) for size in sizes[:count]]
            )
        states = self._unpacked(hx)
        if sorting is None:
            return states
        return tuple([state.index_select(1, sorting) for state in states])

    def _run(self, data: Any, start: States, sizes: list[int] | None) -> tuple[Any, States]:
        """Return what the last layer makes of a sequence, and the last states of all."""
        ends: list[States] = []
        for layer in range(self.num_layers):
            if layer and self.dropout and self.training:
                data = F.dropout(data, self.dropout, True)
            made = []
            for suffix in self._suffixes(layer):
                weights = self._weights(suffix)
                first = tuple([state[len(ends)] for state in start])
                backwards = suffix.endswith("_reverse")
                if self._is_one(data, sizes):
                    output, *states = _layer(data, weights, first, backwards)
                    made.append(output)
                    ends.append(states)
                    continue
                direction = Direction(self.mode, weights)
                whole = F.linear(data, weights["weight_ih"], weights.get("bias_ih"))
                steps = whole.unbind(0) if sizes is None else whole.split(sizes)
                outputs, states = direction.run(steps, first, backwards)
                made.append(torch.stack(outputs) if sizes is None else torch.cat(outputs))
                ends.append(states)
            data = torch.cat(made, -1) if len(made) > 1 else made[0]
        return data, tuple([torch.stack(states) for states in zip(*ends, strict=True)])

    def _is_one(self, data: Any, sizes: Any) -> bool:
        """Tell whether a direction of a layer is one operation, as PyTorch has it for an LSTM."""
        usual = self.mode == "LSTM" and sizes is None and not self.proj_size
        return usual and data.dtype is float32

    def _check_dims(self, input: Any, hx: Any) -> None:
        """Raise PyTorch's errors for numbers of dimensions that do not go together."""
        kind = "RNN" if self.mode.startswith("RNN") else self.mode
        if input.dim() not in (2, 3):
            last = "D tensor instead" if kind == "RNN" else "D instead"
            message = f"{kind}: Expected input to be 2D or 3D, got {input.dim()}{last}"
            raise invalid(message, ValueError)
        batched = input.dim() == 3
        what = "For batched 3-D input" if batched else "For unbatched 2-D input"
        states = () if hx is None else self._unpacked(hx)
        if all(state.dim() == input.dim() for state in states):
            return
        if kind == "LSTM":
            dims = f"({states[0].dim()}-D, {states[1].dim()}-D) tensors"
            raise invalid(f"{what}, hx and cx should also be {2 + batched}-D but got {dims}")
        raise invalid(
            f"{what}, hx should also be {2 + batched}-D but got {states[0].dim()}-D tensor"
        )

    def _check_call(self, input: Any, states: States, batch: int, packed: bool) -> None:
        """Raise PyTorch's errors for an input and states that the layer does not take."""
        weight = self.weight_ih_l0
        if input.dtype is not weight.dtype:
            raise invalid(
                f"RNN input dtype ({input.dtype}) does not match weight dtype ({weight.dtype}). "
                f"Convert input: input.to({weight.dtype}), or convert model: "
                f"model.to({input.dtype})",
                ValueError,
            )
        if input.dim() != (2 if packed else 3):
            raise invalid(f"input must have {2 if packed else 3} dimensions, got {input.dim()}")
        if self.input_size != input.size(-1):
            raise invalid(
                "input.size(-1) must be equal to input_size. Expected "
                f"{self.input_size}, got {input.size(-1)}"
            )
        if not packed and 0 in input.shape[:2] and not input.size(self.batch_first):
            raise invalid("Expected sequence length to be larger than 0 in RNN")
        layers = self.num_layers * (1 + bool(self.bidirectional))
        for place, state in enumerate(states):
            size = self.hidden_size if place else self.proj_size or self.hidden_size
            if tuple(state.shape) != (layers, batch, size):
                which = f"hidden[{place}]" if self.mode == "LSTM" else "hidden"
                expected, got = (layers, batch, size), list(state.shape)
                raise invalid(f"Expected {which} size {expected}, got {got}")


def _layer(data: Any, weights: dict[str, Any], start: States, backwards: bool) -> Any:
    """Return the outputs of a direction of an LSTM, its last state and its last memory."""
    into, within = weights["weight_ih"], weights["weight_hh"]
    zeros = None if "bias_ih" in weights else torch.zeros(len(into), dtype=into.dtype)
    biases = [weights.get(name, zeros) for name in ("bias_ih", "bias_hh")]
    return OPS["_lstm_layer"](data, into, within, *biases, *start, reverse=backwards)


def _check(
    input_size: Any,
    hidden_size: Any,
    num_layers: int,
    bias: Any,
    batch_first: Any,
    dropout: Any,
    proj_size: int,
) -> None:
    """Raise PyTorch's errors for settings of a recurrent layer."""
    number = isinstance(dropout, (int, float)) and not isinstance(dropout, bool)
    if not number or not 0 <= dropout <= 1:
        raise invalid(
            "dropout should be a number in range [0, 1] representing the probability of an element "
            "being zeroed",
            ValueError,
        )
    if dropout > 0 and num_layers == 1:
        warn(
            "dropout option adds dropout after all but last recurrent layer, so non-zero dropout "
            f"expects num_layers greater than 1, but got dropout={dropout} and "
            f"num_layers={num_layers}"
        )
    kinds = {"bias": (bias, bool), "batch_first": (batch_first, bool)}
    for name, (value, kind) in (
        kinds | {"input_size": (input_size, int), "hidden_size": (hidden_size, int)}
    ).items():
        if not isinstance(value, kind):
            wanted, got = kind.__name__, type(value).__name__
            raise invalid(f"{name} should be of type {wanted}, got: {got}", TypeError)
        if kind is int and value <= 0:
            raise invalid(f"{name} must be greater than zero", ValueError)
    if num_layers <= 0:
        raise invalid("num_layers must be greater than zero", ValueError)
    if proj_size < 0:
        raise invalid(
            "proj_size should be a positive integer or zero to disable projections", ValueError
        )
    if proj_size >= hidden_size:
        raise invalid("proj_size has to be smaller than hidden_size", ValueError)


def _refuse_projection(kwargs: dict[str, Any]) -> None:
    if "proj_size" in kwargs:
        message = "proj_size argument is only supported for LSTM, not RNN or GRU"
        raise invalid(message, ValueError)


class RNN(RNNBase):
    """A simple recurrent network."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        _refuse_projection(kwargs)
        nonlinearity = args[3] if len(args) > 3 else kwargs.pop("nonlinearity", "tanh")
        if nonlinearity not in ("tanh", "relu"):
            raise invalid(
                f"Unknown nonlinearity '{nonlinearity}'. Select from 'tanh' or 'relu'.", ValueError
            )
        super().__init__(f"RNN_{nonlinearity.upper()}", *args[:3], *args[4:], **kwargs)
        self.nonlinearity = nonlinearity


class LSTM(RNNBase):
    """A network of long short-term memories."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__("LSTM", *args, **kwargs)


class GRU(RNNBase):
    """A network of gated recurrent units."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        _refuse_projection(kwargs)
        super().__init__("GRU", *args, **kwargs)


class RNNCellBase(Module):
    """What all single steps share."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool,
        num_chunks: int,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
        gates = num_chunks * hidden_size
        learn(self, "weight_ih", (gates, input_size), device, dtype)
        learn(self, "weight_hh", (gates, hidden_size), device, dtype)
        for name in ("bias_ih", "bias_hh"):
            learn(self, name, gates if bias else None, device, dtype)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the parameters anew."""
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for parameter in self.parameters():
            init.uniform_(parameter, -bound, bound)

    def extra_repr(self) -> str:
        """Return the sizes, and what is not as usual."""
        text = f"{self.input_size}, {self.hidden_size}"
        text += f", bias={self.bias}" if self.bias is not True else ""
        nonlinearity = vars(self).get("nonlinearity", "tanh")
        return text + (f", nonlinearity={nonlinearity}" if nonlinearity != "tanh" else "")

    def _step(
        self, function: Any, input: Any, states: tuple[Any, ...] | None, names: list[str]
    ) -> Any:
        """Return the next states, for a batch or for a single input."""
        kind = self._get_name()
        given = [("input", input), *zip(names, states or (), strict=False)]
        for name, tensor in given:
            if tensor.dim() not in (1, 2):
                message = f"{kind}: Expected {name} to be 1D or 2D, got {tensor.dim()}D instead"
                raise invalid(message, ValueError)
        single = input.dim() == 1
        batch = input.unsqueeze(0) if single else input
        if states is None:
            zeros = torch.zeros(batch.size(0), self.hidden_size, dtype=input.dtype)
            states = (zeros,) * len(names)
        elif single:
            states = tuple([state.unsqueeze(0) for state in states])
        hx = states if len(names) > 1 else states[0]
        result = function(batch, hx, self.weight_ih, self.weight_hh, self.bias_ih, self.bias_hh)
        if not single:
            return result
        return tuple([r.squeeze(0) for r in result]) if len(names) > 1 else result.squeeze(0)


class RNNCell(RNNCellBase):
    """A step of a simple recurrent network."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        nonlinearity: str = "tanh",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input: Any, hx: Any = None) -> Any:
        """Return the next state."""
        if self.nonlinearity not in ("tanh", "relu"):
            raise invalid(f"Unknown nonlinearity: {self.nonlinearity}")
        cell = getattr(torch, f"rnn_{self.nonlinearity}_cell")
        return self._step(cell, input, None if hx is None else (hx,), ["hidden"])


class LSTMCell(RNNCellBase):
    """A step of a long short-term memory."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input: Any, hx: Any = None) -> Any:
        """Return the next state and memory."""
        states = None if hx is None else tuple(hx)
        return self._step(torch.lstm_cell, input, states, ["hx[0]", "hx[1]"])


class GRUCell(RNNCellBase):
    """A step of a gated recurrent unit."""

    def __init__(
        self,
        input_size: int,
        hidden_size: int,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input: Any, hx: Any = None) -> Any:
        """Return the next state."""
        return self._step(torch.gru_cell, input, None if hx is None else (hx,), ["hidden"])
