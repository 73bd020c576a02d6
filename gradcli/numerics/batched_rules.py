"""What functions of NumPy's make of arrays that hold a whole batch (``batched``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

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


def _where(batch: Batch, *values: Any) -> Any:
    ndim = max([np.ndim(x) for x in values])
    return Batched(batch, np.where(*[aligned(batch, x, ndim) for x in values]))


def _clip(batch: Batch, x: Any, low: Any = None, high: Any = None, **options: Any) -> Any:
    low, high = options.get("min", low), options.get("max", high)
    x = x if low is None else np.maximum(x, low)
    return x if high is None else np.minimum(x, high)


def _moving(name: str) -> Callable[..., Any]:
    def run(batch: Batch, x: Any, first: Any, second: Any) -> Any:
        axes = axes_of(first, x.ndim), axes_of(second, x.ndim)
        return Batched(batch, getattr(np, name)(x.whole, *axes))

    return run


def _expand_dims(batch: Batch, x: Any, axis: Any) -> Any:
    count = len(axis) if isinstance(axis, tuple) else 1
    return Batched(batch, np.expand_dims(x.whole, axes_of(axis, x.ndim + count)))


def _diagonal(batch: Batch, x: Any, offset: int = 0, axis1: int = 0, axis2: int = 1) -> Any:
    axes = axes_of(axis1, x.ndim), axes_of(axis2, x.ndim)
    return Batched(batch, np.diagonal(x.whole, offset, *axes))


def _squeeze(batch: Batch, x: Any, axis: Any = None) -> Any:
    ones = [i for i, size in enumerate(x.shape) if size == 1] if axis is None else axis
    return Batched(batch, np.squeeze(x.whole, axes_of(ones, x.ndim)))


def _broadcast_to(batch: Batch, x: Any, shape: Any) -> Any:
    shape = (shape,) if isinstance(shape, int) else tuple(shape)
    return Batched(batch, np.broadcast_to(aligned(batch, x, len(shape)), (batch.size, *shape)))


def _joining(name: str) -> Callable[..., Any]:
    def run(batch: Batch, parts: Any, axis: int = 0, **options: Any) -> Any:
        wholes = [taken_out(batch, part) for part in parts]
        ndim = wholes[0].ndim - (name == "concatenate")
        return Batched(batch, getattr(np, name)(wholes, axis=axes_of(axis, ndim), **options))

    return run


def _like(name: str) -> Callable[..., Any]:
    def run(batch: Batch, x: Any, *args: Any, dtype: Any = None) -> Any:
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


_ALL_OF = ["sum", "mean", "prod", "max", "min", "amax", "amin", "any", "all", "flip", "var", "std"]
_ONE_OF = ("argmax", "argmin", "cumsum", "cumprod")
_FOUND: dict[str, Callable[..., Any]] = {
    **{name: _along(name) for name in _ALL_OF},
    **{name: _along(name, None, True) for name in _ONE_OF},
    **{name: _along(name, -1, True) for name in ("sort", "argsort")},
    **{name: _moving(name) for name in ("moveaxis", "swapaxes")},
    **{name: _joining(name) for name in ("concatenate", "stack")},
    **{name: _like(name) for name in ("zeros_like", "ones_like", "full_like")},
    "reshape": lambda batch, x, shape, **options: x.reshape(shape, **options),
    "transpose": lambda batch, x, axes=None: x.transpose(axes),
    "shape": lambda batch, x: x.shape,
    "ndim": lambda batch, x: x.ndim,
    "size": lambda batch, x: x.size,
    "real": lambda batch, x: x.real,
    "imag": lambda batch, x: x.imag,
    "astype": lambda batch, x, dtype, copy=True: x.astype(dtype, copy=copy),
    "where": _where,
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
METHODS.update([*_ALL_OF, *_ONE_OF, "sort", "argsort", "clip", "squeeze", "swapaxes"])
