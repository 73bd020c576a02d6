"""The work of ``gradcli eval``: have a question answered, and show the answer as was asked.

This module knows streams and formats. It does not know how anything is computed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import NamedTuple

import click

from gradcli.answers.evaluation import Question, Said, evaluate
from gradcli.answers.inputs import QuestionError
from gradcli.answers.report import Report
from gradcli.commands.terminal import (
    Settings,
    Visible,
    is_terminal,
    reading_size,
    reading_width,
    show_diagnostic,
    show_remark,
    use_colour,
)
from gradcli.errors import Diagnostic, ExitCode, GradcliError
from gradcli.language.memory import memory_limit
from gradcli.report import plain
from gradcli.report.glyphs import glyphs_for, printed


class Shown(NamedTuple):
    """What of the answer is shown, and how.

    ``get`` holds the parts that ``--get`` names; ``raw`` asks for plain numbers; ``output`` is the
    file to write; ``version`` is that of the schema of JSON; ``raw_output`` asks for printed text
    as it is, also on a terminal; ``graph`` is "all", "none", or what fits on the screen.
    """

    form: str
    get: tuple[str, ...] = ()
    raw: bool = False
    output: str | None = None
    version: int = 2
    raw_output: bool = False
    graph: str = "screen"

    @property
    def for_programs(self) -> bool:
        """Tell whether what the program prints would disturb whoever reads the answer."""
        return self.form in MACHINES or bool(self.get) or self.raw


MACHINES = ("json", "jsonl", "csv")


class Output(Said):
    """What the program prints and warns of: passed on at once, or kept for the report."""

    __slots__ = ("escapes", "keeps", "keeps_warnings", "last", "settings", "streams")

    def __init__(self, shown: Shown, settings: Settings) -> None:
        super().__init__()
        self.keeps_warnings = shown.form in ("json", "jsonl") and not shown.get
        self.streams = not shown.for_programs
        self.keeps = not self.streams or shown.output is not None
        self.escapes = not shown.raw_output and is_terminal(sys.stdout)
        self.settings = settings
        self.last = ""

    def write(self, text: str) -> None:
        """Take a piece of text."""
        if self.streams:
            sys.stdout.write(printed(text) if self.escapes else text)
        if self.keeps:
            super().write(text)
        self.last = text[-1:] or self.last

    def warn(self, warning: Diagnostic) -> None:
        """Take a warning."""
        super().warn(warning)
        if not self.keeps_warnings:
            show_diagnostic(warning, self.settings)

    def aside(self, text: str) -> None:
        """Take what the program writes to standard error."""
        Visible().write(text)

    def note(self, text: str) -> None:
        """Take a remark."""
        show_remark(text)

    def separate(self) -> None:
        """Leave an empty line between what the program printed and the report."""
        if self.streams and self.last:
            sys.stdout.write("\n" if self.last == "\n" else "\n\n")


def write(question: Question, shown: Shown, settings: Settings) -> int:
    """Do what was asked for; return the exit status. Raises what ``main`` turns into words."""
    output = Output(shown, settings)
    try:
        with memory_limit():
            _answer(question, shown, output)
    except QuestionError as error:
        raise click.UsageError(str(error)) from error
    except GradcliError as error:
        diagnostic = error.diagnostic
    except MemoryError:
        diagnostic = _OUT_OF_MEMORY
    else:
        return ExitCode.OK
    return _report_error(diagnostic, shown, output)  # now that the program's memory is free


_OUT_OF_MEMORY = Diagnostic("memory", "not enough memory", "MemoryError")
"""What is left to say when there was no memory to find out more."""


def _report_error(diagnostic: Diagnostic, shown: Shown, output: Output) -> int:
    if shown.form not in ("json", "jsonl"):
        raise GradcliError(diagnostic)
    report = Report("".join(output.printed), diagnostics=(*output.warnings, diagnostic))
    sys.stdout.write(_whole(report, shown))
    return ExitCode.PROGRAM


def report_lost(diagnostic: Diagnostic) -> int:
    """Report as JSON that the process was lost in which a program ran."""
    from gradcli.report import json_view

    sys.stdout.write(json_view.render(Report("", diagnostics=(diagnostic,))))
    return ExitCode.PROGRAM


def _answer(question: Question, shown: Shown, output: Output) -> None:
    if shown.get:
        from gradcli.report import select

        for what in shown.get:
            select.check(what)
    if shown.output is not None:
        from gradcli.commands.output import form_of
        from gradcli.commands.save_work import SUFFIXES, save_report

        form_of(shown.output, SUFFIXES)  # which refuses others before anything is computed
    if shown.for_programs or shown.output is not None:
        question = question._replace(summary=True)
    progress = partial(_progress, output.settings)
    report = evaluate(question._replace(progress=progress), output)
    if report is not None and shown.output is not None:
        save_report(report, shown.output, shown.get, question.source, shown.version)
    elif report is not None:
        _show(report, shown, output)


def _progress(settings: Settings, total: int) -> AbstractContextManager[Callable[[int], None]]:
    """Show on a terminal how far a long computation is, which takes escapes."""
    if not is_terminal(sys.stderr) or not use_colour(sys.stderr, settings.color):
        return nullcontext(lambda count: None)
    from gradcli.report.progress import bar

    return bar("differentiating", total, sys.stderr)


def _show(report: Report, shown: Shown, output: Output) -> None:
    if shown.raw:
        from gradcli.report import select

        parts = shown.get or ("result",)
        sys.stdout.write("".join(select.as_numbers(report, what) for what in parts))
    elif shown.get:
        sys.stdout.write(_parts(report, shown))
    elif shown.form in MACHINES:
        sys.stdout.write(_whole(report, shown))
    else:
        _show_text(*_graph_of(report, shown.graph), shown.form, output)


def _parts(report: Report, shown: Shown) -> str:
    """Return the parts that ``--get`` names; several of them as JSON are an object."""
    from gradcli.report import json_view, select

    if shown.form not in ("json", "jsonl"):
        glyphs = glyphs_for(sys.stdout.encoding)
        text = "".join(select.as_text(report, what, glyphs) for what in shown.get)
        return printed(text) if not shown.raw_output and is_terminal(sys.stdout) else text
    found = {what: select.as_data(report, what) for what in shown.get}
    return json_view.dumps(found if len(found) > 1 else found[shown.get[0]])


def _whole(report: Report, shown: Shown) -> str:
    from gradcli.report import json_view, rows

    if shown.form == "csv":
        return rows.as_csv(rows.arrays(report))
    if shown.form == "jsonl":
        return rows.as_json_lines(report)
    return json_view.render(report, shown.version)


def _graph_of(report: Report, wanted: str) -> tuple[Report, int]:
    """Return a report with as much of its graph as is wanted, and how many lines that may take.

    On a terminal the graph leaves room for a few lines of other things.
    """
    if report.graph is None or wanted == "none":
        return report._replace(graph=None), 0
    if wanted == "all":
        return report, plain.EVERY_ROW
    if len(report.graph.nodes) > _SMALL:
        from gradcli.report.graph_fold import fold

        times = glyphs_for(sys.stdout.encoding).times
        report = report._replace(graph=fold(report.graph, times))
    height = reading_size(sys.stdout)[1]
    return report, plain.MOST_ROWS if height is None else max(height - _ROOM, _SMALL)


_SMALL, _ROOM = 12, 8


def _show_text(report: Report, most: int, form: str, output: Output) -> None:
    if form == "auto":
        capable = is_terminal(sys.stdout) and os.environ.get("TERM") != "dumb"
        form = "table" if capable else "plain"
    if form == "plain":
        text = plain.render(
            report, glyphs_for(sys.stdout.encoding), reading_width(sys.stdout), most
        )
        if text:
            output.separate()
            sys.stdout.write(text)
        return
    from gradcli.report import rich_view

    output.separate()
    rich_view.show(report, sys.stdout, use_colour(sys.stdout, output.settings.color), most)
