"""NumPy's dialect in the words of the array API standard.

``FIRST`` are functions that libraries have with another meaning or refuse too much of, ``REST``
those that the standard lacks: each takes the namespace, and is written in what it has. ``DASK``
says what dask.array lacks besides. This module knows functions of arrays, not the arrays.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.numerics import memory

Function = Callable[..., Any]

SPELLED = {
    "arccos": "acos", "arccosh": "acosh", "arcsin": "asin", "arcsinh": "asinh", "arctan": "atan",
    "arctan2": "atan2", "arctanh": "atanh", "absolute": "abs", "power": "pow", "array": "asarray",
    "invert": "bitwise_invert", "left_shift": "bitwise_left_shift",
    "right_shift": "bitwise_right_shift", "true_divide": "divide", "transpose": "permute_dims",
    "concatenate": "concat", "permute_dims": "transpose", "concat": "concatenate",
    "bitwise_invert": "invert", "pow": "power", "rint": "round", "conjugate": "conj", "mod": "remainder",
    "amax": "max", "amin": "min", "acos": "arccos", "acosh": "arccosh", "asin": "arcsin",
    "asinh": "arcsinh", "atan": "arctan", "atan2": "arctan2", "atanh": "arctanh",
    "bitwise_left_shift": "left_shift", "bitwise_right_shift": "right_shift",
}  # fmt: skip
"""Other names of functions, NumPy's and the standard's."""

NUMPY = {theirs: ours for ours, theirs in SPELLED.items() if ours in ("absolute", "power")}
"""NumPy's names of functions that the standard calls otherwise."""

_FLOATING = frozenset(
    [
        "acos",
        "acosh",
        "asin",
        "asinh",
        "atan",
        "atan2",
        "atanh",
        "cos",
        "cosh",
        "divide",
        "exp",
        "expm1",
        "exp2",
        "hypot",
        "log",
        "log1p",
        "log2",
        "log10",
        "logaddexp",
        "logaddexp2",
        "sin",
        "sinh",
        "sqrt",
        "tan",
        "tanh",
        "arccos",
        "arccosh",
        "arcsin",
        "arcsinh",
        "arctan",
        "arctan2",
        "arctanh",
        "true_divide",
        "copysign",
        "nextafter",
        "cbrt",
    ]
)
_NUMERIC = frozenset(["isfinite", "isinf", "isnan", "maximum", "minimum", "negative", "abs"])
_LOGICAL = frozenset(["logical_and", "logical_not", "logical_or", "logical_xor"])
ELEMENTWISE = (
    _FLOATING
    | _LOGICAL
    | frozenset(
        [
            "abs",
            "absolute",
            "add",
            "bitwise_and",
            "bitwise_invert",
            "bitwise_left_shift",
            "bitwise_or",
            "bitwise_right_shift",
            "bitwise_xor",
            "ceil",
            "conj",
            "equal",
            "floor",
            "floor_divide",
            "greater",
            "greater_equal",
            "isfinite",
            "isinf",
            "isnan",
            "left_shift",
            "right_shift",
            "invert",
            "less",
            "less_equal",
            "maximum",
            "minimum",
            "multiply",
            "negative",
            "not_equal",
            "positive",
            "pow",
            "power",
            "reciprocal",
            "remainder",
            "mod",
            "round",
            "rint",
            "sign",
            "signbit",
            "square",
            "subtract",
            "trunc",
            "where",
            "fmod",
            "fmax",
            "fmin",
            "gcd",
            "lcm",
            "heaviside",
            "ldexp",
            "float_power",
            "fabs",
        ]
    )
)


def common_type(name: str, args: tuple[Any, ...]) -> np.dtype:
    """Return the element type that NumPy computes an elementwise function in."""
    if name in _LOGICAL:
        return np.dtype(np.bool_)
    kinds = [getattr(arg, "dtype", arg) for arg in args]
    dtype = np.result_type(*kinds)
    if dtype.kind == "b" and name in _NUMERIC:
        return np.dtype(np.int8)
    if name in _FLOATING and dtype.kind in "biu":
        wide = name in ("divide", "true_divide")
        return np.dtype(np.float64) if wide else np.result_type(dtype, np.float16)
    return dtype


# Functions that libraries have with another meaning, or refuse too much of


def array(xp: Any, value: Any, dtype: Any = None, copy: Any = None, order: Any = None) -> Any:
    """Make an array of numbers, or of an array of the engine's."""
    if type(value) is not xp.kind:
        made = np.asarray(value) if dtype is None else np.asarray(value, dtype=dtype)
        return xp.array_of(made)
    made = value if dtype is None or value.dtype == dtype else value.astype(dtype)
    return made.copy() if copy and made is value else made


