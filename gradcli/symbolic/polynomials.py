"""Polynomials in several unknowns with fractions as coefficients: what they divide by, and into.

A polynomial is a dictionary from exponents, a tuple of one for each unknown, to coefficients that
are not 0. This module knows nothing of expressions. Everything has a limit: beyond it a greatest
common divisor is 1, and nothing is a factor.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd as number_gcd
from math import lcm
from operator import add
from operator import sub as subtract
from typing import Final

Exponents = tuple[int, ...]
Number = Fraction | int  # an integer where it is whole, which is many times faster
Poly = dict[Exponents, Number]

MOST_TERMS: Final = 80
_MOST_STEPS: Final = 12
_MOST_DEGREE: Final = 24
_MOST_DIGITS: Final = 10**40


class TooLarge(Exception):
    """A polynomial has more terms than is worth the while."""


def constant(value: Fraction | int, count: int) -> Poly:
    """Return a number as a polynomial in some unknowns."""
    return {(0,) * count: _plain(value)} if value else {}


def _plain(value: Number) -> Number:
    return value.numerator if value.denominator == 1 else value


def unknown(place: int, count: int, exponent: int = 1) -> Poly:
    """Return a power of one of some unknowns."""
    return {tuple(exponent if i == place else 0 for i in range(count)): 1}


def added(a: Poly, b: Poly, factor: Fraction | int = 1) -> Poly:
    """Return a polynomial plus another one times a number."""
    found = dict(a)
    for exps, c in b.items():
        found[exps] = found.get(exps, 0) + c * factor
    return _checked({exps: c for exps, c in found.items() if c})


def multiplied(a: Poly, b: Poly) -> Poly:
    """Return the product of two polynomials."""
    if len(a) * len(b) > MOST_TERMS**2:
        raise TooLarge
    found: Poly = {}
    for first, c in a.items():
        for second, d in b.items():
            exps = tuple(map(add, first, second))
            found[exps] = found.get(exps, 0) + c * d
    return _checked({exps: c for exps, c in found.items() if c})


def _checked(poly: Poly) -> Poly:
    if len(poly) > MOST_TERMS:
        raise TooLarge
    return poly


def raised(poly: Poly, exponent: int, count: int) -> Poly:
    """Return a power of a polynomial."""
    found = constant(1, count)
    for _ in range(exponent):
        found = multiplied(found, poly)
    return found


def content(poly: Poly) -> Fraction:
    """Return the number to divide by for whole coefficients without a common divisor."""
    above = number_gcd(*[c.numerator for c in poly.values()])
    below = lcm(*[c.denominator for c in poly.values()])
    return Fraction(above, below) if above else Fraction(1)


def scaled(poly: Poly, factor: Number) -> Poly:
    """Return a polynomial times a number."""
    return {exps: _plain(c * factor) for exps, c in poly.items()}


def shifted(poly: Poly, exps: Exponents, sign: int = 1) -> Poly:
    """Return a polynomial times unknowns to some powers, or divided by them."""
    return {
        tuple(a + sign * b for a, b in zip(old, exps, strict=True)): c for old, c in poly.items()
    }


def monomial(poly: Poly) -> Exponents:
    """Return the powers of unknowns that every term has."""
    return tuple(map(min, zip(*poly, strict=True)))


def quotient(a: Poly, b: Poly) -> Poly | None:
    """Return a polynomial divided by another one; None where something would be left."""
    lead = max(b)
    rest = dict(a)
    found: Poly = {}
    for _ in range(4 * MOST_TERMS):
        if not rest:
            return found
        top = max(rest)
        exps = tuple(map(subtract, top, lead))
        if min(exps, default=0) < 0:
            return None
        c = _plain(Fraction(rest[top]) / b[lead])
        found[exps] = c
        for old, d in b.items():
            at = tuple(map(add, old, exps))
            left = rest.get(at, 0) - c * d
            if left:
                rest[at] = left
            else:
                rest.pop(at, None)
        if len(rest) > MOST_TERMS:
            return None
    return None


def degree(poly: Poly, place: int) -> int:
    """Return the highest power of an unknown."""
    return max((exps[place] for exps in poly), default=0)


def divisor(a: Poly, b: Poly, count: int) -> Poly:
    """Return a greatest common divisor of polynomials, up to a number; 1 where it is not found."""
    try:
        return _divisor(a, b, count, 0)
    except TooLarge:
        return constant(1, count)


def _divisor(a: Poly, b: Poly, count: int, depth: int) -> Poly:
    if not a or not b:
        return _primitive(a or b)
    shared = tuple(map(min, zip(monomial(a), monomial(b), strict=True)))
    a = _primitive(shifted(a, monomial(a), -1))
    b = _primitive(shifted(b, monomial(b), -1))
    common: Poly = {shared: 1}
    both = [i for i in range(count) if degree(a, i) and degree(b, i)]
    if not both or depth > count:
        return common
    place = min(both, key=lambda i: max(degree(a, i), degree(b, i)))
    if max(degree(a, place), degree(b, place)) > _MOST_DEGREE:
        raise TooLarge
    inner = _divisor(
        _content(a, place, count, depth), _content(b, place, count, depth), count, depth + 1
    )
    a, b = _without_content(a, place, count, depth), _without_content(b, place, count, depth)
    if degree(a, place) < degree(b, place):
        a, b = b, a
    for _ in range(_MOST_DEGREE + _MOST_STEPS):
        if degree(b, place) == 0:
            break
        a, b = b, _remainder(a, b, place)
        if not b:
            break
        b = _without_content(b, place, count, depth)
    found = a if not b else constant(1, count)
    return multiplied(multiplied(common, inner), _primitive(found))


def _primitive(poly: Poly) -> Poly:
    if not poly:
        return poly
    if any(abs(c.numerator) > _MOST_DIGITS for c in poly.values()):
        raise TooLarge
    sign = 1 if poly[max(poly)] > 0 else -1
    return scaled(poly, sign / content(poly))


def _coefficients(poly: Poly, place: int) -> dict[int, Poly]:
    found: dict[int, Poly] = {}
    for exps, c in poly.items():
        rest = (*exps[:place], 0, *exps[place + 1 :])
        found.setdefault(exps[place], {})[rest] = c
    return found


def _content(poly: Poly, place: int, count: int, depth: int) -> Poly:
    """Return what all coefficients of the powers of an unknown have in common."""
    found: Poly = {}
    for part in _coefficients(poly, place).values():
        found = _divisor(found, part, count, depth + 1)
        if len(found) == 1 and not any(max(found)):
            break
    return found


def _without_content(poly: Poly, place: int, count: int, depth: int) -> Poly:
    inner = _content(poly, place, count, depth)
    found = quotient(poly, inner)
    if found is None:
        raise TooLarge
    return _primitive(found)


def _remainder(a: Poly, b: Poly, place: int) -> Poly:
    """Return a pseudo-remainder by the powers of an unknown."""
    high = degree(b, place)
    lead = _coefficients(b, place)[high]
    while a and degree(a, place) >= high:
        top = degree(a, place)
        first = _coefficients(a, place)[top]
        shift = unknown(place, len(max(b)), top - high)
        a = added(multiplied(a, lead), multiplied(multiplied(first, shift), b), -1)
    return a


def derivative(poly: Poly, place: int) -> Poly:
    """Return the derivative by an unknown."""
    return {
        (*exps[:place], exps[place] - 1, *exps[place + 1 :]): c * exps[place]
        for exps, c in poly.items()
        if exps[place]
    }


def factors(poly: Poly, hints: Iterable[Poly], count: int) -> list[tuple[Poly, int]]:
    """Return what a polynomial is a product of, as far as is seen: a number first.

    Tried are the hints, what occurs more than once, and linear factors of a single unknown.
    """
    size = content(poly) * (1 if poly[max(poly)] > 0 else -1)
    shared = monomial(poly)
    rest = shifted(scaled(poly, 1 / size), shared, -1)
    found = [(constant(size, count), 1)]
    found += [(unknown(i, count), e) for i, e in enumerate(shared) if e]
    for hint in hints:
        if len(hint) > 1:
            rest, times = _divided_out(rest, hint)
            found += [(hint, times)] if times else []
    for part, times in _squares(rest, count):
        found += [(piece, e * times) for piece, e in _linear(part, count)]
    return found


def _divided_out(poly: Poly, by: Poly) -> tuple[Poly, int]:
    times = 0
    while len(poly) > 1:
        rest = quotient(poly, by)
        if rest is None:
            break
        poly, times = rest, times + 1
    return poly, times


def _squares(poly: Poly, count: int) -> list[tuple[Poly, int]]:
    """Return factors by how often they occur."""
    place = next((i for i in range(count) if degree(poly, i) > 1), None)
    if place is None or len(poly) > MOST_TERMS // 2:
        return [(poly, 1)]
    shared = divisor(poly, derivative(poly, place), count)
    if degree(shared, place) == 0:
        return [(poly, 1)]
    single = quotient(poly, shared)
    if single is None:
        return [(poly, 1)]
    again = quotient(shared, single)
    if again is not None and len(again) == 1 and not any(max(again)):
        return [(scaled(single, content(single) ** -1), 2), (constant(content(single), count), 1)]
    return [(single, 1), *_squares(shared, count)]


def _linear(poly: Poly, count: int) -> list[tuple[Poly, int]]:
    """Take linear factors out of a polynomial in a single unknown."""
    places = [i for i in range(count) if degree(poly, i)]
    if len(places) != 1 or degree(poly, places[0]) < 2:
        return [(poly, 1)]
    (place,) = places
    found: list[tuple[Poly, int]] = []
    for root in _roots(
        [Fraction(poly.get(unknown_at(place, count, i), 0)) for i in range(degree(poly, place) + 1)]
    ):
        factor = added(
            scaled(unknown(place, count), Fraction(root.denominator)),
            constant(root.numerator, count),
            -1,
        )
        poly, times = _divided_out(poly, factor)
        found += [(factor, times)] if times else []
    return [*found, (poly, 1)]


def unknown_at(place: int, count: int, exponent: int) -> Exponents:
    """Return the exponents of a power of one unknown."""
    return tuple(exponent if i == place else 0 for i in range(count))


def _roots(coefficients: Sequence[Fraction]) -> list[Fraction]:
    """Return fractions at which a polynomial is 0, of small whole coefficients."""
    last, first = coefficients[0], coefficients[-1]
    if not last or max(abs(last), abs(first)) > 200 or last.denominator * first.denominator != 1:
        return []
    tops = [d for d in range(1, abs(int(last)) + 1) if int(last) % d == 0]
    bottoms = [d for d in range(1, abs(int(first)) + 1) if int(first) % d == 0]
    options = {Fraction(s * p, q) for p in tops for q in bottoms for s in (1, -1)}
    return [r for r in sorted(options) if sum(c * r**i for i, c in enumerate(coefficients)) == 0]
