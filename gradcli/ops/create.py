"""New tensors: from values, filled and counted."""

from __future__ import annotations

import math
from functools import partial
from typing import Any

import numpy as np

from gradcli.core import promote
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.numerics import arrays
from gradcli.numerics.dtypes import DType, complex_of, dtype_of
from gradcli.numerics.memory import strided_view
from gradcli.operators.converters import Bound
from gradcli.operators.declare import Array, DTypeLike, Number, Real, Sizes, op
from gradcli.operators.refusals import check_elements, invalid, type_error, value_error

created = partial(op, creation=True, where=["torch"])
own_kind = partial(op, creation=True, where=["Tensor"])


def default_dtype(dtype: DTypeLike) -> np.dtype:
    """Return the element type asked for, or the default one."""
    return (dtype or STATE.default_dtype).numpy


def _refuse_kind(dtype: np.dtype, kinds: str, name: str) -> None:
    """Raise PyTorch's error for an element type that a function is not for."""
    if dtype.kind in kinds:
        label = dtype_of(dtype).scalar_name
        raise invalid(f"\"{name}\" not implemented for '{label}'", NotImplementedError)


def check_size(size: tuple[int, ...]) -> tuple[int, ...]:
    """Return a shape, or refuse a negative one."""
    for length in size:
        if length < 0:
            message = f"Trying to create tensor with negative dimension {length}: {list(size)}"
            raise invalid(message)
    check_elements(size)
    return size


@created(numpy="array")
def tensor(xp: Any, /, data: Any, *, dtype: DTypeLike = None) -> Array:
    """A tensor of the given number or nested sequence of numbers."""
    if isinstance(data, Tensor):
        warn(_COPY_OF_TENSOR, code="copy-construct")
    if isinstance(data, (Tensor, np.ndarray, np.generic)):
        array = xp.array(getattr(data, "array", data))
        return array if dtype is None else array.astype(dtype.numpy)
    from gradcli.operators import nested  # of which programs without lists need nothing

    shape, flat = nested.flatten(data)
    if shape and isinstance(flat[0] if flat else None, str):
        raise value_error("too many dimensions 'str'")
    found = nested.inferred(flat)
    kind = dtype or found
    try:
        return xp.array(flat, dtype=kind.numpy).reshape(shape)
    except (OverflowError, ValueError, TypeError):
        nested.check_fits(flat, kind)
        return xp.array(flat, dtype=np.int64).astype(kind.numpy).reshape(shape)


_COPY_OF_TENSOR = (
    "To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
    "sourceTensor.detach().clone().requires_grad_(True), rather than torch.tensor(sourceTensor)."
)


@created(numpy="zeros")
def zeros(xp: Any, /, size: Sizes, *, dtype: DTypeLike = None) -> Array:
    """Zeros of the given shape."""
    if any(length < 0 for length in size):
        raise invalid("zeros: Dimension size must be non-negative.")
    check_elements(size)
    return xp.zeros(size, dtype=default_dtype(dtype))


@created(numpy="ones")
def ones(xp: Any, /, size: Sizes, *, dtype: DTypeLike = None) -> Array:
    """Ones of the given shape."""
    return xp.ones(check_size(size), dtype=default_dtype(dtype))


@created()
def empty(xp: Any, /, size: Sizes, *, dtype: DTypeLike = None) -> Array:
    """A tensor to be filled; PyTorch leaves its elements undefined, here they are zeros."""
    return _undefined(xp.zeros(check_size(size), dtype=default_dtype(dtype)))


def _undefined(array: Array) -> Array:
    """Return new elements that a program should not read: zeros, or what shows that it did."""
    if not (STATE.deterministic[0] and STATE.fills_undefined):
        return array
    kind = array.dtype
    mark = True if kind.kind == "b" else np.iinfo(kind).max if kind.kind in "iu" else math.nan
    return np.full_like(array, mark)


@created(numpy="full")
def full(xp: Any, /, size: Sizes, fill_value: Number, *, dtype: DTypeLike = None) -> Array:
    """One value in the given shape."""
    kind = (dtype or promote.number_dtype(fill_value)).numpy
    return xp.full(check_size(size), promote.fit(fill_value, kind), dtype=kind)


@created(numpy="eye")
def eye(xp: Any, /, n: int, m: int | None = None, *, dtype: DTypeLike = None) -> Array:
    """The identity matrix of n rows and n (or m) columns."""
    for name, count in (("n", n), ("m", m)):
        if count is not None and count < 0:
            raise invalid(f"{name} must be greater or equal to 0, got {count}")
    return xp.eye(n, n if m is None else m, dtype=default_dtype(dtype))


