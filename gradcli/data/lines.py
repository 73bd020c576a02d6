"""Lines of a stream with their numbers, many at once. Memory does not grow.

This module knows bytes and texts. It does not know what lines hold.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from typing import BinaryIO

from gradcli.data.source import named
from gradcli.errors import DataError

LONGEST_LINE = 16 * 1024**2
_BLOCK = 1 << 16


def lines_of(path: str, stream: BinaryIO) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file that are not empty, without their ends."""
    number = 0
    with named(path), stream:
        while block := stream.read(_BLOCK):
            block += stream.readline(LONGEST_LINE + 1)
            for text in _texts(block, number):
                number += 1
                if text and not text.isspace():
                    yield number, text


def _texts(block: bytes, before: int) -> Iterable[str]:
    """Return some lines as texts; what needs care is looked at line by line."""
    if not before:
        block = block.removeprefix(BOM_UTF8)
    try:
        text = block.decode().removesuffix("\n")
    except UnicodeDecodeError:
        return _one_by_one(block, before)
    is_plain = (
        "\0" not in text and text.count("\r") == text.count("\r\n") and len(block) <= LONGEST_LINE
    )
    return text.split("\n") if is_plain else _one_by_one(block, before)


def _one_by_one(block: bytes, before: int) -> Iterator[str]:
    for number, line in enumerate(block.removesuffix(b"\n").split(b"\n"), before + 1):
        if len(line) > LONGEST_LINE:
            raise DataError(f"line {number} is longer than {LONGEST_LINE // 1024**2} MiB")
        try:
            text = line.decode()
        except UnicodeDecodeError as error:
            raise DataError(f"line {number} is not UTF-8 text") from error
        if "\0" in text:
            raise DataError(f"line {number} is not text: it holds a NUL")
        yield from text.removesuffix("\r").split("\r")  # the lines of an old Mac
