"""Lines of a stream with their numbers, many at once. Memory does not grow.

Of a slow pipe come as many as are there: nobody waits for lines that are written later. This module
knows bytes and texts. It does not know what lines hold.
"""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from select import select
from typing import Any

from gradcli.data.encoding import other_than_utf_8
from gradcli.data.source import named
from gradcli.errors import DataError

LONGEST_LINE = 16 * 1024**2
PART = 2048
"""How many lines are handed on together, if so many are there."""
_BLOCK = 1 << 16
_PATIENCE = 0.001
"""How many seconds a writer may take to go on: a quick one has just been woken up."""


class Lines:
    """The lines of a file that are not empty, without their ends."""

    def __init__(self, path: str, stream: Any) -> None:
        self.path, self.stream = path, stream
        self.ends_part = False
        """Whether the line that was taken last is the last of those that are handed on together."""

    def __iter__(self) -> Iterator[tuple[int, str]]:
        number = 0
        held: list[tuple[int, str]] = []
        with named(self.path), self.stream:
            for block in _blocks(self.stream):
                texts = list(_texts(block, number))
                held += [(n, t) for n, t in enumerate(texts, number + 1) if t and not t.isspace()]
                number += len(texts)
                while len(held) >= PART or (held and not self._goes_on()):
                    yield from self._part(held[:PART])
                    held = held[PART:]
            yield from self._part(held)

    def _part(self, lines: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
        yield from lines[:-1]
        self.ends_part = True
        yield from lines[-1:]
        self.ends_part = False

    def wait(self) -> bool:
        """Tell whether the next line is still to be written."""
        return self.ends_part and not self._goes_on()

    def _goes_on(self) -> bool:
        """Tell whether there is more to read, or nothing more will come."""
        try:
            return bool(select([self.stream], [], [], _PATIENCE)[0])
        except (OSError, ValueError):  # memory, or a system that asks so of sockets alone
            return True


def _blocks(stream: Any) -> Iterator[bytes]:
    """Yield what is there of a stream, a number of whole lines at a time."""
    parts: list[bytes] = []
    while piece := stream.read1(_BLOCK):
        end = piece.rfind(b"\n") + 1
        parts.append(piece[:end] or piece)
        if end or sum(map(len, parts)) > LONGEST_LINE:
            yield b"".join(parts)
            parts = [piece[end:]] if end else []
    yield b"".join(parts)


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
            reason = other_than_utf_8(line, error.start)
            raise DataError(f"line {number} is {reason}") from error
        if "\0" in text:
            raise DataError(f"line {number} is not text: it holds a NUL")
        yield from text.removesuffix("\r").split("\r")  # the lines of an old Mac
