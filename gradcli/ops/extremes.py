"""The largest and the smallest elements, and where they are."""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.core import promote
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.numerics import arrays
from gradcli.operators.declare import Array, Dims, op
from gradcli.operators.return_types import ReturnType
from gradcli.ops.compare import eq, isnan, maximum, minimum
from gradcli.ops.picking import picked
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
        raise op_error(
            RuntimeError, f"{name}(): does not support {kind} input", code="dtype", operands=(0,)
        )


def _check_not_empty(x: Array, name: str) -> None:
    if x.size == 0:
        raise op_error(
            RuntimeError,
            f"{name}: Expected reduction dim to be specified for input.numel() == 0. "
            "Specify the reduction dim with the 'dim' argument.",
            operands=(0,),
        )


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


def _extreme(xp: Any, x: Array, dim: int, keepdim: bool, which: str) -> tuple[Array, Array]:
    _check_kind(x, which, "c")
    if x.ndim == 0:
        arrays.axis(dim, 0)
        return x, xp.zeros((), dtype=np.int64)
    axis = arrays.axis(dim, x.ndim)
    if x.shape[axis] == 0:
        raise op_error(
            IndexError,
            f"{which}(): Expected reduction dim {axis} to have non-zero size.",
            operands=(0,),
        )
    find = xp.argmax if which == "max" else xp.argmin
    indices = find(x, axis=axis, keepdims=True)
    values = arrays.take_along(xp, x, indices, axis)
    if not keepdim:
        values, indices = xp.squeeze(values, axis=axis), xp.squeeze(indices, axis=axis)
    return values, indices


def _refuse_keepdim(operator: Any, keepdim: bool) -> None:
    """Raise PyTorch's error for ``keepdim`` of an operator that has it only along a dimension."""
    if keepdim:
        raise operator.parameters.invalid_combination((), {"keepdim": True}, method=False)


@op(vjp=lambda g, x_shape, y1, dim: picked(g[0], x_shape, y1, dim), where=[], node="MaxBackward0")
def _max_dim(xp: Any, x: Array, /, dim: int = 0, keepdim: bool = False) -> tuple[Array, Array]:
    """The largest elements along a dimension and where they are, the first of equals."""
    return _extreme(xp, x, dim, keepdim, "max")


@op(vjp=lambda g, x_shape, y1, dim: picked(g[0], x_shape, y1, dim), where=[], node="MinBackward0")
def _min_dim(xp: Any, x: Array, /, dim: int = 0, keepdim: bool = False) -> tuple[Array, Array]:
    """The smallest elements along a dimension and where they are, the first of equals."""
    return _extreme(xp, x, dim, keepdim, "min")


@op(
    composite=True,
    overloaded=True,
    example=("max(x, y)", "x=tensor([1.0, 2.0])", "y=tensor([1.0, 3.0])"),
)
def max(input: Array, /, dim: Array | int | None = None, keepdim: bool = False) -> Any:
    """The largest element; with ``dim`` the largest along it, and where; or of two tensors."""
    if dim is None:
        _refuse_keepdim(max, keepdim)
        return _max_all(input)
    if isinstance(dim, Tensor):
        return maximum(input, dim)
    return ReturnType("max", ("values", "indices"), _max_dim(input, dim=dim, keepdim=keepdim))


@op(
    composite=True,
    overloaded=True,
    example=("min(x, y)", "x=tensor([1.0, 2.0])", "y=tensor([1.0, 3.0])"),
)
def min(input: Array, /, dim: Array | int | None = None, keepdim: bool = False) -> Any:
    """The smallest element; with ``dim`` the smallest along it, and where; or of two tensors."""
    if dim is None:
        _refuse_keepdim(min, keepdim)
        return _min_all(input)
    if isinstance(dim, Tensor):
        return minimum(input, dim)
    return ReturnType("min", ("values", "indices"), _min_dim(input, dim=dim, keepdim=keepdim))


def check_reducible(x: Array, dim: Dims | None, name: str) -> tuple[int, ...]:
    """Return the dimensions of an extreme counted from 0; none of them may be empty."""
    if x.size == 0 and dim in (None, ()):
        _check_not_empty(x, name)
    axes = arrays.axes(dim, x.ndim)
    for axis in axes:
        if x.shape[axis] == 0:
            raise op_error(
                IndexError,
                f"{name}: Expected reduction dim {axis} to have non-zero size.",
                operands=(0,),
            )
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
        raise op_error(
            RuntimeError,
            "aminmax(): cannot compute aminmax over an empty dimension as the operation has no "
            "identity.",
            operands=(0,),
        )
    axes = arrays.axes(dim, x.ndim)
    if any(x.shape[axis] == 0 for axis in axes):
        raise op_error(
            IndexError,
            f"aminmax: Expected reduction dim {axes[0]} to have non-zero size.",
            operands=(0,),
        )
    check_ordered(x, "aminmax_cpu")
    return xp.min(x, axis=axes, keepdims=keepdim), xp.max(x, axis=axes, keepdims=keepdim)


def _find(xp: Any, find: Any, x: Array, dim: int | None, keepdim: bool) -> Array:
    name = find.__name__
    _check_kind(x, name, "bc")
    if x.size == 0 and dim is None:
        raise op_error(
            IndexError,
            f"{name}(): Expected reduction dim to be specified for input.numel() == 0.",
            operands=(0,),
        )
    if dim is not None and x.ndim and x.shape[arrays.axis(dim, x.ndim)] == 0:
        axis = arrays.axis(dim, x.ndim)
        raise op_error(
            IndexError,
            f"{name}(): Expected reduction dim {axis} to have non-zero size.",
            operands=(0,),
        )
    if dim is None:
        index = find(x)
        return xp.reshape(index, (1,) * x.ndim) if keepdim else index
    axis = arrays.axis(dim, x.ndim)
    return find(x, axis=axis, keepdims=keepdim) if x.ndim else find(x)


@op(constant=True, example=("x.sin().argmax()", "x=linspace(-1, 2, 6)"))
def argmax(xp: Any, x: Array, /, dim: int | None = None, keepdim: bool = False) -> Array:
    """Where the largest element is, the first of equals."""
    return _find(xp, xp.argmax, x, dim, keepdim)


@op(constant=True, example=("x.cos().argmin(0)", "x=linspace(-1, 2, 6)"))
def argmin(xp: Any, x: Array, /, dim: int | None = None, keepdim: bool = False) -> Array:
    """Where the smallest element is, the first of equals."""
    return _find(xp, xp.argmin, x, dim, keepdim)
