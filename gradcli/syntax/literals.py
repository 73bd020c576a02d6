"""What literals stand for: numbers, strings with their escapes, and names in Unicode.

This module knows Python's rules for the inside of a token. It does not know where tokens begin.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from gradcli.errors import Span
from gradcli.syntax.mistake import mistake

_ESCAPES: Final = {
    "\\": "\\",
    "'": "'",
    '"': '"',
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "n": "\n",
    "r": "\r",
    "t": "\t",
    "v": "\v",
    "\n": "",
    "\r": "",
    "\r\n": "",
}
_CODE_LENGTHS: Final = {"x": 2, "u": 4, "U": 8}
_BASES: Final = {"x": "hexadecimal", "o": "octal", "b": "binary"}

# A backslash before anything else stands for itself, as in Python.
_ESCAPE: Final = r"\\(?:(\r\n|[\\'\"abfnrtv\n\r])|([0-7]{1,3})|([xuU])([0-9a-fA-F]*)|N(\{[^}]*\})?)"

# Words that may follow a number without a space.
_AFTER_NUMBER: Final = r"(?:and|else|for|if|in|is|not|or)\b"


def string(text: str, span: Span) -> str | bytes:
    """Return what a string literal stands for."""
    body = text.lstrip("rRbBuU")
    prefix = text[: len(text) - len(body)].lower()
    width = 3 if len(body) >= 6 and body[:3] in ("'''", '"""') else 1
    inside = body[width:-width]
    return _octets(inside, span, prefix) if "b" in prefix else decode(inside, span, "r" in prefix)


def _octets(body: str, span: Span, prefix: str) -> bytes:
    """Return the bytes between the quotes with their escapes replaced."""
    if not body.isascii():
        raise mistake(span, "bytes can only contain ASCII literal characters")
    body = body.replace("\r\n", "\n").replace("\r", "\n")
    text = body if "r" in prefix else re.sub(_ESCAPE, lambda found: _octet(found, span), body)
    return text.encode("latin-1")


def _octet(found: re.Match[str], span: Span) -> str:
    """Return the byte that an escape stands for, as a character."""
    simple, octal, kind, digits, _ = found.groups()
    if simple is not None:
        return _ESCAPES[simple]
    if octal is not None:
        return chr(int(octal, 8) % 256)
    if kind != "x":
        return found.group()
    if len(digits) < 2:
        raise mistake(span, f"(value error) invalid \\x escape at position {found.start()}")
    return chr(int(digits[:2], 16)) + digits[2:]


def decode(body: str, span: Span, raw: bool) -> str:
    """Return the text between the quotes with its escapes replaced."""
    if "\r" in body:
        body = body.replace("\r\n", "\n").replace("\r", "\n")
    if raw or "\\" not in body:
        return body
    return re.sub(_ESCAPE, lambda found: _escaped(found, span), body)


def _escaped(found: re.Match[str], span: Span) -> str:
    """Return the character that an escape stands for."""
    simple, octal, kind, digits, name = found.groups()
    if simple is not None:
        return _ESCAPES[simple]
    if octal is not None:
        return chr(int(octal, 8))
    if kind is None:
        return _named(name, found, span)
    length = _CODE_LENGTHS[kind]
    if len(digits) < length:
        what = f"truncated \\{kind}{'X' * length} escape"
        raise _escape_error(found, span, what, f"Write {length} hex digits.")
    code = int(digits[:length], 16)
    if code > 0x10FFFF:
        help = "The last one is \\U0010ffff."
        raise _escape_error(found, span, "illegal Unicode character", help)
    return chr(code) + digits[length:]


def _named(name: str | None, found: re.Match[str], span: Span) -> str:
    """Return the character with a name in braces."""
    from unicodedata import lookup

    if name is None:
        raise _escape_error(found, span, "malformed \\N character escape", "Write \\N{name}.")
    try:
        return lookup(name[1:-1])
    except KeyError:
        problem = _escape_error(found, span, "unknown Unicode character name", None)
    raise problem


