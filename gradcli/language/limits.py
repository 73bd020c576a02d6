"""How much a program may use, and the guards that keep one operation from using more.

A guard refuses before the memory is asked for. This module knows sizes. It does not know where in
a program they come up.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any, NamedTuple

from gradcli.errors import OpError, op_error

MAX_INT_BITS = 1_000_000
MAX_ITEMS = 10_000_000
MAX_TURNS = 1_000_000_000


class Limits(NamedTuple):
    """What one run may use; None is no limit.

    ``max_steps`` counts blocks of the program, ``max_output`` printed characters. ``max_int_bits``
    bounds integers made by ``**``, ``<<`` and ``*``; ``max_items`` the length of sequences made by
    repetition.
    """

    max_steps: int | None = None
    max_output: int | None = None
    max_int_bits: int = MAX_INT_BITS
    max_items: int = MAX_ITEMS


def refuse(kind: type[Exception], message: str) -> OpError:
    """Make the error for a limit, for the caller to raise."""
    return op_error(kind, message, code="limit")


def check_items(count: Any, limit: int = MAX_ITEMS) -> None:
    """Refuse a sequence of more than ``limit`` items."""
    if count > limit:
        raise refuse(MemoryError, f"a sequence of {_count(count)} items is beyond the limit")


def check_turns(iterable: Any) -> None:
    """Refuse to go over more items than the host could be stopped at in time."""
    turns = 0
    with suppress(TypeError, OverflowError):  # no iterable, or a range longer than a C integer
        turns = operator.length_hint(iterable)
    if isinstance(iterable, range) and iterable:
        turns = 1 + (iterable[-1] - iterable[0]) // iterable.step
    if turns > MAX_TURNS:
        raise refuse(RuntimeError, f"{_count(turns)} items to go over are beyond the limit")


def _count(number: int) -> str:
    return str(number) if number.bit_length() < 64 else f"about 2**{number.bit_length() - 1}"


_DIGITS = "[0-9]+"  # compiled, as the other pattern, when a program formats


def check_format(spec: str) -> None:
    """Refuse a format specification whose width or precision is beyond the limit."""
    for digits in re.findall(_DIGITS, spec):
        if len(digits) > 9 or int(digits) > MAX_ITEMS:
            raise refuse(ValueError, "Too many decimal digits in format string")


Infix = Callable[[Any, Any], Any]

_IN_PLACE: dict[str, Infix] = {
    name: vars(operator)[name] for name in ("imul", "ipow", "ilshift", "imod")
}


def _guarded(check: Callable[[Any, Any], None], operation: Infix) -> Infix:
    """Check the operands of an operation first."""

    def guarded(a: Any, b: Any) -> Any:
        check(a, b)
        return operation(a, b)

    return guarded


class Guards:
    """The arithmetic of a program that could ask for any amount of memory at once."""

    __slots__ = ("limits",)

    def __init__(self, limits: Limits) -> None:
        self.limits = limits

    def operators(self) -> dict[str, Infix]:
        """Return the guarded infix operators and their in-place forms."""
        return {
            "*": self._multiplier(),
            "*=": self._multiply_in_place,
            "**": _guarded(self.check_power, operator.pow),
            "**=": _guarded(self.check_power, _IN_PLACE["ipow"]),
            "<<": _guarded(self.check_shift, operator.lshift),
            "<<=": _guarded(self.check_shift, _IN_PLACE["ilshift"]),
            "%": remainder,
            "%=": _guarded(check_percent, _IN_PLACE["imod"]),
        }

    def _multiplier(self) -> Infix:
        """Return a function for ``a * b``, which is quick for integers: loops are full of them."""
        high = 1 << self.limits.max_int_bits
        low = -high

        def multiply(a: Any, b: Any) -> Any:
            if a.__class__ is int and b.__class__ is int:
                result = a * b
                if low < result < high:
                    return result
                self._check_bits(result.bit_length())
            self._check_repeat(a, b)
            return a * b

        return multiply

    def _multiply_in_place(self, a: Any, b: Any) -> Any:
        """Return ``a *= b``."""
        self._check_repeat(a, b)
        result = _IN_PLACE["imul"](a, b)
        if result.__class__ is int:
            self._check_bits(result.bit_length())
        return result

    # Functions of Python that compute with integers of any size

    def pow(self, base: Any, exp: Any, mod: Any = None) -> Any:
        """Return ``pow(base, exp, mod)``."""
        if mod is None:
            self.check_power(base, exp)
        return pow(base, exp, mod)

    def round(self, number: Any, ndigits: Any = None) -> Any:
        """Return ``round(number, ndigits)``."""
        self.check_digits(number, ndigits)
        return round(number, ndigits)

    def factorial(self, x: Any, /) -> int:
        """Return ``math.factorial(x)``."""
        if isinstance(x, int) and x > 0:
            self._check_bits(x * x.bit_length())
        return math.factorial(x)

    def prod(self, iterable: Any, /, *, start: Any = 1) -> Any:
        """Return ``math.prod(iterable, start=start)``."""
        check_turns(iterable)
        multiply = self._multiplier()
        for number in iterable:
            start = multiply(start, number)
        return start

    def comb(self, n: Any, k: Any, /) -> int:
        """Return ``math.comb(n, k)``."""
        if isinstance(n, int) and isinstance(k, int):
            self._check_bits(min(k, n - k) * n.bit_length())
        return math.comb(n, k)

    def perm(self, n: Any, k: Any = None, /) -> int:
        """Return ``math.perm(n, k)``."""
        if isinstance(n, int):
            self._check_bits((k if isinstance(k, int) else n) * n.bit_length())
        return math.perm(n, k)

    def check_digits(self, number: Any, ndigits: Any) -> None:
        """Refuse to round an integer to a power of ten that is beyond the limit."""
        if isinstance(number, int) and isinstance(ndigits, int):
            self._check_bits(-ndigits)

    def check_product(self, a: Any, b: Any) -> None:
        """Refuse a product or a repetition that is beyond the limit."""
        self._check_repeat(a, b)
        if isinstance(a, int) and isinstance(b, int):
            self._check_bits(a.bit_length() + b.bit_length() - 1)

    def _check_bits(self, bits: int) -> None:
        if bits > self.limits.max_int_bits:
            raise refuse(OverflowError, f"an integer of {_count(bits)} bits is beyond the limit")

    def _check_repeat(self, a: Any, b: Any) -> None:
        sequence, count = (a, b) if isinstance(a, _SEQUENCES) else (b, a)
        if isinstance(sequence, _SEQUENCES) and hasattr(type(count), "__index__"):
            with suppress(TypeError):  # which the operation itself will raise again
                check_items(len(sequence) * operator.index(count), self.limits.max_items)

    def check_power(self, a: Any, b: Any) -> None:
        """Refuse a power that is beyond the limit."""
        if isinstance(a, int) and isinstance(b, int) and b > 0:
            self._check_bits((abs(a).bit_length() - (abs(a) < 2)) * b)

    def check_shift(self, a: Any, b: Any) -> None:
        """Refuse a shift that is beyond the limit."""
        if isinstance(a, int) and isinstance(b, int) and a and b > 0:
            self._check_bits(a.bit_length() + b)


DEFAULT_GUARDS = Guards(Limits())
_SEQUENCES = (str, list, tuple)


_PERCENT_SIZE = r"%(?:\([^)]*\))?[-+ #0]*([0-9]+|\*)?(?:\.([0-9]+|\*))?"


def remainder(a: Any, b: Any) -> Any:
    """Return ``a % b``, which for a string is formatting."""
    if a.__class__ is str:
        check_percent(a, b)
    return a % b


def check_percent(text: Any, values: Any) -> None:
    """Refuse ``%`` formatting with a width beyond the limit, written out or passed as ``*``."""
    if text.__class__ is not str:
        return
    for sizes in re.findall(_PERCENT_SIZE, text):
        for size in sizes:
            if size == "*" and isinstance(values, tuple):
                check_items(max([abs(v) for v in values if isinstance(v, int)], default=0))
            elif size:
                check_format(size)
