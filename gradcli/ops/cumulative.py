"""Results that run along a dimension: cumulative sums, products and extremes."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from gradcli.core import promote
from gradcli.numerics import arrays
from gradcli.operators.by_name import _add_along, eq, exp, logaddexp, where
from gradcli.operators.declare import Array, DTypeLike, Value, example, formula, op
from gradcli.operators.families import internal, linear_part
from gradcli.operators.refusals import index_error

running = partial(op, inplace=True)


def _lines(xp: Any, x: Array, dim: int) -> Array:
    """Return a view whose last axis is the dimension that an operator runs along."""
    return xp.moveaxis(xp.atleast_1d(x), arrays.axis(dim, x.ndim), -1)


def _unlined(xp: Any, lines: Array, like: Array, dim: int) -> Array:
    """Undo ``_lines``."""
    return xp.reshape(xp.moveaxis(lines, -1, arrays.axis(dim, like.ndim)), like.shape)


def _accumulate(ufunc: Any, x: Array, dim: int, dtype: DTypeLike) -> Array:
    """Accumulate in double precision, as PyTorch does, and round every step."""
    axis = arrays.axis(dim, x.ndim)
    kind = dtype.numpy if dtype else np.dtype(np.int64) if x.dtype.kind in "biu" else x.dtype
    if kind.kind == "b":
        raise promote.unsupported(f"cum{'sum' if ufunc is np.add else 'prod'}_out_cpu", kind)
    if x.ndim == 0:
        return x.astype(kind)
    wide = np.dtype(np.float64) if kind.kind == "f" else kind
    found = ufunc.accumulate(x.astype(kind, copy=False), axis=axis, dtype=wide)
    if ufunc is np.add and kind.kind == "f":
        found += 0.0  # sums begin with 0, so that none of them is -0
    return found.astype(kind, copy=False)


# Linear recurrences, of which derivatives of products are made


@linear_part(vjp=lambda g, dim, by: _shift(g, dim=dim, by=-by))
def _shift(xp: Any, x: Array, /, dim: int = 0, by: int = 1, fill: float = 0.0) -> Array:
    """The elements moved on by one place along a dimension; ``fill`` comes in at the end left."""
    lines = _lines(xp, x, dim)
    if lines.shape[-1] == 0:
        return x
    edge = xp.full_like(lines[..., :1], fill)
    parts = (edge, lines[..., :-1]) if by > 0 else (lines[..., 1:], edge)
    return _unlined(xp, xp.concat(parts, axis=-1), x, dim)


def _factor_slope(g: Value, y: Value, x: Value, a: Value, dim: int, reverse: bool) -> Value:
    """The gradient of a recurrence by its factors: what met each factor from either side."""
    other = recurrence(g, a, dim=dim, reverse=not reverse)
    before, after = (other, y) if reverse else (y, other)
    return _shift(before, dim=dim) * after


@internal(
    vjp=(lambda g, a, dim, reverse: recurrence(g, a, dim=dim, reverse=not reverse), _factor_slope)
)
def recurrence(xp: Any, x: Array, a: Array, /, dim: int = 0, reverse: bool = False) -> Array:
    """The sums y[k] = x[k] + a[k] y[k-1], or backwards y[k] = x[k] + a[k+1] y[k+1]."""
    sums, factors = _lines(xp, x, dim), _lines(xp, a, dim)
    if reverse:
        sums = xp.flip(sums, axis=-1)
        factors = _shift(xp.flip(factors, axis=-1), dim=-1)
    step, count = 1, sums.shape[-1]
    while step < count:  # each round joins runs to runs of twice the length
        added = sums[..., step:] + factors[..., step:] * sums[..., :-step]
        sums = xp.concat((sums[..., :step], added), axis=-1)
        joined = factors[..., step:] * factors[..., :-step]
        factors = xp.concat((factors[..., :step], joined), axis=-1)
        step *= 2
    return _unlined(xp, xp.flip(sums, axis=-1) if reverse else sums, x, dim)


def product_before(y: Value, dim: int) -> Value:
    """Return the products of the elements before each, from the cumulative products."""
    return _shift(y, dim=dim, fill=1.0)


# Sums and products


@running(vjp=lambda g, dim: _cumsum_back(g, dim=dim), linear=True, numpy="cumsum")
@example("cumsum(x, 0)", "x=tensor([2.5])")
@formula(input="flip(cumsum(flip(g, [dim]), dim), [dim])")
def cumsum(xp: Any, x: Array, /, dim: int, *, dtype: DTypeLike = None) -> Array:
    """The sums of the elements up to each along a dimension; integers add up as int64."""
    return _accumulate(xp.add, x, dim, dtype)


@linear_part(vjp=lambda g, dim: cumsum(g, dim=dim), node="FlipBackward0")
def _cumsum_back(xp: Any, x: Array, /, dim: int = 0) -> Array:
    """The sums of the elements from each on along a dimension."""
    if x.ndim == 0:
        return x
    axis = arrays.axis(dim, x.ndim)
    return xp.flip(_accumulate(xp.add, xp.flip(x, axis=axis), axis, None), axis=axis)


def _cumprod_slope(g: Value, x: Value, y: Value, dim: int) -> Value:
    """Return the gradient of running products: by a division, as PyTorch, where that is exact."""
    if not x.shape or x.shape[dim] == 1:
        return g
    if arrays.of(x).all() and np.isfinite(arrays.of(y)).all():
        return _cumsum_back(g * y, dim=dim) / x
    return product_before(y, dim) * recurrence(g, x, dim=dim, reverse=True)


@running(vjp=_cumprod_slope, numpy="cumprod")
@example("cumprod(x, 0)", "x=tensor([2.5])")
@formula(input="flip(cumsum(flip(g * y, [dim]), dim), [dim]) / input")
def cumprod(xp: Any, x: Array, /, dim: int, *, dtype: DTypeLike = None) -> Array:
    """The products of the elements up to each along a dimension; exact where some are zero."""
    return _accumulate(xp.multiply, x, dim, dtype)


def _decay(y: Value, dim: int) -> Value:
    """The share of each cumulative sum of exponentials in the next one, in place of the next."""
    before = _shift(y, dim=dim)
    return where(eq(before, y), 1.0, exp(before - y))  # infinities that are equal too


@running(vjp=lambda g, x, y, dim: exp(x - y) * recurrence(g, _decay(y, dim), dim=dim, reverse=True))
@example("logcumsumexp(x, 0)", "x=tensor([2.5])")
@formula(input="exp(input) * flip(cumsum(flip(g * exp(-y), [dim]), dim), [dim])")
def logcumsumexp(xp: Any, x: Array, /, dim: int) -> Array:
    """The logarithms of the sums of exponentials up to each element along a dimension."""
    if x.dtype.kind not in "fc":
        raise promote.unsupported("logcumsumexp_out_cpu", x.dtype)
    if x.dtype.kind == "f" or not x.size:
        return _accumulate(xp.logaddexp, x, dim, None)
    lines = _lines(xp, x, dim)
    sums = [xp.full_like(lines[..., 0], -xp.inf)]
    for k in range(lines.shape[-1]):
        own, before = lines[..., k], sums[-1]
        spoilt = xp.isnan(own) | xp.isnan(before)
        found = xp.where(own.real == -xp.inf, before, logaddexp(own, before))
        sums.append(xp.where(spoilt, complex(xp.nan, xp.nan), found))
    return _unlined(xp, xp.stack(sums[1:], axis=-1).astype(x.dtype), x, dim)


# Extremes


def _running(xp: Any, x: Array, dim: int, ufunc: Any, name: str) -> tuple[Array, Array]:
    """Return running extremes and where they are, the latest of equals; NaN stays."""
    if x.ndim == 0:
        if dim not in (0, -1):
            message = f"{name}(): Expected reduction dim -1 or 0 for scalar but got {dim}"
            raise index_error(message, code="dimension")
        return x.copy(), xp.zeros((), dtype=np.int64)
    axis = arrays.axis(dim, x.ndim)
    if x.dtype.kind == "c":
        raise promote.unsupported(f"{name}_cpu", x.dtype)
    values = ufunc.accumulate(x, axis=axis)
    shape = [-1 if d == axis else 1 for d in range(x.ndim)]
    places = xp.reshape(xp.arange(x.shape[axis], dtype=np.int64), shape)
    news = xp.where((x == values) | (x != x), places, 0)
    return values, xp.maximum.accumulate(news, axis=axis)


def _back_to(g: Value, indices: Value, dim: int) -> Value:
    return _add_along(g, indices=indices, shape=g.shape, dim=dim) if g.shape else g


def _from_extremes(g: Any, x: Value, y1: Value, dim: int) -> Value:
    """Return the gradient of running extremes; ``x`` only so that nobody changes it."""
    return _back_to(g[0], y1, dim)


@op(fields=["values", "indices"], vjp=_from_extremes)
@example("cummax(x, 0)[0]", "x=tensor([2.5])")
@formula(input="zeros_like(input).scatter_add(dim, y1, g[0])")
def cummax(xp: Any, x: Array, /, dim: int) -> tuple[Array, Array]:
    """The largest element so far along a dimension and where it is, the latest of equals."""
    return _running(xp, x, dim, xp.maximum, "cummax")


@op(fields=["values", "indices"], vjp=_from_extremes)
@example("cummin(x, 0)[0]", "x=tensor([2.5])")
@formula(input="zeros_like(input).scatter_add(dim, y1, g[0])")
def cummin(xp: Any, x: Array, /, dim: int) -> tuple[Array, Array]:
    """The smallest element so far along a dimension and where it is, the latest of equals."""
    return _running(xp, x, dim, xp.minimum, "cummin")
