"""Normalization over batches, and over each instance, with running moments."""

from __future__ import annotations

from typing import Any

from gradcli.core.warn import warn
from gradcli.nn import init, names
from gradcli.nn.calls import F, torch
from gradcli.nn.module import Module
from gradcli.nn.rows import learn
from gradcli.numerics.dtypes import int64
from gradcli.operators.refusals import invalid

__all__ = names("batchnorm")


class _Norm(Module):
    """What both share: a weight and a bias for each channel, and running moments."""

    _version = 2
    _dims: tuple[int, ...] = ()  # how many dimensions an input can have

    def _build(
        self,
        settings: dict[str, Any],
        bias: bool,
        device: Any,
        dtype: Any,
    ) -> None:
        for name in ("num_features", "eps", "momentum", "affine", "track_running_stats"):
            setattr(self, name, settings[name])
        size = self.num_features if self.affine else None
        learn(self, "weight", size, device, dtype)
        learn(self, "bias", size if bias else None, device, dtype)
        kept = None, None, None
        if self.track_running_stats:
            mean = torch.zeros(self.num_features, device=device, dtype=dtype)
            kept = mean, torch.ones_like(mean), torch.tensor(0, dtype=int64)
        names = ("running_mean", "running_var", "num_batches_tracked")
        for name, buffer in zip(names, kept, strict=True):
            self.register_buffer(name, buffer)
        self.reset_parameters()

    def reset_running_stats(self) -> None:
        """Forget the running moments."""
        if self.track_running_stats:
            self.running_mean.zero_()
            self.running_var.fill_(1)
            self.num_batches_tracked.zero_()

    def reset_parameters(self) -> None:
        """Set the parameters and the moments to where they start."""
        self.reset_running_stats()
        if self.affine:
            init.ones_(self.weight)
            if self.bias is not None:
                init.zeros_(self.bias)

    def _check_input_dim(self, input: Any) -> None:
        if input.dim() not in self._dims:
            wanted = " or ".join(f"{n}D" for n in self._dims)
            raise invalid(f"expected {wanted} input (got {input.dim()}D input)", ValueError)

    def extra_repr(self) -> str:
        """Return the settings."""
        text = f"{self.num_features}, eps={self.eps}, momentum={self.momentum}"
        text += f", affine={self.affine}, bias={self.bias is not None}"
        return f"{text}, track_running_stats={self.track_running_stats}"

    def _load_from_state_dict(
        self, state_dict: dict[str, Any], prefix: str, local_metadata: dict[str, Any], *more: Any
    ) -> None:
        if (local_metadata.get("version") or 0) < 2 and self.track_running_stats:
            key = f"{prefix}num_batches_tracked"
            state_dict.setdefault(key, self.num_batches_tracked)
        super()._load_from_state_dict(state_dict, prefix, local_metadata, *more)


class _BatchNorm(_Norm):
    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        settings = dict(locals())
        super().__init__()
        self._build(settings, bias, device, dtype)

    def forward(self, input: Any) -> Any:
        """Return the elements with mean 0 and variance 1 in each channel, scaled and moved."""
        self._check_input_dim(input)
        momentum = 0.0 if self.momentum is None else self.momentum
        if self.training and self.track_running_stats and self.num_batches_tracked is not None:
            self.num_batches_tracked.add_(1)
            if self.momentum is None:
                momentum = 1.0 / float(self.num_batches_tracked)
        mean, var = self.running_mean, self.running_var
        of_batch = self.training or (mean is None and var is None)
        if self.training and not self.track_running_stats:
            mean = var = None
        return F.batch_norm(input, mean, var, self.weight, self.bias, of_batch, momentum, self.eps)


class _InstanceNorm(_Norm):
    def __init__(
        self,
        num_features: int,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = False,
        track_running_stats: bool = False,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        settings = dict(locals())
        super().__init__()
        self._build(settings, bias, device, dtype)

    def _get_no_batch_dim(self) -> int:
        """Return how many dimensions an instance alone has, which PyTorch's subclasses say."""
        return self._dims[0]

    def forward(self, input: Any) -> Any:
        """Return the elements with mean 0 and variance 1 in each channel of each instance."""
        self._check_input_dim(input)
        alone = self._get_no_batch_dim()
        dim = input.dim() - alone
        if input.size(dim) != self.num_features:
            self._refuse_channels(input, dim)
        batch = input.unsqueeze(0) if input.dim() == alone else input
        of_batch = self.training or not self.track_running_stats
        momentum = 0.0 if self.momentum is None else self.momentum
        moments = self.running_mean, self.running_var
        settings = self.weight, self.bias, of_batch, momentum, self.eps
        result = F.instance_norm(batch, *moments, *settings)
        return result.squeeze(0) if input.dim() == alone else result

    def _refuse_channels(self, input: Any, dim: int) -> None:
        if self.affine:
            raise invalid(
                f"expected input's size at dim={dim} to match num_features ({self.num_features}), "
                f"but got: {input.size(dim)}.",
                ValueError,
            )
        warn(
            f"input's size at dim={dim} does not match num_features. You can silence this warning "
            "by not passing in num_features, which is not used because affine=False"
        )


class BatchNorm1d(_BatchNorm):
    """Normalization over a batch of vectors or signals."""

    _dims = (2, 3)


class BatchNorm2d(_BatchNorm):
    """Normalization over a batch of images."""

    _dims = (4,)


class BatchNorm3d(_BatchNorm):
    """Normalization over a batch of volumes."""

    _dims = (5,)


class InstanceNorm1d(_InstanceNorm):
    """Normalization of each signal."""

    _dims = (2, 3)


class InstanceNorm2d(_InstanceNorm):
    """Normalization of each image."""

    _dims = (3, 4)


class InstanceNorm3d(_InstanceNorm):
    """Normalization of each volume."""

    _dims = (4, 5)


for _kind in (InstanceNorm1d, InstanceNorm2d, InstanceNorm3d):
    _kind.__module__ = "torch.nn.modules.instancenorm"
