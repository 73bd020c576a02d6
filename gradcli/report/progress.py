"""A bar on a terminal for work that takes a while; drawn by rich, which is loaded only then."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from rich.progress import Progress

_PATIENCE = 1.0
_OFTEN = 0.1


class Bar:
    """Steps that were done, shown from the moment at which patience ends."""

    __slots__ = ("done", "drawn", "file", "label", "next", "total")

    def __init__(self, label: str, total: int, file: TextIO, patience: float) -> None:
        self.label, self.total, self.file = label, total, file
        self.done = 0
        self.next = time.monotonic() + patience
        self.drawn: Progress | None = None

    def advance(self, count: int) -> None:
        """Take note of steps that were done."""
        self.done += count
        if time.monotonic() >= self.next:
            self.next = time.monotonic() + _OFTEN
            self._draw()

    def _draw(self) -> None:
        if self.drawn is None:
            from rich.console import Console
            from rich.progress import Progress

            console = Console(file=self.file, markup=False, highlight=False, emoji=False)
            self.drawn = Progress(console=console, transient=True, auto_refresh=False)
            self.drawn.start()
            self.drawn.add_task(self.label, total=self.total)
        self.drawn.update(self.drawn.task_ids[0], completed=self.done, refresh=True)

    def close(self) -> None:
        """Take the bar away."""
        if self.drawn is not None:
            self.drawn.stop()


@contextmanager
def bar(
    label: str, total: int, file: TextIO, patience: float = _PATIENCE
) -> Iterator[Callable[[int], None]]:
    """Give a function that takes note of steps; they are shown once patience (in s) ends."""
    shown = Bar(label, total, file, patience)
    try:
        yield shown.advance
    finally:
        shown.close()
