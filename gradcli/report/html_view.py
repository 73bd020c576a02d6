"""Answers as HTML for notebooks: tables in the page's own colours, and a graph as a picture."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING

from gradcli.answers.inputs import QuestionError
from gradcli.report import plain
from gradcli.report.explanation_text import HEADERS, cells, forward, result, title
from gradcli.report.graph_forms import drawn

if TYPE_CHECKING:
    from gradcli.answers.explanation import Explanation
    from gradcli.answers.graph import Graph
    from gradcli.answers.report import Report

_CELL = "text-align:left;vertical-align:top;padding:.2em .8em .2em 0"
_CODE = "margin:0;padding:0;background:none;white-space:pre;font:13px monospace"
_LARGE = 30
"""With how many nodes a graph stays closed until somebody opens it."""


def report(found: Report) -> str:
    """Draw a report: what was printed, a table of result and derivatives, and the graph."""
    rows: list[tuple[str, str]] = []
    if found.result is not None and found.result.type != "none":
        rows.append((found.result.name or "result", found.result.text))
    rows += [(f"{part.name}.grad", _noted(part.text, part.note)) for part in found.gradients]
    rows += [(plain.operator(part), part.text) for part in found.derivatives]
    if found.pattern is not None:
        from gradcli.report.pattern import draw

        rows.append((f"{found.pattern.kind} ≠ 0", draw(found.pattern)))
    parts = [_code(found.stdout.rstrip("\n"))] if found.stdout else []
    parts += [_table([[_code(name), _code(text)] for name, text in rows])] if rows else []
    parts += [_paragraph(found.hint)] if found.hint else []
    if found.graph is not None:
        parts.append(_folding(found.graph))
    return _block(parts)


def _noted(text: str, note: str | None) -> str:
    return f"{text}  # {note}" if note else text


def graph(found: Graph) -> str:
    """Draw a graph as a picture; one that is too large for that as a tree."""
    try:
        picture = drawn(found, "svg")
    except QuestionError:
        return _block([_code(str(drawn(found, "tree")))])
    data = b64encode(str(picture).encode()).decode()
    words = escape(f"backward graph of {found.nodes[0].name}, {found.total:,} nodes")
    source = f"data:image/svg+xml;base64,{data}"  # as an image: its styles are not the page's
    return f'<img style="max-width:100%" alt="{words}" src="{source}">'


def _folding(found: Graph) -> str:
    state = " open" if len(found.nodes) <= _LARGE else ""
    head = f"{escape(found.nodes[0].name)}, a graph of {found.total:,} nodes"
    return f"<details{state}><summary>{head}</summary>{graph(found)}</details>"


def explanation(found: Explanation) -> str:
    """Draw an explanation: a table forward, a table back, and what comes of it."""
    parts = [_paragraph(note) for note in found.notes]
    if found.steps:
        parts.append(_table([[_code(forward(step))] for step in reversed(found.steps)]))
        back = [
            [str(number), _code(f"{title(step)}\n[{step.rule}]"), _code("\n".join(cells(step)))]
            for number, step in enumerate(found.steps, 1)
        ]
        parts.append(_table(back, HEADERS))
    if found.omitted:
        parts.append(_paragraph(f"({found.omitted:,} more steps)"))
    parts += [_code(result(whole)) for whole in found.gradients]
    parts += [_paragraph(found.hint)] if found.hint else []
    return _block(parts)


def _table(rows: Iterable[Sequence[str]], heads: Sequence[str] = ()) -> str:
    """Draw a table of cells that are HTML already."""
    lines = ["".join(f'<td style="{_CELL}">{cell}</td>' for cell in row) for row in rows]
    if heads:
        named = (f'<th style="{_CELL}">{escape(head)}</th>' for head in heads)
        lines.insert(0, "".join(named))
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f'<table style="margin:.3em 0;border-collapse:collapse">{body}</table>'


def _code(text: str) -> str:
    return f'<pre style="{_CODE}">{escape(text)}</pre>'


def _paragraph(text: str) -> str:
    return f'<p style="margin:.3em 0">{escape(text)}</p>'


def _block(parts: Iterable[str]) -> str:
    return f'<div class="gradcli">{"".join(parts)}</div>'
