"""Numbers that have a better name than their digits: pi, roots and logarithms.

A program computes them in Python, where nothing is left of how. A float that is to its last digits
a short fraction of one of the table is taken for it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import cache
from typing import Any, Final

import numpy as np

from gradcli.symbolic.algebra import Factor, expand, product
from gradcli.symbolic.expr import Expr, call, exact, in_order, make, number
from gradcli.symbolic.matrices import diagonal_matrix

_ROOTS: Final = (2, 3, 5, 6, 7, 10)
_LOGARITHMS: Final = (2, 3, 5, 10)
_LARGEST: Final = 180  # in a fraction of a constant, as of pi in degrees
_TOLERANCE: Final = 4e-16
_LONGEST: Final = 10_000  # an array that is written by its ends
MOST_ELEMENTS: Final = 32
"""Of an array that is written element by element."""

PI: Final = make("constant", (), ("pi",))
E: Final = make("constant", (), ("e",))
VALUES: Final = {"pi": math.pi, "e": math.e}


def recognized(value: Any) -> Expr:
    """Return a number that a program computed, by the name of what it is a fraction of."""
    found = exact(value)
    if not isinstance(found, float) or not math.isfinite(found) or found == 0:
        return number(found)
    for constant, pairs in _table():
        ratio = Fraction(found / constant).limit_denominator(_LARGEST)
        short = ratio and abs(ratio.numerator) <= _LARGEST
        if short and abs(float(ratio) * constant - found) <= _TOLERANCE * abs(found):
            return product(ratio, pairs, ())
    return number(found)


def is_constant(expr: Expr) -> bool:
    """Tell whether an expression is made of numbers alone."""
    leaves = (part for part in in_order(expr) if not part.args)
    return expr.shape == () and all(part.head in ("number", "constant") for part in leaves)


@cache
def _table() -> list[tuple[float, list[Factor]]]:
    return [
        (constant, pairs)
        for value, pair in _named()
        for constant, pairs in ((value, [pair]), (1 / value, [(pair[0], -pair[1])]))
    ] + list(_of_pi())


def _named() -> Iterable[tuple[float, Factor]]:
    one, half = Fraction(1), Fraction(1, 2)
    yield math.pi, (PI, one)
    yield math.e, (E, one)
    yield math.pi**2, (PI, Fraction(2))
    yield math.sqrt(math.pi), (PI, half)
    yield from ((math.sqrt(n), (number(n), half)) for n in _ROOTS)
    yield from ((math.log(n), (call("log", (number(n),)), one)) for n in _LOGARITHMS)


def _of_pi() -> Iterator[tuple[float, list[Factor]]]:
    half = Fraction(1, 2)
    for exp, value in ((half, math.sqrt(2 * math.pi)), (-half, 1 / math.sqrt(2 * math.pi))):
        yield value, [(number(2), exp), (PI, exp)]
        yield value * 2 ** float(-2 * exp), [(number(2), -exp), (PI, exp)]
    yield math.log(2 * math.pi), [(call("log", (product(2, [(PI, Fraction(1))], ()),)), half * 2)]
    yield math.log(math.pi), [(call("log", (PI,)), half * 2)]


# Arrays


def kind(array: Any) -> str:
    """Return NumPy's letter for an array's type; bfloat16 counts as floating point."""
    return "f" if array.dtype.kind == "V" else str(array.dtype.kind)


def _without_repeats(array: np.ndarray) -> np.ndarray:
    """Return an array with one element along each axis along which all are the same."""
    for axis in range(array.ndim):
        first = array.take([0], axis)
        array = first if (array == first).all() else array
    return array


def of_array(array: Any) -> Expr:
    """Return an array's elements as an expression."""
    letter = kind(array)
    if array.size and (letter in "fc" or array.size > MOST_ELEMENTS):
        first = array.reshape(-1)[0].item()  # ``flat`` goes over 32 dimensions at most
        if (array == first).all() or (first != first and np.isnan(array).all()):
            return expand(recognized(first), array.shape)
        if array.shape == (len(array),) * 2 and np.array_equal(array, np.eye(len(array))):
            return diagonal_matrix(len(array))
    if array.size > MOST_ELEMENTS and letter == "f":
        for axis in range(array.ndim):
            last = (slice(None),) * axis + (-1,)
            if (array[last] == 1).all() and array.sum() == array[last].size == (array != 0).sum():
                return _at_end(array.shape, axis)
    if array.size > MOST_ELEMENTS and (less := _without_repeats(array)).size < array.size:
        return expand(of_array(less), array.shape)
    if not is_short(array):
        return make("array", (), (id(array), None, array.shape), array.shape, letter)
    return make("array", (), (_nested(array.tolist()), array.dtype.name), array.shape, letter)


def is_short(array: Any) -> bool:
    """Tell whether an array's elements can be written down."""
    return array.size <= MOST_ELEMENTS or _counts_up(array)


def _counts_up(array: Any) -> bool:
    """Tell whether elements are each one more than the one before, so that few words say them."""
    return array.ndim == 1 and array.size <= _LONGEST and bool((np.diff(array) == 1).all())


def _at_end(shape: tuple[int, ...], axis: int) -> Expr:
    """Return zeros with ones at the end of an axis."""
    index = (*(("slice", None, None, None),) * axis, shape[axis] - 1, ...)
    ones = expand(number(1), (*shape[:axis], *shape[axis + 1 :]))
    return call("_put", (ones,), (("shape", shape), ("index", index)), shape)


def unit_vector(size: int, place: int) -> Expr:
    """Return a row of an identity matrix."""
    given = (("shape", (size,)), ("index", (place, ...)))
    return call("_put", (number(1),), given, (size,))


def _nested(value: Any) -> Any:
    return tuple(map(_nested, value)) if isinstance(value, list) else value
