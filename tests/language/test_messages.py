"""Diagnostics of programs that are wrong: where they point and what they suggest."""

from __future__ import annotations

import pytest

from gradcli.errors import Diagnostic, GradcliError
from gradcli.language.run import run


def diagnose(source: str) -> Diagnostic:
    """Return what a wrong program is told."""
    with pytest.raises(GradcliError) as caught:
        run(source)
    return caught.value.diagnostic


def texts(diagnostic: Diagnostic) -> list[tuple[str, str]]:
    """Return each label with the text that it points at."""
    source = diagnostic.source
    return [(source[label.span.start : label.span.end], label.text) for label in diagnostic.labels]


LABELS = {
    "A = ones(4, 2); b = ones(2, 1)\nloss = (A @ b.T).sum()": [
        ("@", ""),
        ("A", "shape (4, 2)"),
        ("b.T", "shape (1, 2)"),
    ],
    "x = ones(2)\nx += ones(3)": [("+=", ""), ("x", "shape (2,)"), ("ones(3)", "shape (3,)")],
    "x = ones(2)\nx.exp().view(3)": [("view", ""), ("x.exp()", "shape (2,)")],
    "exp('a')": [("exp", ""), ("'a'", "str")],
    "x = 3\nprint(x + nowhere * 2)": [("nowhere", "")],
    "f = lambda: 1\nf(2)": [("f", "")],
    "[1, 2][9]": [("[1, 2][9]", "")],
    "x = 1\nx.foo": [("foo", ""), ("x", "int")],
    "1 + 'a'": [("+", "")],
    "import math, foo.bar": [("foo.bar", "")],
    "for x in 5: pass": [("5", "")],
    "x = ones(2)\nif x: pass": [("x", "")],
    "y = ones(2) < ones(3)": [
        ("ones(2) < ones(3)", ""),
        ("ones(2)", "shape (2,)"),
        ("ones(3)", "shape (3,)"),
    ],
}


@pytest.mark.parametrize("source", LABELS)
def test_labels(source: str) -> None:
    """The first label points at what was done, the others at what it was done with."""
    labels = texts(diagnose(source))
    assert labels[: len(LABELS[source])] == LABELS[source]


HELP = {
    "A = ones(4, 2); b = ones(2, 1)\nA @ b.T": "did you mean `A @ b`?",
    "A = ones(4, 2); b = ones(4, 3)\nA @ b": "did you mean `A.T @ b`?",
    "A = ones(2, 3); b = ones(5, 3)\nA @ (b + 1)": "did you mean `A @ (b + 1).T`?",
    "2.0 ^ 3": "`^` is exclusive or; the power operator is `**`",
    "prnt(1)": "did you mean `print`?",
    "learning_rate = 1\nlerning_rate": "did you mean `learning_rate`?",
    "def f(inside):\n    return insde\nf(1)": "did you mean `inside`?",
    "torch.relux": "did you mean `relu`?",
    "ones(1).requires_gard": "did you mean `requires_grad`?",
    "'a'.uper()": "did you mean `upper`?",
    "from torch import tensr": "did you mean `tensor`?",
    "import torch.nn.functionl": "did you mean `torch.nn.functional`?",
    "open('x')": "the language leaves out Python's `open`",
    "xy": None,
    "something_else_entirely": None,
}


@pytest.mark.parametrize("source", HELP)
def test_help(source: str) -> None:
    """A line of help names what was probably meant, or says nothing."""
    assert diagnose(source).help == HELP[source]


def called(source: str) -> list[str]:
    """Return the texts of the calls that lead to an error."""
    diagnostic = diagnose(source)
    return [source[span.start : span.end] for span in diagnostic.calls]


def test_call_path() -> None:
    """The calls that lead to the place are listed, outermost first."""
    source = "def f(x): return g(x) + 1\ndef g(v): return v / 0\ndef main(): f(1)\nmain()"
    assert called(source) == ["main()", "f(1)", "g(x)"]


def test_call_path_through_the_host() -> None:
    """A function that the core calls has the call that led there in its path."""
    source = """
def hook(g): return deeper(g)
def deeper(g): return g.foo
x = ones(2, requires_grad=True)
y = (x * 2).sum()
x.register_hook(hook)
y.backward()
"""
    assert called(source) == ["y.backward()", "deeper(g)"]


def test_inline_code_has_no_call_path() -> None:
    """Comprehensions, and functions written inside the call, are where they stand."""
    assert called("[1 / i for i in (1, 0)]") == []
    assert called("sum(1 / i for i in (1, 0))") == []
    assert called("sorted([1], key=lambda v: v / 0)") == []


def test_source_and_filename() -> None:
    """A diagnostic carries the program and the name of its file."""
    with pytest.raises(GradcliError) as caught:
        run("1 / 0", filename="a.py")
    diagnostic = caught.value.diagnostic
    assert (diagnostic.source, diagnostic.filename) == ("1 / 0", "a.py")
    assert (caught.value.kind, caught.value.message) == ("ZeroDivisionError", "division by zero")
    assert diagnostic.code == "zero-division"
