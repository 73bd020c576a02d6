"""Expressions as data: a graph in which equal expressions are one object.

This module knows what an expression is made of and how large its text will be. It does not know
how expressions are simplified or spelled.

``head`` says what an expression is:

- ``symbol``: an input, by name; ``number``: a Python number; ``array``: an array's elements;
  ``constant``: a number by its name.
- ``sum``: terms with coefficients, and a number; ``data`` holds the coefficients, then the number.
- ``product``: a coefficient and powers, element by element; ``data`` holds the coefficient, then
  the exponents.
- ``power``: a base to an exponent that is no number.
- ``matmul``: a chain of matrices, with vectors at its ends; ``T``: a transposed matrix; ``outer``.
- ``total``: the sum along the dimensions in ``data``, which are not kept.
- ``reshape`` and ``expand``: the same elements under another shape.
- ``call``: any other operator; ``data`` holds its name, the number of the result among several
  (or None) and the attributes as pairs.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable
from fractions import Fraction
from itertools import count
from typing import Any, Final
from weakref import WeakSet, WeakValueDictionary

import numpy as np

from gradcli.core.state import STATE
from gradcli.errors import op_error

Number = Any  # a Fraction where it is exact, else a float or a complex number
Shape = tuple[int, ...]

POSITIVE: Final = "positive"
SYMMETRIC: Final = "symmetric"
"""Facts that may be known of an input; they stand behind its name."""

_LARGEST: Final = 10**9
_SHORT: Final = 64
_NUMBERS = count()


class Expr:
    """An expression; ``kind`` is NumPy's letter for its type, ``size`` how long its text is."""

    __slots__ = ("__weakref__", "args", "data", "head", "kind", "order", "shape", "size")

    def __init__(
        self, head: str, args: tuple[Expr, ...], data: tuple[Any, ...], shape: Shape, kind: str
    ) -> None:
        self.head, self.args, self.data, self.shape, self.kind = head, args, data, shape, kind
        self.order = next(_NUMBERS)
        size = _own_size(head, data) + sum([arg.size + 1 for arg in args])
        if head in _BRACKETED:  # a sum needs none of its own there
            size -= 2 * sum([arg.head == "sum" for arg in args])
        self.size: int = min(size, _LARGEST)

    def __repr__(self) -> str:
        return f"<{self.head} {self.shape}>"

    @property
    def name(self) -> str:
        """The operator's name, of a call; otherwise the head."""
        return str(self.data[0]) if self.head == "call" else self.head

    def attr(self, name: str) -> Any:
        """Return an attribute of a call."""
        return dict(self.data[2])[name]


def _own_size(head: str, data: tuple[Any, ...]) -> int:
    """Return about how many characters are an expression's own, beside those of its parts.

    Each part counts one more, for what stands between it and the next.
    """
    if head == "product":
        return _coefficient_size(data[0]) + _powers_size(data) - 1
    if head == "sum":
        *coefficients, constant = data
        last = 1 + len(str(abs(constant))) if constant != 0 else 0
        return 1 + last + sum(map(_coefficient_size, coefficients))
    if head == "number":
        return _coefficient_size(data[0]) - 1
    if head == "call":
        return len(str(data[0])) + 1 + 2 * len(data[2])
    return len(str(data[0])) if head in ("symbol", "constant") else _OWN_SIZES.get(head, 2)


_BRACKETED: Final = ("call", "total", "outer")
_OWN_SIZES: Final = {"matmul": -1, "T": 1, "outer": 5, "total": 4}


def _coefficient_size(value: Any) -> int:
    """Return how much longer a product is by its number."""
    if not isinstance(value, Fraction):
        return len(str(value)) + 1
    above, below = abs(value.numerator), value.denominator
    size = len(str(above)) + 1 if above != 1 else 0
    return size + (len(str(below)) + 1 if below != 1 else 0) + (value < 0)


def _powers_size(data: tuple[Any, ...]) -> int:
    """Return how many characters the exponents of a product take, and the brackets below."""
    size = 0
    below = 0
    for exp in data[1:]:
        value = exp
        if is_negative(exp):
            below += 1
            value = -exp
        if value != 1:
            size += 6 if value == Fraction(1, 2) else 2 + len(str(value))
    bottom = isinstance(data[0], Fraction) and data[0].denominator != 1
    if below and below == len(data) - 1:
        size += 2 if abs(data[0]) == 1 or (bottom and abs(data[0].numerator) == 1) else 0
    return size + (2 if below + bottom > 1 else 0)


_KNOWN: WeakValueDictionary[Any, Expr] = WeakValueDictionary()


