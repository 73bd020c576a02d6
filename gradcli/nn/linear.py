"""Layers that are linear in each of their inputs."""

from __future__ import annotations

import math
from typing import Any

from gradcli.core.table import OPS
from gradcli.core.values import TENSORS
from gradcli.nn import init, names
from gradcli.nn.calls import F
from gradcli.nn.module import Module
from gradcli.nn.rows import learn
from gradcli.operators.refusals import invalid

__all__ = names("linear")


class Linear(Module):
    """``input @ weight.T + bias``."""

    def __init__(
        self,
        in_features: int,
        out_features: int,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.in_features, self.out_features = in_features, out_features
        learn(self, "weight", (out_features, in_features), device, dtype)
        learn(self, "bias", out_features if bias else None, device, dtype)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the parameters anew."""
        init.draw_affine(self.weight, self.bias)

    def forward(self, input: Any) -> Any:
        """Return the products."""
        weight, bias = self.weight, self.bias
        if input.__class__ in TENSORS and weight.__class__ in TENSORS:  # nothing is to be converted
            return OPS["linear"].apply((input, weight), {"bias": bias})
        return F.linear(input, weight, bias)

    def extra_repr(self) -> str:
        """Return the sizes."""
        sizes = f"in_features={self.in_features}, out_features={self.out_features}"
        return f"{sizes}, bias={self.bias is not None}"


class Bilinear(Module):
    """``input1 @ weight[k] @ input2 + bias[k]`` for each k."""

    def __init__(
        self,
        in1_features: int,
        in2_features: int,
        out_features: int,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        self.in1_features, self.in2_features = in1_features, in2_features
        self.out_features = out_features
        learn(self, "weight", (out_features, in1_features, in2_features), device, dtype)
        learn(self, "bias", out_features if bias else None, device, dtype)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the parameters anew."""
        if self.in1_features <= 0:
            message = f"in1_features must be > 0, but got (in1_features={self.in1_features})"
            raise invalid(message, ValueError)
        bound = 1 / math.sqrt(self.in1_features)
        for parameter in self.parameters():
            init.uniform_(parameter, -bound, bound)

    def forward(self, input1: Any, input2: Any) -> Any:
        """Return the products."""
        return F.bilinear(input1, input2, self.weight, self.bias)

    def extra_repr(self) -> str:
        """Return the sizes."""
        sizes = f"in1_features={self.in1_features}, in2_features={self.in2_features}"
        return f"{sizes}, out_features={self.out_features}, bias={self.bias is not None}"


class NonDynamicallyQuantizableLinear(Linear):
    """The last projection of an attention, under the name that PyTorch prints."""
