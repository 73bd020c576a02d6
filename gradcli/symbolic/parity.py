"""The rows of the table of rewrites that are about what functions make of a sign: odd, or even."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from gradcli.symbolic.algebra import factors, plain, product, scaled, terms, total
from gradcli.symbolic.elementary import joined_terms
from gradcli.symbolic.expr import (
    Expr,
    Number,
    call,
    in_order,
    is_call,
    is_negative,
    is_number,
    is_positive,
)
from gradcli.symbolic.rewrites import AT_LAST, row, settled

_ONE: Final = Fraction(1)
_ODD: Final = ("sin", "tan", "asin", "atan", "sinh", "tanh", "asinh", "atanh", "erf", "sign")
_EVEN: Final = ("cos", "cosh", "abs")


@row(*_ODD, before="sin(-2 * x)", after="-sin(2 * x)")
@row(*_ODD, before="y * tanh(-x * y)", after="-y * tanh(x * y)", shapes="x=3 y=3")
@row(*_EVEN, before="cos(-2 * x) + x", after="cos(2 * x) + x")
def _sign_out(expr: Expr) -> Expr | None:
    """Take the sign out of a function of a negative, or leave it out."""
    (x,) = expr.args
    if x.kind == "c" or not all(is_negative(c) for c, _ in terms(x)):
        return None
    sign, opposite = _opposite(expr)
    return scaled(sign, opposite)


def _opposite(expr: Expr) -> tuple[Number, Expr]:
    """Return a function of the opposite argument, and the number to multiply it by."""
    turned = settled(call(expr.name, (scaled(-1, expr.args[0]),), (), expr.shape, expr.kind))
    return (_ONE if is_call(expr, *_EVEN) else -_ONE), turned


@row("sum", before="sinh(x - 1) - sinh(1 - x)", after="2 * sinh(x - 1)")
@row("sum", before="x * cos(x - y) + y * cos(y - x)", after="cos(x - y) * (x + y)", shapes="x= y=")
def _same_but_for_sign(expr: Expr) -> Expr | None:
    """Write functions of opposite arguments in a sum as functions of one of them."""
    known: list[Expr] = []
    for place, (c, term) in enumerate(terms(expr)):
        for base, exp in factors(term):
            if not is_call(base, *_ODD, *_EVEN) or base.args[0].head != "sum" or exp % 1 != 0:
                continue
            same = next((other for other in known if _are_opposite(base, other)), None)
            if same is not None:
                sign = 1 if is_call(base, *_EVEN) else (-1) ** int(exp)
                rest = [pair for pair in factors(term) if pair[0] is not base]
                new = product(c * sign, [*rest, (same, exp)], term.shape)
                pairs = terms(expr)
                return total([*pairs[:place], (_ONE, new), *pairs[place + 1 :]], expr.shape)
            known.append(base)
    return None


def _are_opposite(one: Expr, other: Expr) -> bool:
    (a,), (b,) = one.args, other.args
    if one.name != other.name or len(a.args) != len(b.args):
        return False
    return is_number(plain(total([(_ONE, a), (_ONE, b)], a.shape)), 0)


@row(f"{AT_LAST}product", before="-y * sign(3 - x)", after="y * sign(x - 3)", shapes="x=3 y=3")
def _turned(expr: Expr) -> Expr | None:
    """Write the negative of an odd function of a difference with the opposite difference."""
    if not is_negative(expr.data[0]):
        return None
    for base, exp in factors(expr):
        mixed = is_call(base, *_ODD) and base.args[0].head == "sum"
        if not mixed or exp % 2 != 1:
            continue
        rest = [pair for pair in factors(expr) if pair[0] is not base]
        if base.args[0] not in in_order(*[other for other, _ in rest]):
            sign, other = _opposite(base)
            return product(sign * expr.data[0], [*rest, (other, exp)], expr.shape)
    return None


@row("sign", before="y * sign(x**3)", after="y * sign(x)", shapes="x=3 y=3")
@row("sign", before="y * sign(-2 * x * exp(y))", after="-y * sign(x)", shapes="x=3 y=3")
@row("abs", before="y * abs(x**3)", after="x**2 * y * abs(x)", shapes="x=3 y=3")
def _of_product(expr: Expr) -> Expr | None:
    """Leave out of a sign what is positive, and powers of it; take powers out of a size."""
    (x,) = expr.args
    pairs = factors(x)
    if x.head != "product" or x.kind != "f" or x.data[0].__class__ is not Fraction:
        return None
    if any(exp.__class__ is not Fraction or exp % 2 != 1 or exp < 0 for _, exp in pairs):
        return None
    sized = is_call(expr, "abs")
    if sized and (len(pairs) > 1 or pairs[0][1] == 1):
        return None
    kept = pairs if sized else [(base, _ONE) for base, _ in pairs if not is_positive(base)]
    times = abs(x.data[0]) if sized else (1 if x.data[0] > 0 else -1)
    if not kept or (not sized and kept == pairs):
        return None
    powers = [(base, _ONE) for base, _ in kept]
    inner = product(_ONE, powers, x.shape)
    made = settled(call(expr.name, (inner,), (), expr.shape, expr.kind))
    return product(times, [(made, kept[0][1] if sized else _ONE)], expr.shape)


@row("sum", before="y * relu(x) + y * relu(-x)", after="y * abs(x)", shapes="x=3 y=3")
@row("sum", before="relu(x) - relu(-x)", after="x")
def _both_parts(expr: Expr) -> Expr | None:
    """Write the positive and the negative part of something as its size, or as itself."""

    def opposite(part: Expr) -> Expr:
        return settled(call("relu", (scaled(-1, part.args[0]),), (), part.shape))

    def whole(part: Expr, same: bool) -> Expr:
        (x,) = part.args
        return settled(call("abs", (x,), (), x.shape)) if same else scaled(-1, x)

    return joined_terms(expr, "relu", opposite, whole)
