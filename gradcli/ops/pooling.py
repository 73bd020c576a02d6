"""Pooling: averages and extremes of windows, and the way back from extremes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np

from gradcli.core import promote
from gradcli.numerics import arrays, sliding
from gradcli.numerics.dtypes import DType, dtype_of, int8, int16, int32, int64, uint8
from gradcli.numerics.sliding import Taps, transposed
from gradcli.operators.by_name import abs, relu, sign, squeeze, unsqueeze
from gradcli.operators.declare import OPS, Array, Ints, Real, Tensor, example, formula, op
from gradcli.operators.named import named
from gradcli.operators.refusals import invalid, refuse
from gradcli.operators.window_checks import check_windows, each_axis, windows

_INTEGERS = (int64, int32, int16, int8, uint8)

# Averages


@op(
    vjp=lambda g, taps, divisor, first, label: _average(
        g, taps=transposed(taps), divisor=divisor, first=not first, label=label
    ),
    linear=True,
    where=[],
    node=lambda label, **_: label,
)
@formula(input="each element of g, over the size of its window, to all that it averaged")
def _average(
    xp: Any, x: Array, /, taps: Any = (), divisor: Any = 1, first: bool = False, label: str = ""
) -> Array:
    """The sums of the elements at some places along each of the last axes, divided."""
    if isinstance(divisor, np.ndarray):
        divisor = divisor.astype(x.dtype)
    if first:
        return sliding.combine(xp, x / divisor, taps)
    sums = sliding.combine(xp, x, taps)
    if x.dtype.kind == "i":  # rounds towards zero
        return xp.sign(sums) * xp.sign(divisor) * (xp.abs(sums) // xp.abs(divisor))
    return (sums / divisor).astype(x.dtype, copy=False)


def _refuse_type(x: Tensor, name: str, integers: Sequence[DType] = ()) -> None:
    dtype = dtype_of(arrays.of(x).dtype)
    if not dtype.is_floating_point and dtype not in integers:
        raise refuse(
            f"\"{name}\" not implemented for '{dtype.scalar_name}'",
            kind=NotImplementedError,
            code="dtype",
        )


def _average_windows(
    n: int,
    input: Tensor,
    kernel_size: Ints,
    stride: Ints | None,
    padding: Ints,
    ceil_mode: bool,
    count_include_pad: bool,
    divisor_override: int | None = None,
) -> Tensor:
    name = f"avg_pool{n}d"
    kernel = each_axis(name, "kernel_size", kernel_size, n)
    step = each_axis(name, "stride", stride, n) if stride else kernel
    padding = each_axis(name, "padding", padding, n)
    check_windows(name, kernel, step, padding, (1,) * n)
    _check_channels(name, input, n)
    _refuse_type(input, f"avg_pool{n}d" if n < 3 else "avg_pool3d_out_frame", (int64,))
    if divisor_override == 0:
        raise invalid("divisor must be not zero")
    shape = tuple(input.shape)[-n - 1 :]
    taps, divisor = _shares(shape, name, kernel, step, padding, ceil_mode, count_include_pad)
    divisor = divisor if divisor_override is None else divisor_override
    return _average(input, taps=taps, divisor=divisor, label=f"AvgPool{n}DBackward0")


@sliding.remembered
def _shares(
    shape: Ints, name: str, kernel: Ints, step: Ints, padding: Ints, ceil_mode: bool, padded: bool
) -> tuple[tuple[Taps, ...], Any]:
    """Return what the averages are made of, and what the sums are divided by."""
    sizes, ones = shape[1:], (1,) * len(kernel)
    found = windows(shape, name, kernel, step, padding, ones, ceil_mode)
    taps = tuple([sliding.ranges(*ends, size) for ends, size in zip(found, sizes, strict=True)])
    counts = [along.counts for along in taps]
    if padded:
        rows = zip(found, sizes, padding, strict=True)
        counts = [np.minimum(ends, size + p) - starts for (starts, ends), size, p in rows]
    return taps, sliding.outer(counts)


def _in_plane(run: Any, input: Tensor) -> Any:
    """Pool signals as images of one row, which is what PyTorch does."""
    found = run(unsqueeze(input, dim=-2))
    if isinstance(found, tuple):
        return tuple(squeeze(part, dim=-2) for part in found)
    return squeeze(found, dim=-2)


def _check_line_input(name: str, input: Tensor) -> None:
    if len(input.shape) not in (2, 3):
        raise refuse(
            f"Expected 2 to 3 dimensions, but got {len(input.shape)}-dimensional tensor for "
            f"argument #1 'self' (while checking arguments for {name})"
        )


@op(composite=True, where=["torch", "F"])
@example("F.avg_pool1d(x, 2)", "x=cos(arange(42.0)).reshape(2, 3, 7)")
def avg_pool1d(
    input: Tensor,
    /,
    kernel_size: Ints,
    stride: Ints | None = None,
    padding: Ints = (0,),
    ceil_mode: bool = False,
    count_include_pad: bool = True,
) -> Tensor:
    """The averages of windows over signals."""
    _check_line_input("avg_pool1d", input)
    kernel, step, pad = (
        each_axis("avg_pool1d", name, values or (), 1) if values or name == "kernel_size" else ()
        for name, values in (("kernel_size", kernel_size), ("stride", stride), ("padding", padding))
    )
    return _in_plane(
        lambda x: _average_windows(
            2, x, (1, *kernel), (1, *(step or kernel)), (0, *pad), ceil_mode, count_include_pad
        ),
        input,
    )


def _declare_average(n: int, what: str, x: str) -> None:
    @op(composite=True, where=["F"], example=(f"F.avg_pool{n}d(x, 2)", x))
    @named(f"avg_pool{n}d", f"The averages of windows over {what}.")
    def avg_pool(
        input: Tensor,
        /,
        kernel_size: Ints,
        stride: Ints | None = None,
        padding: Ints = (0,),
        ceil_mode: bool = False,
        count_include_pad: bool = True,
        divisor_override: int | None = None,
    ) -> Tensor:
        _check_ndim(f"avg_pool{n}d", input, n)
        return _average_windows(
            n, input, kernel_size, stride, padding, ceil_mode, count_include_pad, divisor_override
        )


_declare_average(2, "images", "x=tensor([[[-3.0, 2.0, 4.0], [-2.0, 1.0, 1.0]]])")
_declare_average(3, "volumes", "x=cos(arange(120.0)).reshape(1, 2, 4, 5, 3)")


def _check_ndim(name: str, input: Tensor, n: int) -> None:
    """Refuse inputs that are no batch of channels, nor channels."""
    if len(input.shape) not in (n + 1, n + 2):
        if name == "avg_pool2d":
            arrays.own_axis(-3, len(input.shape))
        raise refuse(f"non-empty {n + 1}D or {n + 2}D (batch mode) tensor expected for input")


def _check_channels(name: str, input: Tensor, n: int) -> None:
    """Refuse inputs that are empty in other ways than that there are none."""
    shape = list(input.shape)
    if 0 not in shape[-n - 1 :]:
        return
    if n == 3:
        where = "max_pool3d_with_indices_out_cpu_template" if name[0] == "m" else name
        raise refuse(
            f"{where}(): Expected input's non-batch dimensions to have positive length, but input "
            f"has a shape of {shape} and non-batch dimension 0 has length zero!"
        )
    raise refuse(
        "Expected 3D or 4D (batch mode) tensor with optional 0 dim batch size for input, but "
        f"got:{shape}"
    )


# Extremes


@op(
    vjp=lambda g, x_shape, y1, dims: _put_flat(g[0], indices=y1, shape=x_shape, dims=dims),
    where=[],
    node=lambda label, **_: label,
)
@formula(input="each element of g to the largest element of its window")
def _largest(
    xp: Any,
    x: Array,
    /,
    places: Any = (),
    out: Ints = (),
    dims: int = 1,
    label: str = "",
    written: Any = (),
) -> tuple[Array, Array]:
    """The largest element of each window, and where it is, counted over the last axes at once.

    ``written`` is the function that was called, and its attributes, for formulas.
    """
    front = x.shape[: x.ndim - dims]
    flat = x.reshape((math.prod(front), math.prod(x.shape[x.ndim - dims :])))
    values, indices = sliding.largest(xp, flat, places)
    return values.reshape((*front, *out)), indices.reshape((*front, *out))


@op(
    vjp=lambda g, indices, dims: _take_flat(g, indices=indices, dims=dims),
    linear=True,
    where=[],
    node="MaxPoolBackwardBackward0",
)
def _put_flat(xp: Any, x: Array, /, indices: Any = None, shape: Ints = (), dims: int = 1) -> Array:
    """Zeros of a shape with values added at indices counted over the last axes at once."""
    flat, rows, indices = _flat_rows(xp, x, indices, dims)
    places = (rows * math.prod(shape[len(shape) - dims :]) + indices).reshape((-1,))
    sums = arrays.add_at(xp, (math.prod(shape),), (places,), flat.reshape((-1,)))
    return sums.reshape(shape)


@op(
    vjp=lambda g, x_shape, indices, dims: _put_flat(g, indices=indices, shape=x_shape, dims=dims),
    linear=True,
    where=[],
    node="MaxPoolBackwardBackward0",
)
@formula(input="each element of g to the place that it was taken from, added up")
def _take_flat(xp: Any, x: Array, /, indices: Any = None, dims: int = 1) -> Array:
    """The elements at indices counted over the last axes at once."""
    places = arrays.of(indices)
    flat, rows, index = _flat_rows(xp, x, places, dims)
    return xp.reshape(flat[rows, index], places.shape)


def _flat_rows(xp: Any, x: Array, indices: Any, dims: int) -> tuple[Any, Any, Any]:
    """Return values as a row for each plane, with the numbers of the rows and the indices."""
    places = arrays.of(indices)
    front = math.prod(x.shape[: x.ndim - dims])
    flat = x.reshape((front, math.prod(x.shape[x.ndim - dims :])))
    index = places.reshape((front, math.prod(places.shape[x.ndim - dims :])))
    return flat, xp.arange(front)[:, None], index


def _max_windows(
    n: int,
    input: Tensor,
    kernel_size: Ints,
    stride: Ints | None,
    padding: Ints,
    dilation: Ints,
    ceil_mode: bool,
    return_indices: bool,
) -> Any:
    name = f"max_pool{n}d"
    _check_ndim(name, input, n)
    kernel = each_axis(name, "kernel_size", kernel_size, n)
    step = each_axis(name, "stride", stride, n) if stride else kernel
    padding, dilation = (
        each_axis(name, option, values, n)
        for option, values in (("padding", padding), ("dilation", dilation))
    )
    check_windows(name, kernel, step, padding, dilation)
    _check_channels(name, input, n)
    _refuse_type(input, f"max_pool{n}d", _INTEGERS)
    options = kernel, step, padding, dilation, ceil_mode
    found = _places(tuple(input.shape)[-n - 1 :], name, *options)
    written = (f"F.max_pool{n}d", *options)
    return _of_largest(input, found, f"MaxPool{n}DWithIndicesBackward0", return_indices, written)


@sliding.remembered
def _places(shape: Ints, name: str, *options: Any) -> tuple[Any, Ints]:
    """Return the places in each window, and how many windows there are along each axis."""
    rows = zip(windows(shape, name, *options), shape[1:], options[3], strict=True)
    taps = [sliding.ranges(starts, ends, size, d) for (starts, ends), size, d in rows]
    return sliding.flat_places(taps), tuple([len(along.index) for along in taps])


def _of_largest(
    input: Tensor, found: tuple[Any, Ints], label: str, return_indices: bool, written: Any = ()
) -> Any:
    places, out = found
    result = _largest(input, places=places, out=out, dims=len(out), label=label, written=written)
    return result if return_indices else result[0]


def _max_line(
    input: Tensor,
    kernel: Ints,
    stride: Ints | None,
    padding: Ints,
    dilation: Ints,
    ceil_mode: bool,
    return_indices: bool,
) -> Any:
    if return_indices:  # which PyTorch computes as images of one row from the start
        _check_line_input("max_pool1d", input)
    elif len(input.shape) not in (2, 3) or 0 in input.shape[-2:]:
        raise refuse(
            "max_pool1d: Expected 2D or 3D (batch mode) tensor with optional 0 dim batch size for "
            f"input, but got:{list(input.shape)}"
        )
    kernel = each_axis("max_pool1d", "kernel_size", kernel, 1)
    step = each_axis("max_pool1d", "stride", stride, 1) if stride else kernel
    pad = each_axis("max_pool1d", "padding", padding, 1)
    spacing = each_axis("max_pool1d", "dilation", dilation, 1)
    if not return_indices:
        shape = tuple(input.shape)[-2:]
        windows(shape, "max_pool1d", kernel, step, pad, spacing, ceil_mode)
        if input.array.dtype.kind in "biu":
            raise promote.unsupported("max_pool1d_impl", input.array.dtype)
    options = (1, *kernel), (1, *step), (0, *pad), (1, *spacing)
    return _in_plane(lambda x: _max_windows(2, x, *options, ceil_mode, return_indices), input)


def _declare_max(n: int, what: str, example: tuple[str, ...]) -> None:
    @op(composite=True, where=["torch", "F"], example=example)
    @named(
        f"max_pool{n}d",
        f"The largest elements of windows over {what}, and where they are if asked for.",
    )
    def max_pool(
        input: Tensor,
        /,
        kernel_size: Ints,
        stride: Ints | None = None,
        padding: Ints = (0,),
        dilation: Ints = (1,),
        ceil_mode: bool = False,
        return_indices: bool = False,
    ) -> Any:
        run = _max_line if n == 1 else partial(_max_windows, n)
        return run(input, kernel_size, stride, padding, dilation, ceil_mode, return_indices)


_declare_max(1, "signals", ("F.max_pool1d(x, 3, 1)", "x=ones(1, 2, 5)"))
_declare_max(2, "images", ("F.max_pool2d(x, 2)", "x=ones(1, 1, 4, 4)"))
_declare_max(3, "volumes", ("F.max_pool3d(x, 3, 1)", "x=ones(1, 1, 3, 4, 3)"))


# Power means


def _declare_norms(n: int, what: str, shape: Ints) -> None:
    example = f"F.lp_pool{n}d(x, 2, 2)", f"x=cos(arange({math.prod(shape)}.0)).reshape{shape}"

    @op(composite=True, where=["F"], example=example)
    @named(f"lp_pool{n}d", f"The norms of windows over {what}.")
    def lp_pool(
        input: Tensor,
        /,
        norm_type: Real,
        kernel_size: Ints,
        stride: Ints | None = None,
        ceil_mode: bool = False,
    ) -> Tensor:
        count = math.prod(each_axis(f"lp_pool{n}d", "kernel_size", kernel_size, n))
        found = OPS[f"avg_pool{n}d"](
            input**norm_type, kernel_size=kernel_size, stride=stride, ceil_mode=ceil_mode
        )
        return (sign(found) * relu(abs(found)) * count) ** (1.0 / norm_type)


_declare_norms(1, "signals", (2, 3, 7))
_declare_norms(2, "images", (1, 2, 6, 5))
_declare_norms(3, "volumes", (1, 2, 4, 5, 3))
