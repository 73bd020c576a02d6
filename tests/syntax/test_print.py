"""The print statement of Python 2, which is read only where Python 3 finds a syntax error."""

from __future__ import annotations

import ast

import pytest

from gradcli.syntax import nodes
from gradcli.syntax.parse import parse
from gradcli.syntax.unparse import unparse

STATEMENTS = [
    ("print x", ["x"], True),
    ("print x, y", ["x", "y"], True),
    ("print x,", ["x"], False),
    ("print x, y,", ["x", "y"], False),
    ("print 'a' % b", ["'a' % b"], True),
    ('print"a"', ["'a'"], True),
    ("print 1.5", ["1.5"], True),
    ("print .5", ["0.5"], True),
    ("print f'{a}'", ['f"{a}"'], True),
    ("print not x", ["not x"], True),
    ("print ~x", ["~x"], True),
    ("print lambda: x", ["lambda: x"], True),
    ("print None", ["None"], True),
    ("print {a: b}", ["{a: b}"], True),
    ("print x.grad, x[0], f(x) if y else z", ["x.grad", "x[0]", "f(x) if y else z"], True),
    ("print print", ["print"], True),
]


@pytest.mark.parametrize(("text", "values", "newline"), STATEMENTS)
def test_print_statements(text: str, values: list[str], newline: bool) -> None:
    """Reads values and the comma that keeps the line open, and writes them back."""
    with pytest.raises(SyntaxError):
        ast.parse(text)
    (statement,) = parse(text).body
    assert isinstance(statement, nodes.Print)
    assert [unparse(value) for value in statement.values] == values
    assert statement.newline is newline
    assert text[slice(*statement.span)] == text
    assert unparse(parse(unparse(statement))) == unparse(parse(text))


@pytest.mark.parametrize(
    "text", ["if x: print y", "a; print y", "for x in y:\n    print x\nz", "if x: print y; z"]
)
def test_print_statements_stand_anywhere(text: str) -> None:
    """Reads print statements on one line with others and in blocks."""
    assert "print " in unparse(parse(text))


PYTHON_3 = [
    *("print (x), y", "print(x)", "print -x", "print [x]", "print * x", "print not in x"),
    *("print in x", "print is x", "print if x else y", "print and x", "print < x", "print.x"),
    *("print", "print; x", "print ()", "print (x) % y", "[print for print in x]", "print @ x"),
    *("x = print", "f(print)"),
]


@pytest.mark.parametrize("text", PYTHON_3)
def test_what_python_3_can_read_is_python_3(text: str) -> None:
    """Leaves to Python 3 what it can read."""
    ast.parse(text)
    assert not any(isinstance(statement, nodes.Print) for statement in parse(text).body)
