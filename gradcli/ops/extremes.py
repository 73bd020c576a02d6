"""The largest and the smallest elements, and where they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.core import promote
from gradcli.core.tensor import Tensor
from gradcli.numerics import arrays
from gradcli.operators.by_name import eq, isnan, maximum, minimum, spread, sum, where
from gradcli.operators.declare import Array, Dims, Op, OptTensor, Value, example, formula, op
from gradcli.operators.families import internal
from gradcli.operators.named import named
from gradcli.operators.refusals import dtype_error, index_error, refuse
from gradcli.operators.return_types import ReturnType
from gradcli.ops.picking import picked_first


def shared_evenly(g: Value, x: Value, y: Value) -> Value:
    """Give the gradient of an extreme to all elements that equal it, in even shares."""
    mask = eq(x, y) | (isnan(x) & isnan(y))
    return where(mask, g / sum(mask), 0.0)  # which is 0 elsewhere even if the gradient is NaN


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
        raise refuse(
            f"{name}: Expected reduction dim to be specified for input.numel() == 0. "
            "Specify the reduction dim with the 'dim' argument."
        )


def reduced_axis(x: Array, dim: int, name: str) -> int:
    """Return a dimension to reduce, counted from 0; it may not be empty."""
    axis = arrays.axis(dim, x.ndim)
    if x.ndim and x.shape[axis] == 0:
        raise _no_size(name, axis)
    return axis


def _no_size(name: str, dim: int) -> Exception:
    return index_error(f"{name}: Expected reduction dim {dim} to have non-zero size.")


def at_indices(xp: Any, x: Array, indices: Array, axis: int, keepdim: bool) -> tuple[Array, Array]:
    """Return the elements at indices along an axis, and these."""
    values = arrays.take_along(xp, x, indices, axis)
    if keepdim:
        return values, indices
    return xp.squeeze(values, axis=axis), xp.squeeze(indices, axis=axis)


def check_reducible(x: Array, dim: Dims | None, name: str) -> tuple[int, ...]:
    """Return the dimensions of an extreme counted from 0; none of them may be empty."""
    if x.size == 0 and dim in (None, ()):
        _check_not_empty(x, name)
    for given in dim if isinstance(dim, tuple) else (dim,) if dim is not None else ():
        if x.ndim and x.shape[arrays.axis(given, x.ndim)] == 0:
            raise _no_size(name, given)
    return arrays.axes(dim, x.ndim)


def _shared(g: Value, x: Value, y: Value, dim: Dims | None, keepdim: bool) -> Value:
    """The gradient of extremes along dimensions: an even share for each of all that equal one."""
    g = spread(g, shape=x.shape, dim=dim, keepdim=keepdim)
    mask = eq(x, spread(y, shape=x.shape, dim=dim, keepdim=keepdim))
    return g * mask / sum(mask, dim=() if dim is None else dim, keepdim=True)


_FIRST = "the first of equals"


def _extreme(name: str, most: str, pairs: Callable[..., Any]) -> Op:
    """Declare ``max`` or ``min``, and what it calls for all elements and along a dimension."""
    label = f"{name.title()}Backward"

    @internal(vjp=shared_evenly, node=f"{label}1")
    @named(f"_{name}_all", f"The {most} element; ties share the gradient.")
    def of_all(xp: Any, x: Array, /) -> Array:
        _check_not_empty(x, f"{name}()")
        check_ordered(x, f"{name}_all")
        return getattr(xp, name)(x)

    @internal(vjp=picked_first, node=f"{label}0")
    @named(f"_{name}_dim", f"The {most} elements along a dimension and where they are, {_FIRST}.")
    def along(xp: Any, x: Array, /, dim: int = 0, keepdim: bool = False) -> tuple[Array, Array]:
        _check_kind(x, name, "c")
        axis = reduced_axis(x, dim, f"{name}()")
        if x.ndim == 0:
            return xp.asarray(x, copy=True), xp.zeros((), dtype=np.int64)
        indices = getattr(xp, f"arg{name}")(x, axis=axis, keepdims=True)
        return at_indices(xp, x, indices, axis, keepdim)

    @op(composite=True, numpy=name)
    @example(f"{name}(x, y)", "x=tensor([1.0, 2.0])", "y=tensor([1.0, 3.0])")
    @named(
        name, f"The {most} element; with ``dim`` the {most} along it, and where; or of two tensors."
    )
    def either(
        input: Tensor,
        /,
        dim: Tensor | int | None = None,
        keepdim: bool = False,
        *,
        other: OptTensor = None,
    ) -> Any:
        if isinstance(dim, Tensor) or other is not None:
            return pairs(input, dim if other is None else other)
        if dim is not None:
            return ReturnType(name, ("values", "indices"), along(input, dim=dim, keepdim=keepdim))
        if keepdim:  # which there is along a dimension only
            raise either.parameters.invalid_combination((), {"keepdim": True}, method=False)
        return of_all(input)

    return either


max = _extreme("max", "largest", maximum)
min = _extreme("min", "smallest", minimum)


def _extremes(name: str, most: str) -> Op:
    """Declare ``amax`` or ``amin``."""

    @op(vjp=_shared, numpy=name)
    @example(f"x.a{name}()", "x=tensor([1.0, 3.0, 3.0, 1.0])")
    @named(f"a{name}", f"The {most} elements, of all or along dimensions; ties share the gradient.")
    @formula(
        input="g * (input == y) / sum(input == y, dim, True)  # g and y with the dimensions"
        " that were reduced, as by keepdim=True"
    )
    def along_several(xp: Any, x: Array, /, dim: Dims | None = (), keepdim: bool = False) -> Array:
        axes = check_reducible(x, dim, f"a{name}()")
        check_ordered(x, f"{name}_values_cpu")
        return getattr(xp, name)(x, axis=axes, keepdims=keepdim)

    return along_several


amax = _extremes("max", "largest")
amin = _extremes("min", "smallest")


@op(
    vjp=lambda g, x, y, y1, dim, keepdim: (
        _shared(g[0], x, y, dim, keepdim) + _shared(g[1], x, y1, dim, keepdim)
    ),
    fields=["min", "max"],
    example=("x.aminmax().max", "x=tensor([1.0, 3.0, 3.0])"),
)
@formula(
    input="g[0] * (input == y) / sum(input == y, dim, True) + g[1] * (input == y1) / "
    "sum(input == y1, dim, True)  # g and y with the dimensions that were reduced, as"
    " by keepdim=True"
)
def aminmax(
    xp: Any, x: Array, /, *, dim: int | None = None, keepdim: bool = False
) -> tuple[Array, Array]:
    """The smallest and the largest elements, of all or along a dimension."""
    if x.size == 0 and dim is None:
        raise refuse(
            "aminmax(): cannot compute aminmax over an empty dimension as the operation has no "
            "identity."
        )
    axes = check_reducible(x, dim, "aminmax")
    check_ordered(x, "aminmax_cpu")
    return xp.min(x, axis=axes, keepdims=keepdim), xp.max(x, axis=axes, keepdims=keepdim)


def _place_of_extreme(name: str, most: str, example: tuple[str, ...]) -> Op:
    """Declare ``argmax`` or ``argmin``."""

    @op(constant=True, example=example)
    @named(f"arg{name}", f"Where the {most} element is, {_FIRST}.")
    def argument(xp: Any, x: Array, /, dim: int | None = None, keepdim: bool = False) -> Array:
        find, caller = getattr(xp, f"arg{name}"), f"arg{name}()"
        _check_kind(x, f"arg{name}", "bc")
        if dim is not None:
            axis = reduced_axis(x, dim, caller)
            return find(x, axis=axis, keepdims=keepdim) if x.ndim else find(x)
        if x.size == 0:
            message = f"{caller}: Expected reduction dim to be specified for input.numel() == 0."
            raise refuse(message, kind=IndexError)
        return xp.reshape(find(x), (1,) * x.ndim) if keepdim else find(x)

    return argument


argmax = _place_of_extreme("max", "largest", ("x.sin().argmax()", "x=linspace(-1, 2, 6)"))
argmin = _place_of_extreme("min", "smallest", ("x.cos().argmin(0)", "x=linspace(-1, 2, 6)"))
