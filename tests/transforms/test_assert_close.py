"""``torch.testing.assert_close`` says what PyTorch says, and who counts checks hears of it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import gradcli
from gradcli.core.observe import Observer
from gradcli.errors import GradcliError

PATH = Path(__file__).parents[1] / "data" / "assert_close.json"
CASES = json.loads(PATH.read_text(encoding="utf-8"))


@pytest.mark.parametrize("arguments", CASES)
def test_recorded(arguments: str) -> None:
    """The kind of the error and its text are the recorded ones."""
    found = []
    try:
        gradcli.run(f"import torch\ntorch.testing.assert_close({arguments})")
    except GradcliError as error:
        found = [error.kind, error.message]
    assert found == CASES[arguments]


def test_cases_hold_and_fail() -> None:
    """The record has values that are close, values that are not, and values without comparison."""
    kinds = {tuple(outcome[:1]) for outcome in CASES.values()}
    assert {(), ("AssertionError",), ("TypeError",), ("ValueError",)} <= kinds


def test_sides_are_told() -> None:
    """Each call is told once, and the two sides of the pair that is not close."""
    heard: list[tuple[str, object, object]] = []

    class Listening(Observer):
        def checked(self, name: str, actual: object, expected: object) -> None:
            heard.append((name, actual, expected))

    with Listening():
        gradcli.testing.assert_close([1, 2], [1, 2])
        with pytest.raises(AssertionError, match="Scalars are not equal"):
            gradcli.testing.assert_close([1, 2], [1, 3])
    told = ("assert_close", None, None)
    assert heard == [told, told, ("mismatch", 2, 3)]


def test_deep_and_endless_lists() -> None:
    """Lists in lists are no matter of the stack; one that contains itself is refused."""
    deep: list[object] = []
    for _ in range(500):
        deep = [deep]
    gradcli.testing.assert_close(deep, deep)
    endless: list[object] = []
    endless.append(endless)
    with pytest.raises(RecursionError):
        gradcli.testing.assert_close(endless, endless)


def test_failure_points_at_the_call() -> None:
    """The diagnostic stands at the call, and has a code of its own."""
    with pytest.raises(GradcliError) as raised:
        gradcli.run("x = 1\ntorch.testing.assert_close(x, 2)")
    assert raised.value.diagnostic.code == "not-close"
    assert raised.value.diagnostic.span.start == 20
