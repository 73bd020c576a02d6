"""Normalization over the last dimensions, over groups of channels, and over neighbours."""

from __future__ import annotations

from typing import Any

from gradcli.nn import init, names
from gradcli.nn.calls import F
from gradcli.nn.module import Module
from gradcli.nn.rows import layer, learn
from gradcli.operators.refusals import invalid

__all__ = names("normalization")


class _Norm(Module):
    """What all share: a weight of ones and a bias of zeros, or neither."""

    def reset_parameters(self) -> None:
        """Set the parameters to where they start."""
        if self.weight is not None:
            init.ones_(self.weight)
        if self._parameters.get("bias") is not None:
            init.zeros_(self.bias)


class _LastNorm(_Norm):
    def _build(self, normalized_shape: Any, eps: Any, elementwise_affine: bool) -> Any:
        whole = isinstance(normalized_shape, int)
        self.normalized_shape = (normalized_shape,) if whole else tuple(normalized_shape)
        self.eps, self.elementwise_affine = eps, elementwise_affine
        return self.normalized_shape if elementwise_affine else None

    def extra_repr(self) -> str:
        """Return the settings."""
        affine = f"elementwise_affine={self.elementwise_affine}"
        return f"{self.normalized_shape}, eps={self.eps}, {affine}"


class LayerNorm(_LastNorm):
    """Mean 0 and variance 1 over the last dimensions, scaled and moved."""

    def __init__(
        self,
        normalized_shape: Any,
        eps: float = 1e-5,
        elementwise_affine: bool = True,
        bias: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        shape = self._build(normalized_shape, eps, elementwise_affine)
        learn(self, "weight", shape, device, dtype)
        learn(self, "bias", shape if bias else None, device, dtype)
        self.reset_parameters()

    def forward(self, input: Any) -> Any:
        """Return the normalized elements."""
        return F.layer_norm(input, self.normalized_shape, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        """Return the settings."""
        return f"{super().extra_repr()}, bias={self.bias is not None}"


class RMSNorm(_LastNorm):
    """Root mean square 1 over the last dimensions, scaled."""

    def __init__(
        self,
        normalized_shape: Any,
        eps: float | None = None,
        elementwise_affine: bool = True,
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        super().__init__()
        shape = self._build(normalized_shape, eps, elementwise_affine)
        learn(self, "weight", shape, device, dtype)
        self.reset_parameters()

    def forward(self, x: Any) -> Any:
        """Return the normalized elements."""
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)


class GroupNorm(_Norm):
    """Mean 0 and variance 1 over groups of channels, scaled and moved."""

    def __init__(
        self,
        num_groups: int,
        num_channels: int,
        eps: float = 1e-5,
        affine: bool = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        super().__init__()
        if num_channels % num_groups != 0:
            raise invalid(
                f"num_channels ({num_channels}) must be divisible by num_groups ({num_groups})",
                ValueError,
            )
        self.num_groups, self.num_channels, self.eps = num_groups, num_channels, eps
        self.affine = affine
        size = num_channels if affine else None
        learn(self, "weight", size, device, dtype)
        learn(self, "bias", size if bias else None, device, dtype)
        self.reset_parameters()

    def forward(self, input: Any) -> Any:
        """Return the normalized elements."""
        return F.group_norm(input, self.num_groups, self.weight, self.bias, self.eps)

    def extra_repr(self) -> str:
        """Return the settings."""
        text = f"{self.num_groups}, {self.num_channels}, eps={self.eps}, affine={self.affine}"
        return f"{text}, bias={self.bias is not None}"


LocalResponseNorm = layer(
    "normalization",
    "LocalResponseNorm",
    "local_response_norm",
    "size, alpha=0.0001, beta=0.75, k=1.0",
    shown="{size}, alpha={alpha}, beta={beta}, k={k}",
)
