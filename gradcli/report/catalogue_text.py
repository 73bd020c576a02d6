"""The operators as text, one line for each or a page for one, and as JSON data.

A width is that of a terminal; None, for a pipe, cuts and wraps nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Any

from gradcli.report.glyphs import Paint, no_paint

if TYPE_CHECKING:
    from gradcli.answers.catalogue import Entry

_NAME_COLUMN = 28


def listing(found: Sequence[Entry], paint: Paint = no_paint, width: int | None = None) -> str:
    """Draw one line for each operator: its name and what it is."""
    column = min(max((len(entry.name) for entry in found), default=0), _NAME_COLUMN)
    lines = []
    for entry in found:
        text = entry.summary
        room = None if width is None else width - max(column, len(entry.name)) - 2
        if room is not None and len(text) > room > 1:
            text = text[: room - 1] + "…"
        lines.append(paint("headline", f"{entry.name:{column}}") + "  " + text)
    return "\n".join(lines) + "\n"


def page(
    entry: Entry,
    example: tuple[str, str] | None,
    paint: Paint = no_paint,
    width: int | None = None,
) -> str:
    """Draw all that there is to say about an operator."""
    rows = [("kind", entry.kind), ("spelled", ", ".join(entry.spellings))]
    if entry.node:
        rows.append(("node", entry.node))
    for derivative in entry.derivatives:
        rows.append((f"{derivative.operand}.grad", derivative.formula))
        if derivative.note:
            rows.append(("", f"({derivative.note})"))
    if entry.kind == "composite":
        rows.append(("derivative", "that of the operators that it calls"))
    if entry.derivatives:
        rows.append(("", "(g is the gradient of the result, y the result)"))
    column = max(len(head) for head, _ in rows)
    parts = [paint("headline", entry.signature), _wrapped(entry.description, "  ", "  ", width)]
    for head, text in rows:
        margin = " " * (column + 4)
        line = _wrapped(text, margin, margin, width).removeprefix(margin)
        parts.append("  " + paint("secondary", f"{head:{column}}") + "  " + line)
    if example is not None:
        command, output = example
        shown = "\n".join("    " + line if line else "" for line in output.splitlines())
        parts.append("\n" + "    " + paint("help", "$ " + command) + "\n" + shown)
    return "\n".join(parts) + "\n"


def tree(found: list[tuple[Entry, tuple[str, str] | None]]) -> dict[str, Any]:
    """Return entries, each with its example's command and output if it was run, as JSON data."""
    return {
        "version": 1,
        "operators": [
            {
                "name": entry.name,
                "signature": entry.signature,
                "description": entry.description,
                "kind": entry.kind,
                "spellings": list(entry.spellings),
                "node": entry.node,
                "derivatives": [
                    {"operand": d.operand, "formula": d.formula, "note": d.note}
                    for d in entry.derivatives
                ],
                "example": example and {"command": example[0], "output": example[1]},
            }
            for entry, example in found
        ],
    }


def _wrapped(text: str, first: str, later: str, width: int | None) -> str:
    if width is None:
        return first + text
    return fill(
        text,
        max(width, len(later) + 20),
        initial_indent=first,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    )
