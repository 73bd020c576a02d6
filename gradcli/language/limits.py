"""How much a program may use, and the guards that keep one operation from using more.

A guard refuses before the memory is asked for. This module knows sizes. It does not know where in
a program they come up.
"""

from __future__ import annotations

import math
import operator
import sys
from collections import ChainMap, deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from types import GenericAlias, MappingProxyType
from typing import Any, NamedTuple

from gradcli.core.state import MAX_ELEMENTS, STATE
from gradcli.errors import Diagnostic, OpError, op_error

MAX_INT_BITS = 1_000_000
MAX_ITEMS = 10_000_000
MAX_DEPTH = 1000
MAX_SOURCE = 16 * 1024**2
MAX_FORMULA = 1_000_000
_MOST_WORK = 10**13
MAX_SECONDS = 86_400.0  # a day: clocks of systems take no more than so many years
MAX_TURNS = 1_000_000_000


class Limits(NamedTuple):
    """What a program may use; None is no limit.

    ``max_steps`` counts blocks of the program, ``max_output`` printed characters, ``max_depth``
    calls within calls. ``timeout`` is in seconds, ``max_memory`` in bytes beyond what the process
    has taken at the start. ``max_elements`` bounds the elements of a tensor, ``max_items`` the
    length of texts and sequences, ``max_int_bits`` integers, ``max_source`` the characters of the
    program and ``max_line`` those of one of its lines, ``max_formula`` the parts of a derivative
    that is written down.
    """

    max_steps: int | None = None
    max_output: int | None = None
    max_int_bits: int = MAX_INT_BITS
    max_items: int = MAX_ITEMS
    max_memory: int | None = None
    max_elements: int = MAX_ELEMENTS
    timeout: float | None = None
    max_depth: int = MAX_DEPTH
    max_source: int = MAX_SOURCE
    max_line: int = MAX_SOURCE
    max_formula: int = MAX_FORMULA

    @property
    def counted(self) -> bool:
        """Tell whether something has to be looked at with each block that runs."""
        return self.max_steps is not None or self.timeout is not None


UNTRUSTED = Limits(
    max_steps=10_000_000,
    max_output=1_000_000,
    max_int_bits=100_000,
    max_items=1_000_000,
    max_memory=512 * 1024**2,
    max_elements=20_000_000,
    timeout=10.0,
    max_depth=500,
    max_source=100_000,
    max_line=10_000,
    max_formula=20_000,
)
"""What a program may use that nobody vouches for."""


def current() -> Limits:
    """Return the limits of the program that runs."""
    limits: Limits = STATE.limits or _NO_OTHERS
    return limits


_NO_OTHERS = Limits()


def refuse(kind: type[Exception], message: str, limit: str | None = None) -> OpError:
    """Make the error for a limit, the name of its field given, for the caller to raise."""
    return op_error(kind, message, code="limit", help=None if limit is None else remedy(limit))


def too_deep() -> OpError:
    """Make the error of too many calls inside one another, which a program may handle."""
    return op_error(RecursionError, "maximum recursion depth exceeded")


def remedy(limit: str) -> str:
    """Say how a limit is set, given its field."""
    return f"--{limit.replace('_', '-')} sets the limit, in Python limits=Limits({limit}=...)"


def too_long(seconds: float) -> Diagnostic:
    """Return what is said of a program that took too long."""
    message = f"the program ran for more than {seconds:g} s"
    return Diagnostic("limit", message, "TimeoutError", help=remedy("timeout"))


def check_items(count: Any, most: int | None = None) -> None:
    """Refuse a sequence of more items than ``most``, or than the program may make."""
    count = plain(count)
    if count > (current().max_items if most is None else most):
        message = f"a sequence of {_count(count)} items is beyond the limit"
        raise refuse(MemoryError, message, "max_items")


def whole(value: Any) -> Any:
    """Return what the host takes a value for where it asks for an integer: the same each time."""
    if value.__class__ is int or not hasattr(type(value), "__index__"):
        return value
    return operator.index(value)


def plain(value: Any) -> Any:
    """Return an integer or a text as the host's own: one that is asked once does not change."""
    if isinstance(value, str):
        return str.__str__(value)
    return operator.index(value) if isinstance(value, int) else value


def size(sequence: Any) -> int:
    """Return how long a sequence or text is, past what a class of the program says of that."""
    if sequence.__class__ in SEQUENCES:
        return len(sequence)
    kind: Any = next(kind for kind in SEQUENCES if isinstance(sequence, kind))
    return int(kind.__len__(sequence))


