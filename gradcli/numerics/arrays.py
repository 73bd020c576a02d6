"""What the array API standard lacks, behind a few helpers with a body per engine.

This module knows arrays. It knows no tensors, no operators and no gradients.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import Any

import numpy as np

from gradcli.errors import op_error
from gradcli.numerics.dtypes import NARROW, dtype_of
from gradcli.numerics.memory import add_into, along, repeated

Dims = int | tuple[int, ...] | None

ENGINES: dict[type, Any] = {}
"""The namespace for each type of arrays but NumPy's; empty until another engine is asked for."""


def namespace_of(values: Any) -> Any:
    """Return the namespace for arrays, numbers and sequences of them: the one place to choose it.

    Whoever runs a body asks only where ``ENGINES`` knows an engine besides NumPy.
    """
    pending, seen = [values], set()
    for sequence in pending:  # which grows; data may be nested deeply, and hold themselves
        for value in sequence:
            kind = type(value)
            if kind in ENGINES:
                return ENGINES[kind]
            if (kind is tuple or kind is list) and id(value) not in seen:
                seen.add(id(value))
                pending.append(value)
    return np


def on_engine(operator: Any, operands: Any, attrs: dict[str, Any]) -> tuple[Any, Any]:
    """Return the namespace of a call, and the operands as arrays of its engine.

    Refuses an engine that is none of the ``engines`` of the operator, if it names any.
    """
    xp = namespace_of((*operands, *attrs.values()))
    if xp is np:
        return np, operands
    if operator.engines and xp.name not in operator.engines:
        raise xp.refusal(f"{operator.name}()")
    return xp, [_moved(xp, operand) for operand in operands]


def _moved(xp: Any, operand: Any) -> Any:
    if isinstance(operand, (list, tuple)):
        return type(operand)(_moved(xp, part) for part in operand)
    return xp.array_of(operand) if type(operand) is np.ndarray else operand


def beside(array: np.ndarray, other: Any) -> Any:
    """Return an array of NumPy's on the engine that another array is on."""
    xp = ENGINES.get(type(other))
    return array if xp is None else xp.array_of(array)


def as_array(value: Any) -> Any:
    """Return an array, of whatever engine, as it is, and a number as an array of NumPy's."""
    return value if isinstance(value, np.ndarray) else np.asarray(value)


def widen(array: Any) -> Any:
    """Return an array of a type that NumPy does not compute in as float32; the rest as it is."""
    if getattr(array, "dtype", None) in NARROW:
        return array.astype(np.float32)
    return list(map(widen, array)) if isinstance(array, list) else array


def narrowed(array: Any, dtype: np.dtype) -> Any:
    """Return what was computed in float32 as the narrow type that it was computed from."""
    if array.__class__ is tuple:
        return tuple([narrowed(part, dtype) for part in array])
    with np.errstate(all="ignore"):
        return array.astype(dtype) if array.dtype == np.float32 else array


MOST_PIECES = 10_000_000


def check_count(count: int, what: str) -> None:
    """Refuse to make so many objects of the host at once."""
    if count > MOST_PIECES:
        raise op_error(RuntimeError, f"{count} {what} at once are beyond the limit", code="limit")


def axis(dim: int, ndim: int) -> int:
    """Return a dimension counted from 0; a tensor without dimensions has one to name."""
    count = max(ndim, 1)
    if not -count <= dim < count:
        raise op_error(
            IndexError,
            f"Dimension out of range (expected to be in range of [{-count}, {count - 1}], "
            f"but got {dim})",
            code="dimension",
            operands=(0,),
        )
    return dim % count


def own_axis(dim: int, ndim: int) -> int:
    """Return a dimension counted from 0; a tensor without dimensions has none to name."""
    if ndim == 0:
        raise op_error(
            IndexError,
            f"Dimension specified as {dim} but tensor has no dimensions",
            code="dimension",
            operands=(0,),
        )
    return axis(dim, ndim)


@lru_cache(maxsize=1024)
def axes(dim: Dims, ndim: int) -> tuple[int, ...]:
    """Return the dimensions of a reduction counted from 0; None and () mean all of them."""
    if dim is None or dim == ():
        return tuple(range(ndim))
    found = tuple(axis(d, ndim) for d in (dim if isinstance(dim, tuple) else (dim,)))
    for index, d in enumerate(found):
        if d in found[:index]:
            raise op_error(
                RuntimeError, f"dim {d} appears multiple times in the list of dims", operands=(0,)
            )
    return found if ndim else ()


