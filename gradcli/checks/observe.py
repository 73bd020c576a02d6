"""What happens while a program is checked: which checks are reached, and which do not hold.

This module knows the values on both sides of a check. It does not know how a program is run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gradcli.answers.check_results import Failure
from gradcli.answers.source_lines import Lines
from gradcli.checks import compare, expectations
from gradcli.checks.compare import difference, exact_text, squeezed, value_text
from gradcli.checks.expectations import Edit, Expectation
from gradcli.checks.expected import Evaluator
from gradcli.checks.failures import headline
from gradcli.checks.instrument import Hooks, can_fail_inside, instrumented, relation
from gradcli.core import observe as core
from gradcli.core.state import STATE
from gradcli.errors import Diagnostic, Span, shortened
from gradcli.language.messages.uncaught import is_programs_own, uncaught
from gradcli.language.run import Session
from gradcli.syntax import nodes

_LONGEST_EXPECTED = 1_000
_LONGEST_SAID = 100


class Observer(core.Observer):
    """The checks of programs as they run; ``printed`` is where the pieces that they print go.

    ``line_offset`` is how many lines stand before a program.

    As a context it listens to the checks that PyTorch has functions for. ``reached`` holds a key
    for every check that was made, ``failures`` those that do not hold.
    """

    def __init__(self, session: Session, printed: list[str]) -> None:
        self.session = session
        self.printed = printed
        self.line_offset = 0
        self.evaluator = Evaluator(session)
        self.lines = Lines("")
        self.source = ""
        self.reached: set[object] = set()
        self.failures: list[Failure] = []
        self.found: dict[Expectation, list[tuple[Failure | None, str]]] = {}
        self.marks: dict[Expectation, list[int]] = {}
        self.sides: dict[Span, tuple[nodes.Assert, dict[int, Any]]] = {}
        self.mismatch: tuple[Any, Any] | None = None

    def prepare(self, module: nodes.Module, source: str, found: list[Expectation]) -> nodes.Module:
        """Return a program with what tells of its checks built in."""
        self.source, self.lines, self.failures = source, Lines(source), []
        self.found, self.marks, self.sides = {}, {}, {}
        top = set(module.body)
        for index, one in enumerate(found):
            statement = one.statement
            inside = one.is_error and one.problem is None and statement not in top
            if inside and statement is not None and not can_fail_inside(statement):
                problem = "within a block, only an expression can be expected to fail"
                found[index] = one = one._replace(problem=problem)
            if one.problem is not None:
                self._report_problem(one, one.problem)
        hooks = Hooks(self.mark, self.look, self.attempt, self.side, self.asserted)
        return instrumented(module, found, hooks)

    def finish(self, found: list[Expectation]) -> None:
        """Take note that the program came to its end: what was not reached by now never is."""
        for one in found:
            if one.problem is None and one not in self.found:
                self._report_problem(one, "the program never came here")

    def _report_problem(self, one: Expectation, problem: str) -> None:
        kind = _kind(one)
        self.reached.add(one)
        self.failures.append(
            self._failure(kind, f"{problem}: # {kind}: {_short(one.text)}", one.span)
        )

    def _failure(self, kind: str, message: str, span: Span, **more: Any) -> Failure:
        (line, column), (end_line, end_column) = map(self.lines.place, span)
        first, last = line + 1 + self.line_offset, end_line + 1 + self.line_offset
        return Failure(kind, message, first, column + 1, last, end_column + 1, **more)

    # Checks that are calls

    def checked(self, name: str, actual: Any, expected: Any) -> None:
        """Take a check that the program makes by calling a function, or how far it is off."""
        if name == "mismatch":
            self.mismatch = actual, expected
        else:
            self.reached.add((name, STATE.source if STATE.source is not None else object()))

    # Assertions

    def side(self, node: nodes.Assert, which: int, value: Any) -> Any:
        """Take one of the sides that an assertion compares."""
        self.sides.setdefault(node.span, (node, {}))[1][which] = value
        return value

    def asserted(self, node: nodes.Assert, value: Any) -> Any:
        """Take note that an assertion was reached."""
        self.reached.add(node)
        return value

    def explain(self, diagnostic: Diagnostic, failure: Failure) -> Failure:
        """Add both sides to the failure of an assertion, and how far they are apart."""
        if diagnostic.code == "not-close":
            if self.mismatch is None:
                return failure
            got, expected = self.mismatch
            sign = "=="
        else:
            node, values = self.sides.get(diagnostic.span, (None, {}))
            if node is None or len(values) < 2:
                return failure
            got, expected, sign = values[0], values[1], relation(node.test)
        said = value_text(expected)
        return failure._replace(
            expected=said if sign == "==" else f"{sign} {said}",
            got=value_text(got),
            difference=difference(expected, got) if sign == "==" else None,
        )

    # Expectations of values

    def mark(self, one: Expectation) -> None:
        """Take note of where the output of a statement begins."""
        self.marks.setdefault(one, []).append(len(self.printed))

    def look(self, one: Expectation, value: Any) -> Any:
        """Compare the value of a statement, or what it printed, with what is expected."""
        start = self.marks[one].pop()
        printed = "".join(self.printed[start:])
        if value is None and printed:
            value = Printed(printed)
        self.reached.add(one)
        failure = self._compare(one, value)
        self._found(one, failure, _update_text(one, value))
        return None if isinstance(value, Printed) else value

    def _found(self, one: Expectation, failure: Failure | None, text: str) -> None:
        seen = self.found.setdefault(one, [])
        first = failure is not None and all(known is None for known, _ in seen)
        if not seen or first or all(text != known for _, known in seen[:2]):
            seen.append((failure, text))
        if first and failure is not None:  # of a loop's many, the first is enough
            self.failures.append(failure)

    def _compare(self, one: Expectation, value: Any) -> Failure | None:
        if isinstance(value, Printed):
            expected, got, problem = Printed(one.text), value, None
            holds = bool(one.text) and compare.same_text(one.text, value.text, one.tolerance)
        else:
            holds, expected, problem = self.evaluator.matches(one.text, value, one.tolerance)
            got = value
        if holds:
            return None
        return self._unexpected(one, expected, got, problem)

    def _unexpected(
        self, one: Expectation, expected: Any, got: Any, problem: str | None
    ) -> Failure:
        statement = one.statement
        assert statement is not None
        apart = None if isinstance(got, Printed) else difference(expected, got)
        said = got.text if isinstance(got, Printed) else value_text(got)
        written = self.source[one.span.start :].partition("\n")[0].strip() or "nothing yet"
        is_number = apart is not None and apart.position == ()
        got_short = apart.got if apart is not None and is_number else _short(said)
        return self._failure(
            "expect",
            f"expected {_short(written)}, got {got_short}",
            statement.span,
            expected=shortened(written) if one.text else None,
            got=shortened(said.rstrip("\n")),
            difference=apart,
            details=problem,
        )

    # Expectations of errors

    def attempt(self, one: Expectation, function: Callable[[], object]) -> None:
        """Call a part of the program that is expected to fail."""
        self.trial(one, function)

    def trial(self, one: Expectation, run: Callable[[], object]) -> None:
        """Run what is expected to fail, and compare how it does."""
        self.reached.add(one)
        try:
            run()
        except Exception as error:  # the program's own, where it runs inside the program
            if not is_programs_own(error):
                raise
            diagnostic = uncaught(error).diagnostic
        else:
            self._found(one, self._no_error(one), "")
            return
        text = squeezed(f"{diagnostic.kind}: {diagnostic.message}")
        if one.text and expectations.error_matches(one.text, diagnostic.kind, diagnostic.message):
            self._found(one, None, text)
        else:
            self._found(one, self._other_error(one, diagnostic, text), text)

    def _no_error(self, one: Expectation) -> Failure:
        assert one.statement is not None
        return self._failure(
            "expect-error",
            f"expected {_short(one.text)}, but nothing failed",
            one.statement.span,
            expected=one.text,
            got="no error",
        )

    def _other_error(self, one: Expectation, diagnostic: Diagnostic, text: str) -> Failure:
        assert one.statement is not None
        return self._failure(
            "expect-error",
            f"expected {_short(one.text or 'nothing yet')}, got {_short(headline(diagnostic))}",
            one.statement.span,
            expected=one.text or None,
            got=shortened(text),
        )

    # Updates

    def updates(self) -> Iterator[tuple[Failure, Edit]]:
        """Yield the failures that an edit of the comment mends; not where runs of it differ."""
        for one, seen in self.found.items():
            failure, text = seen[0]
            line = squeezed(text)
            if failure is not None and len(seen) == 1 and 0 < len(line) <= _LONGEST_EXPECTED:
                yield failure, expectations.edit_for(one, text)


class Printed:
    """What a statement printed, where it has no value."""

    __slots__ = ("text",)

    def __init__(self, text: str) -> None:
        self.text = text


def _update_text(one: Expectation, value: Any) -> str:
    """Return what an update writes: with a tolerance every digit counts."""
    if isinstance(value, Printed):
        return value.text
    return exact_text(value) if one.tolerance.given else value_text(value)


def _kind(one: Expectation) -> str:
    return "expect-error" if one.is_error else "expect"


def _short(text: str) -> str:
    line = squeezed(text)
    return line if len(line) <= _LONGEST_SAID else line[: _LONGEST_SAID - 1] + "…"