def check_turns(iterable: Any) -> None:
    """Refuse to go over more items than the host could be stopped at in time."""
    try:
        turns = operator.length_hint(iterable)
    except (TypeError, OverflowError):  # no iterable, or a range longer than a C integer
        turns = 0
    if isinstance(iterable, range) and iterable:
        turns = 1 + (iterable[-1] - iterable[0]) // iterable.step
    if turns > MAX_TURNS:
        raise refuse(RuntimeError, f"{_count(turns)} items to go over are beyond the limit")


def _count(number: int) -> str:
    return str(number) if number.bit_length() < 64 else f"about 2**{number.bit_length() - 1}"


def bounded_text(text: str) -> str:
    """Return a text that was made at once, unless it is beyond the limit."""
    check_items(str.__len__(text))
    return text


_VIEWS: Any = (type({}.items()), type({}.values()), type({}.keys()))
_CONTAINERS: tuple[Any, ...] = (
    *(list, tuple, dict, set, frozenset, deque, BaseException, slice),
    *(ChainMap, MappingProxyType, GenericAlias),
    *_VIEWS,
)


def check_text(value: Any) -> int:
    """Refuse to print a value that holds its parts so often that its text fills the memory.

    Returns how many parts it has, those of its parts and the letters of texts included.
    """
    count = _parts_within(value)
    check_items(count)
    return count


def _parts_within(value: Any) -> int:
    """Count the parts of a value as often as it holds them, each looked at once."""
    if not isinstance(value, _CONTAINERS):
        return 1
    counts: dict[int, int] = {}
    begun: set[int] = set()
    stack = [value]
    while stack:
        top = stack[-1]
        parts = [*_parts(top)]
        inner = [part for part in parts if isinstance(part, _CONTAINERS)]
        if id(top) in begun:
            stack.pop()
            texts = sum([len(part) for part in parts if part.__class__ in (str, bytes)])
            held = sum([counts.get(id(part), 1) for part in inner])
            counts[id(top)] = len(parts) + texts + held
        else:
            begun.add(id(top))
            stack += [part for part in inner if id(part) not in begun]
    return counts[id(value)]


def check_compared(a: Any, b: Any) -> None:
    """Refuse to compare containers that share their parts so often that it would never end.

    The host would not hear meanwhile that a limit is reached; without one nobody tells it.
    """
    if a is b or not isinstance(a, _CONTAINERS) or not current().counted:
        return
    if not isinstance(b, _CONTAINERS):  # what holds others in a way of its own
        check_shared(a)
    elif _nests(b):
        _check_parts(min(_parts_within(a), _parts_within(b)))


def check_shared(value: Any) -> Any:
    """Return a value that others are compared with, unless it has so many parts."""
    if current().counted and isinstance(value, _CONTAINERS) and _nests(value):
        inner = [part for part in _parts(value) if isinstance(part, _CONTAINERS)]
        if any(map(_nests, inner)):
            _check_parts(_parts_within(value))
        else:
            _check_parts(sum([len(list(_parts(part))) for part in inner]))
    return value


def _nests(container: Any) -> bool:
    return any(issubclass(kind, _CONTAINERS) for kind in set(map(type, _parts(container))))


def _check_parts(parts: int) -> None:
    if parts > _MOST_COMPARED:
        raise refuse(RuntimeError, f"comparing {_count(parts)} parts is beyond the limit")


_MOST_COMPARED = 100_000_000  # which takes a second or two


def texts_of(function: Callable[[Any], str]) -> Callable[[Any], str]:
    """Let a function that makes texts refuse those that fill the memory."""

    def call(value: Any, /) -> str:
        check_text(value)
        return bounded_text(function(value))

    call.__qualname__ = function.__qualname__
    return call


