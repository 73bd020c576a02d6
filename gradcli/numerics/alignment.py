"""Sums over the paths by which a sequence of labels can pass through time, in logarithms.

A path passes through the labels in order, with blanks between; the sums run forwards and backwards
in time (Graves et al., 2006).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np


class Case:
    """One sequence of a batch: its likelihoods in time, and the states its paths pass through."""

    def __init__(self, likelihoods: np.ndarray, labels: np.ndarray, blank: int) -> None:
        self.states = np.full(2 * labels.size + 1, blank)
        self.states[1::2] = labels
        self.emitted = likelihoods[:, self.states]
        # A blank between two labels can be left out unless they are the same.
        self.skips = np.zeros(self.states.size, bool)
        self.skips[3::2] = labels[1:] != labels[:-1]

    def forward(self) -> np.ndarray:
        """Return the logarithms of the sums over paths up to each time and state."""
        found = np.full(self.emitted.shape, -np.inf)
        for time, emitted in enumerate(self.emitted):
            if time == 0:
                found[0, :2] = emitted[:2]
                continue
            before = found[time - 1]
            ways = np.full((3, before.size), -np.inf)
            ways[0], ways[1, 1:] = before, before[:-1]
            ways[2, 2:] = np.where(self.skips[2:], before[:-2], -np.inf)
            found[time] = np.logaddexp.reduce(ways) + emitted
        return found

    def likelihood(self) -> Any:
        """Return the logarithm of the sum over all paths."""
        if not self.emitted.shape[0]:
            return 0.0 if self.states.size == 1 else -np.inf
        return np.logaddexp.reduce(self.forward()[-1, -2:])

    def occupation(self) -> np.ndarray:
        """Return the logarithms of the sums over paths through each time and state."""
        reversed_case = Case.__new__(Case)
        reversed_case.states = self.states[::-1]
        reversed_case.emitted = self.emitted[::-1, ::-1]
        reversed_case.skips = np.zeros_like(self.skips)
        reversed_case.skips[2:] = self.skips[::-1][:-2]
        backward: np.ndarray = reversed_case.forward()[::-1, ::-1]
        occupied: np.ndarray = self.forward() + backward - self.emitted
        return occupied


class Batch(NamedTuple):
    """The labels of several sequences, one after the other or a row each, and their lengths."""

    targets: np.ndarray
    times: list[int]
    sizes: list[int]
    blank: int

    def cases(self, likelihoods: np.ndarray) -> Iterator[tuple[int, int, Case]]:
        """Yield for each sequence its place, its length in time and its case."""
        start = 0
        for place, (time, size) in enumerate(zip(self.times, self.sizes, strict=True)):
            rows = self.targets.ndim == 2
            labels = self.targets[place, :size] if rows else self.targets[start : start + size]
            start += size
            own = likelihoods[:time, place].astype(np.float64)
            yield place, time, Case(own, labels, self.blank)
