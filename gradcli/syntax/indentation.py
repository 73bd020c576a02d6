"""Which blocks a line opens and closes, from the white space before it.

This module knows Python's rule for tabs: a tab reaches to the next multiple of eight, and no line
may mean something else where a tab counts as one. It does not know where lines begin.
"""

from __future__ import annotations

from typing import NamedTuple

from gradcli.errors import Span
from gradcli.syntax.mistake import mistake


class _Depth(NamedTuple):
    """How far a line is indented: with tabs of eight, and with tabs of one."""

    wide: int
    narrow: int


class Indentation:
    """The blocks that are open."""

    __slots__ = ("levels",)

    def __init__(self) -> None:
        self.levels = [_Depth(0, 0)]

    def move(self, white: str, span: Span) -> list[str]:
        """Return the tokens for a line that begins with this white space."""
        depth, levels = _Depth(len(white.expandtabs(8)), len(white)), self.levels
        if depth.wide > levels[-1].wide:
            _check_tabs(depth.narrow > levels[-1].narrow, span)
            levels.append(depth)
            return ["_INDENT"]
        closed = []
        while depth.wide < levels[-1].wide:
            levels.pop()
            closed.append("_DEDENT")
        if depth.wide != levels[-1].wide:
            raise mistake(
                span,
                "unindent does not match any outer indentation level",
                "Begin the line below the first letter of an earlier line of its block.",
                "IndentationError",
            )
        _check_tabs(depth.narrow == levels[-1].narrow, span)
        return closed

    def close(self) -> list[str]:
        """Return the tokens for the end of the text."""
        closed = ["_DEDENT"] * (len(self.levels) - 1)
        del self.levels[1:]
        return closed


def _check_tabs(consistent: bool, span: Span) -> None:
    """Refuse white space whose meaning depends on the width of a tab."""
    if not consistent:
        raise mistake(
            span,
            "inconsistent use of tabs and spaces in indentation",
            "Indent with spaces only.",
            "TabError",
        )
