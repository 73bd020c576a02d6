"""Deep, long and hostile texts end in a tree or a diagnostic, at Python's own recursion limit."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gradcli.errors import GradcliError
from gradcli.syntax.parse import parse
from gradcli.syntax.unparse import unparse
from gradcli.syntax.walk import walk

DEEP = {
    "sum": "+".join(["x"] * 10_000),
    "brackets": "(" * 1_000 + "x" + ")" * 1_000,
    "lists": "[" * 1_000 + "]" * 1_000,
    "calls and attributes": "a" + ".b()" * 1_000,
    "blocks": "".join("    " * depth + "if x:\n" for depth in range(50)) + "    " * 50 + "y",
    "signs": "-" * 10_000 + "x",
    "powers": "**".join(["x"] * 10_000),
    "conjunction": " and ".join(["x"] * 10_000),
    "conditionals": "x if y else " * 5_000 + "z",
    "lambdas": "lambda: " * 5_000 + "x",
    "elifs": "if x:\n y\n" + "elif z:\n w\n" * 5_000,
    "f-strings": "f'{" * 500 + "x" + "}'" * 500,
    "targets": "(" * 1_000 + "a" + ",)" * 1_000 + " = b",
    "clauses": "[x" + " for x in y" * 5_000 + "]",
    "bomb": "(" * 200_000 + "x" + ")" * 200_000,
}


@pytest.mark.parametrize("name", DEEP)
def test_depth_is_no_matter(name: str) -> None:
    """Reads, walks and writes trees that are deeper than Python's stack."""
    assert sys.getrecursionlimit() <= 1_000
    tree = parse(DEEP[name])
    assert sum(1 for _ in walk(tree)) > 2
    written = unparse(tree)
    assert unparse(parse(written)) == written


HOSTILE = {
    "open brackets": "(" * 200_000,
    "mixed brackets": "([{" * 50_000,
    "quotes": "f'" * 19_999,
    "fields": "f'{" * 20_000,
    "backslashes": "\\" * 200_000,
    "digits": "1" * 200_000,
    "stars": "*" * 200_000,
    "commas": "," * 200_000,
    "prints": "print " * 100_000,
    "null": "a\0b",
    "surrogate": "x = \ud800",
    "colons": ":" * 10_000,
    "indents": "".join(" " * depth + "x\n" for depth in range(500)),
    "spaces": "x =" + " " * 200_000 + "$",
    "unterminated": '"' + "\\x" * 100_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_texts_are_refused(name: str) -> None:
    """Says what is wrong with a text that was made to do harm, at a place inside it."""
    text = HOSTILE[name]
    with pytest.raises(GradcliError) as caught:
        parse(text)
    start, end = caught.value.diagnostic.span
    assert 0 <= start <= end <= len(text)


def outcome(text: str) -> None:
    """Check that a text is a program that can be written, or refused at a place inside it."""
    try:
        tree = parse(text)
    except GradcliError as error:
        spans = [error.diagnostic.span]
    else:
        spans = [node.span for node in walk(tree)]
        written = unparse(tree)
        assert unparse(parse(written)) == written
    assert all(0 <= start <= end <= len(text) for start, end in spans)


TOKENS = """
if elif else for while in with as def return lambda assert del import from pass break continue not
and or is None True False class try yield print match := -> @ = += ( ) [ ] { } , : ; . ... + - * **
/ // % < > == != ~ ^ & | << >> ! $ ? 1 0x1 1.5 1j x y 'a' f'{x}' f' f" { } ' " ''' \\ #
"""
WORDS = [*TOKENS.split(), "\n", "\n  ", "\n    ", "\t", "\r\n"]


@given(st.lists(st.sampled_from(WORDS), max_size=30))
def test_random_tokens(tokens: list[str]) -> None:
    """Ends in a tree or a diagnostic for any sequence of tokens."""
    outcome(" ".join(tokens))
    outcome("".join(tokens))


@given(st.text(max_size=40))
def test_random_text(text: str) -> None:
    """Ends in a tree or a diagnostic for any text."""
    outcome(text)


@given(st.binary(max_size=60))
def test_random_bytes(data: bytes) -> None:
    """Ends in a tree or a diagnostic for any bytes."""
    outcome(data.decode("latin-1"))
    outcome(data.decode("utf-8", "surrogateescape"))
