"""What a file of numbers holds: named arrays, which are read when they are asked for."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable, Mapping
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
        raise UnusableError(f"holds elements of {_kind(native)}, which tensors do not have")
    return array if array.dtype == native else array.astype(native)


def _kind(dtype: np.dtype) -> str:
    return "several fields" if dtype.names else str(dtype)


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
