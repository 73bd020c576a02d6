"""The rows of the table of rewrites that are about vectors of which each element is written."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

import numpy as np

from gradcli.symbolic.algebra import factors, product, terms, total
from gradcli.symbolic.constants import is_constant
from gradcli.symbolic.expr import Expr, call, is_call, is_number, number
from gradcli.symbolic.rewrites import row

_MOST: Final = 6  # elements of a vector, or of a matrix
_MOST_CONSTANT: Final = 1  # of them, for which there are words that are as short


@row(
    "sum",
    before="2 * x[2] * eye(3)[2] + x[0] * eye(3)[1] + x[1] * eye(3)[0]",
    after="stack((x[1], x[0], 2 * x[2]))",
)
@row(
    "sum",
    before="x[1] * eye(2)[0] + stack((x[0], exp(x[1])))",
    after="stack((x[1] + x[0], exp(x[1])))",
    shapes="x=2",
)
@row(
    "sum",
    before="5 * eye(2)[0] + cos(x[1]) * eye(2)[1]",
    after="stack((tensor(5.0), cos(x[1])))",
    shapes="x=2",
)
@row(
    "sum",
    before="A[1, 1] * outer(eye(2)[0], eye(2)[0]) + A[0, 0] * outer(eye(2)[1], eye(2)[1]) - "
    "A[1, 0] * outer(eye(2)[0], eye(2)[1]) - A[0, 1] * outer(eye(2)[1], eye(2)[0])",
    after="stack((stack((A[1, 1], -A[1, 0])), stack((-A[0, 1], A[0, 0]))))",
    shapes="A=2,2",
)
def _by_element(expr: Expr) -> Expr | None:
    """Write numbers at places of their own as a vector, or rows, of what stands at each."""
    size = math.prod(expr.shape)
    bases = [base for _, term in terms(expr) for base, _ in factors(term)]
    if 1 in expr.shape or not 1 < size <= _MOST or sum(map(_is_placed, bases)) < 2:
        return None
    elements = [_element(expr, places) for places in np.ndindex(expr.shape)]
    found = [element for element in elements if element is not None]
    constant = [element for element in found if is_constant(element)]
    if len(found) < size or len(constant) > _MOST_CONSTANT or not all(map(_is_short, constant)):
        return None
    while len(found) > expr.shape[0]:
        width = expr.shape[-1]
        rows = [found[start : start + width] for start in range(0, len(found), width)]
        found = [call("stack", row, (), (width,), expr.kind) for row in rows]
    return call("stack", found, (), expr.shape, expr.kind)


def _is_placed(expr: Expr) -> bool:
    """Tell whether an expression is 0 but for one place, or written by its elements."""
    return is_call(expr, "_put", "stack") or (
        expr.head == "outer" and all(is_call(arg, "_put") for arg in expr.args)
    )


def by_element(rows: list[Expr]) -> list[Expr]:
    """Return rows of a matrix element by element, unless most of them are 0 or all constant."""
    size = rows[0].shape[0] if rows else 0
    if not 1 < size <= _MOST or any(row.shape != (size,) for row in rows):
        return rows
    grid = [[_element(row, (place,)) for place in range(size)] for row in rows]
    elements = [element for row in grid for element in row if element is not None]
    constant = [element for element in elements if is_constant(element)]
    zeros = sum(is_number(element, 0) for element in constant)
    if len(elements) < size * len(rows) or not all(map(_is_short, constant)):
        return rows
    if len(constant) == len(elements) or 2 * zeros > len(elements):
        return rows
    found = [[element for element in row if element is not None] for row in grid]
    return [call("stack", row, (), (size,)) for row in found]


def _is_short(constant: Expr) -> bool:
    """Tell whether a number is written exactly in any type of elements."""
    return constant.head == "number" and constant.data[0] % 1 == 0 and abs(constant.data[0]) < 2**24


def _element(expr: Expr, places: tuple[int, ...]) -> Expr | None:
    """Return an element of a vector or matrix, where every part of it says what stands there."""
    if expr.shape == ():
        return expr
    if expr.head == "expand" and expr.args[0].shape == ():
        return expr.args[0]
    if len(expr.shape) != len(places):
        return None
    if expr.head == "outer":
        sides = [_element(arg, places[d : d + 1]) for d, arg in enumerate(expr.args)]
        whole = [(side, Fraction(1)) for side in sides if side is not None]
        return product(1, whole, ()) if len(whole) == 2 else None
    if is_call(expr, "stack"):
        row = expr.args[places[0]]
        return _element(row, places[1:]) if row.shape else row
    if is_call(expr, "_put") and expr.args[0].shape == () and len(places) == 1:
        index = expr.attr("index")[0]
        if not isinstance(index, int) or isinstance(index, bool):
            return None
        return expr.args[0] if index % expr.shape[0] == places[0] else number(0)
    if expr.head not in ("sum", "product"):
        return None
    parts = [_element(part, places) for part in expr.args]
    found = [part for part in parts if part is not None]
    if len(found) < len(parts):
        return None
    if expr.head == "sum":
        pairs = list(zip(expr.data[:-1], found, strict=True))
        return total([*pairs, (expr.data[-1], number(1))], ())
    return product(expr.data[0], list(zip(found, expr.data[1:], strict=True)), ())


@row("stack", before="stack((x[0], x[1], x[2]))", after="x")
@row("stack", before="stack((unbind(x)[0], unbind(x)[1], unbind(x)[2]))", after="x")
def _whole(expr: Expr) -> Expr | None:
    """Write all elements of a vector, one after the other, as the vector."""
    if len(expr.shape) != 1:
        return None
    inner = expr.args[0].args[0] if is_call(expr.args[0], "select") else None
    if inner is None or inner.shape != expr.shape:
        return None
    for place, part in enumerate(expr.args):
        if not is_call(part, "select") or part.args[0] is not inner:
            return None
        if part.attr("index") % len(expr.args) != place:
            return None
    return inner
