"""The table of rewrites: what is simplified beyond the arithmetic that every sum and product does.

A row has a text before and after, which the tests evaluate, and a function from an expression to a
simpler one that is equal, or None. Rows are looked up by what an expression is: its head, or the
name of the operator that it calls. Those under a name with ``AT_LAST`` before it are ways to write
what is simple already: nothing is simplified after them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from gradcli.symbolic.expr import Expr

Function = Callable[[Expr], Expr | None]
AT_LAST: Final = "at last "


class Row(NamedTuple):
    """One rewrite; ``shapes`` are those of the inputs that its texts name, as ``x=3 A=3,3``."""

    before: str
    after: str
    shapes: str
    function: Function


ROWS: list[Row] = []
_BY_NAME: dict[str, list[Function]] = {}


def row(
    *names: str, before: str, after: str, shapes: str = "x=3"
) -> Callable[[Function], Function]:
    """Add a rewrite to the table, for expressions of some heads or operators."""

    def add(function: Function) -> Function:
        ROWS.append(Row(before, after, shapes, function))
        for name in names:
            _BY_NAME.setdefault(name, []).append(function)
        return function

    return add


def settled(expr: Expr, prefix: str = "") -> Expr:
    """Return the simplest form of an expression whose parts are simple already."""
    again = True
    while again:
        again = False
        for function in _BY_NAME.get(prefix + expr.name, ()):
            found = function(expr)
            if found is not None and found is not expr:
                expr, again = found, True
                break
    return expr
