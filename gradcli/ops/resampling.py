"""Resampling: images in other sizes, and with channels made into pixels or pixels into channels."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from gradcli.core.promote import fit
from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.numerics import arrays, resizing, sliding
from gradcli.numerics.dtypes import dtype_of, uint8
from gradcli.numerics.sliding import Taps, transposed
from gradcli.operators.by_name import adaptive_avg_pool1d, adaptive_avg_pool2d, adaptive_avg_pool3d
from gradcli.operators.declare import Array, Ints, formula, op
from gradcli.operators.refusals import invalid, refuse, type_error, value_error


@op(
    vjp=lambda g, taps, label: _resampled(g, taps=transposed(taps), label=label),
    linear=True,
    where=[],
    node=lambda label, **_: label,
)
@formula(input="each element of g to the place that it was taken from, added up")
def _resampled(xp: Any, x: Array, /, taps: Any = (), label: str = "") -> Array:
    """The weighted sums of the elements at some places along each of the last axes."""
    bytes_ = x.dtype == np.uint8 and taps[0].weight is not None
    return sliding.combine_bytes(x, taps) if bytes_ else sliding.combine(xp, x, taps)


_LINE = "x=cos(arange(10.0)).reshape(1, 2, 5)"
_PLANE = "x=cos(arange(24.0)).reshape(1, 2, 3, 4)"


_MODES: dict[str, tuple[Callable[[int, int, float, bool], Taps], str, tuple[int, ...]]] = {
    "nearest": (resizing.nearest, "UpsampleNearest{}DBackward0", (3, 4, 5)),
    "nearest-exact": (resizing.nearest_exact, "UpsampleNearestExact{}DBackward0", (3, 4, 5)),
    "linear": (resizing.linear, "UpsampleLinear1DBackward0", (3,)),
    "bilinear": (resizing.linear, "UpsampleBilinear2DBackward0", (4,)),
    "bicubic": (resizing.cubic, "UpsampleBicubic2DBackward0", (4,)),
    "trilinear": (resizing.linear, "UpsampleTrilinear3DBackward0", (5,)),
}
_ANTIALIASED = {
    "bilinear": (resizing.smooth(1.0, resizing.triangle), "UpsampleBilinear2DAaBackward0"),
    "bicubic": (resizing.smooth(2.0, resizing.cubic_filter), "UpsampleBicubic2DAaBackward0"),
}
_ALL_MODES = "nearest | linear | bilinear | bicubic | trilinear | lanczos | area | nearest-exact"
_POOLS = {3: adaptive_avg_pool1d, 4: adaptive_avg_pool2d, 5: adaptive_avg_pool3d}


def _scale(size: int, out: int, corners: bool, given: float | None) -> float:
    """Return how far apart, in the input, the elements of the result lie."""
    if corners:
        return (size - 1) / (out - 1) if out > 1 else 0.0
    return 1 / given if given is not None and given > 0 else size / out


def _number(argument: str, value: Any) -> float:
    if isinstance(value, (int, float)) and math.isfinite(value):
        return float(value)
    if isinstance(value, float):
        fit(value, np.dtype(np.int64))
    found = value if isinstance(value, float) else type(value).__name__
    raise type_error(f"interpolate(): argument '{argument}' must be numbers, not {found}")


def _factors(scale_factor: Any, shape: Ints) -> Sequence[float] | None:
    n = len(shape) - 2
    if scale_factor is None:
        return None
    if not isinstance(scale_factor, (tuple, list)):
        return [_number("scale_factor", scale_factor)] * n
    if len(scale_factor) != n:
        raise value_error(
            "Input and scale_factor must have the same number of spatial dimensions, but got "
            f"input with spatial dimensions of {list(shape[2:])} and scale_factor of shape "
            f"{scale_factor}. Please provide input tensor in (N, C, d1, d2, ...,dK) format and "
            "scale_factor in (s1, s2, ...,sK) format."
        )
    return [_number("scale_factor", factor) for factor in scale_factor]


def _lengths(sizes: Sequence[Any]) -> Ints:
    """Return whole numbers, which may stand in tensors."""
    found = [s.item() if isinstance(s, Tensor) and s.dim() == 0 else s for s in sizes]
    if all(isinstance(size, (int, np.integer)) and not isinstance(size, bool) for size in found):
        return tuple(map(int, found))
    raise type_error(
        "expected size to be one of int or Tuple[int] or Tuple[int, int] or Tuple[int, int, int], "
        f"but got size with types [{', '.join(f'<class {_class(size)!r}>' for size in sizes)}]"
    )


def _class(value: object) -> str:
    return "torch.Tensor" if isinstance(value, Tensor) else type(value).__name__


def _wanted(size: Any, factors: Sequence[float] | None, shape: Ints) -> Ints:
    """Return the size of the result along each axis."""
    if size is not None and factors is not None:
        raise value_error("only one of size or scale_factor should be defined")
    spatial = shape[2:]
    if factors is not None:
        return tuple(
            math.floor(length * factor) for length, factor in zip(spatial, factors, strict=True)
        )
    if size is None:
        raise value_error("either size or scale_factor should be defined")
    if not isinstance(size, (tuple, list)):
        return _lengths([size]) * len(spatial)
    if len(size) != len(spatial):
        raise value_error(
            "Input and output must have the same number of spatial dimensions, but got input with "
            f"spatial dimensions of {list(spatial)} and output size of {size}. Please provide "
            "input tensor in (N, C, d1, d2, ...,dK) format and output size in (o1, o2, ...,oK) "
            "format."
        )
    return _lengths(size)


_NO_ANTIALIAS = (
    "Anti-alias option is restricted to bilinear, bicubic, and lanczos modes and requires a 4-D "
    "tensor as input"
)


def _check_mode(shape: Ints, mode: str) -> None:
    ndim = len(shape)
    if mode not in ("area", *_MODES) or ndim not in ((4,) if mode == "bicubic" else (3, 4, 5)):
        raise refuse(
            f"Input Error: Only 3D, 4D and 5D input Tensors supported (got {ndim}D) for the modes: "
            f"{_ALL_MODES} (got {mode})",
            kind=NotImplementedError,
        )
    needed = _MODES[mode][2] if mode in _MODES else (3, 4, 5)
    if ndim not in needed:
        raise refuse(
            f"Got {ndim}D input, but {mode} mode needs {needed[0]}D input", kind=NotImplementedError
        )


def _check_sizes(shape: Ints, out: Ints) -> None:
    if min(*shape[2:], *out) > 0:
        if not shape[1]:
            given = f"{len(shape)}D data tensor expected but got a tensor with sizes {list(shape)}"
            raise refuse(f"Non-empty {given}")
        return
    if len(out) == 1:
        given, made = f"W: {shape[2]}) and", f"W: {out[0]}"
    else:
        letters = "DHW"[-len(out) :]
        given, made = (
            ", ".join(f"{a}: {s}" for a, s in zip(letters, sizes, strict=True))
            for sizes in (shape[2:], out)
        )
        given += ")"
    raise refuse(
        f"Input and output sizes should be greater than 0, but got input ({given} output ({made})"
    )


@op(composite=True, where=["F"], example=("F.interpolate(x, size=7)", _LINE))
def interpolate(
    input: Tensor,
    /,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
    recompute_scale_factor: bool | None = None,
    antialias: bool = False,
) -> Tensor:
    """The input in another size, its elements interpolated."""
    shape = tuple(input.shape)
    if align_corners is not None and mode in ("nearest", "area", "nearest-exact"):
        raise value_error(
            "align_corners option can only be set with the interpolating modes: linear | bilinear "
            "| bicubic | trilinear"
        )
    factors = _factors(scale_factor, shape)
    out = _wanted(size, factors, shape)
    if antialias and not (mode in _ANTIALIASED and len(shape) == 4):
        raise value_error(_NO_ANTIALIAS)
    if recompute_scale_factor:
        if size is not None:
            raise value_error("recompute_scale_factor is not meaningful with an explicit size.")
        factors = None
    _check_mode(shape, mode)
    if mode == "area":
        return _POOLS[len(shape)](input, output_size=out)
    _check_sizes(shape, out)
    return _sampled(input, mode, out, bool(align_corners), factors, antialias)


def _sampled(
    input: Tensor,
    mode: str,
    out: Ints,
    corners: bool,
    factors: Sequence[float] | None,
    antialias: bool,
) -> Tensor:
    array = arrays.of(input)
    make, label = _ANTIALIASED[mode] if antialias else _MODES[mode][:2]
    dtype = dtype_of(array.dtype)
    of_bytes = dtype is uint8 and mode not in ("linear", "trilinear")
    if not (dtype.is_floating_point or of_bytes):
        raise refuse(
            f"\"{_kernel(mode, len(out), antialias)}\" not implemented for '{dtype.scalar_name}'",
            kind=NotImplementedError,
            code="dtype",
        )
    sizes = array.shape[2:]
    given = factors or (None,) * len(out)
    taps = tuple(
        make(length, number, _scale(length, number, corners, factor), corners)
        for length, number, factor in zip(sizes, out, given, strict=True)
    )
    return _resampled(input, taps=taps, label=label.format(len(out)))


def _kernel(mode: str, n: int, antialias: bool) -> str:
    """Return the name that PyTorch's messages give the code for a mode."""
    if antialias:
        return "compute_index_ranges_weights"
    if n == 2 and mode != "bicubic":
        return f"upsample_{mode.split('-')[0]}2d_channels_last"
    kind = "nearest" if "nearest" in mode else "cubic" if "cubic" in mode else "linear"
    return f"compute_indices_weights_{kind}"