def _parts(container: Any) -> Iterable[Any]:
    """Return what a value holds, past what a class of the program says of that."""
    if isinstance(container, BaseException):
        return container.args
    if isinstance(container, GenericAlias):
        return container.__args__
    if isinstance(container, ChainMap):
        return container.maps
    if isinstance(container, dict):
        return (*dict.keys(container), *dict.values(container))
    if isinstance(container, slice):
        return (container.start, container.stop, container.step)
    if isinstance(container, _VIEWS):
        container = container.mapping
    if isinstance(container, MappingProxyType):
        return _parts({**container})
    kind = next(kind for kind in _CONTAINERS if isinstance(container, kind))
    return kind.__iter__(container)  # type: ignore[no-any-return]


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
            "%=": remainder_in_place,
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
            elif a.__class__ is not float and b.__class__ is not float:  # which repeat nothing
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
        self.check_power(base, exp, mod)
        return pow(base, exp, mod)

    def round(self, number: Any, ndigits: Any = None) -> Any:
        """Return ``round(number, ndigits)``."""
        if isinstance(number, (int, float)):
            ndigits = whole(ndigits)
        self.check_digits(number, ndigits)
        return round(number, ndigits)

    def factorial(self, x: Any, /) -> int:
        """Return ``math.factorial(x)``."""
        x = whole(x)
        if isinstance(x, int):
            self._check_bits(_falling_bits(x, x))
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
        n, k = whole(n), whole(k)
        if isinstance(n, int) and isinstance(k, int):
            fewer = min(k, n - k)
            self._check_bits(_falling_bits(n, fewer) - _falling_bits(fewer, fewer))
        return math.comb(n, k)

    def perm(self, n: Any, k: Any = None, /) -> int:
        """Return ``math.perm(n, k)``."""
        n, k = whole(n), whole(k)
        if isinstance(n, int):
            self._check_bits(_falling_bits(n, k if isinstance(k, int) else n))
        return math.perm(n, k)

    def check_digits(self, number: Any, ndigits: Any) -> None:
        """Refuse to round an integer to a power of ten that is beyond the limit."""
        if isinstance(number, int) and isinstance(ndigits, int):
            self._check_bits(-plain(ndigits))

    def check_product(self, a: Any, b: Any) -> None:
        """Refuse a product or a repetition that is beyond the limit."""
        self._check_repeat(a, b)
        if isinstance(a, int) and isinstance(b, int):
            self._check_bits(a.bit_length() + b.bit_length() - 1)

    def _check_bits(self, bits: int) -> None:
        if bits > min(self.limits.max_int_bits, current().max_int_bits):
            message = f"an integer of {_count(bits)} bits is beyond the limit"
            raise refuse(OverflowError, message, "max_int_bits")

    def _check_repeat(self, a: Any, b: Any) -> None:
        sequence, count = (a, b) if isinstance(a, SEQUENCES) else (b, a)
        asked = hasattr(type(count), "__index__") and not hasattr(count, "cls")  # an instance
        if asked and isinstance(sequence, SEQUENCES):
            with suppress(TypeError):  # which the operation itself will raise again
                times = operator.index(count)
                if times <= sys.maxsize:  # the operation itself refuses more, as Python does
                    check_items(size(sequence) * times, self.limits.max_items)

    def check_power(self, a: Any, b: Any, mod: Any = None) -> None:
        """Refuse a power that is beyond the limit."""
        a, b, mod = plain(a), plain(b), plain(mod)
        if isinstance(mod, int) and isinstance(b, int):
            self._check_modular(mod.bit_length(), b.bit_length())
        elif isinstance(a, int) and isinstance(b, int) and b > 0:
            self._check_bits(1 + math.floor(min(b, _FLOAT) * math.log2(abs(a) or 1)))

    def _check_modular(self, size: int, length: int) -> None:
        """Refuse a power whose every step is a product of numbers of ``size`` bits."""
        if size * size * length > _MOST_WORK:
            raise refuse(OverflowError, f"a power of {_count(length)} steps is beyond the limit")

    def check_shift(self, a: Any, b: Any) -> None:
        """Refuse a shift that is beyond the limit."""
        a, b = plain(a), plain(b)
        if isinstance(a, int) and isinstance(b, int) and a and b > 0:
            self._check_bits(a.bit_length() + b)


_FLOAT = 2**900
"""What a float can be that is multiplied by the logarithm of another integer."""


def _falling_bits(n: int, k: int) -> int:
    """Return about how many bits the product of the ``k`` integers up to ``n`` has."""
    if not 0 < k <= n:
        return 0
    if n < 2**40:  # where the difference of two large numbers is exact enough
        return math.floor((math.lgamma(n + 1) - math.lgamma(n - k + 1)) / math.log(2)) + 1
    return math.floor(min(k, _FLOAT) * math.log2(n))


DEFAULT_GUARDS = Guards(Limits())
SEQUENCES = (str, bytes, list, tuple, deque)
"""The types whose values ``+`` puts together and ``*`` repeats."""


def remainder(a: Any, b: Any) -> Any:
    """Return ``a % b``, which for a string is formatting."""
    return percent(a, b) if a.__class__ in (str, bytes) else a % b


def remainder_in_place(a: Any, b: Any) -> Any:
    """Return ``a %= b``."""
    return percent(a, b) if a.__class__ in (str, bytes) else _IN_PLACE["imod"](a, b)


def percent(text: Any, values: Any) -> Any:
    """Return a text with values put in, within the limits."""
    from gradcli.language import formats  # for programs that format

    return formats.percent(text, values)
