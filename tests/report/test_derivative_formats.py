"""How each format shows Jacobians, Hessians and patterns."""

from __future__ import annotations

import io
import json
from pathlib import Path

import numpy as np
import pytest

from gradcli.answers.inputs import QuestionError
from gradcli.answers.jacobians import Wanted
from gradcli.answers.report import Report
from gradcli.report import json_view, plain, rich_view, select
from tests.answers.asking import derived
from tests.report.test_json_view import SCHEMA, problems

JACOBIAN, HESSIAN = Wanted("jacobian", pattern=True), Wanted("hessian", 2, pattern=True)
SOURCE = "x**2 * y"
BOTH = derived(SOURCE, JACOBIAN, x=[1, 2], y=3)
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
    found = derived("(x**3 * y).sum()", wanted, x=[1, 2], y=3)
    data = json.loads(json_view.render(found, 1))
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
    only = derived("x**3", Wanted("derivative", 2), x=2)
    assert select.as_text(only, "derivative") == "tensor(12.)\n"
    with pytest.raises(QuestionError, match=r"no 'jacobian'; did you mean"):
        select.as_text(BOTH, "jacobian")
    with pytest.raises(QuestionError, match="--order asks for it"):
        select.as_text(Report(), "derivative.x")
