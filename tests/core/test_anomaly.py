"""Tests of ``gradcli.core.anomaly``: where the first NaN or infinity comes from."""

from __future__ import annotations

import pytest

import gradcli
from gradcli.core.state import STATE
from gradcli.errors import Diagnostic


def origin(program: str) -> tuple[str, str, str] | None:
    """Return the headline, the labelled text and the label of the note of a program."""
    notes = [w for w in gradcli.run(program, anomaly=True).warnings if w.code == "nan-origin"]
    assert len(notes) <= 1
    if not notes:
        return None
    note: Diagnostic = notes[0]
    assert note.severity == "note"
    label = note.labels[0]
    return note.message, program[label.span.start : label.span.end], label.text


FOUND = [
    ("torch.log(tensor([1.0, 0.0]))", "log", "log", "-inf at [1] from 0.0"),
    ("tensor(-1.0).sqrt()", "sqrt", "sqrt", "nan from -1.0"),
    (
        "a = tensor([[1.0, 2.0]]) / tensor([[1.0], [0.0]])",
        "/",
        "",
        "inf at [1, 0] from 1.0 and 0.0",
    ),
    ("x = tensor([3e38])\nx *= 2", "*=", "mul", "inf at [0] from 3e+38 and 2"),
    ("(torch.full((2, 2), 3e38) @ torch.ones(2, 2))", "@", "mm", "inf at [0, 0]"),
    (
        "x = tensor([4.0, 0.0], requires_grad=True)\nx.sqrt().sum().backward()",
        "sqrt",
        "the derivative of sqrt",
        "inf at [1] from gradient 1.0 and result 0.0",
    ),
    (
        "x = tensor(0.0, requires_grad=True)\ny = x ** 0.5\ntorch.autograd.grad(y, x)",
        "**",
        "the derivative of pow",
        "inf",
    ),
    (
        "def f(v):\n    return v / v.sum()\nf(torch.zeros(2))",
        "/",
        "",
        "nan at [0] from 0.0 and 0.0",
    ),
]


@pytest.mark.parametrize(("program", "place", "maker", "text"), FOUND)
def test_names_the_operation_and_what_it_was_given(
    program: str, place: str, maker: str, text: str
) -> None:
    """Point at the operation, forward or backward, with the elements it went wrong for."""
    found = origin(program)
    assert found is not None
    message, labelled, said = found
    value = text.partition(" ")[0]
    assert message.startswith(maker)
    assert message.endswith(f" made the first {value}, out of finite numbers")
    assert (labelled, said) == (place, text)


@pytest.mark.parametrize(
    "program",
    [
        "torch.ones(2) / 3",
        "x = tensor([inf, nan])\ny = x * 2 - x",
        "torch.full((2,), inf) + 1",
        "x = torch.ones(3)\nx.masked_fill(x > 0, -inf)",
        "x = tensor(2.0, requires_grad=True)\n(x ** 3).backward()",
        "torch.ones(0).sum()",
        "torch.arange(3) // 2",
    ],
)
def test_says_nothing_where_nothing_was_made(program: str) -> None:
    """Say nothing about infinities that the program wrote down, or that came of others."""
    assert origin(program) is None


def test_only_the_first_is_told() -> None:
    """Stop after one note, wherever the next would be."""
    found = origin("a = torch.log(torch.zeros(2))\nb = torch.sqrt(-torch.ones(2))\nc = a / b")
    assert found is not None and found[1] == "log"


def test_nothing_is_left_behind() -> None:
    """Leave the thread's state as it was, after a success and after a failure."""
    before = STATE.quietly, STATE.observers
    gradcli.run("torch.ones(2)", anomaly=True)
    gradcli.run("torch.log(torch.zeros(2))", anomaly=True)
    with pytest.raises(gradcli.GradcliError):
        gradcli.run("torch.ones(2) + torch.ones(3)", anomaly=True)
    assert (STATE.quietly, STATE.observers) == before


NAN = """
x = tensor([0.0, 4.0], requires_grad=True)
{}
y = (x.sqrt() * 0).sum()
y.backward()
"""


@pytest.mark.parametrize(
    "switch",
    ["torch.autograd.set_detect_anomaly(True)", "torch.autograd.set_detect_anomaly(mode=True)"],
)
def test_detection_refuses_nan_in_gradients(switch: str) -> None:
    """Raise what PyTorch raises, with a label at the operation that the derivative is of."""
    program = NAN.format(switch)
    with pytest.raises(gradcli.GradcliError) as caught:
        gradcli.run(program)
    assert caught.value.message == "Function 'SqrtBackward0' returned nan values in its 0th output."
    spans = [program[label.span.start : label.span.end] for label in caught.value.diagnostic.labels]
    assert "sqrt" in spans
    assert STATE.anomaly is False


def test_detection_can_leave_nan_alone() -> None:
    """Let NaN pass without a check, and without detection."""
    for switch in ("torch.autograd.set_detect_anomaly(True, check_nan=False)", "0"):
        gradcli.run(NAN.format(switch))
