"""New tensors: from values, filled, counted and random."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from gradcli.core import promote
from gradcli.core.dtypes import DType, dtype_of
from gradcli.core.modes import STATE
from gradcli.core.op import Array, Ints, Number, Real, op
from gradcli.core.samples import error, sample
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error


def _default(dtype: DType | None) -> np.dtype:
    return (dtype or STATE.default_dtype).numpy


def _checked(size: tuple[int, ...]) -> tuple[int, ...]:
    for length in size:
        if length < 0:
            raise op_error(
                RuntimeError,
                f"Trying to create tensor with negative dimension {length}: {list(size)}",
            )
    return size


@op(
    creation=True,
    where=["torch"],
    samples=[
        sample("tensor([1.0, 2.5])"),
        sample("tensor([[1, 2], [3, 4]])"),
        sample("tensor(3.0)"),
        sample("tensor([True, False])"),
        sample("tensor([[], []])"),
        sample("tensor([1, 2], dtype=torch.float64)"),
    ],
    errors=[
        error(
            "tensor([1, 2], requires_grad=True)",
            RuntimeError,
            "Only Tensors of floating point and complex dtype can require gradients",
        ),
        error(
            "tensor([[1, 2], [3]])", ValueError, "expected sequence of length 2 at dim 1 (got 1)"
        ),
    ],
)
def tensor(xp: Any, /, data: Any, *, dtype: DType | None = None) -> Array:
    """A tensor of the given number or nested sequence of numbers."""
    if isinstance(data, (Tensor, np.ndarray, np.generic)):
        array = xp.array(getattr(data, "array", data))
        return array if dtype is None else array.astype(dtype.numpy)
    shape, flat = flatten(data)
    kind = dtype or _infer(flat)
    try:
        return xp.array(flat, dtype=kind.numpy).reshape(shape)
    except OverflowError:
        raise _overflow(flat, kind) from None


def _overflow(flat: list[Any], dtype: DType) -> Exception:
    if any(isinstance(value, int) and not -(2**63) <= value < 2**63 for value in flat):
        return op_error(ValueError, "Overflow when unpacking long long")
    return op_error(
        RuntimeError, f"value cannot be converted to type {dtype.numpy.name}_t without overflow"
    )


def flatten(data: Any) -> tuple[tuple[int, ...], list[Any]]:
    """Return the shape of nested sequences and their numbers in order; no recursion."""
    shape: list[int] = []
    level = [data]
    while level and any(isinstance(item, (list, tuple, range)) for item in level):
        length = len(level[0]) if isinstance(level[0], (list, tuple, range)) else None
        for item in level:
            if not isinstance(item, (list, tuple, range)) or length is None:
                raise op_error(TypeError, "not a sequence")
            if len(item) != length:
                raise op_error(
                    ValueError,
                    f"expected sequence of length {length} at dim {len(shape)} (got {len(item)})",
                )
        shape.append(length or 0)
        level = [element for item in level for element in item]
    if any(isinstance(item, (Tensor, np.ndarray)) for item in level):
        return _flatten_tensors(shape, level)
    return tuple(shape), level


def _flatten_tensors(shape: list[int], level: list[Any]) -> tuple[tuple[int, ...], list[Any]]:
    """Take the numbers out of tensors of one element among the innermost values."""
    found = []
    for item in level:
        array = getattr(item, "array", item)
        if getattr(array, "size", 1) != 1 or (not shape and getattr(array, "ndim", 0)):
            raise op_error(
                ValueError, "only one element tensors can be converted to Python scalars"
            )
        found.append(array.item() if hasattr(array, "item") else array)
    return tuple(shape), found


def _infer(flat: list[Any]) -> DType:
    """Return the element type of Python numbers together."""
    if not flat:
        return STATE.default_dtype
    for value in flat:
        if isinstance(value, str):
            raise op_error(TypeError, "new(): invalid data type 'str'")
        if not isinstance(value, (bool, int, float, complex, np.generic)):
            raise op_error(RuntimeError, f"Could not infer dtype of {type(value).__name__}")
    kinds = {type(value): value for value in flat}
    return promote.result_type(list(kinds.values()))


@op(
    creation=True,
    where=["torch"],
    samples=[sample("zeros(2, 3)"), sample("zeros((4,), dtype=torch.int64)"), sample("zeros(())")],
    errors=[
        error("zeros(-1)", RuntimeError, "zeros: Dimension size must be non-negative."),
    ],
)
def zeros(xp: Any, /, size: Ints, *, dtype: DType | None = None) -> Array:
    """Zeros of the given shape."""
    if any(length < 0 for length in size):
        raise op_error(RuntimeError, "zeros: Dimension size must be non-negative.")
    return xp.zeros(size, dtype=_default(dtype))


@op(
    creation=True,
    where=["torch"],
    samples=[sample("ones(2, 3)"), sample("ones([2], dtype=torch.bool)"), sample("ones(0, 3)")],
    errors=[
        error("ones(-1)", RuntimeError, "Trying to create tensor with negative dimension -1: [-1]")
    ],
)
def ones(xp: Any, /, size: Ints, *, dtype: DType | None = None) -> Array:
    """Ones of the given shape."""
    return xp.ones(_checked(size), dtype=_default(dtype))


@op(creation=True, where=["torch"], samples=[sample("empty(2, 3).shape")])
def empty(xp: Any, /, size: Ints, *, dtype: DType | None = None) -> Array:
    """A tensor to be filled; PyTorch leaves its elements undefined, here they are zeros."""
    return xp.zeros(_checked(size), dtype=_default(dtype))


@op(
    creation=True,
    where=["torch"],
    samples=[sample("full((2, 3), 1.5)"), sample("full((2,), 7)"), sample("full([1], True)")],
)
def full(xp: Any, /, size: Ints, fill_value: Number, *, dtype: DType | None = None) -> Array:
    """One value in the given shape."""
    kind = dtype or promote.number_dtype(fill_value)
    try:
        return xp.full(_checked(size), fill_value, dtype=kind.numpy)
    except OverflowError:
        raise _overflow([], kind) from None


@op(
    creation=True,
    where=["torch"],
    samples=[sample("eye(3)"), sample("eye(2, 3)"), sample("eye(0)")],
)
def eye(xp: Any, /, n: int, m: int | None = None, *, dtype: DType | None = None) -> Array:
    """The identity matrix of n rows and n (or m) columns."""
    for name, count in (("n", n), ("m", m)):
        if count is not None and count < 0:
            raise op_error(RuntimeError, f"{name} must be greater or equal to 0, got {count}")
    return xp.eye(n, n if m is None else m, dtype=_default(dtype))


@op(
    overloaded=True,
    creation=True,
    where=["torch"],
    samples=[
        sample("arange(5)"),
        sample("arange(1, 10, 3)"),
        sample("arange(0.0, 1.0, 0.25)"),
        sample("arange(5, 0, -2)"),
        sample("arange(3.0)"),
    ],
    errors=[
        error(
            "arange(5, 0)",
            RuntimeError,
            "upper bound and lower bound inconsistent with step sign",
        )
    ],
)
def arange(
    xp: Any,
    /,
    start: Real,
    end: Real | None = None,
    step: Real = 1,
    *,
    dtype: DType | None = None,
) -> Array:
    """The numbers from start (0) up to, but without, end, a step apart."""
    if end is None:
        start, end = 0, start
    if step == 0:
        raise op_error(RuntimeError, "step must be nonzero")
    if not (math.isfinite(start) and math.isfinite(end)):
        raise op_error(RuntimeError, f"unsupported range: {start} -> {end}")
    if (end - start) * math.copysign(1, step) < 0:
        raise op_error(RuntimeError, "upper bound and lower bound inconsistent with step sign")
    floating = any(isinstance(value, float) for value in (start, end, step))
    kind = _default(dtype) if floating or dtype is not None else np.dtype(np.int64)
    count = math.ceil((end - start) / step)
    if kind.kind == "f":
        return (start + xp.arange(count, dtype=np.float64) * step).astype(kind)
    return (start + xp.arange(count) * step).astype(kind)


@op(
    overloaded=True,
    creation=True,
    where=["torch"],
    samples=[
        sample("linspace(0, 1, 5)"),
        sample("linspace(-2.0, 2.0, 1)"),
        sample("linspace(3, -3, 7)"),
        sample("linspace(0, 1, 0)"),
    ],
)
def linspace(
    xp: Any, /, start: Real, end: Real, steps: int, *, dtype: DType | None = None
) -> Array:
    """Evenly spaced numbers from start to end, both included."""
    if steps < 0:
        raise op_error(RuntimeError, "number of steps must be non-negative")
    kind = _default(dtype)
    if kind.kind != "f":
        return xp.linspace(start, end, steps).astype(kind)
    index = xp.arange(steps, dtype=kind)
    step = kind.type((end - start) / (steps - 1) if steps > 1 else 0)
    # From both ends towards the middle, as PyTorch counts, so that both ends are exact.
    rising, falling = kind.type(start) + step * index, kind.type(end) - step * (steps - index - 1)
    return xp.where(index < steps // 2, rising, falling) if steps > 1 else rising


@op(creation=True, where=["torch"], samples=[sample("rand(2, 3).shape")])
def rand(xp: Any, /, size: Ints, *, dtype: DType | None = None) -> Array:
    """Random numbers, uniform between 0 and 1."""
    return STATE.generator.rand(_checked(size), _default(dtype))


@op(creation=True, where=["torch"], samples=[sample("randn(2, 3).shape")])
def randn(xp: Any, /, size: Ints, *, dtype: DType | None = None) -> Array:
    """Random numbers of the standard normal distribution."""
    return STATE.generator.randn(_checked(size), _default(dtype))


def _like(dtype: DType | None, x: Array) -> DType:
    return dtype or dtype_of(x.dtype)


@op(
    creation=True,
    where=["torch"],
    samples=[sample("zeros_like(x)", x="tensor([[1.0, 2.0]])")],
)
def zeros_like(xp: Any, x: Array, /, *, dtype: DType | None = None) -> Array:
    """Zeros of the shape and element type of a tensor."""
    return xp.zeros(x.shape, dtype=_like(dtype, x).numpy)


@op(
    creation=True,
    where=["torch"],
    samples=[sample("ones_like(x, dtype=torch.int64)", x="tensor([[1.0, 2.0]])")],
)
def ones_like(xp: Any, x: Array, /, *, dtype: DType | None = None) -> Array:
    """Ones of the shape and element type of a tensor."""
    return xp.ones(x.shape, dtype=_like(dtype, x).numpy)


@op(creation=True, where=["torch"], samples=[sample("empty_like(x).shape", x="zeros(2, 3)")])
def empty_like(xp: Any, x: Array, /, *, dtype: DType | None = None) -> Array:
    """A tensor to be filled, of the shape and element type of a tensor."""
    return xp.zeros(x.shape, dtype=_like(dtype, x).numpy)


@op(
    creation=True,
    where=["torch"],
    samples=[sample("full_like(x, 2.5)", x="tensor([[1.0, 2.0]])")],
)
def full_like(xp: Any, x: Array, /, fill_value: Number, *, dtype: DType | None = None) -> Array:
    """One value in the shape and element type of a tensor."""
    return xp.full(x.shape, fill_value, dtype=_like(dtype, x).numpy)


@op(creation=True, where=["torch"], samples=[sample("rand_like(x).shape", x="zeros(2, 3)")])
def rand_like(xp: Any, x: Array, /, *, dtype: DType | None = None) -> Array:
    """Random numbers between 0 and 1 in the shape and element type of a tensor."""
    return STATE.generator.rand(x.shape, _like(dtype, x).numpy)


@op(creation=True, where=["torch"], samples=[sample("randn_like(x).shape", x="zeros(2, 3)")])
def randn_like(xp: Any, x: Array, /, *, dtype: DType | None = None) -> Array:
    """Random normal numbers in the shape and element type of a tensor."""
    return STATE.generator.randn(x.shape, _like(dtype, x).numpy)
