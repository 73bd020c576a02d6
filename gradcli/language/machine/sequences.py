"""Spreading, unpacking and formatting of values, with Python's words for what does not fit."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from operator import length_hint
from typing import Any

from gradcli.language import limits
from gradcli.language.machine.functions import (
    Bound,
    Builtin,
    Function,
    Method,
    Object,
    type_name,
)


def iterates(value: Any) -> bool:
    """Tell whether a value can be gone over."""
    if isinstance(value, Object):
        return bool(value.cls.iterates())
    return getattr(value, "members", value) is not None and hasattr(type(value), "__iter__")


def collect(value: Any) -> Any:
    """Return something to iterate over that has a bounded number of items."""
    if not isinstance(value, Object):
        limits.check_items(length_hint(value))
        if hasattr(type(value), "__len__"):
            return value
    items = list(islice(value, limits.current().max_items + 1))
    limits.check_items(len(items))
    return items


def bounded(value: Any) -> Any:
    """Return a value, with a bounded number of items if it is something to iterate over."""
    return value if maps(value) or not hasattr(value, "__iter__") else collect(value)


def paired(value: Any) -> Any:
    """Return what a dict is made of: a dict for an instance that has keys and values."""
    maps = isinstance(value, Object) and value.cls.maps()
    return mapping(value) if maps else bounded(value)


def collecting(
    method: Callable[..., Any], taken: Callable[[Any], Any] = bounded
) -> Callable[..., Any]:
    """Let a method take bounded numbers of items."""

    def call(collection: Any, /, *args: Any, **kwargs: Any) -> Any:
        return method(collection, *map(taken, args), **kwargs)

    call.__qualname__ = method.__qualname__
    return call


GROWING = frozenset(limits.SEQUENCES)


def check_sum(a: Any, b: Any) -> None:
    """Refuse to put together sequences that are beyond the limit in one."""
    if isinstance(a, limits.SEQUENCES) and isinstance(b, limits.SEQUENCES):
        limits.check_items(limits.size(a) + limits.size(b))


def plus(a: Any, b: Any) -> Any:
    """Return ``a + b``; a sequence beyond the limit is refused."""
    if a.__class__ in GROWING:
        check_sum(a, b)
    return a + b


def plus_in_place(a: Any, b: Any) -> Any:
    """Return ``a += b``, where a list takes a bounded number of items."""
    if a.__class__ in (str, bytes, tuple):
        return plus(a, b)
    a += bounded(b) if a.__class__ in GROWING else b
    return a


def union(a: Any, b: Any) -> Any:
    """Return ``a | b``; a dict or set beyond the limit is refused."""
    made = a | b
    if isinstance(made, (dict, set, frozenset)):
        limits.check_items(len(made))
    return made


def union_in_place(a: Any, b: Any) -> Any:
    """Return ``a |= b``, where a dict takes a bounded number of items."""
    a |= paired(b) if isinstance(a, dict) else b
    return a


def put_items(write: Callable[[Any, Any, Any], None]) -> Callable[[Any, Any, Any], None]:
    """Let what writes elements take a bounded number of items for a slice of a list."""

    def put(container: Any, index: Any, value: Any, /) -> None:
        sliced = index.__class__ is slice and isinstance(container, list)
        write(container, index, bounded(value) if sliced else value)

    return put


put = put_items(operator.setitem)
OF_LISTS = {"extend": collecting(list.extend), "__setitem__": put_items(list.__setitem__)}
"""The methods of lists that take any number of items."""


def check_nesting(outermost: tuple[Any, ...]) -> None:
    """Refuse tuples in tuples that are deeper than the host can hash."""
    if tuple not in map(type, outermost):
        return
    pending: list[tuple[tuple[Any, ...], int]] = [(outermost, 1)]
    for _ in range(2 * limits.MAX_DEPTH):  # a wide tuple is not searched to its end
        if not pending:
            return
        value, depth = pending.pop()
        if depth > limits.MAX_DEPTH:
            raise limits.too_deep()
        pending.extend([(part, depth + 1) for part in value if part.__class__ is tuple])
    limits.check_shared(outermost)  # which the host may have to hash


def flat(tuples: Iterable[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    """Yield tuples, each once it was checked."""
    for made in tuples:
        for part in made:
            if part.__class__ is tuple:
                check_nesting(made)
                break
        yield made


def make_tuple(values: list[Any]) -> tuple[Any, ...]:
    """Make a tuple, unless that nests tuples deeper than the host can hash or compare."""
    result = tuple(values)
    for value in values:
        if value.__class__ is tuple:
            check_nesting(result)
            break
    return result


_DISPLAY = object()


def spread(value: Any, function: Any = _DISPLAY) -> Iterator[Any]:
    """Return the items of a starred element of a display, or of a starred argument."""
    try:
        iterator: Iterator[Any] = iter(collect(value))
        return iterator
    except TypeError:
        if iterates(value) or (isinstance(value, Object) and value.cls.find("__iter__") is None):
            raise
        what = "Value" if function is _DISPLAY else f"{_callee(function)} argument"
        raise TypeError(f"{what} after * must be an iterable, not {type_name(value)}") from None


def mapping(value: Any) -> Mapping[Any, Any]:
    """Return a dict that is spread into another."""
    if isinstance(value, Object) and isinstance(value, dict):
        return dict(dict.items(value))  # whatever its class makes of reading one
    if isinstance(value, Object) and value.cls.maps():
        items: dict[Any, Any] = value._as_dict()  # type: ignore[attr-defined]
        return items
    if isinstance(value, dict):
        return value
    if not maps(value):
        raise TypeError(f"'{type_name(value)}' object is not a mapping")
    return {key: value[key] for key in value.keys()}  # noqa: SIM118


def maps(value: Any) -> bool:
    """Tell whether a value can be spread into a dict: what has keys and elements."""
    if isinstance(value, Object):
        return isinstance(value, dict) or bool(value.cls.maps())
    kind = type(value)
    return hasattr(kind, "keys") and hasattr(kind, "__getitem__")


def add_keywords(keywords: dict[str, Any], new: Any, function: Any) -> None:
    """Add keyword arguments, each of which may be given once."""
    if not maps(new):
        raise TypeError(
            f"{_callee(function)} argument after ** must be a mapping, not {type_name(new)}"
        )
    for name, value in mapping(new).items():
        if not isinstance(name, str):
            raise TypeError("keywords must be strings")
        name = limits.plain(name)
        if name in keywords:
            raise TypeError(
                f"{_callee(function)} got multiple values for keyword argument '{name}'"
            )
        keywords[name] = value


def _callee(function: Any) -> str:
    """Return how Python's messages about spread arguments call a function: ``__main__.f()``."""
    if isinstance(function, Function):
        return f"__main__.{function.code.qualified}()"
    if isinstance(function, Bound):
        return f"__main__.{function.function.code.qualified}()"
    if isinstance(function, (Builtin, Method)):
        return f"{function.name}()"
    return f"{function.__name__}()" if isinstance(function, type) else f"{function} object"


