"""Notebooks: the page's cells as they come out, what Jupyter is given, and what goes wrong."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import gradcli
from gradcli.commands.notebook import CellError

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "notebooks.md"
CELLS = re.compile(r"```ipython\n(.*?)```\n\n```output\n(.*?)```", re.DOTALL)

Magic = Callable[..., Any]


class Shell:
    """What an extension sees of IPython."""

    def __init__(self) -> None:
        self.user_ns: dict[str, Any] = {}
        self.magics: dict[str, Magic] = {}

    def register_magic_function(self, magic: Magic, kind: str, name: str) -> None:
        """Take a magic for lines and cells."""
        assert kind == "line_cell"
        self.magics[name] = magic

    def cell(self, text: str) -> Any:
        """Run a cell, as IPython does."""
        head, _, rest = text.partition("\n")
        signs, _, line = head.partition("gradcli")
        return self.magics["gradcli"](line, rest) if signs == "%%" else self.magics["gradcli"](line)


@pytest.fixture
def shell() -> Shell:
    """Return a notebook in which ``%load_ext gradcli`` was run."""
    made = Shell()
    gradcli.load_ipython_extension(made)
    return made


def test_cells_on_the_page(shell: Shell) -> None:
    """Cells give what stands below them, one after the other."""
    cells = CELLS.findall(PAGE.read_text(encoding="utf-8"))
    assert [repr(shell.cell(cell)) for cell, _ in cells] == [shown.rstrip() for _, shown in cells]


def test_variables_of_the_notebook(shell: Shell) -> None:
    """A name without a value is the notebook's variable, also one of another library's arrays."""

    class Frame:
        def __array__(self, *args: Any, **kwargs: Any) -> np.ndarray:
            return np.array([1.0, 2.0])

    shell.user_ns = {"w": Frame(), "k": np.float32(3), "x": gradcli.ones(2, requires_grad=True)}
    found = shell.cell("%%gradcli -D w -C k -D x\nsum(k * w**2 * x)")
    assert found.value == 15
    assert {name: g.tolist() for name, g in found.gradients.items()} == {
        "w": [6.0, 12.0],
        "x": [3.0, 12.0],
    }
    assert shell.user_ns["x"].grad is None


def test_functions_reach_the_next_cells(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    """A cell that speaks for itself shows nothing; its names stay."""
    assert shell.cell("%%gradcli\ndef f(v):\n    return a * v\na = 5\nprint('made')") is None
    assert capsys.readouterr().out == "made\n"
    assert shell.cell("%gradcli 'f(x)' -D x=2").gradients["x"] == 5


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("%%gradcli -D x=2\nsin(x", "error[syntax]: '(' was never closed\n  1 │ sin(x\n"),
        ("%%gradcli -D x=2\n1\nx @ x", "  2 │ x @ x"),
        ("%%gradcli -D nothing\nx", "the notebook has no such variable"),
        ("%%gradcli -D shell\nx", "is no tensor, array or number"),
        ("%%gradcli --bogus\nx", "No such option '--bogus'"),
        ("%%gradcli --wrt q -D x=1\nx", "there is no tensor 'q'"),
        ("%%gradcli 'a\nx", "No closing quotation"),
        ("%%gradcli y\nx", "Give all lines of the program"),
        ("%gradcli", "No program"),
    ],
)
def test_mistakes(shell: Shell, cell: str, message: str) -> None:
    """What is wrong is said as at the shell, without a traceback, and the cell fails."""
    shell.user_ns["shell"] = shell
    with pytest.raises(CellError) as caught:
        shell.cell(cell)
    assert message in "\n".join([*caught.value._render_traceback_(), ""])


def test_a_first_infinity_is_found(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    """One cell can ask for it, and the next one not."""
    shell.cell("%gradcli 'sqrt(x - 2)' -D x=2 --anomaly")
    assert "note[nan-origin]" in capsys.readouterr().err
    assert "--anomaly" in shell.cell("%gradcli 'sqrt(x - 2)' -D x=2").data.hint
    assert capsys.readouterr().err == ""


def test_help(shell: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    """It lists what a cell takes, and nothing that is about files."""
    assert shell.cell("%gradcli --help") is None
    printed = capsys.readouterr().out
    assert "--hessian" in printed and "--output" not in printed


def test_a_run_is_shown() -> None:
    """Text, HTML and LaTeX say the same; the graph can be used afterwards."""
    run = gradcli.run("x = ones(2, requires_grad=True)\nprint('<hi>')\ny = sum(x**2)")
    assert repr(run).startswith("<hi>\n\nresult: tensor(2., grad_fn=<SumBackward0>)\n\ngraph:\n")
    page = run._repr_html_() or ""
    assert "&lt;hi&gt;" in page and "x.grad" in page and "<hi>" not in page
    assert r"\frac{\partial y}{\partial x} &= \begin{bmatrix}2 & 2\end{bmatrix}" in (
        run._repr_latex_() or ""
    )
    run.value.backward()
    assert run.variables["x"].grad.tolist() == [2.0, 2.0]
    given = gradcli.run("sum(u**2)", {"u": gradcli.ones(2, requires_grad=True)})
    assert r"\partial u}" in (given._repr_latex_() or "")
    assert "AccumulateGrad  u" in repr(gradcli.graph(given))


def test_a_picture_is_an_image() -> None:
    """Its styles are not the page's; a graph that is too large for a picture is a tree."""
    page = gradcli.graph("tanh(x)", {"x": 1.0})._repr_html_()
    picture = base64.b64decode(page.partition("base64,")[2].partition('"')[0])
    assert picture.startswith(b"<svg")
    wide = gradcli.graph("stack([sin(x) for i in range(1100)])", {"x": 1.0})._repr_html_()
    assert "├─ SinBackward0" in wide and "<img" not in wide


def test_formulas_are_typeset() -> None:
    """A derivative is still its text; notes of what was assumed are not in the formula."""
    formula = gradcli.diff("sum(x**2 * y)")
    assert formula.splitlines()[1:] == ["dx = 2 * x * y", "dy = x**2"]
    assert formula._repr_latex_().startswith(r"$$\begin{gathered}\frac{\partial f}{\partial x} = 2")


def test_what_cannot_be_asked() -> None:
    """Wrong questions are errors of Python."""
    for wrong in (
        lambda: gradcli.graph("1 + 1"),
        lambda: gradcli.graph(gradcli.ones(2)),
        lambda: gradcli.explain("x", "q", values={"x": 1.0}),
    ):
        with pytest.raises(ValueError, match=r"no graph|there is no tensor"):
            wrong()
