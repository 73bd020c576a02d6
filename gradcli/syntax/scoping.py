"""Whose names are: ``global``, ``nonlocal``, ``:=``, and where ``yield`` is at home.

This module knows the rules of Python that concern a whole function. It goes through programs that
have one of these words; what a name stands for is decided elsewhere (``language.machine.scopes``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from gradcli.errors import GradcliError
from gradcli.syntax import nodes
from gradcli.syntax.mistake import mistake
from gradcli.syntax.patterns import captured
from gradcli.syntax.walk import children


def check_scopes(body: Sequence[nodes.Stmt]) -> None:
    """Refuse the first word of these that cannot stand where it does."""
    pending = [_Scope("module", None, (), body)]
    while pending:
        pending += reversed(list(pending.pop().check()))


class _Around(NamedTuple):
    """A comprehension around an expression, which may be what it goes over."""

    kind: str
    targets: frozenset[str]
    is_iterable: bool
    outer: _Around | None


class _Scope:
    """A program, a function or a class, and what is known of its names so far."""

    def __init__(
        self,
        kind: str,
        outer: _Scope | None,
        parameters: Sequence[nodes.Parameter],
        body: Sequence[nodes.Node],
    ) -> None:
        self.kind, self.outer, self.body = kind, outer, body
        self.parameters = {parameter.name for parameter in parameters}
        self.used: set[str] = set()
        self.written: set[nodes.Node] = set()
        self.bound: set[str] = set()
        self.globals: set[str] = set()
        self.nonlocals: set[str] = set()

    def check(self) -> Iterator[_Scope]:
        """Go through everything that is in no inner scope; yield the inner ones."""
        pending: list[tuple[nodes.Node, _Around | None]]
        pending = [(part, None) for part in reversed(self.body)]
        inner = []
        while pending:
            part, around = pending.pop()
            if isinstance(part, nodes.FunctionDef | nodes.Lambda | nodes.ClassDef):
                inner.append(self.inside(part))
                outside = [p for p in children(part) if p not in inner[-1].body]
                pending += [(p, around) for p in reversed(outside)]
                if not isinstance(part, nodes.Lambda):
                    self.bound.add(part.name)
            elif isinstance(part, nodes.Comprehension):
                pending += reversed(list(_of_comprehension(part, around)))
            else:
                self.look(part, around)
                pending += [(p, around) for p in reversed(children(part))]
        return iter(inner)

    def inside(self, part: nodes.FunctionDef | nodes.Lambda | nodes.ClassDef) -> _Scope:
        """Return the scope of a definition."""
        if isinstance(part, nodes.ClassDef):
            return _Scope("class", self, (), part.body)
        body = (part.body,) if isinstance(part, nodes.Lambda) else part.body
        return _Scope("function", self, part.parameters, body)

    def look(self, part: nodes.Node, around: _Around | None) -> None:
        """Look at one part."""
        if isinstance(part, nodes.Name):
            if part not in self.written:
                self.used.add(part.id)
        elif isinstance(part, nodes.NamedExpr):
            self.written.add(part.target)
            self.name(part, around)
        elif isinstance(part, nodes.Yield | nodes.YieldFrom):
            self.check_yield(part, around)
        elif isinstance(part, nodes.Global):
            self.declare(part, "global", self.globals)
        elif isinstance(part, nodes.Nonlocal):
            self.declare(part, "nonlocal", self.nonlocals)
        else:
            self.bound.update(_targets(part))
            if not isinstance(part, nodes.AugAssign):
                self.written.update(_leaves(_assigned(part)))

    def name(self, part: nodes.NamedExpr, around: _Around | None) -> None:
        """Look at ``name := value``."""
        name = part.target.id
        self.bound.add(name)
        level = around
        while level is not None:
            if level.is_iterable:
                message = "assignment expression cannot be used in a comprehension iterable"
                raise mistake(part.span, f"{message} expression")
            if name in level.targets:
                message = "assignment expression cannot rebind comprehension iteration variable"
                raise mistake(part.span, f"{message} '{name}'", "Take another name.")
            level = level.outer
        if around is not None and self.kind == "class":
            message = "assignment expression within a comprehension cannot be used in a class body"
            raise mistake(part.span, message)

    def check_yield(self, part: nodes.Expr, around: _Around | None) -> None:
        """Refuse a ``yield`` outside of functions and inside comprehensions."""
        if around is not None and not around.is_iterable:
            raise mistake(part.span, f"'yield' inside {around.kind}", "Write the loop out.")
        if self.kind != "function":
            raise mistake(part.span, "'yield' outside function", "Only a function can yield.")

    def declare(self, part: nodes.Global | nodes.Nonlocal, word: str, declared: set[str]) -> None:
        """Look at names that are declared as another scope's."""
        if word == "nonlocal" and self.kind == "module":
            raise mistake(part.span, "nonlocal declaration not allowed at module level")
        for name in part.names:
            message = self.conflict(name, word)
            if message is not None:
                raise mistake(part.span, message, "Declare it first, or take another name.")
            declared.add(name)
            if word == "nonlocal" and not self.is_around(name):
                raise self.unbound(part, name)

    def conflict(self, name: str, word: str) -> str | None:
        """Say why a name cannot be declared."""
        if name in self.parameters:
            return f"name '{name}' is parameter and {word}"
        if name in self.used:
            return f"name '{name}' is used prior to {word} declaration"
        if name in self.bound:
            return f"name '{name}' is assigned to before {word} declaration"
        if name in (self.globals if word == "nonlocal" else self.nonlocals):
            return f"name '{name}' is nonlocal and global"
        return None

    def is_around(self, name: str) -> bool:
        """Tell whether a function around has a name."""
        scope = self.outer
        while scope is not None:
            names = (scope.bound | scope.parameters) - scope.globals
            if scope.kind == "function" and name in names:
                return True
            scope = scope.outer
        return False

    def unbound(self, part: nodes.Node, name: str) -> GradcliError:
        """Say that no function around has a name."""
        help = "Give it a value in the function around, or write global."
        return mistake(part.span, f"no binding for nonlocal '{name}' found", help)