def _check_steps(start: Real, end: Real, step: Real) -> None:
    if step == 0:
        raise invalid("step must be nonzero")
    if not (math.isfinite(start) and math.isfinite(end)):
        raise invalid(f"unsupported range: {start} -> {end}")
    if (end - start) * math.copysign(1, step) < 0:
        raise invalid("upper bound and lower bound inconsistent with step sign")


@created()
def arange(
    xp: Any,
    /,
    start: Real | None = None,
    end: Real | None = None,
    step: Real = 1,
    *,
    dtype: DTypeLike = None,
) -> Array:
    """The numbers from start (0) up to, but without, end, a step apart."""
    if end is None:
        start, end = None, start
    if end is None:
        raise type_error('arange() missing 1 required positional arguments: "end"')
    start = 0 if start is None else start
    _check_steps(start, end, step)
    floating = any(isinstance(value, float) for value in (start, end, step))
    kind = default_dtype(dtype) if floating or dtype is not None else np.dtype(np.int64)
    if kind == np.int64:
        start, end, step = (int(promote.fit(value, kind)) for value in (start, end, step))
    _refuse_kind(kind, "bc", "arange_cpu")
    count = math.ceil((end - start) / step)
    if count >= 2**63:
        raise invalid("invalid size, possible overflow?")
    if kind.kind in "fV":  # V is the kind of bfloat16
        return _stepping(xp, float(start), float(step), count, kind)
    return (int(start) + xp.arange(count) * int(step)).astype(kind)


def _stepping(xp: Any, start: float, step: float, count: int, kind: np.dtype) -> Array:
    """Return numbers a step apart with the digits of PyTorch's kernel.

    It fills pairs of vector registers of 32 bytes, each from its own first number, and goes on one
    by one at the end.
    """
    index = xp.arange(count, dtype=np.float64)
    plain = arrays.multiply_add(xp, step, index, start).astype(kind)
    lanes = 32 // kind.itemsize
    lane = index % lanes
    first = arrays.multiply_add(xp, step, index - lane, start).astype(kind)
    filled = arrays.multiply_add(xp, step, lane, first.astype(np.float64)).astype(kind)
    return xp.where(index < count - count % (2 * lanes), filled, plain)


@created()
def range_(xp: Any, /, start: Real, end: Real, step: Real = 1, *, dtype: DTypeLike = None) -> Array:
    """The numbers from start up to end, which may be among them, a step apart; deprecated."""
    warn(
        "torch.range is deprecated and will be removed in a future release because its behavior is "
        "inconsistent with Python's range builtin. Instead, use torch.arange, which produces "
        "values in [start, end).",
        code="deprecated",
    )
    kind = default_dtype(dtype)
    _check_steps(start, end, step)
    count = math.floor((end - start) / step) + 1
    return (start + xp.arange(count, dtype=np.float64) * step).astype(kind)


