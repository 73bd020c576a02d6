"""The rows of the table of rewrites that are about functions: signs, sines, exponentials.

What holds only where something is not 0 is taken to hold: PyTorch's derivatives are any number
there, and so are the texts.
"""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Final

from gradcli.symbolic.algebra import (
    broadcast,
    expand,
    factors,
    leads_negative,
    plain,
    product,
    scaled,
    subtract,
    terms,
    total,
)
from gradcli.symbolic.expr import (
    Expr,
    Number,
    call,
    is_call,
    is_number,
    is_positive,
    number,
)
from gradcli.symbolic.rewrites import AT_LAST, row, settled

_ONE: Final = Fraction(1)
_TANGENTS: Final = (("tan", "sin", "cos"), ("tanh", "sinh", "cosh"))
_FAMILIES: Final = (("sin", "cos"), ("sinh", "cosh"))
_ROOTS: Final = (2, 3, 4, 6, 7, 8, 9)  # of squares; what is divided by 25 or 100 is a decimal
_XYZ: Final = "x=3 y=3 z=3"


def _replaced(expr: Expr, old: tuple[Expr, ...], *new: tuple[Expr, Number]) -> Expr:
    """Return a product with other powers in place of some of its bases."""
    rest = [pair for pair in factors(expr) if pair[0] not in old]
    return product(expr.data[0], [*rest, *new], expr.shape)


@row("product", before="sin(x) / cos(x)", after="tan(x)")
@row("product", before="cosh(x) / sinh(x)", after="1 / tanh(x)")
@row("product", before="sin(x) / cos(x)**2", after="tan(x) / cos(x)")
def _tangent(expr: Expr) -> Expr | None:
    """Write a quotient of a sine and a cosine as a tangent."""
    pairs = dict(factors(expr))
    for name, above, below in _TANGENTS:
        for sine, p in pairs.items():
            if not is_call(sine, above):
                continue
            cosine = call(below, sine.args, (), sine.shape, sine.kind)
            q = pairs.get(cosine, 0)
            if p * q < 0 and all(Fraction(n).denominator == 1 for n in (p, q)):  # else signs count
                times = min(abs(p), abs(q)) * (1 if p > 0 else -1)
                made = call(name, sine.args, (), sine.shape, sine.kind)
                new = ((sine, p - times), (cosine, q + times), (made, times))
                return _replaced(expr, (sine, cosine), *new)
    return None


@row("sum", before="exp(x) + exp(-x)", after="2 * cosh(x)")
@row("sum", before="exp(x) - exp(-x)", after="2 * sinh(x)")
def _hyperbolic(expr: Expr) -> Expr | None:
    """Write two exponentials of opposite exponents as a hyperbolic function."""
    pairs = terms(expr)
    if len(pairs) != 2 or not all(is_call(term, "exp") for _, term in pairs):
        return None
    (c, first), (d, second) = pairs
    argument = first.args[0]
    if abs(c) != abs(d) or scaled(-1, argument) is not second.args[0]:
        return None
    if leads_negative(argument):
        argument, c, d = second.args[0], d, c
    name = "cosh" if c == d else "sinh"
    return scaled(2 * c, settled(call(name, (argument,), (), expr.shape, expr.kind)))


@row("sum", before="cos(x) * cos(2 * x) - sin(x) * sin(2 * x)", after="cos(3 * x)")
@row("sum", before="z * sin(x) * cos(y) - z * cos(x) * sin(y)", after="z * sin(x - y)", shapes=_XYZ)
@row("sum", before="cosh(x) * cosh(y) + sinh(x) * sinh(y)", after="cosh(x + y)", shapes=_XYZ)
def _added_angles(expr: Expr) -> Expr | None:
    """Write products of sines and cosines of two angles as those of the sum, or the difference."""
    pairs = terms(expr)
    found = [_of_two_angles(term) for _, term in pairs]
    for i, one in enumerate(found):
        for j, other in enumerate(found[:i]):
            c, d = pairs[i][0], pairs[j][0]
            if one is None or other is None or abs(c) != abs(d) or one[0] is not other[0]:
                continue
            made = _of_one_angle(one[1], other[1], c == d) or _of_one_angle(
                other[1], one[1], c == d
            )
            if made is not None:
                times = c if made[1] is one[1] else d
                whole = product(times, [(one[0], _ONE), (made[0], _ONE)], expr.shape)
                rest = [pair for place, pair in enumerate(pairs) if place not in (i, j)]
                return total([(_ONE, whole), *rest], expr.shape)
    return None


