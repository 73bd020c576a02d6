"""Sums, products and powers, element by element, in the one form that equal ones share.

Terms with the same rest are added, powers of the same base multiplied, and numbers brought to the
front. Broadcasting is left to the elements: what only repeats an operand is dropped where the
others have the shape.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import reduce
from typing import Any, Final

from gradcli.numerics.arrays import broadcast_shapes
from gradcli.symbolic.expr import (
    Expr,
    Number,
    Shape,
    call,
    exact,
    is_call,
    is_negative,
    is_number,
    is_positive,
    make,
    number,
)
from gradcli.symbolic.rewrites import settled

_ONE: Final = Fraction(1)
_MOST_FACTORS: Final = 16  # a longer product is one factor of those it is in

Factor = tuple[Expr, Number]


def broadcast(*exprs: Expr) -> Shape:
    """Return the shape that expressions broadcast to."""
    return reduce(broadcast_shapes, [expr.shape for expr in exprs], ())


def kind_of(exprs: Iterable[Expr], *coefficients: Number) -> str:
    """Return the kind of the result of arithmetic that gives floating-point numbers."""
    complex_ = any(expr.kind == "c" for expr in exprs)
    return "c" if complex_ or any(isinstance(c, complex) for c in coefficients) else "f"


def expand(expr: Expr, shape: Shape) -> Expr:
    """Return an expression repeated over a shape."""
    while expr.head == "expand":
        expr = expr.args[0]
    if expr.shape == shape:
        return expr
    expr = plain(expr)
    if not is_number(expr) and math.prod(expr.shape) == math.prod(shape):
        return reshape(expr, shape)  # which only adds dimensions of size 1
    return make("expand", (expr,), (), shape, expr.kind)


def plain(expr: Expr) -> Expr:
    """Return an operand without repetition, which broadcasting makes up for."""
    while expr.head == "expand" or (expr.head == "reshape" and expr.shape[:1] == (1,)):
        (inner,) = expr.args
        expr = inner if expr.head == "expand" else reshape(inner, expr.shape[1:])
    return expr


def reshape(expr: Expr, shape: Shape) -> Expr:
    """Return an expression's elements under another shape."""
    while expr.head == "reshape" or is_call(expr, "flatten"):
        expr = expr.args[0]
    if expr.shape == shape:
        return expr
    if is_number(expr):
        return expand(expr, shape)
    if expr.head == "expand":
        found = _reshaped_copies(expr, shape)
        if found is not None:
            return found
    if expr.head == "product":
        found = _reshaped_product(expr, shape)
        if found is not None:
            return found
    return settled(make("reshape", (expr,), (), shape, expr.kind))


def _reshaped_copies(expr: Expr, shape: Shape) -> Expr | None:
    """Return what repeats an expression under a shape that differs in dimensions of size 1."""
    (inner,) = expr.args
    if inner.shape == ():
        return expand(inner, shape)
    front = len(expr.shape) - len(inner.shape)
    if front and expr.shape[front:] == inner.shape:
        for place in range(1, len(shape)):
            if math.prod(shape[place:]) == math.prod(inner.shape):
                return expand(reshape(inner, shape[place:]), shape)
    sizes = (1,) * front + inner.shape
    same = next(
        k
        for k in range(len(shape) + 1)
        if k == len(shape) or expr.shape[-k - 1 :] != shape[-k - 1 :]
    )
    lead = expr.shape[: len(expr.shape) - same]
    if same and sizes[: len(lead)] == lead and lead:  # which is not repeated along these
        return expand(reshape(inner, (*shape[: len(shape) - same], *sizes[len(lead) :])), shape)
    own = iter([size for size, whole in zip(sizes, expr.shape, strict=True) if whole != 1])
    if [size for size in expr.shape if size != 1] != [size for size in shape if size != 1]:
        return None
    return expand(reshape(inner, tuple(1 if size == 1 else next(own) for size in shape)), shape)


def _reshaped_product(expr: Expr, shape: Shape) -> Expr | None:
    """Return a product under another shape, by its factors where all have one shape."""
    lead = len(shape) - len(expr.shape)
    if expr.shape == () or (lead > 0 and shape == (*[1] * lead, *expr.shape)):
        return None
    if all(arg.shape in ((), expr.shape) for arg in expr.args):
        pairs = [(reshape(b, shape) if b.shape else b, e) for b, e in factors(expr)]
        return product(expr.data[0], pairs, shape)
    if expr.data[0] != 1:
        coefficient, rest = split(expr)
        return scaled(coefficient, reshape(rest, shape))
    groups = _groups(expr.shape, shape)
    parts = [_regrouped(base, expr.shape, groups) for base, _ in factors(expr)]
    if not groups or any(part is None for part in parts):
        return None
    exponents = [exp for _, exp in factors(expr)]
    pairs = [(p, e) for p, e in zip(parts, exponents, strict=True) if p is not None]
    return product(_ONE, pairs, shape)


