"""``%gradcli`` and ``%%gradcli``: programs in the cells of a notebook, with options of ``eval``.

This module knows what IPython asks of an extension. It does not know how anything is computed.
"""

from __future__ import annotations

import shlex
import sys
from contextlib import suppress
from itertools import pairwise
from typing import Any

import click

from gradcli.answers.evaluation import Question, Said, answer
from gradcli.answers.inputs import QuestionError, Scope, forget_sources
from gradcli.commands.eval import EvalCommand, given
from gradcli.commands.eval import command as eval_command
from gradcli.commands.terminal import Settings, show_diagnostic
from gradcli.errors import Diagnostic, GradcliError
from gradcli.language.run import Session
from gradcli.report.diagnostics import render
from gradcli.report.shown import ShownReport

_TAKEN = (
    *("words", "define", "constant", "wrt", "gradient", "jacobian", "hessian", "jvp", "order"),
    *("sparsity", "dtype", "anomaly", "seed", "math"),
)
"""The options of ``eval`` that a cell has: what is asked, not how it is written."""

_HELP = """Evaluate the cell, or the words of the line: value, gradients and graph.

\b
  %%gradcli -D x=2 -D weights
  y = x * sin(x)
  sum(weights * y)

-D weights takes the notebook's variable of that name. What a cell defines, the next ones know.
"""

_COMMAND = EvalCommand(
    "%gradcli",
    params=[option for option in eval_command.params if option.name in _TAKEN],
    help=_HELP,
)


class CellError(Exception):
    """An error in a cell or its options, which a notebook shows as it is, without a traceback."""

    def _render_traceback_(self) -> list[str]:
        return str(self).splitlines()


class Output(Said):
    """What cells print and warn of, passed on to the notebook."""

    def write(self, text: str) -> None:
        """Take a piece of text."""
        sys.stdout.write(text)

    def warn(self, warning: Diagnostic) -> None:
        """Take a warning."""
        show_diagnostic(warning, Settings())

    def aside(self, text: str) -> None:
        """Take what cells write to standard error."""
        sys.stderr.write(text)


class Cells:
    """The cells of a notebook: programs that run one after the other in the same variables."""

    def __init__(self, shell: Any) -> None:
        self.shell = shell
        self.said = Output()
        self.session = Session(write=self.said.write, warn=self.said.warn, aside=self.said.aside)

    def run(self, line: str, cell: str | None) -> ShownReport | None:
        """Run the words of a line, or a cell; return what the notebook shows."""
        try:
            with suppress(click.exceptions.Exit):  # of --help
                return self._answer(self._question(_words(line), cell))
        except click.UsageError as error:
            raise CellError(f"%gradcli: {error.format_message()}") from None
        except QuestionError as error:
            raise CellError(f"%gradcli: {error}") from None
        except GradcliError as error:
            raise CellError(render(error.diagnostic)) from None
        return None

    def _question(self, words: list[str], cell: str | None) -> Question:
        with _COMMAND.make_context("%gradcli", self._with_values(words)) as ctx:
            options = {**ctx.params, "expr": (), "file": None}
            if cell is not None:
                options["expr"] = (cell,)
            elif not options["words"]:
                raise click.UsageError("No program: %%gradcli takes the cell, %gradcli the line.")
            program, inputs = given(ctx, options)
        return Question(*program, inputs, **options)

    def _with_values(self, words: list[str]) -> list[str]:
        """Write ``-D x`` as ``-D x=x``, and give the session the notebook's value of x."""
        completed = list(words)
        for place, (option, name) in enumerate(pairwise(words), 1):
            if option in ("-D", "--define", "-C", "--constant") and name.isidentifier():
                if name not in self.shell.user_ns:
                    raise click.UsageError(f"{option} {name}: the notebook has no such variable.")
                try:
                    self.session.define(name, self.shell.user_ns[name])
                except TypeError as error:
                    raise click.UsageError(f"{option} {name}: {error}") from error
                completed[place] = f"{name}={name}"
        return completed

    def _answer(self, question: Question) -> ShownReport | None:
        session = self.session
        session.dtype, session.seed = question.dtype, question.seed
        session.anomaly = question.anomaly
        session.machine.steps = 0
        with session:
            report = answer(question, session, self.said)
            for _, tensor in Scope({}, session.variables).tensors():
                forget_sources(tensor)
        return None if report is None else ShownReport(report)


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line)
    except ValueError as error:
        raise click.UsageError(f"{line!r}: {error}") from error


def load(shell: Any) -> None:
    """Give a notebook both magics, and programs variables of their own."""
    cells = Cells(shell)

    def magic(line: str, cell: str | None = None) -> ShownReport | None:
        return cells.run(line, cell)

    magic.__doc__ = _COMMAND.help
    vars(magic)["_ipython_magic_no_var_expand"] = True  # braces in a line are the program's
    shell.register_magic_function(magic, "line_cell", "gradcli")