def _targets(part: nodes.Node) -> Iterator[str]:
    """Yield the names that a part binds itself."""
    yield from _names(_assigned(part))
    if isinstance(part, nodes.ExceptHandler) and part.name is not None:
        yield part.name
    elif isinstance(part, nodes.MatchCase):
        yield from captured(part.pattern)
    elif isinstance(part, nodes.Import | nodes.ImportFrom):
        yield from [alias.asname or alias.name.partition(".")[0] for alias in part.names]


def _assigned(part: nodes.Node) -> Sequence[nodes.Expr]:
    """Return the targets of a part."""
    if isinstance(part, nodes.Assign | nodes.Delete):
        return part.targets
    if isinstance(part, nodes.AugAssign | nodes.For):
        return (part.target,)
    if isinstance(part, nodes.WithItem) and part.target is not None:
        return (part.target,)
    return ()


def _names(targets: Sequence[nodes.Expr]) -> list[str]:
    return [leaf.id for leaf in _leaves(targets)]


def _leaves(targets: Sequence[nodes.Expr]) -> Iterator[nodes.Name]:
    """Yield the names among targets."""
    pending = list(targets)
    while pending:
        target = pending.pop()
        if isinstance(target, nodes.Name):
            yield target
        elif isinstance(target, nodes.Tuple | nodes.List):
            pending += target.elements
        elif isinstance(target, nodes.Starred):
            pending.append(target.value)


def _of_comprehension(
    node: nodes.Comprehension, around: _Around | None
) -> Iterator[tuple[nodes.Node, _Around | None]]:
    """Yield the parts of a comprehension with what is around each."""
    kind = "generator expression" if node.kind == "generator" else f"{node.kind} comprehension"
    targets = frozenset(_names([clause.target for clause in node.clauses]))
    inside = _Around(kind, targets, False, around)
    for clause in node.clauses:
        yield clause.iter, _Around(kind, targets, True, around)
        yield from [(condition, inside) for condition in clause.conditions]
    if node.key is not None:
        yield node.key, inside
    yield node.element, inside