def asarray(xp: Any, value: Any, dtype: Any = None, copy: Any = None, order: Any = None) -> Any:
    """Return an array as it is, of the engine's or of NumPy's, or one made of numbers."""
    made = array(xp, value, dtype, copy)
    return made.copy() if order == "C" and not made.flags.c_contiguous else made


def astype(xp: Any, x: Any, dtype: Any, copy: bool = True) -> Any:
    """Convert elements."""
    return x.astype(dtype, copy=copy)


def zeros_like(xp: Any, x: Any, dtype: Any = None) -> Any:
    """Return zeros of a shape."""
    return full_like(xp, x, 0, dtype)


def ones_like(xp: Any, x: Any, dtype: Any = None) -> Any:
    """Return ones of a shape."""
    return full_like(xp, x, 1, dtype)


def full(xp: Any, shape: Any, value: Any, dtype: Any = None) -> Any:
    """Return one value in every place."""
    dtype = getattr(value, "dtype", None) or np.asarray(value).dtype if dtype is None else dtype
    shape = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    return xp.broadcast_to(array(xp, value, dtype), shape).copy()


def full_like(xp: Any, x: Any, value: Any, dtype: Any = None) -> Any:
    """Return one value in every place of a shape."""
    return full(xp, x.shape, value, x.dtype if dtype is None else dtype)


def zeros(xp: Any, shape: Any, dtype: Any = np.float64) -> Any:
    """Return zeros."""
    return full(xp, shape, 0, dtype)


def ones(xp: Any, shape: Any, dtype: Any = np.float64) -> Any:
    """Return ones."""
    return full(xp, shape, 1, dtype)


def eye(xp: Any, *args: Any, **options: Any) -> Any:
    """Return the identity."""
    return array(xp, np.eye(*args, **options))


def reshape(xp: Any, x: Any, shape: Any, order: str = "C", copy: Any = None) -> Any:
    """Return the elements under another shape."""
    return x.reshape(*((shape,) if isinstance(shape, (int, np.integer)) else (tuple(shape),)))


def permute_dims(xp: Any, x: Any, axes: Any = None) -> Any:
    """Return the axes in another order."""
    return x.transpose(axes)


def moveaxis(xp: Any, x: Any, source: Any, destination: Any) -> Any:
    """Return the axes with some of them moved."""
    order = np.moveaxis(np.zeros(range_shape(x.ndim)), source, destination).shape
    return x.transpose([size - 1 for size in order])


def range_shape(ndim: int) -> tuple[int, ...]:
    """Return a shape whose sizes tell its axes apart."""
    return tuple(range(1, ndim + 1))


def swapaxes(xp: Any, x: Any, first: int, second: int) -> Any:
    """Return two axes in each other's place."""
    order = list(range(x.ndim))
    order[first], order[second] = order[second], order[first]
    return x.transpose(order)


def expand_dims(xp: Any, x: Any, axis: Any) -> Any:
    """Return the array with new axes of size 1."""
    return x.reshape(np.expand_dims(_shaped(x), axis).shape)


def squeeze(xp: Any, x: Any, axis: Any = None) -> Any:
    """Return the array without axes of size 1."""
    return x.reshape(np.squeeze(_shaped(x), axis).shape)


def atleast_1d(xp: Any, x: Any) -> Any:
    """Return the array with one axis at least."""
    return x if x.ndim else x.reshape(1)


def _shaped(x: Any) -> Any:
    """Return an array of NumPy's of the same shape that takes no memory."""
    return np.broadcast_to(np.zeros(()), x.shape)


def broadcast_to(xp: Any, x: Any, shape: Any) -> Any:
    """Return a view under a larger shape."""
    shape = (shape,) if isinstance(shape, (int, np.integer)) else tuple(shape)
    if not hasattr(x, "xp"):
        x = array(xp, x)
    layout = np.broadcast_to(x.layout, shape)
    return x._view(lambda raw: xp.lib.broadcast_to(raw, shape), None, layout)


def broadcast_arrays(xp: Any, *arrays: Any) -> Any:
    """Return arrays under their common shape."""
    shape = np.broadcast_shapes(*[np.shape(x) for x in arrays])
    return tuple(broadcast_to(xp, x, shape) for x in arrays)


def real(xp: Any, x: Any) -> Any:
    """Return the real parts."""
    return x.real


