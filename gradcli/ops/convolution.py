"""Convolutions in any number of dimensions, and the windows that they see."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.core.promote import unsupported
from gradcli.core.warn import warn
from gradcli.numerics import arrays, correlation
from gradcli.numerics.dtypes import dtype_of
from gradcli.operators.by_name import (
    add,
    constant_pad_nd,
    mul,
    select,
    slice_,
    squeeze,
    sub,
    sum,
    unsqueeze,
    view_as_real,
)
from gradcli.operators.declare import Array, Ints, OptTensor, Tensor, Value, example, formula, op
from gradcli.operators.named import named
from gradcli.operators.refusals import dtype_error, invalid, mismatch, mixed, shape_error

# What PyTorch refuses


def _check_options(
    weight: Array, n: int, stride: Ints, padding: Ints, dilation: Ints, groups: int
) -> None:
    """Refuse numbers that no convolution has, in PyTorch's order."""
    if groups <= 0:
        raise invalid("non-positive groups is not supported")
    if weight.ndim < 3:
        raise mismatch("weight should have at least three dimensions", 1)
    for name, values in (("stride", stride), ("padding", padding), ("dilation", dilation)):
        if len(values) != n:
            raise invalid(
                f"expected {name} to be a single integer value or a list of {n} values to match "
                f"the convolution dimensions, but got {name}={list(values)}"
            )
    if min(padding) < 0:
        raise invalid("negative padding is not supported")
    if min(stride) <= 0:
        raise invalid("non-positive stride is not supported")
    if min(dilation) < 0:
        raise invalid("dilation should be greater than zero")
    if min(dilation) == 0:
        raise invalid(f"dilation should be greater than zero, but got {list(dilation)}")


def _check_shapes(x: Array, weight: Array, bias: Array | None, transposed: bool, g: int) -> None:
    """Refuse channels of input, weight and bias that do not fit together."""
    shape = list(weight.shape)
    if x.ndim != weight.ndim:
        raise mismatch(
            f"Expected {weight.ndim}-dimensional input for {weight.ndim}-dimensional weight "
            f"{shape}, but got {x.ndim}-dimensional input of size {list(x.shape)} instead"
        )
    if weight.shape[0] < g:
        raise mismatch(
            f"Given groups={g}, expected weight to be at least {g} at dimension 0, but got weight "
            f"of size {shape} instead",
            1,
        )
    if weight.shape[0] % g:
        raise mismatch(
            f"Given groups={g}, expected weight to be divisible by {g} at dimension 0, but got "
            f"weight of size [{shape}] instead",
            1,
        )
    given = "transposed=1" if transposed else f"groups={g}"
    channels = weight.shape[0] if transposed else weight.shape[1] * g
    if x.shape[1] != channels:
        raise mismatch(
            f"Given {given}, weight of size {shape}, expected input{list(x.shape)} to have "
            f"{channels} channels, but got {x.shape[1]} channels instead"
        )
    results = weight.shape[1] * g if transposed else weight.shape[0]
    if bias is not None and bias.shape != (results,):
        raise mismatch(
            f"Given {'transposed=1, ' if transposed else ''}weight of size {shape}, expected bias "
            f"to be 1-dimensional with {results} elements, but got bias of size "
            f"{list(bias.shape)} instead",
            2,
        )
    if 0 in shape[2:] and x.size and not transposed:
        t, h, w = (1, 1, *shape[2:])[-3:]
        sizes = (
            f" kernel_height: {h} kernel_width: {w}" if x.ndim < 5 else f": {t} x {h} x {w} (TxHxW)"
        )
        raise mismatch(f"kernel size should be greater than zero, but got{sizes}")


_MKLDNN = " or input should be a MKLDNN tensor and weight is a dense tensor"


def _check_types(x: Array, weight: Array, bias: Array | None) -> None:
    if x.dtype != weight.dtype:
        ours, other = (dtype_of(array.dtype).scalar_name for array in (x, weight))
        if x.dtype.kind in "cV":  # V is the kind of bfloat16
            more = "" if x.dtype.kind == "c" else _MKLDNN
            given = f"Input type (CPU{ours}Type) and weight type (torch.{other}Tensor)"
            raise mixed(f"{given} should be the same{more}")
        raise mixed(f"expected scalar type {ours} but found {other}")
    _check_bias(x, bias)


