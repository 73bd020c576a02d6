"""Programs that tell what they do: calls of ours in the tree, where something is checked.

The text of a program stays as it is, and so do the places of everything in it. This module knows
where calls belong. It does not know what they find.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from gradcli.checks.expectations import Expectation
from gradcli.language.machine.functions import Builtin
from gradcli.syntax import nodes
from gradcli.syntax.rewrite import rewritten
from gradcli.syntax.walk import walk

_COMPARING = {"allclose", "equal", "isclose", "eq", "array_equal"}
_REDUCING = {"all", "abs", "max", "amax", "norm", "sum", "mean", "item", "any"}
_SIGNS = {"==", "<", "<=", ">", ">=", "!="}


class Hooks(NamedTuple):
    """What is called: before and after a statement, for both sides of an assertion, at its end.

    ``after`` and ``asserted`` return the value that they are given. ``trial`` calls a function that
    is expected to fail.
    """

    before: Callable[[Expectation], object]
    after: Callable[[Expectation, Any], Any]
    trial: Callable[[Expectation, Any], object]
    side: Callable[[nodes.Assert, int, Any], Any]
    asserted: Callable[[nodes.Assert, Any], Any]


def instrumented(
    module: nodes.Module, expectations: list[Expectation], hooks: Hooks
) -> nodes.Module:
    """Return a program with calls of hooks in it.

    Statements at the top that are expected to fail are left to the caller, who runs them alone.
    """
    changes: dict[nodes.Node, list[nodes.Node]] = {}
    for node in walk(module):
        if isinstance(node, nodes.Assert):
            changes |= _assertion(node, hooks)
    top = set(module.body)
    for one in expectations:
        statement = one.statement
        if statement is None or one.problem is not None or (one.is_error and statement in top):
            continue
        changes[statement] = _trial(one, hooks) if one.is_error else _expected(one, hooks)
    return rewritten(module, changes) if changes else module


def can_fail_inside(statement: nodes.Stmt) -> bool:
    """Tell whether a statement within a block can be expected to fail."""
    return isinstance(statement, nodes.ExprStmt)


def _call(at: nodes.Node, hook: Callable[..., Any], what: object, *args: nodes.Expr) -> nodes.Call:
    """Return a call of a hook; it stands where something else does."""

    def call(*values: Any) -> Any:
        return hook(what, *values)

    name = Builtin(hook.__name__, call)
    return nodes.Call(at.span, nodes.Constant(at.span, name), args, ())


def _expected(one: Expectation, hooks: Hooks) -> list[nodes.Node]:
    """Return a statement between what looks at its value and at what it prints."""
    statement = one.statement
    assert statement is not None
    start = nodes.ExprStmt(statement.span, _call(statement, hooks.before, one))
    if isinstance(statement, nodes.ExprStmt):
        looked = _call(statement.value, hooks.after, one, statement.value)
        return [start, nodes.ExprStmt(statement.span, looked)]
    if isinstance(statement, nodes.Return):
        value = statement.value or nodes.Constant(statement.span, None)
        looked = _call(value, hooks.after, one, value)
        return [start, nodes.Return(statement.span, looked)]
    value = _written(statement)
    end = nodes.ExprStmt(statement.span, _call(value, hooks.after, one, value))
    return [start, statement, end]


def _written(statement: nodes.Stmt) -> nodes.Expr:
    """Return what reads the value that a statement has written."""
    if isinstance(statement, nodes.Assign):
        return statement.targets[-1]
    if isinstance(statement, nodes.AugAssign):
        return statement.target
    return nodes.Constant(statement.span, None)


def _trial(one: Expectation, hooks: Hooks) -> list[nodes.Node]:
    """Return a statement that is expected to fail as a function, which the hook calls."""
    statement = one.statement
    assert isinstance(statement, nodes.ExprStmt)
    function = nodes.Lambda(statement.span, (), statement.value)
    return [nodes.ExprStmt(statement.span, _call(statement, hooks.trial, one, function))]


# Assertions


def _assertion(node: nodes.Assert, hooks: Hooks) -> dict[nodes.Node, list[nodes.Node]]:
    """Return what makes an assertion tell the two sides that it compares, and how it ended."""
    changes: dict[nodes.Node, list[nodes.Node]] = {}

    def record(which: int) -> Callable[[nodes.Assert, Any], Any]:
        def side(what: nodes.Assert, value: Any) -> Any:
            return hooks.side(what, which, value)

        return side

    for which, operand in enumerate(_sides(node.test)):
        changes[operand] = [_call(operand, record(which), node, operand)]
    return {**changes, node.test: [_call(node.test, hooks.asserted, node, node.test)]}


def relation(test: nodes.Expr) -> str:
    """Return the sign by which an assertion compares its sides; ``==`` also for closeness."""
    about = next((node for node in _reduced(test) if _compared(node)), None)
    return about.ops[0] if isinstance(about, nodes.Compare) else "=="


def _sides(test: nodes.Expr) -> tuple[nodes.Expr, ...]:
    """Return what an assertion compares: what came out, and what should; nothing if unknown."""
    return next((pair for node in _reduced(test) if (pair := _compared(node))), ())


def _reduced(test: nodes.Expr) -> Iterator[nodes.Expr]:
    """Yield a test and, going inward, what it is about: ``a == b`` in ``(a == b).all()``."""
    inner: nodes.Expr | None = test
    while inner is not None:
        yield inner
        inner = _within(inner)


def _within(expr: nodes.Expr) -> nodes.Expr | None:
    if isinstance(expr, nodes.Compare) and len(expr.ops) == 1 and expr.ops[0] in ("<", "<="):
        return expr.left
    if not isinstance(expr, nodes.Call):
        return None
    func = expr.func
    name = _name(func)
    if name not in _REDUCING:
        return None
    is_method = isinstance(func, nodes.Attribute) and not _is_module(func.value)
    if is_method and isinstance(func, nodes.Attribute):
        return func.value
    return expr.args[0] if expr.args else None


def _compared(expr: nodes.Expr) -> tuple[nodes.Expr, ...]:
    """Return the two sides of an expression that compares."""
    if isinstance(expr, nodes.Compare) and len(expr.ops) == 1 and expr.ops[0] in _SIGNS:
        return () if _is_distance(expr) else (expr.left, expr.comparators[0])
    if isinstance(expr, nodes.BinOp) and expr.op == "-":
        return expr.left, expr.right
    if not isinstance(expr, nodes.Call) or _name(expr.func) not in _COMPARING:
        return ()
    if any(isinstance(arg, nodes.Starred) for arg in expr.args):
        return ()
    if len(expr.args) >= 2:
        return expr.args[0], expr.args[1]
    if isinstance(expr.func, nodes.Attribute) and len(expr.args) == 1:
        return expr.func.value, expr.args[0]
    return ()


def _is_distance(expr: nodes.Compare) -> bool:
    """Tell whether a comparison bounds how far two things are apart: ``abs(a - b) < 1e-6``."""
    last = list(_reduced(expr))[-1]
    return expr.ops[0] in ("<", "<=") and isinstance(last, nodes.BinOp) and last.op == "-"


def _name(func: nodes.Expr) -> str:
    if isinstance(func, nodes.Attribute):
        return func.name
    return func.id if isinstance(func, nodes.Name) else ""


def _is_module(expr: nodes.Expr) -> bool:
    return isinstance(expr, nodes.Name) and expr.id in ("torch", "np", "F", "math")