def _of_two_angles(term: Expr) -> tuple[Expr, dict[Expr, str]] | None:
    """Return the functions of two angles that a product has, by their angles, after the rest."""
    for family in _FAMILIES:
        parts = [b for b, e in factors(term) if e == 1 and is_call(b, *family)]
        if len(parts) == 2 and parts[0].args != parts[1].args:
            rest = [pair for pair in factors(term) if pair[0] not in parts]
            shape = broadcast(*[base for base, _ in rest]) if rest else ()
            names = {part.args[0]: str(part.data[0]) for part in parts}
            return plain(product(_ONE, rest, shape)), names
    return None


def _of_one_angle(
    first: dict[Expr, str], second: dict[Expr, str], same: bool
) -> tuple[Expr, dict[Expr, str]] | None:
    """Return what two products add up to, of which ``first`` has cosines alone, or its sine first.

    With it comes the one whose sign is that of the sum.
    """
    sine, cosine = next(family for family in _FAMILIES if set(first.values()) <= set(family))
    partner = {sine: cosine, cosine: sine}
    if {angle: partner.get(name) for angle, name in second.items()} != first:
        return None
    a, b = sorted(first, key=lambda angle: first[angle] == cosine)
    if first[a] == first[b] == sine:
        return None
    name = cosine if first[a] == cosine else sine
    adds = same != (name == "cos")
    angle = total([(_ONE, a), (_ONE if adds else -_ONE, b)], broadcast(a, b))
    return settled(call(name, (angle,), (), angle.shape, angle.kind)), first


@row("product", before="y / exp(x)", after="y * exp(-x)", shapes="x=3 y=3")
def _exponential_above(expr: Expr) -> Expr | None:
    """Write an exponential that something is divided by as one of the negative exponent."""
    for base, exp in factors(expr):
        if is_call(base, "exp") and exp < 0:
            made = settled(call("exp", (scaled(exp, base.args[0]),), (), base.shape, base.kind))
            return _replaced(expr, (base,), (made, _ONE))
    return None


@row(
    f"{AT_LAST}product",
    before="(2 * x - 1) * exp(x**2) * exp(-x)",
    after="exp(x**2 - x) * (2 * x - 1)",
)
def _one_exponential(expr: Expr) -> Expr | None:
    """Write a product of exponentials as one, where that is shorter."""
    pairs = [(base, exp) for base, exp in factors(expr) if is_call(base, "exp")]
    shape = pairs[0][0].shape if pairs else ()
    if len(pairs) < 2 or any(base.shape != shape for base, _ in pairs):
        return None
    exponent = total([(exp, base.args[0]) for base, exp in pairs], shape)
    made = settled(call("exp", (exponent,), (), shape, expr.kind))
    found = _replaced(expr, tuple(base for base, _ in pairs), (made, _ONE))
    return found if found.size < expr.size else None


@row("product", before="sign(x) / abs(x)", after="1 / x")
@row("product", before="sign(x)**2 / sqrt(abs(x))", after="1 / sqrt(abs(x))")
@row("product", before="sign(x) * abs(x)**2", after="x * abs(x)")
@row("product", before="x * sign(x)", after="abs(x)")
@row("product", before="x / abs(x)", after="sign(x)")
@row("product", before="abs(x)**2 * y", after="x**2 * y", shapes="x=3 y=3")
def _signs(expr: Expr) -> Expr | None:
    """Write a product of a sign, an absolute value and what they are of with the least of them."""
    pairs = dict(factors(expr))
    for base in pairs:
        if not is_call(base, "sign", "abs") or base.args[0].kind != "f":
            continue
        (x,) = base.args
        x = plain(x)
        sign = call("sign", base.args, (), base.shape, base.kind)
        size = call("abs", base.args, (), base.shape, base.kind)
        signs, sizes, plains = (pairs.get(part, Fraction(0)) for part in (sign, size, x))
        if sizes < 0 and signs == 2:  # which is 1, but at 0, where something is divided by 0
            return _replaced(expr, (sign,))
        if any(e.denominator != 1 for e in (signs, sizes, plains)):
            continue
        new = _least(int(signs) % 2, int(sizes), int(plains))
        if new != (signs, sizes, plains):
            kept = zip((sign, size, x), map(Fraction, new), strict=True)
            return _replaced(expr, (sign, size, x), *kept)
    return None


