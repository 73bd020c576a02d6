"""Which names belong to which function, decided before the program runs, as Python does.

A name that a function assigns anywhere is its own; any other is looked up in the functions around
it and then in the program's globals. This module knows where names live. It does not know what
they stand for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gradcli.syntax import nodes

CELL = "__class__"
"""The name of a class for the functions in it."""


class Scope:
    """The names of one function; those of the module, which has no parent, are open-ended.

    ``owner`` is the name of the class around it. The names of a class itself (``is_class``) are
    seen by its own statements only.
    """

    __slots__ = ("is_class", "names", "outside", "owner", "parent")

    def __init__(
        self,
        names: Iterable[str] = (),
        parent: Scope | None = None,
        owner: str | None = None,
        *,
        outside: frozenset[str] = frozenset(),
    ) -> None:
        self.parent = parent
        self.is_class = owner is not None
        inherited = parent.owner if parent is not None else None
        self.owner: str | None = owner if owner is not None else inherited
        self.names = frozenset(map(self.spelled, names))
        self.outside = outside

    def spelled(self, name: str) -> str:
        """Return the name that one stands for: ``__x`` is a class's own."""
        if self.owner is None or not name.startswith("__") or name.endswith("__"):
            return name
        owner = self.owner.lstrip("_")
        return f"_{owner}{name}" if owner else name

    def distance(self, name: str) -> int:
        """Return how many functions outward a name lives; 0 is this one."""
        distance = 0
        scope, elsewhere = self, False
        while scope.parent is not None:
            elsewhere = elsewhere or name in scope.outside
            if not elsewhere and scope.shows(name, scope is self):
                break
            scope = scope.parent
            distance += 1
        return distance

    def shows(self, name: str, inside: bool) -> bool:
        """Tell whether a name is one of these, as seen from inside or from a function within."""
        return name in self.names and (inside or not self.is_class or name == CELL)


def bound_names(body: Iterable[nodes.Node]) -> Iterator[str]:
    """Yield the names that statements or targets bind, not looking into nested functions."""
    pending: list[nodes.Node] = list(body)
    while pending:
        node = pending.pop()
        if isinstance(node, nodes.Name):
            yield node.id
        elif isinstance(node, (nodes.FunctionDef, nodes.ClassDef)):
            yield node.name
        elif isinstance(node, nodes.ExceptHandler):
            yield from () if node.name is None else (node.name,)
            pending.extend(node.body)
        elif isinstance(node, nodes.MatchCase):
            from gradcli.syntax.patterns import captured  # which such a program has loaded

            yield from captured(node.pattern)
            pending.extend(node.body)
        elif isinstance(node, (nodes.Import, nodes.ImportFrom)):
            yield from (alias.asname or alias.name.partition(".")[0] for alias in node.names)
        else:
            pending.extend(_binding_parts(node))


def deleted_names(body: Iterable[nodes.Node]) -> Iterator[str]:
    """Yield the names that statements delete, not looking into nested functions."""
    pending: list[nodes.Node] = list(body)
    while pending:
        node = pending.pop()
        if isinstance(node, nodes.Delete):
            yield from bound_names(node.targets)
        elif isinstance(node, nodes.ExceptHandler):
            yield from () if node.name is None else (node.name,)
            pending.extend(node.body)
        elif isinstance(node, nodes.MatchCase):
            pending.extend(node.body)
        else:
            pending.extend(_binding_parts(node))


def _binding_parts(node: nodes.Node) -> Iterable[nodes.Node]:
    """Return the statements and targets directly inside a node that can bind names."""
    if isinstance(node, (nodes.Tuple, nodes.List)):
        return node.elements
    if isinstance(node, nodes.Starred):
        return (node.value,)
    if isinstance(node, (nodes.Assign, nodes.Delete)):
        return node.targets
    if isinstance(node, nodes.AugAssign):
        return (node.target,)
    if isinstance(node, (nodes.If, nodes.While)):
        return (*node.body, *node.orelse)
    if isinstance(node, nodes.For):
        return (node.target, *node.body, *node.orelse)
    if isinstance(node, nodes.Try):
        return (*node.body, *node.handlers, *node.orelse, *node.finalbody)
    if isinstance(node, nodes.Match):
        return node.cases
    if isinstance(node, nodes.With):
        return (*(item.target for item in node.items if item.target is not None), *node.body)
    return ()
