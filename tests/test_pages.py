"""The pages of ``docs`` show what comes out, and what is generated is current."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from docs import build, commandpages, manpages, picture
from gradcli.commands.shipped import sections
from tests.console import assert_python, assert_session
from tests.spec.documents import SESSION
from tests.test_layers import TEXTS, called, parts

ROOT = Path(__file__).parent.parent
PAGES = [
    pytest.param(block, id=f"{path.relative_to(ROOT / 'docs')} {number}")
    for path in sorted((ROOT / "docs").rglob("*.md"))
    for number, block in enumerate(SESSION.findall(path.read_text(encoding="utf-8")))
]
WITHOUT_EXAMPLE = {"crash", "memory", "plugin", "unforeseen"}
"""Codes of what happens to no program that can be shown."""


@pytest.mark.parametrize("block", PAGES)
def test_session(block: str) -> None:
    """Each command prints exactly what is shown below it."""
    assert_session(block)


def test_there_are_sessions() -> None:
    """The test above has something to run."""
    assert len(PAGES) > 100


@pytest.mark.parametrize("page", ["notebooks", "python"])
def test_python_sessions(page: str) -> None:
    """What a page types at Python's prompt prints exactly what it shows."""
    path = ROOT / "docs" / "howto" / f"{page}.md"
    assert_python(path.read_text(encoding="utf-8"), path.name)


def test_the_lessons_are_in_order() -> None:
    """The first page of the six lessons leads to all of them, in their order."""
    lessons = ROOT / "docs" / "lessons"
    names = [path.name for path in sorted(lessons.glob("[1-9]*.md"))]
    index = (lessons / "README.md").read_text(encoding="utf-8")
    places = [index.index(f"]({name})") for name in names]
    assert len(names) == 6 and places == sorted(places)


def test_generated_pages_are_current() -> None:
    """Man pages and the page of commands are what the commands say; if not, run docs/build.py."""
    assert build.PAGE.exists()
    assert commandpages.PAGE.read_text(encoding="utf-8") == commandpages.page()
    pages = manpages.pages()
    assert {path.name for path in manpages.FOLDER.iterdir()} == {path.name for path in pages}
    for path, text in pages.items():
        assert path.read_text(encoding="utf-8") == text


def test_the_picture_is_current() -> None:
    """The first page's picture shows what the command does; if not, run docs/picture.py."""
    shown = re.sub(r"\x1b\[[0-9;]*m", "", picture.on_a_terminal(picture.COMMAND))
    drawn = "".join(ElementTree.parse(picture.PICTURE).getroot().itertext())
    assert "".join(shown.split()) in "".join(drawn.split())


def codes() -> Iterator[str]:
    """Yield the codes that gradcli's source gives to diagnostics."""
    for text in TEXTS.values():
        for node in parts(text):
            if isinstance(node, ast.Call):
                name = called(node)
                given = [keyword.value for keyword in node.keywords if keyword.arg == "code"]
                given += node.args[:1] if name == "Diagnostic" else []
                given += node.args[1:2] if name == "error_of" else []
                yield from (n.value for n in given if isinstance(n, ast.Constant))
            if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == "_CODES":
                assert isinstance(node.value, ast.Dict)
                yield from (ast.literal_eval(value) for value in node.value.values)


def test_every_code_is_explained() -> None:
    """Each code has a section with a meaning, an example that shows it, and a cure."""
    explained = sections()
    assert set(codes()) - {""} <= set(explained)
    assert list(explained) == sorted(explained)
    for code, text in explained.items():
        assert "\nCure: " in text, code
        shown = re.findall(r"^```console\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)
        assert shown or code in WITHOUT_EXAMPLE, code
        assert not shown or f"[{code}]" in shown[0], code
        assert not any("error[" in block for block in shown[1:]), code
