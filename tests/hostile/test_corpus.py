"""Every input that once ended badly ends with a documented status, in time, without a traceback.

A line of ``corpus/*.txt`` is a command; each stands for a defect, a hang or a crash that was found.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from gradcli.errors import ExitCode

if sys.platform != "linux":
    pytest.skip("processes are limited and split as on Linux", allow_module_level=True)

from tests.hostile.forked import command

CORPUS = Path(__file__).parent / "corpus"
DOCUMENTED = {ExitCode.OK, ExitCode.CHECK_FAILED, ExitCode.USAGE, ExitCode.PROGRAM}
SECONDS = 60  # a machine that others use as well may be slow

COMMANDS = [
    line
    for file in sorted(CORPUS.glob("*.txt"))
    for line in file.read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


@pytest.mark.parametrize("line", COMMANDS)
def test_a_past_failure(line: str) -> None:
    """The command ends with a status that is documented, and says why."""
    ended = command(shlex.split(line), SECONDS)
    assert ended.status in DOCUMENTED, ended.stderr
    assert "Traceback" not in ended.stderr
    assert "No such option" not in ended.stderr
    assert "error[unforeseen]" not in ended.stderr
