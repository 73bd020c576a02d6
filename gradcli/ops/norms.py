"""Norms of vectors, and what is measured and scaled by them."""

from __future__ import annotations

import math
from typing import Any

from gradcli.core import promote
from gradcli.core.tensor import array_of
from gradcli.numerics import arrays
from gradcli.numerics.dtypes import DIFFERENTIABLE, dtype_of
from gradcli.numerics.summation import total
from gradcli.operators.by_name import abs, conj, eq, isnan, real, sgn, spread, sum, where
from gradcli.operators.converters import Array, Dims, DTypeLike, Real, Value
from gradcli.operators.declare import OPS, Tensor, example, formula, op
from gradcli.operators.matrix_checks import check_widening
from gradcli.operators.refusals import invalid, mixed, not_floating, refuse


def _vector_norm_slope(
    g: Value, x: Value, y: Value, ord: float, dim: Dims | None, keepdim: bool
) -> Value | None:
    """The gradient of a vector norm; 0 where the norm is 0, by convention."""
    shape = x.shape
    if ord == 0:
        return None  # a count: no gradient at all
    g = spread(g, shape=shape, dim=dim, keepdim=keepdim)
    y = spread(y, shape=shape, dim=dim, keepdim=keepdim)
    if ord == 1:
        return g * sgn(x)
    if ord == 2:
        return g * where(y == 0, 0.0, x / y)
    if math.isinf(ord):
        mask = eq(abs(x), y) | (isnan(x) & isnan(y))
        return g * (sgn(x) * mask / sum(mask, dim=dim, keepdim=True))
    if ord < 1:
        return where(x == 0, 0.0, sgn(x) * abs(x) ** (ord - 1)) * (g * y ** (1 - ord))
    if ord < 2:
        slope = sgn(x) * abs(x) ** (ord - 1) / y ** (ord - 1)
        return g * where((y == 0) | (x == 0), 0.0, slope)
    some = where(y == 0, 1.0, y)
    return g * where(y == 0, 0.0, x * abs(x) ** (ord - 2) / some ** (ord - 1))


@op(vjp=_vector_norm_slope, where=["linalg.vector_norm"], node="LinalgVectorNormBackward0")
@example("x.norm(1)", "x=tensor([1.0, -2.0, 0.0])")
@formula(
    input="g * sign(input) * (abs(input) / y)**(ord - 1)  # 0 where y is 0; g and y with "
    "the dimensions that were reduced, as by keepdim=True"
)
def linalg_vector_norm(
    xp: Any,
    x: Array,
    /,
    ord: Real = 2,
    dim: Dims | None = None,
    keepdim: bool = False,
    *,
    dtype: DTypeLike = None,
) -> Array:
    """The vector norm of order ``ord``: (sum of abs(x)**ord)**(1/ord)."""
    if isinstance(ord, complex):
        raise invalid("linalg.vector_norm: Expected a non-complex scalar as the order of norm.")
    if x.dtype.kind not in "fcV":
        raise not_floating(
            "linalg.vector_norm: Expected a floating point or complex tensor as input. Got "
            f"{dtype_of(x.dtype).scalar_name}"
        )
    if dtype is not None:
        check_widening(x, dtype, "linalg.vector_norm")
        x = x.astype(dtype.numpy)
    return _vector_norm(xp, xp.abs(x), float(ord), arrays.axes(dim, x.ndim), keepdim)


def _check_identity(shape: tuple[int, ...], ord: float, axis: tuple[int, ...]) -> None:
    """Raise PyTorch's error for a norm of no elements that has nothing to begin with."""
    empty = next((d for d in axis if shape[d] == 0), None)
    if empty is None:
        return
    where_ = (
        "an empty tensor because"
        if len(shape) == 1
        else f"the dimension {empty}because this dimension is empty and"
    )
    raise refuse(
        f"linalg.vector_norm cannot compute the {ord:g} norm on {where_} the operation does not "
        "have an identity"
    )


