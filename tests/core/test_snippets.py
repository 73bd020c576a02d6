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
CASES = [(name, line) for name, answers in RECORDED.items() for line in answers]


@pytest.mark.parametrize(("name", "line"), CASES, ids=[f"{name}-{line}" for name, line in CASES])
def test_answers_as_pytorch(name: str, line: str) -> None:
    """A snippet prints what PyTorch prints, or is refused with the same class and message."""
    assert answer(gradcli, line) == RECORDED[name][line]


def test_every_snippet_is_recorded() -> None:
    """No line was added or changed without PyTorch's answer."""
    written = {path.stem: lines(path) for path in (DATA / "snippets").glob("*.txt")}
    assert {name: list(answers) for name, answers in RECORDED.items()} == written
