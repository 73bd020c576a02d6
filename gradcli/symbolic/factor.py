"""Taking out what terms have in common, where that makes the text shorter."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import reduce
from typing import Any, Final

from gradcli.numerics.arrays import broadcast_shapes
from gradcli.symbolic.algebra import (
    Factor,
    expand,
    factors,
    product,
    split,
    terms,
    total,
)
from gradcli.symbolic.conditions import masked
from gradcli.symbolic.expr import Expr, in_order, is_call, is_negative, number
from gradcli.symbolic.matrices import chain, outer, sum_over, transpose
from gradcli.symbolic.normal import forms
from gradcli.symbolic.pieces import in_pieces
from gradcli.symbolic.rebuild import rebuilt
from gradcli.symbolic.rectangular import has_complex, in_real_numbers
from gradcli.symbolic.rewrites import AT_LAST, settled

_ONE: Final = Fraction(1)
_MOST_TERMS: Final = 24
_BRACKETS: Final = 2
_EASIER: Final = 1.25  # how much longer it may be in real numbers than in complex ones
_LARGEST: Final = 600  # beyond which an expression has no other forms tried


def factored(*roots: Expr) -> list[Expr]:
    """Return expressions with common factors of the terms of their sums taken out.

    Complex numbers are written by their real and imaginary parts, where that is shorter.
    """
    found = _factored(*roots)
    if not has_complex(*found):
        return found
    real = _factored(*in_real_numbers(*roots))
    return real if _length_of_all(real) <= _EASIER * _length_of_all(found) else found


def _length_of_all(exprs: list[Expr]) -> int:
    return sum(part.size - sum(arg.size for arg in part.args) for part in in_order(*exprs))


def _factored(*roots: Expr) -> list[Expr]:
    new: dict[Expr, Expr] = {}
    for expr in in_order(*roots):
        new[expr] = _simplest(rebuilt(expr, [new[arg] for arg in expr.args]))
    return [in_pieces(new[root]) for root in roots]


def finished(*roots: Expr) -> list[Expr]:
    """Return expressions as they are written, when nothing is simplified any more."""
    new: dict[Expr, Expr] = {}
    for expr in in_order(*roots):
        new[expr] = settled(rebuilt(expr, [new[arg] for arg in expr.args]), AT_LAST)
    return [new[root] for root in roots]


def _simplest(expr: Expr) -> Expr:
    """Return the shortest of an expression's forms, and of the forms of that one."""
    if is_call(expr, "diag") and expr.args[0].head == "sum":
        return rebuilt(expr, [_simplest(expr.args[0])])  # that a sum of matrices just became
    best = masked(expr) or _taken_out(expr)
    while best.head in ("sum", "product") and best.kind == "f" and best.size <= _LARGEST:
        shorter = min(forms(best), key=_size, default=best)
        shorter = _taken_out(shorter)
        if _size(shorter) >= _size(best):
            break
        best = shorter
    apart = _by_denominators(expr)
    if apart is not None and _size(apart) < _size(best) and _once(apart) <= _once(best) + _BRACKETS:
        best = apart
    return _by_whole_factors(best)


def _once(expr: Expr) -> int:
    """Return the length of a text in which what occurs again is written once."""
    return _length_of_all([expr])


def _by_denominators(expr: Expr) -> Expr | None:
    """Return a sum with the terms that are divided by the same sums in their simplest form."""
    groups: dict[frozenset[Expr], list[tuple[Any, Expr]]] = {}
    for c, term in terms(expr) if expr.head == "sum" and len(expr.args) <= _MOST_TERMS else []:
        below = frozenset(b for b, e in factors(term) if b.head == "sum" and is_negative(e))
        groups.setdefault(below, []).append((c, term))
    if len(groups) < 2:
        return None
    if len(groups) == len(expr.args):
        return expr
    parts = [_simplest(total(pairs, _shape_of([t for _, t in pairs]))) for pairs in groups.values()]
    return total([(_ONE, part) for part in parts], expr.shape)


def _size(expr: Expr) -> int:
    """Return the length of a text, and what fractions within a fraction are worse by."""
    pairs = factors(expr)
    if not any(is_negative(exp) for _, exp in pairs):
        return expr.size
    inner = [part for base, exp in pairs if base.head == "sum" for part in base.args]
    return expr.size + any(is_negative(exp) for part in inner for _, exp in factors(part))


def _taken_out(expr: Expr) -> Expr:
    """Take common factors out of a sum as long as that makes it shorter."""
    if expr.head == "product":
        return _inside(expr)
    if expr.head != "sum" or len(expr.args) > _MOST_TERMS:
        return expr
    while expr.head == "sum":
        options = [
            *_by_factor(expr),
            *_by_link(expr),
            *_by_outer(expr),
            *_over_one(expr),
            *_by_sum(expr),
            *_chain_opened(expr),
        ]
        best = min(options, key=_length, default=expr)
        if _length(best) >= _length(expr):
            break
        expr = best
    return expr


