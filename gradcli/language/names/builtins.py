"""Python's built-in functions, as far as programs have them.

What could reach out of the program, or show its insides, is not here. Functions that take functions
take only what programs may call.
"""

from __future__ import annotations

import builtins as host
from collections.abc import Callable
from typing import Any

import gradcli.language.names.pytorch  # noqa: F401  (knows what types make that ``type`` returns)
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.language.limits import (
    DEFAULT_GUARDS,
    bounded_text,
    check_text,
    check_turns,
    current,
    texts_of,
)
from gradcli.language.machine import sequences
from gradcli.language.machine.descriptors import MISSING
from gradcli.language.machine.functions import (
    CONSTRUCTORS,
    NUMBERS,
    Builtin,
    Function,
    Kind,
    Object,
    builtins_of,
    callable_or,
    host_callable,
    inherits_call,
    lazy_kind,
)
from gradcli.language.machine.infix import comparing, hash_of, key_of
from gradcli.language.names import attributes, texts
from gradcli.numerics.memory import number_of

_SAME = "bin callable chr divmod format hex issubclass len next oct ord"
"""Functions that are the host's own."""

_TORCH_WINS = "abs all any max min pow round sum"
"""Names of both Python and PyTorch: PyTorch's if a tensor is among the arguments."""

_NUMBERS = (bool, complex, float, int)
_TYPES = (*_NUMBERS, bytes, dict, frozenset, list, range, set, slice, str, tuple, type)

LEFT_OUT = frozenset(
    {
        *("__import__", "breakpoint", "bytearray", "compile", "eval", "exec", "exit"),
        *("help", "input", "memoryview", "quit"),
    }
)
"""What Python has built in and the language has not; a message says so."""


def _map(*args: Any) -> Any:
    if len(args) < 2:
        raise TypeError("map() must have at least two arguments.")
    called: list[Any] = [host_callable(arg) for arg in args[:1]]
    return lazy_kind("map")(map(*called, *args[1:]), *args)


def _filter(*args: Any) -> Any:
    if len(args) == 2 and args[0] is not None:
        args = (host_callable(args[0]), args[1])
    return lazy_kind("filter")(filter(*args), *args)


def _zip(*args: Any, **kwargs: Any) -> Any:
    return lazy_kind("zip")(sequences.flat(zip(*args, **kwargs)), *args)  # noqa: B905  (as given)


def _enumerate(*args: Any, **kwargs: Any) -> Any:
    return lazy_kind("enumerate")(
        sequences.flat(enumerate(*args, **kwargs)), *args, *kwargs.values()
    )


def _reversed(value: Any, /) -> Any:
    if isinstance(value, Object) and value.cls.find("__reversed__").__class__ is Function:
        return value.cls.find("__reversed__")(value)  # whatever it is
    result: Any = reversed(value)
    return result if isinstance(result, Tensor) else lazy_kind(type(result).__name__)(result)


def _iter(value: Any, sentinel: Any = MISSING, /) -> Any:
    if sentinel is not MISSING:
        called = callable_or(value, "iter(v, w): v must be callable")
        return lazy_kind("callable_iterator")(iter(called, sentinel))
    if isinstance(value, Object):
        from gradcli.language.machine.instances import iterator_of

        return iterator_of(value)
    result = iter(value)
    known = isinstance(value, attributes.LAZY)
    return value if known else lazy_kind(type(result).__name__)(result)


def _sorted(*args: Any, **options: Any) -> list[Any]:
    if len(args) == 1:
        args = (sequences.collect(args[0]),)
    if options.get("key") is not None:
        options["key"] = key_of(options["key"])
    items: list[Any] = comparing(sorted)(*args, **options)
    return items


def _least_or_greatest(function: Callable[..., Any]) -> Callable[..., Any]:
    """Take care of the key of ``min`` and ``max``."""

    def call(*args: Any, **kwargs: Any) -> Any:
        if kwargs.get("key") is not None:
            kwargs["key"] = key_of(kwargs["key"])
        return function(*args, **kwargs)

    return _going_over(comparing(call))


def _going_over(function: Callable[..., Any]) -> Callable[..., Any]:
    """Bound how many items a function of the host goes over, deaf to an interruption."""

    def call(*args: Any, **kwargs: Any) -> Any:
        for arg in args[:1]:
            check_turns(arg)
        return function(*args, **kwargs)

    call.__qualname__ = function.__qualname__
    return call


def _sum(iterable: Any, /, start: Any = 0) -> Any:
    check_turns(iterable)
    if start.__class__ not in (list, tuple):
        if current().counted:  # which the host hears of between items that are made one by one
            iterable = (item for item in iterable)
        return sum(iterable, start)
    for items in iterable:
        start = sequences.plus(start, items)
    return start


_sum.__qualname__ = "sum"

