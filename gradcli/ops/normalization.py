"""Normalisation: elements made to have mean 0 and variance 1, by row, channel or group."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.numerics import arrays, dtypes
from gradcli.numerics.layout import is_channels_last
from gradcli.operators import by_name as ops
from gradcli.operators.converters import Array, Dims, Number, OptTensor, Real, Sizes, Value
from gradcli.operators.declare import example, formula, op
from gradcli.operators.families import functional, internal
from gradcli.operators.refusals import dtype_error, invalid, mismatch, refuse, value_error
from gradcli.ops.activation import require_floating
from gradcli.ops.loss import constant

# What all have in common. ``axes`` are the dimensions over which elements are made alike.


def _moments(xp: Any, x: Array, axes: tuple[int, ...]) -> tuple[Array, Array]:
    """Return the elements less their mean, and their variance; equal elements have exactly 0."""
    wide, count = np.dtype(np.float64), arrays.count(x.shape, axes)
    centre = x.sum(axis=axes, keepdims=True, dtype=wide) / count
    rest = x - centre.astype(x.dtype)
    variance = (rest * rest).sum(axis=axes, keepdims=True, dtype=wide) / count
    return rest, variance.astype(x.dtype)


def _affine(x: Value, weight: Any, bias: Any = None) -> Any:
    if weight is not None:
        x = x * weight
    return x if bias is None else x + bias


def _mean(x: Value, axes: tuple[int, ...]) -> Value:
    return ops._sum_keepdim(x, dim=axes) / arrays.count(tuple(x.shape), axes)


def _standard(x: Value, axes: tuple[int, ...], eps: float) -> tuple[Value, Value]:
    """Return the normalised elements, and the reciprocal of the deviation; in operators."""
    rest = x - _mean(x, axes)
    scale = ops.rsqrt(_mean(rest * rest, axes) + eps)
    return rest * scale, scale


def _normal_slope(g: Value, x: Value, axes: tuple[int, ...], eps: float) -> Value:
    """The gradient through the normalisation, past mean and variance too."""
    if 0 in x.shape:
        return g
    y, scale = _standard(x, axes, eps)
    return scale * (g - _mean(g, axes) - y * _mean(g * y, axes))


def _check_parameters(x: Tensor, parameters: Sequence[Any]) -> None:
    """Refuse parameters of another type than the input."""
    given = [p.array.dtype for p in parameters if p is not None]
    own = x.array.dtype
    if all(dtype == own for dtype in given):
        return
    single = all(dtype == np.float32 for dtype in given)
    if own.itemsize == 2 and own.kind != "i" and single:
        return
    if own.itemsize == 2 and given[0] == own:
        wanted, found = (dtypes.dtype_of(dtype).scalar_name for dtype in (own, given[-1]))
        raise dtype_error(f"expected scalar type {wanted} but found {found}", 0, 1, 2)
    narrow = "expect parameter to have scalar type of Float"
    detail = "all inputs must share same datatype." if single else narrow
    raise dtype_error(f"mixed dtype (CPU): {detail}", 0, 1, 2)


# By row


def _last(x: Value, count: int) -> tuple[int, ...]:
    return tuple(range(len(x.shape) - count, len(x.shape)))


@internal(
    vjp=(
        lambda g, input, weight, count, eps: _normal_slope(
            _affine(g, weight), input, _last(input, count), eps
        ),
        lambda g, input, count, eps: g * _standard(input, _last(input, count), eps)[0],
        lambda g: g,
    ),
    broadcasts=True,
    node="NativeLayerNormBackward0",
)
@formula(
    input="(h - mean(h, dim, True) - z * mean(h * z, dim, True)) / s  # h is g * weight, z "
    "the normalised input, s its standard deviation",
    weight="g * z",
    bias="g",
)
def _layer_norm(
    xp: Any, input: Array, weight: Array | None, bias: Array | None, /, count: int, eps: Real
) -> Array:
    """The elements with mean 0 and variance 1 along the last dimensions, so many of them."""
    if not input.size:
        return xp.zeros_like(input)
    rest, variance = _moments(xp, input, _last(input, count))
    return arrays.compact(xp, _affine(rest / xp.sqrt(variance + eps), weight, bias))


def _check_shape(
    input: Tensor, shape: Sizes, weight: OptTensor, bias: OptTensor, starred: str
) -> None:
    if not shape:
        raise invalid(
            "Expected normalized_shape to be at least 1-dimensional, i.e., containing at least one "
            "element, but got normalized_shape = []"
        )
    for name, parameter in (("weight", weight), ("bias", bias)):
        if parameter is not None and parameter.array.shape != shape:
            raise mismatch(
                f"Expected {name} to be of same shape as normalized_shape, but got {name} of shape "
                f"{list(parameter.array.shape)} and normalized_shape = {list(shape)}"
            )
    given = input.array.shape
    if not starred and len(given) < len(shape):
        raise value_error(
            f"Input tensor must have at least {len(shape)} dimensions, but got {len(given)}"
        )
    if given[len(given) - len(shape) :] != shape:
        raise mismatch(
            f"Given normalized_shape={list(shape)}, expected input with shape "
            f"[*{starred}{', '.join(map(str, shape))}], but got input of size{list(given)}"
        )


@op(composite=True, where=["torch", "F"])
@example("F.layer_norm(x, (3,))[0]", "x=tensor([1.0, 2.0, 4.0])")
def layer_norm(
    input: Tensor,
    /,
    normalized_shape: Sizes,
    weight: OptTensor = None,
    bias: OptTensor = None,
    eps: Real = 1e-5,
    cudnn_enable: bool = True,
) -> Tensor:
    """The elements with mean 0 and variance 1 along the last dimensions, scaled and moved."""
    _check_parameters(input, (weight, bias))
    _check_shape(input, normalized_shape, weight, bias, ", ")
    require_floating(input.array, "LayerNormKernelImpl")
    return _layer_norm(input, weight, bias, count=len(normalized_shape), eps=eps)


@op(composite=True, where=["torch", "F"])
@example(
    "F.rms_norm(x, [3], w)",
    "x=(linspace(-2, 2, 12).reshape(4, 3) ** 3)",
    "w=tensor([0.5, 2.0, -1.0])",
)
def rms_norm(
    input: Tensor, /, normalized_shape: Sizes, weight: OptTensor = None, eps: Real | None = None
) -> Tensor:
    """The elements with mean square 1 along the last dimensions, scaled."""
    _check_shape(input, normalized_shape, weight, None, "")
    require_floating(input.array, "rms_norm")
    wide = input.to(dtypes.float32) if input.array.dtype.itemsize == 2 else input
    if eps is None:
        eps = float(np.finfo(wide.array.dtype).eps)
    squares = ops.mean(wide**2, dim=_last(input, len(normalized_shape)), keepdim=True)
    result = wide * ops.rsqrt(ops.add_number(squares, number=eps))
    result = result if weight is None else result * weight
    result = result if result.dtype is input.dtype else result.to(input.dtype)
    return result if is_channels_last(input.array) else ops.contiguous(result)


# By channel


def _channels(parameter: Any, ndim: int) -> Any:
    """Return a parameter of each channel in a shape that broadcasts along dimension 1."""
    return None if parameter is None else parameter.reshape((-1,) + (1,) * (ndim - 2))


def _others(x: Value) -> tuple[int, ...]:
    return (0, *range(2, len(x.shape)))


def _beside(x: Value, moments: Any) -> Value:
    """Return moments of each channel as what the elements are: a tensor or an array."""
    shaped = _channels(moments, len(x.shape))
    return Tensor(shaped) if isinstance(x, Tensor) else shaped


def _batch_standard(
    x: Value, running_mean: Any, running_var: Any, training: bool, eps: float
) -> tuple[Value, Value]:
    """Return the normalised elements and their scale, by the batch's or the given moments."""
    if training:
        return _standard(x, _others(x), eps)
    scale = ops.rsqrt(_beside(x, running_var) + eps)
    return (x - _beside(x, running_mean)) * scale, scale