def _deprecated(name: str) -> None:
    warn(
        f"`nn.functional.{name}` is deprecated. Use `nn.functional.interpolate` instead.",
        code="deprecated",
    )


@op(composite=True, where=["F"], example=("F.upsample(x, 5)", _PLANE))
def upsample(
    input: Tensor,
    /,
    size: Any = None,
    scale_factor: Any = None,
    mode: str = "nearest",
    align_corners: bool | None = None,
) -> Tensor:
    """The older name of interpolate."""
    _deprecated("upsample")
    return interpolate(
        input, size=size, scale_factor=scale_factor, mode=mode, align_corners=align_corners
    )


@op(composite=True, where=["F"], example=("F.upsample_nearest(x, 3)", _LINE))
def upsample_nearest(input: Tensor, /, size: Any = None, scale_factor: Any = None) -> Tensor:
    """The input in another size, by its nearest elements."""
    _deprecated("upsample_nearest")
    return interpolate(input, size=size, scale_factor=scale_factor)


@op(composite=True, where=["F"], example=("F.upsample_bilinear(x, 5)", _PLANE))
def upsample_bilinear(input: Tensor, /, size: Any = None, scale_factor: Any = None) -> Tensor:
    """The input in another size, interpolated linearly with its corners kept."""
    _deprecated("upsample_bilinear")
    return interpolate(
        input, size=size, scale_factor=scale_factor, mode="bilinear", align_corners=True
    )


