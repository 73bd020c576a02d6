"""Normal forms of what is computed element by element: a quotient of polynomials, cancelled.

Its unknowns are everything that is no sum and no product: inputs, functions, roots. What is known
of some of them (the square of a root, of a sine) is used in several ways, each of which gives a
form; the shortest is somebody else's choice.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import gcd, lcm
from typing import Any, Final, NamedTuple

from gradcli.symbolic import polynomials as polys
from gradcli.symbolic.algebra import (
    factors,
    leads_negative,
    product,
    scaled,
    split,
    terms,
    total,
)
from gradcli.symbolic.expr import (
    Expr,
    call,
    in_order,
    is_call,
    is_negative,
    is_number,
    number,
)
from gradcli.symbolic.polynomials import Poly, TooLarge
from gradcli.symbolic.quotients import Unknown, Written
from gradcli.symbolic.rebuild import rebuilt
from gradcli.symbolic.rewrites import settled

_ONE: Final = Fraction(1)
_MOST_PARTS: Final = 120
_MOST_UNKNOWNS: Final = 24
_MOST_POWER: Final = 12
_DEEPEST: Final = 30
_LONG: Final = 80  # beyond which twice an angle is no simpler than the angle

Quotient = tuple[Poly, Poly]


class Way(NamedTuple):
    """A way to use what is known of unknowns; ``squares`` are those that are replaced."""

    roots: bool = False
    squares: str = ""
    split: bool = False  # tangents into sines and cosines
    rational: bool = False  # no roots below


_CIRCULAR: Final = ("sin", "cos")
_HYPERBOLIC: Final = ("sinh", "cosh")
_TANGENTS: Final = {"tan": _CIRCULAR, "tanh": _HYPERBOLIC}
_EXPONENTIAL: Final = {"sigmoid", "tanh", *_HYPERBOLIC}
_PAIRED: Final = {"sin": "cos", "cos": "sin", "sinh": "cosh", "cosh": "sinh"}


def forms(expr: Expr) -> Iterator[Expr]:
    """Yield other forms of a sum or product, each equal to it wherever that is defined."""
    single = _with_single_angles(expr)
    if single is not expr:
        yield single
        yield from forms(single)
    found = _Ring(expr, split=False).fitting()
    if found is None:
        return
    ways = [Way()]
    if found.has_roots:
        ways += [Way(roots=True), Way(roots=True, rational=True)]
    names = {u.expr.name for u in found.unknowns if u.kind == "base"}
    squares = ("sin", "cos", "double") if expr.size < _LONG else ("sin", "cos")
    if names & set(_PAIRED):
        ways += [Way(True, square) for square in squares]
    exponential = any(u.kind == "exp" for u in found.unknowns) and names & _EXPONENTIAL
    mixed = names & set(_TANGENTS) and (names & set(_PAIRED) or "tan" in names)
    if mixed or exponential or _divides_by_tangents(expr):
        again = _Ring(expr, split=True).fitting()
        if again is not None:
            ways += [Way(True, square, True) for square in squares]
    seen: set[Any] = set()
    for way in ways:
        ring = again if way.split else found
        assert ring is not None
        try:
            above, below = ring.quotient(expr, way)
        except TooLarge:
            continue
        if way.squares == "double" and len(above) + len(below) > 2:
            continue  # of sums of many angles, one is no simpler than another
        key = (way.split, frozenset(above.items()), frozenset(below.items()))
        if key not in seen:
            seen.add(key)
            yield from ring.written(above, below, expr.shape)


def _with_single_angles(expr: Expr) -> Expr:
    """Return an expression in which no angle stands beside twice that angle."""
    inside = in_order(expr) if expr.head == "sum" else []
    angles = {part.args[0] for part in inside if is_call(part, *_CIRCULAR)}
    new: dict[Expr, Expr] = {}
    for part in inside:
        new[part] = rebuilt(part, [new[arg] for arg in part.args])
        if is_call(part, "sin"):
            half = scaled(Fraction(1, 2), part.args[0])
            if half in angles:
                sides = [settled(call(name, (half,), (), part.shape)) for name in _CIRCULAR]
                new[part] = product(2, [(side, _ONE) for side in sides], part.shape)
    return new.get(expr, expr)


def _divides_by_tangents(expr: Expr) -> bool:
    below = [b for part in in_order(expr) for b, e in factors(part) if is_negative(e)]
    return any(is_call(part, *_TANGENTS) for part in in_order(*below))


class _Ring(Written):
    """The unknowns of an expression, and the expression as a quotient of polynomials in them."""

    def __init__(self, root: Expr, *, split: bool) -> None:
        self.split = split
        self.units: dict[Unknown, Fraction] = {}
        self.parts = 0
        self.hints: dict[Expr, Poly] = {}
        self.squared: set[Expr] = set()
        hyperbolic = (e for e in in_order(root) if split and is_call(e, "tanh", *_HYPERBOLIC))
        self.angles = list(dict.fromkeys(e.args[0] for e in hyperbolic))
        self.fits = True
        try:
            self._collect(root, 0)
        except TooLarge:
            self.fits = False
        self._double()
        self.unknowns = list(self.units)
        self.places = {unknown: i for i, unknown in enumerate(self.unknowns)}
        self.count = len(self.unknowns)
        self.has_roots = any(
            u.kind == "base" and unit.denominator > 1 for u, unit in self.units.items()
        )

    def fitting(self) -> _Ring | None:
        """Return itself, unless there is too much."""
        return self if self.fits and 0 < self.count <= _MOST_UNKNOWNS else None

    # Which unknowns there are

    def _collect(self, expr: Expr, depth: int) -> None:
        self.parts += 1
        if self.parts > _MOST_PARTS or depth > _DEEPEST:
            raise TooLarge
        if expr.head == "sum":
            for c, term in terms(expr):
                self._number(c)
                self._collect(term, depth + 1)
            return
        if expr.head == "product":
            self._number(expr.data[0])
        for base, exp in factors(expr):
            if not isinstance(exp, Fraction):
                raise TooLarge
            for inner, e in self._pieces(base, exp):
                if inner.head in ("sum", "product") and e.denominator == 1:
                    if abs(e) > _MOST_POWER:
                        raise TooLarge
                    self._collect(inner, depth + 1)
                elif not is_number(inner) or e.denominator != 1:
                    self._know(inner, e)
                    if inner.head == "sum":
                        self._collect(inner, depth + 1)

    def _number(self, value: Any) -> None:
        if isinstance(value, complex):
            raise TooLarge
        if not isinstance(value, Fraction):
            self._know(number(value), _ONE)

    def _pieces(self, base: Expr, exp: Fraction) -> list[tuple[Expr, Fraction]]:
        """Return a power by the functions that others are written with."""
        if self.split and is_call(base, *_TANGENTS):
            above, below = _TANGENTS[base.name]
            return [
                (settled(call(name, base.args, (), base.shape)), sign * exp)
                for name, sign in ((above, 1), (below, -1))
            ]
        if self.split and is_call(base, "exp") and exp.denominator == 1:
            found = self._hyperbolic(base, exp)
            if found is not None:
                return [found]
        if self.split and is_call(base, "sigmoid"):
            (x,) = base.args
            growing = settled(call("exp", (x,), (), x.shape))
            return [(growing, exp), (total([(_ONE, number(1)), (_ONE, growing)], x.shape), -exp)]
        if is_call(base, "sigmoid") and leads_negative(base.args[0]):
            other = call("sigmoid", (scaled(-1, base.args[0]),), (), base.shape)
            return [(total([(_ONE, number(1)), (-_ONE, other)], base.shape), exp)]
        return [(base, exp)]

    def _hyperbolic(self, base: Expr, exp: Fraction) -> tuple[Expr, Fraction] | None:
        """Return the power of an exponential as one of the sum of hyperbolic functions."""
        for angle in self.angles:
            times = _ratio(base.args[0], angle)
            if times is not None and times.denominator == 1 and abs(times * exp) <= 4:
                sides = [call(name, (angle,), (), angle.shape) for name in _HYPERBOLIC]
                sign = _ONE if times * exp > 0 else -_ONE
                whole = total([(sign, sides[0]), (_ONE, sides[1])], angle.shape)
                return whole, abs(times * exp)
        return None

    def _know(self, base: Expr, exp: Fraction) -> None:
        for unknown, times in _unknowns(base, exp):
            old = self.units.get(unknown, _ONE if unknown.kind == "base" else Fraction(0))
            self.units[unknown] = _common(old, times)

    def _double(self) -> None:
        """Know the functions of twice an angle, beside those of the angle."""
        for unknown in list(self.units):
            if unknown.kind == "base" and is_call(unknown.expr, *_PAIRED):
                inner = unknown.expr
                self.units.setdefault(Unknown("base", _named(_PAIRED[inner.name], inner)), _ONE)
                for name in (inner.name, _PAIRED[inner.name]):
                    twice = call(name, (scaled(2, inner.args[0]),), (), inner.shape)
                    self.units.setdefault(Unknown("base", twice), _ONE)

    # As a quotient

    def quotient(self, expr: Expr, way: Way) -> Quotient:
        """Return an expression as a cancelled quotient."""
        above, below = self._known(self._of(expr, way), way)
        if way.rational:
            above, below = self._known(self._rational(above, below), way)
        shared = polys.divisor(above, below, self.count)
        above, below = _exactly(above, shared), _exactly(below, shared)
        return self._known((above, below), way)

    def _of(self, expr: Expr, way: Way) -> Quotient:
        one = polys.constant(1, self.count)
        if is_number(expr):
            return self._coefficient(expr.data[0]), one
        if expr.head == "sum":
            above, below = polys.constant(0, self.count), one
            for c, term in terms(expr):
                first, second = self._of(term, way)
                first = polys.multiplied(first, self._coefficient(c))
                shared = polys.divisor(below, second, self.count)
                left, right = _exactly(below, shared), _exactly(second, shared)
                above = polys.added(polys.multiplied(above, right), polys.multiplied(first, left))
                below = polys.multiplied(left, second)
            return self._known((above, below), way)
        above = self._coefficient(expr.data[0] if expr.head == "product" else _ONE)
        below = one
        for base, exp in factors(expr):
            for inner, e in self._pieces(base, exp):
                first, second = self._power(inner, e, way)
                above, below = polys.multiplied(above, first), polys.multiplied(below, second)
        shared = polys.divisor(above, below, self.count)
        return _exactly(above, shared), _exactly(below, shared)

    def _coefficient(self, value: Any) -> Poly:
        if isinstance(value, Fraction):
            return polys.constant(value, self.count)
        return polys.unknown(self.places[Unknown("base", number(value))], self.count)

    def _power(self, base: Expr, exp: Fraction, way: Way) -> Quotient:
        if base.head in ("sum", "product") and exp.denominator == 1:
            above, below = self._of(base, way)
            if base.head == "sum" and below == polys.constant(1, self.count):
                self.hints[base] = above
                if exp == 2:
                    self.squared.add(base)
        elif is_number(base) and exp.denominator == 1:
            above, below = self._coefficient(base.data[0]), polys.constant(1, self.count)
        else:
            above = below = polys.constant(1, self.count)
            for unknown, times in _unknowns(base, exp):
                e = times / self.units[unknown]
                made = polys.unknown(self.places[unknown], self.count, abs(int(e)))
                if e > 0:
                    above = polys.multiplied(above, made)
                else:
                    below = polys.multiplied(below, made)
            return above, below
        if exp < 0:
            if not above:
                raise TooLarge
            above, below = below, above
        count = abs(int(exp))
        return polys.raised(above, count, self.count), polys.raised(below, count, self.count)

    # What is known of unknowns

    def _known(self, pair: Quotient, way: Way) -> Quotient:
        above, below = pair
        for unknown in self.unknowns:
            place = self.places[unknown]
            highest = max(polys.degree(above, place), polys.degree(below, place))
            if unknown.kind != "base" or highest < 2:
                continue
            if unknown.expr.kind == "b":  # a mask is its own square
                above, below = (_at_most_once(poly, place) for poly in (above, below))
            known = self._relation(unknown, way)
            if known is not None:
                above = self._reduced(above, place, *known)
                below = self._reduced(below, place, *known)
        if way.squares == "double":
            above, below = (self._doubled(poly) for poly in (above, below))
        if not below:
            raise TooLarge
        return above, below

    def _rational(self, above: Poly, below: Poly) -> Quotient:
        """Multiply by what makes square roots below vanish."""
        for place, unknown in enumerate(self.unknowns):
            if unknown.kind == "base" and self.units[unknown].denominator == 2:
                other = {e: -c if e[place] % 2 else c for e, c in below.items()}
                if other not in (below, polys.scaled(below, -_ONE)):
                    above = polys.multiplied(above, other)
                    below = polys.multiplied(below, other)
        return above, below

    def _relation(self, unknown: Unknown, way: Way) -> tuple[int, Poly] | None:
        """Return which power of an unknown is a polynomial, and which."""
        expr, unit = unknown.expr, self.units[unknown]
        if unit.denominator > 1 and unit.numerator == 1:
            if is_number(expr) and isinstance(expr.data[0], Fraction):
                return unit.denominator, polys.constant(expr.data[0], self.count)
            if way.roots and expr.head == "sum":
                above, below = self._of(expr, way)
                if len(below) == 1 and not any(max(below)):
                    value = polys.scaled(above, 1 / Fraction(max(below.values())))
                    self.hints[expr] = value
                    return unit.denominator, value
        if unit == 1 and expr.name in _PAIRED and way.squares in ("sin", "cos"):
            chosen = expr.name.startswith(way.squares)
            if chosen:
                other = self.places[Unknown("base", _named(_PAIRED[expr.name], expr))]
                square = polys.unknown(other, self.count, 2)
                whole = product(_ONE, [(expr, Fraction(2))], expr.shape)
                signs = {"sin": (-1, 1), "cos": (-1, 1), "sinh": (1, -1), "cosh": (1, 1)}
                sign, rest = signs[expr.name]
                self.hints[whole] = polys.added(polys.constant(rest, self.count), square, sign)
                return 2, self.hints[whole]
        return None

    def _reduced(self, poly: Poly, place: int, order: int, value: Poly) -> Poly:
        found: Poly = {}
        for exps, c in poly.items():
            whole, rest = divmod(exps[place], order)
            left = {(*exps[:place], rest, *exps[place + 1 :]): c}
            more = polys.multiplied(left, polys.raised(value, whole, self.count))
            found = polys.added(found, more)
        return found

    def _doubled(self, poly: Poly) -> Poly:
        """Write squares and products of functions of an angle with those of twice the angle."""
        for unknown in self.unknowns:
            if unknown.kind == "base" and unknown.expr.name in ("sin", "sinh"):
                poly = self._doubled_by(poly, unknown.expr)
        return poly

    def _doubled_by(self, poly: Poly, sine: Expr) -> Poly:
        cosine = _named(_PAIRED[sine.name], sine)
        twice = [
            self.places.get(Unknown("base", call(e.name, (scaled(2, sine.args[0]),), (), e.shape)))
            for e in (sine, cosine)
        ]
        s, c = (self.places[Unknown("base", e)] for e in (sine, cosine))
        if twice[0] is None or twice[1] is None or self.units[self.unknowns[s]] != 1:
            return poly
        half, one = Fraction(1, 2), polys.constant(Fraction(1, 2), self.count)
        double_s = polys.scaled(polys.unknown(twice[0], self.count), half)
        double_c = polys.scaled(polys.unknown(twice[1], self.count), half)
        sign = -1 if sine.name == "sin" else 1
        square_s = polys.added(double_c, one, -1) if sign == 1 else polys.added(one, double_c, -1)
        square_c = polys.added(one, double_c)
        found: Poly = {}
        for exps, coefficient in poly.items():
            both = min(exps[s], exps[c])
            rest = list(exps)
            rest[s], rest[c] = (exps[s] - both) % 2, (exps[c] - both) % 2
            part: Poly = {tuple(rest): coefficient}
            part = polys.multiplied(part, polys.raised(double_s, both, self.count))
            for square, place in ((square_s, s), (square_c, c)):
                times = (exps[place] - both) // 2
                part = polys.multiplied(part, polys.raised(square, times, self.count))
            found = polys.added(found, part)
        return found


def _named(name: str, like: Expr) -> Expr:
    return call(name, like.args, (), like.shape, like.kind)


def _unknowns(base: Expr, exp: Fraction) -> list[tuple[Unknown, Fraction]]:
    """Return a power as powers of unknowns: exponentials of sums are products."""
    if is_call(base, "exp"):
        return [(Unknown("exp", term), c * exp) for c, term in _summands(base.args[0]) if c != 0]
    if base.head == "power":
        below, exponent = base.args
        return [
            (Unknown("base", below), c * exp)
            if is_number(term)
            else (Unknown("power", term, below), c * exp)
            for c, term in _summands(exponent)
            if c != 0
        ]
    return [(Unknown("base", base), exp)]


def _summands(expr: Expr) -> list[tuple[Fraction, Expr]]:
    pairs = terms(expr)
    if any(not isinstance(c, Fraction) for c, _ in pairs):
        return [(_ONE, expr)]
    return pairs


def _common(a: Fraction, b: Fraction) -> Fraction:
    """Return the largest fraction that two are whole multiples of."""
    below = lcm(a.denominator, b.denominator)
    return Fraction(gcd(int(a * below), int(b * below)), below)


def _ratio(a: Expr, b: Expr) -> Fraction | None:
    (c, first), (d, second) = split(a), split(b)
    if isinstance(c, Fraction) and isinstance(d, Fraction) and first is second:
        return Fraction(c / d)
    return -_ONE if scaled(-1, a) is b else None


def _exactly(poly: Poly, by: Poly) -> Poly:
    found = polys.quotient(poly, by) if poly else poly
    if found is None:
        raise TooLarge
    return found


def _at_most_once(poly: Poly, place: int) -> Poly:
    found: Poly = {}
    for exps, c in poly.items():
        once = (*exps[:place], min(exps[place], 1), *exps[place + 1 :])
        found[once] = found.get(once, Fraction(0)) + c
    return {exps: c for exps, c in found.items() if c}
