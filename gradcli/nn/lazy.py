"""Layers whose parameters get their shapes from the first input: then they are ordinary layers."""

from __future__ import annotations

from typing import Any

from gradcli.core.modes import no_grad
from gradcli.nn import batchnorm, conv, names
from gradcli.nn.calls import torch
from gradcli.nn.linear import Linear
from gradcli.nn.module import Module
from gradcli.nn.uninitialized import Uninitialized, UninitializedBuffer, UninitializedParameter
from gradcli.numerics.dtypes import int64
from gradcli.operators.refusals import invalid

__all__ = names("lazy")


class _Lazy(Module):
    """A layer that waits for its first input, which says the number of its input channels."""

    _size = ""
    """The attribute that has this number."""

    _hooks: tuple[Any, ...]

    def __init_subclass__(cls, of: str = "") -> None:
        super().__init_subclass__()
        cls.__module__ = f"torch.nn.modules.{of}"

    def _wait(self, parameters: str, buffers: str, device: Any, dtype: Any) -> None:
        """Have parameters and buffers without a shape, until there is an input."""
        for kind, listed in (
            (UninitializedParameter, parameters),
            (UninitializedBuffer, buffers),
        ):
            for name in listed.split():
                setattr(self, name, kind(device=device, dtype=dtype))
        self.__dict__["_hooks"] = (
            self._register_load_state_dict_pre_hook(self._materialize_for),
            self.register_forward_pre_hook(self._infer_parameters, with_kwargs=True),
        )

    def _tensors(self) -> dict[str, Any]:
        return self._parameters | self._buffers

    def has_uninitialized_params(self) -> bool:
        """Tell whether the layer still waits."""
        return any(isinstance(value, Uninitialized) for value in self._tensors().values())

    def _materialize_for(self, state_dict: dict[str, Any], prefix: str, *others: Any) -> None:
        """Give tensors the shapes that those of a state have."""
        for name, value in self._tensors().items():
            given = state_dict.get(prefix + name)
            waits = isinstance(value, Uninitialized) and not isinstance(given, Uninitialized)
            if waits and given is not None:
                value.materialize(given.shape)

    def _infer_parameters(self, module: Any, args: Any, kwargs: Any) -> None:
        """Become an ordinary layer, before the first call."""
        module.initialize_parameters(*args, **kwargs)
        for hook in module.__dict__.pop("_hooks"):
            hook.remove()
        module._become(next(kind for kind in type(self).__mro__ if kind in _ORDINARY))

    def reset_parameters(self) -> None:
        """Draw the parameters anew, once they have a shape."""
        if not self.has_uninitialized_params() and self.__dict__.get(self._size) != 0:
            super().reset_parameters()  # type: ignore[misc]

    def _channels(self, input: Any) -> int:
        """Return the number of input channels."""
        return int(input.shape[1])

    def _shapes(self, channels: int) -> dict[str, tuple[int, ...]]:
        """Return the shapes of tensors."""
        raise NotImplementedError

    def initialize_parameters(self, input: Any, *args: Any, **kwargs: Any) -> None:
        """Give the parameters the shapes that an input asks for, and values."""
        if not self.has_uninitialized_params():
            return
        channels = self._channels(input)
        setattr(self, self._size, channels)
        with no_grad():
            for name, shape in self._shapes(channels).items():
                value = self._tensors()[name]
                if isinstance(value, Uninitialized):
                    value.materialize(shape)
            self.reset_parameters()


class LazyLinear(_Lazy, Linear, of="linear"):
    """``input @ weight.T + bias``, for inputs as the first one."""

    _size = "in_features"

    def __init__(
        self, out_features: int, bias: bool = True, device: Any = None, dtype: Any = None
    ) -> None:
        Linear.__init__(self, 0, 0, False)
        self.out_features = out_features
        self._wait("weight bias" if bias else "weight", "", device, dtype)

    def _channels(self, input: Any) -> int:
        return int(input.shape[-1])

    def _shapes(self, channels: int) -> dict[str, tuple[int, ...]]:
        return {"weight": (self.out_features, channels), "bias": (self.out_features,)}

    def initialize_parameters(self, input: Any) -> None:
        """Give the parameters the shapes that an input asks for, and values."""
        super().initialize_parameters(input)
        if self.in_features != 0:
            return
        given, has = input.shape[-1], self.weight.shape[-1]
        if given != has:
            raise invalid(
                f"The in_features inferred from input: {given} is not equal to in_features from "
                f"self.weight: {has}",
                AssertionError,
            )
        self.in_features = given


_DIRECT = "dilation groups bias padding_mode device dtype"
_TRANSPOSED = "output_padding groups bias dilation padding_mode device dtype"


