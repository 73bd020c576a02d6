"""Every format of an explanation."""

from __future__ import annotations

import io
import json

import numpy as np
import pytest

from gradcli.answers.explanation import MOST_STEPS
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
    found = explained("for i in range(1000):\n    x = x * 0.5\nx", x=1.0)
    assert (len(found.steps), found.omitted) == (MOST_STEPS, 1000 - MOST_STEPS)
    assert "(800 more steps)" in view.plain(found)
    assert "(800 more steps)" in view.RENDERERS["markdown"](found)


def test_plain() -> None:
    """Each step is a paragraph."""
    text = view.plain(explained("x * y", dtype="float32", x=2.0, y=3.0))
    assert text == (
        "v1 = x * y  (MulBackward0)\n  value tensor(6.)\n  g tensor(1.)\n"
        "  to x: g * y = tensor(3.)\n  to y: g * x = tensor(2.)\n\n"
        "gradients:\nx.grad = tensor(3.)\ny.grad = tensor(2.)\n"
    )


def test_markdown_is_a_table() -> None:
    """Every row has five cells, whatever the values look like."""
    lines = view.RENDERERS["markdown"](FOUND).splitlines()
    rows = [line for line in lines if line.startswith("|")]
    assert len(rows) == 2 + len(FOUND.steps)
    assert {row.replace("\\|", "").count("|") for row in rows} == {6}


def test_markdown_and_latex_escape() -> None:
    """Signs that mean something to a format are shown as they are."""
    found = explained("sum(where((x > 0) | (x < -1), x**2, x))", x=[1.0, 2.0])
    assert "\\|" in view.RENDERERS["markdown"](found)
    latex = view.RENDERERS["latex"](explained("w_1 = x % 2\nw_1 ** 2", x=3.0))
    assert r"\texttt{w\_1 ** 2}" in latex and r"\texttt{x \% 2}" in latex


def test_latex_values() -> None:
    """Matrices are matrices, exponents are powers, large values are their shapes."""
    latex = view.RENDERERS["latex"](explained("(x * 1e-9).sum()", x=[[1.0, 2.0], [3.0, 4.0]]))
    assert r"\begin{bmatrix}1 \cdot 10^{-9} & 2 \cdot 10^{-9} \\ " in latex
    assert r"\texttt{(20,)}" in view.RENDERERS["latex"](explained("(x * 2).sum()", x=np.ones(20)))
    assert r"$\infty$" in view.RENDERERS["latex"](explained("1 / x", x=0.0))


def test_json() -> None:
    """JSON has every number."""
    data = json.loads(view.RENDERERS["json"](FOUND))
    assert [step["node"] for step in data["steps"]] == ["SumBackward0", "MulBackward0"]
    assert data["steps"][1]["passes"][1] == {
        "to": "y",
        "formula": "sum(g * x)",
        "product": 3.0,
    }
    assert data["gradients"][0] == {"name": "x", "data": [3.0, 3.0]}


def test_rich() -> None:
    """A terminal shows a table."""
    out = io.StringIO()
    rich_view.show_explanation(FOUND, out, colour=False)
    text = out.getvalue()
    assert "│ step" in text and "to y: sum(g * x) = tensor(3.)" in text
    assert text.rstrip().endswith("y.grad = tensor(3.)")
