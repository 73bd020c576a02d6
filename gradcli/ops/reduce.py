"""Reductions: sums, means, products, counts and logic, of everything or along dimensions."""

from __future__ import annotations

from builtins import any as any_
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from gradcli.core import promote
from gradcli.numerics import arrays, summation
from gradcli.numerics.dtypes import dtype_of
from gradcli.operators.by_name import _shift, cumprod, exp, flip, isnan, reshape, view
from gradcli.operators.converters import Array, Dims, DTypeLike, Ints, Sizes, Value
from gradcli.operators.declare import OPS, Tensor, example, formula, op
from gradcli.operators.families import copy_of, full_of, linear_part
from gradcli.operators.refusals import dtype_error, not_floating, shape_error

reduction = partial(op)


def _overload(name: str) -> Any:
    """Name the node of a reduction: 0 of everything, 1 along dimensions."""
    of_all, along = f"{name}Backward0", f"{name}Backward1"
    return lambda dim=None, keepdim=False, **_: along if keepdim or dim is not None else of_all


@linear_part(
    vjp=lambda g, dim, keepdim: OPS["sum"](g, dim=dim, keepdim=keepdim), node="ExpandBackward0"
)
def spread(
    xp: Any,
    x: Array,
    /,
    shape: Ints = (),
    dim: Dims | None = None,
    keepdim: bool = False,
    copied: bool = False,
) -> Array:
    """The result of a reduction repeated over the shape that was reduced."""
    if copied and not x.ndim:
        return full_of(xp, x, shape)
    spread = arrays.spread(xp, x, shape, dim, keepdim)
    return copy_of(xp, spread) if copied else spread


@reduction(
    linear=True,
    vjp=lambda g, x_shape, dim, keepdim: spread(g, shape=x_shape, dim=dim, keepdim=keepdim),
    node=_overload("Sum"),
    numpy="sum",
    example=("sum(x, 1)", "x=ones(3, 1)"),
)
@formula(
    input="g.expand_as(input)  # g and y with the dimensions that were reduced, as by keepdim=True"
)
def sum(
    xp: Any, x: Array, /, dim: Dims | None = None, keepdim: bool = False, *, dtype: DTypeLike = None
) -> Array:
    """The sum of the elements, of all or along dimensions; integers add up as int64."""
    return summation.total(_for_sums(x, dtype), arrays.axes(dim, x.ndim), keepdim)


def _for_sums(x: Array, dtype: DTypeLike) -> Array:
    """Convert to the element type of a sum or product."""
    kind = dtype.numpy if dtype else np.dtype(np.int64) if x.dtype.kind in "biu" else x.dtype
    return x.astype(kind, copy=False)


def _of_unknown_type(name: str, whose: str, kind: np.dtype) -> Exception:
    return not_floating(
        f"{name}(): could not infer output dtype. {whose} dtype must be either a floating point "
        f"or complex dtype. Got: {dtype_of(kind).scalar_name}"
    )


@reduction(
    linear=True,
    vjp=lambda g, x_shape, dim, keepdim: spread(
        g / arrays.count(x_shape, dim), shape=x_shape, dim=dim, keepdim=keepdim, copied=True
    ),
    node=_overload("Mean"),
    numpy="mean",
    example=("mean(x, 1)", "x=ones(3, 1)"),
)
@formula(
    input="(g / n).expand_as(input)  # n is the number of elements along dim; g and y with "
    "the dimensions that were reduced, as by keepdim=True"
)
def mean(
    xp: Any, x: Array, /, dim: Dims | None = None, keepdim: bool = False, *, dtype: DTypeLike = None
) -> Array:
    """The mean of the elements, of all or along dimensions."""
    if dtype is not None:
        x = x.astype(dtype.numpy)
    if x.dtype.kind not in "fc":
        raise _of_unknown_type("mean", "Input" if dtype is None else "Optional", x.dtype)
    total = summation.total(x, arrays.axes(dim, x.ndim), keepdim)
    return total / (x.size if dim is None else arrays.count(x.shape, dim))


@reduction(
    vjp=lambda g, x, dim, keepdim: spread(g, shape=x.shape, dim=dim, keepdim=keepdim) * ~isnan(x)
)
@example("x.nansum()", "x=tensor([[1.0, nan, 3.0], [nan, nan, nan]])")
def nansum(
    xp: Any, x: Array, /, dim: Dims | None = None, keepdim: bool = False, *, dtype: DTypeLike = None
) -> Array:
    """The sum of the elements that are not NaN, of all or along dimensions."""
    if x.dtype.kind == "c":
        raise dtype_error("nansum on CPU does not support complex inputs")
    x = _for_sums(x, dtype)
    if x.dtype.kind == "c":
        raise promote.unsupported("nansum_cpu", x.dtype)
    if x.dtype.kind == "f":
        x = xp.where(xp.isnan(x), x.dtype.type(0), x)
    return summation.total(x, arrays.axes(dim, x.ndim), keepdim)


@reduction(composite=True, example=("x.nanmean()", "x=tensor([[1.0, nan, 3.0], [nan, nan, nan]])"))
def nanmean(
    input: Tensor, /, dim: Dims | None = None, keepdim: bool = False, *, dtype: DTypeLike = None
) -> Tensor:
    """The mean of the elements that are not NaN, of all or along dimensions."""
    if not (input.dtype.is_floating_point or input.dtype.is_complex):
        raise not_floating(
            "nanmean(): expected input to have floating point or complex dtype but got "
            f"{dtype_of(input.array.dtype).scalar_name}"
        )
    if dtype is not None and dtype.numpy.kind in "biu":
        raise _of_unknown_type("nanmean", "Optional", dtype.numpy)
    total = nansum(input, dim=dim, keepdim=keepdim, dtype=dtype)
    return total / sum(~isnan(input), dim=dim, keepdim=keepdim)


