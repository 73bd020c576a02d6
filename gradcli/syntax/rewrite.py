"""Trees that differ from a given one in a few places, made without recursion.

Nodes are not changed: what contains a change is made anew, and the rest is shared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from typing import TypeVar

from gradcli.syntax.nodes import Node
from gradcli.syntax.walk import walk

Changes = Mapping[Node, Sequence[Node]]
"""What stands in the place of nodes: for statements any number, for expressions one.

A new node may contain the one that it stands for.
"""

_N = TypeVar("_N", bound=Node)


def rewritten(tree: _N, changes: Changes) -> _N:
    """Return a tree with some of its nodes replaced; changes may be inside one another."""
    made: dict[Node, Sequence[Node]] = {}
    for node in reversed(list(walk(tree))):  # what a node consists of before the node
        same = _with_parts(node, made)
        if node in changes:
            made[node] = [_inside(new, node, same) for new in changes[node]]
        elif same is not node:
            made[node] = [same]
    return made[tree][0] if tree in made else tree  # type: ignore[return-value]


def _inside(new: Node, old: Node, same: Node) -> Node:
    """Return a new node that contains the old one with the old one's own changes inside."""
    if new is old or same is old:
        return same if new is old else new
    made: dict[Node, Sequence[Node]] = {old: [same]}
    for node in reversed([node for node in walk(new) if node is not old]):
        changed = _with_parts(node, made)
        if changed is not node:
            made[node] = [changed]
    return made[new][0] if new in made else new


def _with_parts(node: Node, made: Mapping[Node, Sequence[Node]]) -> Node:
    """Return a node with its parts replaced: itself where none is."""
    changed: Node | None = None
    for name in type(node)._fields:
        part = getattr(node, name)
        new = _part(part, made)
        if new is not part:
            changed = changed or copy(node)
            setattr(changed, name, new)
    return changed or node


def _part(part: object, made: Mapping[Node, Sequence[Node]]) -> object:
    if isinstance(part, Node):
        return made[part][0] if part in made else part
    if type(part) is tuple and any(isinstance(item, Node) and item in made for item in part):
        return tuple(new for item in part for new in made.get(item, [item]))
    return part
