"""GitLab's code quality report: an array of issues, which merge requests show beside the lines."""

from __future__ import annotations

from typing import Any

from gradcli.answers.check_results import Failure, Summary
from gradcli.report.checks import text
from gradcli.report.checks.fingerprint import findings


def render(summary: Summary) -> str:
    """Write the array."""
    return text.json_text([_issue(*finding) for finding in findings(summary)], indent=2) + "\n"


def _issue(path: str, failure: Failure, fails: bool, fingerprint: str) -> dict[str, Any]:
    severity = "critical" if failure.kind in text.BROKEN else "major"
    return {
        "description": text.headline(failure),
        "check_name": f"gradcli/{failure.kind}",
        "fingerprint": fingerprint,
        "severity": severity if fails else "info",
        "location": {
            "path": path.removeprefix("./"),
            "lines": {"begin": failure.line, "end": failure.end_line or failure.line},
        },
    }
