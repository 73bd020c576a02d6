"""Where statements may stand: ``return`` in functions, ``break`` and ``continue`` in loops.

This module knows the rules that a grammar without context cannot say. It walks over statements
only, in the order of the text.
"""

from __future__ import annotations

from collections.abc import Sequence

from gradcli.syntax import nodes
from gradcli.syntax.mistake import mistake


def check_placement(body: Sequence[nodes.Stmt]) -> None:
    """Refuse the first statement that cannot stand where it does."""
    pending = [(statement, False, False) for statement in reversed(body)]
    while pending:
        statement, in_function, in_loop = pending.pop()
        _check(statement, in_function, in_loop)
        if isinstance(statement, nodes.FunctionDef):
            inner = [(child, True, False) for child in statement.body]
        elif isinstance(statement, nodes.ClassDef):
            inner = [(child, False, False) for child in statement.body]
        elif isinstance(statement, nodes.For | nodes.While):
            inner = [(child, in_function, True) for child in statement.body]
            inner += [(child, in_function, in_loop) for child in statement.orelse]
        elif isinstance(statement, nodes.If):
            inner = [
                (child, in_function, in_loop) for child in (*statement.body, *statement.orelse)
            ]
        elif isinstance(statement, nodes.With):
            inner = [(child, in_function, in_loop) for child in statement.body]
        elif isinstance(statement, nodes.Try):
            handled = [child for handler in statement.handlers for child in handler.body]
            parts = (*statement.body, *handled, *statement.orelse, *statement.finalbody)
            inner = [(child, in_function, in_loop) for child in parts]
        elif isinstance(statement, nodes.Match):
            parts = tuple([child for case in statement.cases for child in case.body])
            inner = [(child, in_function, in_loop) for child in parts]
        else:
            continue
        pending += reversed(inner)


def _check(statement: nodes.Stmt, in_function: bool, in_loop: bool) -> None:
    """Refuse a statement that needs something around it which is not there."""
    if isinstance(statement, nodes.Return) and not in_function:
        raise mistake(statement.span, "'return' outside function", "Write the value alone.")
    if isinstance(statement, nodes.Break) and not in_loop:
        raise mistake(statement.span, "'break' outside loop", "Only a loop can be left.")
    if isinstance(statement, nodes.Continue) and not in_loop:
        help = "Only a loop can be continued."
        raise mistake(statement.span, "'continue' not properly in loop", help)
    if isinstance(statement, nodes.ImportFrom) and in_function and statement.names[0].name == "*":
        help = "Import the names that the function needs."
        raise mistake(statement.span, "import * only allowed at module level", help)
