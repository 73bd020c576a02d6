"""Expectation comments: ``# expect: 4.5 ± 1e-6`` and ``# expect-error: RuntimeError message``.

A comment speaks of the statement that ends on its line, or, alone on a line, of the one before.
This module knows where comments stand, what they say, and how they are written anew. It does not
know how programs are run.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple, TypeGuard

from gradcli.checks.compare import Tolerance, squeezed
from gradcli.errors import Span
from gradcli.syntax import nodes
from gradcli.syntax.walk import children, walk

_COMMENT = re.compile(r"#[ \t]*expect(?P<error>-error)?:(?P<text>[^\n]*)", re.IGNORECASE)
_TOLERANCE = re.compile(r"(?:^|[ \t])(?:±|\+/?-)[ \t]*(?P<number>\S+)[ \t]*$")
_MORE = re.compile(r"\n[ \t]*#(?P<text>[^\n]*)")
_PAIRS = {"(": ")", "[": "]", "{": "}"}


class Expectation(NamedTuple):
    """What a comment expects of a statement.

    ``span`` is what an update replaces; the tolerance stays. ``problem`` says what is wrong with
    the comment itself.
    """

    is_error: bool
    text: str
    span: Span
    tolerance: Tolerance = Tolerance()
    statement: nodes.Stmt | None = None
    problem: str | None = None


def find(source: str, module: nodes.Module) -> list[Expectation]:
    """Return the expectation comments of a program, in the order of the text."""
    if "expect" not in source.lower():
        return []
    found = [_read(source, *pair) for pair in with_statements(source, module, _COMMENT)]
    return _without_doubles(found)


def with_statements(
    source: str, module: nodes.Module, pattern: re.Pattern[str]
) -> Iterator[tuple[re.Match[str], nodes.Stmt | None]]:
    """Yield the comments of a kind, each with the statement that it speaks of."""
    every = list(walk(module))
    texts = _Texts(n for n in every if isinstance(n, (nodes.JoinedStr, nodes.Constant)))
    statements = sorted((n for n in every if _is_simple(n)), key=lambda n: n.span.end)
    ends = [statement.span.end for statement in statements]
    for comment in _comments(source, texts, pattern):
        start = comment.start()
        before = bisect_right(ends, start) - 1
        subject = _subject(source, start, statements[before]) if before >= 0 else None
        yield comment, subject


def _comments(source: str, texts: _Texts, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    """Yield the comments; what looks like one in a literal hides none behind it."""
    place = 0
    while (comment := pattern.search(source, place)) is not None:
        hidden = comment.start() in texts
        place = comment.start() + 1 if hidden else comment.end()
        if not hidden:
            yield comment


class _Texts:
    """Where the literals of a program stand: what looks like a comment there is none."""

    __slots__ = ("ends", "starts")

    def __init__(self, literals: Iterable[nodes.Node]) -> None:
        spans = sorted(literal.span for literal in literals)
        self.starts = [span.start for span in spans]
        self.ends = list(accumulate((span.end for span in spans), max))

    def __contains__(self, place: int) -> bool:
        index = bisect_right(self.starts, place) - 1
        return index >= 0 and place < self.ends[index]


def _is_simple(node: nodes.Node) -> TypeGuard[nodes.Stmt]:
    """Tell whether a node is a statement that contains no others."""
    return isinstance(node, nodes.Stmt) and not any(
        isinstance(part, nodes.Stmt) for part in children(node)
    )


def _without_doubles(found: list[Expectation]) -> list[Expectation]:
    """Refuse a second comment for one statement."""
    seen: set[nodes.Stmt] = set()
    checked = []
    for one in found:
        if one.statement in seen:
            one = one._replace(problem="the statement has an expectation already")
        elif one.statement is not None:
            seen.add(one.statement)
        checked.append(one)
    return checked


def _subject(source: str, start: int, statement: nodes.Stmt) -> nodes.Stmt | None:
    """Return the statement before a comment if it speaks of that."""
    line = source.rfind("\n", 0, start) + 1
    alone = not source[line:start].strip()
    return statement if alone or statement.span.end > line else None


def _read(source: str, comment: re.Match[str], statement: nodes.Stmt | None) -> Expectation:
    """Return what a comment says."""
    text, end = _whole(source, comment)
    is_error = comment["error"] is not None
    tolerance, problem = Tolerance(), None
    limit = None if is_error else _TOLERANCE.search(text)
    if limit is not None:
        end -= len(text) - limit.start()
        text = text[: limit.start()]
        tolerance, problem = _tolerance(limit["number"])
    if statement is None:
        problem = "no statement stands on this line, nor before it"
    elif not is_error and not isinstance(statement, VALUED):
        problem = "the statement has no value"
    span = Span(comment.start("text"), end)
    return Expectation(is_error, squeezed(text), span, tolerance, statement, problem)


VALUED = (nodes.ExprStmt, nodes.Assign, nodes.AugAssign, nodes.Print, nodes.Return)
"""The statements that have a value, or print."""


def _whole(source: str, comment: re.Match[str]) -> tuple[str, int]:
    """Return a comment's text and its end; open brackets go on in the comment lines below."""
    text, end = comment["text"], comment.end()
    while _is_open(text) and (more := _MORE.match(source, end)):
        text, end = f"{text}\n{more['text']}", more.end()
    return text.rstrip(), end - len(text) + len(text.rstrip())


def _is_open(text: str) -> bool:
    return any(text.count(sign) > text.count(other) for sign, other in _PAIRS.items())


def _tolerance(word: str) -> tuple[Tolerance, str | None]:
    """Return the tolerance that a word stands for, or what is wrong with it."""
    number = word.removesuffix("%")
    try:
        value = float(number)
    except ValueError:
        value = -1.0
    if not 0 <= value < float("inf"):
        return Tolerance(), f"{word} is no tolerance"
    return (Tolerance(relative=value / 100) if "%" in word else Tolerance(value)), None


# Errors


def error_matches(text: str, kind: str, message: str) -> bool:
    """Tell whether an error is the expected one: its kind, and a part of its message."""
    wanted = re.match(r"(\w+)[:\s]*(.*)", text)
    if wanted is None or wanted[1] != kind:
        return False
    pieces = [re.escape(squeezed(piece)) for piece in re.split(r"…|\.\.\.", wanted[2])]
    return re.search(".*".join(pieces), squeezed(message)) is not None


# Updates


class Edit(NamedTuple):
    """A stretch of the text, and what is to stand there."""

    span: Span
    text: str


def edit_for(expectation: Expectation, got: str) -> Edit:
    """Return the edit that makes an expectation say what came out."""
    return Edit(expectation.span, f" {squeezed(got)}")


def apply(source: bytes, edits: Sequence[Edit]) -> bytes:
    """Return a file's content with edits made, and everything else as it was, byte for byte.

    Spans count in the text as it was checked: decoded, and with line feeds alone.
    """
    text = source.decode("utf-8")
    starts = list(_raw_offsets(text))
    end = "\r\n" if "\r\n" in text else "\n"
    for edit in sorted(edits, reverse=True):
        first, last = starts[edit.span.start], starts[edit.span.end]
        new = edit.text.encode("utf-8", "backslashreplace").decode("utf-8")  # of lone surrogates
        text = text[:first] + new.replace("\n", end) + text[last:]
    return text.encode("utf-8")


def _raw_offsets(text: str) -> Iterator[int]:
    """Yield where each character of the checked text stands in the file's text."""
    index = 1 if text.startswith("\ufeff") else 0
    while index < len(text):
        yield index
        index += 2 if text.startswith("\r\n", index) else 1
    yield index
