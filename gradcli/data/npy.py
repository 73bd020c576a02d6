"""NumPy's formats: an array (.npy), and an archive of them (.npz). Neither is ever unpickled."""

from __future__ import annotations

import io
import math
import warnings
import zipfile
from typing import Any, BinaryIO

import numpy as np

from gradcli.data.contents import (
    Contents,
    Member,
    check_shape,
    first_line,
    members_of_array,
    pickled,
    view,
)
from gradcli.data.foreign import archive_reason
from gradcli.data.source import MOST_READ, Source, open_source
from gradcli.errors import DataError
from gradcli.numerics.dtypes import is_supported

MAGIC = b"\x93NUMPY"
ZIP = b"PK"
_MOST_MEMBERS = 10_000
_ENDING = ".npy"


def read(source: Source) -> Contents:
    """Read a .npy file."""
    members = _members("", source.stream, source.buffer)
    return Contents("npy", members, members.pop(""))


def _members(name: str, stream: BinaryIO, buffer: memoryview) -> dict[str, Member]:
    """Check a header against the bytes that follow it."""
    dtype, shape, fortran = header(stream)
    offset, need = stream.tell(), math.prod(shape) * dtype.itemsize
    if dtype.hasobject:
        return {name: pickled(shape, len(buffer) - offset)}
    there = len(buffer) - offset
    if need != there:
        raise DataError(f"lies about its size: its header tells of {need} bytes, {there} follow")
    check_shape(dtype, shape)

    def elements() -> np.ndarray:
        return view(buffer, offset, dtype, shape, "F" if fortran else "C")

    return members_of_array(name, shape, dtype, elements)


class Blocks:
    """The array of a .npy file, read a part at a time, and never held as a whole."""

    def __init__(self, path: str) -> None:
        source = open_source(path)
        self.dtype, self.shape, fortran = header(source.stream)
        self.ndim = len(self.shape)
        member = _members("", source.stream, source.buffer)[""]
        if not is_supported(self.dtype.newbyteorder("=")):
            member.read()  # which says what is wrong with it
        offset = len(source.buffer) - member.nbytes
        self._where = (path, self.dtype, "r", offset, self.shape, "F" if fortran else "C")

    def __getitem__(self, key: Any) -> np.ndarray:
        """Read a part; the file is mapped meanwhile, so that its pages are given back."""
        return np.array(np.memmap(*self._where)[key])  # type: ignore[call-overload]


def header(stream: BinaryIO) -> tuple[np.dtype, tuple[int, ...], bool]:
    """Read the header of a .npy file: element type, shape, and whether columns come first."""
    stream.seek(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of headers that Python 2 wrote
        try:
            version = np.lib.format.read_magic(stream)
            if version == (1, 0):
                shape, fortran, dtype = np.lib.format.read_array_header_1_0(stream)
            elif version in ((2, 0), (3, 0)):  # which differ in the names of fields alone
                shape, fortran, dtype = np.lib.format.read_array_header_2_0(stream)
            else:
                raise DataError(f"is of version {version[0]}.{version[1]}, which is not read here")
        except DataError:
            raise
        except Exception as error:  # Python's parser reads the header, and has many ways to fail
            reason = first_line(error, 120)
            raise DataError(f"has a header that makes no sense: {reason}") from error
    if version == (3, 0) and dtype.names:  # the reader of version 2 takes them for Latin-1
        dtype.names = tuple(name.encode("latin-1").decode("utf-8") for name in dtype.names)
    if dtype.subdtype is not None:
        raise DataError("has elements that are arrays themselves: their sizes belong to its shape")
    if any(type(size) is not int or size < 0 for size in shape) or dtype.itemsize == 0:
        raise DataError("has a header that makes no sense: its shape is not one")
    return dtype, shape, fortran


def read_archive(source: Source) -> Contents:
    """Read a .npz file: the headers of its members now, their elements later."""
    try:
        archive = zipfile.ZipFile(source.stream)
        infos = archive.infolist()
        _check(infos)
        members: dict[str, Member] = {}
        for info in infos:
            members |= _packed(archive, info)
    except DataError:
        raise
    except Exception as error:  # zipfile trusts what it reads, and fails in many ways
        raise DataError(f"is a damaged archive: {first_line(error, 120)}") from error
    return Contents("npz", members, next(iter(members.values())) if len(infos) == 1 else None)


def _check(infos: list[zipfile.ZipInfo]) -> None:
    names = [info.filename for info in infos]
    if len(infos) > _MOST_MEMBERS or len(set(names)) < len(names):
        raise DataError("is no .npz file: too many members, or two of one name")
    if not infos or not all(name.endswith(_ENDING) for name in names):
        raise DataError(archive_reason(names))
    if sum(info.file_size for info in infos) > MOST_READ:
        raise DataError(f"unpacks to more than {MOST_READ // 1024**2} MiB")


def _packed(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> dict[str, Member]:
    """Return a member, and its fields; the header alone is unpacked."""
    name = info.filename.removesuffix(_ENDING)
    with archive.open(info) as stream:
        start = io.BytesIO(stream.read(65_536))
    dtype, shape, fortran = header(start)
    if dtype.hasobject:
        return {name: pickled(shape, info.file_size)}
    need = math.prod(shape) * dtype.itemsize
    if need != info.file_size - start.tell():
        there = info.file_size - start.tell()
        raise DataError(
            f"{info.filename} lies about its size: its header tells of {need} bytes, {there} follow"
        )

    def elements() -> np.ndarray:
        try:
            data = bytearray(archive.read(info))
        except Exception as error:
            raise DataError(f"is a damaged archive: {first_line(error, 120)}") from error
        order = "F" if fortran else "C"
        return view(memoryview(data), len(data) - need, dtype, shape, order)

    return members_of_array(name, shape, dtype, elements)
