"""Functions of NumPy's that libraries have with another meaning, or refuse too much of.

Each takes the namespace, and says in the words of the standard what NumPy's does: conversions,
shapes, reductions, order, places. This module knows functions of arrays, not the arrays.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Function = Callable[..., Any]


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


def empty_like(xp: Any, x: Any) -> Any:
    """Return an array of NumPy's in the same layout, for what is drawn there."""
    return np.empty_like(x.layout)


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
    return x._view(lambda raw: xp.spread(raw, shape), None, layout)


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


def reducing(name: str) -> Function:
    """Return a reduction, as NumPy has it."""

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


def searching(name: str) -> Function:
    """Return a search for an extreme."""

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


def combining(name: str) -> Function:
    """Return the method ``at`` of a function of two."""

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


def flip(xp: Any, x: Any, axis: Any = None) -> Any:
    """Return the elements in the opposite order along axes; a view."""
    axes = range(x.ndim) if axis is None else np.atleast_1d(axis)
    turned = {int(a) % x.ndim for a in axes}
    return x[tuple(slice(None, None, -1 if a in turned else None) for a in range(x.ndim))]


def ordering(name: str) -> Function:
    """Return a function that sorts along an axis."""

    def order(xp: Any, x: Any, axis: Any = -1, kind: Any = None, stable: Any = None) -> Any:
        if axis is None:
            x, axis = x.reshape(-1), 0
        if x.dtype.kind == "b":
            return getattr(xp, name)(x.astype(np.uint8), axis).astype(
                x.dtype if name == "sort" else np.int64
            )
        return xp.wrapped(getattr(xp.lib, name)(x.raw, axis=axis, stable=True))

    return order


def transforming(name: str) -> Function:
    """Return a Fourier transform."""

    def transform(xp: Any, x: Any, *args: Any, **options: Any) -> Any:
        if x.dtype.kind not in "fc" and not name.startswith(("irfft", "hfft")):
            x = x.astype(np.float64)
        if x.dtype.kind == "f" and not name.startswith(("rfft", "ihfft")):
            x = x.astype(np.result_type(x.dtype, np.complex64))
        names = ("s" if name.endswith("n") else "n", "axes" if name.endswith("n") else "axis")
        options |= dict(zip((*names, "norm"), args, strict=False))
        return xp.wrapped(getattr(xp.lib.fft, name)(x.raw, **options))

    return transform


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