def _length(expr: Expr) -> int:
    """Return the length of a text, and what it counts to take out of some terms only.

    A polynomial is easier to read as it is, and a sum of chains with what they share taken out.
    """
    if expr.head != "sum":
        return expr.size
    brackets = any(base.head == "sum" for term in expr.args for base, _ in factors(term))
    chains = sum(_chain_in(term) is not None for term in expr.args)
    return expr.size + 3 * brackets + 3 * (chains > 1)


def _inside(expr: Expr) -> Expr:
    pairs = [(_taken_out(b) if b.head == "sum" else b, e) for b, e in factors(expr)]
    return product(expr.data[0], pairs, expr.shape)


def _by_whole_factors(expr: Expr) -> Expr:
    """Return a product with what all terms of a sum in it share taken out of the sum."""
    if expr.head != "product":
        return expr
    pairs = [(_as_product(base), exp) for base, exp in factors(expr)]
    return product(expr.data[0], pairs, expr.shape)


def _as_product(expr: Expr) -> Expr:
    if expr.head != "sum" or len(expr.args) > _MOST_TERMS:
        return expr
    products = [found for found in _by_factor(expr) if found.head == "product"]
    best = min(map(_by_whole_factors, products), key=_size, default=expr)
    return best if best.size - _BRACKETS <= expr.size else expr  # as the sum in a product has them


def _by_factor(expr: Expr) -> list[Expr]:
    """Return the sum with each common factor taken out of the terms that have it."""
    parts = [(c, factors(term)) for c, term in terms(expr)]
    counts = Counter(base for _, pairs in parts for base, _ in pairs if base.head != "number")
    return [
        found
        for base, count in counts.items()
        if count > 1
        for found in [_without(expr, parts, base)]
        if found is not None
    ]


def _without(expr: Expr, parts: list[tuple[Any, list[Factor]]], base: Expr) -> Expr | None:
    having = [(c, dict(pairs)) for c, pairs in parts if any(b is base for b, _ in pairs)]
    exponents = [pairs[base] for _, pairs in having]
    if not (all(e > 0 for e in exponents) or all(e < 0 for e in exponents)):
        return None
    least = min(exponents, key=abs)
    rest = [(c, pairs) for c, pairs in parts if not any(b is base for b, _ in pairs)]
    inner = [
        (c, _product_of({b: e - least if b is base else e for b, e in pairs.items()}))
        for c, pairs in having
    ]
    shape = _shape_of([e for _, e in inner])
    if base.shape != () and shape != () and shape != base.shape and expr.shape != base.shape:
        return None
    taken = product(
        _ONE,
        [(total(inner, shape), _ONE), (base, least)],
        _broadcast(shape, base.shape),
    )
    others = [(c, _product_of(dict(pairs))) for c, pairs in rest]
    return total([(_ONE, taken), *others], expr.shape)


def _product_of(pairs: dict[Expr, Any]) -> Expr:
    kept = {b: e for b, e in pairs.items() if e != 0}
    if not kept:
        return number(1)
    return product(_ONE, list(kept.items()), _shape_of(list(kept)))


def _shape_of(exprs: list[Expr]) -> tuple[int, ...]:
    return _broadcast(*[expr.shape for expr in exprs])


def _broadcast(*shapes: tuple[int, ...]) -> tuple[int, ...]:
    return reduce(broadcast_shapes, shapes, ())


def _over_one(expr: Expr) -> list[Expr]:
    """Return the sum over one denominator, for each sum that some terms are divided by."""
    parts = [(c, dict(factors(term))) for c, term in terms(expr)]
    found = []
    for base in dict.fromkeys(b for _, pairs in parts for b in pairs if b.head != "number"):
        most = max(-pairs.get(base, Fraction(0)) for _, pairs in parts)
        if not most > 0 or most.denominator != 1 or most > 3:
            continue
        raised = [
            (c, _product_of({**pairs, base: pairs.get(base, 0) + most})) for c, pairs in parts
        ]
        opened = [(c * d, term) for c, whole in raised for d, term in _opened(whole, base)]
        top = total(opened, _shape_of([term for _, term in opened]))
        found.append(product(_ONE, [(top, _ONE), (base, -most)], expr.shape))
    return found


def _by_sum(expr: Expr) -> list[Expr]:
    """Return the sum with all sums of elements in it as one, simplified."""
    inner, rest, counted = [], [], 0
    for c, term in terms(expr):
        sums = [b for b, e in factors(term) if b.head == "total" and e == 1 and not b.shape]
        others = [(b, e) for b, e in factors(term) if b not in sums]
        if len(sums) != 1 or any(base.shape for base, _ in others):
            rest.append((c, term))
            continue
        (whole,), counted = sums[0].args, counted + 1
        inner.append((c, product(_ONE, [*others, (whole, _ONE)], whole.shape)))
    if expr.shape or counted < 2 or len({term.shape for _, term in inner}) > 1:
        return []
    shape = inner[0][1].shape
    one = _simplest(total(inner, shape))
    return [total([(_ONE, sum_over(one, tuple(range(len(shape))))), *rest], ())]


