"""The rows of the table of rewrites that are about what functions make of a sign: odd, or even."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from gradcli.symbolic.algebra import factors, plain, product, scaled, terms, total
from gradcli.symbolic.expr import Expr, Number, call, in_order, is_call, is_negative, is_number
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
