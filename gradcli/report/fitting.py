"""Texts in fewer columns: tensors are wrapped anew, as their printing wraps them; lines hang."""

from __future__ import annotations

import re
from collections.abc import Mapping

from gradcli.report.glyphs import Paint, no_paint


def fitted(text: str, width: int) -> str:
    """Return a text whose lines are no longer than that, where commas and spaces allow it."""
    lines = text.split("\n")
    if max(map(len, lines)) <= width:
        return text
    if text.startswith("tensor("):
        lines = _rows(lines)
    return "\n".join(part for line in lines for part in _wrapped(line, width))


def _rows(lines: list[str]) -> list[str]:
    """Join what was wrapped: a line of a tensor that begins with no bracket goes on a row."""
    rows = lines[:1]
    for line in lines[1:]:
        if line.lstrip().startswith("[") or not line.strip() or not rows[-1].strip():
            rows.append(line)
        else:
            rows[-1] += " " + line[min(_first(rows[-1]), len(line) - len(line.lstrip())) :]
    return rows


def _first(line: str) -> int:
    """Return where the first element of a row stands, or the room for its sign."""
    start = len("tensor(") if line.startswith("tensor(") else len(line) - len(line.lstrip())
    while line[start : start + 1] == "[":
        start += 1
    return start


def _wrapped(line: str, width: int) -> list[str]:
    """Break a line after commas; what follows stands below the first element of the row."""
    start = _first(line)
    margin = " " * min(start, width // 2)
    parts = []
    while len(line) > width:
        comma = line.rfind(", ", start, width + 1)
        cut = comma + 1 if comma >= width // 2 else line.rfind(" ", start + 1, width + 1)
        if cut <= len(margin):
            break  # one element is longer than the line
        parts.append(line[:cut].rstrip())
        line = margin + line[cut + 1 :]
        start = len(margin)
    return [*parts, line]


_ESCAPE = re.compile(r"\x1b\[[\d;]*m")
_BAR = re.compile(r"\s*\d* *│")
_HEAD = re.compile(r"[#%] |\s*(?:[\w.\[\]]+(?: =|:) +)(?:tensor\(\[*)?")


def hung(text: str, width: int | None, deeper: int = 2) -> str:
    """Return a text whose lines go on at a space, below what they begin with, or so much deeper.

    Commands (``$``) stay as they are, to be copied. Where ``width`` is None, all lines do.
    """
    if width is None:
        return text
    return "\n".join(part for line in text.split("\n") for part in _hung(line, width, deeper))


def columned(notes: Mapping[str, str], width: int | None, paint: Paint = no_paint) -> str:
    """Return a line for each name and its note, which goes on below itself."""
    column = max(map(len, notes))
    margin = "\n" + " " * (column + 2)
    room = width and max(width - column - 2, _LEAST)
    return "".join(
        f"{paint('headline', f'{name:{column}}')}  {hung(note, room, 0)}".replace("\n", margin)
        + "\n"
        for name, note in notes.items()
    )


_LEAST = 20


def _hung(line: str, width: int, deeper: int) -> list[str]:
    bare = _ESCAPE.sub("", line)
    if len(bare) <= width or bare.lstrip().startswith("$ "):
        return [line]
    if _BAR.match(bare):  # source and what underlines it; texts of labels go on at the margin
        return [line if "└" in bare else line[: width - 1] + "…"]
    parts = [""]
    margin = _margin(bare, width, deeper)
    for place, word in enumerate(line.split(" ")):
        longer = f"{parts[-1]} {word}" if place else word
        if len(_ESCAPE.sub("", longer)) > width and parts[-1].strip(" #%"):
            parts.append(margin + word)
        else:
            parts[-1] = longer
    return [part.rstrip() for part in parts]


def _margin(line: str, width: int, deeper: int) -> str:
    head = _HEAD.match(line)
    if head is None:
        return " " * (len(line) - len(line.lstrip()) + deeper)
    return head[0] if head[0] in ("# ", "% ") else " " * min(len(head[0]), width // 2)
