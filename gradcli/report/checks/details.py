"""The details of failures in words: diagnostics as they are drawn everywhere else."""

from __future__ import annotations

from gradcli.answers.check_results import Failure, FileResult
from gradcli.errors import shortened
from gradcli.report.diagnostics import render


def worded(result: FileResult) -> FileResult:
    """Return a result whose failures have their diagnostics as text."""
    return result._replace(failures=tuple(map(_worded, result.failures)))


def _worded(failure: Failure) -> Failure:
    if failure.diagnostic is None:
        return failure
    return failure._replace(details=shortened(render(failure.diagnostic)), diagnostic=None)
