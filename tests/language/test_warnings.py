"""Warnings of programs: each once for its line, with its place, collected by the run."""

import pytest

import gradcli
from gradcli.errors import Diagnostic, GradcliError, position
from gradcli.language.run import Session

NON_LEAF = """x = torch.ones(2, requires_grad=True)
y = x * 2
for i in range(3):
    y.grad
y.grad
"""


def lines(warnings: tuple[Diagnostic, ...] | list[Diagnostic]) -> list[int]:
    """Return the lines that warnings stand at."""
    return [position(w.source, w.span.start)[0] for w in warnings]


def test_each_line_warns_once() -> None:
    """A loop warns once, another line once more."""
    run = gradcli.run(NON_LEAF)
    assert lines(run.warnings) == [4, 5]
    first = run.warnings[0]
    assert (first.severity, first.code, first.kind) == ("warning", "non-leaf-grad", "UserWarning")
    assert first.message.startswith("The .grad attribute of a Tensor that is not a leaf")
    assert first.source[first.span.start : first.span.end] == "grad"


def test_what_warns_a_single_time() -> None:
    """What PyTorch says once for all is said at the first place only."""
    run = gradcli.run("x = torch.ones(1, requires_grad=True)\nfloat(x)\nfloat(x)\ncomplex(x)")
    assert lines(run.warnings) == [2]


def test_place_inside_functions_and_comprehensions() -> None:
    """A warning names the place that computes, wherever it was called from."""
    source = (
        "def f(t):\n    return float(t)\nx = torch.ones(2, requires_grad=True)\n[f(v) for v in x]"
    )
    assert lines(gradcli.run(source).warnings) == [2]


def test_warnings_before_an_error() -> None:
    """A program that fails has given its warnings before."""
    found: list[Diagnostic] = []
    with pytest.raises(GradcliError) as caught:
        gradcli.run(NON_LEAF + "y.backward()", warn=found.append)
    assert caught.value.diagnostic.severity == "error"
    assert lines(found) == [4, 5]


def test_programs_of_one_session() -> None:
    """The place of a warning is looked up in the program that it stands in."""
    with Session() as session:
        session.evaluate("def read(t):\n    return t.grad", "first")
        run = session.evaluate("y = torch.ones(2, requires_grad=True) * 2\nread(y)", "second")
        again = session.evaluate("read(y)", "third")
    assert [(w.filename, w.source[w.span.start :]) for w in run.warnings] == [("first", "grad")]
    assert again.warnings == ()


def test_python_is_not_warned() -> None:
    """A session listens only while it is entered."""
    with Session() as session:
        session.evaluate(NON_LEAF)
    assert len(session.warnings) == 2


def test_deprecated_ways() -> None:
    """What PyTorch is about to give up is said so."""
    run = gradcli.run(
        "torch.ones(3).T\ntorch.tensor(torch.ones(1))\nx = torch.ones(2, 2)\nx[[[0], [1]]]\n"
        "import numpy as np\ntorch.tensor([np.ones(2), np.ones(2)])"
    )
    assert lines(run.warnings) == [1, 2, 4, 6]
    assert [w.code for w in run.warnings] == ["deprecated", "copy-construct", "deprecated", "slow"]
