"""The rows of the table of rewrites that are about complex numbers.

Inputs are real, and so what is conjugated, and of what a real part is taken, can mostly be told.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from gradcli.symbolic.algebra import Factor, expand, factors, product, scaled, split, terms, total
from gradcli.symbolic.expr import Expr, call, is_call, is_number, number
from gradcli.symbolic.rewrites import row, settled

_ONE: Final = Fraction(1)
_REAL_ON_REAL: Final = ("exp", "sin", "cos", "sinh", "cosh", "tanh")


def conjugate(expr: Expr) -> Expr:
    """Return the conjugate of an expression."""
    if expr.kind != "c":
        return expr
    coefficient, rest = split(expr)
    turned = settled(call("conj", (rest,), (), rest.shape, "c")) if rest.kind == "c" else rest
    return scaled(coefficient.conjugate(), turned)


@row("conj", before="conj(exp(1j * x) * x)", after="x * exp(-1j * x)")
@row("conj", before="exp(conj(x + 1j * y))", after="exp(x - 1j * y)", shapes="x=3 y=3")
def _conjugated_inside(expr: Expr) -> Expr | None:
    """Conjugate what a product, a sum or a function that is real for real numbers is made of."""
    (inner,) = expr.args
    if inner.kind != "c":
        return inner
    if is_call(inner, "conj"):
        return inner.args[0]
    if inner.head == "product" and all(isinstance(e, Fraction) for _, e in factors(inner)):
        if any(e.denominator != 1 for _, e in factors(inner)):
            return None
        pairs = [(conjugate(base), exp) for base, exp in factors(inner)]
        return product(inner.data[0].conjugate(), pairs, expr.shape)
    if inner.head == "sum":
        pairs = [(c.conjugate(), conjugate(term)) for c, term in terms(inner)]
        return total(pairs, expr.shape)
    if is_call(inner, *_REAL_ON_REAL):
        return settled(call(inner.name, map(conjugate, inner.args), (), expr.shape, "c"))
    return None


@row(
    "product",
    before="real(abs(torch.fft.fft(x)) * sgn(torch.fft.fft(x)))",
    after="real(torch.fft.fft(x))",
)
def _size_and_direction(expr: Expr) -> Expr | None:
    """Write the absolute value times the sign as the number."""
    pairs = dict(factors(expr))
    for base, exp in pairs.items():
        if exp != 1 or not is_call(base, "sgn"):
            continue
        (inner,) = base.args
        size = next((b for b in pairs if is_call(b, "abs") and b.args == base.args), None)
        if size is not None and pairs[size] == 1:
            rest = [pair for pair in pairs.items() if pair[0] not in (base, size)]
            return product(expr.data[0], [*rest, (inner, _ONE)], expr.shape)
    return None


@row("real", before="real(x * torch.fft.fft(x))", after="x * real(torch.fft.fft(x))")
@row("real", before="real(2 * x + 1j * torch.fft.fft(x))", after="2 * x - imag(torch.fft.fft(x))")
@row("imag", before="imag(conj(torch.fft.fft(x)))", after="-imag(torch.fft.fft(x))")
def _real_part(expr: Expr) -> Expr | None:
    """Take the real or the imaginary part of what a product or a sum is made of."""
    (inner,) = expr.args
    real = expr.name == "real"
    if inner.kind == "f":
        return inner if real else expand(number(0), expr.shape)
    if is_number(inner):
        return number(inner.data[0].real if real else inner.data[0].imag)
    if inner.head == "sum":
        pairs = [(_ONE, _part(scaled(c, term), real)) for c, term in terms(inner)]
        return total(pairs, expr.shape)
    if is_call(inner, "conj"):
        return scaled(1 if real else -1, _part(inner.args[0], real))
    return _taken_out(inner, real)


def _taken_out(inner: Expr, real: bool) -> Expr | None:
    """Return a part of a product, with its real factors before it."""
    if inner.head != "product":
        return None
    coefficient = inner.data[0]
    outside: list[Factor] = [pair for pair in factors(inner) if pair[0].kind == "f"]
    inside = [pair for pair in factors(inner) if pair[0].kind != "f"]
    if isinstance(coefficient, complex) and coefficient.real and coefficient.imag:
        return None
    sign: object = coefficient
    if isinstance(coefficient, complex):
        sign = coefficient.real or (-coefficient.imag if real else coefficient.imag)
        real = real if coefficient.real else not real
    if coefficient == 1 and not outside:
        return None
    if not inside:
        return product(sign, outside, inner.shape) if real else expand(number(0), inner.shape)
    rest = _part(product(_ONE, inside, inner.shape), real)
    return product(sign, [*outside, (rest, _ONE)], inner.shape)


def _part(expr: Expr, real: bool) -> Expr:
    """Return the real or the imaginary part of an expression."""
    return settled(call("real" if real else "imag", (expr,), (), expr.shape, "f"))


@row(
    "view_as_complex",
    before="imag(torch.fft.fft(view_as_complex(outer(x, eye(2)[0]))))",
    after="imag(torch.fft.fft(x))",
)
def _real_pair(expr: Expr) -> Expr | None:
    """Write pairs of a number and 0, and of 0 and a number, as the number."""
    (pairs,) = expr.args
    before, unit = pairs.args if pairs.head == "outer" else (number(1), pairs)
    if not is_call(unit, "_put") or unit.shape != (2,) or unit.args[0].shape:
        return None
    place = unit.attr("index")[0]
    value = product(_ONE, [(before, _ONE), (unit.args[0], _ONE)], expr.shape)
    return value if place == 0 else scaled(1j, value) if place == 1 else None
