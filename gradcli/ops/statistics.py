"""Statistics: variances, quantiles, covariances, histograms."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import wraps
from typing import Any

import numpy as np

from gradcli.core import promote
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor, array_of
from gradcli.core.warn import warn
from gradcli.numerics import arrays
from gradcli.numerics.dtypes import dtype_of
from gradcli.numerics.histograms import counted, histogram_problem, in_bins
from gradcli.operators import by_name as ops
from gradcli.operators.converters import Array, Dims, Number, OptTensor, Real, Value
from gradcli.operators.declare import example, formula, op
from gradcli.operators.derivatives import refused
from gradcli.operators.named import named
from gradcli.operators.op import Op
from gradcli.operators.refusals import invalid, not_floating, refuse
from gradcli.operators.return_types import ReturnType
from gradcli.ops.extremes import check_ordered, check_reducible

# Variances


def _freedom(
    shape: tuple[int, ...], dim: Any, unbiased: bool | None, correction: float | None
) -> tuple[Any, float, float]:
    """Return the dimensions, how many elements are combined, and that less the correction."""
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    if correction is None:
        correction = 1 if unbiased is None else int(unbiased)
    count = arrays.count(shape, dim)
    return dim, count, count - correction


def _check_real(x: Array, name: str, unbiased: bool | None, correction: float | None) -> None:
    if x.dtype.kind not in "fc":
        raise not_floating(f"{name} only support floating point and complex dtypes")
    if unbiased is not None and correction is not None:
        raise refuse("a variance takes either 'unbiased' or 'correction', not both", kind=TypeError)


def _moments(
    xp: Any, x: Array, dim: Any, unbiased: Any, keepdim: bool, correction: Any, name: str
) -> tuple[Array, Array]:
    """Return variances and means in double precision, in which PyTorch adds them up."""
    dim, count, freedom = _freedom(x.shape, dim, unbiased, correction)
    if freedom <= 0:
        warn(
            f"{name}(): degrees of freedom is <= 0. Correction should be strictly less than the "
            "reduction factor (input numel divided by output numel)."
        )
    axes = arrays.axes(dim, x.ndim)
    wide = x.astype(np.complex128 if x.dtype.kind == "c" else np.float64, copy=False)
    centre = xp.sum(wide, axis=axes, keepdims=True) / np.float64(count)
    apart = wide - centre
    parts = (apart.real, apart.imag) if x.dtype.kind == "c" else (apart,)
    divisor = np.float64(max(0, freedom) if count else math.nan)
    variances = sum(xp.sum(part**2, axis=axes, keepdims=keepdim) / divisor for part in parts)
    means = centre if keepdim else xp.squeeze(centre, axis=axes)
    return variances, means


def _var_slope(
    g: Value, x: Value, dim: Any, unbiased: Any, keepdim: bool, correction: Any
) -> Value:
    dim, count, freedom = _freedom(x.shape, dim, unbiased, correction)
    if dim == () and x.shape:  # of which PyTorch takes every element for a group of its own here
        freedom += 1 - count
    g = ops.spread(g, shape=x.shape, dim=dim, keepdim=keepdim)
    centred = x - ops.mean(x, dim=dim, keepdim=True)
    if freedom <= 0 and (dim is None or not x.shape):
        return g * ops.where(centred == 0, math.nan, math.inf)
    return g * centred * (2 / freedom if freedom else math.inf)


def _std_slope(
    g: Value, y: Value, x: Value, dim: Any, unbiased: Any, keepdim: bool, correction: Any
) -> Value:
    """The gradient of a standard deviation; 0 where that is 0, by convention."""
    g = ops.where(y == 0, 0.0, g / (y * 2))
    return _var_slope(g, x, dim, unbiased, keepdim, correction)


def _mean_slope(g: Value, x_shape: tuple[int, ...], dim: Any, keepdim: bool) -> Value:
    dim = None if isinstance(dim, bool) else dim
    return ops.spread(g / arrays.count(x_shape, dim), shape=x_shape, dim=dim, keepdim=keepdim)


def moments(**declaration: Any) -> Callable[[Callable[..., Any]], Op]:
    """Declare a function of variances and means, along the dimensions that its caller names."""

    def declare(of: Callable[..., Any]) -> Op:
        name = of.__name__

        @wraps(of, ["__module__", "__name__", "__doc__"])
        def body(
            xp: Any,
            x: Array,
            /,
            dim: Dims | bool | None = None,
            unbiased: bool | None = None,
            keepdim: bool = False,
            *,
            correction: Real | None = None,
        ) -> Any:
            _check_real(x, "std and var" if name in ("std", "var") else name, unbiased, correction)
            variance, means = _moments(xp, x, dim, unbiased, keepdim, correction, name)
            found = of(xp, variance, means)
            if not isinstance(found, tuple):
                return arrays.as_array(found).astype(x.real.dtype)
            values = arrays.as_array(found[0]).astype(x.real.dtype)
            return values, arrays.as_array(means).astype(x.dtype)

        return op(**declaration)(body)

    return declare


@moments(vjp=_var_slope)
@example("x.var()", "x=tensor([1.0, 2.0, 6.0])")
@formula(
    input="2 * g * (input - mean(input, dim, True)) / (n - correction)  # n is the number "
    "of elements along dim; g and y with the dimensions that were reduced, as by "
    "keepdim=True"
)
def var(xp: Any, variance: Array, means: Array) -> Array:
    """The variance of the elements, of all or along dimensions, with Bessel's correction."""
    return variance


