"""``gradcli plot``: values that are those of the program, gaps, poles, areas, pictures."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from gradcli.answers.evaluation import Question
from gradcli.answers.inputs import QuestionError
from gradcli.answers.plot import Plot, plot
from gradcli.errors import ExitCode, GradcliError
from gradcli.report import plot_text
from gradcli.report.glyphs import ASCII, UNICODE
from gradcli.report.plot_window import lines, pieces, window

Run = Callable[..., Any]
BOWL = ("plot", "x**2 + y**2", "--over", "x=-1:1", "--over", "y=-1:1")


def of(source: str, order: int = 1, points: int = 5, **ends: tuple[float, float]) -> Plot:
    """Return what is plotted of a program, in double precision."""
    return plot(Question(source, dtype="float64"), ends, order, points)


def test_curves() -> None:
    """Values and derivatives are those of the function, whatever the program looks like."""
    found = of("y = x\nfor i in range(2):\n    y = y * x\ny.sum()", 3, x=(-1, 1))
    x = found.axes["x"]
    assert found.title == "y.sum()" and list(found.slopes) == ["d/dx", "d²/dx²", "d³/dx³"]
    for values, expected in zip(
        [found.values, *found.slopes.values()], [x**3, 3 * x**2, 6 * x, 6 + 0 * x], strict=True
    ):
        np.testing.assert_allclose(values, expected, rtol=1e-15)


def test_results_that_depend_on_nothing() -> None:
    """A number, and what no longer depends on the input, have derivatives that are 0."""
    assert not of("3", 2, x=(0, 1)).slopes["d²/dx²"].any()
    assert not of("2 * x", 3, x=(0, 1)).slopes["d³/dx³"].any()


def test_areas() -> None:
    """Values and gradients have an axis for each input, the first one first."""
    found = of("x**2 * y", x=(0, 2), y=(-1, 1))
    x, y = np.meshgrid(*found.axes.values(), indexing="ij")
    np.testing.assert_allclose(found.values, x**2 * y)
    np.testing.assert_allclose(found.slopes["d/dx"], 2 * x * y)
    np.testing.assert_allclose(found.slopes["d/dy"], x**2)


def test_points_at_which_a_program_fails() -> None:
    """They are gaps; a program that fails everywhere is wrong."""
    found = of("assert x < 0.6\nx", x=(0, 1))
    assert np.isnan(found.values).tolist() == [False, False, False, True, True]
    with pytest.raises(GradcliError, match="nonsense"):
        of("nonsense(x)", x=(0, 1))


@pytest.mark.parametrize(
    ("source", "words"),
    [("ones(2) * x", r"shape \(2,\)"), ("'a'", "is none"), ("x * 1j", "complex")],
)
def test_what_is_no_number(source: str, words: str) -> None:
    """It is refused."""
    with pytest.raises(QuestionError, match=words):
        of(source, x=(0, 1))


def test_descents() -> None:
    """A path follows the gradient, and ends where that leads to no number."""
    question = Question("x**2", dtype="float64")
    found = plot(question, {"x": (-1, 1)}, way=({"x": 1.0}, 0.25, 3)).path
    assert found is not None and found.tolist() == [
        [1, 1],
        [0.5, 0.25],
        [0.25, 0.0625],
        [0.125, 0.015625],
    ]
    lost = plot(Question("sqrt(x)"), {"x": (0, 1)}, way=({"x": 0.01}, 1.0, 9)).path
    assert lost is not None and len(lost) == 1


def test_windows() -> None:
    """A pole is cut off; a peak, a step and a steep end are not; gaps and leaps break a curve."""
    x = np.linspace(-1, 1, 201)
    with np.errstate(divide="ignore"):
        pole = 1 / x
    low, high = window([pole])
    assert -20 < low < -5 and 5 < high < 20
    breaks = list(pieces(pole, low, high))
    assert len(breaks) == 2
    for curve in (np.exp(-300 * x**2), np.exp(9 * x), x**9, np.sign(x)):
        assert window([curve]) == (curve.min(), curve.max())
    assert len(list(pieces(np.sign(x), -1, 1))) == 3
    assert window([np.full(3, np.nan)]) == (-1, 1)
    assert list(pieces(np.array([1, np.nan, 1, 1]), 0, 2)) == [(0, 1), (2, 4)]


def test_curves_reach_the_edge() -> None:
    """A curve that leaves the window does so at its edge; one that ends inside stays there."""
    x = np.linspace(-1, 1, 101)
    with np.errstate(divide="ignore", invalid="ignore"):
        odd, even, jump, root = 1 / (x - 0.003), 1 / x**2, np.sign(x + 0.003), np.sqrt(x)
    first, last = lines(x, odd, -9, 9)
    assert first[-1][1] == -9 and last[0][1] == 9 and first[-1][0] <= 0.003 <= last[0][0]
    first, last = lines(x, even, 0, 50)
    assert first[-1][1] == last[0][1] == 50
    assert [[y for _, y in points[:1] + points[-1:]] for points in lines(x, jump, -1, 1)] == [
        [-1, -1],
        [1, 1],
    ]
    first, last = lines(x, np.where(x == 0, np.nan, odd), -90, 90)
    assert first[-1][1] == -90 and last[0][1] == 90
    apart = lines(x, np.where(np.arange(101) % 2, 9.0, 0.0), 0, 9)
    assert [len(points) for points in apart] == [1] * 101
    assert next(lines(x, root, 0, 1))[0] == (x[50], root[50])


def test_an_area_in_the_terminal(invoke: Run) -> None:
    """Shades, arrows and a path fit 80 columns, in whatever signs there are."""
    shown = invoke(*BOWL, "--from", "x=0.9", "--from", "y=0.9").stdout
    assert max(map(len, shown.splitlines())) <= 80
    assert all(sign in shown for sign in "░▒▓█→↗↑↖←↙↓↘@")
    found = of("log(x) * y", x=(-1, 1), y=(0, 1))
    plain = plot_text.render(found, 60, 20, False, ASCII)
    assert plain.isascii() and "?" in plain
    assert "?" in plot_text.render(found, 60, 20, False, UNICODE)


def test_curves_in_the_terminal(invoke: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """They need an extra and say so; texts of the user stay what they are; no colour is none."""
    monkeypatch.setitem(sys.modules, "plotext", None)
    missing = invoke("plot", "x", "--over", "x=0:1")
    assert missing.exit_code == ExitCode.USAGE and "gradcli[plot]" in missing.stderr
    monkeypatch.undo()
    pytest.importorskip("plotext")
    call = ("plot", "x * len('[red]')", "--over", "x=-1:1", "--order", "2")
    plain = invoke(*call, "--color", "never").stdout
    assert "\x1b" not in plain and "x * len('[red]')" in plain and "ooo d²/dx²" in plain
    assert max(map(len, plain.splitlines())) <= 80 and len(plain.splitlines()) == 24
    assert "\x1b[38;5;4m" in invoke(*call, "--color", "always").stdout
    path = invoke("plot", "x**2", "--over", "x=-1:1", "--from", "x=1").stdout
    assert "@@@ descent in 50 steps from x = 1\nto x = 1.427e-05" in path


@pytest.mark.parametrize("call", [BOWL, ("plot", "log(x) * len('$a$')", "--over", "x=-1:1")])
def test_pictures(call: tuple[str, ...], invoke: Run, tmp_path: Path) -> None:
    """SVG is XML with the program's text; PNG is one; both are the same every time."""
    pytest.importorskip("matplotlib")
    for name, start in (("a.svg", b"<?xml"), ("a.png", b"\x89PNG")):
        path = tmp_path / name
        drawn = []
        for _ in range(2):
            result = invoke(*call, "-o", str(path))
            assert (result.exit_code, result.output) == (ExitCode.OK, "")
            drawn.append(path.read_bytes())
        assert drawn[0] == drawn[1] and drawn[0].startswith(start)
    texts = "".join(ElementTree.parse(tmp_path / "a.svg").getroot().itertext())
    assert call[1] in texts


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("x", "--over", "x"), "NAME=START:STOP"),
        (("x", "--over", "x=2:1"), "from less to more"),
        (("x", "--over", "x=0:inf"), "from less to more"),
        (("x", "--over", "x=0:1", "--over", "y=0:1", "--over", "z=0:1"), "once or twice"),
        (("x", "--over", "x=0:1", "--points", "1000000"), "too many"),
        (("x", "--over", "x=0:1", "-o", "a.pdf"), "ends in one of"),
        (("x", "--over", "x=0:1", "--from", "y=1"), "only in one of them"),
        (("x", "--over", "x=0:1", "--from", "x"), "NAME=NUMBER"),
        (("x",), "--over"),
    ],
)
def test_wrong_usage(args: tuple[str, ...], words: str, invoke: Run) -> None:
    """What cannot be plotted is said."""
    result = invoke("plot", *args)
    assert (result.exit_code, result.stdout) == (ExitCode.USAGE, "")
    assert words in result.stderr


def test_no_variable_makes_a_pipe_narrow(invoke: Run) -> None:
    """The size of a plot in a pipe is always the same."""
    pytest.importorskip("plotext")
    call = ("plot", "x**2", "--over", "x=0:1")
    assert invoke(*call, COLUMNS="20").stdout == invoke(*call).stdout != ""