def _batch_slope(
    g: Value,
    input: Value,
    weight: Any,
    running_mean: Any,
    running_var: Any,
    training: bool,
    eps: float,
) -> Value:
    g = _affine(g, _channels(weight, len(input.shape)))
    if training:
        return _normal_slope(g, input, _others(input), eps)
    return g * ops.rsqrt(_beside(input, running_var) + eps)


@internal(
    vjp=(
        _batch_slope,
        lambda g, input, running_mean, running_var, training, eps: ops.sum(
            g * _batch_standard(input, running_mean, running_var, training, eps)[0],
            dim=_others(input),
        ),
        lambda g: ops.sum(g, dim=_others(g)),
    ),
    node="NativeBatchNormBackward0",
)
@formula(
    input="weight / s * (g - mean(g, dim, True) - z * mean(g * z, dim, True))  # in "
    "training: z is the normalised input, s its standard deviation",
    weight="sum(g * z, dim)",
    bias="sum(g, dim)",
)
def _batch_norm(
    xp: Any,
    input: Array,
    weight: Array | None,
    bias: Array | None,
    /,
    running_mean: Any,
    running_var: Any,
    training: bool,
    eps: Real,
) -> Array:
    """The elements of each channel with mean 0 and variance 1, or less a mean over a deviation."""
    ndim = input.ndim
    if not training:
        rest = input - _channels(running_mean, ndim)
        variance = _channels(running_var, ndim)
    else:
        rest, variance = _moments(xp, input, _others(input))
    normal = rest / xp.sqrt(variance + eps)
    return _affine(normal, _channels(weight, ndim), _channels(bias, ndim))


