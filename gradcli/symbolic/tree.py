"""Pieces of syntax trees that stand nowhere in a text.

This module knows the nodes of the tree. It does not know what is written with them.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any, Final

from gradcli.errors import Span
from gradcli.numerics.dtypes import DType
from gradcli.syntax import nodes

NOWHERE: Final = Span(0, 0)
_LONGEST_DECIMAL: Final = 7
_LONG_PART: Final = 100
_LARGEST_INTEGER: Final = 2**53  # which a float holds exactly


def name(text: str) -> nodes.Expr:
    """Return a name, which may be dotted."""
    first, *rest = text.split(".")
    node: nodes.Expr = nodes.Name(NOWHERE, first)
    for part in rest:
        node = nodes.Attribute(NOWHERE, node, part, NOWHERE)
    return node


def constant(value: object) -> nodes.Expr:
    """Return a literal."""
    return nodes.Constant(NOWHERE, value)


def binary(left: nodes.Expr, op: str, right: nodes.Expr) -> nodes.Expr:
    """Return an operation on two operands."""
    return nodes.BinOp(NOWHERE, left, op, right, NOWHERE)


def called(
    function: str | nodes.Expr,
    args: Iterable[nodes.Expr],
    keywords: Iterable[tuple[str, nodes.Expr]] = (),
) -> nodes.Expr:
    """Return a call."""
    target = name(function) if isinstance(function, str) else function
    named = [nodes.Keyword(NOWHERE, key, value) for key, value in keywords]
    return nodes.Call(NOWHERE, target, list(args), named)


def method(value: nodes.Expr, called_: str, args: Iterable[nodes.Expr] = ()) -> nodes.Expr:
    """Return the call of a method."""
    return called(nodes.Attribute(NOWHERE, value, called_, NOWHERE), args)


def transposed(node: nodes.Expr) -> nodes.Expr:
    """Return a matrix transposed."""
    return nodes.Attribute(NOWHERE, node, "T", NOWHERE)


def literal(value: Any) -> nodes.Expr:
    """Return an attribute's value as a literal."""
    if isinstance(value, tuple):
        if value[:1] == ("slice",):
            parts = [None if part is None else literal(part) for part in value[1:]]
            return nodes.Slice(NOWHERE, *parts)
        return nodes.Tuple(NOWHERE, [literal(item) for item in value])
    if isinstance(value, DType):
        return name(f"torch.{value.name}")
    if isinstance(value, Fraction):
        return numeral(value)
    if value == math.inf:
        return name("inf")
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value < 0:
        return nodes.UnaryOp(NOWHERE, "-", literal(-value))
    return constant(value)


def numeral(value: Any) -> nodes.Expr:
    """Return a number, which may be negative or a fraction."""
    if isinstance(value, complex):
        return constant(value + 0)  # no negative zeros
    if value < 0:
        return nodes.UnaryOp(NOWHERE, "-", numeral(-value))
    if isinstance(value, Fraction):
        if value.denominator == 1:
            return constant(int(value) if value < _LARGEST_INTEGER else float(value))
        short = repr(float(value))
        if "e" not in short and Fraction(short) == value and len(short) <= _LONGEST_DECIMAL:
            return constant(float(value))
        divisor = divisor_of(value)
        if divisor is not None:
            return binary(constant(1), "/", constant(divisor))
        return binary(constant(value.numerator), "/", constant(value.denominator))
    if value != value:
        return name("nan")
    return name("inf") if value == float("inf") else constant(value)


def divisor_of(value: Fraction) -> float | None:
    """Return the decimal number that 1 is better divided by, as 2.5066 for 5000 / 12533."""
    above, below = value.numerator, value.denominator
    if min(above, below) < _LONG_PART:
        return None
    short = repr(float(1 / value))
    fits = Fraction(short) == 1 / value and len(short) < len(f"{above}{below}")
    return float(short) if fits else None


def tuple_of(elements: Iterable[nodes.Expr]) -> nodes.Expr:
    """Return a tuple."""
    return nodes.Tuple(NOWHERE, list(elements))


def listed(value: Any) -> nodes.Expr:
    """Return nested tuples of numbers as nested lists."""
    if isinstance(value, tuple):
        return nodes.List(NOWHERE, [listed(item) for item in value])
    return literal(value)


def indexed(value: nodes.Expr, parts: Sequence[nodes.Expr]) -> nodes.Expr:
    """Return a value with an index of some parts."""
    index = parts[0] if len(parts) == 1 else nodes.Tuple(NOWHERE, parts)
    return nodes.Subscript(NOWHERE, value, index)


def is_path(node: nodes.Node) -> bool:
    """Tell whether a node is a module, as in ``torch.linalg.det``."""
    while isinstance(node, nodes.Attribute):
        node = node.value
    return isinstance(node, nodes.Name) and node.id in ("torch", "F", "math")


def is_none(node: nodes.Expr) -> bool:
    """Tell whether a node is the literal None."""
    return isinstance(node, nodes.Constant) and node.value is None
