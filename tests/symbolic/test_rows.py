"""Every row of the table of rewrites, by evaluation before and after."""

import numpy as np
import pytest

import gradcli.symbolic  # noqa: F401  (fills the table)
from gradcli.errors import OpError
from gradcli.symbolic import rewrites
from gradcli.symbolic.rewrites import ROWS, Row
from tests.symbolic.points import inputs, simplified, value


@pytest.fixture(params=ROWS, ids=lambda row: f"{row.function.__name__}: {row.before}")
def row(request: pytest.FixtureRequest) -> Row:
    """Return each row in turn."""
    found: Row = request.param
    return found


def test_before_and_after_have_one_value(row: Row) -> None:
    """A rewrite keeps value, shape and type."""
    for seed in range(3):
        arrays = inputs(row.shapes, seed)
        before, after = value(row.before, arrays), value(row.after, arrays)
        assert before.shape == after.shape
        assert before.dtype == after.dtype
        np.testing.assert_allclose(before, after, rtol=1e-12, atol=1e-12)


def test_before_becomes_after(row: Row) -> None:
    """What a row says is what happens."""
    arrays = inputs(row.shapes)
    assert simplified(row.before, arrays).replace(" ", "") == row.after.replace(" ", "")


def test_rows_are_needed(row: Row, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without its row a text stays longer."""
    kept = {
        name: [function for function in functions if function is not row.function]
        for name, functions in rewrites._BY_NAME.items()
    }
    monkeypatch.setattr(rewrites, "_BY_NAME", kept)
    try:
        text = simplified(row.before, inputs(row.shapes))
    except OpError:  # no expression at all
        text = ""
    assert text.replace(" ", "") != row.after.replace(" ", "")
