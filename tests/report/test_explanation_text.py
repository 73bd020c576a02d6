"""Every format of an explanation."""

from __future__ import annotations

import io
import json
import re

import numpy as np
import pytest

from gradcli.answers.evaluation import Question
from gradcli.answers.explanation import explain
from gradcli.answers.steps import MOST_STEPS
from gradcli.report import explanation_text as view
from gradcli.report import rich_view
from tests.answers.asking import explained

FOUND = explained("sum(x['a'] if 0 else x * y)", dtype="float32", x=[1.0, 2.0], y=3.0)


@pytest.mark.parametrize(
    ("source", "hint"),
    [
        ("3", "nothing to explain"),
        ("x.detach()", "nothing to explain"),
        ("x * 2", "give --gradient VECTOR"),
        ("y = x.pow(2).sum()\ny.backward()\ny", "freed its graph"),
    ],
)
def test_hints(source: str, hint: str) -> None:
    """Where there are no steps, the hint says why, in every format."""
    found = explained(source, x=[1.0, 2.0])
    assert found.steps == () and found.hint is not None and hint in found.hint
    assert all(hint in render(found) for render in view.RENDERERS.values())


def test_long_programs() -> None:
    """A long chain is cut, and says so."""
    found = explained("for i in range(400):\n    x = x * 0.5\nx", x=1.0)
    assert (len(found.steps), found.omitted) == (MOST_STEPS, 400 - MOST_STEPS)
    assert "(200 more steps)" in view.plain(found)
    assert "(200 more steps)" in view.RENDERERS["markdown"](found)


def test_plain() -> None:
    """What is computed comes first, then each step, then the result."""
    text = view.plain(explained("x * y", dtype="float32", x=2.0, y=3.0))
    assert text == (
        "forward\n  L = x * y\n    = tensor(6.)\n\n"
        "backward\n  1. L = x * y   [product rule]\n"
        "     dL/dx = y\n           = tensor(3.)\n"
        "     dL/dy = x\n           = tensor(2.)\n\n"
        "result\n  dL/dx = y\n        = tensor(3.)\n  dL/dy = x\n        = tensor(2.)\n"
    )


def test_contributions() -> None:
    """Where several steps pass something on, it is said, and the sum is shown."""
    text = view.plain(explained("h = x * 2\nh * exp(h)", dtype="float32", x=0.0))
    assert "part of dL/dh = v1\n" in text and "part of dL/dh = dL/dv1 * v1\n" in text
    assert "     2 contributions add up, from L, v1:\n     dL/dh = v1 * (h + 1)\n" in text


def test_quotients_stand_in_brackets() -> None:
    """A derivative is a quotient, which is told apart from what it is divided by."""
    text = view.plain(explained("exp(3 * sum(x))", dtype="float32", x=[1.0, 2.0]))
    assert "dL/dx = (dL/dv1).expand(2)\n" in text


def test_rounds() -> None:
    """Steps of a loop say which round they belong to, in every format."""
    found = explained("for i in range(2):\n    x = sin(x * x)\nx", x=1.0)
    assert [step.round for step in found.steps] == [2, 2, 1, 1]
    assert [step.name.text for step in found.steps] == ["x_2", "v1_2", "x_1", "v1_1"]
    assert "round 1 of the loop:\n" in view.plain(found)
    assert "(round 1)" in view.RENDERERS["markdown"](found)
    latex = view.RENDERERS["latex"](found)
    assert r"\frac{\partial x_{2}}{\partial v_{1,2}} &= \cos\left(v_{1,2}\right)" in latex
    assert "round 1 of the loop" in latex


def test_markdown_is_a_table() -> None:
    """Every row has three cells on the way forward and four on the way back."""
    lines = view.RENDERERS["markdown"](FOUND).splitlines()
    counts = [line.replace("\\|", "").count("|") for line in lines if line.startswith("|")]
    forward = 2 + len(FOUND.steps)
    assert counts == [4] * forward + [5] * (2 + len(FOUND.steps))


def test_markdown_and_latex_escape() -> None:
    """Signs that mean something to a format are shown as they are."""
    found = explained("sum(where((x > 0) | (x < -1), x**2, x))", x=[1.0, 2.0])
    assert "\\|" in view.RENDERERS["markdown"](found)
    latex = view.RENDERERS["latex"](explained("my_w = x % 2\nmy_w.sort()[0][1]", x=[3.0, 4.0]))
    assert r"\mathrm{my\_w}" in latex and r"by the derivative of remainder" in latex


def test_latex_values() -> None:
    """Matrices are matrices, exponents are powers, large values are their shapes."""
    latex = view.RENDERERS["latex"](explained("(x * 1e-9).sum()", x=[[1.0, 2.0], [3.0, 4.0]]))
    assert r"\begin{bmatrix}1 \cdot 10^{-9} & 2 \cdot 10^{-9} \\ " in latex
    assert r"\texttt{(20,)}" in view.RENDERERS["latex"](explained("(x * 2).sum()", x=np.ones(20)))
    assert r"&= \infty" in view.RENDERERS["latex"](explained("1 / x", x=0.0))


def test_json() -> None:
    """JSON has every number."""
    data = json.loads(view.RENDERERS["json"](FOUND))
    assert [step["node"] for step in data["steps"]] == ["SumBackward0", "MulBackward0"]
    assert data["steps"][1]["passes"][1] == {
        "to": "y",
        "formula": "x @ dv1",
        "product": 3.0,
    }
    assert data["steps"][1]["rule"] == "product rule"
    whole = {key: data["gradients"][0][key] for key in ("name", "data", "derivative")}
    assert whole == {"name": "x", "data": [3.0, 3.0], "derivative": "y.expand(2)"}


def test_rich() -> None:
    """A terminal shows a table."""
    out = io.StringIO()
    rich_view.show_explanation(FOUND, out, colour=False)
    text = out.getvalue()
    assert "│ step" in text and "dL/dy = x @ dL/dv1" in text
    assert text.rstrip().endswith("= tensor(3.)")


@pytest.mark.parametrize(
    "source",
    [
        "sum((A @ x - y)**2)",
        "x @ inverse(A) @ x",
        "mean((x - mean(x))**2)",
        "h = tanh(w_1 * x)\nfor i in range(2):\n    h = h * h\nsum(h)",
        "F.cross_entropy(A @ x, tensor(1))",
        "exp(-sum(x**2) / (2 * sigma**2))",
    ],
)
def test_latex_is_well_formed(source: str) -> None:
    """Braces, brackets and environments are closed, and derivatives are fractions."""
    latex = view.RENDERERS["latex"](explain(Question(source), lambda warning: None))
    assert latex.count("{") == latex.count("}")
    assert latex.count(r"\left") == latex.count(r"\right")
    open_: list[str] = []
    for word, name in re.findall(r"\\(begin|end)\{(\w+\*?)\}", latex):
        assert word == "begin" or open_.pop() == name
        if word == "begin":
            open_.append(name)
    assert not open_
    assert r"\frac{\partial L}{\partial " in latex and "_unwritten" not in latex


@pytest.mark.parametrize("width", [60, 80])
def test_tables_fit(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is as wide as the terminal, and no wider."""

    class Terminal(io.StringIO):
        encoding = "utf-8"

        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")
    out = Terminal()
    source = "h = tanh(W @ x + b)\no = V @ h\nsum((o - t)**2)"
    rich_view.show_explanation(explain(Question(source), lambda w: None), out, colour=False)
    lines = out.getvalue().splitlines()
    assert any(line.startswith("╭") for line in lines)
    assert max(map(len, lines)) <= width
