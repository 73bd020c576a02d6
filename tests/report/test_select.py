"""One part of a report, as ``--get`` names it."""

from collections.abc import Callable

import pytest

from gradcli.answers.inputs import QuestionError
from gradcli.answers.report import Report
from gradcli.report import select

Make = Callable[..., Report]


@pytest.mark.parametrize(
    ("what", "expected"),
    [
        ("result", "tensor(6., grad_fn=<SumBackward0>)\n"),
        ("result.shape", "torch.Size([])\n"),
        ("result.dtype", "torch.float32\n"),
        ("result.grad_fn", "<SumBackward0 object>\n"),
        ("result.data", "6.0\n"),
        ("grad.x", "tensor([2., 2.])\n"),
        ("chain", "SumBackward0          (x * 2).sum()\n└─ MulBackward0       x * 2\n"),
        ("stdout", ""),
    ],
)
def test_parts(report: Make, what: str, expected: str) -> None:
    """Each part is the text that a program would print for it."""
    found = select.as_text(report("(x * 2).sum()", x=[1.0, 2.0]), what)
    assert found.startswith(expected) if what == "chain" else found == expected


def test_strings_have_no_quotes(report: Make) -> None:
    """A string comes out as print shows it."""
    assert select.as_text(report("'a b'"), "result") == "a b\n"


def test_parts_as_data(report: Make) -> None:
    """In JSON a part is the same part of the whole report."""
    found = report("(x * 2).sum()", x=[1.0, 2.0])
    assert select.as_data(found, "result.data") == 6.0
    assert select.as_data(found, "grad.x")["data"] == [2.0, 2.0]
    assert select.as_data(found, "chain")["root"] == 0


def test_what_is_not_there(report: Make) -> None:
    """A part that cannot be, or that this report lacks, is refused with what there is."""
    with pytest.raises(QuestionError, match=r"did you mean 'result\.shape'"):
        select.check("result.shap")
    with pytest.raises(QuestionError, match="no gradient by 'y'; there is x"):
        select.as_text(report("x * 2", x=1.0), "grad.y")
    with pytest.raises(QuestionError, match="the result has no shape: it is a number"):
        select.as_text(report("3"), "result.shape")
