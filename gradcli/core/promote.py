"""Which element type an operation computes in, by PyTorch's rules.

A Python number, and a tensor without dimensions beside one that has some, can raise the category
(bool < integer < floating < complex) of the result, never the width within it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from functools import reduce
from operator import index
from typing import Any

import numpy as np

from gradcli.core.state import STATE
from gradcli.core.warn import warn
from gradcli.errors import op_error
from gradcli.numerics import dtypes
from gradcli.numerics.dtypes import COMPLEX, FLOATING, DType


def number_dtype(value: complex) -> DType:
    """Return the element type of a Python number."""
    if isinstance(value, bool):
        return dtypes.bool_
    if isinstance(value, int):
        return dtypes.int64
    if isinstance(value, float):
        return STATE.default_dtype
    return dtypes.complex_of(STATE.default_dtype)


def operand_dtype(value: complex) -> DType:
    """Return the element type of a Python number that is an operand."""
    return dtypes.uint64 if isinstance(value, int) and value >= 2**63 else number_dtype(value)


_LIMITED = (dtypes.uint16, dtypes.uint32, dtypes.uint64)
"""Types that PyTorch promotes to floating-point ones alone."""


def promote_types(a: DType, b: DType) -> DType:
    """Return the smallest element type that holds both."""
    if a is b:
        return a
    low, high = sorted((a, b), key=lambda dtype: dtype.category)
    if low in _LIMITED and high.category == FLOATING:
        return high
    if low in _LIMITED or high in _LIMITED:
        raise op_error(
            RuntimeError,
            "Promotion for uint16, uint32, uint64 types is not supported, attempted to promote "
            f"{a.scalar_name} and {b.scalar_name}",
            code="dtype",
        )
    if low.category < high.category and low.category < FLOATING:
        return high
    if dtypes.bfloat16 in (low, high):  # as wide as float16, and neither holds the other
        return (
            dtypes.float32
            if low.itemsize == high.itemsize
            else max(low, high, key=lambda dtype: dtype.itemsize)
        )
    return dtypes.dtype_of(np.promote_types(a.numpy, b.numpy))


def _join(higher: DType | None, lower: DType | None) -> DType | None:
    """Let ``lower`` raise the category of ``higher`` and nothing else."""
    if higher is None or lower is None or higher is lower:
        return higher or lower
    if higher.category == FLOATING and lower.category == COMPLEX:
        return dtypes.complex_of(higher)
    if higher is dtypes.bool_:
        return promote_types(higher, lower)
    return lower if lower.category > higher.category else higher


def result_type(operands: Iterable[Any]) -> DType:
    """Return the element type for an operation on arrays and Python numbers together."""
    groups: list[DType | None] = [None, None, None]  # arrays, 0-d arrays, numbers
    for operand in operands:
        if hasattr(operand, "dtype"):
            group, dtype = int(operand.ndim == 0), dtypes.dtype_of(operand.dtype)
        else:
            group, dtype = 2, operand_dtype(operand)
        seen = groups[group]
        groups[group] = dtype if seen is None else promote_types(seen, dtype)
    joined = _join(groups[0], _join(groups[1], groups[2]))
    assert joined is not None, "an operation has at least one operand"
    return joined


def to_common(operands: list[Any], *, floating: bool = False) -> list[Any]:
    """Convert operands to their result type, or at least to the default floating-point type.

    A Python number stays one where NumPy lets it follow the other operands anyway; integers that
    do not fit an integer array wrap around, as in PyTorch.
    """
    dtype = result_type(operands)
    if floating and dtype.category < FLOATING:
        dtype = STATE.default_dtype
    with np.errstate(all="ignore"):
        return [cast(operand, dtype.numpy) for operand in operands]


def cast(operand: Any, dtype: np.dtype) -> Any:
    """Convert an array or number; integers that do not fit wrap around."""
    if hasattr(operand, "dtype"):
        return operand if operand.dtype == dtype else operand.astype(dtype)
    if isinstance(operand, int) and dtype.kind in "iu":
        return np.array(operand & 0xFFFFFFFFFFFFFFFF, np.uint64).astype(dtype)
    return np.array(float(operand) if dtype.kind == "V" else operand, dtype)


def real_part(x: Any) -> Any:
    """Return the real part of complex numbers that become real ones, and warn once of the other."""
    if STATE.passing is None:  # a gradient of what is real has none that counts
        warn("Casting complex values to real discards the imaginary part", once=True)
    return x.real


def fit(value: Any, dtype: np.dtype) -> Any:
    """Convert a number, or an array without dimensions, that an operator writes or compares with.

    Refuses, as PyTorch does, what the element type does not hold; negative integers of unsigned
    types wrap around.
    """
    if hasattr(value, "whole"):  # each sample of a batch has its own
        return cast(value, dtype)
    number = value.item() if isinstance(value, (np.ndarray, np.generic)) else value
    if exceeds(number, dtype):
        name = _FIXED.get(dtype.name, dtypes.dtype_of(dtype).c_name)
        message = f"value cannot be converted to type {name} without overflow"
        raise op_error(RuntimeError, message, code="dtype")
    if isinstance(number, complex) and dtype.kind not in "cb":
        number = number.real
    return cast(int(number) if dtype.kind in "iu" else number, dtype)


def factor(value: Any, dtype: np.dtype) -> Any:
    """Convert a number that PyTorch's kernels for float16 compute with in float32."""
    return cast(fit(value, _SINGLE), dtype) if dtype.name == "float16" else fit(value, dtype)


