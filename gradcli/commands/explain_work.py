"""The work of ``gradcli explain``: have the question answered, and show the explanation.

This module knows streams and formats. It does not know how anything is computed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

import click

from gradcli.answers.evaluation import Question
from gradcli.answers.explanation import Explanation, explain
from gradcli.answers.inputs import QuestionError
from gradcli.commands.terminal import Settings, is_terminal, show_diagnostic, use_colour
from gradcli.errors import ExitCode
from gradcli.language.memory import memory_limit


def write(
    question: Question, shapes: Mapping[str, tuple[int, ...]], form: str, settings: Settings
) -> int:
    """Do what was asked for; return the exit status. Raises what ``main`` turns into words."""
    try:
        with memory_limit():
            found = explain(question, lambda warning: show_diagnostic(warning, settings), shapes)
            _show(found, form, settings)
    except QuestionError as error:
        raise click.UsageError(str(error)) from error
    return ExitCode.OK


def _show(found: Explanation, form: str, settings: Settings) -> None:
    if form == "auto":
        capable = is_terminal(sys.stdout) and os.environ.get("TERM") != "dumb"
        form = "table" if capable else "plain"
    if form == "table":
        from gradcli.report import rich_view

        rich_view.show_explanation(found, sys.stdout, use_colour(sys.stdout, settings.color))
        return
    from gradcli.report.explanation_text import RENDERERS

    sys.stdout.write(RENDERERS[form](found))