@moments(vjp=_std_slope)
@example("x.std()", "x=tensor([1.0, 2.0, 6.0])")
@formula(
    input="g * (input - mean(input, dim, True)) / (y * (n - correction))  # 0 where y is 0;"
    " n is the number of elements along dim; g and y with the dimensions that were "
    "reduced, as by keepdim=True"
)
def std(xp: Any, variance: Array, means: Array) -> Array:
    """The standard deviation of the elements, with Bessel's correction; its slope at 0 is 0."""
    return xp.sqrt(variance)


@moments(
    vjp=lambda g, x, dim, unbiased, keepdim, correction: (
        _var_slope(g[0], x, dim, unbiased, keepdim, correction)
        + _mean_slope(g[1], x.shape, dim, keepdim)
    ),
    where=["torch"],
    example=("v, m = var_mean(x, 0)\nv * m", "x=linspace(-1, 2, 6)"),
)
@formula(
    input="2 * g[0] * (input - mean(input, dim, True)) / (n - correction) + g[1] / n  # n "
    "is the number of elements along dim; g and y with the dimensions that were "
    "reduced, as by keepdim=True"
)
def var_mean(xp: Any, variance: Array, means: Array) -> tuple[Array, Array]:
    """The variance and the mean of the elements, of all or along dimensions."""
    return variance, means


@moments(
    vjp=lambda g, y, x, dim, unbiased, keepdim, correction: (
        _std_slope(g[0], y, x, dim, unbiased, keepdim, correction)
        + _mean_slope(g[1], x.shape, dim, keepdim)
    ),
    where=["torch"],
    example=("std_mean(x)[0]", "x=tensor([1.0, 2.0, 6.0])"),
)
@formula(
    input="g[0] * (input - mean(input, dim, True)) / (y * (n - correction)) + g[1] / n  # n"
    " is the number of elements along dim; g and y with the dimensions that were "
    "reduced, as by keepdim=True"
)
def std_mean(xp: Any, variance: Array, means: Array) -> tuple[Array, Array]:
    """The standard deviation and the mean of the elements, of all or along dimensions."""
    return xp.sqrt(variance), means


# Quantiles

