"""How the syntax package says that a program is wrong, and what of Python it refuses.

This module knows the shape of a syntax error. It does not know the program's text or its file's
name: ``parse`` adds both on the way out.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from gradcli.errors import Diagnostic, GradcliError, Label, Span


class Refusal(NamedTuple):
    """A part of Python that the language leaves out, and what to write instead."""

    what: str
    help: str


_ASYNC: Final = Refusal("coroutines", "Write an ordinary function.")

# Words and signs of Python that mean nothing else.
REFUSED: Final = {
    "async": _ASYNC,
    "await": _ASYNC,
}

# What is refused in one place and means something in another.
EXCEPTION_GROUPS: Final = Refusal("exception groups", "Leave out the star.")


def mistake(
    span: Span, message: str, help: str | None = None, kind: str = "SyntaxError"
) -> GradcliError:
    """Make the error that says what is wrong at a place, for the caller to raise."""
    return GradcliError(Diagnostic("syntax", message, kind, (Label(span),), help))


def refused(span: Span, refusal: Refusal) -> GradcliError:
    """Make the error for a part of Python that the language leaves out."""
    message = f"{refusal.what} are not part of the language"
    label = (Label(span),)
    return GradcliError(Diagnostic("not-in-language", message, "SyntaxError", label, refusal.help))
