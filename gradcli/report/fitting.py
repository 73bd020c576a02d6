"""Texts of values in fewer columns: tensors are wrapped anew, as their printing wraps them."""

from __future__ import annotations


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