def _escape_error(found: re.Match[str], span: Span, what: str, help: str | None) -> Exception:
    """Say that an escape is wrong, in Python's words."""
    # Python counts after it has written every character beyond ASCII as an escape of ten.
    start = sum(1 if symbol.isascii() else 10 for symbol in found.string[: found.start()])
    end = start + min(len(found[0]), 10) - 1
    codec = f"(unicode error) 'unicodeescape' codec can't decode bytes in position {start}-{end}"
    return mistake(span, f"{codec}: {what}", help)


def number(text: str, span: Span) -> int | float | complex:
    """Return what a number literal stands for."""
    digits = text.replace("_", "").lower()
    if digits[1:2] in _BASES:
        return int(digits, 0)
    if digits.endswith("j"):
        return complex(0.0, float(digits[:-1]))
    if not digits.isdecimal():
        return float(digits)
    if digits[0] == "0" and digits.strip("0"):
        raise mistake(
            span,
            "leading zeros in decimal integer literals are not permitted; "
            "use an 0o prefix for octal integers",
            f"Write {digits.lstrip('0')}, or 0o{digits.lstrip('0')} for an octal number.",
        )
    try:
        return int(digits)
    except ValueError as error:
        raise mistake(span, str(error), "Write it as a float, or in hexadecimal.") from None


@lru_cache(maxsize=1024, typed=True)
def same(value: int | float | complex) -> int | float | complex:
    """Return the one object that equal numbers of a program are, of which it asks with ``is``."""
    return value


def check_number(text: str, start: int, end: int) -> None:
    """Refuse a number that runs into something that is no part of it."""
    follower = text[end : end + 1]
    if not follower.isascii() or not (follower.isalnum() or follower == "_"):
        return
    kind = _BASES.get(text[start + 1 : start + 2].lower()) if text[start] == "0" else None
    if re.compile(_AFTER_NUMBER).match(text, end):
        return
    if text[start:end] == "0" and follower.lower() in _BASES:
        kind, end = _BASES[follower.lower()], end + 1
        follower = text[end : end + 1]
    if kind in ("octal", "binary") and follower.isdecimal():
        raise mistake(Span(end, end + 1), f"invalid digit '{follower}' in {kind} literal")
    last = text[end - 1].lower()
    kind = kind or ("imaginary" if last == "j" else "decimal")
    raise mistake(Span(start, end), f"invalid {kind} literal", _advice(text, end))


def _advice(text: str, end: int) -> str:
    """Say what is wrong with a number that should not end where it does."""
    if text[end - 1].isalpha() and text[end - 1] not in "jJ":
        return "Digits are missing."
    if text[end : end + 1] == "_":
        return "An underscore stands between two digits."
    if text[end : end + 1] in "eE" and not text[end + 1 : end + 2].isalnum():
        return "The digits of the exponent are missing."
    if text[end - 1] == "." and re.match(r"[^\W\d]\w*\(", text[end:]):
        return "Write brackets around what the method is of, as in (x**2).sum()."
    if re.match(r"[iI]\b", text[end:]):
        return "The imaginary unit is j, as in 2j; a product is written with '*'."
    return "A name cannot begin with a digit; a product is written with '*'."


def identifier(text: str, start: int) -> str:
    """Return a name in the form in which Python compares names."""
    from unicodedata import normalize

    normal = normalize("NFKC", text)
    if not text.isidentifier():
        from gradcli.syntax.mathematics import advice  # for programs that go wrong

        at = next((i for i in range(len(text)) if not text[: i + 1].isidentifier()), 0)
        symbol = text[at]
        shown = f"'{symbol}' " if symbol.isprintable() else ""
        raise mistake(
            Span(start + at, start + at + 1),
            f"invalid character {shown}(U+{ord(symbol):04X})",
            advice(symbol),
        )
    return normal
