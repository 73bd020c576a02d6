"""Looking through whole bodies, for what is rare in programs: ``yield``, ``:=``, declared names.

This module knows where such words may stand. Most programs have none, and never load it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gradcli.language.machine.scopes import bound_names
from gradcli.syntax import nodes
from gradcli.syntax.walk import children, walk


class Searched(NamedTuple):
    """What is known of a function's body once all of it was looked at."""

    bound: list[str]
    outside: frozenset[str]  # names that are declared as the program's own
    lazy: bool  # whether it yields
    ends: bool  # whether something in it must be done when it is left


def searched(body: Sequence[nodes.Node], node: nodes.Node) -> Searched:
    """Look at the whole body of a function, without the functions in it."""
    parts = list(_own_parts([node.body] if isinstance(node, nodes.Lambda) else body))
    outer = {n for part in parts if isinstance(part, nodes.Nonlocal) for n in part.names}
    outside = {n for part in parts if isinstance(part, nodes.Global) for n in part.names}
    named = [part.target.id for part in parts if isinstance(part, nodes.NamedExpr)]
    bound = [name for name in (*bound_names(body), *named) if name not in outer | outside]
    lazy = any(isinstance(part, (nodes.Yield, nodes.YieldFrom)) for part in parts)
    ends = any(isinstance(part, (nodes.Try, nodes.With)) for part in parts)
    return Searched(bound, frozenset(outside), lazy, ends)


def _own_parts(body: Sequence[nodes.Node]) -> Iterator[nodes.Node]:
    """Yield everything in a body, but of functions and classes in it what runs outside of them."""
    pending = list(body)
    while pending:
        part = pending.pop()
        yield part
        if isinstance(part, (nodes.FunctionDef, nodes.ClassDef, nodes.Lambda)):
            pending += [child for child in children(part) if child not in _inside(part)]
        else:
            pending += children(part)


def _inside(part: nodes.FunctionDef | nodes.ClassDef | nodes.Lambda) -> Sequence[nodes.Node]:
    return (part.body,) if isinstance(part, nodes.Lambda) else part.body


def shared_names(module: nodes.Module) -> Iterator[str]:
    """Yield the names that may get another value while a statement of theirs runs."""
    for node in walk(module):
        if isinstance(node, (nodes.Global, nodes.Nonlocal)):
            yield from node.names
        elif isinstance(node, nodes.NamedExpr):
            yield node.target.id