def _check_channels(input: Tensor, training: bool, **parameters: OptTensor) -> None:
    count = input.array.shape[1] if input.ndim > 1 else 0
    for name, parameter in parameters.items():
        if parameter is None:
            if name.startswith("running") and not training:
                raise invalid(f"{name} must be defined in evaluation mode")
        elif parameter.array.size != count:
            raise mismatch(f"{name} should contain {count} elements not {parameter.array.size}")
    if input.ndim < 2 and input.array.size:
        arrays.own_axis(1, input.ndim)


def _remember(input: Tensor, running_mean: Tensor, running_var: Tensor, momentum: float) -> None:
    """Move the running moments towards those of a batch, in place."""
    count = input.array.size // max(input.array.shape[1], 1)
    if not count:
        return
    axes = _others(input)
    if hasattr(input.array, "whole") and not hasattr(running_mean.array, "whole"):
        raise refuse(_SHARED, code="vmap")
    batch = input.array.astype(np.float64)
    mean = batch.mean(axis=axes, keepdims=True)
    unbiased = batch.var(axis=axes, mean=mean) * (count / (count - 1) if count > 1 else math.nan)
    for running, found in ((running_mean, mean.reshape(-1)), (running_var, unbiased)):
        STATE.writes(running.array)
        running.array[...] = momentum * found + (1 - momentum) * running.array


_SHARED = (
    "Batch norm got a batched tensor as input while the running_mean or running_var, which will be "
    "updated in place, were not batched.\nIf you are using a module and do not need eval mode, "
    "please set `track_running_stats` to be False.If you are using a prebuilt module and do not "
    "need eval mode, please see the functorch website for resources on how to patch your module to "
    "work with vmap"
)


def _more_than_one(sizes: Sequence[int], shown: Any) -> None:
    if not sizes:
        raise refuse("tuple index out of range", kind=IndexError)
    if math.prod(sizes[:1]) * math.prod(sizes[2:]) == 1:
        raise refuse(
            f"Expected more than 1 value per channel when training, got input size {shown}",
            kind=ValueError,
        )


@functional(
    example=(
        "F.batch_norm(x, None, None, training=True)[0]",
        "x=tensor([[1.0, 2.0], [3.0, 1.0], [2.0, 5.0]])",
    )
)
def batch_norm(
    input: Tensor,
    running_mean: OptTensor,
    running_var: OptTensor,
    /,
    weight: OptTensor = None,
    bias: OptTensor = None,
    training: bool = False,
    momentum: Real = 0.1,
    eps: Real = 1e-5,
) -> Tensor:
    """The elements of each channel with mean 0 and variance 1, scaled and moved.

    In training the running moments, if they are given, move towards those of the batch.
    """
    if training:
        _more_than_one(input.array.shape, input.size())
    if training and eps <= 0:
        raise value_error(f"batch_norm eps must be positive during training, but got {eps}")
    if eps < 0:
        raise value_error(f"batch_norm eps must be non-negative, but got {eps}")
    return _normalized_batch(
        input, weight, bias, running_mean, running_var, training, momentum, eps
    )


def _has_tangent(tensor: OptTensor) -> bool:
    return tensor is not None and any(t is not None for t in STATE.tell("tangent", tensor))


