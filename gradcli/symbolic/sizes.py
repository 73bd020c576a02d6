"""Sizes that stand for any other: what a derivative under several sizes has in common.

A program that is followed under three sets of sizes gives three expressions of one form, in which
some numbers differ. Each of those is written as a number times powers of the sizes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product as combinations
from math import isfinite, nan
from typing import Any, Final

from gradcli.symbolic.algebra import product, total
from gradcli.symbolic.expr import Expr, in_order, make, number, symbol
from gradcli.symbolic.rebuild import rebuilt

_ONE: Final = Fraction(1)
_EXPONENTS: Final = (0, -1, 1, -2, 2)

Sizes = Mapping[str, int]
Variants = Sequence[tuple[Sizes, Sequence[Expr]]]


def generalized(variants: Variants) -> list[Expr] | None:
    """Return expressions with named sizes, from those under several sizes; None if there are none.

    Shapes stay those of the first variant.
    """
    orders = [in_order(*roots) for _, roots in variants]
    if len({len(order) for order in orders}) != 1:
        return None
    sizes = [dict(given) for given, _ in variants]
    new: dict[Expr, Expr] = {}
    places = [{expr: i for i, expr in enumerate(order)} for order in orders]
    for same in zip(*orders, strict=True):
        found = _merged(same, places, sizes, new)
        if found is None:
            return None
        new[same[0]] = found
    return [new[root] for root in variants[0][1]]


def _merged(
    same: Sequence[Expr],
    places: Sequence[Mapping[Expr, int]],
    sizes: Sequence[Sizes],
    new: Mapping[Expr, Expr],
) -> Expr | None:
    first = same[0]
    for expr, place in zip(same, places, strict=True):
        if expr.head != first.head or len(expr.data) != len(first.data):
            return None
        if [place[arg] for arg in expr.args] != [places[0][arg] for arg in first.args]:
            return None
    args = [new[arg] for arg in first.args]
    if first.head == "number":
        return fitted([expr.data[0] for expr in same], sizes)
    if first.head == "product":
        if any(expr.data[1:] != first.data[1:] for expr in same):
            return None
        factor = fitted([expr.data[0] for expr in same], sizes)
        if factor is None:
            return None
        pairs = list(zip(args, first.data[1:], strict=True))
        return product(_ONE, [(factor, _ONE), *pairs], first.shape)
    if first.head == "sum":
        columns = list(zip(*[expr.data for expr in same], strict=True))
        factors = [fitted(list(column), sizes) for column in columns]
        parts = [*args, number(1)]
        if any(factor is None for factor in factors):
            return None
        summands = [
            (_ONE, product(_ONE, [(factor, _ONE), (part, _ONE)], part.shape))
            for factor, part in zip(factors, parts, strict=True)
            if factor is not None
        ]
        return total(summands, first.shape)
    if any(
        not _alike(first.data, expr.data, sizes[0], s) for expr, s in zip(same, sizes, strict=True)
    ):
        return None
    if first.head in ("symbol", "array", "constant"):
        return make(first.head, (), first.data, first.shape, first.kind)
    return rebuilt(first, args)


def _alike(a: Any, b: Any, first: Sizes, other: Sizes) -> bool:
    """Tell whether attributes are the same, as sizes and places near the end of one are."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(
            _alike(x, y, first, other) for x, y in zip(a, b, strict=True)
        )
    if a.__class__ is not int or b.__class__ is not int:
        return bool(a == b)
    return a == b or any(2 * a > first[n] and first[n] - a == other[n] - b >= 0 for n in first)


def fitted(values: Sequence[Any], sizes: Sequence[Sizes]) -> Expr | None:
    """Return a number that depends on sizes as an expression of them."""
    if all(value == values[0] for value in values):
        return number(values[0])
    if any(isinstance(value, complex) or value == 0 or not isfinite(value) for value in values):
        return number(nan) if all(value != value for value in values) else None
    names = list(sizes[0])
    bases = [(name, shift) for name in names for shift in (0, -1)]
    options = [e for e in combinations(_EXPONENTS, repeat=len(bases)) if sum(map(abs, e)) <= 3]
    for exponents in sorted(options, key=lambda e: sum(map(abs, e))):
        scales = [_scale(bases, exponents, given) for given in sizes]
        ratio = Fraction(values[0]) / scales[0]
        if all(
            abs(float(v) - float(ratio * s)) <= 1e-13 * abs(float(v))
            for v, s in zip(values, scales, strict=True)
        ):
            short = ratio.limit_denominator(10**6)
            if abs(short - ratio) <= abs(ratio) / 10**13:  # what a float was meant to be
                ratio = short
            pairs = [
                (_size(name, shift), Fraction(e))
                for (name, shift), e in zip(bases, exponents, strict=True)
                if e
            ]
            return product(ratio, pairs, ())
    return None


def _scale(bases: Sequence[tuple[str, int]], exponents: Sequence[int], sizes: Sizes) -> Fraction:
    scale = _ONE
    for (name, shift), exponent in zip(bases, exponents, strict=True):
        scale *= Fraction(sizes[name] + shift) ** exponent
    return scale


def _size(name: str, shift: int) -> Expr:
    size = symbol(name, (), "f")
    return total([(_ONE, size), (Fraction(shift), number(1))], ())
