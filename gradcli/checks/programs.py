"""Checking a program: it runs, and its assertions, expectations and gradients are looked at.

This module knows what a check is. It does not know where files come from.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Container
from contextlib import AbstractContextManager, ExitStack, nullcontext
from functools import partial
from typing import Any, NamedTuple

from gradcli.answers.check_results import EMPTY, FAILED, PASSED, WRONG, Failure, FileResult
from gradcli.answers.inputs import QuestionError, define
from gradcli.checks import expectations
from gradcli.checks.failures import failure_of
from gradcli.checks.observe import Observer
from gradcli.checks.options import Options
from gradcli.errors import DataError, Diagnostic, GradcliError, Span
from gradcli.language.limits import UNTRUSTED, Limits
from gradcli.language.machine.code import RESULT
from gradcli.language.machine.compile import compile_module
from gradcli.language.names.table import MODULES
from gradcli.language.run import Run, Session
from gradcli.syntax import nodes
from gradcli.syntax.parse import parse
from gradcli.syntax.walk import walk

_ENDING = ("error", "memory")


class Inspection(NamedTuple):
    """What was found in a program, and the edits that make its expectations say what came out."""

    result: FileResult
    edits: tuple[expectations.Edit, ...] = ()


def check_program(text: str, path: str, options: Options) -> FileResult:
    """Run a program and return what became of its checks."""
    return inspect(text, path, options).result


def inspect(text: str, path: str, options: Options) -> Inspection:
    """Run a program; return what became of its checks, and what would update them."""
    try:
        module = parse(text, path)
    except GradcliError as error:
        found = _outside(error.diagnostic, text) if options.lenient else None
        return Inspection(found or _result(path, [failure_of(error.diagnostic)], 0))
    foreign = _foreign_import(module) if options.lenient else None
    if foreign is not None:
        return Inspection(_skipped(path, f"the module {foreign} is not in the language"))
    with Checker(path, options) as checker:
        checker.run_module(module, text)
    failures = sorted(checker.failures, key=lambda failure: (failure.line, failure.column))
    result = _result(path, failures, checker.checks)._replace(notes=tuple(checker.notes))
    return Inspection(result, tuple(checker.edits))


def _verification(session: Session, path: str, options: Options) -> AbstractContextManager[Any]:
    """Return a context that verifies the gradients taken in it, if that was asked for."""
    if not options.gradients:
        return nullcontext(FileResult(path, PASSED))
    from gradcli.checks.verifier import verifying

    return verifying(session, path, True)


def _result(path: str, failures: list[Failure], checks: int) -> FileResult:
    return FileResult(path, outcome_of(failures, checks), checks, tuple(failures))


def outcome_of(failures: list[Failure], checks: int) -> str:
    """Return what became of a file with these failures and so many checks."""
    if any(failure.kind in _ENDING for failure in failures):
        return WRONG
    if failures:
        return FAILED
    return PASSED if checks else EMPTY


# What is Python and no program of the language


def _outside(diagnostic: Diagnostic, text: str) -> FileResult | None:
    """Return that a text is Python, but outside the language; None where it is not even Python."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return _skipped(diagnostic.filename, diagnostic.message)


def _skipped(path: str, reason: str) -> FileResult:
    return FileResult(path, EMPTY, notes=(Failure("skipped", f"outside the language: {reason}"),))


def _foreign_import(module: nodes.Module) -> str | None:
    """Return a module that a program imports and the language does not have."""
    for node in walk(module):
        names: list[str] = []
        if isinstance(node, nodes.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, nodes.ImportFrom) and node.module != "__future__":
            names = [node.module]
        for name in names:
            head = name.partition(".")[0]
            if head not in MODULES or (head == "gradcli" and name not in MODULES):
                return name  # of gradcli's modules those that mirror torch's are in the language
    return None


def reason_outside(text: str, path: str) -> str | None:
    """Return why a text that is Python is outside the language; None where it is not outside."""
    try:
        module = parse(text, path)
    except GradcliError as error:
        found = _outside(error.diagnostic, text)
        return None if found is None else found.notes[0].message
    foreign = _foreign_import(module)
    return None if foreign is None else f"the module {foreign} is not in the language"


# Running


def _limits(options: Options) -> Limits:
    """Return what a file may use; its time is kept by whoever started this process."""
    limits = UNTRUSTED._replace(timeout=None) if options.untrusted else Limits()
    return limits._replace(max_output=options.max_output)


