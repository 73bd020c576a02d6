"""What functions of NumPy's make of arrays that hold a whole batch (``batched``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.numerics.arrays import diagonal_view
from gradcli.numerics.batched import (
    METHODS,
    RULES,
    Batch,
    Batched,
    aligned,
    axes_of,
    is_of,
    is_part,
    reduced,
    taken_out,
    unbatchable,
)
from gradcli.numerics.memory import in_memory


def _along(name: str, usual: Any = None, flat: bool = False) -> Callable[..., Any]:
    """Return the rule of what goes along axes; None is that of all in a row, if ``flat``."""

    def run(batch: Batch, x: Any, axis: Any = usual, **options: Any) -> Any:
        if not is_of(batch, x) or "where" in options:
            raise unbatchable()
        if flat and (axis is None or not x.ndim):
            if options.get("keepdims"):
                raise unbatchable()
            x, axis = x.ravel(), 0
        axes = axes_of(axis, x.ndim)
        if name == "sum":
            return Batched(batch, reduced(np.add, "reduce", x.whole, axes, options))
        return Batched(batch, getattr(np, name)(x.whole, axis=axes, **options))

    return run


def _elementwise(name: str) -> Callable[..., Any]:
    """Return the rule of what makes each element of those at its place."""

    def run(batch: Batch, *values: Any, **options: Any) -> Any:
        ndim = max([np.ndim(x) for x in values])
        return Batched(
            batch, getattr(np, name)(*[aligned(batch, x, ndim) for x in values], **options)
        )

    return run


def _on_stacks(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the rule of what is done to each matrix of a stack."""

    def run(batch: Batch, x: Any, *args: Any, **options: Any) -> Any:
        found = function(x.whole, *args, **options)
        if not isinstance(found, tuple):
            return Batched(batch, found)
        parts = [Batched(batch, part) for part in found]
        return type(found)(*parts) if hasattr(found, "_fields") else tuple(parts)

    return run


def _spectrum(name: str) -> Callable[..., Any]:
    """Return the rule of a Fourier transform over axes, or of a shift along them."""
    function, one = getattr(np.fft, name), not name.endswith(("n", "shift"))

    def run(batch: Batch, x: Any, *sizes: Any, **options: Any) -> Any:
        key = "axis" if one else "axes"
        options[key] = axes_of(options.get(key, -1 if one else None), x.ndim)
        return Batched(batch, function(x.whole, *sizes, **options))

    return run


def _clip(batch: Batch, x: Any, low: Any = None, high: Any = None, **options: Any) -> Any:
    low, high = options.get("min", low), options.get("max", high)
    x = x if low is None else np.maximum(x, low)
    return x if high is None else np.minimum(x, high)


def _moving(name: str) -> Callable[..., Any]:
    def run(batch: Batch, x: Any, first: Any, second: Any) -> Any:
        axes = axes_of(first, x.ndim), axes_of(second, x.ndim)
        return Batched(batch, getattr(np, name)(x.whole, *axes))

    return run


def _turned(batch: Batch, x: Any, k: int = 1, axes: Any = (0, 1)) -> Any:
    return Batched(batch, np.rot90(x.whole, k, axes_of(tuple(axes), x.ndim)))


def _rolled(batch: Batch, x: Any, shift: Any, axis: Any = None) -> Any:
    if axis is None:
        return Batched(batch, np.roll(x.ravel().whole, shift, 1)).reshape(x.shape)
    return Batched(batch, np.roll(x.whole, shift, axes_of(axis, x.ndim)))


def _tiled(batch: Batch, x: Any, reps: Any) -> Any:
    reps = (reps,) if isinstance(reps, int) else tuple(reps)
    ndim = max(x.ndim, len(reps))
    whole = aligned(batch, x, ndim)
    return Batched(batch, np.tile(whole, (1,) * (ndim + 1 - len(reps)) + reps))


