"""The rows of the table of rewrites that are about choices: guards, masks and conditions.

PyTorch's derivatives guard against points where they are singular; people write them without.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

import numpy as np

from gradcli.symbolic.algebra import (
    broadcast,
    expand,
    factors,
    plain,
    product,
    scaled,
    split,
    terms,
    total,
)
from gradcli.symbolic.constants import is_constant
from gradcli.symbolic.expr import Expr, call, in_order, is_call, is_number, number
from gradcli.symbolic.rewrites import row, settled

_ONE: Final = Fraction(1)
_TINY: Final = 1e-6
_PICKING: Final = ("max", "min", "amax", "amin", "_median_of_all", "_nanmedian_of_all")


@row("where", before="where(norm(x) == 0, 0.0, y / norm(x))", after="y / norm(x)", shapes="x=3 y=3")
@row("where", before="where(norm(x) == 0, 0.0, x) @ y", after="x @ y", shapes="x=3 y=3")
@row("where", before="where(y == 0, 0.0, y * x**(y - 1))", after="y * x**(y - 1)", shapes="x= y=")
@row("where", before="where(x**2 == 0, 0.0, x**2 * x**(x**2 - 1))", after="x**(x**2 + 1)")
def _guarded(expr: Expr) -> Expr | None:
    """Drop the guard of a factor: where it is 0, the text may divide by it, or multiply by inf."""
    test, yes, no = (plain(arg) for arg in expr.args)
    if not (is_call(test, "eq") and is_number(test.args[1], 0) and is_number(yes, 0)):
        return None
    guarded = plain(test.args[0])
    known = _is_norm(_bare(guarded)) or any(base is guarded for base, _ in factors(no))
    if (known or _has_power(no, guarded)) and not _has_hole(no, guarded):
        return expand(no, expr.shape)
    return None


def _has_hole(expr: Expr, below: Expr) -> bool:
    """Tell whether what is divided by an expression depends on it: 0 / 0 there has a limit."""
    rest = [base for base, _ in factors(expr) if base is not below]
    divided = any(
        base is below and isinstance(exp, Fraction) and exp < 0 for base, exp in factors(expr)
    )
    return divided and any(below in in_order(base) and base.head == "sum" for base in rest)


def _bare(expr: Expr) -> Expr:
    """Return what is repeated, or given more dimensions."""
    while expr.head in ("expand", "reshape"):
        (expr,) = expr.args
    return expr


def _is_norm(expr: Expr) -> bool:
    return is_call(expr, "norm", "_norm", "linalg_vector_norm", "_cdist")


def _has_power(expr: Expr, exponent: Expr) -> bool:
    """Tell whether a product has a power with an exponent and that as a factor, or merged.

    An exponent that is a power of the base was merged with it.
    """
    less = total([(_ONE, exponent), (-_ONE, number(1))], exponent.shape)
    known = {exponent, less}
    return any(
        base.head == "power"
        and (base.args[0] is exponent or not known.isdisjoint((base.args[1], *base.args[1].args)))
        for base, _ in factors(expr)
    )


@row("where", before="where(norm(x) == 0, 1.0, norm(x)) * y", after="y * norm(x)", shapes="x=3 y=3")
def _safe_norm(expr: Expr) -> Expr | None:
    """Drop what a norm is replaced by where something would be divided by 0."""
    test, yes, no = (plain(arg) for arg in expr.args)
    guarded = is_call(test, "eq") and is_number(test.args[1], 0) and is_number(yes)
    same = guarded and _bare(test.args[0]) is _bare(no)
    return expand(no, expr.shape) if same and _is_norm(_bare(no)) else None


@row("where", before="where(abs(x) > 1e-9, sin(x) / x, 1.0)", after="sin(x) / x")
def _hole(expr: Expr) -> Expr | None:
    """Drop what stands for a quotient close to where it has no value."""
    test, yes, no = (plain(arg) for arg in expr.args)
    if not is_call(test, "gt", "ge") or not (is_number(test.args[1]) and is_number(no)):
        return None
    tiny = 0 < test.args[1].data[0] <= _TINY
    return expand(yes, expr.shape) if tiny and is_call(plain(test.args[0]), "abs") else None


@row("where", before="where(any(isnan(sort(x)[0])), 3.0, 2 * x)", after="2 * x")
def _without_nan(expr: Expr) -> Expr | None:
    """Drop what stands for a place where an element is NaN, as a quantile asks it in order."""
    test, _, no = (plain(arg) for arg in expr.args)
    known = is_call(test, "any") and is_call(plain(test.args[0]), "isnan")
    ordered = _bare(plain(test.args[0]).args[0]) if known else test
    return expand(no, expr.shape) if is_call(ordered, "sort") else None


@row("eq", before="where(pi * x**2 == 0, x, y)", after="where(x == 0, x, y)", shapes="x=3 y=3")
def _of_power(expr: Expr) -> Expr | None:
    """Ask whether a power is 0 of its base."""
    whole, value = (plain(arg) for arg in expr.args)
    pairs = [(base, exp) for base, exp in factors(whole) if not is_constant(base)]
    if not is_number(value, 0) or len(pairs) != 1 or pairs[0] == (whole, 1):
        return None
    ((base, exp),) = pairs
    if (
        exp.__class__ is not Fraction
        or exp.denominator != 1
        or exp < 2
        or base.shape != whole.shape
    ):
        return None
    return expand(settled(call("eq", (base, value), (), base.shape, "b")), expr.shape)


@row(
    "where",
    before="where(x == 0, y, where(x == 0, x, 2 * y))",
    after="y * where(x == 0, 1, 2)",
    shapes="x=3 y=3",
)
def _asked_twice(expr: Expr) -> Expr | None:
    """Leave out a choice by a condition that was asked before."""
    test, yes, no = expr.args
    sides = [
        plain(side.args[place]) if is_call(side, "where") and side.args[0] is test else side
        for place, side in ((1, plain(yes)), (2, plain(no)))
    ]
    if sides == [plain(yes), plain(no)]:
        return None
    made = settled(call("where", (test, *sides), (), broadcast(test, *sides), expr.kind))
    return expand(made, expr.shape)


@row(
    "where",
    before="where((x == 0) & (y >= 0), 0.0, x**y * log(x))",
    after="x**y * log(x)",
    shapes="x= y=",
)
def _guarded_logarithm(expr: Expr) -> Expr | None:
    test, yes, no = (plain(arg) for arg in expr.args)
    if is_call(test, "bitwise_and") and is_number(yes, 0):
        first = test.args[0]
        if is_call(first, "eq") and is_number(first.args[1], 0):
            base = plain(first.args[0])
            if any(is_call(b, "log") and b.args[0] is base for b, _ in factors(no)):
                return expand(no, expr.shape)
    return None


@row(
    "where",
    before="torch.autograd.grad(logdet(A @ A.T), A, create_graph=True)[0]",
    after="2 * inverse(A).T",
    shapes="A=3,3",
)
def _guarded_logdet(expr: Expr) -> Expr | None:
    """Drop the guard against negative determinants, which have no logarithm."""
    test, _, no = (plain(arg) for arg in expr.args)
    if is_call(test, "eq") and is_call(test.args[0], "linalg_slogdet"):
        return expand(no, expr.shape) if is_number(test.args[1], -1) else None
    return None


@row("bitwise_and", before="where((x == 0) & False, x, 2 * x)", after="2 * x")
@row("bitwise_or", before="where((x == x) | (x > 3), x, 2 * x)", after="x")
def _known_beside(expr: Expr) -> Expr | None:
    """Drop a condition beside one that is known."""
    for known, other in (expr.args, expr.args[::-1]):
        value = plain(known)
        if is_number(value):
            decides = is_number(value, 0) == is_call(expr, "bitwise_and")
            return expand(value if decides else other, expr.shape)
    return None


@row("bitwise_not", before="where(~(x == x), x, 2 * x)", after="2 * x")
def _known_opposite(expr: Expr) -> Expr | None:
    value = plain(expr.args[0])
    return expand(number(int(is_number(value, 0))), expr.shape) if is_number(value) else None


@row("masked_fill", before="masked_fill(x, tensor([False, False, False]), 0)", after="x")
@row("masked_fill", before="masked_fill(x, ones_like(x) < 0, 0)", after="x")
@row("masked_fill", before="masked_fill(x, tensor([True, True, True]), 2)", after="full_like(x, 2)")
def _nothing_filled(expr: Expr) -> Expr | None:
    """Leave out a mask that is the same everywhere."""
    x, mask, value = (plain(arg) for arg in expr.args)
    known = set(np.ravel(mask.data[0])) if mask.head == "array" and mask.data[1] == "bool" else ()
    known = {bool(mask.data[0])} if is_number(mask) else known
    return expand(value if True in known else x, expr.shape) if len(known) == 1 else None


@row("where", before="where(x > 0, 0.0, 1.0)", after="1.0 * (x <= 0)")
def _mask(expr: Expr) -> Expr | None:
    """Write a choice between a number and 0 as a product with the condition."""
    test, yes, no = (plain(arg) for arg in expr.args)
    if test.kind != "b" or not (is_number(yes) and is_number(no)):
        return None
    if is_number(no, 0) and _is_finite(yes):
        return product(yes.data[0], [(test, _ONE)], expr.shape)
    if is_number(yes, 0) and _is_finite(no):
        opposite = settled(call("bitwise_not", (test,), (), test.shape, "b"))
        return product(no.data[0], [(opposite, _ONE)], expr.shape)
    return None


@row(
    "where",
    before="where(x == max(x), y / sum(x == max(x)), 0.0)",
    after="y * (x == max(x)) / sum(x == max(x))",
    shapes="x=3 y=",
)
def _shared(expr: Expr) -> Expr | None:
    """Write shares of those that equal one of them as a product: there is one at least."""
    test, yes, no = (plain(arg) for arg in expr.args)
    if not (is_call(test, "eq") and is_number(no, 0) and _is_among(*map(plain, test.args))):
        return None
    shared = any(exp < 0 and _counts(base, test) for base, exp in factors(yes))
    return product(_ONE, [(yes, _ONE), (test, _ONE)], expr.shape) if shared else None


def _is_among(elements: Expr, value: Expr) -> bool:
    """Tell whether a value is always one of the elements that it is compared with."""
    return is_call(value, *_PICKING) and value.shape == () and value.args[0] is elements


def _counts(expr: Expr, test: Expr) -> bool:
    return is_call(expr, "sum") and expr.shape == () and expr.args[0] is test


def _is_finite(expr: Expr) -> bool:
    return isinstance(expr.data[0], Fraction)


@row(
    "bitwise_or",
    before="1.0 * ((x == y) | isnan(x) & isnan(y))",
    after="1.0 * (x == y)",
    shapes="x=3 y=3",
)
def _equal_or_nan(expr: Expr) -> Expr | None:
    """Leave out what only holds where two values are both NaN."""
    first, second = expr.args
    both_nan = is_call(second, "bitwise_and") and all(is_call(a, "isnan") for a in second.args)
    return first if is_call(first, "eq") and both_nan else None


@row(
    "where",
    before="torch.autograd.grad(sum(F.softplus(x)), x, create_graph=True)[0]",
    after="sigmoid(x)",
)
@row(
    "where",
    before="torch.autograd.grad(mean(y * F.softplus(x)), x, create_graph=True)[0]",
    after="y * sigmoid(x) / 3",
    shapes="x=3 y=3",
)
def _softplus(expr: Expr) -> Expr | None:
    """Write the derivative of softplus as if it were not cut off where float32 cannot tell."""
    test, yes, no = (plain(arg) for arg in expr.args)
    if not (is_call(test, "gt") and is_number(test.args[1], 20)):
        return None
    for slope, exp in factors(no):
        if exp == 1 and is_call(slope, "sigmoid") and is_call(slope.args[0], "where"):
            x = slope.args[0].args[2]
            if x is test.args[0] and plain(_without(no, slope, split(no)[0])) is yes:
                made = settled(call("sigmoid", (x,), (), x.shape))
                return product(_ONE, [(yes, _ONE), (made, _ONE)], expr.shape)
    return None


@row("sum", before="(x > y) * x + ~(x > y) * y", after="where(x > y, x, y)", shapes="x=3 y=3")
def _choice(expr: Expr) -> Expr | None:
    """Write a sum of two terms of which one is always 0 as a choice."""
    if len(expr.args) != 2 or expr.data[-1] != 0:
        return None
    (c, first), (d, second) = sorted(terms(expr), key=lambda term: _is_negated(term[1]))
    for base, exp in factors(second):
        if exp == 1 and base.kind == "b":
            mask = settled(call("bitwise_not", (base,), (), base.shape, "b"))
            if dict(factors(first)).get(mask) == 1:
                yes, no = _without(first, mask, c), _without(second, base, d)
                return call("where", (mask, yes, no), (), expr.shape, expr.kind)
    return None


def _is_negated(expr: Expr) -> bool:
    return any(is_call(base, "bitwise_not", "le", "lt") for base, _ in factors(expr))


def _without(expr: Expr, factor: Expr, coefficient: object) -> Expr:
    """Return a product without one of its factors."""
    rest = [p for p in factors(expr) if p[0] is not factor]
    return product(coefficient, rest, broadcast(*[base for base, _ in rest]) if rest else ())


@row(
    "sum",
    before="where(x > 1, sin(x), 0.0) + where(x > 1, 0.0, exp(y))",
    after="where(x > 1, sin(x), exp(y))",
    shapes="x=3 y=3",
)
@row(
    "sum",
    before="where(x > 1, 0.0, exp(x)) + (x > 1) * y",
    after="where(x > 1, y, exp(x))",
    shapes="x=3 y=3",
)
def _choice_and_mask(expr: Expr) -> Expr | None:
    """Write a choice against 0, and what is added where that is chosen, as one choice."""
    pairs = terms(expr)
    if len(pairs) != 2 or expr.data[-1] != 0:
        return None
    for (c, chosen), (d, other) in (pairs, pairs[::-1]):
        if is_call(chosen, "where"):
            test, yes, no = (plain(arg) for arg in chosen.args)
            opposite = settled(call("bitwise_not", (test,), (), test.shape, "b"))
            added = dict(factors(other))
            if is_number(yes, 0) and added.get(test) == 1:
                sides = _without(other, test, d), scaled(c, no)
            elif is_number(no, 0) and added.get(opposite) == 1:
                sides = scaled(c, yes), _without(other, opposite, d)
            else:
                continue
            return call("where", (test, *sides), (), expr.shape, expr.kind)
    return None


@row(
    "product",
    before="where(x > y, 0.0, exp(x)) * (x <= y)",
    after="where(x > y, 0, exp(x))",
    shapes="x=3 y=3",
)
def _chosen_twice(expr: Expr) -> Expr | None:
    """Leave out a mask beside a choice that is 0 where the mask is."""
    for chosen, exp in factors(expr):
        if exp == 1 and is_call(chosen, "where") and is_number(plain(chosen.args[1]), 0):
            mask = settled(call("bitwise_not", chosen.args[:1], (), chosen.args[0].shape, "b"))
            rest = [pair for pair in factors(expr) if pair[0] is not mask]
            if len(rest) < len(factors(expr)):
                return product(expr.data[0], rest, expr.shape)
    return None


@row("product", before="where(x == 0, 0.0, pi * sin(x)) / pi", after="where(x == 0, 0, sin(x))")
def _numbers_into(expr: Expr) -> Expr | None:
    """Multiply a choice against 0 by numbers that something in it is divided by."""
    for chosen, exp in factors(expr):
        if exp != 1 or not is_call(chosen, "where") or chosen.shape != expr.shape:
            continue
        test, yes, no = (plain(arg) for arg in chosen.args)
        numbers = [pair for pair in factors(expr) if is_constant(pair[0])]
        if not numbers or not (is_number(yes, 0) or is_number(no, 0)):
            continue
        rest = [pair for pair in factors(expr) if pair not in [(chosen, exp), *numbers]]
        sides = [product(expr.data[0], [*numbers, (side, _ONE)], side.shape) for side in (yes, no)]
        made = call("where", (test, *sides), (), expr.shape, expr.kind)
        found = product(_ONE, [*rest, (made, _ONE)], expr.shape)
        return found if found.size < expr.size else None
    return None


@row("maximum", before="maximum(x, zeros_like(x))", after="relu(x)")
def _not_negative(expr: Expr) -> Expr | None:
    """Write the larger of something and 0 as what it is called."""
    a, b = expr.args
    a, b = (b, a) if is_number(plain(a), 0) else (a, b)
    if not is_number(plain(b), 0) or a.shape != expr.shape or a.kind != "f":
        return None
    return settled(call("relu", (a,), (), expr.shape, "f"))