def imag(xp: Any, x: Any) -> Any:
    """Return the imaginary parts."""
    return x.imag


def conj(xp: Any, x: Any) -> Any:
    """Return the conjugates of complex numbers; real ones are their own."""
    return xp.wrapped(xp.lib.conj(x.raw)) if x.dtype.kind == "c" else x


def round_(xp: Any, x: Any, decimals: int = 0) -> Any:
    """Round to the nearest, halves to even."""
    if x.dtype.kind in "biu" and decimals >= 0:
        return x
    scale = 10.0**decimals
    scaled = x * scale if decimals else x
    found = xp.wrapped(xp.lib.round(scaled.raw))
    return found / scale if decimals else found


def clip(xp: Any, x: Any, low: Any = None, high: Any = None, **options: Any) -> Any:
    """Return the elements held between bounds."""
    low, high = options.get("min", low), options.get("max", high)
    x = x if low is None else xp.maximum(x, low)
    return x if high is None else xp.minimum(x, high)


def _reducing(name: str) -> Function:
    def reduce(
        xp: Any, x: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False, **options: Any
    ) -> Any:
        x = array(xp, x)
        initial = options.pop("initial", None)
        counting = x.dtype.kind in "bi" and name in ("sum", "prod")
        if dtype is not None or (counting and x.dtype.itemsize < 8):
            x = x.astype(np.int64 if dtype is None else dtype)
        if name == "mean" and x.dtype.kind in "biu":
            x = x.astype(np.float64)
        if name in ("max", "min") and x.dtype.kind == "b":
            name_ = "any" if name == "max" else "all"
            return getattr(xp, name_)(x, axis=axis, keepdims=keepdims)
        if axis == ():
            return x != 0 if name in ("all", "any") else x
        if initial is not None and x.size == 0:
            shape = np.sum(_shaped(x), axis=_axes(axis), keepdims=keepdims).shape
            return full(xp, shape, initial, x.dtype)
        correction = {"correction": options.pop("ddof")} if options.get("ddof") else {}
        if correction and xp.name == "dask":
            correction = {"ddof": correction["correction"]}
        function = getattr(xp.lib, name)
        return xp.wrapped(function(x.raw, axis=_axes(axis), keepdims=keepdims, **correction))

    return reduce


def _axes(axis: Any) -> Any:
    if axis is None:
        return None
    return tuple(map(int, axis)) if isinstance(axis, (tuple, list)) else int(axis)


def _searching(name: str) -> Function:
    def search(xp: Any, x: Any, axis: Any = None, keepdims: bool = False) -> Any:
        if x.dtype.kind == "b":
            x = x.astype(np.int64)
        found = xp.wrapped(getattr(xp.lib, name)(x.raw, axis=axis))
        if keepdims and axis is not None:
            found = xp.expand_dims(found, axis)
        return found.astype(np.int64)

    return search


def nonzero(xp: Any, x: Any) -> Any:
    """Return where elements are not zero, which takes their values to be known."""
    return np.nonzero(x.host())


def flatnonzero(xp: Any, x: Any) -> Any:
    """Return where elements are not zero, which takes their values to be known."""
    return np.flatnonzero(x.host())


def unique(xp: Any, x: Any, *args: Any, **options: Any) -> Any:
    """Return the different elements, which takes their values to be known."""
    return np.unique(x.host(), *args, **options)


def matmul(xp: Any, a: Any, b: Any) -> Any:
    """Return the product of matrices, of the type that NumPy computes in."""
    a, b = array(xp, a), array(xp, b)
    dtype = np.result_type(a.dtype, b.dtype)
    if dtype.kind == "b":
        return matmul(xp, a.astype(np.int64), b.astype(np.int64)) > 0
    return xp.wrapped(xp.lib.matmul(xp.raw(a, dtype), xp.raw(b, dtype)))


def dot(xp: Any, a: Any, b: Any) -> Any:
    """Return the sum of products over the last axis and the one before it."""
    if not (a.ndim and b.ndim):
        return a * b
    return matmul(xp, a, b) if b.ndim <= 2 else xp.tensordot(a, b, axes=((-1,), (-2,)))


def concat(xp: Any, parts: Any, axis: int = 0, **options: Any) -> Any:
    """Return arrays one after the other."""
    parts = [array(xp, part) for part in parts]
    dtype = np.result_type(*[part.dtype for part in parts])
    if axis is None:
        parts, axis = [part.reshape(-1) for part in parts], 0
    join = getattr(xp.lib, "concat", None) or xp.lib.concatenate
    return xp.wrapped(join([xp.raw(part, dtype) for part in parts], axis=axis))


