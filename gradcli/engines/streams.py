"""Sums of what is computed block by block, which take the blocks in whatever order they come.

The order of addition is that of ``numerics.summation``, so that a sum is the same to the last bit
as that of an array which is there as a whole. This module knows blocks of arrays; it does not know
what computes them.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from gradcli.numerics import summation


class Pairs:
    """How NumPy's sum of so many elements in pairs is taken from blocks, which begin at ``starts``.

    A half that lies in one block is added up there at once. One that blocks cut in two is halved,
    down to ``least`` elements, which are put together first: ``parts`` are the sizes of those.
    ``takes`` says for each block what it has of which of them, from where to where, and where that
    goes. ``merges`` says after each of them how many halves have come to their other half.
    """

    def __init__(self, count: int, least: int, starts: Sequence[int]) -> None:
        self.starts, self.least = starts, least
        self.takes: dict[int, list[tuple[int, int, int, int | None]]] = {at: [] for at in starts}
        self.parts: dict[int, int] = {}
        self.merges: list[int] = []
        self._cut(0, count)

    def _cut(self, begin: int, end: int) -> None:
        inside = self.starts[bisect_right(self.starts, begin) : bisect_left(self.starts, end)]
        if inside and end - begin > self.least:
            half = begin + summation.half_of(end - begin)
            self._cut(begin, half)
            self._cut(half, end)
            self.merges[-1] += 1
            return
        place = len(self.merges)
        self.merges.append(0)
        if inside:
            self.parts[place] = end - begin
        for low, high in pairwise((begin, *inside, end)):
            start = self.starts[bisect_right(self.starts, low) - 1]
            to = low - begin if inside else None
            self.takes[start].append((place, low - start, high - start, to))


class Whole:
    """The sum of all elements, in the order of NumPy's sums in pairs."""

    def __init__(self, pairs: Pairs, dtype: np.dtype) -> None:
        self.pairs = pairs
        self.sums: list[Any] = [None] * len(pairs.merges)
        self.parts = {place: np.empty(size, dtype) for place, size in pairs.parts.items()}

    def take(self, block: np.ndarray, start: int, stop: int) -> None:
        """Add up what lies in a block, which are the elements from start to stop."""
        flat = block.reshape(-1)
        for place, low, high, to in self.pairs.takes[start]:
            if to is None:
                self.sums[place] = np.add.reduce(flat[low:high])
            else:
                self.parts[place][to : to + high - low] = flat[low:high]

    def result(self) -> Any:
        """Return the sum."""
        for place, part in self.parts.items():
            self.sums[place] = np.add.reduce(part)
        waiting: list[Any] = []
        for found, merges in zip(self.sums, self.pairs.merges, strict=True):
            for _ in range(merges):
                found = waiting.pop() + found
            waiting.append(found)
        return waiting[0]


class Columns:
    """The sums of the columns of a matrix, whose blocks are rows."""

    def __init__(self, rows: int, columns: int, dtype: np.dtype) -> None:
        self.at_once = summation.rows_at_once(rows, columns)
        self.columns = columns
        self.taken = rows - rows % self.at_once
        self.short = self.taken // summation.RUN
        self.parts = np.empty((self.short + rows - self.taken, columns), dtype)

    def take(self, block: np.ndarray, start: int, stop: int) -> None:
        """Add up the runs of rows in a block."""
        rows = block.reshape(-1, self.columns)
        first = start // self.columns
        whole = max(0, min(len(rows), self.taken - first))
        if whole:
            found = summation.runs(rows[:whole], self.at_once)
            self.parts[first // summation.RUN :][: len(found)] = found
        if whole < len(rows):
            at = self.short + first + whole - self.taken
            self.parts[at : at + len(rows) - whole] = rows[whole:]

    def result(self) -> Any:
        """Return the sums."""
        return summation.rest_of_runs(self.parts)
