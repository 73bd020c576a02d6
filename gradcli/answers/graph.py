"""The graph behind a result, numbered and described as plain data.

This module knows nodes and the program's text. It does not know how a graph is drawn. Graphs can
be very long, so nothing here recurses.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from gradcli.answers.source_lines import Lines
from gradcli.core.node import AccumulateGrad, Node
from gradcli.core.tensor import Tensor

MOST_NODES = 10_000
_MOST_SOURCE = 1_000

Edge = tuple[int, int]
"""The number of a node, and which of its outputs."""


class Flow(NamedTuple):
    """The gradient that goes along an edge: in a word, its norm, and its elements where few."""

    text: str
    norm: float
    shape: tuple[int, ...]
    data: np.ndarray | None


class GraphNode(NamedTuple):
    """One operation, or (with ``variable``) the leaf at which a gradient is collected.

    ``source`` is the piece of the program that made it; line and column count from 1. ``flows``
    holds what goes along each edge of ``next``, where that was asked for. In a graph that was
    folded for a picture, a node ``stands_for`` so many others.
    """

    id: int
    name: str
    variable: str | None
    source: str | None
    line: int | None
    column: int | None
    shape: tuple[int, ...]
    dtype: str
    next: tuple[Edge | None, ...]
    flows: tuple[Flow | None, ...] = ()
    stands_for: int = 0


class Graph(NamedTuple):
    """The first nodes of a graph, where node number i is ``nodes[i]``, and how many it has."""

    nodes: tuple[GraphNode, ...]
    total: int


Nodes = dict[Node, tuple[tuple[Node | None, int], ...]]
"""The nodes of a graph, each once, with where it leads: depth first, the order of their numbers."""


def nodes_of(result: object) -> Nodes:
    """Return the graph behind a value; it is empty for leaves and for what is no tensor."""
    root = result.grad_fn if isinstance(result, Tensor) else None
    return nodes_from([] if root is None else [root])


def nodes_from(roots: Iterable[Node]) -> Nodes:
    """Return the graph behind some nodes."""
    found: Nodes = {}
    stack = list(roots)
    while stack:
        node = stack.pop()
        if node not in found:
            following = found[node] = node.next_functions
            stack += [other for other, _ in reversed(following) if other]
    return found


def describe(
    nodes: Nodes,
    names: dict[int, str],
    text: str,
    leaving: Mapping[Node, tuple[Flow | None, ...]] = {},
) -> Graph:
    """Describe a graph; ``names`` holds leaves' names by identity, ``leaving`` the gradients."""
    numbers = {node: number for number, node in enumerate(nodes)}
    lines = Lines(text)
    first = islice(nodes.items(), MOST_NODES)
    described = (_describe(*item, numbers, names, lines) for item in first)
    flowing = zip(described, nodes, strict=False)
    return Graph(tuple(_with(node, leaving.get(key, ())) for node, key in flowing), len(nodes))


def _with(node: GraphNode, leaving: tuple[Flow | None, ...]) -> GraphNode:
    """Give a node the gradients that leave it."""
    if not leaving:
        return node
    rest = iter(leaving)
    return node._replace(flows=tuple(edge and next(rest, None) for edge in node.next))


def label_of(node: Node) -> str:
    """Return a node's name, which programs choose, as one line of signs that are seen."""
    if node.label.isprintable():
        return node.label
    shown = (c if c.isprintable() else ascii(c)[1:-1] for c in node.label)
    return "".join(shown)


def _describe(
    node: Node,
    following: tuple[tuple[Node | None, int], ...],
    numbers: dict[Node, int],
    names: dict[int, str],
    lines: Lines,
) -> GraphNode:
    leaf = isinstance(node, AccumulateGrad)
    source, line, column = (None, None, None) if leaf else _source(node.source, lines)
    return GraphNode(
        numbers[node],
        label_of(node),
        names[id(node.variable)] if isinstance(node, AccumulateGrad) else None,
        source,
        line,
        column,
        tuple(node.shape),
        str(node.dtype),
        tuple(None if other is None else (numbers[other], output) for other, output in following),
    )


def _source(piece: Any, lines: Lines) -> tuple[str | None, int | None, int | None]:
    span = getattr(piece, "span", None)
    if span is None:
        return None, None, None
    source = lines.text[span.start : min(span.end, span.start + _MOST_SOURCE)]
    line, column = lines.place(span.start)
    return source + "…" * (span.end - span.start > _MOST_SOURCE), line + 1, column + 1
