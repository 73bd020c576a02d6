"""Functions in pieces: what a choice by one input comes to between the numbers it is compared with.

Derivatives of choices within choices are products of conditions; people write what holds from one
bound to the next. A bound itself stays on the side that it was on.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final

from gradcli.symbolic.algebra import expand, plain, product
from gradcli.symbolic.expr import Expr, call, in_order, is_call, is_number, number
from gradcli.symbolic.rebuild import rebuilt
from gradcli.symbolic.rewrites import settled

_ABOVE: Final = ("gt", "ge")
_TESTS: Final = (*_ABOVE, "lt", "le")
_BY_ELEMENT: Final = ("where", "bitwise_and", "bitwise_or", "bitwise_not", *_TESTS, "relu")
_MOST: Final = 8
_WORTH: Final = 10  # characters that a choice within a product is worse by


def in_pieces(root: Expr) -> Expr:
    """Return an expression as choices from the lowest bound to the highest, if that is shorter."""
    tests = [part for part in in_order(root) if is_call(part, *_TESTS)]
    inputs = {test.args[0] for test in tests}
    if len(tests) < 2 or len(inputs) != 1:
        return root
    (x,) = inputs
    bounds = [plain(test.args[1]) for test in tests]
    if not all(is_number(bound) for bound in bounds) or not _is_by_element(root, x):
        return root
    points = sorted({bound.data[0] for bound in bounds})
    if len(points) > _MOST or any(point != point for point in points):
        return root
    ends: list[Any] = [-float("inf"), *points, float("inf")]
    pieces = [_between(root, x, low, high) for low, high in pairwise(ends)]
    found = _joined(root, x, pieces, points)
    if found is None:
        return root
    nested = _WORTH * any(is_call(part, "where") for part in in_order(root))
    return found if found.size < root.size + nested else root


def _is_by_element(root: Expr, x: Expr) -> bool:
    """Tell whether nothing is made of several elements that a condition is asked of."""
    within = {part for part in in_order(root) if is_call(part, *_TESTS)}
    for part in in_order(root):
        if part not in within and not any(arg in within for arg in part.args):
            continue
        within.add(part)
        alone = part.head in ("sum", "product", "power", "expand") or is_call(part, *_BY_ELEMENT)
        if x.shape and not (alone and part.shape == x.shape):
            return False
    return True


def _between(root: Expr, x: Expr, low: Any, high: Any) -> Expr:
    """Return what an expression is where an input is between two numbers, or is both of them."""
    new: dict[Expr, Expr] = {}
    for part in in_order(root):
        new[part] = _known(part, x, low, high) or rebuilt(part, [new[arg] for arg in part.args])
    return plain(new[root])


def _known(part: Expr, x: Expr, low: Any, high: Any) -> Expr | None:
    if is_call(part, *_TESTS) and part.args[0] is x:
        bound = plain(part.args[1]).data[0]
        if low == high == bound:
            return expand(number(int(part.name in ("ge", "le"))), part.shape)
        above = low >= bound
        return expand(number(int(above == (part.name in _ABOVE))), part.shape)
    if is_call(part, "relu") and part.args[0] is x and (low >= 0 or high <= 0):
        return x if low >= 0 else expand(number(0), part.shape)
    return None


def _joined(root: Expr, x: Expr, pieces: list[Expr], points: list[Any]) -> Expr | None:
    """Return pieces as choices, one where its neighbour is the same.

    None where a bound belongs to neither of the pieces that it is between.
    """
    kept = [(pieces[0], None), *_changes(pieces, points)]
    places = dict(zip(points, pairwise(pieces), strict=True))
    own = {point: _between(root, x, point, point) for point in points}
    if any(own[point] not in sides for point, sides in places.items()):
        return None
    if len(kept) == 3 and all(is_number(kept[place][0], 0) for place in (0, 2)):
        (inner, low), (_, high) = kept[1:]
        sides = (
            _test("ge" if own[low] is inner else "gt", x, low),
            _test("le" if own[high] is inner else "lt", x, high),
        )
        mask = settled(call("bitwise_and", sides, (), x.shape, "b"))
        return product(Fraction(1), [(kept[1][0], Fraction(1)), (mask, Fraction(1))], root.shape)
    found = kept[-1][0]
    for (piece, _), (_, point) in reversed(list(pairwise(kept))):
        test = _test("le" if own[point] is piece else "lt", x, point)
        found = settled(call("where", (test, piece, found), (), root.shape, root.kind))
    return expand(found, root.shape)


def _changes(pieces: list[Expr], points: list[Any]) -> Iterator[tuple[Expr, Any]]:
    for before, after, point in zip(pieces, pieces[1:], points, strict=False):
        if after is not before:
            yield after, point


def _test(name: str, x: Expr, point: Any) -> Expr:
    return call(name, (x, number(point)), (), x.shape, "b")
