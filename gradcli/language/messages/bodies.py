"""Bodies of programs and functions as text: which statement gave a name the value that is read.

This module knows blocks, bindings, parameters and parts. It does not know what a call means.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from gradcli.errors import Span
from gradcli.language.machine.code import Frame
from gradcli.language.machine.scopes import bound_names
from gradcli.syntax import nodes

_WITHOUT_GRAD = frozenset({"no_grad", "inference_mode"})


class Body:
    """The statements of a program or a function, and how its names come by their values.

    ``arguments`` holds for each parameter the expression that was passed, and where that stands.
    ``frame`` holds the values as they are now; None for a call that is over.
    """

    def __init__(
        self,
        statements: tuple[nodes.Stmt, ...],
        frame: Frame | None,
        parent: Body | None = None,
        arguments: dict[str, tuple[nodes.Expr, Body]] | None = None,
    ) -> None:
        self.statements = statements
        self.frame = frame
        self.parent = parent
        self.arguments = arguments or {}
        self.placed = list(_placed(statements, ()))

    def bindings(self, name: str) -> list[tuple[nodes.Stmt, tuple[nodes.Stmt, ...]]]:
        """Return the statements that bind a name, each with the statements around it."""
        return [(stmt, around) for stmt, around in self.placed if name in _binds(stmt)]

    def around(self, span: Span) -> tuple[nodes.Stmt, ...]:
        """Return the compound statements around a place, outermost first."""
        holding = [(*around, stmt) for stmt, around in self.placed if holds(stmt.span, span)]
        innermost = max(holding, key=len, default=())
        return tuple(s for s in innermost if isinstance(s, _COMPOUND))


_COMPOUND = (nodes.If, nodes.While, nodes.For, nodes.With, nodes.Try, nodes.Match)


def _placed(
    statements: Iterable[nodes.Stmt], around: tuple[nodes.Stmt, ...]
) -> Iterator[tuple[nodes.Stmt, tuple[nodes.Stmt, ...]]]:
    """Yield every statement with those around it, not looking into functions."""
    pending = [(stmt, around) for stmt in statements]
    while pending:
        stmt, outer = pending.pop(0)
        yield stmt, outer
        if isinstance(stmt, _COMPOUND):
            pending += [(child, (*outer, stmt)) for child in _inside(stmt)]


def _inside(stmt: nodes.Stmt) -> list[nodes.Stmt]:
    """Return the statements directly inside a compound one."""
    parts: list[Any] = [stmt, *getattr(stmt, "handlers", ()), *getattr(stmt, "cases", ())]
    fields = ("body", "orelse", "finalbody")
    return [child for part in parts for name in fields for child in getattr(part, name, ())]


def _binds(stmt: nodes.Stmt) -> list[str]:
    """Return the names that a statement itself binds."""
    if isinstance(stmt, nodes.For):
        return list(bound_names((stmt.target,)))
    if isinstance(stmt, nodes.With):
        return list(bound_names(item.target for item in stmt.items if item.target is not None))
    if isinstance(stmt, nodes.Try):
        return [handler.name for handler in stmt.handlers if handler.name is not None]
    if isinstance(stmt, nodes.Match):
        from gradcli.syntax.patterns import captured

        return [name for case in stmt.cases for name in captured(case.pattern)]
    return [] if isinstance(stmt, _COMPOUND) else list(bound_names((stmt,)))


def holds(outer: Span, inner: Span) -> bool:
    """Tell whether one span lies in another."""
    return outer.start <= inner.start and inner.end <= outer.end


def reaching(
    bindings: list[tuple[nodes.Stmt, tuple[nodes.Stmt, ...]]],
    use: Span,
    around_use: tuple[nodes.Stmt, ...],
) -> tuple[nodes.Stmt, tuple[nodes.Stmt, ...]] | None:
    """Return the one binding that a use surely reads, or None."""
    before = [pair for pair in bindings if pair[0].span.end <= use.start]
    if not before:
        return None
    chosen = max(before, key=lambda pair: pair[0].span.start)
    around = chosen[1]
    if any(not isinstance(block, nodes.With) and block not in around_use for block in around):
        return None  # it is in a block that may have been skipped
    loops = [s for s in around_use if isinstance(s, (nodes.For, nodes.While)) and s not in around]
    later = [stmt for stmt, _ in bindings if stmt.span.end > use.start]
    if any(holds(loop.span, stmt.span) for loop in loops for stmt in later):
        return None  # the loop may have come round
    return chosen


def assigned(stmt: nodes.Assign, name: str) -> nodes.Expr | None:
    """Return the expression whose value an assignment gives to a name."""
    if list(bound_names(stmt.targets)).count(name) != 1:
        return None
    for target in stmt.targets:
        if isinstance(target, nodes.Name) and target.id == name:
            return stmt.value
        pair = (nodes.Tuple, nodes.List)
        if isinstance(target, pair) and isinstance(stmt.value, pair):
            if len(target.elements) != len(stmt.value.elements):
                return None
            for part, value in zip(target.elements, stmt.value.elements, strict=True):
                if isinstance(part, nodes.Name) and part.id == name:
                    return value
    return None


def silencing(around: tuple[nodes.Stmt, ...]) -> str | None:
    """Return the context around a statement that records nothing, "" for none, None if unclear."""
    found = ""
    for stmt in around:
        if not isinstance(stmt, nodes.With):
            continue
        for item in stmt.items:
            called = item.context.func if isinstance(item.context, nodes.Call) else None
            word = "" if called is None else dotted(called)
            if word.rpartition(".")[2] not in _WITHOUT_GRAD:
                return None
            found = f"{word}()"
    return found


def arguments(
    function: nodes.FunctionDef, call: nodes.Call, body: Body
) -> dict[str, tuple[nodes.Expr, Body]]:
    """Pair the parameters of a function with the expressions that a call passes."""
    names = [p.name for p in function.parameters if not p.kind]
    passed = dict(zip(names, call.args, strict=False))
    passed |= {k.name: k.value for k in call.keywords if k.name is not None}
    return {name: (value, body) for name, value in passed.items()}


def dotted(expr: nodes.Expr) -> str:
    """Return a name with its dots, as the text has it."""
    parts = []
    while isinstance(expr, nodes.Attribute):
        parts.append(expr.name)
        expr = expr.value
    if isinstance(expr, nodes.Name):
        parts.append(expr.id)
    return ".".join(reversed(parts))


def operands(expr: nodes.Expr) -> tuple[nodes.Expr, ...]:
    """Return the expressions that an expression computes with."""
    if isinstance(expr, nodes.Call):
        return (*expr.args, *(keyword.value for keyword in expr.keywords))
    return passed_on(expr) or ()


def passed_on(expr: nodes.Expr) -> tuple[nodes.Expr, ...] | None:
    """Return the parts of an expression whose value requires grad if one of them does."""
    if isinstance(expr, nodes.BinOp):
        return (expr.left, expr.right)
    if isinstance(expr, nodes.UnaryOp) and expr.op != "not":
        return (expr.operand,)
    if isinstance(expr, nodes.Subscript):
        return (expr.value,)
    if isinstance(expr, (nodes.List, nodes.Tuple)):
        return expr.elements
    return None