# Channels and pixels


@op(
    vjp=lambda g, upscale_factor: pixel_unshuffle(g, downscale_factor=upscale_factor),
    linear=True,
    where=["torch", "F"],
    example=("pixel_shuffle(x, 2)", "x=ones(1, 4, 1, 1)"),
)
def pixel_shuffle(xp: Any, x: Array, /, upscale_factor: int) -> Array:
    """Channels laid out as blocks of pixels, so that images grow."""
    _check_shuffle(x, "pixel_shuffle", "upscale_factor", upscale_factor)
    front, (channels, height, width), r = x.shape[:-3], x.shape[-3:], upscale_factor
    if channels % (r * r):
        raise refuse(
            "pixel_shuffle expects its input's 'channel' dimension to be divisible by the square "
            f"of upscale_factor, but input.size(-3)={channels} is not divisible by {r * r}"
        )
    n = len(front)
    blocks = xp.reshape(x, (*front, channels // (r * r), r, r, height, width))
    order = (*range(n), n, n + 3, n + 1, n + 4, n + 2)
    shape = (*front, channels // (r * r), height * r, width * r)
    return xp.reshape(xp.permute_dims(blocks, order), shape)


@op(
    vjp=lambda g, downscale_factor: pixel_shuffle(g, upscale_factor=downscale_factor),
    linear=True,
    where=["torch", "F"],
    example=("pixel_unshuffle(x, 2)", "x=ones(1, 1, 2, 2)"),
)
def pixel_unshuffle(xp: Any, x: Array, /, downscale_factor: int) -> Array:
    """Blocks of pixels laid out as channels, so that images shrink."""
    _check_shuffle(x, "pixel_unshuffle", "downscale_factor", downscale_factor)
    front, (channels, height, width), r = x.shape[:-3], x.shape[-3:], downscale_factor
    for name, axis, size in (("height", -2, height), ("width", -1, width)):
        if size % r:
            raise refuse(
                f"pixel_unshuffle expects {name} to be divisible by downscale_factor, but "
                f"input.size({axis})={size} is not divisible by {r}"
            )
    n = len(front)
    blocks = xp.reshape(x, (*front, channels, height // r, r, width // r, r))
    order = (*range(n), n, n + 2, n + 4, n + 1, n + 3)
    shape = (*front, channels * r * r, height // r, width // r)
    return xp.reshape(xp.permute_dims(blocks, order), shape)


def _check_shuffle(x: Array, name: str, option: str, factor: int) -> None:
    if x.ndim < 3:
        raise refuse(
            f"{name} expects input to have at least 3 dimensions, but got input with {x.ndim} "
            "dimension(s)"
        )
    if factor <= 0:
        raise invalid(f"{name} expects a positive {option}, but got {factor}")


@op(
    vjp=lambda g, x_shape, groups: channel_shuffle(g, groups=x_shape[1] // groups),
    linear=True,
    where=["torch", "F"],
    example=("channel_shuffle(x, 1)", _PLANE),
)
def channel_shuffle(xp: Any, x: Array, /, groups: int) -> Array:
    """Channels in another order: the first of each group, then the second of each, and so on."""
    if x.ndim < 3:
        raise refuse(
            f"channel_shuffle expects input with > 2 dims, but got input with sizes {list(x.shape)}"
        )
    channels = x.shape[1]
    if groups <= 0:
        raise invalid(
            f"Number of groups to divide channels in must be positive. Value of groups:{groups}"
        )
    if channels % groups:
        raise refuse(
            f"Number of channels must be divisible by groups. Got {channels} channels and "
            f"{groups} groups."
        )
    split = xp.reshape(x, (x.shape[0], groups, channels // groups, *x.shape[2:]))
    return xp.reshape(xp.swapaxes(split, 1, 2), x.shape)