_FIVE = "x=tensor([1.0, 4.0, 2.0, 7.0, 3.0])"
_INTERPOLATIONS = ("linear", "lower", "higher", "midpoint", "nearest")


def _quantile_problem(x: Tensor, q: Any, interpolation: str) -> str | None:
    if x.array.size == 0:
        return "input tensor must be non-empty"
    if x.array.dtype.name not in ("float32", "float64"):
        return "input tensor must be either float or double dtype"
    if interpolation not in _INTERPOLATIONS:
        return (
            "interpolation must be one of linear, lower, higher, midpoint or nearest, but got "
            f"{interpolation}"
        )
    if isinstance(q, complex):
        return "q must be a scalar or 1D tensor of real numbers"
    if not isinstance(q, Tensor):
        return None if 0 <= q <= 1 else f"q must be in the range [0, 1] but got {q:g}"
    if q.ndim > 1:
        return "q must be a scalar or 1D tensor"
    if q.array.dtype != x.array.dtype:
        return "q tensor must be same dtype as the input tensor"
    if not ((q.array >= 0) & (q.array <= 1)).all():
        return "q values must be in the range [0, 1]"
    return None


def _rows_in_order(x: Tensor, dim: int | None, shape: tuple[int, ...]) -> Tensor:
    """Return the elements in order along a last axis of their own, under a shape."""
    axis = None if dim is None else arrays.axis(dim, x.ndim)
    if axis is None:
        values = ops.sort(x.flatten())[0]
    elif x.ndim == 0 or axis == x.ndim - 1:
        values = ops.sort(x)[0]
    else:
        values = ops.sort(x.unsqueeze(-1).transpose(axis, -1))[0]
    return values.view(shape + tuple(values.shape[-1:] or (1,)))


def _ranks(rows: Tensor, q: Tensor, ignore_nan: bool) -> Tensor:
    """Return where the quantiles lie in rows; in rows with a NaN that counts, at the last place."""
    if ignore_nan:
        counts = ops.sum(~ops.isnan(rows), dim=-1, keepdim=True)
        ranks = q * (counts - 1)
        return ops.where(ranks < 0, 0.0, ranks)
    last = rows.shape[-1] - 1
    return ops.where(ops.any(ops.isnan(rows), dim=-1, keepdim=True), float(last), q * last)


_ROUNDED = {"lower": ops.floor, "higher": ops.ceil, "nearest": ops.round}


def _quantile(
    x: Tensor, q: Any, dim: int | None, keepdim: bool, interpolation: str, ignore_nan: bool
) -> Tensor:
    """Interpolate between the elements in order, by the very operators that PyTorch runs."""
    problem = _quantile_problem(x, q, interpolation)
    if problem:
        raise refuse(f"quantile() {problem}")
    axes = arrays.axes(dim, x.ndim)
    shape = tuple(
        1 if d in axes else size for d, size in enumerate(x.shape) if keepdim or d not in axes
    )
    if not isinstance(q, Tensor):
        q = Tensor(np.asarray(q, x.array.dtype))
    rows = _rows_in_order(x, dim, shape)
    ranks = _ranks(rows, q, ignore_nan)
    if interpolation in _ROUNDED:
        ranks = _ROUNDED[interpolation](ranks)
    ranks = ranks.expand(shape + ranks.shape[-1:]) if ranks.ndim else ranks.expand((*shape, 1))
    below = ops.trunc(ranks.detach()).long()
    values = rows.gather(-1, below)
    if interpolation in ("linear", "midpoint"):
        half = interpolation == "midpoint"
        weights = ops.full_like(ranks, fill_value=0.5) if half else ranks - below
        values = values.lerp(rows.gather(-1, ops.ceil(ranks.detach()).long()), weights)
    if q.ndim == 0:
        return values.squeeze_(-1)
    return values.unsqueeze_(0).transpose_(0, -1).squeeze_(-1)


