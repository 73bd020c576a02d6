"""A report for a terminal: tables and a tree, drawn by rich, which nothing else here imports.

What users wrote is passed to rich as ``Text`` and never as markup: ``x[i]`` must stay ``x[i]``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple, TextIO

from rich import box
from rich.console import Console, RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from gradcli.report import plain
from gradcli.report.fitting import fitted
from gradcli.report.glyphs import glyphs_for, visible

if TYPE_CHECKING:
    from gradcli.answers.explanation import Explanation
    from gradcli.answers.graph import Graph
    from gradcli.answers.report import Pattern, Report

_UNLIMITED = 100_000
_CUT = 40


class Row(NamedTuple):
    """One line of a table."""

    name: str
    value: str
    shape: tuple[int, ...] | None
    dtype: str


def show(report: Report, file: TextIO, colour: bool, most: int = plain.MOST_ROWS) -> None:
    """Write a report to a terminal, or to a file as if it were a very wide one.

    ``most`` limits the tree, in lines.
    """
    console = _console(file, colour)
    for part in _parts(report, console, most):
        console.print(part, crop=False)


def _console(file: TextIO, colour: bool) -> Console:
    return Console(
        file=file,
        force_terminal=colour,
        color_system="standard" if colour else None,
        no_color=not colour,
        width=None if file.isatty() else _UNLIMITED,
        markup=False,
        highlight=False,
        emoji=False,
        legacy_windows=False,
    )


def show_explanation(found: Explanation, file: TextIO, colour: bool) -> None:
    """Write an explanation as a table, or in lines where that would break up its values."""
    from gradcli.report import explanation_text as view

    console = _console(file, colour)
    table = _steps(found, narrow=False)
    if not _fits(table, console):
        table = _steps(found, narrow=True)
    broken = any("\n" in given.product.text for step in found.steps for given in step.passes
                 if given.product is not None)  # fmt: skip
    if not found.steps or (broken and not _fits(table, console)):
        console.print(_text(view.plain(found).rstrip("\n")))
        return
    before, _, _ = view.plain(found._replace(gradients=())).partition("\n\nbackward\n")
    console.print(_text(before))
    console.print(table)
    rest = view.plain(found._replace(steps=(), notes=())).rstrip("\n")
    console.print(_text(rest))


def _steps(found: Explanation, narrow: bool) -> Table:
    """Draw the steps as a table; a ``narrow`` one begins a line with each sign of equality."""
    from gradcli.report import explanation_text as view

    table = Table(box=box.ROUNDED, show_lines=True)
    for header, style in zip(view.HEADERS, ("dim", "green", ""), strict=True):
        table.add_column(header, style=style, overflow="fold")
    for number, step in enumerate(found.steps, 1):
        again = "" if step.round is None else f" (round {step.round})"
        title = f"{view.title(step)}\n{step.rule}{again}"
        cells = (str(number), title, "\n".join(view.cells(step, narrow)))
        table.add_row(*map(_text, cells))
    return table


def _fits(table: Table, console: Console) -> bool:
    unlimited = console.options.update(width=_UNLIMITED)
    return console.measure(table, options=unlimited).maximum <= console.width


def _parts(report: Report, console: Console, most: int) -> Iterator[RenderableType]:
    result, rows = report.result, []
    if result is not None and result.type != "none":
        shape, dtype = result.shape, result.dtype or result.type
        rows = [Row(result.name or "result", result.text, shape, dtype)]
    gradients = [
        Row(f"{g.name}.grad", g.text, g.data.shape, str(g.data.dtype)) for g in report.gradients
    ]
    # what one of the two tables has no room for, the other leaves out as well
    count = min((_columns(some, console) for some in (rows, gradients) if some), default=2)
    if rows:
        yield from _table("result", rows, console, count)
    if report.graph is not None:
        if most < plain.EVERY_ROW:
            yield _tree(report.graph, console.width, most)
        else:  # so deep that lines are better left to the terminal
            glyphs = glyphs_for(console.encoding)
            yield _text("graph", "bold")
            whole = _text(plain.whole(report.graph, glyphs))
            whole.no_wrap, whole.overflow = True, "ignore"
            yield whole
    if gradients:
        yield from _table("gradients", gradients, console, count)
    if report.derivatives:
        rows = [
            Row(plain.operator(d), d.text, d.data.shape, str(d.data.dtype))
            for d in report.derivatives
        ]
        yield from _table(plain.TITLES[report.derivatives[0].kind], rows, console)
    if report.pattern is not None:
        yield from _picture(report.pattern, console)
    notes = [f"note: {g.note}" for g in report.gradients if g.note]
    for note in [*notes, f"hint: {report.hint}"] if report.hint else notes:
        yield _text(note, "yellow")


def _table(
    title: str, rows: list[Row], console: Console, most: int = len(Row._fields)
) -> Iterator[RenderableType]:
    """Draw rows as a table: what is too wide loses its last columns, then its values are folded."""
    cells = list(map(_cells, rows))
    count = min(most, _columns(rows, console))
    room = console.width - _frame(cells, count)
    table = Table(title=title, title_justify="left", title_style="bold", box=box.ROUNDED)
    for header in Row._fields[:count]:
        table.add_column(header, overflow="fold")
    for name, value, *others in cells:
        shown = [_text(text, "dim") for text in others[: count - 2]]
        table.add_row(_text(name, "cyan"), _text(fitted(value, max(room, 1))), *shown)
    yield table


def _columns(rows: list[Row], console: Console) -> int:
    """Return how many columns a table may have beside values that are not folded."""
    longest = max((_longest(row.value) for row in rows), default=0)
    cells = list(map(_cells, rows))
    counts = range(len(Row._fields), 1, -1)
    fit = (count for count in counts if cells and longest <= console.width - _frame(cells, count))
    return next(fit, 2)


def _cells(row: Row) -> tuple[str, str, str, str]:
    return row.name, row.value, "" if row.shape is None else str(tuple(row.shape)), row.dtype


def _frame(cells: list[tuple[str, str, str, str]], count: int) -> int:
    """Return the columns that a table of so many columns takes beside its values."""
    beside = [place for place in range(count) if place != 1]
    heads = [len(Row._fields[place]) for place in beside]
    widths = [max(_longest(row[place]) for row in cells) for place in beside]
    return sum(map(max, zip(heads, widths, strict=True))) + 3 * count + 1


def _longest(text: str) -> int:
    return max(map(len, text.split("\n")))


def _tree(graph: Graph, width: int, most: int) -> Tree:
    """Draw the graph; each line's parent is the last line before it that is one less deep."""
    rows, left_out = plain.rows(graph, most, deepest=min(60, max(2, (width - 24) // 4)))
    root = Tree(_text("graph", "bold"), guide_style="dim")
    path = [root]
    for row in rows:
        label = Text.assemble(
            (plain.title(row), "green"), "  ", (plain.beside(row), "" if row.node.next else "cyan")
        )
        if width >= _CUT:  # a line for a node: --graph all has the rest
            label.no_wrap, label.overflow = True, "ellipsis"
        del path[row.depth + 1 :]
        path.append(path[-1].add(label))
    if left_out:
        root.add(_text(plain.left_out_note(left_out, graph), "dim"))
    return root


def _picture(pattern: Pattern, console: Console) -> Iterator[RenderableType]:
    from gradcli.report.pattern import draw

    yield _text(f"where the {pattern.kind} is not zero", "bold")
    width = console.width if console.width < _UNLIMITED else None
    yield _text(draw(pattern, glyphs_for(console.encoding), width))


def _text(text: str, style: str = "") -> Text:
    return Text(visible(text), style=style)
