"""Functions of NumPy's that the array API standard lacks, composed of those that it has.

Each takes the namespace. This module knows functions of arrays, not the arrays.
"""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from gradcli.numerics import memory
from gradcli.numerics.restated import Function, array, expand_dims, flip, stack, swapaxes, take


def searchsorted(xp: Any, edges: Any, values: Any, side: str = "left") -> Any:
    """Return where values go in sorted edges."""
    dtype = np.result_type(*[getattr(x, "dtype", x) for x in (edges, values)])
    edges, values = (xp.wrapped(xp.raw(x, dtype)) for x in (edges, values))
    found = xp.lib.searchsorted(edges.raw, values.reshape(-1).raw, side=side)
    return xp.wrapped(found).reshape(values.shape).astype(np.int64)


def isin(xp: Any, x: Any, among: Any, invert: bool = False, **options: Any) -> Any:
    """Tell which elements are among others."""
    x, among = array(xp, x), array(xp, among)
    found = (expand_dims(xp, x, -1) == among.reshape(-1)).any(axis=-1)
    return ~found if invert else found


def parts_of(xp: Any, x: Any) -> Any:
    """Return real and imaginary parts along a new last axis; a view."""

    def read(raw: Any) -> Any:
        parts = [xp.kind(xp.real_part(raw)), xp.kind(xp.imag_part(raw))]
        return stack(xp, parts, -1).raw

    size = x.itemsize // 2
    layout = memory.relaid(x.layout.real, (*x.shape, 2), (*x.strides, size))
    return x._view(read, lambda raw, part: xp.joined(part[..., 0], part[..., 1]), layout)


def complex_of(xp: Any, parts: Any) -> Any:
    """Return complex numbers whose parts lie along the last axis; a view."""

    def write(raw: Any, part: Any) -> Any:
        pair = [xp.kind(xp.real_part(part)), xp.kind(xp.imag_part(part))]
        return stack(xp, pair, -1).raw

    kind = np.dtype(f"c{2 * parts.itemsize}")
    layout = memory.layout(kind, parts.shape[:-1], parts.strides[:-1])
    return parts._view(lambda raw: xp.joined(raw[..., 0], raw[..., 1]), write, layout)


def angle(xp: Any, x: Any) -> Any:
    """Return the angles of complex numbers."""
    return xp.arctan2(x.imag, x.real)


def sinc(xp: Any, x: Any) -> Any:
    """Return sin(pi x) / (pi x)."""
    y = math.pi * xp.where(x == 0, 1.0e-20, x)
    return xp.sin(y) / y


def exp2(xp: Any, x: Any) -> Any:
    """Return powers of 2."""
    return xp.pow(2.0, x)


def fmod(xp: Any, a: Any, b: Any) -> Any:
    """Return the rest of a division, with the sign of what was divided."""
    rest = xp.remainder(xp.abs(a), xp.abs(b))
    return xp.where(a < 0, -rest, rest)


def fmax(xp: Any, a: Any, b: Any) -> Any:
    """Return the larger number, whatever a NaN is beside."""
    return xp.where(xp.isnan(a), b, xp.where(xp.isnan(b), a, xp.maximum(a, b)))


def fmin(xp: Any, a: Any, b: Any) -> Any:
    """Return the smaller number, whatever a NaN is beside."""
    return xp.where(xp.isnan(a), b, xp.where(xp.isnan(b), a, xp.minimum(a, b)))


def logaddexp2(xp: Any, a: Any, b: Any) -> Any:
    """Return the logarithm to the base 2 of a sum of powers of 2."""
    return xp.logaddexp(a * math.log(2), b * math.log(2)) / math.log(2)


def nan_to_num(
    xp: Any, x: Any, copy: bool = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None
) -> Any:
    """Return numbers in the place of NaN and infinities."""
    if x.dtype.kind == "c":
        parts = [nan_to_num(xp, part, copy, nan, posinf, neginf) for part in (x.real, x.imag)]
        return xp.kind(xp.joined(parts[0].raw, parts[1].raw))
    most = float(np.finfo(x.dtype).max)
    x = xp.where(xp.isnan(x), nan, x)
    x = xp.where(x == math.inf, most if posinf is None else posinf, x)
    return xp.where(x == -math.inf, -most if neginf is None else neginf, x)


def cumsum(xp: Any, x: Any, axis: Any = None, dtype: Any = None) -> Any:
    """Return the sums of the first elements along an axis."""
    return _scan(xp, "cumulative_sum", x, axis, dtype)


def cumprod(xp: Any, x: Any, axis: Any = None, dtype: Any = None) -> Any:
    """Return the products of the first elements along an axis."""
    return _scan(xp, "cumulative_prod", x, axis, dtype)


def _scan(xp: Any, name: str, x: Any, axis: Any, dtype: Any) -> Any:
    x = x if dtype is None else x.astype(dtype)
    if x.dtype.kind == "b":
        x = x.astype(np.int64)
    return xp.wrapped(getattr(xp.lib, name)(x.raw, axis=axis))


def repeat(xp: Any, x: Any, repeats: Any, axis: Any = None) -> Any:
    """Return elements several times."""
    if axis is None:
        x, axis = x.reshape(-1), 0
    repeats = repeats.host() if hasattr(repeats, "xp") else repeats
    return take(xp, x, np.repeat(np.arange(x.shape[axis]), repeats), axis)


def diff(xp: Any, x: Any, n: int = 1, axis: int = -1) -> Any:
    """Return differences of neighbours."""
    front = (slice(None),) * (axis % x.ndim)
    for _ in range(n):
        x = x[(*front, slice(1, None))] - x[(*front, slice(None, -1))]
    return x


