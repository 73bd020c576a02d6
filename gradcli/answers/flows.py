"""The gradients along the edges of a graph, as an observer of its differentiation sees them.

This module knows what is kept of a gradient. It does not know how a graph is described or drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gradcli.answers.graph import Flow
from gradcli.core.engine import Pass
from gradcli.core.node import Node
from gradcli.core.observe import Observer

_MOST_ELEMENTS, _MOST_WRITTEN = 1_000, 4


class Passes(Observer):
    """Who remembers where the last backward pass of a program began."""

    takes_batches = True

    def __init__(self) -> None:
        self.starts: tuple[Node, ...] = ()
        self.leaving: dict[Node, tuple[Flow | None, ...]] = {}

    def begin(self, run: Pass) -> None:
        """Take note of a pass, and forget the one before."""
        self.starts = tuple(start for start in run.starts if isinstance(start, Node))
        self.leaving.clear()


class Flows(Passes):
    """Who looks at the gradients that leave each node of a graph while it is differentiated."""

    takes_batches = False

    def derivative(self, node: Any, arriving: Sequence[Any], leaving: Sequence[Any]) -> None:
        """Take note of gradients, in the order of the edges that lead somewhere."""
        self.leaving[node] = tuple(
            None if gradient is None else _flow(gradient.array)
            for edge, gradient in zip(node.edges, leaving, strict=True)
            if edge is not None
        )


def _flow(array: np.ndarray) -> Flow:
    norm = float(np.linalg.norm(array.astype(complex if array.dtype.kind == "c" else float)))
    numbers = [f"{number:.4g}" for number in array.reshape(-1)[: _MOST_WRITTEN + 1].tolist()]
    if len(numbers) > _MOST_WRITTEN or not numbers:
        text = f"norm {norm:.4g}"
    else:
        text = f"[{', '.join(numbers)}]" if array.shape else numbers[0]
    return Flow(text, norm, array.shape, array.copy() if array.size <= _MOST_ELEMENTS else None)
