"""The rows of the table of rewrites that are about elements: what is 0 but for one place, or line.

A vector times a row of an identity is one of its elements times that row.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from gradcli.symbolic.algebra import factors, multiply, product, terms, total
from gradcli.symbolic.expr import Expr, call, is_call, is_number
from gradcli.symbolic.matrices import outer
from gradcli.symbolic.rewrites import row, settled

_ONE: Final = Fraction(1)


@row("product", before="exp(x) * (eye(3)[1] / exp(x)[1] - 2)", after="eye(3)[1] - 2 * exp(x)")
@row(
    "product",
    before="softmax(x, 0) * (1 - eye(3)[1] / softmax(x, 0)[1])",
    after="softmax(x, 0) - eye(3)[1]",
)
def _cancelled_at_one_place(expr: Expr) -> Expr | None:
    """Write a vector times a sum in which one of its elements is divided by, multiplied out."""
    pairs = factors(expr)
    for whole, exp in pairs:
        if whole.head != "sum" or exp != 1:
            continue
        for vector, times in pairs:
            shares = [_share(term, vector) for _, term in terms(whole)]
            if times != 1 or vector.shape != expr.shape or all(s is None for s in shares):
                continue
            new = [
                (c, product(_ONE, [(term, _ONE), (vector, _ONE)], expr.shape) if s is None else s)
                for (c, term), s in zip(terms(whole), shares, strict=True)
            ]
            rest = [pair for pair in pairs if pair[0] not in (whole, vector)]
            opened = total(new, expr.shape)
            return product(expr.data[0], [*rest, (opened, _ONE)], expr.shape)
    return None


def _share(term: Expr, values: Expr) -> Expr | None:
    """Return a term that is 0 elsewhere, divided by some of the values there, times all values."""
    for whole, exp in factors(term):
        place = _place(whole)
        if place is None or exp != 1 or whole.shape != values.shape:
            continue
        part = _at(values, place)
        rest = [pair for pair in factors(term) if pair[0] is not whole]
        if dict(rest).get(part) == -1:
            return product(_ONE, [*rest, (part, _ONE), (whole, _ONE)], term.shape)
        sides = [_without(arg, part) for arg in whole.args] if whole.head == "outer" else []
        if any(side is not None for side in sides):
            both = [arg if s is None else s for arg, s in zip(whole.args, sides, strict=True)]
            return product(_ONE, [*rest, (outer(*both), _ONE)], term.shape)
    return None


def _place(expr: Expr) -> tuple[int | None, ...] | None:
    """Return where an expression is not 0: a place in each dimension, or None for all of them."""
    if expr.head == "outer":
        places = [_place(arg) for arg in expr.args]
        found = tuple(None if place is None else place[0] for place in places)
        return found if found != (None, None) else None
    if not is_call(expr, "_put") or len(expr.shape) != 1 or not is_number(expr.args[0], 1):
        return None
    index = expr.attr("index")[0]
    return (index % expr.shape[0],) if index.__class__ is int else None


def _at(expr: Expr, place: tuple[int | None, ...]) -> Expr:
    """Return the elements at a place."""
    dim = 0
    for index in place:
        if index is None:
            dim += 1
            continue
        shape = (*expr.shape[:dim], *expr.shape[dim + 1 :])
        attrs = (("dim", dim), ("index", index))
        expr = settled(call("select", (expr,), attrs, shape, expr.kind))
    return expr


def _without(expr: Expr, part: Expr) -> Expr | None:
    """Return what is divided by a part, times that."""
    divided = dict(factors(expr)).get(part) == -1
    return multiply(expr, part) if divided and part.shape == expr.shape else None


@row(
    "product",
    before="exp(A) * outer(eye(3)[1], eye(2)[0])",
    after="outer(eye(3)[1], eye(2)[0]) * exp(A)[1][0]",
    shapes="A=3,2",
)
@row(
    "product",
    before="exp(A) * outer(1 / exp(A)[:, 1], eye(2)[1])",
    after="eye(2)[1].expand(3, 2)",
    shapes="A=3,2",
)
def _at_one_place(expr: Expr) -> Expr | None:
    """Write values times what is 0 elsewhere with the values there."""
    pairs = factors(expr)
    for whole, exp in pairs:
        place = _place(whole)
        if place is None or exp != 1 or whole.head != "outer":
            continue
        for values, times in pairs:
            if values is whole or values.shape != whole.shape or values.kind != "f":
                continue
            rest = [pair for pair in pairs if pair[0] not in (whole, values)]
            if None not in place:
                new = [(whole, _ONE), (_at(values, place), times)]
                return product(expr.data[0], [*rest, *new], expr.shape)
            share = _share(whole, values)
            if share is not None and times == 1:
                return product(expr.data[0], [*rest, (share, _ONE)], expr.shape)
    return None
