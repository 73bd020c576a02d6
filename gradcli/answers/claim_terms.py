"""Terms of a claim, and factors of one, as a correction needs them."""

from __future__ import annotations

from itertools import groupby

from gradcli.symbolic.algebra import factors
from gradcli.symbolic.expr import Expr
from gradcli.syntax import nodes
from gradcli.syntax.parse import parse
from gradcli.syntax.unparse import unparse


def is_forgotten(ratio: Expr) -> bool:
    """Tell whether a quotient is one that is forgotten: no sum, unless under a root.

    A condition divided by something is none either: the claim is of one of the function's branches.
    """
    parts = factors(ratio)
    divided = any(exp < 0 for _, exp in parts)
    return not any(
        (base.head == "sum" and exp % 1 == 0) or (base.kind == "b" and divided)
        for base, exp in parts
    )


def terms_of(root: nodes.Expr) -> list[tuple[int, nodes.Expr]]:
    """Return the terms of a sum, with their signs."""
    found: list[tuple[int, nodes.Expr]] = []
    stack = [(1, root)]
    while stack:
        sign, node = stack.pop()
        if isinstance(node, nodes.BinOp) and node.op in "+-":
            stack += [(sign if node.op == "+" else -sign, node.right), (sign, node.left)]
        else:
            found.append((sign, node))
    return found


def unsigned(text: str) -> tuple[bool, str]:
    """Tell whether a term is written with a minus, and return it without; x * x is a square."""
    (statement,) = parse(text).body
    assert isinstance(statement, nodes.ExprStmt)
    node, negative = statement.value, False
    parts: list[tuple[str, str]] = []
    while isinstance(node, nodes.BinOp) and node.op in "*/":
        parts.append((node.op, unparse(node.right).strip()))
        node = node.left
    if isinstance(node, nodes.UnaryOp) and node.op == "-":
        node, negative = node.operand, True
    short = ""
    for (op, part), equal in groupby([("*", unparse(node).strip()), *reversed(parts)]):
        count = len(list(equal))
        short += f" {op} ({part})" + (f"**{count}" if op == "*" and count > 1 else "")
        short += f" / ({part})" * (count - 1) if op == "/" else ""
    return negative, short.removeprefix(" * ")
