"""Layers without parameters that move, drop, repeat or compare elements, a row each."""

from __future__ import annotations

from functools import partial
from typing import Any

from gradcli.nn import names
from gradcli.nn.module import Module
from gradcli.nn.rows import Row, layer, renamed, several
from gradcli.operators.refusals import invalid

__all__ = names("shapes")

# Dropout


def _settle_dropout(given: dict[str, Any]) -> None:
    if given["p"] < 0 or given["p"] > 1:
        message = f"dropout probability has to be between 0 and 1, but got {given['p']}"
        raise invalid(message, ValueError)


class _DropoutNd(Row):
    """What layers are that zero elements at random."""

    _shown = "p={p}, inplace={inplace}"

    def __init__(self, p: float = 0.5, inplace: bool = False):
        super().__init__()
        _settle_dropout({"p": p})
        self.p, self.inplace = p, inplace


_DropoutNd.__module__ = "torch.nn.modules.dropout"

_dropout = partial(
    layer,
    "dropout",
    arguments="p=0.5, inplace=False",
    also="training",
    shown="p={p}, inplace={inplace}",
    settle=_settle_dropout,
    base=_DropoutNd,
    owner="_DropoutNd",
)
Dropout = _dropout("Dropout", "dropout")
Dropout1d = _dropout("Dropout1d", "dropout1d")
Dropout2d = _dropout("Dropout2d", "dropout2d")
Dropout3d = _dropout("Dropout3d", "dropout3d")
AlphaDropout = _dropout("AlphaDropout", "alpha_dropout", unused=("inplace",))
FeatureAlphaDropout = _dropout("FeatureAlphaDropout", "feature_alpha_dropout", unused=("inplace",))

# Padding


def _settle_padding(given: dict[str, Any], n: int) -> None:
    given["padding"] = several(given["padding"], 2 * n)


def _paddings(n: int) -> list[type[Any]]:
    """Return the layers that pad the last ``n`` dimensions."""
    settle = partial(_settle_padding, n=n)
    pad = partial(
        layer, "padding", function="pad", settle=settle, also="pad=padding", unused=("padding",)
    )
    mode = partial(pad, arguments="padding", shown="{padding}")
    constant = pad(f"ConstantPad{n}d", arguments="padding, value")
    return [
        constant,
        mode(f"ZeroPad{n}d", fixed={"value": 0.0}, base=constant),
        _circular(mode(f"CircularPad{n}d", fixed={"mode": "circular"}), n),
        mode(f"ReflectionPad{n}d", fixed={"mode": "reflect"}),
        mode(f"ReplicationPad{n}d", fixed={"mode": "replicate"}),
    ]


def _circular(kind: type[Any], n: int) -> type[Any]:
    """Let a layer that pads around look at the dimensions itself, as PyTorch's does alone."""
    pad: Any = kind.forward

    def forward(self: Any, input: Any) -> Any:
        if input.dim() not in (n + 1, n + 2):
            message = f"expected {n + 1}D or {n + 2}D input (got {input.dim()}D input)"
            raise invalid(message, ValueError)
        return pad(self, input)

    kind.forward = renamed(forward, "_CircularPadNd.forward")
    return kind


for _n in (1, 2, 3):
    globals().update({_kind.__name__: _kind for _kind in _paddings(_n)})

# Shapes

PixelShuffle = layer("pixelshuffle", "PixelShuffle", "pixel_shuffle", "upscale_factor")
PixelUnshuffle = layer("pixelshuffle", "PixelUnshuffle", "pixel_unshuffle", "downscale_factor")
ChannelShuffle = layer("channelshuffle", "ChannelShuffle", "channel_shuffle", "groups")
_windows = "kernel_size, dilation=1, padding=0, stride=1"
Fold = layer("fold", "Fold", "fold", f"output_size, {_windows}")
Unfold = layer("fold", "Unfold", "unfold", _windows)


class Identity(Module):
    """The argument as it is."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__()

    def forward(self, input: Any) -> Any:
        """Return the argument."""
        return input


class Flatten(Module):
    """Dimensions made one."""

    def __init__(self, start_dim: int = 1, end_dim: int = -1) -> None:
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, input: Any) -> Any:
        """Return the argument with fewer dimensions."""
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self) -> str:
        """Return the settings."""
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """One dimension made several."""

    def __init__(self, dim: int, unflattened_size: Any) -> None:
        super().__init__()
        name = "unflattened_size"
        if not isinstance(unflattened_size, (tuple, list)):
            kind = type(unflattened_size).__name__
            raise invalid(f"{name} must be a tuple of ints, but found type {kind}", TypeError)
        for place, size in enumerate(unflattened_size):
            if not isinstance(size, int):
                found = f"found element of type {type(size).__name__} at pos {place}"
                raise invalid(f"{name} must be tuple of ints, but {found}", TypeError)
        self.dim, self.unflattened_size = dim, unflattened_size

    def forward(self, input: Any) -> Any:
        """Return the argument with more dimensions."""
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self) -> str:
        """Return the settings."""
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"


Identity.__module__ = "torch.nn.modules.linear"
Flatten.__module__ = Unflatten.__module__ = "torch.nn.modules.flatten"

# Resampling


def _settle_scale(given: dict[str, Any]) -> None:
    factor = given["scale_factor"]
    if isinstance(factor, tuple):
        given["scale_factor"] = tuple(map(float, factor))
    else:
        given["scale_factor"] = float(factor) if factor else None


class _Resampling(Row):
    def extra_repr(self) -> str:
        """Return the size or the factor, and the mode."""
        by = "size" if self.scale_factor is None else "scale_factor"
        return f"{by}={vars(self)[by]!r}, mode={self.mode!r}"


_upsample = partial(layer, "upsampling", function="interpolate")
Upsample = _upsample(
    "Upsample",
    arguments="size=None, scale_factor=None, mode='nearest', align_corners=None, "
    "recompute_scale_factor=None",
    settle=_settle_scale,
    base=_Resampling,
)
for _name, _mode, _align in (("Nearest", "nearest", None), ("Bilinear", "bilinear", True)):
    globals()[f"Upsampling{_name}2d"] = _upsample(
        f"Upsampling{_name}2d",
        arguments=f"size=None, scale_factor=None, *, mode='{_mode}', align_corners={_align}, "
        "recompute_scale_factor=None",
        settle=_settle_scale,
        base=Upsample,
    )

# Distances


def _settle_distance(given: dict[str, Any]) -> None:
    given["norm"] = given.pop("p")


PairwiseDistance = layer(
    "distance",
    "PairwiseDistance",
    "pairwise_distance",
    "p=2.0, eps=1e-06, keepdim=False",
    inputs="x1, x2",
    shown="",
    settle=_settle_distance,
    also="p=norm",
    unused=("p",),
)
CosineSimilarity = layer(
    "distance",
    "CosineSimilarity",
    "cosine_similarity",
    "dim=1, eps=1e-08",
    inputs="x1, x2",
    shown="",
)
