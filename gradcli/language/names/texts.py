"""The methods of strings that need care: formatting, and results of any length.

``str.format`` of the host reads attributes and elements of its arguments by name. This one takes
arguments as they are.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from gradcli.errors import op_error
from gradcli.language import limits
from gradcli.language.machine import sequences

_CONVERSIONS: dict[str | None, Callable[[Any], Any]] = {
    None: lambda value: value,
    "r": limits.texts_of(repr),
    "s": limits.texts_of(str),
    "a": limits.texts_of(ascii),
}
_MAX_NESTING = 2


class _Fields:
    """The arguments of one ``format`` call, taken by number, by name or in turn."""

    __slots__ = ("args", "automatic", "kwargs", "next")

    def __init__(self, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
        self.args = args
        self.kwargs = kwargs
        self.next = 0
        self.automatic: bool | None = None

    def take(self, field: str) -> Any:
        """Return the argument that a replacement field names."""
        if any(sign in field for sign in ".[]"):
            raise op_error(
                ValueError,
                f"format fields take no attributes or elements: '{field}'",
                code="not-in-language",
                help="use an f-string, or pass the value itself",
            )
        if field == "" or field.isdigit():
            return self._by_number(field)
        return self.kwargs[field]

    def _by_number(self, field: str) -> Any:
        automatic = field == ""
        if self.automatic is not None and self.automatic is not automatic:
            before, after = "manual field specification", "automatic field numbering"
            if not automatic:
                before, after = after, before
            raise ValueError(f"cannot switch from {before} to {after}")
        self.automatic = automatic
        index = self.next if automatic else int(field)
        self.next += automatic
        if index >= len(self.args):
            raise IndexError(f"Replacement index {index} out of range for positional args tuple")
        return self.args[index]


def format_text(template: str, /, *args: Any, **kwargs: Any) -> str:
    """Return ``template.format(*args, **kwargs)``."""
    return _format(template, _Fields(args, kwargs), _MAX_NESTING)


def format_map(template: str, mapping: Any, /) -> str:
    """Return ``template.format_map(mapping)``."""
    return _format(template, _Fields((), mapping), _MAX_NESTING)


def _format(template: str, fields: _Fields, nesting: int) -> str:
    if nesting == 0:
        raise ValueError("Max string recursion exceeded")
    parts: list[str] = []
    for literal, field, spec, conversion in string.Formatter().parse(template):
        parts.append(literal)
        if field is not None:
            value = fields.take(field)
            if conversion not in _CONVERSIONS:
                raise ValueError(f"Unknown conversion specifier '{conversion}'")
            converted = _CONVERSIONS[conversion](value)
            inner = _format(spec or "", fields, nesting - 1) if spec else ""
            parts.append(sequences.format_value(converted, inner))
    return "".join(parts)


def _padded(method: Callable[..., str]) -> Callable[..., str]:
    """Refuse widths beyond the limit."""

    def pad(text: str, width: Any, *args: Any) -> str:
        if isinstance(width, int):
            limits.check_items(width)
        return method(text, width, *args)

    return pad


def _expand(text: str, tabsize: Any = 8) -> str:
    if isinstance(tabsize, int):
        limits.check_items(text.count("\t") * tabsize)
    return text.expandtabs(tabsize)


def _replace(text: str, old: Any, new: Any, count: Any = -1) -> str:
    if isinstance(old, str) and isinstance(new, str):
        limits.check_items(len(text) + (text.count(old) if old else len(text) + 1) * len(new))
    return text.replace(old, new, count)


def _join(separator: str, parts: Any) -> str:
    items = list(sequences.collect(parts))
    limits.check_items(len(separator) * len(items))
    return separator.join(items)


METHODS: dict[str, Callable[..., Any]] = {
    "format": format_text,
    "format_map": format_map,
    "center": _padded(str.center),
    "ljust": _padded(str.ljust),
    "rjust": _padded(str.rjust),
    "zfill": _padded(str.zfill),
    "expandtabs": _expand,
    "replace": _replace,
    "join": _join,
}