class _LazyConv(_Lazy):
    _size = "in_channels"
    _n: int
    transposed: bool

    def __init__(
        self,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        *args: Any,
        bias: bool = True,
        **kwargs: Any,
    ) -> None:
        order = _TRANSPOSED if self.transposed else _DIRECT
        given = {"bias": bias} | kwargs | dict(zip(order.split(), args, strict=False))
        bias = given.pop("bias")
        kind = next(kind for kind in type(self).__mro__ if kind in _ORDINARY)
        kind.__init__(self, 0, 0, kernel_size, stride, padding, bias=False, **given)  # type: ignore[misc]
        self.out_channels = out_channels
        names = "weight bias" if bias else "weight"
        self._wait(names, "", given.get("device"), given.get("dtype"))

    def _channels(self, input: Any) -> int:
        n = self._n
        if input.dim() not in (n + 1, n + 2):
            raise invalid(
                f"Expected {n + 1}D (unbatched) or {n + 2}D (batched) input to "
                f"{self._get_name()}, but got input of size: {input.shape}"
            )
        channels = int(input.shape[-n - 1])
        if channels % self.groups != 0:
            raise invalid("in_channels must be divisible by groups", ValueError)
        return channels

    def _shapes(self, channels: int) -> dict[str, tuple[int, ...]]:
        sizes = (self.out_channels, channels // self.groups)
        if self.transposed:
            sizes = (channels, self.out_channels // self.groups)
        return {"weight": (*sizes, *self.kernel_size), "bias": (self.out_channels,)}


class _LazyNorm(_Lazy):
    _size = "num_features"

    def __init__(
        self,
        eps: float = 1e-5,
        momentum: float | None = 0.1,
        affine: bool = True,
        track_running_stats: bool = True,
        device: Any = None,
        dtype: Any = None,
        *,
        bias: bool = True,
    ) -> None:
        kind = next(kind for kind in type(self).__mro__ if kind in _ORDINARY)
        kind.__init__(self, 0, eps, momentum, False, False)  # type: ignore[misc]
        self.affine, self.track_running_stats = affine, track_running_stats
        parameters = ("weight bias" if bias else "weight") if affine else ""
        moments = "running_mean running_var" if track_running_stats else ""
        self._wait(parameters, moments, device, dtype)
        if track_running_stats:
            self.num_batches_tracked = torch.tensor(0, dtype=int64)

    def _shapes(self, channels: int) -> dict[str, tuple[int, ...]]:
        names = ("weight", "bias", "running_mean", "running_var")
        return dict.fromkeys(names, (channels,))


class LazyConv1d(_LazyConv, conv.Conv1d, of="conv"):
    """The convolution of signals, for as many channels as the first one has."""


class LazyConv2d(_LazyConv, conv.Conv2d, of="conv"):
    """The convolution of images, for as many channels as the first one has."""


class LazyConv3d(_LazyConv, conv.Conv3d, of="conv"):
    """The convolution of volumes, for as many channels as the first one has."""


class LazyConvTranspose1d(_LazyConv, conv.ConvTranspose1d, of="conv"):
    """The gradient of a convolution of signals, for as many channels as the first one has."""


class LazyConvTranspose2d(_LazyConv, conv.ConvTranspose2d, of="conv"):
    """The gradient of a convolution of images, for as many channels as the first one has."""


class LazyConvTranspose3d(_LazyConv, conv.ConvTranspose3d, of="conv"):
    """The gradient of a convolution of volumes, for as many channels as the first one has."""


class LazyBatchNorm1d(_LazyNorm, batchnorm.BatchNorm1d, of="batchnorm"):
    """Normalization over a batch of vectors or signals, with as many channels as the first."""


class LazyBatchNorm2d(_LazyNorm, batchnorm.BatchNorm2d, of="batchnorm"):
    """Normalization over a batch of images, with as many channels as the first."""


class LazyBatchNorm3d(_LazyNorm, batchnorm.BatchNorm3d, of="batchnorm"):
    """Normalization over a batch of volumes, with as many channels as the first."""


class LazyInstanceNorm1d(_LazyNorm, batchnorm.InstanceNorm1d, of="instancenorm"):
    """Normalization of each signal, with as many channels as the first."""


class LazyInstanceNorm2d(_LazyNorm, batchnorm.InstanceNorm2d, of="instancenorm"):
    """Normalization of each image, with as many channels as the first."""


class LazyInstanceNorm3d(_LazyNorm, batchnorm.InstanceNorm3d, of="instancenorm"):
    """Normalization of each volume, with as many channels as the first."""


_ORDINARY = frozenset(
    {Linear}
    | {vars(conv)[name] for name in conv.__all__}
    | {vars(batchnorm)[name] for name in batchnorm.__all__}
)
"""What layers become."""