def _declare_quantile(name: str, ignore_nan: bool, of: str) -> None:
    @op(composite=True, example=(f"x.{name}(0)", _FIVE))
    @named(name, f"The q-th quantiles of the elements{of}")
    def quantile(
        input: Tensor,
        /,
        q: Tensor | Number,
        dim: int | None = None,
        keepdim: bool = False,
        *,
        interpolation: str = "linear",
    ) -> Tensor:
        return _quantile(input, q, dim, keepdim, interpolation, ignore_nan)


_declare_quantile("quantile", False, ", of all or along a dimension; NaN if any is NaN.")
_declare_quantile("nanquantile", True, " that are not NaN, of all or along a dimension.")


# Covariances


def _check_weights(weights: OptTensor, name: str, kinds: str, what: str, count: int) -> None:
    if weights is None:
        return
    problem = None
    if weights.ndim > 1:
        problem = f"to have one or fewer dimensions but got {name} with {weights.ndim} dimensions"
    elif weights.array.dtype.kind not in kinds:
        kind = dtype_of(weights.array.dtype).scalar_name
        problem = f"to have {what} dtype but got {name} with {kind} dtype"
    elif weights.array.size != count:
        problem = (
            f"to have the same numel as there are observations in the input but got "
            f"{weights.array.size} != {count}"
        )
    if problem:
        raise refuse(f"cov(): expected {name} {problem}")
    if (weights.array < 0).any():
        raise refuse(f"cov(): {name} cannot be negative")


def _check_table(input: Tensor, name: str) -> None:
    if input.ndim > 2:
        raise refuse(
            f"{name}(): expected input to have two or fewer dimensions but got an input with "
            f"{input.ndim} dimensions"
        )


def _normaliser(total: Tensor, weights: OptTensor, aweights: OptTensor, correction: int) -> Tensor:
    """Return the sum of the weights less the correction, not below 0."""
    norm = total - correction
    if weights is not None and aweights is not None and correction != 0:
        norm = total - ops.mul_number((weights * aweights).sum(), number=correction) / total
    if norm.array <= 0:
        warn("cov(): degrees of freedom is <= 0")
        norm = ops.zeros_like(norm)
    return norm


@op(composite=True, example=("x.cov()", "x=tensor([[1.0, 4.0], [7.0, 3.0]])"))
def cov(
    input: Tensor, /, *, correction: int = 1, fweights: OptTensor = None, aweights: OptTensor = None
) -> Tensor:
    """The covariances of variables, the rows of a matrix whose columns are observations."""
    _check_table(input, "cov")
    if input.array.dtype.kind == "b":
        raise refuse("cov(): bool dtype is not supported for input", code="dtype")
    table = input if input.ndim == 2 else input.view(1, -1)
    count = table.shape[1]
    _check_weights(fweights, "fweights", "iu", "integral", count)
    _check_weights(aweights, "aweights", "f", "floating point", count)
    weights = fweights if aweights is None else aweights
    if fweights is not None and aweights is not None:
        weights = fweights * aweights
    total = Tensor(np.asarray(count)) if weights is None else weights.sum()
    if weights is not None and total.array == 0:
        raise refuse("cov(): weights sum to zero, can't be normalized")
    average = (table if weights is None else table * weights).sum(1) / total
    norm = _normaliser(total, weights, aweights, correction)
    table = table - average.unsqueeze(1)
    weighted = table if weights is None else table * weights
    return (table.mm(weighted.t().conj()) / norm).squeeze()


@op(composite=True, example=("corrcoef(x)", "x=tensor([[1.0, 4.0, 2.0], [7.0, 3.0, 0.0]])"))
def corrcoef(input: Tensor, /) -> Tensor:
    """The correlations of variables, the rows of a matrix whose columns are observations."""
    _check_table(input, "corrcoef")
    found = cov(input)
    if found.ndim == 0:
        return found / found
    variances = found.diagonal()
    deviations = ops.sqrt(variances.real if variances.array.dtype.kind == "c" else variances)
    found = found / deviations.view(-1, 1)
    found = found / deviations.view(1, -1)
    if found.array.dtype.kind != "c":
        return found.clamp(-1, 1)
    return OPS["complex"](found.real.clamp(-1, 1), found.imag.clamp(-1, 1))


