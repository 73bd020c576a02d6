"""The largest and the smallest elements, and where they are."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.core import promote
from gradcli.core.tensor import Tensor
from gradcli.numerics import arrays
from gradcli.operators.declare import Array, Dims, Op, op
from gradcli.operators.refusals import dtype_error, runtime_error
from gradcli.operators.return_types import ReturnType
from gradcli.ops.compare import eq, isnan, maximum, minimum
from gradcli.ops.picking import picked_first
from gradcli.ops.reduce import spread, sum


def shared_evenly(g: Array, x: Array, y: Array) -> Array:
    """Give the gradient of an extreme to all elements that equal it, in even shares."""
    mask = eq(x, y) | (isnan(x) & isnan(y))
    return mask * (g / sum(mask))


def check_ordered(x: Array, kernel: str, refused: str = "c") -> None:
    """Raise PyTorch's error for complex numbers, which have no order, or other kinds."""
    if x.dtype.kind in refused:
        raise promote.unsupported(kernel, x.dtype)


def _check_kind(x: Array, name: str, refused: str) -> None:
    if x.dtype.kind in refused:
        kind = "bool" if x.dtype.kind == "b" else "complex"
        raise dtype_error(f"{name}(): does not support {kind} input")


def _check_not_empty(x: Array, name: str) -> None:
    if x.size == 0:
        raise runtime_error(
            f"{name}: Expected reduction dim to be specified for input.numel() == 0. "
            "Specify the reduction dim with the 'dim' argument."
        )


def reduced_axis(x: Array, dim: int, name: str) -> int:
    """Return a dimension to reduce, counted from 0; it may not be empty."""
    axis = arrays.axis(dim, x.ndim)
    if x.ndim and x.shape[axis] == 0:
        message = f"{name}: Expected reduction dim {axis} to have non-zero size."
        raise runtime_error(message, kind=IndexError)
    return axis


def at_indices(xp: Any, x: Array, indices: Array, axis: int, keepdim: bool) -> tuple[Array, Array]:
    """Return the elements at indices along an axis, and these."""
    values = arrays.take_along(xp, x, indices, axis)
    if keepdim:
        return values, indices
    return xp.squeeze(values, axis=axis), xp.squeeze(indices, axis=axis)


@op(vjp=shared_evenly, where=[], node="MaxBackward1")
def _max_all(xp: Any, x: Array, /) -> Array:
    """The largest element; ties share the gradient."""
    _check_not_empty(x, "max()")
    check_ordered(x, "max_all")
    return xp.max(x)


@op(vjp=shared_evenly, where=[], node="MinBackward1")
def _min_all(xp: Any, x: Array, /) -> Array:
    """The smallest element; ties share the gradient."""
    _check_not_empty(x, "min()")
    check_ordered(x, "min_all")
    return xp.min(x)


def _extreme(
    xp: Any, find: Any, x: Array, dim: int, keepdim: bool, name: str
) -> tuple[Array, Array]:
    _check_kind(x, name, "c")
    axis = reduced_axis(x, dim, f"{name}()")
    if x.ndim == 0:
        return x, xp.zeros((), dtype=np.int64)
    return at_indices(xp, x, find(x, axis=axis, keepdims=True), axis, keepdim)


@op(vjp=picked_first, where=[], node="MaxBackward0")
def _max_dim(xp: Any, x: Array, /, dim: int = 0, keepdim: bool = False) -> tuple[Array, Array]:
    """The largest elements along a dimension and where they are, the first of equals."""
    return _extreme(xp, xp.argmax, x, dim, keepdim, "max")


@op(vjp=picked_first, where=[], node="MinBackward0")
def _min_dim(xp: Any, x: Array, /, dim: int = 0, keepdim: bool = False) -> tuple[Array, Array]:
    """The smallest elements along a dimension and where they are, the first of equals."""
    return _extreme(xp, xp.argmin, x, dim, keepdim, "min")


def _extreme_or_pairs(
    own: Op, all_: Op, along: Op, pairs: Op, input: Array, dim: Array | int | None, keepdim: bool
) -> Any:
    """Return the extreme of all, those along a dimension and their places, or those of pairs."""
    if isinstance(dim, Tensor):
        return pairs(input, dim)
    if dim is not None:
        return ReturnType(own.name, ("values", "indices"), along(input, dim=dim, keepdim=keepdim))
    if keepdim:  # which there is along a dimension only
        raise own.parameters.invalid_combination((), {"keepdim": True}, method=False)
    return all_(input)


@op(
    composite=True,
    overloaded=True,
    example=("max(x, y)", "x=tensor([1.0, 2.0])", "y=tensor([1.0, 3.0])"),
)
def max(input: Array, /, dim: Array | int | None = None, keepdim: bool = False) -> Any:
    """The largest element; with ``dim`` the largest along it, and where; or of two tensors."""
    return _extreme_or_pairs(max, _max_all, _max_dim, maximum, input, dim, keepdim)