def _is_above_0(expr: Expr) -> bool:
    """Tell whether an expression is positive, as a sum of squares and a number is."""
    if expr.head != "sum":
        return is_positive(expr)
    pairs = terms(expr)
    return (
        all(c.__class__ is Fraction and c > 0 for c, _ in pairs)
        and all(map(_is_not_below_0, expr.args))
        and any(is_positive(term) for _, term in pairs)
    )


def _is_not_below_0(expr: Expr) -> bool:
    return is_positive(expr) or all(
        is_positive(base)
        or (base.kind == "f" and (is_call(base, "abs", "relu") or Fraction(exp) % 2 == 0))
        for base, exp in factors(expr)
        if exp.__class__ is Fraction or is_positive(base) or is_call(base, "abs", "relu")
    )


@row("abs", before="abs(x**2 + 1)", after="x**2 + 1")
@row("abs", before="abs(exp(x))", after="exp(x)")
@row("sign", before="sign(cosh(x))", after="ones_like(x)")
def _of_positive(expr: Expr) -> Expr | None:
    """Leave out the sign of what is positive."""
    (x,) = expr.args
    if not _is_above_0(x):
        return None
    return x if is_call(expr, "abs") else expand(number(1), expr.shape)


def _least(signs: int, sizes: int, plains: int) -> tuple[int, int, int]:
    """Return exponents of a sign, an absolute value and its argument for the same product."""
    odd, whole = (signs + plains) % 2, sizes + plains
    if odd == whole % 2:
        return 0, 0, whole
    if whole == 0:
        return 1, 0, 0
    return (0, 1, whole - 1) if whole > 0 else (0, -1, whole + 1)


@row("xlogy", before="torch.special.xlogy(ones_like(x), y)", after="log(y)", shapes="x=3 y=3")
@row("xlogy", before="torch.special.xlogy(x, 3.0)", after="math.log(3) * x")
@row("xlog1py", before="torch.special.xlog1py(ones_like(x), x)", after="log1p(x)")
def _logarithm_times(expr: Expr) -> Expr | None:
    """Write the logarithm that is taken once, or of a positive number, as one."""
    times, x = map(plain, expr.args)
    if not is_number(times, 1) and not (is_number(x) and is_positive(x)):
        return None
    logarithm = settled(call(expr.name[1:].removesuffix("y"), (x,), (), x.shape))
    return product(_ONE, [(times, _ONE), (logarithm, _ONE)], expr.shape)


@row("product", before="relu(x) * (x > 0)", after="relu(x)")
@row("product", before="y * x**2 * (x > 0)", after="y * relu(x)**2", shapes="x=3 y=3")
@row("product", before="relu(x - y) * (x >= y)", after="relu(x - y)", shapes="x=3 y=3")
@row("product", before="(1 - x) * (x <= 1)", after="relu(1 - x)")
def _positive_part(expr: Expr) -> Expr | None:
    """Write what is masked where it is negative as its positive part."""
    pairs = dict(factors(expr))
    for mask, times in pairs.items():
        if not (is_call(mask, "gt", "ge", "lt", "le") and times > 0):
            continue
        x = subtract(*(mask.args if mask.name in ("gt", "ge") else mask.args[::-1]))
        part = call("relu", (x,), (), x.shape, x.kind)
        if x.shape != mask.shape or x.kind != "f":
            continue
        whole = pairs.get(part, Fraction(0)) + pairs.get(x, Fraction(0))
        if whole > 0 and pairs.get(x, 0) >= 0 and pairs.get(part, 0) >= 0:
            return _replaced(expr, (mask, x, part), (part, whole))
    return None


@row(
    "product",
    before="z / sqrt(1 - x**2 / pi**2)",
    after="pi * z / sqrt(pi**2 - x**2)",
    shapes="x= z=",
)
def _root_over_positive(expr: Expr) -> Expr | None:
    """Take what is positive, and something in a root is divided by, out of the root."""
    for base, exp in factors(expr):
        if exp.__class__ is not Fraction or exp.denominator == 1 or base.head != "sum":
            continue
        powers = [dict(factors(term)) for term in base.args]
        for below in dict.fromkeys(b for pairs in powers for b in pairs if is_positive(b)):
            least = min(pairs.get(below, 0) for pairs in powers)
            if least < 0 and below.head in ("symbol", "constant") and below.shape == ():
                raised = [
                    (c, product(_ONE, [(term, _ONE), (below, -least)], term.shape))
                    for c, term in sorted(terms(base), key=lambda pair: not is_number(pair[1]))
                ]
                inner = total(raised, base.shape)
                return _replaced(expr, (base,), (inner, exp), (below, least * exp))
    return None


