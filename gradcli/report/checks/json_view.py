"""The reports for programs: one JSON object, or one a line (docs/check.schema.json)."""

from __future__ import annotations

from math import isfinite
from typing import Any

from gradcli.answers.check_results import FileResult, Summary, to_data
from gradcli.report.checks import text

VERSION = 1
_OUTCOMES = ("passed", "failed", "wrong", "unreadable", "empty")


def render(summary: Summary) -> str:
    """Write one object with all results."""
    files = [_strict(to_data(result)) for result in summary.results]
    return _dump({"version": VERSION, "summary": counts(summary), "files": files})


def render_lines(summary: Summary) -> str:
    """Write an object a file, and a last one with the counts."""
    return "".join(map(part, summary.results)) + closing(summary)


def part(result: FileResult) -> str:
    """Write the line of one file, as soon as it is done."""
    return _dump({"version": VERSION, "event": "file", **_strict(to_data(result))})


def closing(summary: Summary) -> str:
    """Write the last line."""
    return _dump({"version": VERSION, "event": "summary", **counts(summary)})


def counts(summary: Summary) -> dict[str, Any]:
    """Return how many files ended how, how many checks there were, and the time it took."""
    return {
        "files": len(summary.results),
        **{outcome: summary.count(outcome) for outcome in _OUTCOMES},
        "checks": sum(result.checks for result in summary.results),
        "failures": sum(len(result.failures) for result in summary.results),
        "seconds": summary.seconds,
    }


def _strict(data: Any) -> Any:
    """Write what JSON has no number for as texts; the data is two or three levels deep."""
    if isinstance(data, dict):
        return {name: _strict(value) for name, value in data.items()}
    if isinstance(data, list | tuple):
        return [_strict(value) for value in data]
    if isinstance(data, float) and not isfinite(data):
        return text.number(data)
    return data


def _dump(data: Any) -> str:
    return text.json_text(data) + "\n"
