"""What a file of numbers holds: named arrays, which are read when they are asked for."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

import numpy as np

from gradcli.errors import DataError
from gradcli.numerics.dtypes import is_supported
from gradcli.numerics.memory import of_buffer


class UnusableError(DataError):
    """Elements that no tensor has, as texts are; the file that holds them is all right."""


class Member(NamedTuple):
    """One array of a file; ``read`` gives its elements.

    ``dtype`` is the file's own word for its elements. ``typed`` tells that the file chose it; the
    numbers of a text take the default type of the program.
    """

    shape: tuple[int, ...]
    dtype: str
    nbytes: int
    read: Callable[[], np.ndarray]
    typed: bool = True


class Contents(NamedTuple):
    """The format of a file, its members by name, and what it is as a whole, if that is an array."""

    format: str
    members: Mapping[str, Member]
    whole: Member | None = None


def member_of(array: np.ndarray, typed: bool = True) -> Member:
    """Return an array that is in memory as a member."""
    return Member(array.shape, str(array.dtype), array.nbytes, lambda: array, typed)


def members_of_array(
    name: str, shape: tuple[int, ...], dtype: np.dtype, read: Callable[[], np.ndarray]
) -> dict[str, Member]:
    """Return an array as a member, and each of its fields, if it has some, as one behind a dot."""
    nbytes = math.prod(shape) * dtype.itemsize
    found = {name: Member(shape, _word(dtype), nbytes, lambda: usable(read()))}
    for field in dtype.names or ():
        part = dtype[field]
        size = math.prod(shape) * part.itemsize
        found[f"{name}.{field}".removeprefix(".")] = Member(
            (*shape, *part.shape), _word(part.base), size, partial(_field, read, field)
        )
    return found


def _word(dtype: np.dtype) -> str:
    return str(dtype) if dtype.names is None else f"{len(dtype.names)} fields"


def _field(read: Callable[[], np.ndarray], field: str) -> np.ndarray:
    return usable(np.ascontiguousarray(read()[field]))


def text_member(shape: tuple[int, ...], nbytes: int, kind: str = "text") -> Member:
    """Return a member that holds something else than numbers."""
    return unreadable(shape, nbytes, kind, f"holds {kind}, not numbers")


def pickled(shape: tuple[int, ...], nbytes: int) -> Member:
    """Return a member of Python objects."""
    reason = "holds Python objects, which only a pickle could read; nothing is unpickled"
    return unreadable(shape, nbytes, "object", reason)


def unreadable(shape: tuple[int, ...], nbytes: int, dtype: str, reason: str) -> Member:
    """Return a member that is listed, and refused when it is read."""

    def read() -> np.ndarray:
        raise UnusableError(reason)

    return Member(shape, dtype, nbytes, read)


def usable(array: np.ndarray) -> np.ndarray:
    """Return an array in the byte order of this machine; refuse types that no tensor has."""
    native = array.dtype.newbyteorder("=")
    if not is_supported(native):
        raise UnusableError(_unsupported(native))
    return array if array.dtype == native else array.astype(native)


def _unsupported(dtype: np.dtype) -> str:
    """Say what elements are that no tensor has, and what to do."""
    if dtype.names:
        fields = ", ".join(dtype.names)[:80]
        return f"holds elements of several fields, which no tensor has; choose one of {fields}"
    if dtype.kind == "V":
        return f"holds raw bytes ({dtype}); bfloat16 and its like are kept by .safetensors alone"
    words = {"U": "texts", "S": "texts", "T": "texts", "M": "dates", "m": "durations"}
    kind = words.get(dtype.kind)
    if kind is not None:
        return f"holds {kind} ({dtype}), which tensors do not have; save numbers instead"
    return f"holds elements of {dtype}, which tensors do not have"


def check_shape(dtype: np.dtype, shape: tuple[int, ...]) -> None:
    """Refuse a shape that no array can have, also where one of its sizes is 0."""
    if len(shape) > 32:
        raise DataError(f"has {len(shape)} dimensions; 32 are the limit")
    if math.prod(filter(None, shape)) * dtype.itemsize > sys.maxsize:
        raise DataError("tells of a shape beyond what any array has")


def view(
    buffer: memoryview, offset: int, dtype: np.dtype, shape: tuple[int, ...], order: str = "C"
) -> np.ndarray:
    """Return a piece of a file as an array; it must be all there. Nothing is copied if aligned."""
    count = math.prod(shape)
    check_shape(dtype, shape)
    if offset < 0 or offset + count * dtype.itemsize > len(buffer):
        need = count * dtype.itemsize
        raise DataError(f"is cut short: {need} bytes are to follow, {len(buffer) - offset} do")
    if not count:
        return np.empty(shape, dtype)
    flat = of_buffer(buffer, dtype, count, offset)
    if not flat.flags.aligned:
        flat = flat.copy()
    return flat.reshape(shape, order="F" if order == "F" else "C")


_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")


def first_line(error: Exception, most: int) -> str:
    """Return what a library says of a file, but for addresses of objects that it has made of it."""
    return (_ADDRESS.sub("", str(error)).splitlines() or [type(error).__name__])[0][:most]
