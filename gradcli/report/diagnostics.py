"""Drawing a diagnostic: the headline, the lines of source with their labels, the calls, the help.

This module knows what a diagnostic looks like in text. It does not know why something is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from gradcli.answers.source_lines import Lines
from gradcli.errors import Diagnostic, Label, Span, shortened
from gradcli.report.glyphs import UNICODE, Glyphs, Paint, cell, no_paint, visible

_MANY_CALLS = 10
_MANY_LABELS = 30
_LONGEST_CYCLE = 4  # functions that call each other in turn
_FEWEST_FOLDED = 3
_LONGEST_CALLED = 60
_LONGEST_MESSAGE = 20_000


class Mark(NamedTuple):
    """A stretch of one line to be underlined; columns count from 0, the end is exclusive."""

    start: int
    end: int
    text: str
    role: str

    @property
    def stem(self) -> int:
        """Return the column that the label hangs on."""
        return self.start + (self.end - self.start - 1) // 2


def render(
    diagnostic: Diagnostic, glyphs: Glyphs = UNICODE, paint: Paint = no_paint, width: int = 100
) -> str:
    """Draw a diagnostic; source lines longer than ``width`` are shown around the labels only."""
    parts = [_headline(diagnostic, paint)]
    if diagnostic.source:
        lines = Lines(diagnostic.source)
        parts += _location(diagnostic, lines, paint)
        parts += _snippet(diagnostic, lines, glyphs, paint, width)
        parts += _calls(diagnostic.calls, lines, glyphs)
    if diagnostic.help:
        parts.append(f"  {paint('help', 'help:')} {visible(shortened(diagnostic.help))}")
    return "\n".join(parts) + "\n"


def _headline(diagnostic: Diagnostic, paint: Paint) -> str:
    severity = diagnostic.severity
    label = paint(severity, f"{severity}[{visible(diagnostic.code)}]:")
    message = shortened(diagnostic.message or diagnostic.kind, _LONGEST_MESSAGE)
    return f"{label} {paint('headline', visible(message))}"


def _location(diagnostic: Diagnostic, lines: Lines, paint: Paint) -> Iterator[str]:
    if not diagnostic.filename.startswith("<"):
        line, column = lines.place(diagnostic.span.start)
        place = f"{visible(diagnostic.filename)}:{line + 1}:{column + 1}"
        yield f"  {paint('gutter', '-->')} {place}"


def _calls(calls: tuple[Span, ...], lines: Lines, glyphs: Glyphs) -> Iterator[str]:
    folded = list(_folded(calls[::-1]))
    shown = folded[: _MANY_CALLS if len(folded) > _MANY_CALLS + 1 else None]
    for group, times in shown:
        for call in group:
            called = " ".join(lines.text[call.start : call.end].split())
            if len(called) > _LONGEST_CALLED:
                called = glyphs.ellipsis + called[1 - _LONGEST_CALLED :]
            yield f"  in {visible(called)}, called at line {lines.place(call.start)[0] + 1}"
        if times > 1:
            which = "the call above" if len(group) == 1 else f"the {len(group)} calls above"
            yield f"  {glyphs.ellipsis} {which}, {times - 1} more times"
    hidden = sum(len(group) * times for group, times in folded[len(shown) :])
    if hidden:
        yield f"  {glyphs.ellipsis} and {hidden} more calls"


def _folded(calls: tuple[Span, ...]) -> Iterator[tuple[tuple[Span, ...], int]]:
    """Cut calls into groups, each with how many times in a row it comes, as in recursion."""
    start = 0
    while start < len(calls):
        for length in range(1, _LONGEST_CYCLE + 1):
            group, times = calls[start : start + length], 1
            while calls[start + times * length : start + (times + 1) * length] == group:
                times += 1
            if times >= _FEWEST_FOLDED:
                break
        else:
            group, times = calls[start : start + 1], 1
        yield group, times
        start += len(group) * times


def _snippet(
    diagnostic: Diagnostic, lines: Lines, glyphs: Glyphs, paint: Paint, width: int
) -> Iterator[str]:
    marks = _marks_by_line(diagnostic.labels[:_MANY_LABELS], diagnostic.severity, lines)
    gutter = len(str(max(marks, default=0) + 1))
    previous = None
    for line in sorted(marks):
        if previous is not None and line > previous + 1:
            yield paint("gutter", f"  {'':{gutter}} {glyphs.gap}")
        previous = line
        for number, content in _line(lines[line], marks[line], glyphs, paint, width):
            head = paint("gutter", f"  {line + 1 if number else '':>{gutter}} {glyphs.bar}")
            yield f"{head} {content}".rstrip()


def _marks_by_line(labels: tuple[Label, ...], severity: str, lines: Lines) -> dict[int, list[Mark]]:
    marks: dict[int, list[Mark]] = {}
    for position, label in enumerate(labels):
        role = "secondary" if position else severity
        for line, mark in _pieces(label, role, lines):
            marks.setdefault(line, []).append(mark)
    return marks


def _pieces(label: Label, role: str, lines: Lines) -> Iterator[tuple[int, Mark]]:
    """Cut a label at the ends of lines: a long one shows its first and its last line."""
    line, start = lines.place(label.span.start)
    last, end = lines.place(max(label.span.end - 1, label.span.start))
    text = visible(label.text).replace("\n", " ")
    if last > line:
        first_line, last_line = lines[line], lines[last]
        yield line, Mark(start, max(start + 1, len(first_line)), "", role)
        line, start = last, len(last_line) - len(last_line.lstrip())
    yield line, Mark(start, max(start, end) + 1, text, role)


def _line(
    source: str, marks: list[Mark], glyphs: Glyphs, paint: Paint, width: int
) -> Iterator[tuple[bool, str]]:
    """Draw one line of source (True) and the lines of labels below it (False)."""
    low, high = _window(len(source), marks, width)
    before, after = glyphs.ellipsis * (low > 0), glyphs.ellipsis * (high < len(source))
    cells = [cell(character, glyphs) for character in source[low:high]]
    yield True, before + "".join(text for text, _ in cells) + after
    columns = list(accumulate((width for _, width in cells), initial=len(before)))
    shown = [_moved(mark, columns, low) for mark in marks if low <= mark.start <= high]
    for layer in _layers(shown):
        for drawn in _draw(layer, glyphs, paint):
            yield False, drawn
    for mark in marks:
        if not low <= mark.start <= high and mark.text:
            yield False, f"column {mark.start + 1}: {mark.text}"


def _window(length: int, marks: list[Mark], width: int) -> tuple[int, int]:
    """Choose the part of a line to show: all of it, or a window that holds the first label."""
    if length <= width:
        return 0, length
    leftmost, rightmost = min(m.start for m in marks), max(m.end for m in marks)
    focus = leftmost if rightmost - leftmost <= width * 2 // 3 else marks[0].start
    low = max(0, min(focus - width // 5, length - width))
    return low, low + width


def _moved(mark: Mark, columns: list[int], low: int) -> Mark:
    """Turn a mark's character positions into columns of the window."""
    last = len(columns) - 1
    start = columns[min(mark.start - low, last)]
    end = columns[min(mark.end - low, last)]
    return mark._replace(start=start, end=max(end, start + 1))


