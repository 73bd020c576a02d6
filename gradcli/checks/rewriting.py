"""Output in documents written anew: where it stands, and what is to stand there.

This module knows lines of documents. What came out, and that it differs, is known to ``documents``.
Output that would end its block, or read as a prompt, is left to people.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gradcli.checks.expectations import Edit
from gradcli.checks.markdown import Example
from gradcli.errors import Span

_BLANK = "<BLANKLINE>"
_ENDS = re.compile(r"\s*(```|~~~|\\end\{|>>>|\$ )")


def rewritten(lines: Sequence[str], example: Example, got: str) -> Edit | None:
    """Return the edit that writes in a document what came out; None where it is not to be written.

    ``lines`` are the document's; those of the output begin at ``example.expected_line``.
    """
    shown = (example.expected or "").rstrip("\n")
    old = shown.split("\n") if shown else []
    first = example.expected_line
    prefix = _prefix(lines, example, old)
    new = got.rstrip("\n").split("\n") if got.strip("\n") else []
    if prefix is None or any(map(_ENDS.match, new)):
        return None
    if example.shows:
        new = [part if part.strip() else _BLANK for part in new]
    text = "".join(f"{prefix}{part}".rstrip() + "\n" for part in new)
    start = sum(len(line) + 1 for line in lines[:first])
    end = start + sum(len(line) + 1 for line in lines[first:][: len(old)])
    if old and first + len(old) == len(lines):  # the last line of a file, which nothing ends
        end, text = end - 1, text.removesuffix("\n")
    return Edit(Span(start, end), text)


def _prefix(lines: Sequence[str], example: Example, old: Sequence[str]) -> str | None:
    """Return what stands before each line of an output; None where the lines are not its own."""
    first = example.expected_line
    if first == len(lines):  # the document ends where an output would begin
        return None
    if not old:
        return _margin(lines[first - 1] if example.shows else lines[first])
    prefixes = set()
    for number, part in enumerate(old):
        line = lines[first + number]
        part = _BLANK if example.shows and not part.strip() else part
        if not line.rstrip().endswith(part.rstrip()):
            return None
        if part.strip():
            prefixes.add(line.rstrip()[: len(line.rstrip()) - len(part.rstrip())])
    (prefix, *others) = prefixes
    return None if others else prefix


def _margin(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def moved(edit: Edit, source: str, lines: Sequence[str]) -> Edit:
    """Return an edit of a program as one of a document, whose lines end in those of the program."""
    number = source.count("\n", 0, edit.span.start)
    after = source[edit.span.start :].partition("\n")[0]
    end = sum(len(line) + 1 for line in lines[:number]) + len(lines[number])
    start = end - len(after)
    return Edit(Span(start, start + edit.span.end - edit.span.start), edit.text)
