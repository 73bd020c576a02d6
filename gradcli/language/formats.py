"""Formats of numbers and texts: what a width, or a precision, may ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from math import inf
from typing import Any

from gradcli.language.limits import (
    bounded_text,
    check_items,
    check_text,
    current,
    plain,
    refuse,
)

_USUAL = 32  # the length of what is worth remembering
_DIGITS = re.compile(r"\d+")  # of any script, as the host reads them
_SIZES = re.compile(r"[-+ #0]*([0-9]+|\*)?(?:\.([0-9]+|\*))?[hlL]?")


def check_format(spec: str) -> None:
    """Refuse a format specification whose width or precision is beyond the limit."""
    if (_largest if len(spec) < _USUAL else _largest.__wrapped__)(spec) > current().max_items:
        raise refuse(ValueError, "Too many decimal digits in format string", "max_items")


@lru_cache(maxsize=64)
def _largest(spec: str) -> float:
    """Return the largest number in a format specification."""
    sizes = [inf if len(digits) > 9 else int(digits) for digits in _DIGITS.findall(spec)]
    return max(sizes, default=0)


def check_percent(text: str | bytes, values: Any) -> None:
    """Refuse ``%`` formatting with a width beyond the limit, written out or passed as ``*``."""
    for size in _sizes(text.decode("latin-1") if isinstance(text, bytes) else text):
        if size == "*" and isinstance(values, tuple):
            check_items(
                max(
                    [abs(plain(v)) for v in tuple.__iter__(values) if isinstance(v, int)], default=0
                )
            )
        elif size:
            check_format(size)
    check_text(values)


def percent(text: Any, values: Any) -> Any:
    """Return ``text % values``; what has no elements is one value, as it is for the host."""
    check_percent(text, values)
    given = values if _has_elements(values) else (values,)
    if isinstance(text, bytes):
        octets = bytes.__mod__(text, given)
        check_items(len(octets))
        return octets
    return bounded_text(str.__mod__(text, given))


def _has_elements(values: Any) -> bool:
    """Tell whether a program may read elements of a value that the host could ask for some."""
    asked = getattr(values.__class__, "has_elements", None)  # of classes and their instances
    return asked is None or bool(asked(values))


def _sizes(text: str) -> Iterator[str | None]:
    """Yield the widths and precisions of ``%`` formatting, where there are any."""
    place = text.find("%")
    while place >= 0:
        found = _SIZES.match(text, _past_key(text, place + 1))
        assert found is not None
        yield from found.groups()
        place = text.find("%", found.end() + 1)


def _past_key(text: str, place: int) -> int:
    """Return where a key ends that may begin at a place; brackets may be in its own."""
    if not text.startswith("(", place):
        return place
    depth = 0
    for end in range(place, len(text)):
        depth += (text[end] == "(") - (text[end] == ")")
        if depth == 0:
            return end + 1
    return len(text)
