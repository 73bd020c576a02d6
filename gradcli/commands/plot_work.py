"""The work of ``gradcli plot``: have a program evaluated at many points, and drawn."""

from __future__ import annotations

import sys
from typing import NamedTuple

import click

from gradcli.answers.evaluation import Question
from gradcli.answers.inputs import QuestionError
from gradcli.answers.plot import Plot, plot
from gradcli.commands.output import form_of, save
from gradcli.commands.terminal import Reading, Settings, is_terminal, reading_size, use_colour
from gradcli.errors import ExitCode
from gradcli.language.memory import memory_limit
from gradcli.report.glyphs import UNICODE, glyphs_for

_SUFFIXES = {".svg": "svg", ".png": "png", ".txt": "text"}
_WIDTH, _HEIGHT = 80, 24
"""Of what is no terminal."""
_WIDEST, _HIGHEST = 120, 34


class Wanted(NamedTuple):
    """What is to be plotted, how, and the file that it goes to."""

    over: dict[str, tuple[float, float]]
    order: int
    points: int | None
    start: dict[str, float] | None
    rate: float
    steps: int
    form: str | None
    output: str | None


def write(question: Question, wanted: Wanted, settings: Settings) -> int:
    """Do what was asked for; return the exit status. Raises what ``main`` turns into words."""
    way = None if wanted.start is None else (wanted.start, wanted.rate, wanted.steps)
    try:
        form = wanted.form or (
            "text" if wanted.output is None else form_of(wanted.output, _SUFFIXES)
        )
        if form == "png" and wanted.output is None and is_terminal(sys.stdout):
            raise QuestionError("a picture is nothing for a terminal: give -o FILE.png")
        with memory_limit():
            found = plot(question, wanted.over, wanted.order, wanted.points, way)
            data = _drawn(found, form, wanted.output, settings)
    except QuestionError as error:
        raise click.UsageError(str(error)) from error
    save(data, wanted.output)
    if found.is_empty:
        ends = ", ".join(f"{name} = {at[0]:g} to {at[-1]:g}" for name, at in found.axes.items())
        Reading().write(f"note: no value of {found.title} is finite for {ends}\n")
    return ExitCode.OK


def _drawn(found: Plot, form: str, output: str | None, settings: Settings) -> str | bytes:
    if form != "text":
        from gradcli.report import plot_picture

        return plot_picture.render(found, form)
    from gradcli.report import plot_text

    if output is not None:
        return plot_text.render(found, _WIDTH, _HEIGHT, False, UNICODE)
    columns, lines = reading_size(sys.stdout)
    width, height = min(columns or _WIDTH, _WIDEST), min((lines or _HEIGHT + 1) - 1, _HIGHEST)
    colour = use_colour(sys.stdout, settings.color)
    return plot_text.render(found, width, height, colour, glyphs_for(sys.stdout.encoding))