def _layers(marks: list[Mark]) -> list[list[Mark]]:
    """Share marks out so that those of one layer do not overlap."""
    layers: list[list[Mark]] = []
    for mark in sorted(marks):
        for layer in layers:
            if layer[-1].end <= mark.start:
                layer.append(mark)
                break
        else:
            layers.append([mark])
    return layers


def _draw(layer: list[Mark], glyphs: Glyphs, paint: Paint) -> Iterator[str]:
    """Draw the underlines of a layer, then its texts below one another, the rightmost first."""
    yield _place([(m.start, m.end, _underline(m, glyphs), m.role) for m in layer], paint)
    labelled = [mark for mark in layer if mark.text]
    while labelled:
        mark = labelled.pop()
        bars = [(m.stem, m.stem + 1, glyphs.bar, m.role) for m in labelled]
        text = f"{glyphs.elbow} {mark.text}"
        yield _place([*bars, (mark.stem, 0, text, mark.role)], paint)


def _underline(mark: Mark, glyphs: Glyphs) -> str:
    width = mark.end - mark.start
    if not mark.text:
        return "^" * width
    left = mark.stem - mark.start
    return glyphs.line * left + glyphs.stem + glyphs.line * (width - left - 1)


def _place(pieces: list[tuple[int, int, str, str]], paint: Paint) -> str:
    """Write texts at their columns; pieces are (column, end column, text, role), in order."""
    line, cursor = "", 0
    for start, end, text, role in pieces:
        line += " " * (start - cursor) + paint(role, text)
        cursor = end
    return line