def _check_bias(x: Any, bias: Any) -> None:
    if bias is not None and bias.dtype != x.dtype:
        ours, other = (dtype_of(arrays.of(y).dtype).c_name for y in (x, bias))
        raise dtype_error(f"Input type ({ours}) and bias type ({other}) should be the same", 0, 2)


# The one convolution


def _by_input(
    g: Value,
    x_shape: Ints,
    weight: Value,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    transposed: bool,
    groups: int,
) -> Value:
    """The gradient by the input: a convolution with the same kernel in the other direction."""
    size, kernel = x_shape[2:], tuple(weight.shape[2:])
    extra = (0,) * len(size)
    if not transposed:
        extra = correlation.left_over(size, g.shape[2:], kernel, stride, padding, dilation)
    options = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
    found = _convolution(
        g, weight, None, transposed=not transposed, output_padding=extra, **options
    )
    return _cut(found, x_shape)  # PyTorch allows more padding than a stride fills


def _by_weight(
    g: Value,
    x: Value,
    weight_shape: Ints,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    transposed: bool,
    groups: int,
) -> Value:
    seen, gradient = (g, x) if transposed else (x, g)
    options = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
    return _weight_gradient(seen, gradient, kernel=weight_shape[2:], **options)


def _by_bias(g: Value) -> Value:
    return sum(g, dim=(0, *range(2, len(g.shape))))


@op(vjp=(_by_input, _by_weight, _by_bias), where=[], node="ConvolutionBackward0")
@formula(
    input="g convolved with the flipped weight (a transposed convolution)",
    weight="input convolved with g",
    bias="the sum of g over batch and positions",
)
def _convolution(
    xp: Any,
    x: Array,
    weight: Array,
    bias: Array | None,
    /,
    stride: Ints = (1,),
    padding: Ints = (0,),
    dilation: Ints = (1,),
    transposed: bool = False,
    output_padding: Ints = (0,),
    groups: int = 1,
) -> Array:
    """A convolution, or transposed, over the axes after the first two."""
    dtype = x.dtype
    if dtype == np.float16:  # PyTorch adds up in single precision as well
        x, weight = x.astype(np.float32), weight.astype(np.float32)
    if transposed:
        found = correlation.spread_out(
            xp, x, weight, stride, padding, dilation, output_padding, groups
        )
        result = arrays.dense(found)
    else:
        result = correlation.correlate(xp, x, weight, stride, padding, dilation, groups)
    if bias is not None:
        result = result + xp.reshape(bias, (-1,) + (1,) * (x.ndim - 2))
    return result.astype(dtype, copy=False)


@op(
    vjp=(
        lambda g, x_shape, gradient, stride, padding, dilation, groups: _by_input(
            gradient, x_shape, g, stride, padding, dilation, False, groups
        ),
        lambda g, x, gradient_shape, stride, padding, dilation, groups: _cut(
            _convolution(
                x, g, None, stride=stride, padding=padding, dilation=dilation, groups=groups
            ),
            gradient_shape,
        ),
    ),
    where=[],
    node="ConvolutionBackwardBackward0",
)
def _weight_gradient(
    xp: Any,
    x: Array,
    gradient: Array,
    /,
    kernel: Ints = (1,),
    stride: Ints = (1,),
    padding: Ints = (0,),
    dilation: Ints = (1,),
    groups: int = 1,
) -> Array:
    """The gradient of a convolution's kernel: every window times the gradient there, added up."""
    return correlation.by_weight(xp, x, gradient, kernel, stride, padding, dilation, groups)


def _cut(x: Value, shape: Ints) -> Value:
    """Cut a tensor down to a shape, from its beginning."""
    for axis, length in enumerate(shape):
        if x.shape[axis] != length:
            x = slice_(x, dim=axis, start=0, end=length)
    return x


# What programs call

_LINE = "x=linspace(-2, 2, 24).reshape(2, 3, 4) ** 2"
_PLANE = "x=cos(arange(60.0)).reshape(2, 2, 3, 5)"
_SPACE = "x=cos(arange(48.0)).reshape(1, 2, 2, 3, 4)"