def _crossed(batch: Batch, a: Any, b: Any, axis: int = -1) -> Any:
    ndim = max(np.ndim(a), np.ndim(b))
    axis = axis % ndim - ndim
    return Batched(batch, np.cross(aligned(batch, a, ndim), aligned(batch, b, ndim), axis=axis))


def _taken(batch: Batch, x: Any, indices: Any, axis: Any = None) -> Any:
    x, axis = (x.ravel(), 0) if axis is None else (x, axis)
    if is_of(batch, indices):
        axis = axis % x.ndim
        return x[(slice(None),) * axis + (indices,)]
    return Batched(batch, np.take(x.whole, indices, axes_of(axis, x.ndim)))


def _searched(batch: Batch, line: Any, values: Any, side: Any = "left", sorter: Any = None) -> Any:
    if is_of(batch, line) or is_of(batch, sorter):
        raise unbatchable()
    return Batched(batch, np.searchsorted(line, values.whole, side, sorter))


def _diff(batch: Batch, x: Any, n: int = 1, axis: int = -1) -> Any:
    return Batched(batch, np.diff(x.whole, n, axes_of(axis, x.ndim)))


def _contracted(batch: Batch, subscripts: str, *parts: Any, **options: Any) -> Any:
    """Name the axis of samples in what an ``einsum`` is told, by a letter that is not in it."""
    inputs, arrow, output = subscripts.replace(" ", "").partition("->")
    letter = next(chr(code) for code in range(65, 91) if chr(code) not in subscripts)
    if "..." in subscripts or not arrow:
        raise unbatchable()
    own = [is_of(batch, part) for part in parts]
    named = [letter * mine + term for mine, term in zip(own, inputs.split(","), strict=True)]
    wholes = [part.whole if mine else part for mine, part in zip(own, parts, strict=True)]
    return Batched(batch, np.einsum(f"{','.join(named)}->{letter}{output}", *wholes, **options))


def _expand_dims(batch: Batch, x: Any, axis: Any) -> Any:
    count = len(axis) if isinstance(axis, tuple) else 1
    return Batched(batch, np.expand_dims(x.whole, axes_of(axis, x.ndim + count)))