def _normalized_batch(
    input: Tensor,
    weight: OptTensor,
    bias: OptTensor,
    running_mean: OptTensor,
    running_var: OptTensor,
    training: bool,
    momentum: Real,
    eps: Real,
) -> Tensor:
    moments: dict[str, Any] = {"running_mean": running_mean, "running_var": running_var}
    _check_channels(input, training, **moments, weight=weight, bias=bias)
    if (running_mean is None) != (running_var is None):
        raise value_error(
            "running_mean and running_var must either both be None or neither be None"
        )
    if _has_tangent(input) and (_has_tangent(running_mean) or _has_tangent(running_var)):
        raise invalid(
            "batch_norm is not differentiable wrt running_mean and running_var, they cannot have "
            "forward grad defined"
        )
    constant(running_mean, "native_batch_norm", "running_mean")
    constant(running_var, "native_batch_norm", "running_var")
    require_floating(input.array, "batch_norm")
    _check_parameters(input, (weight, bias, running_mean, running_var))
    if not input.array.size:
        first = [None if p is None else ops.select(p, dim=0, index=0) for p in (weight, bias)]
        return _affine(ops.clone(input), *first)
    before = [None if t is None else t.array.copy(order="K") for t in (running_mean, running_var)]
    moments = dict(zip(moments, before, strict=True))
    result = _batch_norm(input, weight, bias, **moments, training=training, eps=eps)
    if training and running_mean is not None and running_var is not None:
        _remember(input, running_mean, running_var, momentum)
    return result


@functional()
@example(
    "F.instance_norm(x, weight=w, bias=b)",
    "x=(linspace(-2, 2, 24).reshape(2, 3, 4) ** 3)",
    "w=tensor([0.5, 2.0, -1.0])",
    "b=tensor([0.25, -1.0, 3.0])",
)
def instance_norm(
    input: Tensor,
    /,
    running_mean: OptTensor = None,
    running_var: OptTensor = None,
    weight: OptTensor = None,
    bias: OptTensor = None,
    use_input_stats: bool = True,
    momentum: Real = 0.1,
    eps: Real = 1e-5,
) -> Tensor:
    """The elements of each channel of each sample with mean 0 and variance 1."""
    if use_input_stats:
        if math.prod(input.array.shape[2:]) == 1:
            raise refuse(
                "Expected more than 1 spatial element when training, got input size "
                f"{input.size()}",
                kind=ValueError,
            )
    elif running_mean is None or running_var is None:
        raise invalid(
            "Expected running_mean and running_var to be defined when use_input_stats is false"
        )
    rows, channels = input.array.shape[:2]
    means, variances, weight, bias = (
        None if p is None else p.repeat(rows) for p in (running_mean, running_var, weight, bias)
    )
    flat = ops.reshape(ops.contiguous(input), shape=(1, rows * channels, *input.array.shape[2:]))
    result = _normalized_batch(flat, weight, bias, means, variances, use_input_stats, momentum, eps)
    for running, found in ((running_mean, means), (running_var, variances)):
        if running is not None and found is not None:
            running.copy_(ops.mean(ops.reshape(found, shape=(rows, channels)), dim=(0,)))
    return ops.reshape(result, shape=input.array.shape)


# By group of channels


