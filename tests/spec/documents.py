"""The executed documents: their form, and how to write them anew.

usage: python -m tests.spec.documents          (writes what is printed now; read the changes)

``errors/*.md`` holds a mistake a section: a heading, a few words, and fenced blocks, of which
``python`` holds a program, ``stdout`` what it prints (nothing where there is none) and ``stderr``
the diagnostic it ends in. The document of a command holds ``console`` sessions, in the form of
README.md.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import NamedTuple

from click.testing import CliRunner

from gradcli.commands.main import main
from tests.console import STEP, typed

ERRORS = Path(__file__).parent / "errors"
SESSIONS = sorted(ERRORS.parent.glob("*.md"))
SESSION = re.compile(r"^```console\n(.*?)^```$", flags=re.DOTALL | re.MULTILINE)
SECTION = re.compile(r"^## ([^\n]*)\n(.*?)(?=^## |\Z)", flags=re.DOTALL | re.MULTILINE)
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```\n", flags=re.DOTALL | re.MULTILINE)


class Ending(NamedTuple):
    """What ``gradcli eval`` printed, and its exit status."""

    stdout: str
    stderr: str
    status: int


class Mistake(NamedTuple):
    """A section: a program, and what it is documented to print."""

    title: str
    program: str
    stdout: str
    stderr: str


def mistakes(text: str) -> list[Mistake]:
    """Return the sections of a document."""
    found = []
    for title, body in SECTION.findall(text):
        blocks = dict(BLOCK.findall(body))
        parts = (blocks.get(name, "") for name in ("python", "stdout", "stderr"))
        found.append(Mistake(title, *parts))
    return found


class _Command:
    """The command as click's test runner wants it."""

    name = "gradcli"

    def main(self, args: list[str], **ignored: object) -> None:
        """Run the command and end the process."""
        sys.exit(main(args))


def evaluate(program: str) -> Ending:
    """Pipe a program into ``gradcli eval``, without colour."""
    arguments = ["eval", "--no-summary", "--color", "never"]
    run = CliRunner().invoke(_Command(), arguments, input=program)  # type: ignore[arg-type]
    return Ending(run.stdout, run.stderr, run.exit_code)


def rewritten(text: str) -> str:
    """Return a document with what its programs print now."""
    return SECTION.sub(lambda section: _section(section[1], section[2]), text)


def _section(title: str, body: str) -> str:
    words, _, _ = body.partition("```")
    program = dict(BLOCK.findall(body))["python"]
    ending = evaluate(program)
    shown = {"python": program, "stdout": ending.stdout, "stderr": ending.stderr}
    blocks = [f"```{name}\n{content}```\n" for name, content in shown.items() if content]
    return f"## {title}\n{words}" + "\n".join(blocks) + "\n"


def rerun(text: str) -> str:
    """Return a document of sessions with what its commands print now."""
    return SESSION.sub(lambda block: f"```console\n{_steps(block[1])}```", text)


def _steps(block: str) -> str:
    lines, status = "", 0
    for step in STEP.finditer(block):
        shown, status = typed(re.sub("^> ", "", step[1], flags=re.MULTILINE), status)
        lines += f"$ {step[1]}{shown}"
    return lines


def write() -> None:
    """Write all documents anew."""
    for path in sorted(ERRORS.glob("*.md")):
        text = rewritten(path.read_text(encoding="utf-8"))
        path.write_text(text.rstrip() + "\n", encoding="utf-8")
    for path in SESSIONS:
        path.write_text(rerun(path.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    write()
