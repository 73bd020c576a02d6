"""Where the bytes of a file of numbers come from: the disk, mapped into memory, or standard input.

This module knows files, pipes and limits. It does not know formats.
"""

from __future__ import annotations

import io
import mmap
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, BinaryIO, NamedTuple

from gradcli.data.encoding import decoded
from gradcli.data.whole import suffix_of
from gradcli.errors import DataError

MOST_READ = 1024**3
"""How many bytes of a pipe, of a text or of an archive are taken into memory."""

STDIN = "-"
_RAW = "raw numbers become .npy by numpy.save('x.npy', numpy.fromfile('FILE', 'float32'))"


class Source(NamedTuple):
    """A file's bytes as memory, and the name it was asked for by."""

    path: str
    buffer: memoryview

    @property
    def stream(self) -> BinaryIO:
        """Return the bytes as a file, for those who read no memory."""
        return io.BufferedReader(_Stream(self.buffer))

    @property
    def suffix(self) -> str:
        """Return the end of the file's name, as .npy; it is empty for standard input."""
        return suffix_of(self.path)


class _Stream(io.RawIOBase):
    """Memory read as a file is."""

    def __init__(self, buffer: memoryview) -> None:
        self.buffer, self.at = buffer, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def seek(self, offset: int, whence: int = 0) -> int:
        self.at = max(0, offset + (0, self.at, len(self.buffer))[whence])
        return self.at

    def readinto(self, into: Any) -> int:
        piece = self.buffer[self.at : self.at + len(into)]
        into[: len(piece)] = piece
        self.at += len(piece)
        return len(piece)


def open_source(path: str) -> Source:
    """Open a file; ``-`` is standard input. What is no ordinary file is refused, unread."""
    if path == STDIN:
        return _from_pipe()
    try:
        # A pipe without a writer would keep a blocking call waiting for ever.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
    except OSError as error:
        raise DataError(error.strerror or str(error)) from error
    except ValueError as error:
        raise DataError("has a null byte in its name") from error
    try:
        return Source(path, _mapped(descriptor))
    finally:
        os.close(descriptor)


def _mapped(descriptor: int) -> memoryview:
    """Map a file; what is written to the memory never reaches it."""
    status = os.fstat(descriptor)
    if stat.S_ISDIR(status.st_mode):
        raise DataError("is a directory")
    if not stat.S_ISREG(status.st_mode):
        raise DataError("is no ordinary file; a pipe is read from standard input, as @-")
    if not status.st_size:
        raise DataError("is empty")
    try:
        return memoryview(mmap.mmap(descriptor, 0, access=mmap.ACCESS_COPY))
    except OSError:  # memory that may be written to is reserved, and there is not so much of it
        return _mapped_to_read(descriptor)


def _mapped_to_read(descriptor: int) -> memoryview:
    try:
        return memoryview(mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError) as error:  # a limit, or a file system that maps nothing
        raise DataError(f"cannot be mapped into memory: {error}") from error


def _from_pipe() -> Source:
    if sys.stdin is None:
        raise DataError("there is no standard input")
    data = bytearray(sys.stdin.buffer.read(MOST_READ + 1))
    check_size(len(data))
    if not data:
        raise DataError("is empty, or was read before: it can be read once")
    return Source(STDIN, memoryview(data))


def check_size(nbytes: int) -> None:
    """Refuse to take more bytes into memory than the limit."""
    if nbytes > MOST_READ:
        raise DataError(f"is larger than {MOST_READ // 1024**2} MiB")


def text_of(source: Source) -> str:
    """Return the text of a file, its lines ended by line feeds alone."""
    check_size(len(source.buffer))
    data = bytes(source.buffer)
    at = data.find(b"\0")
    if at >= 0 and data[:2] not in (b"\xff\xfe", b"\xfe\xff"):
        raise DataError(f"is not text: a NUL stands at offset {at}; {_RAW}")
    return decoded(data)


@contextmanager
def named(path: str) -> Iterator[None]:
    """Say of which file it is that an error inside speaks."""
    try:
        yield
    except DataError as error:
        name = "standard input" if path == STDIN else path or "''"
        raise DataError(error.reason, error.file or name) from error.__cause__