@row("product", before="1 / (2 * sqrt(1 - x**2 / 4))", after="1 / sqrt(4 - x**2)")
@row("product", before="y / sqrt(1 + x**2 / 9) / 3", after="y / sqrt(x**2 + 9)", shapes="x=3 y=3")
def _root_over_square(expr: Expr) -> Expr | None:
    """Take a square that the terms in a root are divided by out of the root."""
    for base, exp in factors(expr):
        coefficients = base.data if base.head == "sum" else ()
        halves = exp.__class__ is Fraction and exp.denominator == 2
        if not halves or not all(c.__class__ is Fraction for c in coefficients):
            continue
        below = math.lcm(*[c.denominator for c in coefficients])
        root = math.isqrt(below)
        if root in _ROOTS and root * root == below:
            inner = total([(c * below, term) for c, term in terms(base)], base.shape)
            outside = (number(root), -2 * exp)
            found = _replaced(expr, (base,), (inner, exp), outside)
            if found.size < expr.size:
                return found
    return None


@row(
    "where",
    before="where((tanh(x) < 0) | (tanh(x) > 1), nan, y / tanh(x))",
    after="y / tanh(x)",
    shapes="x=3 y=3",
)
def _of_log_odds(expr: Expr) -> Expr | None:
    """Leave out that the derivative of log-odds has no value where those have none."""
    test, yes, no = (plain(arg) for arg in expr.args)
    if not is_call(test, "bitwise_or") or not (is_number(yes) and yes.data[0] != yes.data[0]):
        return None
    sides = [(side.name, side.args[0], *side.args[1].data[:1]) for side in test.args if side.args]
    x = sides[0][1]
    known = sides == [("lt", x, 0), ("gt", x, 1)] and dict(factors(no)).get(x) == -1
    return expand(no, expr.shape) if known else None


@row("log", before="log(softmax(x, 0))", after="log_softmax(x, 0)")
@row("log", before="log(sigmoid(x))", after="F.logsigmoid(x)")
def _log_of_softmax(expr: Expr) -> Expr | None:
    (inner,) = expr.args
    if is_call(inner, "softmax"):
        return call("log_softmax", inner.args, inner.data[2], inner.shape)
    if is_call(inner, "sigmoid"):
        return call("logsigmoid", inner.args, (), inner.shape)
    return None


@row("total", before="sum(softmax(x, 0))", after="1", shapes="x=3")
@row("total", before="sum(softmax(A, 1), 1)", after="ones(3)", shapes="A=3,2")
def _whole(expr: Expr) -> Expr | None:
    (inner,) = expr.args
    if is_call(inner, "softmax") and expr.data == (inner.attr("dim"),):
        return expand(number(1), expr.shape)
    return None


@row(f"{AT_LAST}sum", before="(erf(x / math.sqrt(2)) + 1) / 2", after="torch.special.ndtr(x)")
def _normal_distribution(expr: Expr) -> Expr | None:
    """Write half of one more than an error function as the normal distribution's function."""
    for c, term in terms(expr):
        bases = [base for base, exp in factors(term) if exp == 1 and is_call(base, "erf")]
        if len(bases) != 1:
            continue
        (x,) = bases[0].args
        wide = product(_ONE, [(x, _ONE), (number(2), Fraction(1, 2))], x.shape)
        others = [(b, e) for b, e in factors(term) if b is not bases[0]]
        beside = product(_ONE, others, expr.shape) if others else number(1)
        if wide.size >= x.size or (c, plain(beside)) not in terms(expr):
            continue
        made = call("ndtr", (wide,), (), x.shape)
        rest = [pair for pair in terms(expr) if pair[1] not in (term, plain(beside))]
        whole = product(2 * c, [*others, (made, _ONE)], expr.shape)
        return total([(_ONE, whole), *rest], expr.shape)
    return None
