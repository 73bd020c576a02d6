"""From diagnostics to failures: what a program did wrong as the result of a check.

This module knows both sides. It does not know who ran the program.
"""

from __future__ import annotations

from gradcli.answers.check_results import Failure
from gradcli.errors import Diagnostic, position, shortened

_ASSERTIONS = ("assertion", "not-close")


def failure_of(diagnostic: Diagnostic, line_offset: int = 0) -> Failure:
    """Return a diagnostic as a failure; ``line_offset`` is how many lines stand before its text."""
    start = position(diagnostic.source, diagnostic.span.start)
    end = position(diagnostic.source, diagnostic.span.end)
    return Failure(
        kind_of(diagnostic),
        headline(diagnostic),
        line=start[0] + line_offset,
        column=start[1],
        end_line=end[0] + line_offset,
        end_column=end[1],
        diagnostic=diagnostic,
    )


def kind_of(diagnostic: Diagnostic) -> str:
    """Return the word for what kind of failure a diagnostic stands for."""
    if diagnostic.kind == "MemoryError" or diagnostic.code == "memory":
        return "memory"
    if diagnostic.kind == "GradcheckError":
        return "gradcheck"
    return "assert" if diagnostic.code in _ASSERTIONS else "error"


def headline(diagnostic: Diagnostic) -> str:
    """Say on one line what is wrong, as Python's last line does."""
    message = next((line for line in diagnostic.message.splitlines() if line.strip()), "")
    if message:
        return f"{diagnostic.kind}: {shortened(message)}"
    said = diagnostic.source[diagnostic.span.start : diagnostic.span.end]
    return f"{diagnostic.kind}: {shortened(' '.join(said.split()))}" if said else diagnostic.kind
