"""Jacobians, Hessians, products and patterns in reports, and how each format shows them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gradcli.answers.evaluation import build_report
from gradcli.answers.inputs import QuestionError
from gradcli.answers.jacobians import Wanted
from gradcli.answers.report import Pattern, Report
from gradcli.core.tensor import Tensor
from gradcli.errors import GradcliError
from gradcli.language.run import Session
from gradcli.report import json_view, plain, progress, rich_view, select
from gradcli.report.glyphs import ASCII, UNICODE
from gradcli.report.pattern import draw
from tests.report.test_json_view import SCHEMA, problems

JACOBIAN, HESSIAN = Wanted("jacobian", pattern=True), Wanted("hessian", 2, pattern=True)
SOURCE = "x**2 * y"


def report(
    source: str, wanted: Wanted, wrt: tuple[str, ...] | None = None, **inputs: Any
) -> Report:
    """Report other derivatives than gradients of a program."""
    with Session() as session:
        leaves = {name: Tensor(np.array(value, np.float32), True) for name, value in inputs.items()}
        for name, value in leaves.items():
            session.assign(name, value)
        return build_report(session.evaluate(source), leaves, wrt, wanted=wanted)


def test_jacobian() -> None:
    """There is a block for each input, and no gradient."""
    found = report(SOURCE, JACOBIAN, x=[1, 2], y=3)
    assert [(d.kind, d.by, d.data.tolist()) for d in found.derivatives] == [
        ("jacobian", ("x",), [[6.0, 0.0], [0.0, 12.0]]),
        ("jacobian", ("y",), [1.0, 4.0]),
    ]
    assert (found.gradients, found.hint) == ((), None)
    assert found.pattern is not None
    assert found.pattern.rows == (("result", 2),)
    assert found.pattern.columns == (("x", 2), ("y", 1))
    assert found.pattern.nonzero.tolist() == [[True, False, True], [False, True, True]]


def test_hessian() -> None:
    """There is a block for each pair, and all of them make one pattern."""
    found = report(f"({SOURCE}).sum()", HESSIAN, x=[1, 2], y=3)
    assert [(".".join(d.by), d.data.tolist()) for d in found.derivatives] == [
        ("x.x", [[6.0, 0.0], [0.0, 6.0]]),
        ("x.y", [2.0, 4.0]),
        ("y.x", [2.0, 4.0]),
        ("y.y", 0.0),
    ]
    assert found.pattern is not None
    assert found.pattern.nonzero.astype(int).tolist() == [[1, 0, 1], [0, 1, 1], [1, 1, 0]]


def test_wrt_narrows() -> None:
    """Only what was named is differentiated by, also when it is no leaf."""
    found = report("h = x * 2\nh**2", JACOBIAN, ("h",), x=[1, 2])
    assert [(d.by, d.data.tolist()) for d in found.derivatives] == [
        (("h",), [[4.0, 0.0], [0.0, 8.0]])
    ]


def test_a_result_of_one_element_in_a_list() -> None:
    """PyTorch's Hessian has no axes for the result, and its Jacobian has."""
    assert report("x**2", HESSIAN, x=[3]).derivatives[0].data.shape == (1, 1)
    assert report("x**2", JACOBIAN, x=[3]).derivatives[0].data.shape == (1, 1)
    assert report("x**2", Wanted("derivative", 3), x=[3]).derivatives[0].data.shape == (1,) * 3
    assert report("x**2", Wanted("derivative", 1), x=[3, 4]).derivatives[0].data.shape == (2, 2)


def test_pattern_of_either() -> None:
    """A result with one element has the pattern of its Hessian."""
    either = Wanted("either", numbers=False, pattern=True)
    one, several = report("(x**2).sum()", either, x=[1, 2]), report("x**2", either, x=[1, 2])
    assert one.pattern is not None and several.pattern is not None
    assert (one.pattern.kind, several.pattern.kind) == ("hessian", "jacobian")
    assert one.derivatives == several.derivatives == ()


@pytest.mark.parametrize(
    ("source", "hint"),
    [
        ("3", "no derivatives: the result is not a tensor"),
        ("x.detach()", "no derivatives: the result does not depend on anything that"),
        ("y = (x * x).sum()\ny.backward()\ny", "no gradients: the program has differentiated"),
    ],
)
def test_hints(source: str, hint: str) -> None:
    """Where there is nothing to report, the report says why."""
    found = report(source, JACOBIAN, x=[1, 2])
    assert found.derivatives == () and found.pattern is None
    assert found.hint is not None and found.hint.startswith(hint)


@pytest.mark.parametrize(
    ("source", "wanted", "message"),
    [
        ("x**2", HESSIAN, "should contain a single element"),
        ("x * 1j", JACOBIAN, "only for real scalar outputs"),
        ("x**2", Wanted("jvp", tangents={"x": Tensor(np.ones(3))}), "v has invalid size"),
    ],
)
def test_refusals(source: str, wanted: Wanted, message: str) -> None:
    """What PyTorch refuses is refused, at the expression."""
    with pytest.raises(GradcliError, match=message) as caught:
        report(source, wanted, x=[1, 2])
    assert caught.value.diagnostic.labels[0].text == "the report differentiates this"


