"""The work of ``gradcli repl``: take what is typed, have it run or looked at, and show the answer.

This module knows the commands of the prompt. It does not know how lines are typed.
"""

from __future__ import annotations

import re
import signal
import sys
from collections.abc import Callable

import click

from gradcli import __version__
from gradcli.answers.dialogue import Dialogue, pasted
from gradcli.answers.evaluation import Question
from gradcli.answers.inputs import QuestionError
from gradcli.commands.source import read_program
from gradcli.commands.terminal import (
    Settings,
    Visible,
    is_terminal,
    reading_size,
    reading_width,
    show_diagnostic,
    tell,
    use_colour,
)
from gradcli.errors import DataError, ExitCode, GradcliError, OpError
from gradcli.language.memory import memory_limit
from gradcli.language.messages.suggest import closest
from gradcli.report import plain
from gradcli.report.glyphs import glyphs_for, printed


def start(question: Question, file: str | None, is_plain: bool, settings: Settings) -> int:
    """Begin; return the exit status. Raises what ``main`` turns into words."""
    first = None if file is None else read_program((), (), file)
    if not is_terminal(sys.stdin):
        return _piped(question, first.text if first else "", settings)
    prompt = Prompt(question, settings)
    try:
        with memory_limit(), prompt.dialogue:
            if first is not None:
                prompt.take(first.text)
            sys.stdout.write(f"gradcli {__version__}: :help lists the commands, Ctrl-D ends.\n")
            _loop(is_plain)(prompt)
    except QuestionError as error:
        raise click.UsageError(str(error)) from error
    return ExitCode.OK


def _piped(question: Question, before: str, settings: Settings) -> int:
    """Run a program from a pipe as ``eval`` does."""
    from gradcli.commands.eval_work import Shown, write

    source = before + read_program((), (), "-").text
    return write(question._replace(source=source, filename="<stdin>"), Shown("auto"), settings)


def _loop(is_plain: bool) -> Callable[[Prompt], None]:
    """Return what reads lines: prompt_toolkit where it is installed, else Python's readline."""
    if not is_plain:
        try:
            from gradcli.commands.repl_rich import loop

            return loop
        except ImportError:
            pass
    from gradcli.commands.repl_plain import loop as plain_loop

    return plain_loop


class Turns:
    """What is done at a prompt, turn by turn: Ctrl-C ends a turn, however often it is pressed.

    Between turns there is nothing that it could end but the prompt, so that it does nothing there.
    ``before`` ends the line that was typed, where nothing else does.
    """

    def __init__(self, before: str = "") -> None:
        self.goes_on = False
        self.before = before
        signal.signal(signal.SIGINT, self._interrupt)

    def _interrupt(self, *what: object) -> None:
        if self.goes_on:
            self.goes_on = False
            raise KeyboardInterrupt

    def take(self, work: Callable[[], bool]) -> bool:
        """Do the work of a turn; return what it does, or True where Ctrl-C ended it."""
        try:
            self.goes_on = True
            is_more = work()
            self.goes_on = False
        except KeyboardInterrupt:  # the line is forgotten, as Python does
            self.goes_on = False
            sys.stdout.write(f"{self.before}KeyboardInterrupt\n")
            return True
        return is_more


_ENDS = (":quit", ":q", "exit", "quit", "exit()", "quit()")
_HELP = re.compile(r"help(?:\((?P<name>[\w.]*)\))?|\?+(?P<before>[\w.]+)|(?P<behind>[\w.]+)\?+")
"""``help(sin)`` as in Python, ``sin?`` and ``?sin`` as in IPython."""