_Groups = list[tuple[Shape, Shape]]


def _groups(old: Shape, new: Shape) -> _Groups:
    """Return which dimensions of two shapes stand for each other, as few at once as can be."""
    found: _Groups = []
    a: list[int] = []
    b: list[int] = []
    first, second = list(old), list(new)
    while (first or second) and 0 not in (*old, *new):
        take_first = first and (math.prod(a) <= math.prod(b) or not second)
        (a if take_first else b).append((first if take_first else second).pop(0))
        done = math.prod(a) == math.prod(b) and (first[:1] != [1]) and (second[:1] != [1])
        if done:
            found.append((tuple(a), tuple(b)))
            a, b = [], []
    return found


def _regrouped(expr: Expr, old: Shape, groups: _Groups) -> Expr | None:
    """Return a factor under new dimensions: it varies along all of a group of them, or none."""
    own = list((1,) * (len(old) - len(expr.shape)) + expr.shape)
    sizes: list[int] = []
    for before, after in groups:
        part, own = tuple(own[: len(before)]), own[len(before) :]
        if part != before and math.prod(part) != 1:
            return None
        sizes += after if part == before else (1,) * len(after)
    return reshape(expr, tuple(sizes))


def split(expr: Expr) -> tuple[Number, Expr]:
    """Return the coefficient of an expression, and the rest."""
    if expr.head in ("expand", "reshape") and expr.args[0].head in ("product", "number"):
        coefficient, rest = split(expr.args[0])
        if coefficient == 1:
            return coefficient, expr
        again = expand if expr.head == "expand" else reshape
        return coefficient, again(rest, expr.shape)
    if is_number(expr):
        return expr.data[0], number(1)
    if expr.head != "product" or expr.data[0] == 1:
        return _ONE, expr
    return expr.data[0], product(_ONE, factors(expr), expr.shape)


def factors(expr: Expr) -> list[Factor]:
    """Return the powers that a product is made of."""
    if expr.head != "product":
        return [(expr, _ONE)]
    return list(zip(expr.args, expr.data[1:], strict=True))


def terms(expr: Expr) -> list[tuple[Number, Expr]]:
    """Return the terms of a sum with their coefficients; the number is the last one, if any."""
    if expr.head != "sum":
        return [split(expr)]
    pairs = list(zip(expr.data[:-1], expr.args, strict=True))
    return [*pairs, (expr.data[-1], number(1))] if expr.data[-1] != 0 else pairs


def leads_negative(expr: Expr) -> bool:
    """Tell whether the first term of a sum is negative."""
    return is_negative(terms(expr)[0][0])


def scaled(coefficient: Any, expr: Expr) -> Expr:
    """Return an expression times a number."""
    return product(coefficient, [(expr, _ONE)], expr.shape)


def add(*exprs: Expr) -> Expr:
    """Return the sum of expressions."""
    return total([(_ONE, expr) for expr in exprs], broadcast(*exprs))


def subtract(a: Expr, b: Expr) -> Expr:
    """Return the difference of two expressions."""
    return total([(_ONE, a), (-_ONE, b)], broadcast(a, b))


def total(pairs: Sequence[tuple[Any, Expr]], shape: Shape) -> Expr:
    """Return the sum of expressions times numbers, under a shape."""
    merged, constant = _gathered(pairs)
    merged = {expr: c for expr, c in merged.items() if c != 0}
    if not merged:
        return expand(number(constant), shape)
    coefficients = [*merged.values(), *([constant] if constant != 0 else [])]
    first = coefficients[0]
    common = abs(first) if not isinstance(first, complex) else _ONE
    if len(coefficients) == 1:
        (expr,) = merged
        return expand(scaled(first, expr), shape)
    if common != 1 and all(not isinstance(c, complex) and abs(c) == common for c in coefficients):
        inner = total([(c / common, expr) for expr, c in merged.items()], shape)
        if constant != 0:
            inner = total([(_ONE, inner), (constant / common, number(1))], shape)
        return expand(scaled(common, inner), shape)
    made = broadcast(*merged)
    kind = kind_of(merged, *coefficients)
    return expand(settled(make("sum", merged, [*merged.values(), constant], made, kind)), shape)


