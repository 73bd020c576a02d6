"""The work of ``gradcli eval``: have a question answered, and show the answer as was asked.

This module knows streams and formats. It does not know how anything is computed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import NamedTuple

import click

from gradcli.answers.evaluation import Question, Said, evaluate
from gradcli.answers.inputs import QuestionError
from gradcli.answers.report import Report
from gradcli.commands.terminal import (
    Settings,
    is_terminal,
    reading_width,
    show_diagnostic,
    use_colour,
)
from gradcli.errors import Diagnostic, ExitCode, GradcliError
from gradcli.language.memory import memory_limit
from gradcli.report import plain
from gradcli.report.glyphs import glyphs_for, printed


class Shown(NamedTuple):
    """What of the answer is shown: its format, and the part that ``--get`` names.

    ``raw`` asks for printed text as it is, also on a terminal.
    """

    form: str
    get: str | None
    raw: bool = False


class Output(Said):
    """What the program prints and warns of: passed on at once, or kept for the report."""

    __slots__ = ("escapes", "keeps_warnings", "last", "settings", "streams")

    def __init__(self, shown: Shown, settings: Settings) -> None:
        super().__init__()
        self.keeps_warnings = shown.form == "json" and shown.get is None
        self.streams = shown.form != "json" and shown.get is None
        self.escapes = not shown.raw and is_terminal(sys.stdout)
        self.settings = settings
        self.last = ""

    def write(self, text: str) -> None:
        """Take a piece of text."""
        if self.streams:
            sys.stdout.write(printed(text) if self.escapes else text)
        else:
            super().write(text)
        self.last = text[-1:] or self.last

    def warn(self, warning: Diagnostic) -> None:
        """Take a warning."""
        super().warn(warning)
        if not self.keeps_warnings:
            show_diagnostic(warning, self.settings)

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
    if shown.form != "json":
        raise GradcliError(diagnostic)
    from gradcli.report import json_view

    report = Report("".join(output.printed), diagnostics=(*output.warnings, diagnostic))
    sys.stdout.write(json_view.render(report))
    return ExitCode.PROGRAM


def report_lost(diagnostic: Diagnostic) -> int:
    """Report as JSON that the process was lost in which a program ran."""
    from gradcli.report import json_view

    sys.stdout.write(json_view.render(Report("", diagnostics=(diagnostic,))))
    return ExitCode.PROGRAM


def _answer(question: Question, shown: Shown, output: Output) -> None:
    if shown.get is not None:
        from gradcli.report import select

        select.check(shown.get)
    if shown.get is not None or shown.form == "json":
        question = question._replace(summary=True)
    report = evaluate(question._replace(progress=_progress), output)
    if report is not None:
        _show(report, shown, output)


def _progress(total: int) -> AbstractContextManager[Callable[[int], None]]:
    """Show on a terminal how far a long computation is."""
    if not is_terminal(sys.stderr) or os.environ.get("TERM") == "dumb":
        return nullcontext(lambda count: None)
    from gradcli.report.progress import bar

    return bar("differentiating", total, sys.stderr)


def _show(report: Report, shown: Shown, output: Output) -> None:
    if shown.get is None and shown.form != "json":
        _show_text(report, shown.form, output)
        return
    from gradcli.report import json_view, select

    if shown.get is None:
        text = json_view.render(report)
    elif shown.form == "json":
        text = json_view.dumps(select.as_data(report, shown.get))
    else:
        text = select.as_text(report, shown.get, glyphs_for(sys.stdout.encoding))
        text = printed(text) if output.escapes else text
    sys.stdout.write(text)


def _show_text(report: Report, form: str, output: Output) -> None:
    if form == "auto":
        capable = is_terminal(sys.stdout) and os.environ.get("TERM") != "dumb"
        form = "rich" if capable else "plain"
    if form == "plain":
        text = plain.render(report, glyphs_for(sys.stdout.encoding), reading_width(sys.stdout))
        if text:
            output.separate()
            sys.stdout.write(text)
        return
    from gradcli.report import rich_view

    output.separate()
    rich_view.show(report, sys.stdout, use_colour(sys.stdout, output.settings.color))
