"""Proofs of the operators in ``gradcli/ops/recurrent.py``."""

from __future__ import annotations

from typing import Any

from tests.ops.sampling import Proof, sample

_INPUTS = {"x": "linspace(-1, 1, 6).reshape(2, 3)", "h": "linspace(-0.5, 1, 8).reshape(2, 4)"}


def _weights(gates: int) -> dict[str, str]:
    rows = 4 * gates
    return {
        "w": f"linspace(-1, 2, {rows * 3}).sin().reshape({rows}, 3)",
        "u": f"linspace(-2, 1, {rows * 4}).cos().reshape({rows}, 4)",
        "b": f"linspace(-0.5, 0.5, {rows})",
    }


def _cell_samples(name: str, gates: int) -> list[Any]:
    inputs = _INPUTS | _weights(gates)
    bare = {key: text for key, text in inputs.items() if key != "b"}
    return [
        sample(f"torch.{name}(x, h, w, u)", **bare),
        sample(f"torch.{name}(x, h, w, u, b)", **inputs),
        sample(f"torch.{name}(x, h, w, u, b, b * 2) ** 2", **inputs),
        sample(f"torch.{name}(x[:1], h[:1], w, u, b_ih=b, b_hh=b)", **inputs),
        sample(f"torch.{name}(x, torch.{name}(x, h, w, u), w, u)", **bare),
    ]


PROOFS = {
    "rnn_tanh_cell": Proof(
        _cell_samples("rnn_tanh_cell", 1),
        wrong=["torch.rnn_tanh_cell(ones(2, 3), ones(2, 4), ones(4, 5), ones(4, 4))"],
    ),
    "rnn_relu_cell": Proof(_cell_samples("rnn_relu_cell", 1)),
    "gru_cell": Proof(
        _cell_samples("gru_cell", 3),
        wrong=["torch.gru_cell(ones(2, 3), ones(2, 4), ones(4, 5), ones(4, 4))"],
    ),
    "lstm_cell": Proof(
        [
            sample("torch.lstm_cell(x, (h, h * 2), w, u)[0]", **_INPUTS, **_weights(4)),
            sample("torch.lstm_cell(x, [h, h * 2], w, u, b)[1]", **_INPUTS, **_weights(4)),
            sample("torch.lstm_cell(x, (h, h), w, u, b, b)[0] ** 2", **_INPUTS, **_weights(4)),
            sample(
                "a, c = torch.lstm_cell(x, (h, h), w, u, b, b)\na * c", **_INPUTS, **_weights(4)
            ),
            sample("torch.lstm_cell(x[:1], (h[:1], h[1:]), w, u)[1]", **_INPUTS, **_weights(4)),
        ],
        wrong=["torch.lstm_cell(ones(2, 3), (ones(2, 4),), ones(16, 3), ones(16, 4))"],
    ),
    "_lstm_layer": Proof(),
}
