"""Writing files whole: a reader finds what was there before, or all of what is new."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO


def suffix_of(path: str) -> str:
    """Return the end of a file's name, as .npy."""
    return os.path.splitext(path)[1].lower()


def write_whole(path: str, data: bytes) -> None:
    """Replace a file's content at once, or make the file; its permissions stay as they were."""
    with being_written(path) as stream:
        stream.write(data)


@contextmanager
def being_written(path: str) -> Iterator[BinaryIO]:
    """Take the content of a file piece by piece; an exception leaves what was there before.

    An ``OSError`` names the file, whichever the failure was about.
    """
    try:
        with _draft(path) as stream:
            yield stream
    except OSError as error:
        raise OSError(error.errno, error.strerror, path) from error


@contextmanager
def _draft(path: str) -> Iterator[BinaryIO]:
    if _is_device(path):  # a pipe, a terminal or a device is written to, and stays what it is
        with open(path, "wb") as device:
            yield device
        return
    target = os.path.realpath(path)  # what a symbolic link names is replaced, not the link
    descriptor, draft = tempfile.mkstemp(
        dir=os.path.dirname(target), prefix=f".{os.path.basename(target)}."
    )
    try:
        with os.fdopen(descriptor, "wb") as stream:
            yield stream
        os.chmod(draft, _mode(target))
        os.replace(draft, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(draft)
        raise


def _is_device(path: str) -> bool:
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return False


def _mode(target: str) -> int:
    """Return the permissions of a file; those of a new one are what the process gives."""
    with suppress(FileNotFoundError):
        return stat.S_IMODE(os.stat(target).st_mode)
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