def stack(xp: Any, parts: Any, axis: int = 0) -> Any:
    """Return arrays side by side along a new axis."""
    parts = [array(xp, part) for part in parts]
    axis = axis % (parts[0].ndim + 1)
    return concat(xp, [expand_dims(xp, part, axis) for part in parts], axis=axis)


def take(xp: Any, x: Any, indices: Any, axis: Any = None, **options: Any) -> Any:
    """Return the parts at indices along an axis."""
    if axis is None:
        return x.reshape(-1)[indices]
    return x[(slice(None),) * (axis % x.ndim) + (indices,)]


def _along_key(xp: Any, x: Any, indices: Any, axis: int) -> tuple[Any, ...]:
    axis %= x.ndim
    key: list[Any] = []
    for dim, size in enumerate(x.shape):
        if dim == axis:
            key.append(indices)
        else:
            steps = np.arange(min(size, indices.shape[dim]) if indices.shape[dim] > 1 else size)
            key.append(steps.reshape([-1 if d == dim else 1 for d in range(x.ndim)]))
    return tuple(key)


def take_along_axis(xp: Any, x: Any, indices: Any, axis: int = -1) -> Any:
    """Return one element along an axis for each index."""
    return array(xp, x)[_along_key(xp, x, indices, axis)]


def put_along_axis(xp: Any, x: Any, indices: Any, values: Any, axis: int) -> None:
    """Write one element along an axis for each index."""
    if type(x) is xp.kind:
        x[_along_key(xp, x, indices, axis)] = values
    else:
        np.put_along_axis(x, _hosted(indices), _hosted(values), axis)


def _combining(name: str) -> Function:
    def combine(xp: Any, x: Any, indices: Any, values: Any) -> None:
        if type(x) is xp.kind:
            x.combine_at(name, indices, values)
        else:
            getattr(np, name).at(x, _hosted(indices), _hosted(values))

    return combine


def _hosted(value: Any) -> Any:
    """Return the values of arrays, for writing them into one of NumPy's."""
    if isinstance(value, tuple):
        return tuple(map(_hosted, value))
    return value.host() if hasattr(value, "host") else value


def searchsorted(xp: Any, edges: Any, values: Any, side: str = "left") -> Any:
    """Return where values go in sorted edges."""
    dtype = np.result_type(*[getattr(x, "dtype", x) for x in (edges, values)])
    edges, values = (xp.wrapped(xp.raw(x, dtype)) for x in (edges, values))
    found = xp.lib.searchsorted(edges.raw, values.reshape(-1).raw, side=side)
    return xp.wrapped(found).reshape(values.shape).astype(np.int64)


def flip(xp: Any, x: Any, axis: Any = None) -> Any:
    """Return the elements in the opposite order along axes; a view."""
    axes = range(x.ndim) if axis is None else np.atleast_1d(axis)
    turned = {int(a) % x.ndim for a in axes}
    return x[tuple(slice(None, None, -1 if a in turned else None) for a in range(x.ndim))]


def _ordering(name: str) -> Function:
    def order(xp: Any, x: Any, axis: Any = -1, kind: Any = None, stable: Any = None) -> Any:
        if axis is None:
            x, axis = x.reshape(-1), 0
        if x.dtype.kind == "b":
            return getattr(xp, name)(x.astype(np.uint8), axis).astype(
                x.dtype if name == "sort" else np.int64
            )
        return xp.wrapped(getattr(xp.lib, name)(x.raw, axis=axis, stable=True))

    return order


def _transforming(name: str) -> Function:
    def transform(xp: Any, x: Any, *args: Any, **options: Any) -> Any:
        if x.dtype.kind not in "fc" and not name.startswith(("irfft", "hfft")):
            x = x.astype(np.float64)
        if x.dtype.kind == "f" and not name.startswith(("rfft", "ihfft")):
            x = x.astype(np.result_type(x.dtype, np.complex64))
        names = ("s" if name.endswith("n") else "n", "axes" if name.endswith("n") else "axis")
        options |= dict(zip((*names, "norm"), args, strict=False))
        return xp.wrapped(getattr(xp.lib.fft, name)(x.raw, **options))

    return transform


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


def copyto(xp: Any, target: Any, source: Any, casting: str = "") -> None:
    """Overwrite all elements."""
    if hasattr(target, "xp"):
        target[...] = source
    else:
        target[...] = source.host()