def _grouped(x: Any, num_groups: int) -> Any:
    """Return a row for each group of channels of each sample."""
    return x.reshape((x.shape[0], num_groups, math.prod(x.shape[1:]) // num_groups))


def _group_slope(g: Value, input: Value, weight: Any, num_groups: int, eps: float) -> Value:
    g, x = _affine(g, _channels(weight, len(input.shape))), _grouped(input, num_groups)
    return _normal_slope(_grouped(g, num_groups), x, (2,), eps).reshape(tuple(input.shape))


@internal(
    vjp=(
        _group_slope,
        lambda g, input, num_groups, eps: ops.sum(
            g * _standard(_grouped(input, num_groups), (2,), eps)[0].reshape(tuple(input.shape)),
            dim=_others(input),
        ),
        lambda g: ops.sum(g, dim=_others(g)),
    ),
    node="NativeGroupNormBackward0",
)
@formula(
    input="(h - mean(h, dim, True) - z * mean(h * z, dim, True)) / s  # h is g * weight, z "
    "the normalised input, s the standard deviation of each group",
    weight="sum(g * z, dim)",
    bias="sum(g, dim)",
)
def _group_norm(
    xp: Any, input: Array, weight: Array | None, bias: Array | None, /, num_groups: int, eps: Real
) -> Array:
    """The elements of each group of channels with mean 0 and variance 1."""
    rest, variance = _moments(xp, _grouped(input, num_groups), (2,))
    normal = (rest / xp.sqrt(variance + eps)).reshape(input.shape)
    return _affine(normal, _channels(weight, input.ndim), _channels(bias, input.ndim))


@op(composite=True, where=["torch", "F"])
@example(
    "F.group_norm(x, 1, bias=b.detach(), eps=0.5)",
    "x=(linspace(-2, 2, 12).reshape(4, 3) ** 3)",
    "b=tensor([0.25, -1.0, 3.0])",
)
def group_norm(
    input: Tensor,
    /,
    num_groups: int,
    weight: OptTensor = None,
    bias: OptTensor = None,
    eps: Real = 1e-5,
    cudnn_enabled: bool = True,
) -> Tensor:
    """The elements of each group of channels with mean 0 and variance 1, scaled and moved."""
    shape = input.array.shape
    if len(shape) < 2:
        raise refuse(f"Expected at least 2 dimensions for input tensor but received {len(shape)}")
    if num_groups == 0:
        raise invalid("integer division or modulo by zero", ZeroDivisionError)
    sizes = [shape[0] * shape[1] // num_groups, num_groups, *shape[2:]]
    _more_than_one(sizes, sizes)
    if num_groups < 0:
        raise invalid(f"Expected num groups to be greater than 0, got {num_groups}")
    if shape[1] % num_groups:
        raise mismatch(
            "Expected number of channels in input to be divisible by num_groups, but got input of "
            f"shape {list(shape)} and num_groups={num_groups}"
        )
    for name, parameter in (("weight", weight), ("bias", bias)):
        if parameter is not None and parameter.array.shape != shape[1:2]:
            raise mismatch(
                f"Expected {name} to be a vector of size equal to the number of channels in input, "
                f"but got {name} of shape {list(parameter.array.shape)} and input of shape "
                f"{list(shape)}"
            )
    _check_parameters(input, (weight, bias))
    require_floating(input.array, "GroupNormKernelImpl")
    weight, bias = (None if p is None else ops.contiguous(p) for p in (weight, bias))
    return _group_norm(ops.contiguous(input), weight, bias, num_groups=num_groups, eps=eps)


# By length


@functional(example=("F.normalize(x, dim=0, eps=100.0)", "x=ones(3)"))
def normalize(input: Tensor, /, p: Any = 2.0, dim: Dims | None = 1, eps: Real = 1e-12) -> Tensor:
    """The vectors along a dimension, divided by their length or a small number, the larger."""
    length = ops.clamp_min(ops.norm(input, p=p, dim=dim, keepdim=True), eps)
    return input / ops.expand(length, size=input.array.shape)


@functional(example=("F.local_response_norm(x, 2)", "x=linspace(-1, 2, 6).reshape(1, 3, 2)"))
def local_response_norm(
    input: Tensor, /, size: int, alpha: Real = 1e-4, beta: Real = 0.75, k: Number = 1.0
) -> Tensor:
    """The elements over a power of the mean square of as many channels around each."""
    if input.ndim < 3:
        raise refuse(
            "Expected 3D or higher dimensionality                          input (got "
            f"{input.ndim} dimensions)",
            kind=ValueError,
        )
    if not input.array.size:
        return input
    squares, shape = input * input, input.array.shape
    around = (size // 2, (size - 1) // 2)
    if input.ndim == 3:
        padded = OPS["pad"].call(ops.unsqueeze(squares, dim=1), (0, 0, *around))
        means = ops.squeeze(OPS["avg_pool2d"].call(padded, (size, 1), stride=1), dim=1)
    else:
        rest = math.prod(shape[3:])
        squares = ops.reshape(squares, shape=(shape[0], 1, shape[1], shape[2], rest))
        padded = OPS["pad"].call(squares, (0, 0, 0, 0, *around))
        means = ops.squeeze(OPS["avg_pool3d"].call(padded, (size, 1, 1), stride=1), dim=1)
        means = ops.reshape(means, shape=shape)
    return input / (means * alpha + k) ** beta
