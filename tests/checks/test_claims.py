"""Comments that say of what a text is the derivative."""

from __future__ import annotations

import pytest

from gradcli.checks.options import Options
from gradcli.checks.programs import check_program

VALUES = "x = tensor([1.0, 2.0, 3.0])\nA = tensor([[1.0, 2.0], [0.5, 3.0], [1.0, 1.0]])\nn = 3\n"


@pytest.mark.parametrize(
    "text",
    [
        "2 * x  # derivative of: sum(x**2)",
        "g = n * x**(n - 1)  # derivative of: sum(x**n)",
        "# a line\nouter(x, ones(2))\n# Derivative of: sum(A.T @ x), by A\n",
        "if True:\n    cos(x)  # derivative of: sum(sin(x))",
        "def slope(z):\n    return exp(z)  # derivative of: exp(z)",
        "A  # derivative of: A @ w, by w",
        "2 * x  # derivative of: 'a'[0:0] or sum(x**2) # with a remark",
    ],
)
def test_right(text: str) -> None:
    """A claim that is right is a check that holds; names without a value get shapes that fit."""
    found = check_program(VALUES + text, "a.grad", Options())
    assert (found.outcome, found.checks, found.failures) == ("passed", 1, ())


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("x  # derivative of: sum(x**2)", "(a factor of 2): it should be 2 * x"),
        ("x  # derivative of: sum(relu(x))", "of sum(relu(x)) by x, which is "),
        ("cos(x)  # derivative of: sum(A.T @ x)", "end the comment with `, by A`"),
        ("cos(x)  # derivative of: sum(x), by y", "there is no input 'y'"),
        ("cos(x)  # derivative of: sum(x +", "no claim about a derivative: SyntaxError"),
        ("y = 2 * x\ny  # derivative of: sum(x**2)", "no claim about a derivative: NameError"),
        ("pass  # derivative of: x", "no value that could be a derivative"),
        ("ones(3)\n# derivative of:", "no claim about a derivative"),
    ],
)
def test_wrong(text: str, words: str) -> None:
    """What is wrong is said at the comment."""
    found = check_program(VALUES + text, "a.grad", Options())
    (failure,) = found.failures
    assert (found.outcome, found.checks, failure.kind) == ("failed", 1, "derivative")
    assert words in failure.message
    assert failure.line == 4 + text.count("\n")


@pytest.mark.parametrize("text", ["'# derivative of: x'", "x  # the derivative of x: 1", "x"])
def test_no_claims(text: str) -> None:
    """A text, or a remark of another form, claims nothing."""
    assert check_program(VALUES + text, "a.grad", Options()).outcome == "empty"
