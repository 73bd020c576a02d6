"""What the page of differences says is different is different, in a program that shows it.

``docs/differences.txt`` is the page's source, with programs under its rows;
``tests/reference/record_differences.py`` recorded what PyTorch prints for them.
"""

import json
from pathlib import Path

import pytest

import gradcli
from tests.core.snippets import answer, shown

ROOT = Path(__file__).parents[2]
RECORDED = json.loads((ROOT / "tests/data/differences.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("program", shown(ROOT / "docs" / "differences.txt"))
def test_the_difference_is_still_there(program: str) -> None:
    """Gradcli prints something else than PyTorch, for the reason above the program."""
    assert answer(gradcli, program) != RECORDED[program]
