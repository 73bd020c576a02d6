"""Sums of what is computed block by block, which take the blocks in whatever order they come.

The order of addition is that of ``numerics.summation``, so that a sum is the same to the last bit
as that of an array which is there as a whole. This module knows blocks of arrays; it does not know
what computes them.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np

from gradcli.numerics import summation


class Whole:
    """The sum of all elements, in pieces of at most so many, as ``summation`` cuts them.

    Pieces that blocks, which begin at ``starts``, cut in two are put together first.
    """

    def __init__(self, count: int, most: int, starts: Sequence[int], dtype: np.dtype) -> None:
        self.count, self.most = count, most
        steps = summation.pieces(count, most)
        self.starts = [0, *accumulate(steps)]
        self.sums: list[Any] = [None] * len(steps)
        self.parts: dict[int, np.ndarray] = {}
        for start in starts:
            piece = bisect_right(self.starts, start) - 1
            if self.starts[piece] < start:
                self.parts[piece] = np.empty(steps[piece], dtype)

    def take(self, block: np.ndarray, start: int, stop: int) -> None:
        """Add up the pieces that lie in a block, which are the elements from start to stop."""
        flat = block.reshape(-1)
        piece = bisect_right(self.starts, start) - 1
        while self.starts[piece] < stop:
            begin, end = self.starts[piece], self.starts[piece + 1]
            if start <= begin and end <= stop:
                self.sums[piece] = np.add.reduce(flat[begin - start : end - start])
            else:
                low, high = max(begin, start), min(end, stop)
                self.parts[piece][low - begin : high - begin] = flat[low - start : high - start]
            piece += 1

    def result(self) -> Any:
        """Return the sum."""
        for piece, part in self.parts.items():
            self.sums[piece] = np.add.reduce(part)
        return summation.total_of_pieces(self.count, self.most, iter(self.sums))


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
