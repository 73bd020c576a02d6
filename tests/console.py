"""Sessions of documents: what follows ``$`` is typed, and what stands below it must come out.

``>`` continues a command, and errors are shown among what is printed. A command that is ``gradcli``
and plain words runs in this process, by the entry that its script has; what needs a shell (a pipe,
a variable, a redirection) gets one. Both run in the folder ``examples``.
"""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import chdir
from io import BufferedWriter, BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

from gradcli.commands.main import main

FOLDER = Path(__file__).parent.parent / "examples"

STEP = re.compile(r"^\$ (.*\n(?:> .*\n)*)((?:(?!\$ ).*\n)*)", flags=re.MULTILINE)
"""A command with its continuations, and the lines up to the next command."""

PLAIN = re.compile(r"""gradcli(?: +(?:'[^']*'|"[^"$`\\!]*"|[\w.,:/=+@-]|(?<! )#)+)*\n?""")
"""A command whose words are what they look like."""


class Ran(NamedTuple):
    """What a command printed, and its exit status."""

    stdout: str
    status: int


def session(block: str) -> Iterator[tuple[str, str]]:
    """Yield the commands of a console block, each with the text below it."""
    for command, shown in STEP.findall(block):
        yield re.sub("^> ", "", command, flags=re.MULTILINE), shown


def assert_session(block: str) -> None:
    """Assert that each command of a console block prints exactly what is shown below it."""
    status = 0
    for command, expected in session(block):
        shown, status = typed(command, status)
        assert shown == expected, command


def assert_python(text: str, name: str) -> None:
    """Assert that the ``pycon`` blocks of a document print what they show."""
    blocks = re.findall(r"^```pycon\n(.*?)^```$", text, flags=re.DOTALL | re.MULTILINE)
    test = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, name, name, 0)
    report: list[str] = []
    result = doctest.DocTestRunner().run(test, out=report.append)
    assert result.attempted > 0
    assert result.failed == 0, "".join(report)


def typed(command: str, status: int = 0) -> Ran:
    """Run a command as a user would, ``$?`` being the status of the one before it."""
    return here(command) if PLAIN.fullmatch(command) else shell(command, status)


def here(command: str) -> Ran:
    """Run a plain command in this process; its streams are buffered as those into a pipe are."""
    written = BytesIO()
    buffered: Any = BufferedWriter(written)  # type: ignore[arg-type]  (all that it asks for)
    out = TextIOWrapper(buffered, encoding="utf-8")
    error = TextIOWrapper(written, encoding="utf-8", errors="backslashreplace", write_through=True)
    streams: dict[str, Any] = {
        "stdin": TextIOWrapper(BytesIO(), encoding="utf-8"),
        "stdout": out,
        "__stdout__": out,  # what asks how wide the terminal is
        "stderr": error,
    }
    with chdir(FOLDER), patch.multiple(sys, argv=shlex.split(command), **streams):
        status = main()
    out.flush()
    return Ran(written.getvalue().decode("utf-8"), int(status))


def shell(command: str, status: int = 0) -> Ran:
    """Run a command by the shell."""
    path = os.pathsep.join([sysconfig.get_path("scripts"), os.environ["PATH"]])
    run = subprocess.run(
        f"(exit {status}); {command}",
        shell=True,
        cwd=FOLDER,
        env={**os.environ, "PATH": path, "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return Ran(run.stdout, run.returncode)
