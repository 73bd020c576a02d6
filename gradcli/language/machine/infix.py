"""The infix operators of the language, as functions of two values."""

from __future__ import annotations

import operator
from collections import deque
from collections.abc import Callable
from typing import Any

from gradcli.core.tensor import Tensor
from gradcli.language.limits import Guards, check_compared, check_items, check_shared, current
from gradcli.language.machine.functions import NATIVES, Object, host_callable
from gradcli.language.machine.sequences import plus, plus_in_place, union, union_in_place
from gradcli.numerics.memory import number_of

Infix = Callable[[Any, Any], Any]


def _contains(item: Any, container: Any) -> bool:
    """Tell whether ``item in container``; a range is not searched from end to end."""
    return is_in(item, container) if container.__class__ is range else item in container


_INFIX: dict[str, Infix] = {
    "+": plus,
    "-": operator.sub,
    "/": operator.truediv,
    "//": operator.floordiv,
    "@": operator.matmul,
    "&": operator.and_,
    "|": union,
    "^": operator.xor,
    ">>": operator.rshift,
    "+=": plus_in_place,
    "-=": operator.isub,
    "/=": operator.itruediv,
    "//=": operator.ifloordiv,
    "@=": operator.imatmul,
    "&=": operator.iand,
    "|=": union_in_place,
    "^=": operator.ixor,
    ">>=": operator.irshift,
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
    "in": _contains,
    "not in": lambda item, container: not _contains(item, container),
    "is": operator.is_,
    "is not": operator.is_not,
}

PREFIX: dict[str, Callable[[Any], Any]] = {
    "+": operator.pos,
    "-": operator.neg,
    "~": operator.invert,
    "not": operator.not_,
}


def infix_operators(guards: Guards) -> dict[str, Infix]:
    """Return every infix operator; an in-place operator is spelled with its ``=``."""
    guarded = guards.operators()
    if guards.limits.counted:
        guarded |= COMPARISONS
    return _INFIX | guarded | {"*=": _in_place(guarded["*="])}


def _comparing(compare: Infix) -> Infix:
    """Look at what may be compared for longer than any limit: the host hears of none meanwhile."""

    def compared(a: Any, b: Any) -> Any:
        if a.__class__ not in FLAT and b.__class__ not in FLAT:
            check_compared(a, b)
        return compare(a, b)

    return compared


_COMPARING = ("<", "<=", "==", "!=", ">=", ">", "in", "not in")
COMPARISONS = {sign: _comparing(_INFIX[sign]) for sign in _COMPARING}
COMPARED = COMPARISONS["=="].__code__
FLAT = {bool, float, int, str, type(None), Tensor}
"""Types whose values hold no others."""


def comparing(function: Callable[..., Any], first: int = 0) -> Callable[..., Any]:
    """Look, under a limit, at what a function compares, from one of its arguments on."""

    def call(*args: Any, **kwargs: Any) -> Any:
        for arg in args[first:]:
            if arg.__class__ not in FLAT:
                check_shared(arg)
        return function(*args, **kwargs)

    call.__qualname__ = function.__qualname__
    return call


SEARCHING = {"count", "index", "remove", "sort"}
"""Methods of sequences that compare what is in them."""


def key_of(key: Any) -> Any:
    """Return the function that a program gives for a key, as the host calls it."""
    if key is None:
        return None
    called = host_callable(key)
    return (lambda item: check_shared(called(item))) if current().counted else called


_PLAIN = frozenset({bool, int, float, complex, str})


def hash_of(value: Any, /) -> int:
    """Return Python's hash of numbers and texts; the others' would tell addresses."""
    check_shared(value)
    known: dict[int, int] = {}

    def number(part: Any) -> int:
        if part.__class__ in _PLAIN:
            return hash(part) if part == part else number_of(hash(part))  # NaN
        if (
            isinstance(part, Object)
            and part.cls.find("__hash__") is not NATIVES[object]["__hash__"]
        ):
            return hash(part)
        if isinstance(part, (tuple, frozenset)):
            if id(part) not in known:
                numbers = map(number, part)
                known[id(part)] = hash(
                    frozenset(numbers) if isinstance(part, frozenset) else tuple(numbers)
                )
            return known[id(part)]
        return number_of(hash(part))

    return number(value)


def hash_of_float(value: Any, /) -> int:
    """Return ``float.__hash__(value)`` as programs see it: that of NaN is of its address."""
    found = float.__hash__(value)
    return found if float.__eq__(value, value) else number_of(found)


def hash_of_tuple(value: Any, /) -> int:
    """Return ``tuple.__hash__(value)`` as programs see it, past what a class says of that."""
    return hash_of(tuple(tuple.__iter__(value)))


def _in_place(multiply: Infix) -> Infix:
    """Let a sequence repeat itself in place as often as an instance says that has no product."""

    def multiply_in_place(a: Any, b: Any) -> Any:
        if isinstance(a, (list, deque)) and isinstance(b, Object) and not isinstance(b, int):
            from gradcli.language.machine.descriptors import MISSING  # for programs with classes

            if b.cls.find("__rmul__") is MISSING is not b.cls.find("__index__"):
                b = operator.index(b)  # type: ignore[arg-type]
        return multiply(a, b)

    return multiply_in_place


# Ranges, which the host would go over from end to end


def is_in(value: Any, items: range) -> bool:
    """Tell whether a range has a value; the host would go over all of it for what is no integer."""
    if isinstance(value, (float, complex)):
        whole = value.imag == 0 and float(value.real).is_integer()
        return whole and int(value.real) in items
    if not isinstance(value, int) and items:
        check_items(1 + (items[-1] - items[0]) // items.step)
    return value in items


def count_in(items: range, value: Any, /) -> int:
    """Return ``items.count(value)``."""
    return int(is_in(value, items))


def index_in(items: range, value: Any, /) -> int:
    """Return ``items.index(value)``."""
    if not is_in(value, items):
        raise ValueError(f"{value!r} is not in range")
    return items.index(int(value.real) if isinstance(value, (float, complex)) else value)


OF_RANGES = {"count": count_in, "index": index_in}
"""The methods of ranges."""
