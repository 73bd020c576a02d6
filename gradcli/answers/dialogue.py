"""A program that grows piece by piece, and what is asked about it on the way.

This module knows what a piece gives, its graph, gradients, explanation and formula. It does not
know how anything is typed or shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack
from textwrap import dedent
from typing import TYPE_CHECKING, Any

from gradcli.answers import graph
from gradcli.answers.evaluation import Question, build_report
from gradcli.answers.inputs import QuestionError, Scope, define
from gradcli.answers.report import Gradient, Value, describe
from gradcli.answers.shapes import free_names
from gradcli.core.tensor import Tensor
from gradcli.errors import GradcliError
from gradcli.language.run import Run, check_source
from gradcli.syntax import nodes
from gradcli.syntax.parse import parse

if TYPE_CHECKING:
    from gradcli.answers.explanation import Explanation
    from gradcli.answers.formula import Formula

NAME = "<prompt>"
LAST = "_"
"""What the value before is called."""

_UNFINISHED = ("was never closed", "unterminated triple-quoted", "expected an indented block")


class Dialogue:
    """A session that pieces of a program are run in, one after the other.

    The program so far is kept as one text, so that whatever is said of a piece can show its line.
    """

    def __init__(
        self,
        question: Question,
        write: Callable[[str], object],
        warn: Callable[..., object],
        aside: Callable[[str], object] = len,
    ) -> None:
        self.question = question
        self.source = ""
        self.count = 0
        self.last: Run | None = None
        self.unnamed: int | None = None
        self.warn = warn
        self.session = question.session(write, warn, aside)

    def __enter__(self) -> Dialogue:
        with ExitStack() as stack:  # what is wrong with an input ends the session as well
            stack.enter_context(self.session)
            self.inputs, self.constants = define(self.question.inputs, self.session)
            self.around = stack.pop_all()
        return self

    def __exit__(self, *exception: object) -> None:
        self.around.close()

    def run(self, piece: str) -> Value | None:
        """Run a piece; return the value of an expression, which is then called ``_``.

        Raises ``GradcliError`` where it is wrong; the program is then what it was before.
        """
        module, whole = self._parsed(piece)
        body = module.body[self.count :]
        self.session.machine.steps = 0
        run = self.session.prepare(nodes.Module(module.span, body), whole, NAME)()
        self.source, self.count = whole, len(module.body)
        if not body or run.value is None:
            return None
        self.last = run
        if not isinstance(body[-1], nodes.ExprStmt):
            return None
        self.session.assign(LAST, run.value)
        self.unnamed = body[-1].span.start
        return describe(run.value)

    def _parsed(self, piece: str) -> tuple[nodes.Module, str]:
        """Return the program with a piece; a value before that it names gets that name in the text.

        Whoever runs the text again finds it there.
        """
        whole = f"{self.source}{piece.rstrip()}\n"
        check_source(whole, NAME)
        module = parse(whole, NAME)
        if self.unnamed is None or LAST not in free_names(piece, NAME):
            return module, whole
        whole = f"{whole[: self.unnamed]}{LAST} = {whole[self.unnamed :]}"
        self.unnamed = None
        return parse(whole, NAME), whole

    @property
    def variables(self) -> dict[str, Any]:
        """The names that were defined, and what they hold."""
        return self.session.variables

    # What is asked

    def graph(self) -> graph.Graph:
        """Return the graph behind the last value."""
        run = self._last()
        nodes = graph.nodes_of(run.value)
        if not nodes:
            raise QuestionError("no graph: the value depends on nothing that requires grad")
        scope = Scope({}, self.variables)
        scope.name_leaves(nodes)
        return graph.describe(nodes, scope.names, run.source)

    def gradients(self, names: tuple[str, ...] | None) -> tuple[Gradient, ...]:
        """Return the gradients of the last value, by all leaves or by those that are named."""
        report = build_report(self._last(), self.inputs, names, constants=self.variables)
        if not report.gradients:
            raise QuestionError(report.hint or "the value has no gradients")
        return report.gradients

    def explain(self, expression: str) -> Explanation:
        """Explain the last value, or an expression; the program is run again for that."""
        from gradcli.answers.explanation import explain  # for who asks

        source = self.source + expression if expression else self._last().source
        return explain(self.question._replace(source=source, filename=NAME), self.warn)

    def differentiate(self, expression: str) -> Formula:
        """Return the derivative of an expression as a formula, or of the one before."""
        from gradcli.answers.formula import derive

        if not expression:
            written = self._last().expression
            if written is None:
                raise QuestionError("there is no expression yet")
            expression = self._last().source[written.span.start : written.span.end]
        known = self.variables
        computed = [n for n in free_names(expression, NAME) if not _is_given(known.get(n))]
        if computed and self.inputs:  # the program says what they are of the inputs
            given = {name: tensor.array for name, tensor in self.inputs.items()}
            return derive(self.source + expression, given, {}, self.constants, filename=NAME)
        if computed:
            raise QuestionError(f"{computed[0]} was computed; :diff takes the expression of it")
        used = {name: known[name] for name in free_names(expression, NAME) if name in known}
        inputs = {n: v.array for n, v in used.items() if _is_leaf(v)}
        constants = {n: v for n, v in used.items() if n not in inputs}
        return derive(expression, inputs, {}, constants, filename=NAME)

    def _last(self) -> Run:
        if self.last is None:
            raise QuestionError("there is no value yet")
        return self.last


def _is_leaf(value: Any) -> bool:
    return isinstance(value, Tensor) and value.requires_grad and value.array.dtype.kind == "f"


def _is_given(value: Any) -> bool:
    """Tell whether a value depends on no other."""
    return not isinstance(value, Tensor) or value.is_leaf


def pasted(text: str) -> str:
    """Return a piece without what others show before it: their prompts, or a margin."""
    if _PROMPT.match(text):
        lines = map(_PROMPT_OR_MORE.match, text.split("\n"))
        text = "\n".join(line[1] for line in lines if line is not None)
    return dedent(text) if text[:1].isspace() else text


_PROMPT = re.compile(r"\s*(?:>>>|In \[\d+\]:)")
_PROMPT_OR_MORE = re.compile(r"\s*(?:>>>|\.\.\.:?|In \[\d+\]:) ?(.*)")


def is_unfinished(text: str) -> bool:
    """Tell whether a piece goes on in the next line: an open bracket or text, or a block."""
    text = pasted(text)
    lines = text.split("\n")
    if text.rstrip().endswith("\\") and lines[-1].strip():
        return True
    try:
        parse(text, NAME)
    except GradcliError as error:
        if any(words in error.diagnostic.message for words in _UNFINISHED):
            return True
        if not _is_block(lines):
            return False
    return _is_block(lines) and bool(lines[-1].strip())


def _is_block(lines: list[str]) -> bool:
    """Tell whether lines are a block, which an empty line ends."""
    first = next((line for line in lines if line.strip()), "")
    headed = first.startswith("@") or any(
        line.split("#")[0].rstrip().endswith(":") for line in lines
    )
    return headed and not first.lstrip().startswith(("lambda", "{", "["))
