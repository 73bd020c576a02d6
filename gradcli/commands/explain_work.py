"""The work of ``gradcli explain``: define inputs, run the program under watch, write.

This module knows the order of things. It does not know what an explanation looks like.
"""

from __future__ import annotations

import os
import sys
from typing import NamedTuple

import click

from gradcli.answers.evaluation import diagnostic_of
from gradcli.answers.explanation import Explanation, Recorder, explain
from gradcli.answers.gradients import Scope, SelectionError
from gradcli.commands.eval_work import define, vector
from gradcli.commands.source import Program
from gradcli.commands.terminal import Settings, is_terminal, show_diagnostic, use_colour
from gradcli.errors import ExitCode, GradcliError, OpError
from gradcli.language.memory import memory_limit
from gradcli.language.run import Session


class Request(NamedTuple):
    """What the user asks for; ``inputs`` are ("define" or "constant", name, text)."""

    program: Program
    inputs: list[tuple[str, str, str]]
    wrt: tuple[str, ...] | None
    gradient: str | None
    dtype: str | None
    seed: int | None
    form: str


def write(request: Request, settings: Settings) -> int:
    """Do what was asked for; return the exit status. Raises what ``main`` turns into words.

    What the program prints is left out, because the explanation is the output.
    """
    session = Session(
        dtype=request.dtype,
        seed=request.seed,
        write=lambda text: None,
        warn=lambda warning: show_diagnostic(warning, settings),
    )
    try:
        with memory_limit(), session, Recorder() as recorder:
            _show(_explained(request, session, recorder), request.form, settings)
    except SelectionError as error:
        raise click.UsageError(str(error)) from error
    return ExitCode.OK


def _explained(request: Request, session: Session, recorder: Recorder) -> Explanation:
    inputs, constants = define(request.inputs, session)
    run = session.evaluate(request.program.text, request.program.filename)
    weight = None
    if request.gradient is not None:
        weight = vector(request.gradient, "--gradient", session)
    scope = Scope(inputs, {**constants, **run.variables})
    try:
        return explain(run.value, run.source, recorder, scope, request.wrt, weight)
    except OpError as error:
        raise GradcliError(diagnostic_of(error, run, request.program.filename)) from error


def _show(found: Explanation, form: str, settings: Settings) -> None:
    if form == "auto":
        capable = is_terminal(sys.stdout) and os.environ.get("TERM") != "dumb"
        form = "rich" if capable else "plain"
    if form == "rich":
        from gradcli.report import rich_view

        rich_view.show_explanation(found, sys.stdout, use_colour(sys.stdout, settings.color))
        return
    from gradcli.report.explanation_text import RENDERERS

    sys.stdout.write(RENDERERS[form](found))
