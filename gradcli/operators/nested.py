"""Numbers in nested sequences, as users write tensors: their shape, in order, and their type."""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np

from gradcli.core import promote
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.core.warn import warn
from gradcli.numerics import arrays
from gradcli.numerics.dtypes import INTEGER, DType, dtype_of
from gradcli.operators.refusals import invalid, type_error, value_error


def check_fits(flat: list[Any], dtype: DType) -> None:
    """Raise PyTorch's error for numbers that an element type does not hold."""
    whole = dtype.category == INTEGER
    for value in flat:
        if isinstance(value, complex):
            wrong = "'complex' object cannot be interpreted as an integer"
            raise type_error(wrong if whole else "must be real number, not complex")
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise value_error("Overflow when unpacking long long")
        if whole and promote.exceeds(value, dtype.numpy):
            raise invalid(f"value cannot be converted to type {dtype.name} without overflow")


def flatten(data: Any) -> tuple[tuple[int, ...], list[Any]]:
    """Return the shape of nested sequences and their numbers in order; no recursion."""
    shape: list[int] = []
    level = [_rows(data)]
    while level and any(isinstance(item, (list, tuple, range)) for item in level):
        length = len(level[0]) if isinstance(level[0], (list, tuple, range)) else None
        for item in level:
            if length is None:
                raise _no_number(level)
            if not isinstance(item, (list, tuple, range)):
                raise type_error("not a sequence")
            if len(item) != length:
                message = (
                    f"expected sequence of length {length} at dim {len(shape)} (got {len(item)})"
                )
                raise value_error(message)
        shape.append(length or 0)
        if len(shape) > _MOST_DIMENSIONS:
            raise invalid(f"too many dimensions '{type(level[0]).__name__}'", ValueError)
        arrays.check_count(len(level) * (length or 0), "numbers")
        level = [_rows(element) for item in level for element in item]
    if any(isinstance(item, (Tensor, np.ndarray)) for item in level):
        return _flatten_tensors(shape, level)
    return tuple(shape), level


def _no_number(level: list[Any]) -> Exception:
    """Make the error for a sequence that stands where numbers were before."""
    rows = [item for item in level if isinstance(item, (list, tuple, range))]
    if any(part is row for row in rows for part in row):
        return type_error("new(): self-referential lists are incompatible")
    kind = type(rows[0]).__name__
    if isinstance(level[0], int):
        return type_error(f"'{kind}' object cannot be interpreted as an integer")
    return type_error(f"must be real number, not {kind}")


_MOST_DIMENSIONS = 64  # that NumPy's arrays have; PyTorch's limit is 128


def _rows(value: Any) -> Any:
    """Return an array with dimensions, and a sequence of any class, as a list; others as they are.

    An array without dimensions is a number here, and so is what has no length after all.
    """
    if isinstance(value, np.ndarray):
        if not value.ndim:
            return value
        warn(_SLOW, code="slow", once=True)
        return list(value)
    kind = type(value)
    if issubclass(kind, _NO_SEQUENCES) or not hasattr(kind, "__getitem__"):
        return value
    return _listed(value) if hasattr(kind, "__len__") else value


_NUMBERS = (bool, int, float, complex, np.generic)
_NO_SEQUENCES = (*_NUMBERS, list, tuple, range, str, bytes, dict, Tensor)


def _listed(value: Any) -> Any:
    """Return a list of the elements of a sequence of any class, or what has no length as it is."""
    try:
        count = len(value)
    except TypeError:
        return value
    arrays.check_count(count, "numbers")
    try:
        return [value[index] for index in range(count)]
    except (TypeError, LookupError, ValueError, AttributeError) as error:
        if str(error).endswith("is not subscriptable"):  # a program's object, whose class has none
            return value
        message = f"could not determine the shape of object type '{type(value).__name__}'"
        raise value_error(message) from None


_SLOW = (
    "Creating a tensor from a list of numpy.ndarrays is extremely slow. Please consider converting "
    "the list to a single numpy.ndarray with numpy.array() before converting to a tensor."
)


def _flatten_tensors(shape: list[int], level: list[Any]) -> tuple[tuple[int, ...], list[Any]]:
    """Take the numbers out of tensors of one element among the innermost values."""
    found = []
    for item in level:
        array = getattr(item, "array", item)
        if isinstance(item, Tensor):
            item.warn_of_conversion()
            if hasattr(array, "whole"):  # a part of a batch, which ``vmap`` refuses
                STATE.tell("left", item)
        if getattr(array, "size", 1) != 1 or (not shape and getattr(array, "ndim", 0)):
            message = "only one element tensors can be converted to Python scalars"
            raise value_error(message)
        found.append(array.reshape(())[()] if isinstance(array, np.ndarray) else array)
    return tuple(shape), found


def inferred(flat: list[Any]) -> DType:
    """Return the element type of Python numbers together."""
    if not flat:
        return STATE.default_dtype
    for value in flat:
        if isinstance(value, (str, bytes)):
            raise type_error(f"new(): invalid data type '{type(value).__name__}'")
        if not isinstance(value, (bool, int, float, complex, np.generic)):
            raise invalid(f"Could not infer dtype of {type(value).__name__}")
    kinds = {type(value): value for value in flat}.values()
    dtypes = [dtype_of(v.dtype) if hasattr(v, "dtype") else promote.number_dtype(v) for v in kinds]
    return reduce(promote.promote_types, dtypes)
