"""The rows of the table of rewrites that write what several parts have in common once.

A transpose of every term, a factor of both branches of a choice, two masks of which one holds
everywhere, what stands both below a root and before it, and sums that are opposite of each other.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from gradcli.symbolic.algebra import (
    Factor,
    broadcast,
    factors,
    plain,
    product,
    reshape,
    terms,
    total,
)
from gradcli.symbolic.expr import Expr, call, is_call, is_negative, is_number, make
from gradcli.symbolic.matrices import chain, outer, transpose
from gradcli.symbolic.rewrites import AT_LAST, row, settled

_ONE: Final = Fraction(1)
_BRACKETS: Final = 2
_COVERING: Final = ({"le", "ge"}, {"lt", "ge"}, {"le", "gt"})
"""Comparisons of which one holds at least, whatever is compared."""


@row(
    f"{AT_LAST}sum",
    before="A.T @ B.T + B.T @ A.T",
    after="(B @ A + A @ B).T",
    shapes="A=3,3 B=3,3",
)
def _transposed_together(expr: Expr) -> Expr | None:
    """Transpose a sum rather than its terms."""
    if len(expr.shape) != 2 or 1 in expr.shape or expr.data[-1] != 0:
        return None
    if any(term.shape != expr.shape for term in expr.args):
        return None
    turned = [(c, transpose(term)) for c, term in terms(expr)]
    made = make("T", (total(turned, expr.shape[::-1]),), (), expr.shape, expr.kind)
    return made if made.size + _BRACKETS < expr.size else None


@row(
    "where",
    before="where(x > y, x * z, x * y)",
    after="x * where(x > y, z, y)",
    shapes="x=3 y=3 z=3",
)
def _factor_of_both(expr: Expr) -> Expr | None:
    """Take out of a choice what both of its branches are multiplied by."""
    test, yes, no = expr.args
    if yes.kind != no.kind or yes.kind not in "fc":
        return None
    pairs = [pair for pair in factors(yes) if pair in factors(no) and pair[0].args]
    pairs += [p for p in factors(yes) if p in factors(no) and p[0].head == "symbol"]
    if not pairs:
        return None
    rest = [_without(side, pairs) for side in (yes, no)]
    shape = broadcast(test, *rest)
    inner = settled(call("where", (test, *rest), (), shape, expr.kind))
    return product(_ONE, [*pairs, (inner, _ONE)], expr.shape)


def _without(expr: Expr, pairs: list[Factor]) -> Expr:
    """Return a product without some of its factors."""
    coefficient = expr.data[0] if expr.head == "product" else _ONE
    left = [pair for pair in factors(expr) if pair not in pairs]
    return plain(product(coefficient, left, expr.shape))


@row("sum", before="x * (x <= y) + x * (x >= y)", after="x", shapes="x=3 y=3")
@row("sum", before="z + x * (x < y) + x * (x >= y) + 1", after="z + x + 1", shapes="x=3 y=3 z=3")
def _masks_that_cover(expr: Expr) -> Expr | None:
    """Leave out two masks of equal terms of which one holds everywhere."""
    pairs = terms(expr)
    for place, (c, term) in enumerate(pairs):
        for other, (d, more) in enumerate(pairs[:place]):
            kept = _without_cover(term, more) if c == d else None
            if kept is not None:
                rest = [pair for i, pair in enumerate(pairs) if i not in (place, other)]
                return total([*rest, (c, kept)], expr.shape)
    return None


def _without_cover(a: Expr, b: Expr) -> Expr | None:
    """Return what two products are besides masks of which one holds everywhere."""
    first, second = factors(a), factors(b)
    own = [pair for pair in first if pair not in second]
    others = [pair for pair in second if pair not in first]
    if len(own) != 1 or len(others) != 1 or own[0][1] != 1 or others[0][1] != 1:
        return None
    if not _cover(own[0][0], others[0][0]):
        return None
    kept = [pair for pair in first if pair in second]
    return product(_ONE, kept, a.shape)


def _cover(a: Expr, b: Expr) -> bool:
    if not is_call(a, "le", "lt", "ge", "gt") or not is_call(b, "le", "lt", "ge", "gt"):
        return False
    return a.args == b.args and {a.name, b.name} in _COVERING


@row(
    f"{AT_LAST}product",
    before="k * (k * x / m)**-0.5 / m",
    after="sqrt(k * x / m) / x",
    shapes="k= x= m=",
)
def _root_of_all(expr: Expr) -> Expr | None:
    """Write what is divided by a root and stands below it, but for one factor, as the root."""
    pairs = factors(expr)
    for base, exp in pairs:
        if base.head != "product" or not is_negative(exp) or exp.denominator == 1:
            continue
        inner, outer = factors(base), [pair for pair in pairs if pair[0] is not base]
        missing = [pair for pair in inner if pair not in outer]
        if len(missing) != 1 or len(inner) < 2:
            continue
        rest = [pair for pair in outer if pair not in inner]
        below = [(part, -e) for part, e in missing]
        scale = expr.data[0] / base.data[0]
        made = product(scale, [*rest, *below, (base, exp + 1)], expr.shape)
        return made if made.size < expr.size else None
    return None


@row(f"{AT_LAST}product", before="sqrt(sum((x - y)**2))", after="norm(x - y)", shapes="x=3 y=3")
@row(f"{AT_LAST}product", before="2 * x / sum(sin(x)**2)**1.5", after="2 * x / norm(sin(x))**3")
def _as_norm(expr: Expr) -> Expr | None:
    """Write the root of a sum of squares as a norm."""
    pairs = factors(expr)
    for place, (base, exp) in enumerate(pairs):
        inner = base.args[0] if base.head == "total" else base
        if exp.__class__ is not Fraction or exp.denominator != 2 or base.shape or inner is base:
            continue
        squares = factors(inner)
        if inner.head == "product" and inner.data == (1, 2) and inner.kind == "f":
            norm = settled(call("norm", (squares[0][0],), (), (), "f"))
            rest = [*pairs[:place], *pairs[place + 1 :]]
            return product(expr.data[0], [*rest, (norm, 2 * exp)], expr.shape)
    return None


@row("product", before="A * x[:, None] / outer(x, y)", after="A / y", shapes="A=3,2 x=3 y=2")
def _divided_by_outer(expr: Expr) -> Expr | None:
    """Cancel a column or a row with that of an outer product."""
    pairs = factors(expr)
    for whole, exp in pairs:
        if whole.head != "outer":
            continue
        column, line = whole.args
        column = reshape(column, (*column.shape, 1))
        for own, other in ((column, line), (line, column)):
            if dict(pairs).get(own) == -exp:
                rest = [pair for pair in pairs if pair[0] not in (whole, own)]
                return product(expr.data[0], [*rest, (other, exp)], expr.shape)
    return None


@row(
    "sum",
    before="outer(x - y, A @ (y - x)) + outer(y - x, A @ (x - y))",
    after="2 * outer(y - x, A @ (x - y))",
    shapes="x=3 y=3 A=3,3",
)
def _same_but_for_signs(expr: Expr) -> Expr | None:
    """Write products of opposite vectors in a sum as products of the same ones."""
    known: list[Expr] = []
    pairs = [(c, term, _oriented(term, known)) for c, term in terms(expr)]
    if all(new is term for _, term, new in pairs):
        return None
    return total([(c, new) for c, _, new in pairs], expr.shape)


def _oriented(expr: Expr, known: list[Expr]) -> Expr:
    """Return a product with sums that are the opposite of known ones as those, and a sign."""
    if expr.head == "product":
        new = [(_oriented(base, known) if e == 1 else base, e) for base, e in factors(expr)]
        same = all(a is b for (a, _), (b, _) in zip(new, factors(expr), strict=True))
        return expr if same else product(expr.data[0], new, expr.shape)
    if expr.head in ("matmul", "outer"):
        args = [_oriented(arg, known) for arg in expr.args]
        same = all(a is b for a, b in zip(args, expr.args, strict=True))
        made = chain if expr.head == "matmul" else lambda sides: outer(*sides)
        return expr if same else made(args)
    if expr.head != "sum" or expr in known:
        return expr
    for other in known:
        if other.shape != expr.shape:
            continue
        if is_number(plain(total([(_ONE, expr), (_ONE, other)], expr.shape)), 0):
            return make("product", (other,), (-_ONE, _ONE), expr.shape, expr.kind)
    known.append(expr)
    return expr