def diagonal(xp: Any, x: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """Return a diagonal of two axes as the last axis, a view."""
    axis1, axis2 = axis1 % x.ndim, axis2 % x.ndim
    step = x.strides
    count = max(0, min(x.shape[axis1] + min(offset, 0), x.shape[axis2] - max(offset, 0)))
    keep = [axis for axis in range(x.ndim) if axis not in (axis1, axis2)]
    start = max(offset, 0) * step[axis2] - min(offset, 0) * step[axis1] if count else 0
    shape = (*(x.shape[axis] for axis in keep), count)
    return x.strided(shape, (*(step[axis] for axis in keep), step[axis1] + step[axis2]), start)


def trace(xp: Any, x: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    """Return the sum of a diagonal."""
    return diagonal(xp, x, offset, axis1, axis2).sum(-1)


def cross(xp: Any, a: Any, b: Any, axis: int = -1) -> Any:
    """Return the product of vectors that stands on both."""
    a, b = xp.moveaxis(a, axis, -1), xp.moveaxis(b, axis, -1)
    (a0, a1, a2), (b0, b1, b2) = (tuple(x[..., i] for i in range(3)) for x in (a, b))
    found = stack(xp, [a1 * b2 - a2 * b1, a2 * b0 - a0 * b2, a0 * b1 - a1 * b0], -1)
    return xp.moveaxis(found, -1, axis)


def rot90(xp: Any, x: Any, k: int = 1, axes: Any = (0, 1)) -> Any:
    """Return the elements turned by right angles in a plane."""
    if k % 4 == 2:
        return flip(xp, x, axes)
    if k % 4 == 1:
        return swapaxes(xp, flip(xp, x, axes[1]), *axes)
    return flip(xp, swapaxes(xp, x, *axes), axes[1]) if k % 4 else x


def isclose(
    xp: Any, a: Any, b: Any, rtol: float = 1e-5, atol: float = 1e-8, equal_nan: bool = False
) -> Any:
    """Tell where numbers are close."""
    if a.dtype.kind == "b":
        return a == b
    near = xp.abs(a - b) <= atol + rtol * xp.abs(b)
    found = (near & xp.isfinite(b)) | (a == b)
    return found | (xp.isnan(a) & xp.isnan(b)) if equal_nan else found


def frexp(xp: Any, x: Any) -> Any:
    """Return mantissas between 1/2 and 1 and exponents of 2."""
    safe = xp.where((x == 0) | ~xp.isfinite(x), 1, x)
    exponent = xp.floor(xp.log2(xp.abs(safe))) + 1
    mantissa = safe / xp.pow(2.0, exponent)
    again = xp.abs(mantissa) >= 1
    mantissa, exponent = (
        xp.where(again, mantissa / 2, mantissa),
        xp.where(again, exponent + 1, exponent),
    )
    again = xp.abs(mantissa) < 0.5
    mantissa, exponent = (
        xp.where(again, mantissa * 2, mantissa),
        xp.where(again, exponent - 1, exponent),
    )
    odd = (x == 0) | ~xp.isfinite(x)
    found = xp.where(odd, x, mantissa).astype(x.dtype), xp.where(odd, 0, exponent)
    return found[0], found[1].astype(np.int32)


def einsum(xp: Any, text: str, *operands: Any, **options: Any) -> Any:
    """Return sums of products over named axes, by multiplying everything out."""
    left, _, right = text.replace(" ", "").partition("->")
    terms = left.split(",")
    names = "".join(dict.fromkeys(left.replace(",", "")))
    product: Any = None
    for term, x in zip(terms, operands, strict=True):
        for name in dict.fromkeys(term):
            while term.count(name) > 1:
                first, second = term.index(name), term.rindex(name)
                x = diagonal(xp, x, 0, first, second)
                term = term[:first] + term[first + 1 : second] + term[second + 1 :] + name
        order = [term.index(name) for name in names if name in term]
        x = x.transpose(order) if order else x
        sizes = iter(x.shape)
        x = x.reshape(tuple(next(sizes) if name in term else 1 for name in names))
        product = x if product is None else product * x
    gone = tuple(axis for axis, name in enumerate(names) if name not in right)
    found = product.sum(gone) if gone else product
    kept = [name for name in names if name in right]
    return found.transpose([kept.index(name) for name in right]) if right else found


def reduced(name: str) -> Function:
    """Return what a function does along an axis, of a function of two."""

    def reduce(xp: Any, x: Any, axis: int = 0, **options: Any) -> Any:
        parts = [x[(slice(None),) * (axis % x.ndim) + (i,)] for i in range(x.shape[axis])]
        found = parts[0]
        for part in parts[1:]:
            found = getattr(xp, name)(found, part)
        return expand_dims(xp, found, axis) if options.get("keepdims") else found

    return reduce


def accumulated(name: str) -> Function:
    """Return what a function of two makes of the first elements along an axis."""

    def accumulate(xp: Any, x: Any, axis: int = 0, **options: Any) -> Any:
        found: list[Any] = []
        for i in range(x.shape[axis]):
            part = x[(slice(None),) * (axis % x.ndim) + (i,)]
            found.append(getattr(xp, name)(found[-1], part) if found else part)
        return stack(xp, found, axis) if found else x

    return accumulate


def along(xp: Any, name: str, x: Any, axis: Any = -1, **options: Any) -> Any:
    """Compute a function along an axis, which is made one chunk of."""
    if axis is None:
        x, axis = x.reshape(-1), 0
    function = partial(getattr(np, name), axis=axis, **options)
    dtype = function(np.zeros((1,) * max(x.ndim, 1), x.dtype)).dtype
    raw = x.raw.rechunk({axis % max(x.ndim, 1): -1})
    return xp.kind(raw.map_blocks(function, dtype=dtype))
