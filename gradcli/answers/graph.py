"""The graph behind a result, numbered and described as plain data.

This module knows nodes and the program's text. It does not know how a graph is drawn. Graphs can
be very long, so nothing here recurses.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from gradcli.core.node import AccumulateGrad, Node
from gradcli.report.diagnostics import Lines

MOST_NODES = 10_000
_MOST_SOURCE = 1_000

Edge = tuple[int, int]
"""The number of a node, and which of its outputs."""


class GraphNode(NamedTuple):
    """One operation, or (with ``variable``) the leaf at which a gradient is collected.

    ``source`` is the piece of the program that made it; line and column count from 1.
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


class Graph(NamedTuple):
    """The first nodes of a graph, where node number i is ``nodes[i]``, and how many it has."""

    nodes: tuple[GraphNode, ...]
    total: int


class Row(NamedTuple):
    """One line of the graph drawn as a tree.

    ``last`` tells whether the node is its parent's last. ``mark`` numbers a node that shows up more
    than once; it is drawn the first time and only referred to (``again``) afterwards.
    """

    depth: int
    last: bool
    node: GraphNode
    mark: int | None
    again: bool


def walk(root: Node) -> list[Node]:
    """Return every node of a graph once, depth first: the order in which nodes are numbered."""
    seen: set[Node] = set()
    order = []
    stack = [root]
    while stack:
        node = stack.pop()
        if node not in seen:
            seen.add(node)
            order.append(node)
            stack += [following for following, _ in reversed(node.next_functions) if following]
    return order


def describe(nodes: list[Node], names: dict[int, str], text: str) -> Graph:
    """Describe nodes in the order of ``walk``; ``names`` holds leaves' names by identity."""
    numbers = {node: number for number, node in enumerate(nodes)}
    lines = Lines(text)
    first = nodes[:MOST_NODES]
    return Graph(tuple(_describe(node, numbers, names, lines) for node in first), len(nodes))


def _describe(
    node: Node, numbers: dict[Node, int], names: dict[int, str], lines: Lines
) -> GraphNode:
    leaf = isinstance(node, AccumulateGrad)
    source, line, column = (None, None, None) if leaf else _source(node.source, lines)
    return GraphNode(
        numbers[node],
        node.label,
        names[id(node.variable)] if isinstance(node, AccumulateGrad) else None,
        source,
        line,
        column,
        tuple(node.shape),
        str(node.dtype),
        tuple(
            None if edge is None else (numbers[edge], output)
            for edge, output in node.next_functions
        ),
    )


def _source(piece: Any, lines: Lines) -> tuple[str | None, int | None, int | None]:
    span = getattr(piece, "span", None)
    if span is None:
        return None, None, None
    source = lines.text[span.start : min(span.end, span.start + _MOST_SOURCE)]
    line, column = lines.place(span.start)
    return source + "…" * (span.end - span.start > _MOST_SOURCE), line + 1, column + 1


def rows(graph: Graph, most: int = 200, deepest: int = 60) -> tuple[list[Row], int]:
    """Lay a graph out as a tree; return its lines, and the number of nodes left out of it."""
    found = list(_tree(graph, most, deepest))
    referred = {row.node.id for row in found if row.again}
    marks = {number: mark for mark, number in enumerate(sorted(referred), 1)}
    marked = [row._replace(mark=marks.get(row.node.id)) for row in found]
    return marked, graph.total - len({row.node.id for row in found})


def _tree(graph: Graph, most: int, deepest: int) -> Iterator[Row]:
    stack = [(0, 0, True)]
    seen: set[int] = set()
    while stack and most:
        number, depth, last = stack.pop()
        node = graph.nodes[number]
        again = number in seen and bool(node.next)
        yield Row(depth, last, node, None, again)
        most -= 1
        seen.add(number)
        if not again and depth < deepest:
            inside = [edge[0] for edge in node.next if edge and edge[0] < len(graph.nodes)]
            stack += [(child, depth + 1, child_is_last) for child, child_is_last in _last(inside)]


def _last(children: list[int]) -> list[tuple[int, bool]]:
    """Pair children with whether they are the last, in the order to push them on a stack."""
    return [(child, not position) for position, child in enumerate(reversed(children))]
