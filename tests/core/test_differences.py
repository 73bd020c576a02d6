"""What ``docs/differences.md`` says is different is different, in a program that shows it.

``tests/data/differences.txt`` pairs a piece of a row with a program;
``tests/reference/record_differences.py`` recorded what PyTorch prints for it.
"""

import json
from pathlib import Path

import pytest

import gradcli
from tests.core.snippets import answer, lines

ROOT = Path(__file__).parents[2]
PAGE = " ".join((ROOT / "docs" / "differences.md").read_text(encoding="utf-8").split())
ROWS = [line.partition(" :: ")[::2] for line in lines(ROOT / "tests/data/differences.txt")]
RECORDED = json.loads((ROOT / "tests/data/differences.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(("row", "program"), ROWS)
def test_the_difference_is_still_there(row: str, program: str) -> None:
    """The page has the row, and gradcli prints something else than PyTorch."""
    assert row in PAGE
    assert answer(gradcli, program) != RECORDED[program]
