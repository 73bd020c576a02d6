"""In which order, and with which signs, sums and products are written.

This module knows numbers and powers. It does not know how anything is spelled.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, Final

from gradcli.symbolic.algebra import Factor, factors, product, terms, total
from gradcli.symbolic.constants import is_constant
from gradcli.symbolic.expr import Expr, in_order, is_number, make
from gradcli.symbolic.matrices import chain, outer, sum_over
from gradcli.symbolic.tree import divisor_of

_ONE: Final = Fraction(1)


def decimal(value: Fraction) -> float | None:
    """Return a fraction as a decimal number, where that is not longer."""
    if value.denominator == 1:
        return float(value)
    short = repr(float(value))
    fits = "e" not in short and Fraction(short) == value
    length = 2 + len(str(value.numerator)) if value.numerator != 1 else 0
    return float(value) if fits and len(short) + 1 <= length + len(str(value.denominator)) else None


def above_and_below(value: Any, multiplies: bool) -> tuple[Any, Any]:
    """Return the numbers above and below the line that a factor is written with.

    Without anything that it ``multiplies`` it is written as a fraction.
    """
    if not isinstance(value, Fraction) or (multiplies and decimal(value) is not None):
        return value, _ONE
    divisor = divisor_of(value)
    if divisor is not None:
        return _ONE, divisor
    return Fraction(value.numerator), Fraction(value.denominator)


def degrees_of(inputs: Sequence[Expr], given: list[Expr]) -> dict[Expr, Fraction] | None:
    """Return the powers of the first input in terms, if they are a polynomial in it."""
    if not inputs or inputs[0] not in [b for term in given for b, _ in factors(term)]:
        return None
    main = inputs[0]
    degrees = {}
    for term in given:
        pairs = dict(factors(term))
        degrees[term] = pairs.pop(main, Fraction(0))
        whole = isinstance(degrees[term], Fraction) and degrees[term].denominator == 1
        if not whole or degrees[term] < 0 or main in in_order(*pairs):
            return None
    return degrees if main.shape == () or max(degrees.values()) > 1 else None


def joined_roots(pairs: list[Factor]) -> list[Factor]:
    """Write the roots of constants, and of one more factor, as one root."""
    half = Fraction(1, 2)
    roots = [base for base, exp in pairs if exp == half and is_constant(base)]
    roots.sort(key=lambda base: base.head != "number")
    others = [base for base, exp in pairs if exp == half and base not in roots]
    if not roots or len(roots + others[:1]) < 2:
        return pairs
    roots += others[:1]
    shape = others[0].shape if others else ()
    inner = [(part, exp) for base in roots for part, exp in _opened(base)]
    powers = [exp for _, exp in inner]
    whole = make("product", [part for part, _ in inner], [_ONE, *powers], shape)
    return [(whole, half), *[p for p in pairs if p[0] not in roots]]


def _opened(expr: Expr) -> list[Factor]:
    """Return the factors of a product without a number before it."""
    return factors(expr) if expr.head == "product" and expr.data[0] == 1 else [(expr, _ONE)]


def is_below_0(value: Any) -> bool:
    """Tell whether a number is written with a sign."""
    return (value.real, value.imag) < (0, 0)


def flipped(coefficient: Any, pairs: list[Factor]) -> tuple[Any, list[Factor]]:
    """Turn the sign of a difference rather than write a sign before the product."""
    if not is_below_0(coefficient):
        return coefficient, pairs
    for place, (base, exp) in enumerate(pairs):
        if exp != 1:
            continue
        turned = _turned(base)
        if turned is not None:
            return -coefficient, [*pairs[:place], (turned, exp), *pairs[place + 1 :]]
    return coefficient, pairs


def _turned(expr: Expr) -> Expr | None:
    """Return the negative of a difference, or of a product or a sum of those with one in it."""
    if expr.head == "sum" and any(is_below_0(c) for c, _ in terms(expr)):
        return total([(-c, term) for c, term in terms(expr)], expr.shape)
    if expr.head == "total" and expr.args[0].head == "product":
        inner = _turned(expr.args[0])
        return None if inner is None else sum_over(inner, expr.data)
    if expr.head == "product" and expr.data[0] == 1:
        coefficient, pairs = flipped(-_ONE, factors(expr))
        return None if coefficient != 1 else product(_ONE, pairs, expr.shape)
    if expr.head in ("matmul", "outer"):
        for place, link in enumerate(expr.args):
            turned = _turned(link) if link.head in ("sum", "product") else None
            if turned is not None and turned.head == link.head:
                args = [*expr.args[:place], turned, *expr.args[place + 1 :]]
                return chain(args) if expr.head == "matmul" else outer(*args)
    return None


def is_mask(coefficient: Any, pairs: list[Factor]) -> bool:
    """Tell whether a product is one of masks alone: two of them add up to no number."""
    return coefficient == 1 and all(base.kind == "b" and exp > 0 for base, exp in pairs)


def is_integral(pairs: Sequence[tuple[Any, Expr]]) -> bool:
    """Tell whether the terms of a sum are integers, which no floating-point sum is made of."""
    powers = [pair for _, term in pairs for pair in factors(term) if not is_number(pair[0])]
    kinds = {base.kind if exp > 0 else "f" for base, exp in powers}
    return "i" in kinds and not kinds & set("fc")


def counts_up(elements: Any) -> bool:
    """Tell whether numbers are each one more than the one before."""
    if not isinstance(elements, tuple) or len(elements) < 3 or isinstance(elements[0], tuple):
        return False
    first = elements[0]
    counted = elements == tuple(first + place for place in range(len(elements)))
    return counted and type(first) in (int, float)