def choice(value: Any, dtype: np.dtype) -> Any:
    """Convert an operand; numbers have to fit, but for those of float16."""
    loose = isinstance(value, np.ndarray) or dtype.name == "float16"
    return cast(value, dtype) if loose else fit(value, dtype)


def exceeds(number: Any, dtype: np.dtype) -> bool:
    """Tell whether an element type does not hold a number, apart from its digits."""
    kind = dtype.kind
    if kind == "b":
        return False
    if isinstance(number, complex):
        parts = (number.real, number.imag if kind == "c" else 0.0)
        return (kind != "c" and number.imag != 0) or any(exceeds(part, dtype) for part in parts)
    if kind in "iu":
        info = np.iinfo(dtype)
        low = -info.max if kind == "u" and isinstance(number, int) else info.min
        return not low <= number <= info.max
    return math.isfinite(number) and abs(number) > _LARGEST.get(dtype.name, math.inf)


_FIXED = {f"{sign}int{bits}": f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 64)}
_LARGEST = {"float16": 65504.0, "bfloat16": 3.3895313892515355e38} | dict.fromkeys(
    ("float32", "complex64"), 3.4028234663852886e38
)


def whole_sizes(sizes: Iterable[Any]) -> list[int]:
    """Return sizes as integers, which tensors of one integer are, too; others are a TypeError."""
    found = []
    for at, size in enumerate(sizes):
        try:
            found.append(index(size))
        except TypeError:
            raise op_error(
                TypeError,
                f"torch.Size() takes an iterable of 'int' (item {at} is '{type(size).__name__}')",
            ) from None
    return found


def check_integer(value: int) -> None:
    """Refuse, as PyTorch does, a Python integer beyond 64 bits."""
    if value >= 2**64:
        raise op_error(OverflowError, "int too big to convert")
    if value < -(2**63):
        raise op_error(OverflowError, "can't convert negative int to unsigned")


_PLAIN = (bool, int, float, complex)


def plain(number: Any) -> Any:
    """Return a number of Python's own, of NumPy's scalars and of classes that derive from one."""
    if number.__class__ in _PLAIN:
        return number
    if isinstance(number, np.generic):
        return number.item()
    kind: Any = next(kind for kind in _PLAIN if isinstance(number, kind))
    return kind.__pos__(number)


def _to_floating(array: Any) -> Any:
    """Convert an array of integers or bools to the default floating-point type."""
    if array.dtype.kind in dtypes.DIFFERENTIABLE:
        return array
    return array.astype(STATE.default_dtype.numpy)


# What ``promotes=`` of a declaration can say


def common(arrays: list[Any]) -> list[Any]:
    """Promote to PyTorch's result type; leave alone what NumPy promotes in the same way."""
    first = arrays[0]
    dtype = first.dtype if first.__class__ is _ndarray else None
    for array in arrays:
        if array.__class__ is _ndarray:
            if array.dtype is not dtype:
                return to_common(arrays)
        elif array.__class__ not in _REAL or (dtype is not _SINGLE and dtype is not _DOUBLE):
            return to_common(arrays)
    return arrays


def by_types(arrays: list[Any]) -> list[Any]:
    """Promote as if all arrays had as many dimensions."""
    dtype = reduce(promote_types, [dtypes.dtype_of(array.dtype) for array in arrays]).numpy
    return [cast(array, dtype) for array in arrays]


def common_fitting(arrays: list[Any]) -> list[Any]:
    """Promote to PyTorch's result type, which every number has to fit."""
    dtype = result_type(arrays).numpy
    return [cast(a, dtype) if isinstance(a, np.ndarray) else fit(a, dtype) for a in arrays]


def common_signed(arrays: list[Any]) -> list[Any]:
    """Promote for a subtraction, which PyTorch refuses for bools."""
    if any(array.__class__ is bool or _holds_bools(array) for array in arrays):
        _refuse_bools(arrays)
    return common(arrays)


def _holds_bools(array: Any) -> bool:
    return array.__class__ is _ndarray and array.dtype.kind == "b"


def _refuse_bools(arrays: list[Any]) -> None:
    advice = (
        "with two bool tensors is not supported. Use the `^` or `logical_xor()` operator"
        if all(map(_holds_bools, arrays))
        else "with a bool tensor is not supported. If you are trying to invert a mask, use the "
        "`~` or `logical_not()` operator"
    )
    raise op_error(RuntimeError, f"Subtraction, the `-` operator, {advice} instead.", code="dtype")


