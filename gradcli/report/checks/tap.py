"""The Test Anything Protocol: a test point a file, with a YAML block about failures.

The version is 13, which has all that is needed: Perl's harness takes no later one.
"""

from __future__ import annotations

from collections.abc import Iterator

from gradcli.answers.check_results import Failure, FileResult, Summary
from gradcli.report.checks import text


def render(summary: Summary) -> str:
    """Write the whole stream."""
    points = (point(number, result) for number, result in enumerate(summary.results, 1))
    return f"TAP version 13\n1..{len(summary.results)}\n" + "".join(points)


def point(number: int, result: FileResult) -> str:
    """Write the test point of one file."""
    ok = "ok" if result.outcome in ("passed", "empty") else "not ok"
    name = text.path_text(result.path).replace("\\", "\\\\").replace("#", "\\#")
    directive = " # SKIP nothing to check" if result.outcome == "empty" else ""
    return f"{ok} {number} - {name}{directive}\n" + "".join(f"  {line}\n" for line in _yaml(result))


def _yaml(result: FileResult) -> Iterator[str]:
    """Write YAML of which every value is JSON, so that no text can have a meaning in it."""
    if result.outcome == "empty":
        return
    yield "---"
    yield f"message: {text.json_text(text.verdict(result))}"
    yield f"duration_ms: {result.seconds * 1000:.3f}"
    for name, entries in (("failures", result.failures), ("notes", text.remarks(result))):
        if entries:
            yield f"{name}:"
            for entry in entries:
                yield from _entry(entry)
    yield "..."


def _entry(failure: Failure) -> Iterator[str]:
    lead = "- "
    for name, value in _fields(failure):
        yield f"{lead}{name}: {text.json_text(value)}"
        lead = "  "


def _fields(failure: Failure) -> Iterator[tuple[str, object]]:
    yield "kind", failure.kind
    yield "message", text.line(failure.message)
    yield "line", failure.line
    yield "column", failure.column
    if failure.expected is not None:
        yield "expected", failure.expected
    if failure.got is not None:
        yield "got", failure.got
    if failure.difference is not None:
        yield "apart", text.distance(failure.difference)
