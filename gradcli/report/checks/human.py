"""The report for people: what failed, file by file, then one line about all of it."""

from __future__ import annotations

from collections.abc import Iterator

from gradcli.report.checks import text
from gradcli.report.checks.model import Failure, FileResult, Summary
from gradcli.report.glyphs import Paint, no_paint


def render(summary: Summary, paint: Paint = no_paint, durations: int = 0) -> str:
    """Draw a whole report; ``durations`` is how many of the slowest files to name."""
    return "".join(part(result, paint) for result in summary.results) + closing(
        summary, paint, durations
    )


def part(result: FileResult, paint: Paint = no_paint) -> str:
    """Draw one file, as soon as it is done; nothing when all is well."""
    remarks = text.remarks(result)
    if not result.failures and not remarks:
        return ""
    role = "error" if result.failures else "note"
    head = f"{paint('headline', text.path_text(result.path))}: {paint(role, text.verdict(result))}"
    lines = [head]
    for failure in result.failures:
        lines += _failure(result.path, failure, paint, "error")
    for note in remarks:
        lines += _failure(result.path, note, paint, "note")
    return "\n".join(lines) + "\n\n"


def _failure(path: str, failure: Failure, paint: Paint, role: str) -> Iterator[str]:
    kind, _, message = text.headline(failure).partition(": ")
    label = kind if role == "error" else f"note: {kind}"
    yield f"  {text.place(path, failure)}: {paint(role, label + ':')} {message}"
    yield from (f"    {line}".rstrip() for line in text.explanation(failure))


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