# Histograms


def _bounds(
    values: Array, low: float, high: float, name: str, margin: float
) -> tuple[float, float]:
    """Return the outer edges of a histogram: as given, or else what the values reach.

    ``margin`` is added on both sides where they are equal.
    """
    if low == high and values.size:
        low, high = float(values.min()), float(values.max())
    if not (math.isfinite(low) and math.isfinite(high)):
        raise refuse(f"{name} [{low:g}, {high:g}] is not finite")
    return (low - margin, high + margin) if low == high else (low, high)


def _check_bins(bins: int, dim: int = 0) -> None:
    if bins <= 0:
        raise refuse(f"torch.histogram(): bins must be > 0, but got {bins} for dimension {dim}")


@op(constant=True, example=("bincount(x)", "x=tensor([1, 3, 1, 0])"))
def bincount(xp: Any, x: Array, /, weights: OptTensor = None, minlength: int = 0) -> Array:
    """How often each number from 0 occurs, or the sum of the weights where it does."""
    amounts = None if weights is None else arrays.of(weights)
    if minlength < 0:
        raise invalid("minlength should be >= 0")
    check_ordered(x, "bincount_cpu", "bfcV")
    if x.ndim != 1 or (x.dtype.kind in "iu" and (x < 0).any()):
        raise refuse("bincount only supports 1-d non-negative integral inputs.")
    if not x.size:
        return xp.zeros(minlength, dtype=np.int64)
    if amounts is not None and amounts.shape != x.shape:
        raise refuse("weights should be 1-d and have the same length as input")
    real = None if amounts is None else amounts.real.astype(np.float64)
    counts = xp.bincount(x.astype(np.int64), real, minlength)
    if amounts is None:
        return counts.astype(np.int64)
    return counts.astype(np.float32 if amounts.dtype == np.float32 else np.float64)


@op(constant=True, widens=False, engines=["numpy"], example=("x.histc()", _FIVE))
def histc(xp: Any, x: Array, /, bins: int = 100, min: Real = 0, max: Real = 0) -> Array:
    """How many elements fall into each of equal bins between two numbers."""
    check_ordered(x, "histogram_cpu", "biuc")
    _check_bins(bins)
    if min > max:
        raise refuse("torch.histc: max must be larger than min")
    low, high = (
        promote.fit(v, x.dtype)
        for v in _bounds(x, float(min), float(max), "torch.histc: range of", 1)
    )
    flat = xp.reshape(x, (-1,))
    inside = (flat >= low) & (flat <= high)
    kept = xp.where(inside, flat, low)
    share = (kept - low) * x.dtype.type(bins) / (high - low)  # rounded at each step
    places = share.astype(np.int64)
    places = xp.clip(places, 0, bins - 1)  # where the range overflows, none is right
    return counted([places], (bins,), inside, None, x.dtype)


def _bin_edges(x: Array, points: Array, bins: Any, range: Any, weight: Any) -> list[Array]:
    """Return the edges of the bins along each of the columns of points."""
    problem = histogram_problem(x, points, bins, range, weight)
    if problem:
        raise refuse(f"torch.histogramdd: {problem}")
    check_ordered(x, "histogramdd", "biuc")
    edges = []
    for dim, column in enumerate(points.T):
        if isinstance(bins[dim], np.ndarray):
            edges.append(bins[dim])
            continue
        _check_bins(bins[dim], dim)
        low, high = (0.0, 0.0) if range is None else range[2 * dim : 2 * dim + 2]
        if low > high:
            raise refuse(
                f"torch.histogramdd: min should not exceed max, but got min {low:g} max {high:g} "
                f"for dimension {dim}"
            )
        if points.size == 0 and range is None:
            low, high = 0.0, 1.0
        elif range is not None and low == high:
            low, high = low - 0.5, high + 0.5
        low, high = _bounds(column, low, high, f"torch.histogramdd: dimension {dim}'s range", 0.5)
        kind = dtype_of(points.dtype)
        edges.append(OPS["linspace"].body(np, low, high, bins[dim] + 1, dtype=kind))
    return edges


