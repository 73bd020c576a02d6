"""The report for people: what failed, file by file, then one line about all of it."""

from __future__ import annotations

from collections.abc import Iterator

from gradcli.answers.check_results import Failure, FileResult, Summary
from gradcli.report.checks import text
from gradcli.report.fitting import hung
from gradcli.report.glyphs import UNICODE, Glyphs, Paint, no_paint


def render(
    summary: Summary, paint: Paint = no_paint, durations: int = 0, glyphs: Glyphs = UNICODE
) -> str:
    """Draw a whole report; ``durations`` is how many of the slowest files to name."""
    parts = (part(result, paint, glyphs) for result in summary.results)
    return "".join(parts) + closing(summary, paint, durations)


def part(
    result: FileResult,
    paint: Paint = no_paint,
    glyphs: Glyphs = UNICODE,
    width: int | None = None,
) -> str:
    """Draw one file, as soon as it is done; nothing when all is well.

    Where a terminal has a ``width``, lines go on below what they begin with.
    """
    if not result.failures and not text.remarks(result):
        return ""
    role = "error" if result.failures else "note"
    head = f"{paint('headline', text.path_text(result.path))}: {paint(role, text.verdict(result))}"
    lines = (f"  {line}".rstrip() for line in entries(result, paint))
    return _drawn(hung("\n".join((head, *lines)), width) + "\n\n", glyphs)


def _drawn(report: str, glyphs: Glyphs) -> str:
    """Draw with the signs that a terminal has: details come with those of Unicode."""
    if glyphs is not UNICODE:
        pairs = zip(UNICODE, glyphs, strict=True)
        for sign, other in sorted(pairs, key=lambda pair: -len(pair[0])):
            report = report.replace(sign, other)
    return report


def entries(result: FileResult, paint: Paint = no_paint) -> Iterator[str]:
    """Draw what there is to say of a file, without its name above it; yield the lines."""
    for failure in result.failures:
        yield from _failure(result.path, failure, paint, "error")
    for note in text.remarks(result):
        yield from _failure(result.path, note, paint, "note")


def _failure(path: str, failure: Failure, paint: Paint, role: str) -> Iterator[str]:
    kind, _, message = text.headline(failure).partition(": ")
    label = kind if role == "error" else f"note: {kind}"
    yield f"{text.place(path, failure)}: {paint(role, label + ':')} {message}"
    yield from (f"  {line}".rstrip() for line in text.explanation(failure))


def closing(summary: Summary, paint: Paint = no_paint, durations: int = 0) -> str:
    """Draw what comes after the last file: the slowest ones, and the line about all of it."""
    lines = list(_slowest(summary, durations))
    well = summary.count("passed") + summary.count("empty") == len(summary.results)
    lines.append(paint("help" if well else "error", text.totals(summary)))
    return "\n".join(lines) + "\n"


def _slowest(summary: Summary, number: int) -> Iterator[str]:
    slowest = sorted(summary.results, key=lambda result: -result.seconds)[:number]
    if slowest:
        yield f"slowest {text.count(len(slowest), 'file')}:"
        yield from (
            f"  {result.seconds:8.3f} s  {text.path_text(result.path)}" for result in slowest
        )
        yield ""