@created()
def linspace(xp: Any, /, start: Bound, end: Bound, steps: int, *, dtype: DTypeLike = None) -> Array:
    """Evenly spaced numbers from start to end, both included."""
    low, high = _ends("linspace", start, end)
    if steps < 0:
        raise invalid("number of steps must be non-negative")
    kind = _spaced_kind("linspace", low, high, dtype)
    if kind.kind not in "fcV":
        return xp.linspace(int(low), int(high), steps).astype(kind)
    first, last = kind.type(low), kind.type(high)
    if steps < 2:
        return xp.full(steps, first, dtype=kind)
    step = (last - first) / kind.type(steps - 1)
    index = xp.arange(steps)
    # From both ends towards the middle, as PyTorch counts, so that both ends are exact.
    rising = _rising(xp, first, step, index.astype(kind))
    falling = _rising(xp, last, -step, (steps - 1 - index).astype(kind))
    return xp.where(index < steps // 2, rising, falling)


def _ends(name: str, start: Bound, end: Bound) -> tuple[Any, Any]:
    """Return the numbers at both ends, which may stand in tensors without dimensions."""
    given = {"start": start, "end": end}
    sizes = {word: end.ndim for word, end in given.items() if isinstance(end, Tensor)}
    if any(sizes.values()):
        listed = " and ".join(f"{word} with {n} dimension(s)" for word, n in sizes.items())
        only = f"{name} only supports 0-dimensional start and end tensors, but got {listed}."
        raise invalid(only, code="shape-mismatch")
    first, last = (end.item() if isinstance(end, Tensor) else end for end in given.values())
    return first, last


def _spaced_kind(name: str, start: Number, end: Number, dtype: DTypeLike) -> np.dtype:
    """Return the element type of numbers from start to end, which may be complex."""
    kind = default_dtype(dtype)
    _refuse_kind(kind, "b", f"{name}_cpu")
    if not isinstance(start + end, complex) or kind.kind == "c":
        return kind
    inferred = complex_of(STATE.default_dtype)
    if dtype is not None:
        raise invalid(
            f"torch.{name}(): inferred dtype {inferred.c_name} can't be safely cast to passed "
            f"dtype {dtype.scalar_name}"
        )
    return inferred.numpy


def _rising(xp: Any, start: Any, step: Any, index: Array) -> Array:
    """Return numbers from ``start`` on with the digits of PyTorch's kernel."""
    if index.dtype.kind == "f" and index.itemsize > 2:
        return arrays.multiply_add(xp, step, index, start)
    return start + step * index


def _like(dtype: DTypeLike, x: Array) -> DType:
    return dtype or dtype_of(x.dtype)


@created(numpy="zeros_like", example=("zeros_like(x)", "x=tensor([[1.0, 2.0]])"))
def zeros_like(xp: Any, x: Array, /, *, dtype: DTypeLike = None) -> Array:
    """Zeros of the shape, order in memory and element type of a tensor."""
    return xp.zeros_like(x, dtype=_like(dtype, x).numpy)


@created(numpy="ones_like", example=("ones_like(x) * x", "x=linspace(-1, 2, 6)"))
def ones_like(xp: Any, x: Array, /, *, dtype: DTypeLike = None) -> Array:
    """Ones of the shape, order in memory and element type of a tensor."""
    return xp.ones_like(x, dtype=_like(dtype, x).numpy)


@created(example=("empty_like(x).shape", "x=linspace(-1, 2, 6)"))
def empty_like(xp: Any, x: Array, /, *, dtype: DTypeLike = None) -> Array:
    """A tensor to be filled, of the shape, order in memory and element type of a tensor."""
    return _undefined(xp.zeros_like(x, dtype=_like(dtype, x).numpy))


@created(numpy="full_like", example=("full_like(x, 2.5)", "x=tensor([[1.0, 2.0]])"))
def full_like(xp: Any, x: Array, /, fill_value: Number, *, dtype: DTypeLike = None) -> Array:
    """One value in the shape and element type of a tensor."""
    kind = _like(dtype, x).numpy
    return xp.full_like(x, promote.fit(fill_value, kind), dtype=kind)


# New tensors of the element type of another


@own_kind(example=("x.new_zeros([])", "x=tensor([True])"))
def new_zeros(xp: Any, x: Array, /, size: Sizes, *, dtype: DTypeLike = None) -> Array:
    """Zeros of a shape, of the element type of a tensor."""
    return xp.zeros(check_size(size), dtype=_like(dtype, x).numpy)


@own_kind(example=("x.new_ones([])", "x=tensor([True])"))
def new_ones(xp: Any, x: Array, /, size: Sizes, *, dtype: DTypeLike = None) -> Array:
    """Ones of a shape, of the element type of a tensor."""
    return xp.ones(check_size(size), dtype=_like(dtype, x).numpy)


@own_kind(example=("x.new_empty(2, 3).shape", "x=ones(2)"))
def new_empty(xp: Any, x: Array, /, size: Sizes, *, dtype: DTypeLike = None) -> Array:
    """A tensor to be filled, of the element type of a tensor; its elements are zeros."""
    return _undefined(xp.zeros(check_size(size), dtype=_like(dtype, x).numpy))


@own_kind(example=("x.new_empty_strided((), ()).shape", "x=ones(2)"))
def new_empty_strided(
    xp: Any, x: Array, /, size: Sizes, stride: Sizes, *, dtype: DTypeLike = None
) -> Array:
    """A tensor to be filled, with strides and of the element type of a tensor; zeros."""
    return empty_strided.body(xp, size, stride, dtype=_like(dtype, x))


@own_kind(example=("x.new_full((), 3)", "x=tensor([True])"))
def new_full(
    xp: Any, x: Array, /, size: Sizes, fill_value: Number, *, dtype: DTypeLike = None
) -> Array:
    """One value in a shape, of the element type of a tensor."""
    kind = _like(dtype, x).numpy
    return xp.full(check_size(size), promote.fit(fill_value, kind), dtype=kind)


@own_kind(example=("x.new_tensor([1.5, 2])", "x=tensor([1])"))
def new_tensor(xp: Any, x: Array, /, data: Any, *, dtype: DTypeLike = None) -> Array:
    """A tensor of numbers, of the element type of a tensor."""
    if isinstance(data, Tensor):
        warn(_COPY_OF_TENSOR.replace("torch.tensor(", "tensor.new_tensor("), code="copy-construct")
        data = data.array
    return tensor.body(xp, data, dtype=_like(dtype, x))


@created()
def scalar_tensor(xp: Any, /, s: Number, *, dtype: DTypeLike = None) -> Array:
    """A tensor without dimensions, of a number."""
    return promote.fit(s, default_dtype(dtype))


@created(example=("logspace(0, i, 3)", "i=tensor(2)"))
def logspace(
    xp: Any, /, start: Bound, end: Bound, steps: int, base: Real = 10.0, *, dtype: DTypeLike = None
) -> Array:
    """Powers of a base whose exponents are evenly spaced from start to end."""
    low, high = _ends("logspace", start, end)
    if steps < 0:
        raise invalid("number of steps must be non-negative")
    kind = _spaced_kind("logspace", low, high, dtype)
    if kind.kind in "fcV":
        return xp.asarray(base ** linspace.body(xp, low, high, steps, dtype=dtype), dtype=kind)
    first, last = int(low), int(high)
    step = np.float32(last - first) / np.float32(max(steps - 1, 1))
    exponents = first + step * xp.arange(steps, dtype=np.float32)
    return (float(base) ** exponents.astype(np.float64)).astype(kind)


def _triangle(xp: Any, indices: Any, row: int, col: int, offset: int, dtype: DTypeLike) -> Array:
    """Return what a function of NumPy's says of a triangle, as one tensor."""
    for side, count in (("row", row), ("col", col)):
        if count < 0:
            raise invalid(f"{side} must be non-negative, got{count}")
    kind = np.dtype(np.int64) if dtype is None else dtype.numpy
    _refuse_kind(kind, "bfc", indices.__name__)
    return xp.stack(indices(row, offset, col)).astype(kind)


@created()
def tril_indices(
    xp: Any, /, row: int, col: int, offset: int = 0, *, dtype: DTypeLike = None
) -> Array:
    """The rows and the columns of the elements on and below a diagonal."""
    return _triangle(xp, xp.tril_indices, row, col, offset, dtype)


@created()
def triu_indices(
    xp: Any, /, row: int, col: int, offset: int = 0, *, dtype: DTypeLike = None
) -> Array:
    """The rows and the columns of the elements on and above a diagonal."""
    return _triangle(xp, xp.triu_indices, row, col, offset, dtype)


@created()
def empty_strided(xp: Any, /, size: Sizes, stride: Sizes, *, dtype: DTypeLike = None) -> Array:
    """A tensor to be filled, with steps of one's own through its memory; its elements are zeros."""
    if len(size) != len(stride):
        raise invalid(
            f"dimensionality of sizes ({len(size)}) must match dimensionality of strides "
            f"({len(stride)})"
        )
    kind = default_dtype(dtype)
    size = check_size(size)
    reach = sum((n - 1) * s for n, s in zip(size, stride, strict=True))
    if 0 in size:
        reach = -1
    elif any(s < 0 for s in stride) or reach >= 2**63 - 1:
        raise storage_overflow(size, stride)
    steps = [step * kind.itemsize for step in stride]
    return strided_view(_undefined(xp.zeros(reach + 1, dtype=kind)), size, steps)


@created()
def empty_permuted(
    xp: Any, /, size: Sizes, physical_layout: Sizes, *, dtype: DTypeLike = None
) -> Array:
    """A tensor to be filled, whose dimensions lie in memory in an order of one's own; zeros."""
    given, wanted = len(physical_layout), len(size)
    for index, dim in enumerate(physical_layout):
        if not 0 <= dim < wanted and given == wanted:
            between = f"expected to be between 0 and {wanted - 1}, but got {dim} at index {index}"
            raise invalid(f"Dimension out of range ({between}).{_NOT_NEGATIVE}")
    if len(set(physical_layout)) != wanted:
        both = f"i.e. len(size) = {wanted} is not equal to len(physical_layout) = {given}"
        raise invalid(_LENGTHS + both if given != wanted else "Duplicate dim not allowed")
    laid = xp.zeros([check_size(size)[dim] for dim in physical_layout], dtype=default_dtype(dtype))
    return _undefined(laid).transpose([*map(list(physical_layout).index, range(wanted))])


_LENGTHS = "Number of dimensions in size does not match the length of the physical_layout; "
_NOT_NEGATIVE = "  NB: negative dims not currently supported; file an issue if you want it."


def storage_overflow(size: Sizes, stride: Sizes) -> Exception:
    """Return PyTorch's error for strides that no memory has room for."""
    return invalid(
        f"Storage size calculation overflowed with sizes={list(size)} and strides={list(stride)}",
        code="out-of-bounds",
    )
