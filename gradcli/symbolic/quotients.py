"""Quotients of polynomials as expressions: multiplied out, and by what they are products of.

This module knows what unknowns stand for. It does not know what is true of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from gradcli.symbolic import polynomials as polys
from gradcli.symbolic.algebra import Factor, broadcast, power, product, total
from gradcli.symbolic.expr import Expr, Shape, call, number
from gradcli.symbolic.polynomials import Poly
from gradcli.symbolic.rewrites import settled

_ONE: Final = Fraction(1)


class Unknown(NamedTuple):
    """What a power of an unknown is written with: ``unit`` times the exponent counts.

    ``kind`` is "base" for a power of an expression, "exp" for an exponential and "power" for a
    power of ``base``, of the expression times that.
    """

    kind: str
    expr: Expr
    base: Expr | None = None


class Written:
    """Writes polynomials in unknowns, of which ``units`` says what an exponent of 1 counts.

    ``hints`` are sums that the expression had, and the polynomials that they are; those in
    ``squared`` were squares.
    """

    unknowns: list[Unknown]
    units: dict[Unknown, Fraction]
    hints: dict[Expr, Poly]
    squared: set[Expr]
    count: int

    def written(self, above: Poly, below: Poly, shape: Shape) -> Iterator[Expr]:
        """Yield expressions for a quotient: multiplied out and by factors, above and below."""
        if not above:
            yield product(0, [], shape)
            return
        hints = [hint for hint in self.hints.values() if len(hint) > 1]
        for down in self._sides(below, hints):
            for up in self._sides(above, hints):
                pairs = [*up[1], *[(b, -e) for b, e in down[1]]]
                yield product(up[0] / down[0], pairs, shape)
        if len(below) == 1:
            yield self._sum(above, below, shape)

    def _sides(self, poly: Poly, hints: Sequence[Poly]) -> list[tuple[Fraction, list[Factor]]]:
        """Return a polynomial as numbers times powers: multiplied out, and by its factors."""
        size = polys.content(poly)
        shared = polys.monomial(poly)
        before = self._monomial(shared)
        inner = polys.shifted(polys.scaled(poly, 1 / size), shared, -1)
        found = [(size, [*before, *self._bracket(inner)])]
        if len(poly) == 1:
            return [(Fraction(poly[shared]), before)]
        found.append((-size, [*before, *self._bracket(polys.scaled(inner, -_ONE))]))
        if size.numerator != 1:
            whole = polys.scaled(inner, Fraction(size.numerator))
            found.append((Fraction(1, size.denominator), [*before, *self._bracket(whole)]))
        if any(shared):
            found.append((size, self._bracket(polys.scaled(poly, 1 / size))))
        found += [(size, [*before, (square, _ONE)]) for square in self._with_square(inner)]
        split = self._factored(poly, hints)
        return [*found, split] if split is not None else found

    def _with_square(self, poly: Poly) -> Iterator[Expr]:
        """Yield a polynomial as a square that the expression had, and less beside it."""
        for known, hint in self.hints.items():
            if known not in self.squared or not 1 < len(hint) < len(poly):
                continue
            square = polys.multiplied(hint, hint)
            times = next((Fraction(c) / square[e] for e, c in poly.items() if e in square), None)
            rest = poly if times is None else polys.added(poly, square, -times)
            if 0 < len(rest) < len(poly) - 1:
                whole = self._sum(rest, polys.constant(1, self.count), None)
                shape = broadcast(known, whole)
                squared = product(_ONE, [(known, Fraction(2))], known.shape)
                yield total([(times, squared), (_ONE, whole)], shape)

    def _factored(self, poly: Poly, hints: Sequence[Poly]) -> tuple[Fraction, list[Factor]] | None:
        pieces = polys.factors(poly, hints, self.count)
        several = [(p, e) for p, e in pieces if len(p) > 1]
        if len(several) == 1 and several[0][1] == 1:
            return None
        coefficient, pairs = _ONE, []
        for piece, e in pieces:
            if len(piece) == 1:
                ((exps, c),) = piece.items()
                coefficient *= Fraction(c) ** e
                pairs += [(b, times * e) for b, times in self._monomial(exps)]
            else:
                pairs += [(b, times * e) for b, times in self._bracket(piece)]
        return coefficient, pairs

    def _bracket(self, poly: Poly) -> list[Factor]:
        if len(poly) == 1:
            ((exps, c),) = poly.items()
            return [(number(Fraction(c)), _ONE), *self._monomial(exps)]
        known = next((expr for expr, hint in self.hints.items() if hint == poly), None)
        made = known or self._sum(poly, polys.constant(1, self.count), None)
        return [(made, _ONE)]

    def _sum(self, above: Poly, below: Poly, shape: Shape | None) -> Expr:
        ((low, d),) = below.items()
        pairs = []
        for exps, c in above.items():
            down = tuple(a - b for a, b in zip(exps, low, strict=True))
            term = product(_ONE, self._monomial(down), self._shape(down))
            pairs.append((Fraction(c) / d, term))
        whole = broadcast(*[term for _, term in pairs])
        return total(pairs, whole if shape is None else shape)

    def _shape(self, exps: Sequence[int]) -> Shape:
        used = [u for u, e in zip(self.unknowns, exps, strict=True) if e]
        return broadcast(*[u.expr for u in used], *[u.base for u in used if u.base is not None])

    def _monomial(self, exps: Sequence[int]) -> list[Factor]:
        """Return powers of unknowns, exponentials as one."""
        pairs: list[Factor] = []
        exponents: dict[Expr | None, list[tuple[Any, Expr]]] = {}
        for unknown, e in zip(self.unknowns, exps, strict=True):
            times = e * self.units[unknown]
            if e and unknown.kind == "base":
                pairs.append((unknown.expr, times))
            elif e:
                exponents.setdefault(unknown.base, []).append((times, unknown.expr))
        for base, parts in exponents.items():
            shape = broadcast(*[part for _, part in parts])
            exponent = total(parts, shape)
            if base is None:
                pairs.append((settled(call("exp", (exponent,), (), shape)), _ONE))
            else:
                pairs.append((power(base, exponent), _ONE))
        return pairs
