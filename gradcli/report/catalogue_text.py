"""The operators as text, one line for each or a page for one, and as JSON data.

A width is that of a terminal; None, for a pipe, cuts and wraps nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill
from typing import TYPE_CHECKING, Any, NamedTuple

from gradcli.report.fitting import hung
from gradcli.report.glyphs import Paint, no_paint

if TYPE_CHECKING:
    from gradcli.answers.catalogue import Entry, Part
    from gradcli.answers.rule_texts import Derivative

_NAME_COLUMN = 28


def listing(found: Sequence[Entry], paint: Paint = no_paint, width: int | None = None) -> str:
    """Draw a line for each operator, its name and what it is, under the headings of families."""
    families: dict[str, list[Entry]] = {}
    for entry in found:
        families.setdefault(entry.family, []).append(entry)
    column = min(max((len(entry.name) for entry in found), default=0), _NAME_COLUMN)
    groups = []
    for family in sorted(families):
        rows = (_line(entry, column, paint, width) for entry in families[family])
        lines = [paint("help", family), *dict.fromkeys(rows)]  # torch and F may have one each
        groups.append("\n".join(lines) + "\n")
    return "\n".join(groups)


def _line(entry: Entry, column: int, paint: Paint, width: int | None) -> str:
    text = entry.summary
    room = None if width is None else width - max(column, len(entry.name)) - 4
    if room is not None and len(text) > room > 1:
        text = text[: room - 1] + "…"
    return "  " + paint("headline", f"{entry.name:{column}}") + "  " + text


class Shown(NamedTuple):
    """An operator's example: the command, what it prints, and the nodes that it makes."""

    command: str
    output: str
    parts: tuple[Part, ...]


def page(
    entry: Entry, example: Shown | None, paint: Paint = no_paint, width: int | None = None
) -> str:
    """Draw all that there is to say about an operator."""
    rows = [("kind", entry.kind)]
    if entry.spellings:
        rows.append(("spelled", ", ".join(entry.spellings)))
    if entry.node:
        rows.append(("node", entry.node))
    for derivative in entry.derivatives:
        rows += _derivative(f"{derivative.operand}.grad", derivative)
    if entry.kind == "composite" and example is not None:
        rows += _parts(example.parts)
    if any(symbol in formula for _, formula in rows for symbol in ("g ", "g)", "g,", "g.", "g[")):
        rows.append(("", _legend(entry)))
    rows += [("differs", text) for text in entry.differs]
    column = max(len(head) for head, _ in rows)
    parts = [hung(paint("headline", entry.signature), width, 4)]
    parts.append(_wrapped(entry.description, "  ", "  ", width))
    for head, text in rows:
        margin = " " * (column + 4)
        line = _wrapped(text, margin, margin, width).removeprefix(margin)
        parts.append("  " + paint("secondary", f"{head:{column}}") + "  " + line)
    if example is not None:
        shown = "\n".join("    " + line if line else "" for line in example.output.splitlines())
        command = "    " + paint("help", "$ " + example.command)
        parts.append(f"\n{command}\n{hung(shown, width)}")
    return "\n".join(parts) + "\n"


def _legend(entry: Entry) -> str:
    if any("g[" in derivative.formula for derivative in entry.derivatives):
        return "(g[0], g[1] … are the gradients of the results y, y1 …)"
    return "(g is the gradient of the result, y the result)"


def _derivative(head: str, derivative: Derivative) -> list[tuple[str, str]]:
    rows = [(head, derivative.formula)]
    return rows + ([("", f"({derivative.note})")] if derivative.note else [])


def _parts(parts: tuple[Part, ...]) -> list[tuple[str, str]]:
    """Return rows for the nodes of a composite, each with how gradients pass it."""
    if not parts:
        return [("parts", "none: no gradient gets through")]
    rows: list[tuple[str, str]] = []
    for part in parts:
        texts = [f"{row.operand}.grad = {row.formula}" for row in part.derivatives]
        rows.append(
            ("" if rows else "parts", part.node + (": " if texts else "") + "; ".join(texts))
        )
    return rows


def tree(found: list[tuple[Entry, Shown | None]]) -> dict[str, Any]:
    """Return entries, each with its example's command and output if it was run, as JSON data."""
    return {
        "version": 1,
        "operators": [
            {
                "name": entry.name,
                "signature": entry.signature,
                "description": entry.description,
                "family": entry.family,
                "kind": entry.kind,
                "spellings": list(entry.spellings),
                "node": entry.node,
                "differs": list(entry.differs),
                "derivatives": _derivatives(entry.derivatives),
                "example": example and {"command": example.command, "output": example.output},
                "parts": example
                and [
                    {"node": part.node, "derivatives": _derivatives(part.derivatives)}
                    for part in example.parts
                ],
            }
            for entry, example in found
        ],
    }


def _derivatives(rows: tuple[Derivative, ...]) -> list[dict[str, str | None]]:
    return [{"operand": d.operand, "formula": d.formula, "note": d.note} for d in rows]


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
