"""The rows of the table of rewrites that are about products of vectors, and multiples of sums."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from gradcli.symbolic.algebra import expand, factors, multiply, plain, product, terms, total
from gradcli.symbolic.expr import Expr, is_call, is_negative, is_number
from gradcli.symbolic.matrices import chain
from gradcli.symbolic.rewrites import row

_ONE: Final = Fraction(1)
_MOST_TERMS: Final = 6


@row(
    "_cross",
    before="torch.linalg.cross(y, torch.linalg.cross(x, y))",
    after="x * (y @ y) - y * (x @ y)",
    shapes="x=3 y=3",
)
def _of_three(expr: Expr) -> Expr | None:
    """Write a cross product with one of the same vector by its multiples."""
    for inner, other, sign in ((expr.args[1], expr.args[0], 1), (expr.args[0], expr.args[1], -1)):
        if len(expr.shape) != 1 or not is_call(inner, "_cross") or other not in inner.args:
            continue
        b, c = inner.args
        parts = [(sign, multiply(b, chain([other, c]))), (-sign, multiply(c, chain([other, b])))]
        return total(parts, expr.shape)
    return None


@row("matmul", before="x @ (x / norm(x) - y)", after="norm(x) - x @ y", shapes="x=3 y=3")
def _of_direction(expr: Expr) -> Expr | None:
    """Multiply a vector into a sum with its direction, the multiple that has the length 1."""
    if len(expr.args) != 2 or expr.shape != ():
        return None
    for vector, whole in (expr.args, expr.args[::-1]):
        if whole.head == "sum" and any(_is_direction(term, vector) for _, term in terms(whole)):
            parts = [(c, chain([vector, expand(term, whole.shape)])) for c, term in terms(whole)]
            return total(parts, ())
    return None


def _is_direction(term: Expr, vector: Expr) -> bool:
    pairs = dict(factors(term))
    norms = [base for base, exp in pairs.items() if is_call(base, "norm") and is_negative(exp)]
    return pairs.get(vector) == 1 and any(norm.args[0] is vector for norm in norms)


@row(
    "product",
    before="x * y**2 / (sqrt(1 - x**2 / y**2) * (y**2 - x**2))",
    after="x / (1 - x**2 / y**2)**1.5",
    shapes="x= y=",
)
def _multiples(expr: Expr) -> Expr | None:
    """Write powers of a sum and of its multiple as one, where one of them is no whole power."""
    sums = [(base, exp) for base, exp in factors(expr) if base.head == "sum"]
    for root, part in sums:
        if part.__class__ is not Fraction or part.denominator == 1:
            continue
        for other, whole in sums:
            if other is root or whole.__class__ is not Fraction or whole.denominator != 1:
                continue
            times = _ratio(other, root)
            if times is not None:
                rest = [pair for pair in factors(expr) if pair[0] not in (root, other)]
                pairs = [*rest, (root, part + whole), (times, whole)]
                return product(expr.data[0], pairs, expr.shape)
    return None


def _ratio(above: Expr, below: Expr) -> Expr | None:
    """Return the product that makes one sum of another."""
    pairs = terms(below)
    if not 1 < len(pairs) == len(terms(above)) <= _MOST_TERMS or above.shape != below.shape:
        return None
    (c, first) = pairs[0]
    for d, term in terms(above):
        times = product(d / c, [(term, _ONE), (first, -_ONE)], above.shape)
        if is_number(plain(times)) or times.head == "sum":
            continue
        parts = [(e, multiply(each, times)) for e, each in pairs]
        if {(e, plain(each)) for e, each in _normal(parts)} == set(_normal(terms(above))):
            return times
    return None


def _normal(pairs: list[tuple[Fraction, Expr]]) -> list[tuple[Fraction, Expr]]:
    return list(terms(total(list(pairs), pairs[0][1].shape)))
