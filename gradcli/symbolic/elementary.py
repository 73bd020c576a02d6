"""The rows of the table of rewrites that are about logarithms, exponentials and their relatives."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Final

from gradcli.symbolic.algebra import expand, factors, plain, product, scaled, terms, total
from gradcli.symbolic.expr import Expr, call, is_call, is_number, number
from gradcli.symbolic.rewrites import AT_LAST, row, settled

_ONE: Final = Fraction(1)
_BASES: Final = {"log10": 10, "log2": 2}
_LOGARITHMS: Final = ("log", "log2", "log10")


@row("product", before="y / (math.log(10) * log10(x))", after="y / log(x)", shapes="x=3 y=3")
@row("product", before="math.log(2) * y * log2(x)", after="y * log(x)", shapes="x=3 y=3")
def _natural(expr: Expr) -> Expr | None:
    """Write a logarithm to a base times that of the base as the natural one."""
    pairs = dict(factors(expr))
    for base, exp in pairs.items():
        if is_call(base, *_BASES):
            of_base = call("log", (number(_BASES[base.name]),))
            if pairs.get(of_base) == exp:
                new = settled(call("log", base.args, (), base.shape, base.kind))
                rest = [pair for pair in factors(expr) if pair[0] not in (base, of_base)]
                return product(expr.data[0], [*rest, (new, exp)], expr.shape)
    return None


_ROUNDED: Final[dict[str, Callable[[Fraction], int]]] = {
    "ceil": math.ceil,
    "floor": math.floor,
    "round": round,
    "trunc": math.trunc,
}


@row(*_ROUNDED, before="x + floor(full_like(x, 1.5))", after="x + 1")
def _of_number(expr: Expr) -> Expr | None:
    """Round a number."""
    inner = plain(expr.args[0])
    if expr.data[2] or not is_number(inner) or not isinstance(inner.data[0], Fraction):
        return None
    return expand(number(_ROUNDED[expr.name](inner.data[0])), expr.shape)


@row(f"{AT_LAST}sum", before="cosh(x) - sinh(x)", after="exp(-x)")
@row(f"{AT_LAST}sum", before="cosh(x) + sinh(x) + z", after="z + exp(x)", shapes="x= z=")
def _exponential(expr: Expr) -> Expr | None:
    """Write a hyperbolic sine beside its cosine as an exponential."""

    def cosine(sine: Expr) -> Expr:
        return call("cosh", sine.args, (), sine.shape, sine.kind)

    def whole(sine: Expr, same: bool) -> Expr:
        angle = scaled(_ONE if same else -_ONE, sine.args[0])
        return settled(call("exp", (angle,), (), sine.shape, sine.kind))

    return joined_terms(expr, "sinh", cosine, whole)


def joined_terms(
    expr: Expr, name: str, partner: Callable[[Expr], Expr], whole: Callable[[Expr, bool], Expr]
) -> Expr | None:
    """Return a sum with one term for two that differ in a call and in its partner.

    ``whole`` makes what stands for both, given the call and whether the signs of both are the same;
    it has the partner's sign.
    """
    pairs = terms(expr)
    for c, term in pairs:
        for part, exp in factors(term):
            if exp != 1 or not is_call(part, name):
                continue
            rest = [pair for pair in factors(term) if pair[0] is not part]
            other = product(_ONE, [*rest, (partner(part), _ONE)], term.shape)
            d = next((d for d, beside in pairs if beside is other), None)
            if d is not None and abs(c) == abs(d):
                made = product(d, [*rest, (whole(part, c == d), _ONE)], term.shape)
                kept = [pair for pair in pairs if pair[1] not in (term, other)]
                return total([*kept, (_ONE, made)], expr.shape)
    return None


@row("sigmoid", before="sigmoid(log(x))", after="x / (x + 1)")
@row("sigmoid", before="sigmoid(-log(x))", after="1 / (x + 1)")
def _of_logarithm(expr: Expr) -> Expr | None:
    """Write the logistic function of a logarithm as a quotient."""
    ((c, inner),) = terms(expr.args[0])[:1]
    if not is_call(inner, "log") or abs(c) != 1 or expr.args[0].head == "sum":
        return None
    (x,) = inner.args
    below = total([(_ONE, x), (_ONE, number(1))], expr.shape)
    above = [(x, _ONE)] if c == 1 else []
    return product(_ONE, [*above, (below, -_ONE)], expr.shape)


@row("product", before="exp(x) / (exp(x) + exp(y))", after="sigmoid(x - y)", shapes="x=3 y=3")
def _of_two(expr: Expr) -> Expr | None:
    """Write the share of one of two exponentials as a logistic function."""
    pairs = dict(factors(expr))
    for whole, exp in pairs.items():
        shares = whole.args if whole.head == "sum" and whole.data == (1, 1, 0) else ()
        if exp != -1 or not all(is_call(share, "exp") for share in shares):
            continue
        for share, other in zip(shares, reversed(shares), strict=True):
            if pairs.get(share) == 1:
                parts = [(_ONE, share.args[0]), (-_ONE, other.args[0])]
                made = settled(
                    call("sigmoid", (total(parts, whole.shape),), (), whole.shape, whole.kind)
                )
                rest = [pair for pair in factors(expr) if pair[0] not in (whole, share)]
                return product(expr.data[0], [*rest, (made, _ONE)], expr.shape)
    return None


@row(f"{AT_LAST}sum", before="log(x) - log(y)", after="log(x / y)", shapes="x=3 y=3")
@row(f"{AT_LAST}sum", before="log2(1 - x) - log2(x)", after="log2((1 - x) / x)", shapes="x=")
def _of_quotient(expr: Expr) -> Expr | None:
    """Write the difference of two logarithms as that of a quotient, where nothing is beside it."""
    pairs = terms(expr)
    if len(pairs) != 2 or pairs[0][0] != -pairs[1][0] or expr.kind == "c":
        return None
    (c, first), (_, second) = pairs if pairs[0][0] > 0 else pairs[::-1]
    if not is_call(first, *_LOGARITHMS) or not is_call(second, first.name):
        return None
    (x,), (y,) = first.args, second.args
    if is_number(x) or is_number(y):
        return None
    ratio = product(_ONE, [(x, _ONE), (y, -_ONE)], expr.shape)
    made = scaled(c, call(first.name, (ratio,), (), expr.shape, expr.kind))
    return made if made.size < expr.size else None
