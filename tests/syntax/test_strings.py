"""Literals stand for what they stand for in Python; f-strings may nest as in Python 3.12."""

from __future__ import annotations

import ast

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gradcli.errors import GradcliError
from gradcli.syntax import nodes
from gradcli.syntax.parse import parse
from gradcli.syntax.unparse import unparse

PIECES = st.sampled_from(
    [
        *("a", "é", "{", "}", "'", '"', "\\\\", "\\'", '\\"', "\\n", "\\x41", "\\101", "\\7"),
        *("\\0", "\\u00e9", "\\U0001F600", "\\N{BULLET}", "\\\n", "\\q", "\\8", "\n", " "),
        *("\\\r\n", "\\{"),
    ]
)


def value(text: str) -> object:
    """Return the constant that a text stands for."""
    (statement,) = parse(text).body
    assert isinstance(statement, nodes.ExprStmt)
    assert isinstance(statement.value, nodes.Constant)
    return statement.value.value


@given(st.text())
def test_repr_is_read_back(text: str) -> None:
    """Reads what repr writes, whatever the characters."""
    assert value(repr(text)) == text


@pytest.mark.filterwarnings("ignore")
@given(st.sampled_from(["", "r", "R", "u"]), st.sampled_from(["'", '"', "'''", '"""']), st.data())
def test_escapes(prefix: str, quote: str, data: st.DataObject) -> None:
    """Replaces the escapes that Python replaces, and refuses what Python refuses."""
    text = prefix + quote + "".join(data.draw(st.lists(PIECES, max_size=6))) + quote
    try:
        statements = ast.parse(text).body
    except SyntaxError:
        with pytest.raises(GradcliError):
            parse(text)
    else:
        assume(len(statements) == 1)  # a quote and a line break can make two strings of one
        assert value(text) == ast.literal_eval(text)


@given(st.from_regex(r"[0-9][0-9a-fxobe_.jJEXOB+]{0,7}", fullmatch=True))
@pytest.mark.filterwarnings("ignore")
def test_numbers(text: str) -> None:
    """Takes for a number what Python takes for one, with the same value."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        with pytest.raises(GradcliError):
            parse(text)
        return
    if isinstance(tree.body[0], ast.Expr) and isinstance(tree.body[0].value, ast.Constant):
        assert repr(value(text)) == repr(tree.body[0].value.value)
    else:
        parse(text)


def parts(text: str) -> list[object]:
    """Return the parts of an f-string: texts, and the text of each value."""
    (statement,) = parse(text).body
    assert isinstance(statement, nodes.ExprStmt)
    assert isinstance(statement.value, nodes.JoinedStr)
    return [
        part.value if isinstance(part, nodes.Constant) else unparse(part.value)
        for part in statement.value.parts
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('f"{a["b"]}"', ["a['b']"]),
        ('f"{"a" + "b"}c"', ["'a' + 'b'", "c"]),
        ("f'{'\\n'.join(a)}'", ["'\\n'.join(a)"]),
        ("f'{\na # why\n}'", ["a"]),
        ("f'{f'{f'{a}'}'}'", ['f"{f"{a}"}"']),
        ("f'{a!=b}{a==b}{a<=b}'", ["a != b", "a == b", "a <= b"]),
    ],
)
def test_fstrings_nest(text: str, expected: list[object]) -> None:
    """Reads quotes, comments and line ends inside a field as Python 3.12 does."""
    if 'f"' in "".join(map(str, expected)):
        expected = [unparse(parse("f'{f'{a}'}'"))[:-1]]
    assert parts(text) == expected


def test_places_inside_fstrings() -> None:
    """Gives a value in an f-string its place in the whole text."""
    text = "x = 1; y = f'é{ a + b :{ w }}'"
    (_, statement) = parse(text).body
    assert isinstance(statement, nodes.Assign)
    joined = statement.value
    assert isinstance(joined, nodes.JoinedStr)
    field = joined.parts[1]
    assert isinstance(field, nodes.FormattedValue)
    assert text[slice(*field.span)] == "{ a + b :{ w }}"
    assert text[slice(*field.value.span)] == "a + b"
    assert field.spec is not None
    assert text[slice(*field.spec.parts[0].value.span)] == "w"


@pytest.mark.parametrize("text", ["f'{a:{b:{c:{d}}}}'", 'f"{f"{f"{a}"}"}"', "f'{a:{{b}}}'"])
def test_fstrings_round_trip(text: str) -> None:
    """Writes nested f-strings so that they are read the same."""
    written = unparse(parse(text))
    assert unparse(parse(written)) == written
