"""The signs that text is drawn with: lines and corners, colours, and the width of characters.

This module knows terminals. It does not know what is drawn.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from typing import NamedTuple


class Glyphs(NamedTuple):
    """The signs of one character set."""

    bar: str
    stem: str
    line: str
    elbow: str
    branch: str
    last: str
    trunk: str
    gap: str
    ellipsis: str
    unknown: str
    entries: str
    cross: str
    shades: str
    times: str
    arrow: str


UNICODE = Glyphs(
    "│",
    "┬",
    "─",
    "└",
    "├─ ",
    "└─ ",
    "│  ",
    "⋮",
    "…",
    "\N{REPLACEMENT CHARACTER}",
    "·■",
    "┼",
    " ░▒▓█",
    "×",
    "←",
)
ASCII = Glyphs(
    *("|", "^", "~", "`-", "|- ", "\\- ", "|  ", ":", "...", "?", ".*", "+", " .:*#", "x", "<-")
)


def redrawn(text: str, glyphs: Glyphs) -> str:
    """Return a text that is drawn with lines and corners as it is with other signs."""
    if glyphs is UNICODE:
        return text
    for drawn, sign in zip(UNICODE[:5], glyphs, strict=False):
        text = text.replace(drawn, sign)
    return text.replace(UNICODE.ellipsis, glyphs.ellipsis).replace("├", "|")


Paint = Callable[[str, str], str]
"""Colours a text for a role: ``paint("error", text)``."""

_SGR = {
    "error": "1;31",
    "headline": "1",
    "gutter": "34",
    "warning": "1;33",
    "note": "1;36",
    "secondary": "36",
    "help": "32",
}


def glyphs_for(encoding: str | None) -> Glyphs:
    """Return the box-drawing signs if the encoding has them, else the ASCII ones."""
    try:
        "".join(UNICODE).encode(encoding or "ascii")
    except (LookupError, UnicodeError):
        return ASCII
    return UNICODE


def no_paint(role: str, text: str) -> str:
    """Return the text as it is."""
    return text


def sgr_paint(role: str, text: str) -> str:
    """Return the text in the colour of its role."""
    return f"\x1b[{_SGR[role]}m{text}\x1b[0m" if text else text


def visible(text: str) -> str:
    """Write control characters as escapes, so that a text cannot command the terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else _escape(c) for c in text)


def printed(text: str) -> str:
    """Write what could command a terminal as escapes; every sign that takes room stays."""
    if text.isprintable():
        return text
    return "".join(
        _escape(c) if unicodedata.category(c)[0] == "C" and c not in "\n\t" else c for c in text
    )


_COMMAND = r"(?m)(^[^\S\n]*)(?=::)|(##\w*)(?=\[)"  # the latter wherever it stands in a line


def harmless(text: str) -> str:
    """Write a text visibly, and so that nothing in it is a command to the log of a CI service."""
    import re

    return re.sub(_COMMAND, r"\1\2\\", visible(text))


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def cell(character: str, glyphs: Glyphs) -> tuple[str, int]:
    """Return what stands for a character in a line of source, and the columns that it takes."""
    if character == "\t":
        return "    ", 4
    if " " <= character <= "~":
        return character, 1
    if unicodedata.combining(character) and glyphs is not ASCII:
        return character, 0
    if not character.isprintable() or glyphs is ASCII:
        return glyphs.unknown, 1
    return character, 2 if unicodedata.east_asian_width(character) in "WF" else 1