@op(
    composite=True,
    overloaded=True,
    example=("min(x, y)", "x=tensor([1.0, 2.0])", "y=tensor([1.0, 3.0])"),
)
def min(input: Array, /, dim: Array | int | None = None, keepdim: bool = False) -> Any:
    """The smallest element; with ``dim`` the smallest along it, and where; or of two tensors."""
    return _extreme_or_pairs(min, _min_all, _min_dim, minimum, input, dim, keepdim)


def check_reducible(x: Array, dim: Dims | None, name: str) -> tuple[int, ...]:
    """Return the dimensions of an extreme counted from 0; none of them may be empty."""
    if x.size == 0 and dim in (None, ()):
        _check_not_empty(x, name)
    axes = arrays.axes(dim, x.ndim)
    for axis in axes:
        reduced_axis(x, axis, name)
    return axes


def _shared(g: Array, x: Array, y: Array, dim: Dims | None, keepdim: bool) -> Array:
    """The gradient of extremes along dimensions: an even share for each of all that equal one."""
    g = spread(g, shape=x.shape, dim=dim, keepdim=keepdim)
    mask = eq(x, spread(y, shape=x.shape, dim=dim, keepdim=keepdim))
    return g * mask / sum(mask, dim=() if dim is None else dim, keepdim=True)


@op(
    vjp=lambda g, x, y, dim, keepdim: _shared(g, x, y, dim, keepdim),
    example=("x.amax()", "x=tensor([1.0, 3.0, 3.0, 1.0])"),
)
def amax(xp: Any, x: Array, /, dim: Dims | None = (), keepdim: bool = False) -> Array:
    """The largest elements, of all or along dimensions; ties share the gradient."""
    axes = check_reducible(x, dim, "amax()")
    check_ordered(x, "max_values_cpu")
    return xp.max(x, axis=axes, keepdims=keepdim)


@op(
    vjp=lambda g, x, y, dim, keepdim: _shared(g, x, y, dim, keepdim),
    example=("x.amin()", "x=tensor([1.0, 3.0, 3.0, 1.0])"),
)
def amin(xp: Any, x: Array, /, dim: Dims | None = (), keepdim: bool = False) -> Array:
    """The smallest elements, of all or along dimensions; ties share the gradient."""
    axes = check_reducible(x, dim, "amin()")
    check_ordered(x, "min_values_cpu")
    return xp.min(x, axis=axes, keepdims=keepdim)


@op(
    vjp=lambda g, x, y, y1, dim, keepdim: (
        _shared(g[0], x, y, dim, keepdim) + _shared(g[1], x, y1, dim, keepdim)
    ),
    fields=["min", "max"],
    example=("x.aminmax().max", "x=tensor([1.0, 3.0, 3.0])"),
)
def aminmax(
    xp: Any, x: Array, /, *, dim: int | None = None, keepdim: bool = False
) -> tuple[Array, Array]:
    """The smallest and the largest elements, of all or along a dimension."""
    if x.size == 0 and dim is None:
        raise runtime_error(
            "aminmax(): cannot compute aminmax over an empty dimension as the operation has no "
            "identity."
        )
    axes = arrays.axes(dim, x.ndim)
    for axis in axes:
        reduced_axis(x, axis, "aminmax")
    check_ordered(x, "aminmax_cpu")
    return xp.min(x, axis=axes, keepdims=keepdim), xp.max(x, axis=axes, keepdims=keepdim)


def _find(xp: Any, find: Any, x: Array, dim: int | None, keepdim: bool) -> Array:
    name = find.__name__
    _check_kind(x, name, "bc")
    if dim is not None:
        axis = reduced_axis(x, dim, f"{name}()")
        return find(x, axis=axis, keepdims=keepdim) if x.ndim else find(x)
    if x.size == 0:
        message = f"{name}(): Expected reduction dim to be specified for input.numel() == 0."
        raise runtime_error(message, kind=IndexError)
    index = find(x)
    return xp.reshape(index, (1,) * x.ndim) if keepdim else index


@op(constant=True, example=("x.sin().argmax()", "x=linspace(-1, 2, 6)"))
def argmax(xp: Any, x: Array, /, dim: int | None = None, keepdim: bool = False) -> Array:
    """Where the largest element is, the first of equals."""
    return _find(xp, xp.argmax, x, dim, keepdim)


@op(constant=True, example=("x.cos().argmin(0)", "x=linspace(-1, 2, 6)"))
def argmin(xp: Any, x: Array, /, dim: int | None = None, keepdim: bool = False) -> Array:
    """Where the smallest element is, the first of equals."""
    return _find(xp, xp.argmin, x, dim, keepdim)