def _gathered(pairs: Sequence[tuple[Any, Expr]]) -> tuple[dict[Expr, Any], Any]:
    merged: dict[Expr, Any] = {}
    constant: Any = Fraction(0)
    stack = list(reversed(pairs))
    while stack:
        coefficient, expr = stack.pop()
        own, rest = split(plain(expr))
        rest = plain(rest)
        coefficient = coefficient * own
        if is_number(rest):
            constant = constant + coefficient * rest.data[0]
        elif rest.head == "sum" and (own == 1 or abs(coefficient) == 1):
            stack += [(coefficient * c, term) for c, term in reversed(terms(rest))]
        else:
            merged[rest] = merged.get(rest, Fraction(0)) + coefficient
    return merged, constant


def multiply(*exprs: Expr) -> Expr:
    """Return the product of expressions, element by element."""
    return product(_ONE, [(expr, _ONE) for expr in exprs], broadcast(*exprs))


def divide(a: Expr, b: Expr) -> Expr:
    """Return the quotient of expressions, element by element."""
    return product(_ONE, [(a, _ONE), (b, -_ONE)], broadcast(a, b))


def power(base: Expr, exponent: Expr) -> Expr:
    """Return a power, element by element."""
    exponent = plain(exponent)
    if is_number(exponent):
        return product(_ONE, [(base, exponent.data[0])], base.shape)
    shape, kind = broadcast(base, exponent), kind_of([base, exponent])
    return expand(settled(make("power", (plain(base), exponent), (), shape, kind)), shape)


def product(coefficient: Any, given: Sequence[Factor], shape: Shape) -> Expr:
    """Return the product of a number and powers, under a shape."""
    coefficient, merged = _multiplied(coefficient, given)
    coefficient = exact(coefficient)
    if coefficient == 0:
        return expand(number(0), shape)
    coefficient, pairs = _numbers_out(coefficient, merged)
    if not pairs:
        return expand(number(coefficient), shape)
    if any(map(_is_negative, pairs)) and len(pairs) > 1:
        turned = [_turned(pair) for pair in pairs]
        return product(
            coefficient * math.prod(sign for sign, _ in turned), [p for _, p in turned], shape
        )
    if pairs == [(pairs[0][0], 1)]:
        base = pairs[0][0]
        if coefficient == 1 and base.kind in "fc":
            return expand(base, shape)
        if coefficient == -1 and base.head == "sum":
            return expand(total([(-c, term) for c, term in terms(base)], base.shape), shape)
    bases = [base for base, _ in pairs]
    made = broadcast(*bases)
    kind = kind_of(bases, coefficient)
    whole = make("product", bases, [coefficient, *[e for _, e in pairs]], made, kind)
    return expand(settled(whole), shape)


def _is_negative(factor: Factor) -> bool:
    """Tell whether a factor is a whole power of a sum of terms that all have a sign."""
    base, exp = factor
    if base.head != "sum" or exp.__class__ is not Fraction or exp.denominator != 1:
        return False
    return all(map(is_negative, base.data[:-1])) and (
        is_negative(base.data[-1]) or base.data[-1] == 0
    )


def _turned(factor: Factor) -> tuple[Number, Factor]:
    """Return a factor without the sign of its terms, and what that is to its power."""
    if not _is_negative(factor):
        return 1, factor
    base, exp = factor
    return (-1) ** int(exp), (total([(-c, term) for c, term in terms(base)], base.shape), exp)


def _multiplied(coefficient: Any, given: Sequence[Factor]) -> tuple[Any, dict[Expr, Any]]:
    merged: dict[Expr, Any] = {}
    stack = list(reversed(given))
    while stack:
        base, exponent = stack.pop()
        base = plain(base)
        if is_number(base) and _computes(base.data[0], exponent):
            coefficient = coefficient * exact_power(base.data[0], exponent)
        elif base.head == "product" and _distributes(base, exponent):
            coefficient = coefficient * exact_power(base.data[0], exponent)
            stack += [(b, e * exponent) for b, e in reversed(factors(base))]
        elif base.head == "product" and isinstance(exponent, Fraction):
            stack += reversed(_roots(base, exponent)[1:])
            rest, exponent = _roots(base, exponent)[0]
            merged[rest] = merged.get(rest, Fraction(0)) + exponent
        else:
            merged[base] = merged.get(base, Fraction(0)) + exponent
    return coefficient, merged


