"""Derivatives of many expressions: their recorded texts, PyTorch's gradients, and their length."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from gradcli.answers.formula import Problem, differentiate
from gradcli.symbolic.latex import latex
from gradcli.symbolic.numpy_code import function
from gradcli.symbolic.short_program import text_of
from gradcli.syntax.parse import parse
from tests.symbolic.points import inputs, value

DATA = Path(__file__).parents[1] / "data" / "derivatives"
RECORDED: list[dict[str, Any]] = json.loads((DATA / "recorded.json").read_text(encoding="utf-8"))


@pytest.fixture(params=RECORDED, ids=lambda row: f"{row['source']} by {row['by']}")
def recorded(request: pytest.FixtureRequest) -> dict[str, Any]:
    """Return each recorded derivative in turn."""
    row: dict[str, Any] = request.param
    return row


def test_there_are_enough() -> None:
    """There are at least 200 expressions."""
    assert len({(row["source"], row["by"]) for row in RECORDED}) >= 200


def test_text_and_its_other_forms(recorded: dict[str, Any]) -> None:
    """The text is the recorded one, parses to itself, its LaTeX is balanced, its code right."""
    arrays = inputs(recorded["shapes"])
    formula = differentiate(Problem(recorded["source"], arrays, (recorded["by"],)))
    assert formula.text == recorded["text"]
    assert text_of(parse(formula.text)) == formula.text
    written = latex(formula.module, {name: array.ndim for name, array in arrays.items()})
    assert written.count("{") == written.count("}")
    assert written.count(r"\left") == written.count(r"\right")
    scope: dict[str, Any] = {}
    exec(function(formula.module, list(arrays)), scope)
    found = scope["derivative"](**arrays)
    np.testing.assert_allclose(found, recorded["gradient"], rtol=1e-8, atol=1e-10)


def test_text_has_the_value_of_torchs_gradient(recorded: dict[str, Any]) -> None:
    """The text, evaluated, is PyTorch's gradient to ten digits."""
    arrays = inputs(recorded["shapes"])
    found = value(recorded["text"], arrays, requires_grad=False)  # some arguments may have none
    want = np.asarray(recorded["gradient"])
    np.testing.assert_allclose(found, want, rtol=1e-10, atol=1e-10 * max(1, np.abs(want).max()))


def test_texts_are_as_short_as_people_write_them() -> None:
    """All texts together are at least a twentieth shorter than people's."""
    lines = (DATA / "as_people_write.txt").read_text(encoding="utf-8").splitlines()
    texts = {(row["by"], row["source"], row["shapes"]): row["text"] for row in RECORDED}
    own = theirs = 0
    for line in lines:
        by, source, shapes, derivative = line.split(" | ")
        own += len("".join(texts[by, source, shapes].split()))
        theirs += len("".join(derivative.split()))
    assert len(lines) >= 34
    assert own <= 0.95 * theirs