class Checker:
    """Programs that run one after the other in the same variables, and what is found in them.

    As a context it prepares a session with modes, dtype and seed as at a start. ``printed`` holds
    the pieces that programs print, ``failures`` and ``notes`` what was found so far; what is found
    by verifying gradients is added at the end of the context. ``diagnostic`` tells how the last
    program ended, where that was an error.
    """

    def __init__(self, path: str, options: Options) -> None:
        self.path = path
        self.options = options
        self.printed: list[str] = []
        self.failures: list[Failure] = []
        self.notes: list[Failure] = []
        self.edits: list[expectations.Edit] = []
        self.diagnostic: Diagnostic | None = None
        self.claims = 0
        self.session = Session(
            dtype=options.dtype,
            seed=options.seed,
            limits=_limits(options),
            write=self.printed.append,
        )
        self.observer = Observer(self.session, self.printed)
        self.contexts = ExitStack()
        self.verified: Any = None

    def __enter__(self) -> Checker:
        self.contexts.enter_context(self.session)
        self._define()
        verification = _verification(self.session, self.path, self.options)
        self.verified = self.contexts.enter_context(verification)
        return self

    def _define(self) -> None:
        """Define what the options say; what is wrong with that is wrong with the file."""
        try:
            define(self.options.inputs, self.session)
        except GradcliError as error:
            self._fail(error.diagnostic)
        except (DataError, QuestionError) as error:
            self.failures.append(Failure("error", str(error)))

    def __exit__(self, *exception: object) -> None:
        self.contexts.close()
        self.failures += self.verified.failures
        self.notes += self.verified.notes

    @property
    def checks(self) -> int:
        """Return how many checks were made."""
        return len(self.observer.reached) + int(self.verified.checks) + self.claims

    def run(self, text: str, line_offset: int = 0) -> Run | None:
        """Run a program text that begins after so many lines; return None where it fails."""
        self.observer.line_offset, self.diagnostic = line_offset, None
        try:
            module = parse(text, self.path)
        except GradcliError as error:
            self._fail(error.diagnostic)
            return None
        return self.run_module(module, text)

    def run_module(self, module: nodes.Module, text: str) -> Run | None:
        """Run a program; return None if it ends in an error."""
        self.diagnostic = None
        found = expectations.find(text, module)
        tree = self.observer.prepare(module, text, found)
        printed = len(self.printed)
        self.session.machine.globals.pop(RESULT, None)
        with self.observer:
            if self._runs(tree, text, found):
                self.observer.finish(found)
        self.failures += self.observer.failures
        if self.diagnostic is None and "derivative" in text.lower():
            self._judge_claims(module, text)
        if self.options.update:
            self._update()
        if self.diagnostic is not None:
            return None
        output = "".join(self.printed[printed:])
        return Run(text, module, self.session.machine.globals, output)

    def _judge_claims(self, module: nodes.Module, text: str) -> None:
        from gradcli.checks import claims  # few programs have any

        found = claims.find(text, module)
        self.claims += len(found)
        variables = self.session.machine.globals
        self.failures += claims.failures(found, text, variables, self.observer.line_offset)

    def _runs(self, tree: nodes.Module, text: str, found: list[expectations.Expectation]) -> bool:
        """Run a program piece by piece; tell whether it came to its end."""
        trials = {
            one.statement.span: one
            for one in found
            if one.is_error and one.problem is None and one.statement is not None
        }
        try:
            for body in _pieces(tree, trials):
                trial = trials.get(body[0].span)
                if trial is None:
                    self._execute(body, tree, text)
                else:
                    self.observer.trial(trial, partial(self._execute, body, tree, text))
        except GradcliError as error:
            self._fail(error.diagnostic)
        except MemoryError:
            self._fail(Diagnostic("memory", "not enough memory", "MemoryError"))
        return self.diagnostic is None

    def _execute(self, body: tuple[nodes.Stmt, ...], tree: nodes.Module, text: str) -> None:
        session = self.session
        piece = nodes.Module(tree.span, body)
        session.programs.append((piece, text, self.path))
        session.machine.execute(compile_module(piece, session.machine.limits, (text, self.path)))

    def _fail(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic
        failure = failure_of(diagnostic, self.observer.line_offset)
        if failure.kind == "assert":
            failure = self.observer.explain(diagnostic, failure)
        self.failures.append(failure)

    def _update(self) -> None:
        """Put edits in the place of the failures that they mend."""
        for failure, edit in self.observer.updates():
            self.failures.remove(failure)
            self.edits.append(edit)
            self.notes.append(failure._replace(kind="updated", difference=None, details=None))


def _pieces(tree: nodes.Module, trials: Container[Span]) -> list[tuple[nodes.Stmt, ...]]:
    """Return a program in pieces: statements that are expected to fail stand alone."""
    pieces: list[tuple[nodes.Stmt, ...]] = []
    between: list[nodes.Stmt] = []
    for statement in tree.body:
        if statement.span in trials:
            pieces += [tuple(between), (statement,)]
            between = []
        else:
            between.append(statement)
    return [piece for piece in (*pieces, tuple(between)) if piece]
