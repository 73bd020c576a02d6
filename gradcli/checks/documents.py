"""Checking documents: their programs and commands run in order, their output compared.

All blocks of a document share their variables, as the cells of a notebook do. What a block is and
what belongs to it is known to ``markdown`` and ``marked``; how a program is checked is known to
``program``, how a command is run to ``console``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from subprocess import TimeoutExpired

from gradcli.answers.check_results import Failure, FileResult
from gradcli.checks import marked, outputs, rewriting
from gradcli.checks.confined import is_confined
from gradcli.checks.console import Console, NotRun, steps
from gradcli.checks.discover import project_file
from gradcli.checks.expectations import Edit
from gradcli.checks.failures import headline
from gradcli.checks.markdown import Block, Example, Raised, blocks, examples
from gradcli.checks.options import Options
from gradcli.checks.programs import Checker, Inspection, outcome_of, reason_outside
from gradcli.errors import Diagnostic
from gradcli.language.run import Run
from gradcli.syntax import nodes

Blocks = Callable[[str], Iterable[Block]]

KINDS: dict[str, Blocks] = {
    ".md": blocks,
    ".markdown": blocks,
    ".qmd": marked.quarto,
    ".rst": marked.restructured,
    ".tex": marked.tex,
}
"""What finds the blocks of a document, by its suffix."""


def check_document(text: str, path: str, options: Options, find: Blocks = blocks) -> FileResult:
    """Run the programs of a document and compare what they print."""
    return inspect_document(text, path, options, find).result


def inspect_document(text: str, path: str, options: Options, find: Blocks = blocks) -> Inspection:
    """Check a document; return what became of it, and what would update it."""
    parts: list[list[Example]] = [[]]
    for example in examples(find(text)):
        if example.reset:
            parts.append([])
        parts[-1].append(example)
    lines = text.split("\n")
    found = [_check_part(part, path, options, lines) for part in parts if part]
    edits = [edit for inspection in found for edit in inspection.edits]
    return Inspection(joined(path, [inspection.result for inspection in found]), tuple(edits))


def joined(path: str, results: list[FileResult]) -> FileResult:
    """Return one result for the parts of a file."""
    failures = [failure for result in results for failure in result.failures]
    notes = tuple(note for result in results for note in result.notes)
    checks = sum(result.checks for result in results)
    return FileResult(path, outcome_of(failures, checks), checks, tuple(failures), notes)


def _check_part(part: list[Example], path: str, options: Options, lines: list[str]) -> Inspection:
    """Check examples that share their variables; one that is wrong ends them."""
    checker = Checker(path, options)
    player = Player(checker, lines if options.update else None)
    with checker:
        for example in part:
            if example.folder is not None:
                player.type(example, path)
                continue
            reason = reason_outside(example.source, path) if options.lenient else None
            if reason is not None:
                checker.notes.append(Failure("skipped", reason, line=example.line + 1))
                break
            if not player.play(example):
                break
    return Inspection(player.result(path), tuple(player.edits))


_LOOSE = frozenset({"ELLIPSIS", "NORMALIZE_WHITESPACE"})
"""What a person wrote less of than comes out."""

_MOST_OF_IT = 0.9
"""How much of a file's time its commands may take, so that they are ended and not left behind."""