def common_floating(arrays: list[Any]) -> list[Any]:
    """Promote to PyTorch's result type, integers to the default floating-point type."""
    promoted = common(arrays)
    if any(getattr(array, "dtype", _SINGLE).kind in "biu" for array in promoted):
        return to_common(arrays, floating=True)
    return promoted


def scaling(arrays: list[Any]) -> list[Any]:
    """Promote for a product; a number beside half precision stays one, as kernels take it."""
    promoted = common(arrays)
    if getattr(promoted[0], "dtype", None) not in dtypes.NARROW:
        return promoted
    first = promoted[0] if hasattr(arrays[0], "dtype") else _number(arrays[0], promoted[0])
    return _beside(first, arrays[1], promoted[1])


def scaling_floating(arrays: list[Any]) -> list[Any]:
    """Promote for a quotient; a number that divides half precision stays one."""
    return _divided(arrays, common_floating(arrays))


def dividing(arrays: list[Any]) -> list[Any]:
    """Promote for a quotient that is rounded, as for any other but that integers stay integers."""
    return _divided(arrays, common(arrays))


def _divided(arrays: list[Any], promoted: list[Any]) -> list[Any]:
    if getattr(promoted[0], "dtype", None) not in dtypes.NARROW:
        return promoted
    return _beside(promoted[0], arrays[1], promoted[1])


def _beside(first: Any, given: Any, promoted: Any) -> list[Any]:
    """Return both operands of half precision; the first has the dimensions of both."""
    ndim = getattr(given, "ndim", 0)
    if ndim > np.ndim(first) and given.size == 1:
        first = np.reshape(first, (1,) * (ndim - np.ndim(first)) + np.shape(first))
    return [first, _number(given, promoted)]


def _number(given: Any, promoted: Any) -> Any:
    """Return a number, or a single element of a wider type, in float32's digits."""
    with np.errstate(all="ignore"):
        if not hasattr(given, "dtype"):
            return float(_SINGLE.type(given))
        wider = given.size == 1 and given.dtype != promoted.dtype
        return float(given.astype(_SINGLE).item()) if wider else promoted


def floating(arrays: list[Any]) -> list[Any]:
    """Convert integers to the default floating-point type, each operand on its own."""
    return [_to_floating(array) for array in arrays]


def like_first(arrays: list[Any]) -> list[Any]:
    """Convert to the first operand's type; without imaginary parts where that has none."""
    dtype = arrays[0].dtype
    real = dtype.kind != "c"
    return [cast(a.real if real and a.dtype.kind == "c" else a, dtype) for a in arrays]


UNIFORM = frozenset(
    {None, common, common_floating, common_signed, floating, scaling, scaling_floating}
)
"""Those that leave arrays of one floating-point type, and numbers beside them, as they are."""


def limited(
    promotes: Callable[[list[Any]], list[Any]], kernel: str, kinds: str = "f"
) -> Callable[[list[Any]], list[Any]]:
    """Promote, and refuse the kinds of elements that PyTorch's kernel does not have.

    ``kinds`` are NumPy's letters of kinds: b for bools, i and u for integers, f, and c.
    """

    def promote(arrays: list[Any]) -> list[Any]:
        arrays = promotes(arrays)
        for array in arrays:
            dtype = getattr(array, "dtype", None)
            if dtype is not None:
                if dtype.kind.replace("V", "f") not in kinds:  # V is the kind of bfloat16
                    check_shapes(arrays)
                    raise unsupported(kernel, dtype)
                break
        return arrays

    return promote


def check_shapes(operands: list[Any]) -> None:
    """Refuse two operands that do not broadcast, as is done before a kernel refuses their type."""
    from gradcli.numerics.arrays import check_broadcast

    shapes = [operand.shape for operand in operands if hasattr(operand, "shape")]
    if len(shapes) == 2:
        check_broadcast(*shapes)


def unsupported(kernel: str, dtype: np.dtype) -> Exception:
    """Return PyTorch's error for an element type that one of its kernels does not have."""
    name = dtypes.dtype_of(dtype).scalar_name
    return op_error(
        NotImplementedError,
        f"\"{kernel}\" not implemented for '{name}'",
        code="dtype",
        operands=(0,),
    )


_SINGLE, _DOUBLE = np.dtype(np.float32), np.dtype(np.float64)
_REAL = (float, int)
_ndarray = np.ndarray


def is_integer(value: Any) -> bool:
    """Tell whether a value is an integer, which a tensor of one can be too, and no bool."""
    if value.__class__ is int:  # as most are
        return True
    array = getattr(value, "array", value)
    if isinstance(array, np.ndarray):
        return array.ndim == 0 and array.dtype.kind in "iu"
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool)
