"""Convolutions and transposed convolutions of signals, images and volumes."""

from __future__ import annotations

from typing import Any

from gradcli.nn import init, names
from gradcli.nn.calls import F
from gradcli.nn.module import Module
from gradcli.nn.rows import learn, named, several
from gradcli.operators.refusals import invalid

__all__ = names("conv")

_MODES = ("zeros", "reflect", "replicate", "circular")


class _ConvNd(Module):
    """What both kinds of convolution share: the settings, the parameters and their text."""

    _n = 0  # dimensions

    def _build(
        self,
        weight: tuple[int, int],
        settings: dict[str, Any],
        bias: bool,
        device: Any,
        dtype: Any,
    ) -> None:
        """Keep the settings and make parameters; ``weight`` says its channels."""
        for name in ("kernel_size", "stride", "padding", "dilation", "output_padding"):
            if not isinstance(settings[name], str):
                settings[name] = several(settings[name], self._n)
        _check(**settings)
        for name, value in settings.items():
            setattr(self, name, value)
        groups = settings["groups"]
        learn(self, "weight", (weight[0], weight[1] // groups, *self.kernel_size), device, dtype)
        learn(self, "bias", settings["out_channels"] if bias else None, device, dtype)
        self.reset_parameters()

    def reset_parameters(self) -> None:
        """Draw the parameters anew."""
        init.draw_affine(self.weight, self.bias)

    def extra_repr(self) -> str:
        """Return the channels, the kernel, and what is not as usual."""
        sizes = f"kernel_size={self.kernel_size}, stride={self.stride}"
        text = f"{self.in_channels}, {self.out_channels}, {sizes}"
        for name, usual in (("padding", 0), ("dilation", 1), ("output_padding", 0)):
            value = getattr(self, name)
            if value != (usual,) * len(value):
                text += f", {name}={value}"
        text += f", groups={self.groups}" if self.groups != 1 else ""
        text += ", bias=False" if self.bias is None else ""
        return text + (
            f", padding_mode={self.padding_mode}" if self.padding_mode != "zeros" else ""
        )


def _check(
    in_channels: int,
    out_channels: int,
    groups: int,
    padding: Any,
    stride: Any,
    padding_mode: str,
    **others: Any,
) -> None:
    """Raise PyTorch's errors for settings that do not go together."""
    if groups <= 0:
        raise invalid("groups must be a positive integer", ValueError)
    for name, channels in (("in_channels", in_channels), ("out_channels", out_channels)):
        if channels % groups != 0:
            raise invalid(f"{name} must be divisible by groups", ValueError)
    if isinstance(padding, str):
        if padding not in ("same", "valid"):
            known = "{'same', 'valid'}"
            message = f"Invalid padding string {padding!r}, should be one of {known}"
            raise invalid(message, ValueError)
        if padding == "same" and any(step != 1 for step in stride):
            raise invalid("padding='same' is not supported for strided convolutions", ValueError)
    if padding_mode not in _MODES:
        known = "{" + ", ".join(map(repr, _MODES)) + "}"
        message = f"padding_mode must be one of {known}, but got padding_mode='{padding_mode}'"
        raise invalid(message, ValueError)


class _Conv(_ConvNd):
    transposed = False

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        dilation: Any = 1,
        groups: int = 1,
        bias: bool = True,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        given = locals()
        names = "in_channels out_channels kernel_size stride padding dilation groups padding_mode"
        settings = {name: given[name] for name in names.split()} | {"output_padding": 0}
        super().__init__()
        self._build((out_channels, in_channels), settings, bias, device, dtype)

    def _around(self) -> list[int]:
        """Return how much to pad on both sides of each dimension, the last one first."""
        if self.padding == "valid":
            return [0] * (2 * self._n)
        if self.padding != "same":
            return [size for size in reversed(self.padding) for _ in range(2)]
        sizes = reversed([*zip(self.dilation, self.kernel_size, strict=True)])
        totals = [step * (size - 1) for step, size in sizes]
        return [part for total in totals for part in (total // 2, total - total // 2)]

    def forward(self, input: Any) -> Any:
        """Return the convolution."""
        return self._conv_forward(input, self.weight, self.bias)

    def _conv_forward(self, input: Any, weight: Any, bias: Any) -> Any:
        convolve, padding = getattr(F, f"conv{self._n}d"), self.padding
        if self.padding_mode != "zeros":
            input, padding = F.pad(input, self._around(), self.padding_mode), 0
        return convolve(input, weight, bias, self.stride, padding, self.dilation, self.groups)


class _ConvTranspose(_ConvNd):
    transposed = True

    def __init__(
        self,
        in_channels: int,
        out_channels: int,
        kernel_size: Any,
        stride: Any = 1,
        padding: Any = 0,
        output_padding: Any = 0,
        groups: int = 1,
        bias: bool = True,
        dilation: Any = 1,
        padding_mode: str = "zeros",
        device: Any = None,
        dtype: Any = None,
    ) -> None:
        given = locals()
        names = "in_channels out_channels kernel_size stride padding dilation output_padding groups"
        settings = {name: given[name] for name in (*names.split(), "padding_mode")}
        if padding_mode != "zeros":
            kind = self._get_name()
            raise invalid(f'Only "zeros" padding mode is supported for {kind}', ValueError)
        super().__init__()
        self._build((in_channels, out_channels), settings, bias, device, dtype)

    def forward(self, input: Any, output_size: Any = None) -> Any:
        """Return what the convolution would have made the input of, of a size if it is given."""
        more = self.output_padding
        if output_size is not None:
            more = self._output_padding(input, output_size)
        convolve = getattr(F, f"conv_transpose{self._n}d")
        weight, bias, around = self.weight, self.bias, (self.stride, self.padding)
        return convolve(input, weight, bias, *around, more, self.groups, self.dilation)

    def _output_padding(self, input: Any, output_size: Any) -> list[int]:
        """Return what has to be added on one side for the size that is asked for."""
        n = self._n
        before = input.dim() - n
        sizes = output_size[before:] if len(output_size) == input.dim() else output_size
        if len(sizes) != n:
            raise invalid(
                f"ConvTranspose{n}D: for {input.dim()}D input, output_size must have {n} or "
                f"{before + n} elements (got {len(sizes)})",
                ValueError,
            )
        least = [
            (input.size(before + d) - 1) * self.stride[d]
            - 2 * self.padding[d]
            + self.dilation[d] * (self.kernel_size[d] - 1)
            + 1
            for d in range(n)
        ]
        most = [size + step - 1 for size, step in zip(least, self.stride, strict=True)]
        if any(not low <= size <= high for low, size, high in zip(least, sizes, most, strict=True)):
            raise invalid(
                f"requested an output size of {sizes}, but valid sizes range from {least} to "
                f"{most} (for an input of {input.size()[2:]})",
                ValueError,
            )
        return [size - low for size, low in zip(sizes, least, strict=True)]


@named
class Conv1d(_Conv):
    """The convolution of signals with kernels that are learned."""

    _n = 1


@named
class Conv2d(_Conv):
    """The convolution of images with kernels that are learned."""

    _n = 2


@named
class Conv3d(_Conv):
    """The convolution of volumes with kernels that are learned."""

    _n = 3


@named
class ConvTranspose1d(_ConvTranspose):
    """The gradient of a convolution of signals, as a layer."""

    _n = 1


@named
class ConvTranspose2d(_ConvTranspose):
    """The gradient of a convolution of images, as a layer."""

    _n = 2


@named
class ConvTranspose3d(_ConvTranspose):
    """The gradient of a convolution of volumes, as a layer."""

    _n = 3
