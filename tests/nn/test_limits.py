"""Numbers that would keep a computer busy for good are refused."""

from __future__ import annotations

import pytest

from gradcli import Tensor, empty, nn
from gradcli.errors import OpError
from gradcli.nn import init


@pytest.mark.parametrize(
    "ask",
    [
        lambda: nn.RNN(1, 1, 10**9),
        lambda: nn.Transformer(2, 1, 10**9, 1, 2),
        lambda: nn.TransformerDecoder(nn.ReLU(), 10**9),
        lambda: nn.Sequential(nn.ReLU()) * 10**9,
        lambda: nn.utils.spectral_norm(nn.Linear(1, 1), n_power_iterations=10**9),
    ],
)
def test_counts(ask: object) -> None:
    """A count of layers or iterations is bounded."""
    with pytest.raises(OpError, match="beyond the limit"):
        ask()  # type: ignore[operator]


def test_attempts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawing from where hardly any density is ends at some time."""
    monkeypatch.setattr("gradcli.nn.calls.MOST", 100)
    with pytest.raises(OpError, match="attempts to draw"):
        init.trunc_normal_(empty(3), a=1.0, b=1e30)


def test_many_groups() -> None:
    """Many groups of a weight are filled at once."""
    weight: Tensor = init.dirac_(empty(30000, 2, 3), 30000)
    assert weight[:, 0, 1].sum().item() == 30000 == weight.sum().item()