def _vector_norm(xp: Any, size: Array, ord: float, axis: tuple[int, ...], keepdim: bool) -> Array:
    if size.size == 0 and (ord < 0 or math.isinf(ord)):
        _check_identity(size.shape, ord, axis)
    if ord != 0 and math.prod(size.shape[d] for d in axis) == 1:
        return size if keepdim else xp.squeeze(size, axis=axis)
    if ord == 2:
        return xp.sqrt(total(size * size, axis, keepdim))
    if ord == 1:
        return total(size, axis, keepdim)
    if ord == 0:
        return xp.sum(size != 0, axis=axis, keepdims=keepdim).astype(size.dtype)
    if math.isinf(ord):
        return (xp.max if ord > 0 else xp.min)(size, axis=axis, keepdims=keepdim)
    return total(size**ord, axis, keepdim) ** (1 / ord)


@op(composite=True, numpy="linalg.norm", example=("norm(x)", "x=tensor([3.0, -4.0])"))
def norm(
    input: Tensor,
    /,
    p: Any = "fro",
    dim: Dims | None = None,
    keepdim: bool = False,
    dtype: DTypeLike = None,
) -> Tensor:
    """The norm of all elements, or of vectors along dimensions: Euclidean, or of order p."""
    vectors = p != "fro" or dim is None or isinstance(dim, int) or len(dim) <= 2
    if isinstance(p, str) and not (p == "fro" and vectors):
        dims = tuple(range(input.ndim)) if dim is None else dim
        return OPS["linalg_matrix_norm"].call(input, p, dims, keepdim, dtype=dtype)
    ord = 2.0 if p is None or p == "fro" else p
    return linalg_vector_norm(input, ord=ord, dim=dim, keepdim=keepdim, dtype=dtype)


@op(fused=True, promotes=promote.common)
@example("dist(a, b)", "a=tensor([1.0, 2.0])", "b=tensor([4.0, 6.0])")
@formula(
    input="g * sign(input - other) * (abs(input - other) / y)**(p - 1)",
    other="g * sign(other - input) * (abs(input - other) / y)**(p - 1)",
)
def dist(a: Value, b: Value, /, p: Real = 2) -> Value:
    """The norm of order p of the difference."""
    difference = a - b
    kind = array_of(difference).dtype
    if kind.kind not in DIFFERENTIABLE:
        raise mixed(
            "norm(): input dtype should be either floating point or complex. Got "
            f"{dtype_of(kind).scalar_name} instead."
        )
    return linalg_vector_norm(difference, ord=p)


def _check_renorm(x: Value, p: float, maxnorm: float) -> None:
    problem = None
    if not p > 0:
        problem = "non-positive-norm not supported"
    elif not maxnorm >= 0:
        problem = f"expected maxnorm to be >= 0 but got {maxnorm:g}"
    elif x.ndim < 2:
        problem = f"input needs at least 2 dimensions, got {x.ndim} dimensions"
    if problem:
        raise refuse(f"renorm: {problem}")


def _others(x: Value, dim: int) -> tuple[int, ...]:
    axis = arrays.axis(dim, x.ndim)
    return tuple(d for d in range(x.ndim) if d != axis)


def _renorm_slope(g: Value, x: Value, p: float, dim: int, maxnorm: float) -> Value:
    """The gradient of slices scaled down: as PyTorch's, whatever the norms of the others are."""
    others = _others(x, dim)
    size = linalg_vector_norm(x, ord=p, dim=others, keepdim=True)
    product = conj(x) * g
    along = real(product) if array_of(x).dtype.kind == "c" else product
    along = sum(along, dim=others, keepdim=True)
    inverse = 1 / (size + 1e-7)
    turned = _vector_norm_slope(along, x, size, p, others, True)
    return where(size > maxnorm, maxnorm * inverse * (g - inverse * turned), g)


@op(
    vjp=_renorm_slope,
    conjugates=True,
    inplace=True,
    example=("renorm(x, 2, 0, 1.0)", "x=tensor([[3.0, 4.0], [0.1, 0.2]])"),
)
@formula(input="that of input * maxnorm / n for a slice whose norm n is above maxnorm, else g")
def renorm(xp: Any, x: Array, /, p: Real, dim: int, maxnorm: Real) -> Array:
    """The slices along a dimension, scaled down to norm ``maxnorm`` where theirs is larger."""
    _check_renorm(x, p, maxnorm)
    size = linalg_vector_norm(x, ord=p, dim=_others(x, dim), keepdim=True)
    return x * xp.where(size > maxnorm, maxnorm / (size + 1e-7), 1).astype(size.dtype)
