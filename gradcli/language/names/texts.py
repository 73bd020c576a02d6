"""The methods of strings and bytes that need care: formatting, and results of any length.

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
from gradcli.language.machine.descriptors import MISSING, invoke
from gradcli.language.machine.functions import Object, type_name
from gradcli.language.machine.raised import is_kind

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
    return str(sequences.joined(parts))


def _padded(method: Callable[..., Any]) -> Callable[..., Any]:
    """Refuse widths beyond the limit."""

    def pad(text: Any, width: Any, *args: Any) -> Any:
        width = limits.whole(width)
        if isinstance(width, int):
            limits.check_items(width)
        return method(text, width, *args)

    return pad


def _expand(text: Any, tabsize: Any = 8) -> Any:
    tabsize = limits.whole(tabsize)
    if isinstance(tabsize, int):
        tabs = bytes.count(text, b"\t") if isinstance(text, bytes) else str.count(text, "\t")
        limits.check_items(tabs * tabsize)
    return text.expandtabs(tabsize)


def _replace(text: Any, /, *args: Any) -> Any:
    kind = bytes if isinstance(text, bytes) else str
    if len(args) > 1 and isinstance(args[0], kind) and isinstance(args[1], kind):
        old, new = args[:2]
        length = limits.size(text)
        found = kind.count(text, old) if limits.size(old) else length + 1
        limits.check_items(length + found * limits.size(new))
    return text.replace(*args)


def _join(separator: Any, parts: Any) -> Any:
    try:
        parts = parts if isinstance(parts, (list, tuple)) else iter(parts)
    except TypeError:
        raise op_error(TypeError, "can only join an iterable") from None
    return sequences.joined(list(sequences.collect(parts)), separator)


def _of_other_letters(method: Callable[..., Any]) -> Callable[..., Any]:
    """Refuse texts beyond the limit: some letters are up to three in another case."""

    def call(text: Any, /, *args: Any) -> Any:
        return limits.bounded_text(method(text, *args))

    call.__qualname__ = method.__qualname__
    return call


def _translate(text: str, table: Any, /) -> str:
    """Return a text with each letter looked up in a table by its number."""
    parts: list[str] = []
    size = 0
    for letter in text:
        try:
            found = table[ord(letter)]
        except Exception as error:
            if not is_kind(error, "LookupError"):
                raise
            found = letter
        if not isinstance(found, (str, int, type(None))):
            raise TypeError("character mapping must return integer, None or str")
        parts.append("" if found is None else chr(found) if isinstance(found, int) else found)
        size += str.__len__(parts[-1])
        limits.check_items(size)
    return "".join(parts)


_CASES = (str.capitalize, str.casefold, str.lower, str.swapcase, str.title, str.upper)
_OF_TEXTS: dict[str, Callable[..., Any]] = {
    "format": format_text,
    "format_map": format_map,
    "center": _padded(str.center),
    "ljust": _padded(str.ljust),
    "rjust": _padded(str.rjust),
    "zfill": _padded(str.zfill),
    "expandtabs": _expand,
    "replace": _replace,
    "join": _join,
    "translate": _translate,
    **{method.__name__: _of_other_letters(method) for method in _CASES},
}


# Bytes

_ENCODINGS = frozenset({"utf8", "ascii", "latin1", "iso88591", "utf16", "utf32"})
"""The encodings, without what divides their names: the host would load a module of any name."""

_HANDLERS = frozenset({"strict", "ignore", "replace", "backslashreplace", "xmlcharrefreplace"})


def _check_coding(encoding: Any, errors: Any, size: int) -> None:
    limits.check_items(size * (4 if errors in ("strict", "ignore") else 10))
    for name, what in (("encoding", encoding), ("errors", errors)):
        if not isinstance(what, str):
            kind = type(what).__name__
            raise op_error(TypeError, f"argument '{name}' must be str, not {kind}")
    plain = encoding.lower().replace("-", "").replace("_", "").replace(" ", "")
    if plain not in _ENCODINGS:
        raise op_error(LookupError, f"unknown encoding: {encoding}", code="value")
    if errors not in _HANDLERS:
        raise op_error(LookupError, f"unknown error handler name '{errors}'", code="value")


def _encode(text: str, encoding: Any = "utf-8", errors: Any = "strict") -> bytes:
    _check_coding(encoding, errors, len(text))
    return text.encode(encoding, errors)


def _decode(octets: bytes, encoding: Any = "utf-8", errors: Any = "strict") -> str:
    _check_coding(encoding, errors, len(octets))
    return octets.decode(encoding, errors)


def make_bytes(source: Any = b"", encoding: Any = None, errors: Any = None) -> bytes:
    """Return ``bytes(source, encoding, errors)``."""
    if isinstance(source, str):
        if encoding is None:
            raise op_error(TypeError, "string argument without an encoding")
        return _encode(source, encoding, errors or "strict")
    if isinstance(source, Object) and source.cls.find("__bytes__") is not MISSING:
        source = invoke(source, "__bytes__")
        if not isinstance(source, bytes):
            raise TypeError(f"__bytes__ returned non-bytes (type {type_name(source)})")
    if isinstance(source, int):
        limits.check_items(source)
    elif not isinstance(source, bytes):
        source = list(sequences.collect(source))
    return bytes(source)


def _to_bytes(
    number: int, length: Any = 1, byteorder: Any = "big", *, signed: bool = False
) -> bytes:
    length = limits.whole(length)
    if isinstance(length, int):
        limits.check_items(length)
    return number.to_bytes(length, byteorder, signed=signed)


def _from_bytes(octets: Any, byteorder: Any = "big", *, signed: bool = False) -> int:
    if not isinstance(octets, bytes):
        octets = make_bytes(octets)
    limits.DEFAULT_GUARDS.check_shift(1, 8 * len(octets))
    return int.from_bytes(octets, byteorder, signed=signed)


METHODS: dict[type, dict[str, Callable[..., Any]]] = {
    str: {**_OF_TEXTS, "encode": _encode},
    int: {"to_bytes": _to_bytes},
    bytes: {
        "center": _padded(bytes.center),
        "decode": _decode,
        "expandtabs": _expand,
        "hex": lambda octets, *form, **named: limits.bounded_text(octets.hex(*form, **named)),
        "join": _join,
        "ljust": _padded(bytes.ljust),
        "replace": _replace,
        "rjust": _padded(bytes.rjust),
        "zfill": _padded(bytes.zfill),
    },
}
"""The methods that need care, by the type of the value."""

STATIC: dict[type, dict[str, Callable[..., Any]]] = {
    bytes: {"fromhex": bytes.fromhex},
    int: {"from_bytes": _from_bytes},
    float: {"fromhex": float.fromhex},
    str: {"maketrans": str.maketrans},
}
