"""Wrong calls that declarations carry."""

from __future__ import annotations

from typing import NamedTuple


class ErrorSample(NamedTuple):
    """A wrong call, and the class and message of the error that it gives."""

    expr: str
    kind: str
    message: str


def error(expr: str, kind: type[Exception], message: str) -> ErrorSample:
    """Describe a wrong call."""
    return ErrorSample(expr, kind.__name__, message)
