"""Small programs print what PyTorch prints, and are refused as PyTorch refuses them.

``tests/data/snippets`` holds them, a file for each class of behaviour;
``tests/reference/record_snippets.py`` recorded PyTorch's answers.
"""

import json
from pathlib import Path

import pytest

import gradcli
from tests.core.snippets import answer, lines

DATA = Path(__file__).parents[1] / "data"
RECORDED: dict[str, dict[str, list[str]]] = json.loads(
    (DATA / "snippets.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("name", RECORDED)
def test_answers_as_pytorch(name: str) -> None:
    """Each snippet of a file prints what PyTorch prints, or is refused in the same words."""
    assert {line: answer(gradcli, line) for line in RECORDED[name]} == RECORDED[name]


def test_every_snippet_is_recorded() -> None:
    """No line was added or changed without PyTorch's answer."""
    written = {path.stem: lines(path) for path in (DATA / "snippets").glob("*.txt")}
    assert {name: list(answers) for name, answers in RECORDED.items()} == written