class Player:
    """Runs examples one after the other and compares what comes out with what they expect.

    Where the ``lines`` of the document are given, output that differs is written anew.
    """

    __slots__ = ("came", "checker", "checks", "edits", "failures", "lines")

    def __init__(self, checker: Checker, lines: list[str] | None = None) -> None:
        self.checker = checker
        self.lines = lines
        self.came = ""  # in the place of the last output that differs
        self.edits: list[Edit] = []
        self.checks = 0
        self.failures: list[Failure] = []

    def play(self, example: Example) -> bool:
        """Run an example; tell whether the next one can run."""
        checker = self.checker
        printed, failed = len(checker.printed), len(checker.failures)
        # Empty lines before it let every place in it be the place in the document.
        source = "\n" * example.line + example.source
        run = checker.run(source)
        self.checks += 1
        if self.lines is not None:
            self.edits += [rewriting.moved(edit, source, self.lines) for edit in checker.edits]
            checker.edits.clear()
        text = "".join(checker.printed[printed:])
        if run is None:
            return self.ended(example, checker.diagnostic, text, failed)
        if example.raised is not None:
            self.fail(example, _wanted(example.raised), "no error")
        elif example.expected is not None:
            self.compare(example, list(_candidates(example, text, run)))
        return True

    def type(self, example: Example, path: str) -> None:
        """Run the commands of a session at a shell, and compare what they print."""
        options = self.checker.options
        assert example.folder is not None
        folder, project = Path(path).parent / example.folder, _project_of(path)
        if options.untrusted or is_confined() or not folder.resolve().is_relative_to(project):
            self.note(example.line, "a session at a shell, which is not of the project")
            return
        console = Console(str(folder), str(project), options.timeout * _MOST_OF_IT)
        for step in steps(example.source):
            try:
                got = console.output(step.command)
            except NotRun as reason:
                self.note(example.line + step.line, f"$ {step.command}: {reason}")
                continue
            except TimeoutExpired:
                self.failures.append(Failure("timeout", "took too long", line=example.line + 1))
                return
            self.checks += 1
            below = example._replace(
                expected=step.shown, expected_line=example.line + step.shown_line
            )
            self.compare(below, [got])

    def note(self, line: int, reason: str) -> None:
        """Note that something is not run."""
        self.checker.notes.append(Failure("skipped", reason, line=line + 1))

    def ended(
        self, example: Example, diagnostic: Diagnostic | None, text: str, failed: int
    ) -> bool:
        """Look at an error that an example ended in; tell whether it was expected."""
        if example.raised is None or diagnostic is None:
            return False
        del self.checker.failures[failed:]
        if not _is(example.raised, diagnostic):
            self.fail(example, _wanted(example.raised), headline(diagnostic))
        return True

    def compare(self, example: Example, candidates: list[str]) -> None:
        """Compare the output that is written down with what came out."""
        expected = example.expected or ""
        if "NORMALIZE_WHITESPACE" in example.options:
            expected, *candidates = (" ".join(t.split()) for t in (expected, *candidates))
        if "ELLIPSIS" in example.options and _fits(expected, candidates):
            return
        found = [outputs.mismatch(expected, candidate) for candidate in candidates]
        if None in found:
            return
        shown = 0 if candidates[0] else -1
        self.came = candidates[shown]
        mismatch = found[shown]
        assert mismatch is not None
        failure = Failure(
            "output",
            mismatch.message,
            line=example.expected_line + mismatch.line + 1,
            expected=mismatch.expected,
            got=mismatch.got,
            difference=mismatch.difference,
            details=_whole(expected, candidates[shown]),
        )
        edit = None
        if self.lines is not None and not example.options & _LOOSE:
            edit = rewriting.rewritten(self.lines, example, candidates[shown])
        if edit is None:
            self.failures.append(failure)
            return
        self.edits.append(edit)
        updated = failure._replace(kind="updated", difference=None, details=None)
        self.checker.notes.append(updated)

    def fail(self, example: Example, expected: str, got: str) -> None:
        """Note that an example does not fail as it should."""
        self.failures.append(
            Failure(
                "expect-error",
                f"expected {expected}, got {got}",
                line=example.line + 1,
                column=example.column + 1,
                expected=expected,
                got=got,
            )
        )

    def result(self, path: str) -> FileResult:
        """Return what was found, in the order of the text."""
        failures = (*self.checker.failures, *self.failures)
        ordered = tuple(sorted(failures, key=lambda failure: failure.line))
        checks = self.checks + self.checker.checks
        notes = tuple(self.checker.notes)
        return FileResult(path, outcome_of(list(ordered), checks), checks, ordered, notes)


def _project_of(path: str) -> Path:
    """Return the folder of a document's project, or else the current one, or its own."""
    own = Path(path).parent.resolve()
    file, here = project_file(str(own)), Path.cwd()
    if file is not None:
        return file.parent
    return here if own.is_relative_to(here) else own


def _whole(expected: str, got: str) -> str | None:
    """Return both sides in full, where they are more than the line that differs."""
    if "\n" not in expected.strip() + got.strip():
        return None
    return f"expected:\n{expected.rstrip()}\n\ngot:\n{got.rstrip()}\n"


def _candidates(example: Example, text: str, run: Run) -> Iterator[str]:
    """Yield what an example may be said to print: what it prints, and its value as at a prompt."""
    value = f"{run.value!r}\n" if ends_in_value(run) else ""
    if example.shows:
        yield text + value
        return
    yield text
    if value:
        yield text + value


def ends_in_value(run: Run) -> bool:
    """Tell whether a prompt would show the value of a program's last statement."""
    last = run.module.body[-1] if run.module.body else None
    return isinstance(last, nodes.ExprStmt) and run.value is not None


def _wanted(raised: Raised) -> str:
    return f"{raised.kind}: {raised.message}" if raised.kind else raised.message


def _is(raised: Raised, diagnostic: Diagnostic) -> bool:
    """Tell whether an error is the expected one; of its message the first line counts."""
    first = (diagnostic.message.splitlines() or [""])[0].strip()
    if not raised.kind:
        return raised.message in f"{diagnostic.kind}: {first}"
    return raised.kind == diagnostic.kind and outputs.same(raised.message.strip(), first)


def _fits(expected: str, candidates: list[str]) -> bool:
    """Tell whether a text fits with anything in the place of each ``...``."""
    first, *pieces = expected.rstrip().split("...")
    return any(_has_in_order(first, pieces, text.rstrip()) for text in candidates)


def _has_in_order(first: str, pieces: list[str], text: str) -> bool:
    """Tell whether a text begins with a piece and has others behind it, the last at its end."""
    if not pieces:
        return text == first
    at, end = len(first), len(text) - len(pieces[-1])
    for piece in pieces[:-1]:  # the first place is as good as any, and found without trying others
        at = text.find(piece, at, end) + len(piece)
        if at < len(piece):
            return False
    return text.startswith(first) and text.endswith(pieces[-1]) and at <= end