@op(
    vjp=(refused("histogram"), refused("histogram")),
    node="NotImplemented",
    engines=["numpy"],
    fields=["hist", "bin_edges"],
    example=("x.detach().histogram(tensor([0.0, 2.0, 7.0])).hist", _FIVE),
)
def histogram(
    xp: Any,
    x: Array,
    bins: Array | int = 100,
    /,
    *,
    range: Any = None,
    weight: OptTensor = None,
    density: bool = False,
) -> tuple[Array, Array]:
    """How many elements (or how much of their weight) fall into each bin, and the bins' edges."""
    points = xp.reshape(x, (-1, 1))
    weights = array_of(weight)
    edges = _bin_edges(x, points, [bins], range, weights)
    return in_bins(points, edges, weights, density), arrays.dense(edges[0])


@op(vjp=refused("_histogramdd_from_bin_cts"), where=[], node="NotImplemented", engines=["numpy"])
def _histogram_of_points(
    xp: Any,
    x: Array,
    /,
    bins: Any = (),
    range: Any = None,
    weight: Any = None,
    density: bool = False,
) -> Any:
    """How many points fall into each box, and the boxes' edges along each dimension."""
    points = xp.reshape(x, (-1, x.shape[-1]))
    edges = _bin_edges(x, points, bins, range, weight)
    return (in_bins(points, edges, weight, density), *edges)


@op(composite=True, where=["torch"])
@example("histogramdd(x.detach(), [2, 2]).bin_edges[1]", "x=linspace(-1, 2, 8).reshape(4, 2).sin()")
def histogramdd(
    input: Tensor, /, bins: Any, range: Any = None, weight: OptTensor = None, density: bool = False
) -> Any:
    """How many points, the rows of a table, fall into each box of a grid, and the grid's edges."""
    if input.ndim < 2:
        raise refuse("torch.histogramdd: input tensor should have at least 2 dimensions")
    each = bins if isinstance(bins, (tuple, list)) else [bins] * input.shape[-1]
    if len(each) != input.shape[-1]:
        raise refuse(
            "histogramdd: The size of bins must be equal to the innermost dimension of the input."
        )
    given = [getattr(part, "array", part) for part in each]
    weights = getattr(weight, "array", None)
    found = _histogram_of_points(input, bins=given, range=range, weight=weights, density=density)
    return ReturnType("histogramdd", ("hist", "bin_edges"), (found[0], tuple(found[1:])))


# A checksum


def _words(x: Array) -> Array:
    """Return the elements as words of 64 bits: of integers, or of double precision numbers."""
    return x.astype(np.float64 if x.dtype.kind == "f" else np.int64).view(np.uint64)


@op(constant=True, engines=["numpy"], example=("hash_tensor(x)", "x=tensor([1, 2, 4])"))
def hash_tensor(
    xp: Any, x: Array, /, dim: Dims | None = (), *, keepdim: bool = False, mode: int = 0
) -> Array:
    """A checksum of the elements, of all or along dimensions: their bits, combined by xor."""
    if mode != 0:
        raise refuse(f"Unknown hash_tensor mode: {mode}")
    check_ordered(x, "xor_sum_cpu")
    axes = check_reducible(x, dim, "hash_tensor")
    combine: Any = xp.bitwise_xor.reduce
    return xp.asarray(combine(_words(x), axis=axes, keepdims=keepdim))
