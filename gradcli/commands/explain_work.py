"""The work of ``gradcli explain``: have the question answered, and show the explanation.

This module knows streams and formats. It does not know how anything is computed.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping

import click

from gradcli.answers.evaluation import Question
from gradcli.answers.explanation import Explanation, explain
from gradcli.answers.inputs import QuestionError
from gradcli.commands.shipped import sections
from gradcli.commands.terminal import Settings, is_terminal, show_diagnostic, use_colour
from gradcli.errors import ExitCode
from gradcli.language.memory import memory_limit


def write(
    question: Question, shapes: Mapping[str, tuple[int, ...]], form: str, settings: Settings
) -> int:
    """Do what was asked for; return the exit status. Raises what ``main`` turns into words."""
    try:
        with memory_limit():
            _refuse_code(question.source.strip())
            found = explain(question, lambda warning: show_diagnostic(warning, settings), shapes)
            if found.hint and (use := _other_use(question.source.strip())):
                found = found._replace(hint=f"{found.hint}; {use}")
            _show(found, form, settings)
    except QuestionError as error:
        raise click.UsageError(str(error)) from error
    return ExitCode.OK


def _refuse_code(word: str) -> None:
    """Refuse the code of an error that would be a difference. Raises ``QuestionError``."""
    if re.fullmatch(r"[a-z]+(-[a-z]+)+", word) and word in sections():
        use = f"gradcli rule {word} explains the code of an error"
        raise QuestionError(f"{use}; a difference has blanks: {word.replace('-', ' - ')}")


def _other_use(word: str) -> str:
    """Say which command tells about a program that is a code or the name of an operator."""
    if not re.fullmatch(r"[\w.]+", word):
        return ""
    if word in sections():
        return f"gradcli rule {word} explains the code of an error"
    from gradcli.answers.catalogue import select

    chosen = select((word,), lambda warning: None)
    return f"gradcli ops {word} explains the operator" if chosen.named and chosen.found else ""


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
