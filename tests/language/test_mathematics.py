"""Formulas as people spell them, read as programs."""

import pytest

from gradcli.language.names import mathematics
from gradcli.language.run import run
from gradcli.syntax.mathematics import SIGNS


@pytest.mark.parametrize(
    ("spelled", "text"),
    [
        ("ln(2x)", "log(2*x)"),
        ("x^2 + 3x", "x**2 + 3*x"),
        ("2(x + 1)", "2*(x + 1)"),
        ("√x + √(2x)", "sqrt(x) + sqrt(2*x)"),
        ("√2", "sqrt(2)"),
        ("2π·r", "2*pi*r"),
        ("x² − y³", "x**2 - y**3"),
        ("tr(inv(A) @ X)", "trace(inverse(A) @ X)"),
        ("sec(x)", "1/cos(x)"),
        ("1e-3x + 0x1f + x2", "1e-3*x + 0x1f + x2"),
        ("tr + ln", "tr + ln"),
        ("x.inv()  # ln(x)", "x.inverse()  # ln(x)"),
        ("'2x^2'", "'2x^2'"),
    ],
)
def test_read(spelled: str, text: str) -> None:
    """Signs, functions and products are those of the language; strings and names stay."""
    assert mathematics.read(spelled) == text


def test_what_is_written_instead_is_there() -> None:
    """Every function of the table is one of the language."""
    for name in mathematics.FUNCTIONS.values():
        assert callable(run(name).value)
    for name in mathematics._RECIPROCAL.values():
        assert callable(run(name).value)


def test_advice() -> None:
    """A spelling that is read has a line of help, and no other name has."""
    assert mathematics.advice("ln") == "write `log`, or give --math"
    assert mathematics.advice("cot") == "write `1 / tan(...)`, or give --math"
    assert mathematics.advice("sin") is None
    assert all(sign not in mathematics.FUNCTIONS for sign in SIGNS)