class Prompt:
    """What becomes of each piece that is typed."""

    def __init__(self, question: Question, settings: Settings) -> None:
        self.settings = settings
        self.dialogue = Dialogue(
            question,
            lambda text: sys.stdout.write(printed(text)),
            lambda warning: show_diagnostic(warning, settings),
            Visible().write,
        )

    def take(self, text: str) -> bool:
        """Run a piece of a program or a command; return False where that ends the prompt."""
        text = pasted(text).strip("\n")
        word, _, rest = text.strip().partition(" ")
        if word not in self.dialogue.variables:
            if text.strip() in _ENDS:
                return False
            asked = _HELP.fullmatch(text.strip())
            if asked is not None:
                word, rest = ":help", "".join(filter(None, asked.groups()))
        try:
            if word.startswith(":"):
                self._obey(word, rest.strip())
            else:
                value = self.dialogue.run(text)
                if value is not None:
                    _say(value.text)
        except GradcliError as error:
            show_diagnostic(error.diagnostic, self.settings)
        except (QuestionError, OpError, DataError) as error:
            _complain(str(error))
        except KeyboardInterrupt:
            _complain("KeyboardInterrupt")
        except (MemoryError, RecursionError) as error:
            _complain(f"{type(error).__name__}: not enough memory")
        return True

    def _obey(self, word: str, rest: str) -> None:
        close = [name for name in COMMANDS if name.startswith(word)]
        if word not in COMMANDS and len(close) != 1:
            near = closest(word, COMMANDS)
            unknown = f"there is no {word}; " + (f"did you mean {near!r}? " if near else "")
            what = f"{word} could be {' or '.join(close)}; " if close else unknown
            raise QuestionError(f"{what}:help lists the commands")
        COMMANDS[word if word in COMMANDS else close[0]][1](self, rest)

    # The commands

    def _graph(self, rest: str) -> None:
        from gradcli.report.graph_fold import fold

        glyphs = glyphs_for(sys.stdout.encoding)
        graph = self.dialogue.graph()
        lines = (reading_size(sys.stdout)[1] or 24) - 4
        if rest == "all":
            _say(plain.whole(graph, glyphs))
        else:
            _say(plain.chain(fold(graph, glyphs.times), glyphs, max(lines, 8), 60, ":graph all"))

    def _grad(self, rest: str) -> None:
        names = tuple(name.strip() for name in rest.replace(",", " ").split()) or None
        for gradient in self.dialogue.gradients(names):
            _say(plain.gradient(gradient))

    def _explain(self, rest: str) -> None:
        from gradcli.report import rich_view

        found = self.dialogue.explain(rest)
        colour = use_colour(sys.stdout, self.settings.color)
        rich_view.show_explanation(found, sys.stdout, colour)

    def _diff(self, rest: str) -> None:
        from gradcli.report.formula_text import render

        _say(render(self.dialogue.differentiate(rest), "text"))

    def _vars(self, rest: str) -> None:
        from gradcli.answers.report import describe

        for name, value in self.dialogue.variables.items():
            shape = describe(value)
            size = "" if shape.shape is None else f" {tuple(shape.shape)} {shape.dtype}"
            _say(f"{name}: {shape.type}{size}")

    def _help(self, rest: str) -> None:
        if rest:
            from gradcli.answers import catalogue
            from gradcli.report import catalogue_text

            found, missing, _ = catalogue.select((rest,), lambda warning: None)
            if missing:
                raise QuestionError(catalogue.why_missing(rest))
            width = reading_width(sys.stdout)
            _say("\n".join(catalogue_text.page(entry, None, width=width) for entry in found))
            return
        for name, (note, _) in COMMANDS.items():
            _say(f"{name:10} {note}")
        _say(f"{'_':10} the value before\n{':quit':10} end, as Ctrl-D does")


Obey = Callable[[Prompt, str], None]

COMMANDS: dict[str, tuple[str, Obey]] = {
    ":graph": ("the graph of the last value; :graph all for all of it", Prompt._graph),
    ":grad": ("its gradients; :grad x for some", Prompt._grad),
    ":explain": ("its derivative step by step, or :explain EXPR", Prompt._explain),
    ":diff": ("its derivative as a formula, or :diff EXPR", Prompt._diff),
    ":vars": ("the names that are defined", Prompt._vars),
    ":help": (":help OP for an operator", Prompt._help),
}


def _say(text: str) -> None:
    sys.stdout.write(printed(text.rstrip("\n")) + "\n")
    sys.stdout.flush()


def _complain(text: str) -> None:
    sys.stdout.flush()
    tell(printed(text) + "\n")