@lru_cache(maxsize=1024)
def count(shape: tuple[int, ...], dim: Dims) -> int:
    """Return how many elements a reduction combines into one."""
    return prod(shape if dim is None else [shape[d] for d in axes(dim, len(shape))])


def spread(xp: Any, array: Any, shape: tuple[int, ...], dim: Dims, keepdim: bool) -> Any:
    """Repeat the result of a reduction over the shape that was reduced, without copying."""
    if (type(array) is np.ndarray or isinstance(array, np.generic)) and not array.ndim:
        return repeated(np.asarray(array), shape)
    if not keepdim:
        for d in sorted(axes(dim, len(shape))):
            array = xp.expand_dims(array, axis=d)
    return xp.broadcast_to(array, shape)


def broadcast(xp: Any, array: Any, shape: tuple[int, ...]) -> Any:
    """Return a view of an array under a larger shape, which can be written to as the array can."""
    view = xp.broadcast_to(array, shape)
    view.flags.writeable = array.flags.writeable
    return view


def strides(array: Any) -> tuple[int, ...]:
    """Return the steps of an array in elements.

    NumPy gives a new dimension of size 1 the step 0. PyTorch gives it what leads past the next one.
    A fresh array without elements has no steps in NumPy, and here those of sizes that are not 0.
    """
    found: list[int] = []
    if not array.size and not any(array.strides):  # NumPy's are 0
        return contiguous_strides(array.shape)
    size, step = 1, 1
    for length, bytes_ in zip(reversed(array.shape), reversed(array.strides), strict=True):
        step = size * step if length == 1 and not bytes_ else bytes_ // array.itemsize
        found.append(step)
        size = length
    return tuple(reversed(found))


def contiguous_strides(shape: tuple[int, ...]) -> tuple[int, ...]:
    """Return the steps of a tensor in row-major order, in elements."""
    found: list[int] = []
    step = 1
    for length in reversed(shape):
        found.append(step)
        step *= max(length, 1)
    return tuple(reversed(found))


def unsqueezed(array: Any, axis: int) -> Any:
    """Return a view with one more dimension, whose step is PyTorch's where nothing lies apart."""
    if type(array) is np.ndarray and array.flags.c_contiguous:
        return array.reshape((*array.shape[:axis], 1, *array.shape[axis:]))
    return array[(slice(None),) * axis + (None, ...)]


def is_turned(array: Any) -> bool:
    """Tell whether an array is a matrix whose columns lie one after the other in memory."""
    return (
        type(array) is np.ndarray
        and array.ndim == 2
        and array.strides == (array.itemsize, array.itemsize * array.shape[0])
    )


def spread_copy(array: Any) -> Any:
    """Return a copy that repeats what the array repeats, and can be written to.

    Engines other than NumPy repeat nothing in memory.
    """
    if type(array) is not np.ndarray:
        return array.copy(order="K")
    core = tuple(slice(0, 1) if step == 0 else slice(None) for step in array.strides)
    return broadcast(np, np.array(array[core]), array.shape)


def room(xp: Any, shape: tuple[int, ...], index: Any, values: Any) -> Any:
    """Return zeros to write values at an index to: for each sample where either is a batch."""
    for part in (values, *(index if type(index) is tuple else (index,))):
        if type(part) is not np.ndarray and hasattr(part, "room"):
            return part.room(shape, values.dtype)
    return xp.zeros(shape, dtype=values.dtype)


def add_at(xp: Any, shape: tuple[int, ...], index: Any, values: Any) -> Any:
    """Return zeros of a shape with values added at an index; repeated indices add up."""
    array = room(xp, shape, index, values)
    add_into(xp, array, index, values)
    return array


def put(xp: Any, shape: tuple[int, ...], index: Any, values: Any) -> Any:
    """Return zeros of a shape with values at an index that names no element twice."""
    array = room(xp, shape, index, values)
    array[index] = values
    return array


