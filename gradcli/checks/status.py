"""The exit status of a run, and which outcomes count as failing.

This module knows how severe an outcome is. It does not know how results come about.
"""

from __future__ import annotations

from gradcli.answers.check_results import FAILED, UNREADABLE, WRONG, FileResult, Summary
from gradcli.errors import ExitCode

_SEVERITY = (
    (UNREADABLE, ExitCode.USAGE),
    (WRONG, ExitCode.PROGRAM),
    (FAILED, ExitCode.CHECK_FAILED),
)


def exit_status(summary: Summary) -> ExitCode:
    """Return the status of the most severe outcome; without a single check there is one as well."""
    for outcome, status in _SEVERITY:
        if summary.count(outcome):
            return status
    checked = any(result.checks for result in summary.results)
    return ExitCode.OK if checked else ExitCode.NOTHING_TO_CHECK


def is_failing(result: FileResult) -> bool:
    """Tell whether a result makes a run fail."""
    return result.outcome in (UNREADABLE, WRONG, FAILED)