def _diagonal(batch: Batch, x: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    axes = axes_of(axis1, x.ndim), axes_of(axis2, x.ndim)
    return Batched(batch, diagonal_view(x.whole, offset, *axes))


def _squeeze(batch: Batch, x: Any, axis: Any = None) -> Any:
    ones = [i for i, size in enumerate(x.shape) if size == 1] if axis is None else axis
    return Batched(batch, np.squeeze(x.whole, axes_of(ones, x.ndim)))


def _broadcast_to(batch: Batch, x: Any, shape: Any) -> Any:
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    if not is_of(batch, x):
        return np.broadcast_to(x, shape)
    return Batched(batch, np.broadcast_to(aligned(batch, x, len(shape)), (batch.size, *shape)))


def _joining(name: str) -> Callable[..., Any]:
    def run(batch: Batch, parts: Any, axis: int = 0, **options: Any) -> Any:
        wholes = [taken_out(batch, part) for part in parts]
        ndim = wholes[0].ndim - (name == "concatenate")
        return Batched(batch, getattr(np, name)(wholes, axis=axes_of(axis, ndim), **options))

    return run


def _like(name: str) -> Callable[..., Any]:
    def run(batch: Batch, x: Any, *args: Any, dtype: Any = None) -> Any:
        if not is_of(batch, x):
            x = Batched(batch, taken_out(batch, x))
        args = tuple([aligned(batch, arg, x.ndim) for arg in args])
        return Batched(batch, getattr(np, name)(x.whole, *args, dtype=dtype))

    return run


def _take_along_axis(batch: Batch, x: Any, indices: Any, axis: int = -1) -> Any:
    whole, places = taken_out(batch, x), taken_out(batch, indices)
    return Batched(batch, np.take_along_axis(whole, places, axes_of(axis, x.ndim)))


def _put_along_axis(batch: Batch, x: Any, indices: Any, values: Any, axis: int) -> None:
    if not is_of(batch, x):
        raise unbatchable()
    places, values = taken_out(batch, indices), taken_out(batch, values)
    np.put_along_axis(x.whole, places, values, axes_of(axis, x.ndim))


def _copyto(
    batch: Batch, target: Any, values: Any, casting: Any = "same_kind", where: Any = True
) -> None:
    if not is_part(batch, target):
        raise unbatchable()
    np.copyto(
        target.whole,
        aligned(batch, values, target.ndim),
        casting=casting,
        where=aligned(batch, where, target.ndim),
    )


def _kind(batch: Batch, *values: Any) -> Any:
    return np.result_type(*[x.dtype if isinstance(x, np.ndarray) else x for x in values])


_STACKS = "det diagonal eig eigh eigvals eigvalsh inv matrix_transpose pinv qr slogdet svd"
_SPECTRA = "fft fftn fftshift hfft ifft ifftn ifftshift ihfft irfft irfftn rfft rfftn"
_EACH = ["where", "isclose", "nan_to_num", "round", "sinc", "angle", "i0", "fix"]
_ALL_OF = ["sum", "mean", "prod", "max", "min", "amax", "amin", "any", "all", "flip", "var", "std"]
_ONE_OF = ("argmax", "argmin", "cumsum", "cumprod")
_FOUND: dict[str, Callable[..., Any]] = {
    **{name: _along(name) for name in _ALL_OF},
    **{name: _along(name, None, True) for name in _ONE_OF},
    **{name: _along(name, -1, True) for name in ("sort", "argsort")},
    **{name: _moving(name) for name in ("moveaxis", "swapaxes")},
    **{name: _joining(name) for name in ("concatenate", "stack")},
    **{name: _elementwise(name) for name in _EACH},
    **{name: _on_stacks(getattr(np, name)) for name in ("tril", "triu")},
    **{f"linalg.{name}": _on_stacks(getattr(np.linalg, name)) for name in _STACKS.split()},
    **{f"fft.{name}": _spectrum(name) for name in _SPECTRA.split()},
    **{name: _like(name) for name in ("zeros_like", "ones_like", "full_like", "empty_like")},
    "reshape": lambda batch, x, shape, **options: x.reshape(shape, **options),
    "transpose": lambda batch, x, axes=None: x.transpose(axes),
    "shape": lambda batch, x: x.shape,
    "ndim": lambda batch, x: x.ndim,
    "size": lambda batch, x: x.size,
    "real": lambda batch, x: x.real,
    "imag": lambda batch, x: x.imag,
    "astype": lambda batch, x, dtype, copy=True: x.astype(dtype, copy=copy),
    "result_type": _kind,
    "broadcast_arrays": lambda batch, *parts: tuple(
        [_broadcast_to(batch, x, np.broadcast_shapes(*map(np.shape, parts))) for x in parts]
    ),
    "atleast_1d": lambda batch, x: x if x.ndim else x.reshape(1),
    "roll": _rolled,
    "rot90": _turned,
    "tile": _tiled,
    "cross": _crossed,
    "take": _taken,
    "diff": _diff,
    "einsum": _contracted,
    "searchsorted": _searched,
    "putmask": lambda batch, x, mask, values: _copyto(batch, x, values, where=mask),
    "clip": _clip,
    "expand_dims": _expand_dims,
    "squeeze": _squeeze,
    "diagonal": _diagonal,
    "broadcast_to": _broadcast_to,
    "take_along_axis": _take_along_axis,
    "put_along_axis": _put_along_axis,
    "copyto": _copyto,
    "may_share_memory": lambda batch, *parts: np.may_share_memory(*map(in_memory, parts)),
}
RULES.update(_FOUND)
_OTHERS = "argsort clip conj diagonal round squeeze swapaxes take"
METHODS.update([*_ALL_OF, *_ONE_OF, *_OTHERS.split()])