def take_along(xp: Any, array: Any, indices: Any, dim: int) -> Any:
    """Pick one element along a dimension for each index."""
    if type(array) is np.ndarray is type(indices):
        return array[along(array.shape, indices, dim)]
    return np.take_along_axis(array, indices, axis=dim)


def put_along(xp: Any, shape: tuple[int, ...], indices: Any, values: Any, dim: int) -> Any:
    """Return zeros of a shape with values at the indices along a dimension."""
    if xp is np:
        return put(xp, shape, along(shape, indices, dim), values)
    array = room(xp, shape, indices, values)
    np.put_along_axis(array, indices, values, axis=dim)
    return array


def of(value: Any) -> Any:
    """Return the array of a tensor, or an array itself."""
    return value.array if hasattr(value, "array") else value


def like(model: Any, array: Any) -> Any:
    """Return an array in the form that another value has: an array or a tensor."""
    return model.__array_wrap__(array) if hasattr(model, "array") else array


def diagonal_view(array: Any, offset: int, first: int, second: int) -> Any:
    """Return a diagonal of two axes as the last axis, in the same memory."""
    if not -array.shape[first] <= offset <= array.shape[second]:  # it would lie outside
        offset = array.shape[second]
    view = np.diagonal(array, offset, first, second)
    view.flags.writeable = array.flags.writeable
    return view


def compact(xp: Any, array: Any) -> Any:
    """Return an array whose elements lie in row-major order."""
    return array if array.flags.c_contiguous else xp.asarray(array, order="C")


def reshape_view(array: Any, shape: tuple[int, ...]) -> Any | None:
    """Return the array under another shape in the same memory, or None if that cannot be."""
    try:
        return np.reshape(array, shape, copy=False)
    except ValueError:
        return None


def dense(result: Any) -> Any:
    """Return an array, or each of several, with its elements in order and without gaps."""
    if isinstance(result, tuple):
        return tuple(map(dense, result))
    return result if result.flags.c_contiguous else result.copy(order="C")


def in_order(result: Any, operands: list[Any]) -> Any:
    """Return an elementwise result in the order in memory that PyTorch gives it.

    That is the order of the first operand that tells two dimensions apart. NumPy's differs where
    operands disagree, and where one repeats its elements.
    """
    if type(result) is not np.ndarray:
        return result
    shape, numbers, apart, unlike = result.shape, False, False, False
    # Dimensions of size 1 may have any steps, which PyTorch looks at where shapes differ, as that
    # of a number does.
    strides = result.strides if 1 in shape and result.flags.c_contiguous else None
    for x in operands:
        if not isinstance(x, np.ndarray):
            numbers = True
        elif not x.flags.c_contiguous:
            break
        elif strides is not None and x.strides != strides:
            apart, unlike = True, unlike or x.shape != shape
    else:
        if not (apart if numbers else unlike):
            return result
    from gradcli.numerics.layout import ordered_as  # few programs turn arrays round

    return ordered_as(result, [x for x in operands if isinstance(x, np.ndarray)])


def explain_refusal(name: str, error: Exception, operands: list[Any]) -> None:
    """Raise an error of the operator ``name`` for operands that NumPy refused.

    PyTorch's words are used for shapes that do not broadcast; the rest keeps NumPy's, because an
    operator that PyTorch would have refused with words of its own should check for it.
    """
    arrays = [(i, x) for i, x in enumerate(operands) if isinstance(x, np.ndarray)]
    if isinstance(error, MemoryError) or "too big" in str(error) or "Maximum" in str(error):
        raise op_error(
            RuntimeError, f"not enough memory for the result of {name}()", code="memory"
        ) from None
    _check_together(arrays)
    if "not supported for the input types" in str(error) and arrays:
        place, culprit = next(((i, x) for i, x in arrays if x.dtype.kind == "c"), arrays[0])
        kind = dtype_of(culprit.dtype).scalar_name
        message = f"\"{name}_cpu\" not implemented for '{kind}'"
        raise op_error(NotImplementedError, message, code="dtype", operands=(place,)) from None
    raise op_error(RuntimeError, f"{name}(): {error}", code="operands") from None


def _check_together(arrays: list[tuple[int, np.ndarray]]) -> None:
    """Raise PyTorch's error for the first operand that does not broadcast with those before it."""
    for count in range(1, len(arrays)):
        (before, _), (here, array) = arrays[count - 1], arrays[count]
        shape = np.broadcast_shapes(*[x.shape for _, x in arrays[:count]])
        check_broadcast(shape, array.shape, (before, here))


