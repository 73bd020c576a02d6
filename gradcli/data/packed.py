"""Files that are packed as a whole (.gz, .bz2, .xz): what is inside, if it is not too large.

This module knows how bytes are packed. It does not know what they say.
"""

from __future__ import annotations

import os
from typing import Any

from gradcli.data.source import Source, check_size
from gradcli.errors import DataError

_MEMORY = 256 * 1024**2
_LEAST, _PIECE = 512, 1024**2
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
    """Unpack the parts that a file is made of, one behind the other, and zeros between them."""
    found = bytearray()
    at = 0
    while at < len(data):
        try:
            at = _part(data, at, form, found)
        except (MemoryError, DataError):
            raise
        except Exception as error:  # each module has errors of its own
            raise DataError(f"is a damaged .{form} file: {str(error)[:120]}") from error
        while zeros := _zeros(data[at : at + _LEAST]):
            at += zeros
    if not found:
        raise DataError("is empty when it is unpacked")
    return found


def _part(data: Any, at: int, form: str, found: bytearray) -> int:
    """Unpack the part that begins at a place; return where it ends.

    Bytes go in by pieces that grow: what an unpacker has no use for, it copies. They come out by
    pieces as well, so that the whole is there once.
    """
    part = _unpacker(form)
    size = _LEAST
    while not part.eof:
        piece = data[at : at + size] if getattr(part, "needs_input", True) else b""
        made = part.decompress(piece, _PIECE)
        at += len(piece) - len(getattr(part, "unconsumed_tail", b"")) - len(part.unused_data)
        found += made
        check_size(len(found))
        if not (piece or made or part.eof):
            raise DataError(f"is a .{form} file that is cut short")
        size = min(2 * size, _PIECE)
    return at


def _zeros(piece: Any) -> int:
    """Return how many zeros a piece begins with."""
    return len(piece) - len(bytes(piece).lstrip(b"\0"))