# Products


def _others(x: Value, dim: int) -> Value:
    """The product of the other elements along a dimension, for each; exact with zeros."""
    if not x.shape:
        return x * 0 + 1
    before = _shift(cumprod(x, dim=dim), dim=dim, fill=1.0)
    turned = _shift(cumprod(flip(x, dims=(dim,)), dim=dim), dim=dim, fill=1.0)
    return before * flip(turned, dims=(dim,))


def _prod_slope(g: Value, x: Value, y: Value, dim: int | None, keepdim: bool) -> Value:
    """Return the gradient of a product: by a division, as PyTorch, where that is exact."""
    spread_g = spread(g, shape=x.shape, dim=dim, keepdim=keepdim)
    if arrays.of(x).all() and np.isfinite(arrays.of(y)).all():
        return spread_g * (spread(y, shape=x.shape, dim=dim, keepdim=keepdim) / x)
    if dim is not None:
        return spread_g * _others(x, dim)
    return spread_g * reshape(_others(reshape(x, shape=(-1,)), 0), shape=x.shape)


@reduction(vjp=_prod_slope, node=_overload("Prod"), numpy="prod")
@example("x.prod()", "x=tensor([0.0, 2.0, 3.0])")
@formula(
    input="g * y / input  # computed without a division; g and y with the dimensions that "
    "were reduced, as by keepdim=True"
)
def prod(
    xp: Any, x: Array, /, dim: int | None = None, keepdim: bool = False, *, dtype: DTypeLike = None
) -> Array:
    """The product of the elements, of all or along a dimension; exact where some are zero."""
    x = _for_sums(x, dtype)
    return xp.prod(x, axis=arrays.axes(dim, x.ndim), keepdims=keepdim).astype(x.dtype, copy=False)


# Sums of exponentials


@op(
    vjp=lambda g, x, y, dim, keepdim: (
        spread(g, shape=x.shape, dim=dim, keepdim=keepdim)
        * exp(x - spread(y, shape=x.shape, dim=dim, keepdim=keepdim))
    ),
    promotes=promote.floating,
    where=["torch", "Tensor", "special"],
    example=("x.logsumexp(0)", "x=tensor([[2.0, 1.0]])"),
)
def logsumexp(xp: Any, x: Array, /, dim: Dims, keepdim: bool = False) -> Array:
    """The logarithm of the sum of exponentials along dimensions, safe for large elements."""
    axes = arrays.axes(dim, x.ndim)
    if x.size == 0:
        return xp.log(xp.sum(xp.exp(x), axis=axes, keepdims=keepdim))
    top = xp.max(xp.real(x), axis=axes, keepdims=True)
    top = xp.where(xp.isfinite(top), top, top.dtype.type(0))
    total = summation.total(arrays.precise(xp.exp, x - top), axes, keepdim)
    return arrays.precise(xp.log, total) + xp.reshape(top, total.shape)


# Shapes


@op(composite=True, where=["Tensor"], example=("x.sum_to_size(())", "x=tensor([1.0, 2.0])"))
def sum_to_size(input: Tensor, /, size: Sizes) -> Tensor:
    """The sum over the dimensions that broadcasting a size to the tensor's shape would add."""
    shape = tuple(input.shape)
    lead = len(shape) - len(size)
    padded = (1,) * lead + size
    if lead < 0 or any_(new not in (1, old) for new, old in zip(padded, shape, strict=True)):
        raise shape_error(f"size {{{list(size)}}} is not expandable to size {{{list(shape)}}}.")
    if not size:
        return sum(input)
    dims = tuple(d for d, old in enumerate(shape) if d < lead or (padded[d] == 1 and old != 1))
    summed = sum(input, dim=dims, keepdim=True) if dims else input
    return view(summed, shape=size) if lead else summed


# Counts and logic


@op(constant=True, example=("count_nonzero(x)", "x=tensor([[0.0, 1.0], [2.0, nan]])"))
def count_nonzero(xp: Any, x: Array, /, dim: Dims | None = None) -> Array:
    """How many elements are not zero, of all or along dimensions."""
    return xp.sum(x != 0, axis=arrays.axes(dim, x.ndim), dtype=np.int64)


@op(constant=True, example=("(x > 0).all(0)", "x=linspace(-1, 2, 6)"))
def all(xp: Any, x: Array, /, dim: Dims | None = None, keepdim: bool = False) -> Array:
    """Whether all elements are true (not zero)."""
    return _truth(xp.all, x, dim, keepdim)


@op(constant=True, example=("(x > 0).any(0)", "x=linspace(-1, 2, 6)"))
def any(xp: Any, x: Array, /, dim: Dims | None = None, keepdim: bool = False) -> Array:
    """Whether any element is true (not zero)."""
    return _truth(xp.any, x, dim, keepdim)


def _truth(reduce: Callable[..., Array], x: Array, dim: Dims | None, keepdim: bool) -> Array:
    """Return bools, but for bytes bytes, as PyTorch does; () means none of the dimensions."""
    axes = () if dim == () else arrays.axes(dim, x.ndim)
    result = reduce(x, axis=axes, keepdims=keepdim)
    return result.astype(x.dtype) if x.dtype == np.uint8 else result
