"""Going through a tree without recursion.

This module knows that a node's parts are in its fields. It does not know what any node means.
"""

from __future__ import annotations

from collections.abc import Iterator

from gradcli.syntax.nodes import Node


def walk(node: Node) -> Iterator[Node]:
    """Yield a node and everything below it, each before what it consists of."""
    pending = [node]
    while pending:
        node = pending.pop()
        yield node
        pending += reversed(children(node))


def children(node: Node) -> list[Node]:
    """Return the nodes that a node consists of, in the order of the text."""
    found: list[Node] = []
    for name in type(node)._fields:
        part = getattr(node, name)
        if isinstance(part, Node):
            found.append(part)
        elif type(part) is tuple:
            found += [item for item in part if isinstance(item, Node)]
    found.sort(key=_start)
    return found


def _start(node: Node) -> int:
    return node.span.start