def test_unknown_tangent() -> None:
    """A vector for a tensor that is not there is refused."""
    with pytest.raises(QuestionError, match="no tensor 'xs'; did you mean 'x'"):
        report("x", Wanted("jvp", tangents={"xs": Tensor(np.ones(1))}), x=[1])


# Formats

BOTH = report(SOURCE, JACOBIAN, x=[1, 2], y=3)
PICTURE = """\
where the jacobian is not zero:
■ · │ ■
· ■ │ ■
rows: result (2); columns: x (2), y (1)
4 of 6 entries are not zero (67%)
"""


def test_plain() -> None:
    """Derivatives are assignments, and the pattern is a picture."""
    text = plain.render(BOTH)
    assert "jacobian:\nd/dx = tensor([[ 6.,  0.],\n               [ 0., 12.]])\nd/dy = " in text
    assert text.endswith(PICTURE)


def test_rich() -> None:
    """A terminal shows the same in tables."""
    out = io.StringIO()
    rich_view.show(BOTH, out, colour=False)
    text = out.getvalue()
    assert "│ d/dx" in text and "[ 0., 12.]" in text
    assert "where the jacobian is not zero\n" in text and "4 of 6 entries" in text


@pytest.mark.parametrize("wanted", [JACOBIAN, HESSIAN, Wanted("derivative", 3)])
def test_json(wanted: Wanted) -> None:
    """JSON keeps to its schema and holds every number."""
    found = report("(x**3 * y).sum()", wanted, x=[1, 2], y=3)
    data = json.loads(json_view.render(found))
    schema = json.loads(Path(SCHEMA).read_text(encoding="utf-8"))
    assert problems(data, schema, schema) == []
    for entry, derivative in zip(data["derivatives"], found.derivatives, strict=True):
        assert entry["data"] == derivative.data.tolist()
        assert entry["shape"] == list(derivative.data.shape)
    if found.pattern is not None:
        assert data["sparsity"]["nonzero"] == np.argwhere(found.pattern.nonzero).tolist()


def test_get() -> None:
    """``--get`` names one block, and needs no names where there is one alone."""
    assert select.as_text(BOTH, "jacobian.y") == "tensor([1., 4.])\n"
    assert select.as_data(BOTH, "jacobian.y")["data"] == [1.0, 4.0]
    assert select.as_text(BOTH, "sparsity") == PICTURE.partition("\n")[2]
    only = report("x**3", Wanted("derivative", 2), x=2)
    assert select.as_text(only, "derivative") == "tensor(12.)\n"
    with pytest.raises(QuestionError, match=r"no 'jacobian'; did you mean"):
        select.as_text(BOTH, "jacobian")
    with pytest.raises(QuestionError, match="--order asks for it"):
        select.as_text(Report(), "derivative.x")


# Pictures


def pattern(nonzero: Any, *columns: int) -> Pattern:
    """Make a pattern with inputs of these sizes."""
    array = np.array(nonzero, bool)
    sizes = columns or (array.shape[1],)
    names = tuple((f"x{number}", size) for number, size in enumerate(sizes))
    return Pattern("jacobian", (("y", array.shape[0]),), names, array)


def test_ascii_picture() -> None:
    """A terminal without Unicode gets a picture too."""
    drawn = draw(pattern([[1, 0, 1], [0, 0, 1]], 2, 1), ASCII)
    assert drawn.splitlines()[:2] == ["* . | *", ". . | *"]
    assert drawn.isascii()


def test_narrow_picture() -> None:
    """Signs stand closer where the width asks for it."""
    wide = draw(pattern(np.eye(20)), UNICODE, 40)
    close = draw(pattern(np.eye(20)), UNICODE, 30)
    assert wide.startswith("■ · ·") and close.startswith("■··")


@pytest.mark.parametrize(("glyphs", "full", "half"), [(UNICODE, "█", "▒"), (ASCII, "#", ":")])
def test_large_picture(glyphs: Any, full: str, half: str) -> None:
    """A sign stands for a square of entries; any entry at all can be seen."""
    array = np.zeros((200, 400), bool)
    array[:10, :10] = True
    array[100:110, 200:205] = True
    array[199, 399] = True
    lines = draw(pattern(array), glyphs, 40).splitlines()
    assert lines[0] == full
    assert lines[10] == " " * 20 + half
    assert lines[19] == " " * 39 + glyphs.shades[1]
    assert lines[21] == "each sign stands for 10 x 10 entries"


def test_empty_picture() -> None:
    """Without entries there is only a legend."""
    assert draw(pattern(np.zeros((0, 3)))).splitlines()[-1] == "0 of 0 entries are not zero"


# Progress


def test_progress_is_patient() -> None:
    """What is quick draws nothing."""
    out = io.StringIO()
    with progress.bar("working", 10, out) as advance:
        for _ in range(10):
            advance(1)
    assert out.getvalue() == ""


def test_progress_of_slow_work(monkeypatch: pytest.MonkeyPatch) -> None:
    """After a while the bar shows how much is done."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("FORCE_COLOR", "1")
    out = io.StringIO()
    with progress.bar("working", 8, out, patience=0) as advance:
        advance(2)
    assert "working" in out.getvalue() and "25%" in out.getvalue()