def _opened(expr: Expr, base: Expr) -> list[tuple[Any, Expr]]:
    """Return the terms of a product with a sum, multiplied out."""
    pairs = dict(factors(expr))
    if pairs.get(base) != 1 or base.head != "sum":
        return [(_ONE, expr)]
    rest = [(b, e) for b, e in pairs.items() if b is not base]
    return [
        (c, product(_ONE, [*rest, (term, _ONE)], _shape_of([term, *[b for b, _ in rest]])))
        for c, term in terms(base)
    ]


def _by_link(expr: Expr) -> list[Expr]:
    """Return the sum with a first or last link taken out of the chains that share it."""
    if not expr.shape:
        return []
    parts = [(c, term, _chain_in(term)) for c, term in terms(expr)]
    found = []
    for last, turned in ((True, True), (False, True), (False, False)):
        ends = Counter(link for _, _, whole in parts for link in _ends(whole, last, turned))
        for shared, count in ends.items():
            if count > 1:
                found += _shared(expr, parts, shared, last, turned)
    return found


def _chain_opened(expr: Expr) -> list[Expr]:
    """Return the sum with a chain multiplied out whose last link is a sum with the identity."""
    for place, (c, term) in enumerate(terms(expr)):
        whole = _chain_in(term)
        if whole is None or whole[1][-1].head != "sum":
            continue
        numbers, (*links, last) = whole
        if any(is_call(base, "eye") for part in last.args for base, _ in factors(part)):
            opened = [
                (c * d, product(_ONE, [*numbers, (chain([*links, part]), _ONE)], term.shape))
                for d, part in terms(last)
            ]
            rest = [pair for other, pair in enumerate(terms(expr)) if other != place]
            return [total([*rest, *opened], expr.shape)]
    return []


def _by_outer(expr: Expr) -> list[Expr]:
    """Return the sum with a vector taken out of the outer products that share it."""
    outers = [
        (c, term.args, place) for c, term in terms(expr) if term.head == "outer" for place in (0, 1)
    ]
    shared = Counter((place, args[place]) for _, args, place in outers)
    found = []
    for (place, vector), count in shared.items():
        if count > 1:
            having = [(c, args) for c, args, p in outers if p == place and args[place] is vector]
            rest = [
                (c, term)
                for c, term in terms(expr)
                if term.head != "outer" or term.args[place] is not vector
            ]
            sides = [(c, args[1 - place]) for c, args in having]
            inner = _simplest(total(sides, sides[0][1].shape))
            made = outer(vector, inner) if place == 0 else outer(inner, vector)
            found.append(total([(_ONE, made), *rest], expr.shape))
    return found


def _chain_in(term: Expr) -> tuple[list[Factor], list[Expr]] | None:
    """Return the 0-d factors and the links of a term that is a chain times numbers.

    The sums of a matrix's rows, or columns, are its product with ones.
    """
    pairs = factors(term)
    matrices = [b for b, e in pairs if e == 1 and b.shape and (b.head == "matmul" or _sums(b))]
    others = [(b, e) for b, e in pairs if b not in matrices]
    if len(matrices) != 1 or any(b.shape for b, _ in others):
        return None
    (whole,) = matrices
    if whole.head == "matmul":
        return others, list(whole.args)
    (matrix,), (dim,) = whole.args, whole.data
    ones = expand(number(1), matrix.shape[dim : dim + 1])
    return others, [matrix if dim else transpose(matrix), ones]


def _sums(expr: Expr) -> bool:
    """Tell whether an expression is the sum of the rows, or of the columns, of a matrix."""
    return expr.head == "total" and len(expr.shape) == 1 and len(expr.args[0].shape) == 2


def _ends(whole: tuple[list[Factor], list[Expr]] | None, last: bool, turned: bool) -> list[Expr]:
    return [] if whole is None else [_facing(whole[1], last, turned)[-1 if last else 0]]


def _facing(links: list[Expr], last: bool, turned: bool) -> list[Expr]:
    """Return a chain turned so that its only vector, if any, stands where links are taken from.

    Or at the other end, where it is not to be ``turned`` so.
    """
    vectors = [len(link.shape) == 1 for link in links]
    if vectors[0 if last is turned else -1] and sum(vectors) == 1:
        return [x if len(x.shape) == 1 else transpose(x) for x in reversed(links)]
    return links


def _shared(expr: Expr, parts: list[Any], shared: Expr, last: bool, turned: bool) -> list[Expr]:
    inner, rest = [], []
    for c, term, whole in parts:
        links = None if whole is None else _facing(whole[1], last, turned)
        if links is None or links[-1 if last else 0] is not shared:
            rest.append((c, term))
            continue
        kept = chain(links[:-1] if last else links[1:])
        inner.append((c, product(_ONE, [*whole[0], (kept, _ONE)], kept.shape)))
    if len({term.shape for _, term in inner}) > 1:
        return []
    coefficient, body = split(_simplest(total(inner, inner[0][1].shape)))
    made = chain([body, shared] if last else [shared, body])
    if made.shape != expr.shape:
        return []
    return [total([(coefficient, made), *rest], expr.shape)]
