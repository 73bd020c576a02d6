"""Reductions: sums, means, extremes and norms, of everything or along dimensions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gradcli.core import arrays, summation
from gradcli.core.dtypes import DType, dtype_of
from gradcli.core.op import Array, Dims, Ints, Real, op
from gradcli.core.return_types import ReturnType
from gradcli.core.samples import error, sample
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.ops.compare import eq, isnan, maximum, minimum, where
from gradcli.ops.elementwise import abs, sign

_T = "linspace(-2, 2, 24).reshape(2, 3, 4)"


def _reductions(call: str) -> list[Any]:
    """Sample a reduction, a text with ``{}`` for its further arguments, in every form."""
    forms = ["", ", 0", ", -1", ", (0, 2)", ", 1, True", ", dim=(0, 1), keepdim=True"]
    return [
        *(sample(call.format(form), x=_T) for form in forms),
        sample(call.format(""), x="tensor(3.0)"),
        sample(call.format(", 0"), x="tensor(3.0)"),
        sample(call.format(", 1"), x="ones(3, 1)"),
        sample(call.format(", 0"), x=_T + ".permute(2, 0, 1)"),
        sample(call.format(", 1"), x="zeros(2, 0)"),
    ]


def _overload(name: str) -> Any:
    """Name the node of a reduction: 0 of everything, 1 along dimensions."""
    return lambda dim=None, **_: f"{name}Backward{int(dim is not None)}"


_OUT_OF_RANGE = "Dimension out of range (expected to be in range of [-2, 1], but got 2)"


@op(
    vjp=lambda g, dim, keepdim: sum(g, dim=dim, keepdim=keepdim),
    linear=True,
    where=[],
    node="ExpandBackward0",
    samples=[],
)
def spread(
    xp: Any,
    x: Array,
    /,
    shape: Ints = (),
    dim: Dims | None = None,
    keepdim: bool = False,
) -> Array:
    """The result of a reduction repeated over the shape that was reduced."""
    return arrays.spread(xp, x, shape, dim, keepdim)


@op(
    vjp=lambda g, x_shape, dim, keepdim: spread(g, shape=x_shape, dim=dim, keepdim=keepdim),
    linear=True,
    node=_overload("Sum"),
    overloaded=True,
    samples=[*_reductions("sum(x{})"), sample("x.sum()", x="zeros(0)")],
    errors=[error("ones(2, 2).sum(2)", IndexError, _OUT_OF_RANGE)],
)
def sum(
    xp: Any,
    x: Array,
    /,
    dim: Dims | None = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Array:
    """The sum of the elements, of all or along dimensions; integers add up as int64."""
    kind = dtype.numpy if dtype else np.dtype(np.int64) if x.dtype.kind in "biu" else x.dtype
    return summation.total(x.astype(kind, copy=False), arrays.axes(dim, x.ndim), keepdim)


@op(
    vjp=lambda g, x_shape, dim, keepdim: spread(
        g / arrays.count(x_shape, dim), shape=x_shape, dim=dim, keepdim=keepdim
    ),
    linear=True,
    node=_overload("Mean"),
    overloaded=True,
    samples=[*_reductions("mean(x{})"), sample("x.mean()", x="zeros(0)")],
    errors=[
        error(
            "tensor([1, 2]).mean()",
            RuntimeError,
            "mean(): could not infer output dtype. Input dtype must be either a floating point "
            "or complex dtype. Got: Long",
        )
    ],
)
def mean(
    xp: Any,
    x: Array,
    /,
    dim: Dims | None = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Array:
    """The mean of the elements, of all or along dimensions."""
    if dtype is not None:
        x = x.astype(dtype.numpy)
    if x.dtype.kind not in "fc":
        raise op_error(
            RuntimeError,
            "mean(): could not infer output dtype. Input dtype must be either a floating point or "
            f"complex dtype. Got: {dtype_of(x.dtype).scalar_name}",
            code="dtype",
            operands=(0,),
            help="convert it first, as in `.float()`",
        )
    total = summation.total(x, arrays.axes(dim, x.ndim), keepdim)
    return xp.divide(total, arrays.count(x.shape, dim))


# Extremes


def _ties(x: Array, y: Array) -> Array:
    """The share of each element in an extreme: an even one of all that equal it."""
    mask = eq(x, y) | (isnan(x) & isnan(y))
    return mask / sum(mask)


def _check_not_empty(x: Array, name: str) -> None:
    if x.size == 0:
        raise op_error(
            RuntimeError,
            f"{name}(): Expected reduction dim to be specified for input.numel() == 0. "
            "Specify the reduction dim with the 'dim' argument.",
            operands=(0,),
        )


@op(
    vjp=lambda g, x, y: g * _ties(x, y),
    where=[],
    node="MaxBackward1",
    samples=[sample("max(x)", x=_T), sample("max(x)", x="tensor([1.0, 3.0, 3.0])")],
)
def _max_all(xp: Any, x: Array, /) -> Array:
    """The largest element; ties share the gradient."""
    _check_not_empty(x, "max")
    return xp.max(x)


@op(
    vjp=lambda g, x, y: g * _ties(x, y),
    where=[],
    node="MinBackward1",
    samples=[sample("min(x)", x=_T), sample("min(x)", x="tensor([1.0, 1.0, 3.0])")],
)
def _min_all(xp: Any, x: Array, /) -> Array:
    """The smallest element; ties share the gradient."""
    _check_not_empty(x, "min")
    return xp.min(x)


@op(
    vjp=lambda g, indices, dim: _take_along_dim(g, indices=indices, dim=dim),
    linear=True,
    where=[],
    node="ScatterBackward0",
    samples=[sample("max(x, 1).values ** 2", x=_T), sample("x.min(-1, True)[0] ** 2", x=_T)],
)
def _put_along_dim(
    xp: Any, x: Array, /, indices: Any = None, shape: Ints = (), dim: int = 0
) -> Array:
    """Zeros of a shape, with values at indices along a dimension."""
    return arrays.put_along(xp, shape, _plain(indices), x, dim)


@op(
    vjp=lambda g, x_shape, indices, dim: _put_along_dim(g, indices=indices, shape=x_shape, dim=dim),
    linear=True,
    where=[],
    node="GatherBackward0",
    samples=[
        sample(
            "g, = torch.autograd.grad((x.max(1)[0] ** 3).sum(), x, create_graph=True)\ng ** 2", x=_T
        )
    ],
)
def _take_along_dim(xp: Any, x: Array, /, indices: Any = None, dim: int = 0) -> Array:
    """Elements picked along a dimension."""
    return arrays.take_along(xp, x, _plain(indices), dim)


def _plain(indices: Any) -> Any:
    return indices.array if isinstance(indices, Tensor) else indices


def _picked(g: Array, x_shape: tuple[int, ...], indices: Array, dim: int, keepdim: bool) -> Array:
    """The gradient of picking one element along a dimension: it goes to the element picked."""
    if not x_shape:
        return g
    axis = arrays.axis(dim, len(x_shape))
    kept = (*x_shape[:axis], 1, *x_shape[axis + 1 :])
    indices = indices.reshape(kept)
    return _put_along_dim(g.reshape(kept), indices=indices, shape=x_shape, dim=axis)


def _extreme(xp: Any, x: Array, dim: int, keepdim: bool, which: str) -> tuple[Array, Array]:
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


_EXTREMES = [
    ("{}(x, 0)", _T),
    ("{}(x, -1, keepdim=True)", _T),
    ("{}(x, 1)", "tensor([[1.0, 3.0, 3.0], [nan, 1.0, 0.0]])"),
    ("{}(x, 0)", "tensor(2.0)"),
    ("x.{}(dim=1)", "ones(2, 1)"),
]


@op(
    vjp=lambda g, x_shape, y1, dim, keepdim: _picked(g[0], x_shape, y1, dim, keepdim),
    where=[],
    node="MaxBackward0",
    samples=[sample(call.format("max") + "[0]", x=x) for call, x in _EXTREMES],
)
def _max_dim(xp: Any, x: Array, /, dim: int = 0, keepdim: bool = False) -> tuple[Array, Array]:
    """The largest elements along a dimension and where they are, the first of equals."""
    return _extreme(xp, x, dim, keepdim, "max")


@op(
    vjp=lambda g, x_shape, y1, dim, keepdim: _picked(g[0], x_shape, y1, dim, keepdim),
    where=[],
    node="MinBackward0",
    samples=[sample(call.format("min") + "[0]", x=x) for call, x in _EXTREMES],
)
def _min_dim(xp: Any, x: Array, /, dim: int = 0, keepdim: bool = False) -> tuple[Array, Array]:
    """The smallest elements along a dimension and where they are, the first of equals."""
    return _extreme(xp, x, dim, keepdim, "min")


@op(
    composite=True,
    overloaded=True,
    samples=[
        sample("max(x)", x=_T),
        sample("max(x, 1).values", x=_T),
        sample("max(x, y)", x="tensor([1.0, 2.0])", y="tensor([1.0, 3.0])"),
    ],
    errors=[
        error(
            "zeros(0).max()",
            RuntimeError,
            "max(): Expected reduction dim to be specified for input.numel() == 0. Specify the "
            "reduction dim with the 'dim' argument.",
        )
    ],
)
def max(input: Array, /, dim: Array | int | None = None, keepdim: bool = False) -> Any:
    """The largest element; with ``dim`` the largest along it, and where; or of two tensors."""
    if dim is None:
        return _max_all(input)
    if isinstance(dim, Tensor):
        return maximum(input, dim)
    return ReturnType("max", ("values", "indices"), _max_dim(input, dim=dim, keepdim=keepdim))


@op(
    composite=True,
    overloaded=True,
    samples=[
        sample("min(x)", x=_T),
        sample("min(x, 1).values", x=_T),
        sample("min(x, y)", x="tensor([1.0, 2.0])", y="tensor([1.0, 3.0])"),
    ],
)
def min(input: Array, /, dim: Array | int | None = None, keepdim: bool = False) -> Any:
    """The smallest element; with ``dim`` the smallest along it, and where; or of two tensors."""
    if dim is None:
        return _min_all(input)
    if isinstance(dim, Tensor):
        return minimum(input, dim)
    return ReturnType("min", ("values", "indices"), _min_dim(input, dim=dim, keepdim=keepdim))


def _find(xp: Any, find: Any, x: Array, dim: int | None, keepdim: bool) -> Array:
    name = find.__name__
    if x.dtype.kind == "b":
        raise op_error(RuntimeError, f"{name}(): does not support bool input", operands=(0,))
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


_POSITIONS = [("{}(x)", _T), ("{}(x, 1)", _T), ("x.{}(-1, keepdim=True)", _T), ("{}(x)", "ones(3)")]


@op(constant=True, samples=[sample(call.format("argmax"), x=x) for call, x in _POSITIONS])
def argmax(xp: Any, x: Array, /, dim: int | None = None, keepdim: bool = False) -> Array:
    """Where the largest element is, the first of equals."""
    return _find(xp, xp.argmax, x, dim, keepdim)


@op(constant=True, samples=[sample(call.format("argmin"), x=x) for call, x in _POSITIONS])
def argmin(xp: Any, x: Array, /, dim: int | None = None, keepdim: bool = False) -> Array:
    """Where the smallest element is, the first of equals."""
    return _find(xp, xp.argmin, x, dim, keepdim)


@op(constant=True, samples=[sample("all(x > 0)", x=_T), sample("(x > -3).all(1)", x=_T)])
def all(xp: Any, x: Array, /, dim: Dims | None = None, keepdim: bool = False) -> Array:
    """Whether all elements are true (not zero)."""
    return _truth(x, xp.all(x, axis=arrays.axes(dim, x.ndim), keepdims=keepdim))


@op(constant=True, samples=[sample("any(x > 0)", x=_T), sample("(x > 1).any(1)", x=_T)])
def any(xp: Any, x: Array, /, dim: Dims | None = None, keepdim: bool = False) -> Array:
    """Whether any element is true (not zero)."""
    return _truth(x, xp.any(x, axis=arrays.axes(dim, x.ndim), keepdims=keepdim))


def _truth(x: Array, result: Array) -> Array:
    """Return a result as bools, but for bytes as bytes, as PyTorch does."""
    return result.astype(x.dtype) if x.dtype == np.uint8 else result


# Norms


def _vector_norm_slope(
    g: Array, x: Array, y: Array, ord: float, dim: Dims | None, keepdim: bool
) -> Array:
    """The gradient of a vector norm; 0 where the norm is 0, by convention."""
    shape = x.shape
    if ord == 0:
        return None  # a count: no gradient at all
    g = spread(g, shape=shape, dim=dim, keepdim=keepdim)
    y = spread(y, shape=shape, dim=dim, keepdim=keepdim)
    if ord == 1:
        return g * sign(x)
    if ord == 2:
        return g * where(y == 0, 0.0, x / y)
    if math.isinf(ord):
        mask = eq(abs(x), y) | (isnan(x) & isnan(y))
        return g * (sign(x) * mask / sum(mask, dim=dim, keepdim=True))
    if ord < 2:
        slope = sign(x) * abs(x) ** (ord - 1) / y ** (ord - 1)
        return g * where((y == 0) | (x == 0), 0.0, slope)
    return g * where(y == 0, 0.0, x * abs(x) ** (ord - 2) / y ** (ord - 1))


@op(
    vjp=lambda g, x, y, ord, dim, keepdim: _vector_norm_slope(g, x, y, ord, dim, keepdim),
    where=["linalg"],
    aliases=["vector_norm"],
    node="LinalgVectorNormBackward0",
    samples=[
        sample("norm(x)", x=_T),
        sample("norm(x)", x="zeros(3)"),
        sample("x.norm(1)", x="tensor([1.0, -2.0, 0.0])"),
        sample("x.norm(3)", x="tensor([1.0, -2.0, 0.0])"),
        sample("x.norm(1.5)", x="tensor([1.0, -2.0, 0.0])"),
        sample("x.norm(0.5)", x="tensor([1.0, -2.0, 3.0])"),
        sample("x.norm(float('inf'))", x="tensor([2.0, -2.0, 0.0])"),
        sample("x.norm(-float('inf'))", x="tensor([2.0, -1.0])"),
        sample("x.norm(0)", x="tensor([2.0, 0.0])"),
        sample("x.norm(dim=1)", x=_T),
        sample("x.norm(2, (0, 2), True)", x=_T),
        sample("x.norm()", x="tensor(-3.0)"),
    ],
    errors=[
        error(
            "tensor([1, 2]).norm()",
            RuntimeError,
            "linalg.vector_norm: Expected a floating point or complex tensor as input. Got Long",
        )
    ],
)
def linalg_vector_norm(
    xp: Any,
    x: Array,
    /,
    ord: Real = 2,
    dim: Dims | None = None,
    keepdim: bool = False,
    *,
    dtype: DType | None = None,
) -> Array:
    """The vector norm of order ``ord``: (sum of abs(x)**ord)**(1/ord)."""
    if x.dtype.kind not in "fc":
        raise op_error(
            RuntimeError,
            "linalg.vector_norm: Expected a floating point or complex tensor as input. Got "
            f"{dtype_of(x.dtype).scalar_name}",
            code="dtype",
            operands=(0,),
            help="convert it first, as in `.float()`",
        )
    if dtype is not None:
        x = x.astype(dtype.numpy)
    return _vector_norm(xp, xp.abs(x), float(ord), arrays.axes(dim, x.ndim), keepdim)


def _vector_norm(xp: Any, size: Array, ord: float, axis: tuple[int, ...], keepdim: bool) -> Array:
    if ord == 2:
        return xp.sqrt(xp.sum(size * size, axis=axis, keepdims=keepdim))
    if ord == 1:
        return xp.sum(size, axis=axis, keepdims=keepdim)
    if ord == 0:
        return xp.sum(size != 0, axis=axis, keepdims=keepdim).astype(size.dtype)
    if math.isinf(ord):
        if size.size == 0:
            raise op_error(
                RuntimeError,
                f"linalg.vector_norm cannot compute the {ord} norm on an empty tensor because the "
                "operation does not have an identity",
                operands=(0,),
            )
        return (xp.max if ord > 0 else xp.min)(size, axis=axis, keepdims=keepdim)
    return xp.sum(size**ord, axis=axis, keepdims=keepdim) ** (1 / ord)


@op(
    composite=True,
    samples=[
        sample("norm(x)", x="tensor([3.0, -4.0])"),
        sample("norm(x, dim=0)", x="tensor([[3.0, 1.0], [-4.0, 1.0]])"),
        sample("x.norm('fro')", x="tensor([[3.0, 1.0], [-4.0, 1.0]])"),
    ],
)
def norm(
    input: Array,
    /,
    p: Any = "fro",
    dim: Dims | None = None,
    keepdim: bool = False,
    dtype: DType | None = None,
) -> Array:
    """The norm of all elements, or of vectors along dimensions: Euclidean, or of order p."""
    if isinstance(p, str) and p != "fro":
        raise op_error(
            NotImplementedError,
            f"norm of order {p!r} is not part of gradcli yet",
            help="orders that are numbers, and 'fro', are",
        )
    ord = 2.0 if p is None or p == "fro" else p
    return linalg_vector_norm(input, ord=ord, dim=dim, keepdim=keepdim, dtype=dtype)
