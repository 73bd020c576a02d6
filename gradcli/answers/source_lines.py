"""Places in a text: the line and the column of an offset, and the text of a line.

This module knows offsets. It does not know what stands at them, and who points at it.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from itertools import accumulate


class Lines:
    """A text cut into lines, which finds the line and column of an offset quickly."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def starts(self) -> list[int]:
        """Return where lines begin; many a text is never asked about."""
        return [0, *accumulate(len(line) + 1 for line in self.text.split("\n"))][:-1]

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column of an offset, both counted from 0."""
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self.starts, offset) - 1
        return line, offset - self.starts[line]

    def __getitem__(self, line: int) -> str:
        start = self.starts[line]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]
