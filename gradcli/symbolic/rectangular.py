"""Complex numbers by their real and imaginary parts, where all that they are made of is real.

This module knows the parts of what complex numbers are made with. It does not know which of two
ways to write them is shorter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any, Final, NamedTuple

from gradcli.symbolic.algebra import (
    Factor,
    add,
    expand,
    factors,
    multiply,
    plain,
    product,
    scaled,
    subtract,
)
from gradcli.symbolic.expr import Expr, call, in_order, is_call, is_number, make, number
from gradcli.symbolic.matrices import matmul, outer
from gradcli.symbolic.rebuild import rebuilt
from gradcli.symbolic.rewrites import settled
from gradcli.symbolic.translate_parts import part_of

_ONE: Final = Fraction(1)
_TWO: Final = Fraction(2)
_HALF: Final = Fraction(1, 2)
_MOST: Final = 6  # the largest power that is multiplied out
_HEADS: Final = ("T", "total", "reshape", "expand")
_ARRANGED: Final = ("cat", "flip", "index", "permute", "roll", "select", "slice", "stack")
_LINEAR: Final = (*_ARRANGED, "_put", "cumsum", "diag", "diagonal", "mean", "tril", "triu")
"""Operators that do to a complex number what they do to each of its parts."""


class Parts(NamedTuple):
    """The real and the imaginary part of an expression, and the square of its absolute value."""

    real: Expr
    imag: Expr
    square: Expr


def has_complex(*roots: Expr) -> bool:
    """Tell whether complex numbers occur in expressions."""
    return any(expr.kind == "c" for expr in in_order(*roots))


def in_real_numbers(*roots: Expr) -> list[Expr]:
    """Return expressions with what is real of complex numbers written in real numbers.

    What holds only where a complex number is not 0 is taken to hold.
    """
    parts: dict[Expr, Parts | None] = {}
    new: dict[Expr, Expr] = {}
    for expr in in_order(*roots):
        known = [parts[arg] for arg in expr.args]
        made = rebuilt(expr, [new[arg] for arg in expr.args])
        if expr.kind != "c" and expr.args and expr.args[0].kind == "c":
            made = _in_real_numbers(expr, known, made)
        new[expr] = made
        parts[expr] = _parts_of(expr, made, known)
    return [new[root] for root in roots]


def _in_real_numbers(expr: Expr, known: Sequence[Parts | None], made: Expr) -> Expr:
    inner = known[0]
    if inner is None:
        return made
    if expr.kind == "f" and expr.name in _REAL_OF:
        return expand(_REAL_OF[expr.name](inner), expr.shape)
    return made


def _is_zero_test(expr: Expr) -> bool:
    """Tell whether an expression asks where a complex number is 0."""
    if not is_call(expr, "eq"):
        return False
    x, zero = expr.args
    return x.kind == "c" and is_number(plain(zero), 0)


def _power(expr: Expr, exponent: Fraction) -> Expr:
    return product(_ONE, [(expr, exponent)], expr.shape)


def _of(name: str, *args: Expr) -> Expr:
    if len(args) == 1 and is_number(plain(args[0]), 0) and name != "log":
        return expand(number(name in ("exp", "cos", "cosh")), args[0].shape)
    return settled(call(name, args, (), args[0].shape))


_REAL_OF: Final[dict[str, Callable[[Parts], Expr]]] = {
    "real": lambda z: z.real,
    "imag": lambda z: z.imag,
    "abs": lambda z: _power(z.square, _HALF),
    "angle": lambda z: _of("atan2", z.imag, z.real),
}


def _parts(real: Expr, imag: Expr) -> Parts:
    """Return parts, and their square with the factors that both share taken out of it."""
    shared = [pair for pair in factors(real) if pair in factors(imag)]
    turned = [(base, -exp) for base, exp in shared]
    sides = [product(_ONE, [(side, _ONE), *turned], side.shape) for side in (real, imag)]
    inner = add(*[_power(side, _TWO) for side in sides])
    doubled = [(base, 2 * exp) for base, exp in shared]
    return Parts(real, imag, product(_ONE, [*doubled, (inner, _ONE)], real.shape))


def _turned(length: Expr, angle: Expr) -> Parts:
    """Return the parts of a number of a length and an angle."""
    real, imag = (multiply(length, _of(name, angle)) for name in ("cos", "sin"))
    return Parts(real, imag, _power(length, _TWO))


def _waved(names: str, z: Parts, sign: int = 1) -> Parts:
    """Return the parts of a sine or cosine: products of a function of each part."""
    pairs = zip(names.split(), (z.real, z.imag) * 2, strict=True)
    first, second, third, fourth = (_of(name, side) for name, side in pairs)
    return _parts(multiply(first, second), scaled(sign, multiply(third, fourth)))


def _scaled(real: Expr, z: Parts) -> Parts:
    return Parts(
        multiply(real, z.real), multiply(real, z.imag), multiply(_power(real, _TWO), z.square)
    )


def _conjugate(z: Parts) -> Parts:
    return z._replace(imag=scaled(-1, z.imag))


_FUNCTIONS: Final[dict[str, Callable[[Parts], Parts]]] = {
    "conj": _conjugate,
    "exp": lambda z: _turned(_of("exp", z.real), z.imag),
    "sin": lambda z: _waved("sin cosh cos sinh", z),
    "cos": lambda z: _waved("cos cosh sin sinh", z, -1),
    "sinh": lambda z: _waved("sinh cos cosh sin", z),
    "cosh": lambda z: _waved("cosh cos sinh sin", z),
    "log": lambda z: _parts(scaled(_HALF, _of("log", z.square)), _REAL_OF["angle"](z)),
    "sgn": lambda z: _scaled(_power(z.square, -_HALF), z),
}


def _parts_of(expr: Expr, made: Expr, args: Sequence[Parts | None]) -> Parts | None:
    """Return the parts of an expression, given those of what it is made of."""
    if expr.kind != "c":
        return Parts(made, expand(number(0), expr.shape), _power(made, _TWO))
    if is_number(expr):
        return _of_number(expr.data[0])
    known = [arg for arg in args if arg is not None]
    if len(known) < len(args) or not args:
        return None
    found = _composed(expr, known)
    return None if found is None else Parts(*[expand(part, expr.shape) for part in found])


def _composed(expr: Expr, known: Sequence[Parts]) -> Parts | None:
    if expr.head == "sum":
        return _sum(expr, known)
    if expr.head == "product":
        return _product(expr, known)
    if expr.head in ("matmul", "outer"):
        times = outer if expr.head == "outer" else matmul
        return reduce(lambda a, b: _both(a, b, times), known)
    if is_call(expr, *_FUNCTIONS):
        return _FUNCTIONS[expr.name](*known)
    if is_call(expr, "where"):
        return _chosen(expr, known)
    if is_call(expr, "view_as_complex"):
        return _parts(*[_last(known[0].real, place) for place in (0, 1)])
    if expr.head in _HEADS or is_call(expr, *_LINEAR):
        return _parts(*[_alike(expr, [z[side] for z in known]) for side in (0, 1)])
    return None


def _chosen(expr: Expr, known: Sequence[Parts]) -> Parts:
    """Return the parts of a choice; what is chosen where a complex number is 0 is left out."""
    (test, _, _), yes, no = known
    if _is_zero_test(expr.args[0]):
        return no
    sides = [settled(call("where", (test, yes[side], no[side]), (), expr.shape)) for side in (0, 1)]
    return _parts(*sides)


def _last(pairs: Expr, place: int) -> Expr:
    attrs = {"dim": len(pairs.shape) - 1, "index": place}
    return part_of(pairs, attrs, pairs.shape[:-1])


def _alike(expr: Expr, args: list[Expr]) -> Expr:
    """Return an expression that does the same to other, real parts."""
    if all(is_number(plain(arg), 0) for arg in args):
        return expand(number(0), expr.shape)
    like = make(expr.head, expr.args, expr.data, expr.shape, "f")
    return rebuilt(like, args)


def _of_number(value: Any) -> Parts:
    return _parts(*[number(part) for part in (value.real, value.imag)])


def _both(a: Parts, b: Parts, times: Callable[[Expr, Expr], Expr] = multiply) -> Parts:
    """Return the parts of a product, of whatever kind it is."""
    real = subtract(times(a.real, b.real), times(a.imag, b.imag))
    return _parts(real, add(times(a.real, b.imag), times(a.imag, b.real)))


def _sum(expr: Expr, known: Sequence[Parts]) -> Parts:
    *coefficients, last = map(_of_number, expr.data)
    pairs = zip(coefficients, known, strict=True)
    parts = [*[_both(coefficient, z) for coefficient, z in pairs], last]
    return _parts(add(*[z.real for z in parts]), add(*[z.imag for z in parts]))


def _product(expr: Expr, known: Sequence[Parts]) -> Parts | None:
    """Return the parts of a product of whole powers; its real factors are multiplied at last."""
    real: list[Factor] = []
    found = _of_number(expr.data[0])
    square = found.square
    for (base, exp), z in zip(factors(expr), known, strict=True):
        if base.kind != "c":
            real.append((z.real, exp))
            continue
        if exp.__class__ is not Fraction or exp.denominator != 1 or abs(exp) > _MOST:
            return None
        turned = z if exp > 0 else _conjugate(z)
        found = reduce(_both, [turned] * abs(int(exp)), found)
        square = multiply(square, _power(z.square, abs(exp)))
        if exp < 0:
            real.append((z.square, exp))
    return _scaled(product(_ONE, real, expr.shape), found._replace(square=square))
