"""The value that an expectation comment writes down, and whether a value is it.

A comment may hold what would be printed, or an expression of the program's variables. This module
knows both. It does not know what becomes of a mismatch.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from gradcli.checks.compare import Tolerance, as_array, close, same_text, value_text
from gradcli.checks.failures import headline
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.errors import GradcliError
from gradcli.language.limits import Limits
from gradcli.language.machine.machine import Machine
from gradcli.language.run import Session

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_LONGEST = 100  # numbers that are quick to read
_STEPS = 100_000
_GRAPH = re.compile(r", (?:grad_fn=<\w+>|requires_grad=True)(?=\)$)")


class Evaluator:
    """What comments say, in the variables of a session."""

    __slots__ = ("aside", "session")

    def __init__(self, session: Session) -> None:
        self.session = session
        self.aside: Session | None = None  # where comments are evaluated, once one needs to be

    def matches(self, text: str, value: Any, tolerance: Tolerance) -> tuple[bool, Any, str | None]:
        """Tell whether a value is the one written down.

        Return that one as well, or why there is none.
        """
        if not text:
            return False, None, "the comment is empty; --update writes what came out"
        # With a tolerance, digits count that are not printed.
        by_text = not tolerance.given or as_array(value) is None
        if by_text and any(same_text(text, shown, tolerance) for shown in _shown(value)):
            return True, None, None
        if isinstance(value, str):
            return text == repr(value), None, None
        try:
            expected = self.evaluate(_GRAPH.sub("", text))
        except GradcliError as error:
            return False, None, f"what is expected is no expression: {headline(error.diagnostic)}"
        return close(expected, value, tolerance), expected, None

    def evaluate(self, text: str) -> Any:
        """Return the value of a text; the program goes on as if nothing had been evaluated."""
        if len(text) <= _LONGEST and _NUMBER.fullmatch(text):
            return float(text) if set(text) & set(".eE") else int(text)
        if self.aside is None:
            self.aside = Session(limits=Limits(max_steps=_STEPS))
        generator = STATE.generator.snapshot()
        try:
            with self.aside as aside:
                self._share_variables(aside.machine)
                return aside.evaluate(text, "<expected>").value
        finally:
            STATE.generator.restore(generator)
            self.aside.programs.clear()
            self.aside.machine.reserve = None

    def _share_variables(self, machine: Machine) -> None:
        """Give a machine the variables of the program, and the steps that a comment may take."""
        machine.globals.clear()
        machine.globals.update(
            (name, value)
            for name, value in self.session.machine.globals.items()
            if isinstance(name, str)
        )
        machine.steps = 0


def _shown(value: Any) -> Iterator[str]:
    """Yield the texts that stand for a value: what is printed, a tensor's numbers alone."""
    text = value_text(value)
    yield text
    if isinstance(value, Tensor):
        inner = re.match(r"tensor\((.*?)(?:, (?:dtype|grad_fn|requires_grad)=.*)?\)$", text, re.S)
        if inner is not None:
            yield inner[1]
