"""Spreading, unpacking and formatting of values, with Python's words for what does not fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
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
    maps = isinstance(value, dict) or (isinstance(value, Object) and value.cls.maps())
    return value if maps or not hasattr(value, "__iter__") else collect(value)


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


def make_tuple(values: list[Any]) -> tuple[Any, ...]:
    """Make a tuple, unless that nests tuples deeper than the host can hash or compare."""
    result = tuple(values)
    for value in values:
        if value.__class__ is tuple:
            limits.check_nesting(result)
            break
    return result


def spread(value: Any) -> Iterator[Any]:
    """Return the items of a starred element of a display."""
    try:
        iterator: Iterator[Any] = iter(collect(value))
        return iterator
    except TypeError:
        if iterates(value):
            raise
        raise TypeError(f"Value after * must be an iterable, not {type_name(value)}") from None


def spread_argument(value: Any, function: Any) -> Iterator[Any]:
    """Return the items of a starred argument."""
    try:
        iterator: Iterator[Any] = iter(collect(value))
        return iterator
    except TypeError:
        if iterates(value):
            raise
        raise TypeError(
            f"{_callee(function)} argument after * must be an iterable, not {type_name(value)}"
        ) from None


def mapping(value: Any) -> Mapping[Any, Any]:
    """Return a dict that is spread into another."""
    if isinstance(value, Object) and isinstance(value, dict):
        return dict(dict.items(value))  # whatever its class makes of reading one
    if isinstance(value, Object) and value.cls.maps():
        items: dict[Any, Any] = value._as_dict()  # type: ignore[attr-defined]
        return items
    if not isinstance(value, dict):
        raise TypeError(f"'{type_name(value)}' object is not a mapping")
    return value


def add_keywords(keywords: dict[str, Any], new: Any, function: Any) -> None:
    """Add keyword arguments, each of which may be given once."""
    if isinstance(new, Object) and new.cls.maps():
        new = mapping(new)
    if not isinstance(new, dict):
        raise TypeError(
            f"{_callee(function)} argument after ** must be a mapping, not {type_name(new)}"
        )
    for name, value in new.items():
        if not isinstance(name, str):
            raise TypeError("keywords must be strings")
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


def format_value(value: Any, spec: str = "", /) -> str:
    """Format a value; a width that would fill the memory is refused."""
    if spec:
        from gradcli.language.formats import check_format  # for programs that format

        check_format(spec)
    limits.check_text(value)
    return format(value, spec)