def _kernel(count: int, *shape: int) -> str:
    return f"w=linspace(-1, 1.5, {count}).reshape({shape})"


def _each(values: Ints, n: int) -> Ints:
    return values * n if len(values) == 1 else values


@op(composite=True, where=["torch"])
@example(
    "torch.convolution(x, w, b, [2], [1], [1], True, [1], 1)",
    _LINE,
    _kernel(12, 3, 2, 2),
    "b=tensor([1.0, 2.0])",
)
def convolution(
    input: Tensor,
    weight: Tensor,
    bias: OptTensor,
    /,
    stride: Ints,
    padding: Ints,
    dilation: Ints,
    transposed: bool,
    output_padding: Ints,
    groups: int,
) -> Tensor:
    """A convolution of any kind: all its options by position."""
    x, w, b = arrays.of(input), arrays.of(weight), arrays.of(bias)
    n = x.ndim - 2
    stride, padding, dilation = (_each(values, n) for values in (stride, padding, dilation))
    output_padding = _each(output_padding, n)
    _check_options(w, w.ndim - 2, stride, padding, dilation, groups)
    _check_shapes(x, w, b, transposed, groups)
    _check_types(x, w, b)
    if transposed:
        _check_output_padding(output_padding, stride, dilation)
    else:
        _check_kernel(x.dtype, n, max(dilation))
    if x.size == 0 and 0 not in x.shape[:2]:
        given = [*x.shape[:2], *(1,) * (n == 1), *x.shape[2:]]
        raise mismatch(
            f"Only zero batch or zero channel inputs are supported, but got input shape: {given}"
        )
    options = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
    shape = {"transposed": transposed, "output_padding": output_padding}
    return _convolution(input, weight, bias, **options, **shape)


def _check_kernel(dtype: np.dtype, n: int, dilation: int) -> None:
    """Refuse types that PyTorch's kernel for a convolution does not take."""
    if dtype.kind == "b" or (dtype.kind in "iu" and dtype.itemsize < 8 and dilation > 1):
        usual = "slow_conv2d_cpu" if n < 3 else "compute_columns3d"
        raise unsupported("slow_conv_dilated<>" if dilation > 1 else usual, dtype)


_AXES = {1: ("",), 2: ("height", "width"), 3: ("depth", "height", "width")}


def _check_output_padding(extra: Ints, stride: Ints, dilation: Ints) -> None:
    if min(extra, default=0) < 0:
        raise invalid("negative output_padding is not supported")
    if any(e >= max(s, d) for e, s, d in zip(extra, stride, dilation, strict=True)):
        names = _AXES[2] if len(extra) == 1 else _AXES[len(extra)]
        extra, stride, dilation = (
            ((default, *values) if len(values) == 1 else values)
            for values, default in ((extra, 0), (stride, 1), (dilation, 1))
        )
        listed = " ".join(
            f"{what}_{name}: {value}"
            for what, values in (
                ("output_padding", extra),
                ("stride", stride),
                ("dilation", dilation),
            )
            for name, value in zip(names, values, strict=True)
        )
        raise invalid(
            f"output padding must be smaller than either stride or dilation, but got {listed}"
        )


def _batched(name: str, n: int, x: Tensor) -> tuple[Tensor, bool]:
    """Return the input with a batch axis, and whether it had one."""
    ndim = len(x.shape)
    if ndim not in (n + 1, n + 2):
        raise shape_error(
            f"Expected {n + 1}D (unbatched) or {n + 2}D (batched) input to {name}, but got input "
            f"of size: {list(x.shape)}"
        )
    return (x, True) if ndim == n + 2 else (unsqueeze(x, dim=0), False)


def _parts(x: Tensor) -> tuple[Tensor, Tensor]:
    pairs = view_as_real(x)
    return select(pairs, dim=-1, index=0), select(pairs, dim=-1, index=1)


def _by_parts(x: Tensor, w: Tensor, b: OptTensor, **options: Any) -> Tensor:
    """Convolve complex numbers by three convolutions of real ones, as PyTorch does."""
    _check_types(*map(arrays.of, (x, w, b)))
    (real, imag), (w_real, w_imag) = _parts(x), _parts(w)
    b_real, b_both = None, None
    if b is not None:
        b_real, b_imag = _parts(b)
        b_both = add(b_real, b_imag)
    first = convolution(real, w_real, b_real, **options)
    second = convolution(imag, w_imag, None, **options)
    both = convolution(add(real, imag), add(w_real, w_imag), b_both, **options)
    return add(sub(first, second), mul(1j, sub(sub(both, first), second)))


