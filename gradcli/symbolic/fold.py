"""Going through an expression's tree from its leaves, without recursion."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from gradcli.syntax import nodes
from gradcli.syntax.walk import children

Result = TypeVar("Result")
Of = Callable[[nodes.Node], Any]


def fold(root: nodes.Node, function: Callable[[nodes.Node, Of], Result]) -> Result:
    """Return what a function makes of a tree; it gets a node and the results of its parts."""
    done: dict[int, Result] = {}
    stack: list[tuple[nodes.Node, bool]] = [(root, False)]
    while stack:
        node, ready = stack.pop()
        if id(node) in done:
            continue
        if ready:
            done[id(node)] = function(node, lambda part: done[id(part)])
        else:
            stack.append((node, True))
            stack += [(part, False) for part in children(node)]
    return done[id(root)]
