"""The report for editors and for grep: a line a failure, nothing when all is well."""

from __future__ import annotations

from gradcli.answers.check_results import Summary
from gradcli.report.checks import text


def render(summary: Summary) -> str:
    """Write ``path:line:column: kind: message`` for each failure, and the same for each note."""
    lines = []
    for result in summary.results:
        lines += [f"{text.place(result.path, f)}: {text.headline(f)}" for f in result.failures]
        lines += [
            f"{text.place(result.path, n)}: note: {text.headline(n)}" for n in text.remarks(result)
        ]
    return "".join(f"{line}\n" for line in lines)
