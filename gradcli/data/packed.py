"""Files that are packed as a whole (.gz, .bz2, .xz): what is inside, if it is not too large.

This module knows how bytes are packed. It does not know what they say.
"""

from __future__ import annotations

import os
from typing import Any

from gradcli.data import source as limits
from gradcli.data.source import Source, check_size
from gradcli.errors import DataError

_MEMORY = 256 * 1024**2
_SIGNS = {b"\x1f\x8b": "gz", b"BZh": "bz2", b"\xfd7zXZ\0": "xz"}


def is_packed(head: bytes) -> bool:
    """Tell whether a file that begins so is packed."""
    return _form(head) is not None


def _form(head: bytes) -> str | None:
    return next((form for sign, form in _SIGNS.items() if head.startswith(sign)), None)


def unpacked(source: Source) -> Source:
    """Return what is in a packed file, under the name without the end that says so."""
    form = _form(bytes(source.buffer[:8]))
    if form is None:
        return source
    inside = source.path
    if source.suffix == f".{form}":
        inside = os.path.splitext(inside)[0]
    return Source(inside, memoryview(_inside(source.buffer, form)))


def _unpacker(form: str) -> Any:
    """Return what unpacks one part of a file; xz says itself how much memory it wants."""
    if form == "gz":
        import zlib

        return zlib.decompressobj(zlib.MAX_WBITS | 16)
    if form == "bz2":
        import bz2

        return bz2.BZ2Decompressor()
    import lzma

    return lzma.LZMADecompressor(memlimit=_MEMORY)


def _inside(data: Any, form: str) -> bytearray:
    """Unpack the parts that a file is made of, one behind the other."""
    found = bytearray()
    while data:
        part = _unpacker(form)
        try:
            found += part.decompress(data, limits.MOST_READ + 1 - len(found))
        except MemoryError:
            raise
        except Exception as error:  # each module has errors of its own
            raise DataError(f"is a damaged .{form} file: {str(error)[:120]}") from error
        check_size(len(found))
        if not part.eof:
            raise DataError(f"is a .{form} file that is cut short")
        data = part.unused_data.lstrip(b"\0")
    if not found:
        raise DataError("is empty when it is unpacked")
    return found
