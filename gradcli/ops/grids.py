"""Grids: images and volumes at the places that a tensor names, and such places from maps."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

import numpy as np

from gradcli.core.promote import unsupported
from gradcli.core.warn import warn
from gradcli.numerics import arrays
from gradcli.numerics.dtypes import dtype_of
from gradcli.operators.by_name import _take_flat, bmm, reshape, select, transpose, unsqueeze, where
from gradcli.operators.declare import Ints, Sizes, Tensor, Value, example, op
from gradcli.operators.families import functional
from gradcli.operators.refusals import invalid, mixed, refuse, value_error

_UNIT_SIZE = (
    "Since version 1.3.0, affine_grid behavior has changed for unit-size grids when "
    "align_corners=True. This is not an intended use case of affine_grid. See the documentation of "
    "affine_grid for details."
)
_CORNERS_CHANGED = (
    "Default grid_sample and affine_grid behavior has changed to align_corners=False since 1.3.0. "
    "Please specify align_corners=True if the old behavior is desired. See the documentation of "
    "grid_sample for details."
)


def _choose(mask: Any, a: Any, b: Any) -> Any:
    """Return elements of ``a`` where a mask is set; ``b`` is a number."""
    dtype = arrays.of(a).dtype
    return where(arrays.like(a, mask), a, arrays.like(a, np.asarray(b, dtype)))


def _clipped(place: Any, size: int) -> Any:
    values = arrays.of(place)
    inside = (values > 0) & (values < size - 1)
    ends = np.clip(np.nan_to_num(values), 0, size - 1).astype(values.dtype)
    return where(arrays.like(place, inside), place, arrays.like(place, ends))


def _mirrored(place: Any, size: int, corners: bool) -> Any:
    """Reflect places at the edges: the middle of the outer elements, or their outer rim."""
    low, high = (0.0, size - 1.0) if corners else (-0.5, size - 0.5)
    if high <= low:
        return place * 0
    span = high - low
    values = arrays.of(place)
    sign = np.where(values < low, -1, 1).astype(values.dtype)
    away = (place - low) * arrays.like(place, sign)
    flips = np.floor(arrays.of(away) / span)
    rest = away - arrays.like(place, (flips * span).astype(values.dtype))
    return where(arrays.like(place, flips % 2 == 0), rest + low, span - rest + low)


def _placed(place: Any, size: int, padding_mode: str, corners: bool) -> Any:
    if padding_mode == "reflection":
        place = _mirrored(place, size, corners)
    return place if padding_mode == "zeros" else _clipped(place, size)


def _picked(x: Any, places: Sequence[Any]) -> tuple[Any, Any]:
    """Return the elements at integer places along the last axes, and which places are inside."""
    n = len(places)
    inside: Any = True
    flat: Any = 0
    for place, size in zip(places, x.shape[2:], strict=True):
        values = arrays.of(place)
        within = ~((values < 0) | (values >= size))  # nan is nowhere, and has to come out again
        inside = inside & within
        flat = flat * size + np.where(within & (values >= 0), values, 0).astype(np.int64)
    shape = (*x.shape[:2], *flat.shape[1:])
    return _take_flat(x, indices=np.broadcast_to(flat[:, None], shape), dims=n), inside


def _weighted(x: Any, places: Sequence[Any], weights: Sequence[Any]) -> Any:
    found, inside = _picked(x, places)
    weight = weights[0]
    for other in weights[1:]:
        weight = weight * other
    mask = np.broadcast_to(inside[:, None], found.shape)
    return _choose(mask, found * unsqueeze(weight, dim=1), 0)


def _linear_samples(x: Any, places: Sequence[Any]) -> Any:
    total: Any = None
    for corner in product((0, 1), repeat=len(places)):
        ends, weights = [], []
        for place, step in zip(places, corner, strict=True):
            low = np.floor(arrays.of(place))
            share = place - arrays.like(place, low)
            ends.append(low + step)
            weights.append(share if step else 1 - share)
        part = _weighted(x, ends, weights)
        total = part if total is None else total + part
    return total


def _nearest_samples(x: Any, places: Sequence[Any]) -> Any:
    found, inside = _picked(x, [np.rint(arrays.of(place)) for place in places])
    chosen = _choose(np.broadcast_to(inside[:, None], found.shape), found, 0)
    for place in places:  # whose gradients are zeros
        nothing = _choose(np.zeros(place.shape, np.bool_), place, 0)
        chosen = chosen + unsqueeze(nothing, dim=1)
    return chosen


def _cubic_shares(share: Any, a: float = -0.75) -> list[Any]:
    def near(t: Any) -> Any:
        return ((a + 2) * t - (a + 3)) * t * t + 1

    def far(t: Any) -> Any:
        return ((a * t - 5 * a) * t + 8 * a) * t - 4 * a

    return [far(share + 1), near(share), near(1 - share), far(2 - share)]


def _cubic_samples(x: Any, places: Sequence[Any], padding_mode: str, corners: bool) -> Any:
    lows = [np.floor(arrays.of(place)) for place in places]
    shares = [
        _cubic_shares(place - arrays.like(place, low))
        for place, low in zip(places, lows, strict=True)
    ]
    total: Any = None
    for steps in product(range(4), repeat=len(places)):
        ends = [
            np.rint(_placed(low + step - 1, size, padding_mode, corners))
            for low, step, size in zip(lows, steps, x.shape[2:], strict=True)
        ]
        part = _weighted(x, ends, [share[step] for share, step in zip(shares, steps, strict=True)])
        total = part if total is None else total + part
    return total


def _check_grid(input: Tensor, grid: Tensor, mode: str) -> None:
    """Refuse a grid that names no places in the input."""
    for tensor in (input, grid):
        arrays.own_axis(0, tensor.ndim)
    x, places = list(input.shape), list(grid.shape)

    def wrong(text: str) -> Exception:
        return refuse(f"grid_sampler(): {text}", 0, 1)

    if x[0] != places[0]:
        raise wrong(
            "expected grid and input to have same batch size, but got input with sizes "
            f"{x} and grid with sizes {places}"
        )
    if places[-1] != len(x) - 2:
        raise wrong(
            f"expected grid to have size {len(x) - 2} in last dimension, but got grid with sizes "
            f"{places}"
        )
    if 0 in x[2:]:
        axis = x.index(0, 2)
        raise wrong(
            "expected input to have non-empty spatial dimensions, but input has sizes "
            f"{x} with dimension {axis} being empty"
        )
    if len(x) not in (4, 5) or len(x) != len(places):
        raise wrong(
            "expected 4D or 5D input and grid with same number of dimensions, but got input with "
            f"sizes {x} and grid with sizes {places}"
        )
    if len(x) == 5 and mode == "bicubic":
        raise wrong("bicubic interpolation only supports 4D input")


_PLANE_KERNEL = "grid_sampler_2d_cpu_kernel_impl"


@op(fused=True, where=[], node=lambda dims=2, **_: f"GridSampler{dims}DBackward0")
def _grid_sampler(
    input: Value,
    grid: Value,
    /,
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool = False,
    dims: int = 2,
) -> Value:
    """The elements of images or volumes at places between -1 and 1, interpolated."""
    kind = arrays.of(input).dtype
    if kind.kind in "biuc":
        raise unsupported("grid_sampler3d_cpu" if dims == 3 else _PLANE_KERNEL, kind)
    sizes = input.shape[2:]
    places = []
    for axis, size in enumerate(sizes):
        along = select(grid, dim=-1, index=dims - 1 - axis)  # which are named in reverse order
        place = (along + 1) * ((size - 1) / 2) if align_corners else ((along + 1) * size - 1) / 2
        if mode != "bicubic":
            place = _placed(place, size, padding_mode, align_corners)
        places.append(place)
    if mode == "bicubic":
        return _cubic_samples(input, places, padding_mode, align_corners)
    return (_nearest_samples if mode == "nearest" else _linear_samples)(input, places)


@functional()
@example(
    "F.grid_sample(x, g)",
    "x=cos(arange(24.0)).reshape(1, 2, 3, 4)",
    "g=1.4 * cos(arange(12.0)).reshape(1, 2, 3, 2)",
)
def grid_sample(
    input: Tensor,
    grid: Tensor,
    /,
    mode: str = "bilinear",
    padding_mode: str = "zeros",
    align_corners: bool | None = None,
) -> Tensor:
    """The elements of images or volumes at the places that a grid names, from -1 to 1."""
    if mode not in ("bilinear", "nearest", "bicubic"):
        raise value_error(
            "nn.functional.grid_sample(): expected mode to be 'bilinear', 'nearest' or 'bicubic', "
            f"but got: '{mode}'"
        )
    if padding_mode not in ("zeros", "border", "reflection"):
        raise value_error(
            "nn.functional.grid_sample(): expected padding_mode to be 'zeros', 'border', or "
            f"'reflection', but got: '{padding_mode}'"
        )
    if align_corners is None:
        warn(_CORNERS_CHANGED, code="align-corners")
    _check_grid(input, grid, mode)
    ours, other = (dtype_of(arrays.of(x).dtype) for x in (input, grid))
    if ours is not other:
        raise mixed(f"expected scalar type {ours.scalar_name} but found {other.scalar_name}")
    how: Any = {"mode": mode, "padding_mode": padding_mode, "align_corners": bool(align_corners)}
    return _grid_sampler(input, grid, **how, dims=len(input.shape) - 2)


def _spaced(count: int, corners: bool) -> Any:
    """Return evenly spaced places from -1 to 1: of the outer elements, or of their outer rims."""
    if count <= 1:
        return np.zeros(count)
    places = np.linspace(-1, 1, count)
    return places if corners else places * (count - 1) / count


@op(fused=True, where=[], node="AffineGridGeneratorBackward0")
def _affine_grid(theta: Value, /, size: Ints = (), align_corners: bool = False) -> Value:
    """The places that affine maps send the elements of an image or volume to."""
    spatial = size[2:]
    n = len(spatial)
    dtype = arrays.of(theta).dtype
    lines = [_spaced(count, align_corners) for count in spatial]
    axes = list(reversed(np.meshgrid(*lines, indexing="ij")))
    base = np.stack([*axes, np.ones(spatial)], -1).reshape(-1, n + 1).astype(dtype)
    bases = np.broadcast_to(base, (size[0], *base.shape))
    places = bmm(arrays.like(theta, bases), transpose(theta, dim0=1, dim1=2))
    return reshape(places, shape=(size[0], *spatial, n))


@functional(example=("F.affine_grid(t, (1, 1, 2, 3))", "t=cos(arange(6.0)).reshape(1, 2, 3)"))
def affine_grid(theta: Tensor, /, size: Sizes, align_corners: bool | None = None) -> Tensor:
    """The grid for grid_sample that applies affine maps to images or volumes."""
    array = arrays.of(theta)
    if not dtype_of(array.dtype).is_floating_point:
        raise refuse(
            f"Expected theta to have floating point type, but got {theta.dtype}", kind=ValueError
        )
    n = len(size) - 2
    if n not in (2, 3):
        raise invalid(
            "affine_grid only supports 4D and 5D sizes, for 2D and 3D affine transforms, "
            f"respectively. Got size {tuple(size)}.",
            NotImplementedError,
        )
    if array.ndim != 3 or array.shape[1:] != (n, n + 1):
        raise refuse(
            f"Expected a batch of {n}D affine matrices of shape Nx{n}x{n + 1} for size "
            f"{tuple(size)}. Got {theta.shape}.",
            kind=ValueError,
        )
    if align_corners is None:
        warn(_CORNERS_CHANGED, code="align-corners")
    elif align_corners and 1 in size[2:]:
        warn(_UNIT_SIZE)
    if min(size) <= 0:
        raise value_error(f"Expected non-zero, positive output size. Got {tuple(size)}")
    if array.shape[0] != size[0]:
        raise refuse(
            f"Expected size for first two dimensions of batch2 tensor to be: [{size[0]}, {n + 1}] "
            f"but got: [{array.shape[0]}, {n + 1}]."
        )
    return _affine_grid(theta, size=tuple(size), align_corners=bool(align_corners))
