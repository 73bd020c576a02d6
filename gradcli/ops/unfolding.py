"""Windows over images as columns of a matrix, and images from such columns."""

from __future__ import annotations

import math
from typing import Any

from gradcli.numerics import arrays, sliding
from gradcli.operators.declare import Array, Ints, formula, op
from gradcli.operators.refusals import invalid, shape_error


def _pair(name: str, values: Ints) -> Ints:
    """Return an option for each of the two axes."""
    if len(values) not in (1, 2):
        raise invalid(f"It is expected {name} equals to 2, but got size {len(values)}")
    return values * 2 if len(values) == 1 else values


def _blocks(
    size: Ints, kernel: Ints, dilation: Ints, padding: Ints, stride: Ints
) -> tuple[Ints, Ints, Ints, Ints, Ints]:
    """Return the four options for two axes each, and how many windows there are along each."""
    given = {"kernel_size": kernel, "dilation": dilation, "padding": padding, "stride": stride}
    kernel, dilation, padding, stride = (_pair(*option) for option in given.items())
    for name, values, low in (
        ("kernel size", kernel, 1),
        ("dilation", dilation, 1),
        ("padding", padding, 0),
        ("stride", stride, 1),
    ):
        if min(values) < low:
            kind = "non-negative" if low == 0 else "greater than zero"
            raise invalid(
                f"{name} should be {kind}, but got "
                f"{name.split()[0]}_height: {values[0]} {name.split()[0]}_width: {values[1]}"
            )
    out = tuple(map(sliding.count, size, kernel, stride, padding, dilation))
    return kernel, dilation, padding, stride, out


@op(
    vjp=lambda g, x_shape, kernel_size, dilation, padding, stride: col2im(
        g,
        output_size=x_shape[-2:],
        kernel_size=kernel_size,
        dilation=dilation,
        padding=padding,
        stride=stride,
    ),
    linear=True,
    where=["F.unfold"],
    node="Im2ColBackward0",
    example=("F.unfold(x, 2)", "x=cos(arange(60.0)).reshape(2, 2, 3, 5)"),
)
@formula(input="F.fold(g, input.shape[-2:], kernel_size, dilation, padding, stride)")
def im2col(
    xp: Any,
    x: Array,
    /,
    kernel_size: Ints,
    dilation: Ints = (1,),
    padding: Ints = (0,),
    stride: Ints = (1,),
) -> Array:
    """The windows over images, each as a column."""
    arrays.axis(min(x.ndim, 2), x.ndim)  # which PyTorch looks at first
    if x.ndim not in (3, 4):
        raise shape_error(
            "Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other "
            f"non-zero dimensions for input, but got: {list(x.shape)}"
        )
    kernel, dilation, padding, stride, out = _blocks(
        x.shape[-2:], kernel_size, dilation, padding, stride
    )
    if min(out) < 1:
        raise shape_error(
            f"Given input with spatial size {tuple(x.shape[-2:])}, kernel_size={kernel}, "
            f"dilation={dilation}, padding={padding}, calculated shape of the array of sliding "
            f"blocks as {out}, but its components must be at least one."
        )
    windows = sliding.unfold(xp, x, kernel, stride, padding, dilation, out)
    columns = x.shape[-3] * math.prod(kernel)
    return xp.reshape(windows, (*x.shape[:-3], columns, math.prod(out)))


@op(
    vjp=lambda g, kernel_size, dilation, padding, stride: im2col(
        g, kernel_size=kernel_size, dilation=dilation, padding=padding, stride=stride
    ),
    linear=True,
    where=["F.fold"],
    node="Col2ImBackward0",
    example=("F.fold(x, 3, 2)", "x=linspace(-1, 1, 16).reshape(4, 4)"),
)
@formula(input="F.unfold(g, kernel_size, dilation, padding, stride)")
def col2im(
    xp: Any,
    x: Array,
    /,
    output_size: Ints,
    kernel_size: Ints,
    dilation: Ints = (1,),
    padding: Ints = (0,),
    stride: Ints = (1,),
) -> Array:
    """Images from windows given as columns; where windows overlap they add up."""
    size = _pair("output_size", output_size)
    if x.ndim not in (2, 3):
        raise shape_error(
            "Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and "
            f"non-zero dimensions for input, but got: {list(x.shape)}"
        )
    kernel, dilation, padding, stride, out = _blocks(size, kernel_size, dilation, padding, stride)
    _check_columns(x, size, kernel, dilation, padding, stride, out)
    channels = x.shape[-2] // math.prod(kernel)
    windows = xp.reshape(x, (*x.shape[:-2], channels, *kernel, *out))
    return sliding.fold(xp, windows, size, stride, padding, dilation)


def _check_columns(
    x: Array, size: Ints, kernel: Ints, dilation: Ints, padding: Ints, stride: Ints, out: Ints
) -> None:
    if x.shape[-2] % math.prod(kernel):
        raise shape_error(
            f"Expected size of input's dimension {x.ndim - 2} to be divisible by the product of "
            f"kernel_size, but got input.size({x.ndim - 2})={x.shape[-2]} and "
            f"kernel_size={kernel}."
        )
    if min(out) < 1:
        raise shape_error(
            f"Given output_size={size}, kernel_size={kernel}, dilation={dilation}, "
            f"padding={padding}, stride={stride}, calculated shape of the array of sliding blocks "
            f"as {out}, which is too small (non-positive)"
        )
    if x.shape[-1] != math.prod(out):
        raise shape_error(
            f"Given output_size={size}, kernel_size={kernel}, dilation={dilation}, "
            f"padding={padding}, stride={stride}, expected size of input's dimension "
            f"{x.ndim - 1} to match the calculated number of sliding blocks {out[0]} * {out[1]} "
            f"= {math.prod(out)}, but got input.size({x.ndim - 1})={x.shape[-1]}."
        )
