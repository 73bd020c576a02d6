"""What every format says of a failure: its kind, its place, and how far apart its two sides are.

This module knows words. It does not know how a format lays them out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from math import isinf, isnan
from typing import Any

from gradcli.answers.check_results import Difference, Failure, FileResult, Summary
from gradcli.report.glyphs import harmless

KINDS = {
    "assert": "An assertion does not hold.",
    "expect": "A value is not the one that the comment beside it expects.",
    "expect-error": "An error that a comment expects is not raised, or is another one.",
    "output": "What a document shows is not what its program prints.",
    "gradient": "A gradient is not what differences of the function's values say.",
    "derivative": "A text is not the derivative that the comment beside it says.",
    "gradcheck": "A call of gradcheck finds a wrong derivative.",
    "error": "The program is wrong.",
    "timeout": "The file took longer than it may.",
    "memory": "The file took more memory than there is.",
    "crash": "The process that ran the file ended.",
    "unreadable": "The file cannot be read.",
    "kink": "A gradient is taken where the function has a kink.",
    "rounding": "A gradient is off by the rounding of its element type.",
    "unverified": "A gradient cannot be verified.",
    "updated": "An expectation is written anew.",
    "skipped": "The file is no program of the language.",
}
"""Kinds of failure, and what each means."""

_PLACE = "  --> "  # how a diagnostic begins the line of its place

BROKEN = frozenset({"error", "timeout", "memory", "crash", "unreadable"})
"""The kinds that say nothing of a check: the file did not get as far."""


def remarks(result: FileResult) -> tuple[Failure, ...]:
    """Return the notes to show: why a file has nothing to check is for programs to read."""
    return tuple(note for note in result.notes if note.kind != "skipped")


def kind_meaning(kind: str) -> str:
    """Return a sentence about a kind of failure."""
    return KINDS.get(kind, f"A check of the kind {kind} fails.")


def line(text: str) -> str:
    """Return a text as one line without control characters."""
    return harmless(" ".join(text.split()))


def path_text(path: str) -> str:
    """Return a path as it is, without control characters."""
    return harmless(path.replace("\n", "\\n"))


def place(path: str, failure: Failure) -> str:
    """Return where a failure stands, as terminals and editors make links of."""
    return f"{path_text(path)}:{failure.line}:{failure.column}"


def headline(failure: Failure) -> str:
    """Return a failure as one line."""
    return f"{failure.kind}: {line(failure.message)}"


def explanation(failure: Failure) -> Iterator[str]:
    """Yield lines about the two sides of a failure, their difference, and its details."""
    sides = (("expected", failure.expected), ("got", failure.got))
    for name, text in sides:
        if text is not None:
            yield from _hang(f"{name + ':':10}", text)
    if failure.difference is not None:
        yield f"{'apart:':10}{distance(failure.difference)}"
    if failure.details:
        yield from _beyond_headline(failure.details, failure.message)


def _beyond_headline(details: str, message: str) -> Iterator[str]:
    """Yield the lines of details that say more than the message and the place above them."""
    first, *rest = harmless(details).strip("\n").split("\n")
    _, _, headline = first.partition(": ")
    lines = rest if headline and line(headline) in line(message) else [first, *rest]
    kept = [text for text in lines if not text.startswith(_PLACE)]
    yield from kept[1:] if kept and not kept[0] else kept


def _hang(head: str, text: str) -> Iterator[str]:
    first, *rest = harmless(text).rstrip("\n").split("\n")
    yield (head + first).rstrip()
    yield from ((" " * len(head) + other).rstrip() for other in rest)


def distance(difference: Difference) -> str:
    """Say how far two sides are apart, and where."""
    by = f"{number(difference.absolute)} absolute, {number(difference.relative)} relative"
    where = f" at index {difference.position}" if difference.position else ""
    sides = f"expected {line(difference.expected)}, got {line(difference.got)}"
    return f"at most {by}{where}: {sides}"


def json_text(data: Any, indent: int | None = None) -> str:
    """Write data as JSON that is no command to the log of a CI service (``##[error]``)."""
    return json.dumps(data, indent=indent, allow_nan=False).replace("##", "#\\u0023")


def number(value: float) -> str:
    """Write a number in a few digits; NaN and infinities have names, as in JSON."""
    if isnan(value):
        return "NaN"
    if isinf(value):
        return "Infinity" if value > 0 else "-Infinity"
    return f"{value:.6g}"


def verdict(result: FileResult) -> str:
    """Say what became of a file."""
    failed = len(result.failures)
    return {
        "passed": f"{count(result.checks, 'check')} passed",
        "failed": f"{failed} of {count(max(result.checks, failed), 'check')} failed",
        "wrong": "the program is wrong",
        "unreadable": "cannot be read",
        "empty": "nothing to check",
    }[result.outcome]


def totals(summary: Summary) -> str:
    """Say in one line what became of all files."""
    outcomes = ("passed", "failed", "wrong", "unreadable", "empty")
    counted = ((summary.count(outcome), outcome) for outcome in outcomes)
    parts = [f"{number} {_LABELS[outcome]}" for number, outcome in counted if number]
    checks = sum(result.checks for result in summary.results)
    said = f": {', '.join(parts)}" if parts else ""
    files = count(len(summary.results), "file")
    return f"{files}, {count(checks, 'check')} in {summary.seconds:.2f} s{said}"


_LABELS = {
    "passed": "passed",
    "failed": "failed",
    "wrong": "wrong",
    "unreadable": "unreadable",
    "empty": "without checks",
}


def count(number: int, noun: str) -> str:
    """Return a number of things in words: ``1 check``, ``2 checks``."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