def unpack(value: Any, count: int) -> Sequence[Any]:
    """Return exactly ``count`` items of a value."""
    if value.__class__ is tuple and len(value) == count:
        return value
    items: list[Any] = []
    for item in _unpackable(value):
        if len(items) == count:
            raise ValueError(f"too many values to unpack (expected {count})")
        items.append(item)
    if len(items) < count:
        raise ValueError(f"not enough values to unpack (expected {count}, got {len(items)})")
    return items


def unpack_starred(value: Any, before: int, after: int) -> list[Any]:
    """Return ``before`` items of a value, a list of those between, and the ``after`` last."""
    items = list(collect(_unpackable(value)))
    if len(items) < before + after:
        raise ValueError(
            f"not enough values to unpack (expected at least {before + after}, got {len(items)})"
        )
    end = len(items) - after
    return [*items[:before], items[before:end], *items[end:]]


def _unpackable(value: Any) -> Iterator[Any]:
    try:
        iterator: Iterator[Any] = iter(value)
        return iterator
    except TypeError:
        if iterates(value):
            raise
        raise TypeError(f"cannot unpack non-iterable {type_name(value)} object") from None


_PLAIN = frozenset({int, float, str})  # which hold no others


def format_value(value: Any, spec: str = "", /) -> str:
    """Format a value; a width that would fill the memory is refused."""
    if spec:
        from gradcli.language.formats import check_format  # for programs that format

        check_format(spec)
    if value.__class__ not in _PLAIN:
        limits.check_text(value)
    return limits.bounded_text(format(value, spec))


def joined(parts: list[Any], separator: Any = "") -> Any:
    """Put texts together, as of an f-string, unless that is beyond the limit."""
    texts = sum([limits.size(part) for part in parts if isinstance(part, (str, bytes))])
    limits.check_items(limits.size(separator) * len(parts) + texts)
    return separator.join(parts)
