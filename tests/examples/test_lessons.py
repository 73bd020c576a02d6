"""The lessons under docs/ show what the commands print."""

from pathlib import Path

import pytest

from tests.console import session, typed
from tests.spec.documents import SESSION

LESSONS = Path(__file__).parents[2] / "docs" / "lessons"
BLOCKS = [
    pytest.param(block, id=f"{path.stem} {number}")
    for path in sorted(LESSONS.glob("*.md"))
    for number, block in enumerate(SESSION.findall(path.read_text(encoding="utf-8")))
]


def test_there_are_six_lessons() -> None:
    """The first page leads to all of them, in their order."""
    names = [path.name for path in sorted(LESSONS.glob("[1-9]*.md"))]
    index = (LESSONS / "README.md").read_text(encoding="utf-8")
    places = [index.index(f"]({name})") for name in names]
    assert len(names) == 6 and places == sorted(places)


@pytest.mark.parametrize("block", BLOCKS)
def test_lesson(block: str) -> None:
    """Each command prints exactly what is shown below it."""
    status = 0
    for command, expected in session(block):
        shown, status = typed(command, status)
        assert shown == expected, command
