"""The documents below ``tests/spec`` are true: what they show is what comes out.

``errors/*.md`` holds one mistake a section (see ``documents.py``); the document of a command holds
sessions, in the form of README.md.
"""

import re

import pytest

from gradcli.errors import ExitCode
from tests.console import assert_session, typed
from tests.spec.documents import ERRORS, SESSION, SESSIONS, Mistake, evaluate, mistakes

DOCUMENTS = sorted(ERRORS.glob("*.md"))
MISTAKES = [
    pytest.param(mistake, id=f"{path.stem}: {mistake.title}")
    for path in DOCUMENTS
    for mistake in mistakes(path.read_text(encoding="utf-8"))
]
COMMANDS = {path.stem: path.read_text(encoding="utf-8") for path in SESSIONS}
BLOCKS = [
    pytest.param(block, id=f"{command} {number}")
    for command, text in COMMANDS.items()
    for number, block in enumerate(SESSION.findall(text))
]
BASICS = {
    "syntax",
    "undefined-name",
    "shape-mismatch",
    "non-scalar-backward",
    "backward-twice",
    "requires-grad",
    "in-place",
}
"""The codes of the mistakes that everybody makes."""


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistake(mistake: Mistake) -> None:
    """A wrong program prints what is documented, then its diagnostic, and ends with status 3."""
    ending = evaluate(mistake.program)
    assert ending.stderr == mistake.stderr
    assert ending.stdout == mistake.stdout
    assert ending.status == ExitCode.PROGRAM


@pytest.mark.parametrize("mistake", MISTAKES)
def test_diagnostic_points_at_the_program(mistake: Mistake) -> None:
    """A diagnostic names its kind, shows a line of the program and underlines a part of it."""
    _, error, text = mistake.stderr.partition("error[")  # after warnings, if there are any
    headline, *lines = (error + text).splitlines()
    assert re.match(r"error\[[a-z-]+\]:", headline)
    shown = [re.sub(r"^ +\d+ │ ?", "", line) for line in lines if re.match(r" +\d+ │", line)]
    assert shown
    assert set(shown) <= {line.rstrip() for line in mistake.program.splitlines()}
    assert any(re.match(r" +│ .*[\^┬]", line) for line in lines)


def test_documents_cover_the_common_mistakes() -> None:
    """There are plenty of mistakes, each once, and the most common kinds are among them."""
    found = [parameter.values[0] for parameter in MISTAKES]
    titles = [mistake.title for mistake in found if isinstance(mistake, Mistake)]
    codes = {mistake.stderr.partition("]")[0] for mistake in found if isinstance(mistake, Mistake)}
    assert len(titles) == len(set(titles)) >= 30
    assert {f"error[{code}" for code in BASICS} <= codes


@pytest.mark.parametrize("block", BLOCKS)
def test_session(block: str) -> None:
    """Each command prints exactly what is shown below it."""
    assert_session(block)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_shown(command: str) -> None:
    """Each option that a command offers has a heading or an example in its document."""
    option = r"(?<![\w-])--[a-z][a-z-]*"
    offered = set(re.findall(option, typed(f"gradcli {command} --help").stdout))
    assert offered <= set(re.findall(option, COMMANDS[command]))
