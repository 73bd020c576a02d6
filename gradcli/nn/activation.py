"""Activations, a row each; PReLU, which learns."""

from __future__ import annotations

from functools import partial
from typing import Any

from gradcli.core.warn import warn
from gradcli.nn import init as initial
from gradcli.nn import names
from gradcli.nn.calls import F
from gradcli.nn.module import Module
from gradcli.nn.rows import layer, learn
from gradcli.operators.refusals import invalid

__all__ = names("activation")

_row = partial(layer, "activation")


def _settle_hardtanh(given: dict[str, Any]) -> None:
    """Take the limits by their old names, if they are given so."""
    for name in ("min", "max"):
        old = given.pop(f"{name}_value")
        if old is not None:
            message = f"keyword argument `{name}_value` is deprecated and renamed to `{name}_val`"
            warn(message, FutureWarning)
            given[f"{name}_val"] = old
    low, high = given["min_val"], given["max_val"]
    if high <= low:
        message = f"max_val ({high}) must be greater than min_val ({low})"
        raise invalid(message, AssertionError)


def _settle_relu6(given: dict[str, Any]) -> None:
    given.update(min_val=0.0, max_val=6.0)


Threshold = _row("Threshold", "threshold", "threshold, value, inplace=False")
ReLU = _row("ReLU", "relu", "inplace=False")
RReLU = _row(
    "RReLU",
    "rrelu",
    "lower=0.125, upper=0.3333333333333333, inplace=False",
    also="training",
)
Hardtanh = _row(
    "Hardtanh",
    "hardtanh",
    "min_val=-1.0, max_val=1.0, inplace=False, min_value=None, max_value=None",
    shown="min_val={min_val}, max_val={max_val}",
    unused=("min_value", "max_value"),
    settle=_settle_hardtanh,
)
ReLU6 = _row(
    "ReLU6",
    "hardtanh",
    "inplace=False",
    also="min_val max_val",
    settle=_settle_relu6,
    base=Hardtanh,
)
Sigmoid = _row("Sigmoid", "sigmoid")
Hardsigmoid = _row("Hardsigmoid", "hardsigmoid", "inplace=False", shown="")
Tanh = _row("Tanh", "tanh")
SiLU = _row("SiLU", "silu", "inplace=False")
Mish = _row("Mish", "mish", "inplace=False")
Hardswish = _row("Hardswish", "hardswish", "inplace=False", shown="")
ELU = _row("ELU", "elu", "alpha=1.0, inplace=False")
CELU = _row("CELU", "celu", "alpha=1.0, inplace=False")
SELU = _row("SELU", "selu", "inplace=False")
GLU = _row("GLU", "glu", "dim=-1")
GELU = _row("GELU", "gelu", "approximate='none'", shown="approximate={approximate!r}")
Hardshrink = _row("Hardshrink", "hardshrink", "lambd=0.5", shown="{lambd}")
LeakyReLU = _row("LeakyReLU", "leaky_relu", "negative_slope=0.01, inplace=False")
LogSigmoid = _row("LogSigmoid", "logsigmoid")
Softplus = _row("Softplus", "softplus", "beta=1.0, threshold=20.0")
Softshrink = _row("Softshrink", "softshrink", "lambd=0.5", shown="{lambd}")
Softsign = _row("Softsign", "softsign")
Tanhshrink = _row("Tanhshrink", "tanhshrink")
Softmin = _row("Softmin", "softmin", "dim=None")
Softmax = _row("Softmax", "softmax", "dim=None")
LogSoftmax = _row("LogSoftmax", "log_softmax", "dim=None")


class Softmax2d(Module):
    """The softmax over the channels of images."""

    def forward(self, input: Any) -> Any:
        """Return the shares, which add up to one at each place."""
        if input.dim() not in (3, 4):
            message = f"Softmax2d: expected input to be 3D or 4D, got {input.dim()}D instead"
            raise invalid(message, ValueError)
        return F.softmax(input, -3)


class PReLU(Module):
    """The element where it is positive, elsewhere a multiple of it that is learned."""

    def __init__(
        self, num_parameters: int = 1, init: float = 0.25, device: Any = None, dtype: Any = None
    ) -> None:
        super().__init__()
        self.num_parameters, self.init = num_parameters, init
        learn(self, "weight", num_parameters, device, dtype)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Set the slopes to where they start."""
        initial.constant_(self.weight, self.init)

    def forward(self, input: Any) -> Any:
        """Return the activations."""
        return F.prelu(input, self.weight)

    def extra_repr(self) -> str:
        """Return the number of slopes."""
        return f"num_parameters={self.num_parameters}"