def check_broadcast(
    a: tuple[int, ...], b: tuple[int, ...], operands: tuple[int, int] = (0, 1)
) -> None:
    """Raise PyTorch's error for two shapes that do not broadcast."""
    length = max(len(a), len(b))
    left, right = (1,) * (length - len(a)) + a, (1,) * (length - len(b)) + b
    for axis in reversed(range(length)):
        if left[axis] != right[axis] and 1 not in (left[axis], right[axis]):
            raise op_error(
                RuntimeError,
                f"The size of tensor a ({left[axis]}) must match the size of tensor b "
                f"({right[axis]}) at non-singleton dimension {axis}",
                code="shape-mismatch",
                operands=operands,
            ) from None


def broadcast_shapes(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    """Return the shape that two shapes broadcast to, or raise PyTorch's error."""
    check_broadcast(a, b)
    pairs = zip((1,) * (len(b) - len(a)) + a, (1,) * (len(a) - len(b)) + b, strict=True)
    return tuple([m if n == 1 else n for n, m in pairs])  # NumPy's goes to 32 dimensions


def expanded_shape(
    shape: tuple[int, ...], size: tuple[int, ...], kind: str = "torch.FloatTensor"
) -> tuple[int, ...]:
    """Return the sizes that a shape expands to (-1 keeps one), or raise PyTorch's error."""
    extra = len(size) - len(shape)
    if extra < 0:
        raise op_error(
            RuntimeError,
            f"expand({kind}{{{list(shape)}}}, size={list(size)}): the number of sizes provided "
            f"({len(size)}) must be greater or equal to the number of dimensions in the tensor "
            f"({len(shape)})",
            code="shape-mismatch",
            operands=(0,),
        )
    sizes = list(size)
    for dim in reversed(range(len(size))):
        old = shape[dim - extra] if dim >= extra else None
        if sizes[dim] == -1 and old is not None:
            sizes[dim] = old
        elif old not in (None, 1, sizes[dim]) or sizes[dim] < 0:
            raise op_error(
                RuntimeError,
                f"The expanded size of the tensor ({size[dim]}) must match the existing size "
                f"({old}) at non-singleton dimension {dim}.  Target sizes: {list(size)}.  "
                f"Tensor sizes: {list(shape)}",
                code="shape-mismatch",
                operands=(0,),
            )
    return tuple(sizes)


_PRECISE = 4096


def precise(function: Any, x: Any) -> Any:
    """Apply an elementary function of the namespace; float32 numbers are rounded once, at the end.

    PyTorch's own functions give that in all but one of a hundred cases, NumPy's in two of three.
    Arrays so long that nobody reads their digits are left to the quicker function.
    """
    if getattr(x, "dtype", None) == np.float32 and x.size <= _PRECISE:
        return function(x.astype(np.float64)).astype(np.float32)
    return function(x)


def multiply_add(xp: Any, a: Any, b: Any, c: Any) -> Any:
    """Return ``a * b + c`` of floating-point numbers of one type, rounded once at the end.

    Processors have an instruction for it, which PyTorch's kernels are compiled to. Other types,
    and arrays so long that nobody reads their digits, are computed as they come.
    """
    kind = xp.result_type(a, b, c)
    if kind.kind != "f" or max(map(np.size, (a, b, c))) > 16 * _PRECISE:
        return a * b + c
    if kind != np.float64:
        a, b, c = [x.astype(np.float64) if hasattr(x, "astype") else float(x) for x in (a, b, c)]
        return (a * b + c).astype(kind)
    product = a * b
    total = product + c
    rest = total - product
    lost = (product - (total - rest)) + (c - rest)  # of the sum
    (a_high, a_low), (b_high, b_low) = _halves(a), _halves(b)
    missing = ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low
    exact = total + (lost + missing)
    return xp.where(xp.isfinite(exact), exact, total)


def _halves(number: Any) -> tuple[Any, Any]:
    """Split float64 numbers into two of half as many bits, whose products are exact."""
    scaled = number * 134217729.0  # 2**27 + 1
    high = scaled - (scaled - number)
    return high, number - high
