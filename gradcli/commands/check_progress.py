"""A line on a terminal that tells how far a run of checks has come."""

from __future__ import annotations

import os
from typing import IO, Any

from gradcli.commands.terminal import is_terminal, write_over
from gradcli.report.glyphs import visible

_CELLS = 24


class Progress:
    """A bar on a stream; on what is no terminal, nothing."""

    __slots__ = ("done", "failing", "shown", "stream", "total")

    def __init__(self, stream: IO[str], total: int) -> None:
        self.stream: Any = stream
        self.total = total
        self.done = 0
        self.failing = 0
        self.shown = is_terminal(stream) and os.environ.get("TERM") != "dumb"

    def step(self, path: str, failing: bool) -> None:
        """Count a file that is done."""
        self.done += 1
        self.failing += failing
        self.draw(path)

    def draw(self, path: str = "") -> None:
        """Draw the bar again."""
        if self.shown and self.total > 1:
            filled = _CELLS * self.done // self.total
            bar = "#" * filled + "-" * (_CELLS - filled)
            failed = f", {self.failing} failing" if self.failing else ""
            text = f"[{bar}] {self.done}/{self.total}{failed} {visible(path)}"
            write_over(self.stream, text)

    def clear(self) -> None:
        """Take the bar away."""
        if self.shown and self.total > 1:
            write_over(self.stream)
