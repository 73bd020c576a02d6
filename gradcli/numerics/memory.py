"""Memory that arrays lie in: its bounds, views with strides of their own, numbers to tell it by.

Every view whose strides NumPy does not work out itself is made here, once it was checked in exact
integers that it stays within the memory of the array it is a view of. Nothing else here makes
arrays of addresses, and no program sees one. This module knows arrays, not tensors or operators.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from math import prod
from operator import index
from sys import getrefcount
from typing import Any

import numpy as np

from gradcli.errors import op_error

with suppress(MemoryError):
    np.empty(30 * 2**20, np.uint8)
# Who gives back as much as that, the most that counts, is taken by glibc for one who uses as much
# again and again: up to twice that stays from then on, which the system otherwise takes back and
# has to clear each time. Nobody touches these bytes, and so there are none.

_SECRET = os.urandom(16)
"""What hides addresses; a new one for every process."""


_FEW_TIMES = 8  # how many elements there may be for each value that is added
_FEW_PLACES = 4096  # so many are kept


def strided_view(
    array: Any, shape: Sequence[int], strides: Sequence[int], start: int = 0
) -> np.ndarray:
    """Return a view of an array's memory with other sizes and strides.

    ``strides``, and ``start`` counted from the array's first element, are in bytes. Raises
    RuntimeError where an element would lie outside the memory that the array is a part of. What
    cannot be written to in the array cannot be written to in the view.
    """
    # Programs have integers of their own, whose arithmetic must see no address and check nothing.
    shape, strides, start = tuple(map(index, shape)), tuple(map(index, strides)), index(start)
    if type(array) is not np.ndarray and hasattr(array, "strided"):
        return array.strided(shape, strides, start)  # type: ignore[no-any-return]
    array = np.asarray(array)
    if len(shape) != len(strides) or any(size < 0 for size in shape):
        raise op_error(RuntimeError, f"no view has sizes {list(shape)} and strides {list(strides)}")
    if prod(max(size, 1) for size in shape) * array.itemsize >= 2**63:
        raise op_error(RuntimeError, "numel: integer multiplication overflow", code="memory")
    if 0 in shape:
        return np.zeros(shape, array.dtype)[...]
    first = address(array) + start
    low, high = bounds(owner(array))
    begin, end = _reached(first, shape, strides, array.itemsize)
    if begin < low or end > high:
        raise op_error(
            RuntimeError,
            f"a view with sizes {list(shape)} and strides {list(strides)} in bytes would reach "
            "beyond the memory of its tensor",
            code="out-of-bounds",
            operands=(0,),
        )
    view = np.ndarray(shape, array.dtype, _bytes(owner(array)), first - low, strides)
    if not array.flags.writeable:
        view.flags.writeable = False
    return view


def retyped(array: Any, dtype: np.dtype) -> np.ndarray:
    """Return a view of an array's memory whose bytes are elements of another type.

    Truth values are bytes of 0 and 1 to NumPy, which counts on that where it reads memory: as
    numbers they are only read, and only what is so read becomes truth values again. Whether sizes
    and strides allow it is checked by NumPy.
    """
    if type(array) is not np.ndarray:
        if hasattr(array, "whole"):
            return array.view(dtype)  # type: ignore[no-any-return]
        raise op_error(NotImplementedError, "these elements lie in no memory of their own")
    if dtype.kind == "b" and owner(array).dtype.kind != "b":
        raise op_error(
            NotImplementedError,
            "a view of numbers as truth values is left out",
            code="dtype",
            help="copy them instead, as in `!= 0`",
        )
    found = array.view(dtype)
    if array.dtype.kind == "b" != dtype.kind:
        found.flags.writeable = False
    return found if found.size else _spread_empty(array, found)


def parts_of(xp: Any, array: Any) -> Any:
    """Return the parts of complex numbers along a new last dimension; a view."""
    if xp is not np and not hasattr(array, "whole"):
        return xp.parts_of(array)
    parts = (
        array if isinstance(array, np.ndarray) else np.asarray(array)
    ).real  # which has the strides of the complex numbers
    return strided_view(parts, (*parts.shape, 2), (*parts.strides, parts.itemsize))


def complex_of(xp: Any, parts: Any) -> Any:
    """Return complex numbers whose parts lie along the last dimension; a view."""
    if xp is not np and not hasattr(parts, "whole"):
        return xp.complex_of(parts)
    return parts.view(np.dtype(f"c{2 * parts.itemsize}"))[..., 0]


def _spread_empty(array: np.ndarray, found: np.ndarray) -> np.ndarray:
    """Return a view without elements with the steps that it would have with some."""
    steps, sizes = array.strides, [max(size, 1) for size in array.shape]
    if not any(steps):  # as NumPy has it
        steps = tuple(prod(sizes[axis + 1 :]) * array.itemsize for axis in range(len(sizes)))
    return relaid(found, found.shape, [*steps[:-1], found.itemsize][-found.ndim :])


def layout(dtype: Any, shape: Sequence[int], strides: Sequence[int] | None = None) -> np.ndarray:
    """Return an array that has only sizes and strides: nobody may read it, nothing lies behind it.

    It says how the elements of an array would lie that another engine keeps who knows where.
    """
    one = np.empty(1, dtype)
    if strides is None:
        strides = [prod(shape[axis + 1 :]) * one.itemsize for axis in range(len(shape))]
    return relaid(one, shape, strides)


def relaid(layout: np.ndarray, shape: Sequence[int], strides: Sequence[int]) -> np.ndarray:
    """Return a layout that begins where another does, with other sizes and strides."""
    return np.lib.stride_tricks.as_strided(layout, tuple(shape), tuple(strides))


def repeated(number: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Return the element of an array without dimensions under a shape, without copying it."""
    view = np.ndarray(shape, number.dtype, number, 0, (0,) * len(shape))
    view.flags.writeable = False
    return view


