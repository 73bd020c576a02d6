"""Sessions at a shell in documents: gradcli's own commands, run as they are typed.

This module knows the few forms of a command that are run: words, quoted or plain, of ``gradcli``,
``cat`` and ``echo``, joined by ``|``. There is no shell; what needs one is passed over, and so is
what writes a file. Commands run in processes of their own, in the folder of the document; what they
may reach is known to ``confined``.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

_STEP = re.compile(r"^\$ (.*(?:\n> .*)*)\n?((?:(?!\$ ).*\n?)*)", flags=re.MULTILINE)
_WORD = r"""(?:'[^']*'|"[^"$`\\]*"|[\w.,:/=+@%^#-])+"""
_COMMAND = re.compile(rf"{_WORD}(?: +{_WORD})*")
_PIPE = re.compile(rf"{_COMMAND.pattern}(?: *\| *{_COMMAND.pattern})*", flags=re.DOTALL)
_PART = re.compile(r"""(?:'[^']*'|"[^"]*"|[^|'"])+""", flags=re.DOTALL)
_WRITES = re.compile(r"\0(-o|--output|--update|--watch|--report[\0=][a-z]*=)")
_CONNECTS = re.compile(r"\0--scheduler[\0=](?!threads)")
_KNOWN = ("gradcli", "cat", "echo")
_START = (
    "import sys; sys.path.append({!r}); from gradcli.checks.confined import confine; "
    "confine({!r}); from gradcli.commands.main import main; sys.exit(main())"
)
_PACKAGE = str(Path(__file__).resolve().parents[2])
_FOREIGN = ("COLUMNS", "FORCE_COLOR", "CLICOLOR_FORCE", "GRADCLI_COLOR", "GITHUB_STEP_SUMMARY")


class Step(NamedTuple):
    """A command, its line in the block, what is shown below it, and where that begins."""

    command: str
    line: int
    shown: str
    shown_line: int


class NotRun(Exception):
    """A command is not one that is run; the text says why."""


def steps(text: str) -> Iterator[Step]:
    """Yield the commands of a session, each with the text below it."""
    for match in _STEP.finditer(text):
        command = re.sub("^> ", "", match[1], flags=re.MULTILINE)
        first, below = (text.count("\n", 0, match.start(group)) for group in (1, 2))
        yield Step(command, first, match[2], below)


class Console:
    """A place where commands are run one after the other, up to a time; with the last status.

    They reach the files of a ``project``, which the ``folder`` is in.
    """

    __slots__ = ("ends", "folder", "project", "status")

    def __init__(self, folder: str, project: str, seconds: float) -> None:
        self.folder, self.project = folder or ".", project
        self.ends = perf_counter() + seconds
        self.status = 0

    def output(self, command: str) -> str:
        """Run a command; return all that it printed. Raises NotRun, and TimeoutExpired."""
        if command.strip() == "echo $?":
            return f"{self.status}\n"
        parts = _parts(command)
        data = b""
        for words in parts:
            data = self._run(words, data)
        return data.decode("utf-8", "backslashreplace")

    def _run(self, words: list[str], data: bytes) -> bytes:
        self.status = 0
        if words[0] == "echo":
            return (" ".join(words[1:]) + "\n").encode()
        if words[0] == "cat":
            return b"".join(map(self._content, words[1:])) if words[1:] else data
        run = subprocess.run(
            [sys.executable, "-P", "-c", _START.format(_PACKAGE, self.project), *words[1:]],
            cwd=self.folder,
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={k: v for k, v in os.environ.items() if k not in _FOREIGN} | {"PYTHONUTF8": "1"},
            timeout=max(self.ends - perf_counter(), 0.1),
            check=False,
        )
        self.status = run.returncode
        return run.stdout

    def _content(self, name: str) -> bytes:
        path = Path(self.folder, name).resolve()
        if not path.is_relative_to(Path(self.folder).resolve()):
            raise NotRun(f"{name} is outside the document's folder")
        try:
            return path.read_bytes()
        except OSError as error:
            self.status = 1
            return f"cat: {name}: {error.strerror}\n".encode()


def _parts(command: str) -> list[list[str]]:
    """Return the commands of a pipe, each in words."""
    if not _PIPE.fullmatch(command.strip()):
        raise NotRun("it needs a shell")
    parts = [shlex.split(part) for part in _PART.findall(command)]
    for words in parts:
        if words[0] not in _KNOWN:
            raise NotRun(f"{words[0]} is no command of gradcli")
        if words[0] == "gradcli" and _WRITES.search("\0".join(words)):
            raise NotRun("it writes a file")
        if words[0] == "gradcli" and _CONNECTS.search("\0".join(words)):
            raise NotRun("it computes in other processes")
    if all(words[0] != "gradcli" for words in parts) and parts[0][0] != "cat":
        raise NotRun("it is no command of gradcli")
    return parts
