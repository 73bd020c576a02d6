"""Values in narrow columns: wrapped like tensors, and nothing is lost."""

from __future__ import annotations

import re

import pytest

import gradcli
from gradcli.report.fitting import fitted

TENSORS = [
    "torch.linspace(-1, 1, 8)",
    "torch.linspace(-1, 1, 64).reshape(8, 8)",
    "torch.linspace(-1e-3, 1, 48).reshape(2, 3, 8).requires_grad_() * 2",
    "torch.arange(40)",
    "[torch.ones(9), 'a text with spaces', 3]",
    "'a' * 90",
]


@pytest.mark.parametrize("source", TENSORS)
@pytest.mark.parametrize("width", [24, 40, 60, 79])
def test_nothing_is_lost(source: str, width: int) -> None:
    """Every word is there, in order, and no line that can be shorter is too long."""
    text = repr(gradcli.run(source).value)
    shown = fitted(text, width)
    assert shown.split() == text.split()
    assert all(len(line) <= width or " " not in line.strip() for line in shown.split("\n"))


def test_elements_stand_below_one_another() -> None:
    """Rows are wrapped as if they had been printed so narrow."""
    text = repr(gradcli.run("torch.linspace(-1e-3, 1, 16).reshape(2, 8)").value)
    rows = fitted(text, 50).split("\n")
    assert {re.search(r"[-\d]", row).start() for row in rows} <= {9, 10}  # type: ignore[union-attr]
    assert fitted(text, 100) == text
    printed = repr(
        gradcli.run("torch.set_printoptions(linewidth=50)\ntorch.linspace(0, 9, 16)").value
    )
    whole = repr(gradcli.run("torch.linspace(0, 9, 16)").value)
    assert fitted(whole, 50).split() == printed.split()