def laid(array: Any, steps: tuple[int, ...]) -> Any:
    """Return the elements of an array in memory that steps, in bytes, lead through.

    Where those would write one place twice, or leave the array as it is, that is the array itself.
    """
    if type(array) is not np.ndarray or array.strides == steps or array.size == 0:
        return array
    sizes = [size for size in array.shape if size > 1]
    reaches = [step for size, step in zip(array.shape, steps, strict=True) if size > 1]
    if min(reaches, default=1) <= 0:
        return array
    span = sum((size - 1) * step for size, step in zip(sizes, reaches, strict=True))
    found = strided_view(np.zeros(span // array.itemsize + 1, array.dtype), array.shape, steps)
    found[...] = array
    return found


def like(xp: Any, array: Any) -> Any:
    """Return a copy with an array's own steps, or in order where those lead twice to a place."""
    found = xp.array(array, copy=True, order="C")
    return laid(found, array.strides) if type(array) is np.ndarray else found


def storage_of(array: np.ndarray) -> tuple[np.ndarray, int]:
    """Return the memory that an array lies in, as a flat array, and where the first element lies.

    The place is counted in elements.
    """
    if hasattr(array, "strided"):  # an engine's, whose elements lie in order
        return array.reshape(-1), 0
    low, high = bounds(owner(array))
    size = (high - low) // array.itemsize
    flat = strided_view(array, (size,), (array.itemsize,), low - address(array))
    return flat, (address(array) - low) // array.itemsize


def _bytes(array: np.ndarray) -> np.ndarray:
    """Return all memory between the lowest and the highest byte of an array that owns it."""
    low, high = bounds(array)
    if array.size == 0:
        return np.zeros(0, np.uint8)
    lowest: Any = tuple(slice(1) if step >= 0 else slice(-1, None) for step in array.strides)
    first = array[(*lowest, ...)].reshape(1).view(np.uint8)
    return np.lib.stride_tricks.as_strided(first, (high - low,), (1,))


def from_bytes(data: bytes, dtype: str) -> np.ndarray:
    """Return bytes as an array that cannot be written to."""
    return np.frombuffer(data, dtype)


def _references(container: Any, key: Any) -> int:
    array = container[key]
    return getrefcount(array)


_ALONE = _references([np.empty(0)], 0)  # which depends on how Python counts the names here


def held_only_by(container: Any, key: Any) -> bool:
    """Tell whether nothing holds an array of its own memory but its place in a container."""
    return _references(container, key) == _ALONE


def owner(array: np.ndarray) -> np.ndarray:
    """Return the array that an array's memory belongs to."""
    while (base := _base(array)) is not None:
        array = base
    return array


def _base(array: np.ndarray) -> np.ndarray | None:
    base = array.base
    if not isinstance(base, np.ndarray):
        base = getattr(base, "base", None)  # of what NumPy puts between for strides of one's own
    return base if isinstance(base, np.ndarray) else None


def bounds(array: np.ndarray) -> tuple[int, int]:
    """Return the addresses of the first byte that an array reaches and of the one after it."""
    if array.size == 0:
        return address(array), address(array)
    return _reached(address(array), array.shape, array.strides, array.itemsize)


def _reached(
    first: int, shape: Sequence[int], strides: Sequence[int], itemsize: int
) -> tuple[int, int]:
    steps = [(size - 1) * step for size, step in zip(shape, strides, strict=True)]
    begin = first + sum(step for step in steps if step < 0)
    return begin, first + sum(step for step in steps if step > 0) + itemsize


def in_memory(array: Any) -> Any:
    """Return the array of NumPy's that holds an array, of however many batches."""
    while type(array) is not np.ndarray and hasattr(array, "whole"):
        array = array.whole
    return array


def address(array: np.ndarray) -> int:
    """Return where the first element lies; for comparisons, and never for a program to see."""
    found: int = array.place if hasattr(array, "place") else array.__array_interface__["data"][0]
    return found


def number_of(place: int) -> int:
    """Return a number that stands for an address or a hash of one and that does not tell it.

    It is the same whenever it is asked for in one process, and lies beyond all its memory.
    """
    from _blake2 import blake2b  # by hashlib, OpenSSL would read its configuration

    digest = blake2b(place.to_bytes(16, signed=True), key=_SECRET, digest_size=5).digest()
    return FIRST_NUMBER + int.from_bytes(digest) * 64


FIRST_NUMBER = 2**48
"""Beyond all addresses: from here on there are numbers that stand for them."""


def data_ptr(array: np.ndarray) -> int:
    """Return a number for where an array begins: arrays of one memory lie as far apart by it."""
    if array.size == 0:
        return 0
    low, _ = bounds(owner(array))
    return number_of(low) + address(array) - low


def of_buffer(buffer: memoryview, dtype: np.dtype, count: int, offset: int) -> np.ndarray:
    """Return elements of a buffer as an array of its memory, which NumPy holds it to."""
    return np.frombuffer(buffer, dtype, count, offset)


class UntypedStorage:
    """The bytes that a tensor is a part of."""

    __slots__ = ("elements",)

    def __init__(self, array: np.ndarray) -> None:
        self.elements = storage_of(array)[0]

    def data_ptr(self) -> int:
        """Return a number for where the memory begins."""
        return data_ptr(self.elements)

    def nbytes(self) -> int:
        """Return the number of bytes."""
        return self.elements.nbytes

    def element_size(self) -> int:
        """Return the number of bytes of what is counted: bytes."""
        return 1

    def size(self) -> int:
        """Return the number of elements."""
        return self.nbytes() // self.element_size()

    def resizable(self) -> bool:
        """Tell whether the memory can grow, as any can here."""
        return True

    def tolist(self) -> list[Any]:
        """Return the elements."""
        found: list[Any] = self._shown().tolist()
        return found

    def _shown(self) -> np.ndarray:
        return self.elements.view(np.uint8)

    def __len__(self) -> int:
        return self.size()

    def __getitem__(self, index: int) -> Any:
        return self._shown()[self._place(index)].item()

    def _place(self, index: Any) -> int:
        """Return an index, once it is one of an element."""
        if not isinstance(index, int):
            raise op_error(TypeError, f"can't index a {type(self)} with {type(index)}")
        if not -self.size() <= index < self.size():
            message = f"index {index} out of range for storage of size {self.size()}"
            raise op_error(IndexError, message)
        return index

    def __repr__(self) -> str:
        rows = "".join(f" {value}\n" for value in self.tolist())
        kind = f"{type(self).__name__}({self._kind()}device=cpu)"
        return f"{rows}[torch.storage.{kind} of size {self.size()}]"

    def _kind(self) -> str:
        return ""


class TypedStorage(UntypedStorage):
    """The elements that a tensor has a part of, in the order of memory."""

    __slots__ = ()

    def element_size(self) -> int:
        """Return the number of bytes of an element."""
        return self.elements.itemsize

    def _kind(self) -> str:
        from gradcli.numerics.dtypes import dtype_of

        return f"dtype={dtype_of(self.elements.dtype)!r}, "

    def untyped(self) -> UntypedStorage:
        """Return the bytes."""
        return UntypedStorage(self.elements)

    def _shown(self) -> np.ndarray:
        return self.elements

    def __setitem__(self, index: int | slice, value: float) -> None:
        kind = self.elements.dtype
        if not isinstance(value, int | float | complex):
            raise op_error(TypeError, f"can't assign a {type(value).__name__} to {kind} elements")
        place = index if isinstance(index, slice) else self._place(index)
        try:
            self.elements[place] = value
        except (OverflowError, TypeError, ValueError) as error:
            message = f"value cannot be converted to type {kind} without overflow"
            raise op_error(RuntimeError, message) from error


UntypedStorage.__module__ = TypedStorage.__module__ = "torch.storage"


def turned(xp: Any, array: Any, order: tuple[int, ...]) -> Any:
    """Return an array with its dimensions in another order; of NumPy's own, without the detour."""
    return array.transpose(order) if type(array) is np.ndarray else xp.permute_dims(array, order)


def is_dense(array: np.ndarray) -> bool:
    """Tell whether elements fill a stretch of memory, each in a place of its own."""
    expected = array.itemsize
    for step, size in sorted(zip(array.strides, array.shape, strict=True)):
        if size == 1:
            continue
        if step != expected:
            return False
        expected *= size
    return True


def add_into(xp: Any, array: Any, index: Any, values: Any) -> None:
    """Add values to an array's elements at an index, one after the other where it repeats them."""
    whole = type(array) is np.ndarray is type(values) and array.flags.c_contiguous
    few = array.ndim > 1 and array.size <= _FEW_TIMES * values.size
    if whole and few and array.dtype == values.dtype:
        places = np.arange(array.size).reshape(array.shape)[index]  # NumPy adds faster on one axis
        if places.shape == values.shape:
            array, index, values = array.reshape(-1), places.reshape(-1), values.reshape(-1)
    xp.add.at(array, index, values)


def along(shape: tuple[int, ...], indices: Any, dim: int) -> tuple[Any, ...]:
    """Return the index of an array of a shape where places along one dimension are given."""
    places = (_places if sum(shape) <= _FEW_PLACES else _places.__wrapped__)(shape)
    dim %= len(shape)
    return (*places[:dim], indices, *places[dim + 1 :])


@lru_cache(maxsize=256)
def _places(shape: tuple[int, ...]) -> tuple[np.ndarray, ...]:
    """Return the places along each dimension, in shapes that broadcast together."""
    return np.ogrid[tuple(map(slice, shape))]