_PYTHON: dict[str, Callable[..., Any]] = {
    name: vars(host)[name] for name in _TORCH_WINS.split()
} | {
    **{name: _going_over(vars(host)[name]) for name in ("all", "any")},
    "max": _least_or_greatest(max),
    "min": _least_or_greatest(min),
    "pow": DEFAULT_GUARDS.pow,
    "round": DEFAULT_GUARDS.round,
    "sum": _sum,
}


def _either(name: str) -> Callable[..., Any]:
    """Return PyTorch's function for tensors and Python's for the rest."""
    python, quick = _PYTHON[name], vars(host)[name]
    numbers = NUMBERS if name in ("abs", "max", "min") else frozenset()

    def call(*args: Any, **kwargs: Any) -> Any:
        for value in args:
            if value.__class__ not in numbers:
                break
        else:
            if not kwargs:
                return quick(*args)
        for value in (*args, *kwargs.values()):
            if isinstance(value, Tensor):
                return OPS[name].call(*args, **kwargs)
        return python(*args, **kwargs)

    return call


def _getattr(value: Any, name: str, /, *default: Any) -> Any:
    try:
        return attributes.get_attribute(value, name)
    except AttributeError:
        if not default:
            raise
        return default[0]


def _hasattr(value: Any, name: str, /) -> bool:
    try:
        attributes.get_attribute(value, name)
    except AttributeError:
        return False
    return True


def _callable(value: Any, /) -> bool:
    if isinstance(value, Object):
        return bool(value.cls.calls())
    return inherits_call(value) or (isinstance(value, type) and value in CONSTRUCTORS)


def _collecting(kind: Callable[[Any], Any]) -> Callable[..., Any]:
    """Make a collection of a bounded number of items."""

    def construct(*args: Any) -> Any:
        return kind(*[sequences.collect(arg) for arg in args])

    return construct


def _str(*args: Any, **kwargs: Any) -> str:
    for arg in args[:1]:
        check_text(arg)
    return bounded_text(str(*args, **kwargs))


def _int(*args: Any, **kwargs: Any) -> int:
    made = int(*args, **kwargs)
    if len(args) + len(kwargs) > 1:  # of a text in a base
        DEFAULT_GUARDS.check_shift(1, made.bit_length())
    return made


CONSTRUCTORS.update({kind: kind for kind in _TYPES if kind is not type})
CONSTRUCTORS[dict] = lambda *args, **kwargs: dict(*map(sequences.paired, args), **kwargs)
CONSTRUCTORS.update({kind: _collecting(kind) for kind in (list, set, frozenset)})
CONSTRUCTORS[tuple] = lambda *args: sequences.make_tuple(CONSTRUCTORS[list](*args))
CONSTRUCTORS[int] = _int
CONSTRUCTORS[str] = _str
CONSTRUCTORS[bytes] = texts.make_bytes


def _type(*values: Any) -> Any:
    """Return the type of a value, or a class made of a name, bases and a namespace."""
    if len(values) != 3:
        return attributes.type_of(*values)
    from gradcli.language.machine.construct import class_from

    return class_from(*values)


CONSTRUCTORS[type] = _type


def _isinstance(*args: Any) -> bool:
    return isinstance(*args) or (isinstance(args[0], Kind) and _has_type(args[1]))


def _has_type(classinfo: Any) -> bool:
    kinds = classinfo if isinstance(classinfo, tuple) else (classinfo,)
    return any(kind is type for kind in kinds)


_OURS: dict[str, Callable[..., Any]] = {
    "ascii": texts_of(ascii),
    "repr": texts_of(repr),
    "callable": _callable,
    "format": sequences.format_value,
    "getattr": _getattr,
    "hasattr": _hasattr,
    "hash": hash_of,
    "id": lambda value, /: number_of(id(value)),
    "isinstance": _isinstance,
    "iter": _iter,
    "setattr": attributes.set_attribute,
    "sorted": _sorted,
}
_ITERATORS: dict[str, Callable[..., Any]] = {
    "enumerate": _enumerate,
    "filter": _filter,
    "map": _map,
    "reversed": _reversed,
    "zip": _zip,
}
CONSTRUCTORS.update({lazy_kind(name): function for name, function in _ITERATORS.items()})

BUILTINS: dict[str, Any] = {
    **{name: Builtin(name, vars(host)[name]) for name in _SAME.split()},
    **builtins_of(_OURS),
    **{name: Builtin(name, _either(name)) for name in _TORCH_WINS.split()},
    **{kind.__name__: kind for kind in _TYPES},
    **{name: lazy_kind(name) for name in _ITERATORS},
    "Ellipsis": ...,
}
"""What programs have without importing anything, apart from ``print`` and what torch adds."""

OF_PYTHON = {name: Builtin(name, function) for name, function in _PYTHON.items()}
"""Names of both as programs have them that import torch themselves, which shadows nothing."""