def _count(made: Expr) -> None:
    """Refuse formulas of more parts than the program's may have, all that it made together."""
    limits = STATE.limits
    if limits is None:
        return
    if STATE.formulas is None:
        STATE.formulas = WeakSet()
    STATE.formulas.add(made)
    if len(STATE.formulas) <= limits.max_formula:
        return
    gc.collect()  # what waits to be freed, in cycles, is no part of it
    if len(STATE.formulas) > limits.max_formula:
        raise op_error(
            RuntimeError,
            f"a formula of more than {limits.max_formula} parts is beyond the limit",
            code="limit",
            help="--max-formula sets the limit, in Python limits=Limits(max_formula=...)",
        )


def make(
    head: str,
    args: Iterable[Expr] = (),
    data: Iterable[Any] = (),
    shape: Shape = (),
    kind: str = "f",
) -> Expr:
    """Return the one expression that is made of these parts."""
    args, data = tuple(args), tuple(data)
    # 1, 1.0 and True are equal, but not the same attribute.
    types = tuple(map(type, data)) if head != "call" else repr(data[2])
    key = (head, tuple(map(id, args)), data, types, shape, kind)
    found = _KNOWN.get(key)
    if found is None:
        found = Expr(head, args, data, shape, kind)
        _count(found)
        _KNOWN[key] = found
    return found


def symbol(name: str, shape: Shape, kind: str = "f", facts: Iterable[str] = ()) -> Expr:
    """Return the expression that is an input, of which some facts are known."""
    return make("symbol", (), (name, *facts), shape, kind)


def exact(value: Any) -> Number:
    """Return a number as a fraction, where it is the float nearest to a short one."""
    if isinstance(value, complex):
        return value + 0  # no negative zeros
    if isinstance(value, Fraction):
        return value
    if isinstance(value, (bool, int, np.integer, np.bool_)):
        return Fraction(int(value))
    value = float(value)
    if value != value or value in (float("inf"), float("-inf")):
        return value
    short = Fraction(value).limit_denominator(_SHORT)
    if abs(float(short) - value) <= 2.5e-16 * abs(value):  # as 1 / 3 - 1 is -2 / 3
        return short
    for near in (Fraction(repr(value)), Fraction(value).limit_denominator(1000)):
        if float(near) == value and len(str(near.denominator)) <= 5 and abs(near) < 10**15:
            return near
    return value


def number(value: Any) -> Expr:
    """Return the expression that is a number."""
    found = exact(value)
    return make("number", (), (found,), (), "c" if isinstance(found, complex) else "f")


def call(
    name: str,
    args: Iterable[Expr],
    attrs: Iterable[tuple[str, Any]] = (),
    shape: Shape = (),
    kind: str = "f",
    output: int | None = None,
) -> Expr:
    """Return the call of an operator."""
    return make("call", args, (name, output, tuple(attrs)), shape, kind)


def is_number(expr: Expr, value: Any = None) -> bool:
    """Tell whether an expression is a number, or this one."""
    return expr.head == "number" and (value is None or expr.data[0] == value)


def is_negative(value: object) -> bool:
    """Tell whether a number is known to be below 0."""
    return isinstance(value, (Fraction, float)) and value < 0


def is_positive(expr: Expr) -> bool:
    """Tell whether all elements of an expression are known to be above 0."""
    if expr.head == "symbol":
        return POSITIVE in expr.data
    if expr.head == "number":
        return isinstance(expr.data[0], (Fraction, float)) and expr.data[0] > 0
    if expr.head == "product":
        coefficient = expr.data[0]
        return (
            coefficient.__class__ is Fraction
            and coefficient > 0
            and all(map(is_positive, expr.args))
        )
    if expr.kind == "c":  # a complex number is neither above nor below 0
        return False
    return expr.head == "constant" or is_call(expr, "exp", "cosh", "sigmoid", "softmax")


def is_call(expr: Expr, *names: str) -> bool:
    """Tell whether an expression calls one of some operators."""
    return expr.head == "call" and expr.data[0] in names


def in_order(*roots: Expr) -> list[Expr]:
    """Return every expression that some are made of, each after its parts."""
    found: list[Expr] = []
    seen: set[Expr] = set()
    stack: list[tuple[Expr, bool]] = [(root, False) for root in reversed(roots)]
    while stack:
        expr, done = stack.pop()
        if done:
            found.append(expr)
        elif expr not in seen:
            seen.add(expr)
            stack.append((expr, True))
            stack += [(arg, False) for arg in reversed(expr.args)]
    return found