def _roots(base: Expr, exponent: Fraction) -> list[Factor]:
    """Return the root of a product: of what may be negative first, then that of positive parts."""
    coefficient = base.data[0]
    outside: list[Factor] = []
    inside: list[Factor] = []
    alone = len(base.args) == 1 and coefficient.__class__ is Fraction and coefficient > 0
    for part, exp in factors(base):
        if is_positive(part) or _has_root(part, exp, alone):
            outside.append((part, exp * exponent))
        elif _is_square(part, exp) and exponent.denominator == 2:
            size = settled(call("abs", (part,), (), part.shape))
            outside.append((size, exp * exponent))
        else:
            inside.append((part, exp))
    if isinstance(coefficient, Fraction) and abs(coefficient) != 1:
        outside += _root_of(abs(coefficient), exponent)
        coefficient = Fraction(1 if coefficient > 0 else -1)
    if not outside:
        return [(base, exponent)]
    shape = broadcast(*[part for part, _ in inside]) if inside else ()
    return [(product(coefficient, inside, shape), exponent), *outside]


def _has_root(part: Expr, exp: Number, alone: bool) -> bool:
    """Tell whether a power, or the root of it, has no value where its base is negative."""
    real = part.kind != "c" and isinstance(exp, Fraction)
    return real and (exp.denominator != 1 or (alone and exp % 2 == 1))


def _is_square(part: Expr, exp: Number) -> bool:
    return part.kind != "c" and isinstance(exp, Fraction) and exp % 2 == 0


def _root_of(value: Fraction, exponent: Fraction) -> list[Factor]:
    above, below = number(value.numerator), number(value.denominator)
    return [(above, exponent), (below, -exponent)]


def _numbers_out(coefficient: Any, merged: dict[Expr, Any]) -> tuple[Any, list[Factor]]:
    """Return a coefficient with whole powers of numbers in it, and what is left: ``sqrt(2)``."""
    pairs: list[Factor] = []
    for base, exp in merged.items():
        if is_number(base) and isinstance(exp, Fraction) and _is_whole(base.data[0]):
            coefficient, exp = _root_out(coefficient, int(base.data[0]), exp)
        if exp != 0:
            pairs.append((base, exp))
    return exact(coefficient), pairs


def _is_whole(value: Number) -> bool:
    return isinstance(value, Fraction) and value.denominator == 1 and 1 < value < 10**9


def _root_out(coefficient: Any, base: int, exp: Fraction) -> tuple[Any, Fraction]:
    """Take a whole root, and as many whole powers as make the coefficient shorter."""
    root = round(base ** (1 / exp.denominator))
    if root**exp.denominator == base and abs(exp) < 64:
        return coefficient * Fraction(root) ** exp.numerator, Fraction(0)
    whole = math.trunc(exp) if abs(exp) < 64 else 0
    coefficient, exp = coefficient * Fraction(base) ** whole, exp - whole
    if isinstance(coefficient, Fraction):
        if exp < 0 and coefficient.numerator % base == 0:
            return coefficient / base, exp + 1
        if exp > 0 and coefficient.denominator % base == 0:
            return coefficient * base, exp - 1
    return coefficient, exp


def _computes(base: Number, exponent: Number) -> bool:
    """Tell whether a power of numbers is a number that is as exact."""
    if isinstance(exponent, Fraction) and exponent.denominator == 1 and abs(exponent) < 64:
        return base != 0 or exponent > 0
    return False


def exact_power(base: Any, exponent: Any) -> Any:
    """Return a power of numbers; whole powers of fractions are fractions."""
    whole = isinstance(exponent, Fraction) and exponent.denominator == 1
    return base ** int(exponent) if whole else base**exponent


def _distributes(base: Expr, exponent: Number) -> bool:
    """Tell whether the power of a product is the product of powers, of reasonable length."""
    if len(base.args) > _MOST_FACTORS:
        return False
    return exponent == 1 or _computes(base.data[0], exponent)


def scalars_out(expr: Expr) -> tuple[list[Factor], Expr]:
    """Return the 0-d factors of an expression, numbers too, and the rest."""
    if expr.head == "expand":
        before, inner = scalars_out(expr.args[0])
        if inner.shape == () and not is_number(inner):
            return [*before, (inner, _ONE)], expand(number(1), expr.shape)
        return before, expand(inner, expr.shape)
    if expr.head == "reshape" and expr.args[0].shape != ():
        before, inner = scalars_out(expr.args[0])
        return before, reshape(inner, expr.shape)
    if expr.head == "sum" and all(map(is_negative, expr.data[:-1])) and expr.data[-1] <= 0:
        return [(number(-1), _ONE)], total([(-c, term) for c, term in terms(expr)], expr.shape)
    if expr.head != "product" and not is_number(expr):
        return [], expr
    coefficient, rest = split(expr)
    pairs = [(base, exp) for base, exp in factors(rest)]
    before = [(base, exp) for base, exp in pairs if not base.shape]
    if expr.shape == ():
        before = []
    else:
        rest = product(_ONE, [(b, e) for b, e in pairs if b.shape], expr.shape)
    return [*([(number(coefficient), _ONE)] if coefficient != 1 else []), *before], rest