def may_share_memory(xp: Any, a: Any, b: Any) -> bool:
    """Tell whether one array is a view of the other, or of what it is a view of."""
    return getattr(a, "_root", a) is getattr(b, "_root", b)


def result_type(xp: Any, *values: Any) -> Any:
    """Return the element type of values together."""
    return np.result_type(*[getattr(value, "dtype", value) for value in values])


def shape(xp: Any, x: Any) -> Any:
    """Return the sizes."""
    return x.shape


def ndim(xp: Any, x: Any) -> Any:
    """Return the number of axes."""
    return x.ndim


def size(xp: Any, x: Any, axis: Any = None) -> Any:
    """Return the number of elements, or of those along an axis."""
    return x.size if axis is None else x.shape[axis]


# Functions that the standard lacks


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


DECOMPOSED = frozenset(
    f"linalg.{name}"
    for name in [
        "cholesky",
        "eig",
        "eigh",
        "eigvals",
        "eigvalsh",
        "inv",
        "lstsq",
        "qr",
        "slogdet",
        "svd",
    ]
)
"""What LAPACK computes, with other conventions in other libraries: NumPy does on whole arrays."""

FIRST: dict[str, Function] = {
    function.__name__.rstrip("_"): function
    for function in (
        array, asarray, astype, zeros_like, ones_like, full, full_like, zeros, ones, eye, reshape,
        permute_dims, moveaxis, swapaxes, expand_dims, squeeze, atleast_1d, broadcast_to,
        broadcast_arrays, real, imag, conj, round_, clip, nonzero, flatnonzero, unique, matmul, dot,
        concat, stack, take, take_along_axis, put_along_axis, copyto, may_share_memory, result_type,
        shape, ndim, size, diagonal, repeat, searchsorted, flip, isin, parts_of, complex_of,
    )
} | {name: _reducing(name) for name in ["sum", "prod", "mean", "max", "min", "any", "all", "std", "var"]} | {
    name: _searching(name) for name in ("argmax", "argmin")
}  # fmt: skip
FIRST |= {
    "empty": zeros, "empty_like": zeros_like, "concatenate": concat, "transpose": permute_dims,
    "amax": FIRST["max"], "amin": FIRST["min"], "rint": round_,
    "add.reduce": FIRST["sum"], "multiply.reduce": FIRST["prod"], "maximum.reduce": FIRST["max"],
    "minimum.reduce": FIRST["min"], "logical_or.reduce": FIRST["any"], "ascontiguousarray": asarray,
    "logical_and.reduce": FIRST["all"], "conjugate": conj, "shares_memory": may_share_memory,
}  # fmt: skip

FIRST |= {f"{name}.at": _combining(name) for name in ["add", "multiply", "maximum", "minimum"]}
FIRST |= {name: _ordering(name) for name in ("sort", "argsort")}
FIRST |= {f"fft.{name}": _transforming(name) for name in
          ["fft", "ifft", "fftn", "ifftn", "rfft", "irfft", "rfftn", "irfftn", "hfft", "ihfft"]}  # fmt: skip

WRITING = frozenset([copyto, put_along_axis, *[FIRST[name] for name in FIRST if ".at" in name]])
"""Functions that change their first argument, whatever array that is."""

REST: dict[str, Function] = {
    function.__name__: function
    for function in (
        angle, sinc, exp2, fmod, fmax, fmin, logaddexp2, nan_to_num, cumsum, cumprod, diff, trace,
        cross, isclose, frexp, einsum, rot90,
    )
} | {
    "add.accumulate": cumsum, "multiply.accumulate": cumprod, "logaddexp.reduce": reduced("logaddexp"),
    "maximum.accumulate": accumulated("maximum"), "minimum.accumulate": accumulated("minimum"),
    "logaddexp.accumulate": accumulated("logaddexp"),
}  # fmt: skip

ALONG = frozenset(["sort", "argsort", "cumsum", "cumprod"])
"""Functions along an axis that dask computes where the axis is one chunk."""


def along(xp: Any, name: str, x: Any, axis: Any = -1, **options: Any) -> Any:
    """Compute a function along an axis, which is made one chunk of."""
    if axis is None:
        x, axis = x.reshape(-1), 0
    function = getattr(np, name)
    dtype = function(np.zeros(1, x.dtype), **options).dtype
    raw = x.raw.rechunk({axis % max(x.ndim, 1): -1})
    return xp.kind(raw.map_blocks(function, axis=axis, dtype=dtype, **options))


DASK: dict[str, Function] = {}