def _run(n: int, x: Tensor, w: Tensor, b: OptTensor, transposed: bool, **options: Any) -> Tensor:
    if not transposed and not isinstance(options["padding"], str):
        _check_bias(x, b)
    x, batched = _batched(f"conv{'_transpose' * transposed}{n}d", n, x)
    if isinstance(options["padding"], str):
        x, options["padding"] = _padded_by_name(x, w, **options)
    convolve = _by_parts if arrays.of(x).dtype.kind == "c" else convolution
    found = convolve(x, w, b, transposed=transposed, **options)
    return found if batched else squeeze(found, dim=0)


def _padded_by_name(
    x: Tensor, w: Tensor, stride: Ints, padding: Any, dilation: Ints, **_: Any
) -> tuple[Tensor, Ints]:
    """Return the input and the padding that ``"same"`` and ``"valid"`` mean."""
    n = len(w.shape) - 2
    if padding == "valid":
        return x, (0,) * n
    if padding != "same":
        raise invalid(f"Invalid padding string: '{padding}'")
    if any(s != 1 for s in stride):
        raise invalid("padding='same' is not supported for strided convolutions")
    totals = [d * (k - 1) for d, k in zip(_each(dilation, n), w.shape[2:], strict=True)]
    if any(total % 2 for total in totals):  # the odd place goes to the end, before the rest
        warn(_PADDED_COPY, code="padding", once=True)
        pads = [width for total in reversed(totals) for width in (0, total % 2)]
        x = constant_pad_nd(x, pad=tuple(pads))
    return x, tuple(total // 2 for total in totals)


_PADDED_COPY = (
    "Using padding='same' with even kernel lengths and odd dilation may require a zero-padded copy "
    "of the input be created"
)


def _declare_conv(n: int, what: str, example: tuple[str, ...]) -> None:
    @op(composite=True, where=["torch", "F"], example=example)
    @named(f"conv{n}d", f"The convolution (cross-correlation) of {what} with kernels.")
    def conv(
        input: Tensor,
        weight: Tensor,
        bias: OptTensor = None,
        /,
        stride: Ints = (1,),
        padding: Ints | str = (0,),
        dilation: Ints = (1,),
        groups: int = 1,
    ) -> Tensor:
        options = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
        return _run(n, input, weight, bias, False, output_padding=(0,), **options)


def _declare_transposed(n: int, example: tuple[str, ...]) -> None:
    @op(composite=True, where=["torch", "F"], example=example)
    @named(
        f"conv_transpose{n}d", f"The gradient of conv{n}d by its input, as an operator of its own."
    )
    def conv_transpose(
        input: Tensor,
        weight: Tensor,
        bias: OptTensor = None,
        /,
        stride: Ints = (1,),
        padding: Ints = (0,),
        output_padding: Ints = (0,),
        groups: int = 1,
        dilation: Ints = (1,),
    ) -> Tensor:
        options = {"stride": stride, "padding": padding, "dilation": dilation, "groups": groups}
        return _run(n, input, weight, bias, True, output_padding=output_padding, **options)


_declare_conv(
    1, "signals", ("F.conv1d(x, w, b)", _LINE, _kernel(12, 2, 3, 2), "b=tensor([1.0, -1.0])")
)
_declare_conv(
    2, "images", ("conv2d(x, w)", "x=tensor([[[[1.0, 4.0, 2.0]]]])", "w=ones(1, 1, 1, 2)")
)
_declare_conv(3, "volumes", ("conv3d(x, w)", _SPACE, _kernel(32, 2, 2, 2, 2, 2)))
_declare_transposed(1, ("conv_transpose1d(x, w)", _LINE, _kernel(12, 3, 2, 2)))
_declare_transposed(2, ("conv_transpose2d(x, w)", _PLANE, _kernel(24, 2, 3, 2, 2)))
_declare_transposed(3, ("conv_transpose3d(x, w)", _SPACE, _kernel(16, 2, 1, 2, 2, 2)))
