"""Every input that once ended badly ends with a documented status, in time, without a traceback.

A line of ``corpus/*.txt`` is a command; each stands for a defect, a hang or a crash that was found.
"""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("processes are limited and split as on Linux", allow_module_level=True)

from tests.hostile import in_one
from tests.hostile.forked import Ended, command

CORPUS = Path(__file__).parent / "corpus"
DOCUMENTED = (0, 1, 2, 3)
SECONDS = 60  # a machine that others use as well may be slow
PORTION = 50

COMMANDS = [
    line
    for file in sorted(CORPUS.glob("*.txt"))
    for line in file.read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
TIMED = [line for line in COMMANDS if "--timeout" in line]
OTHERS = [line for line in COMMANDS if line not in TIMED]


def judge(ended: Ended) -> str | None:
    """Say what is wrong with how a command ended, if anything is."""
    signs = ("Traceback", "No such option", "error[unforeseen]")
    as_documented = ended.status in DOCUMENTED and not any(s in ended.stderr for s in signs)
    return None if as_documented else f"{ended.status}: {ended.stderr}"


@pytest.mark.parametrize("line", TIMED)
def test_past_failures_that_are_ended(line: str) -> None:
    """The command ends though its program would not, by the process that sees to its time."""
    assert judge(command(shlex.split(line), SECONDS)) is None


@pytest.mark.parametrize("begin", range(0, len(OTHERS), PORTION))
def test_past_failures(begin: int) -> None:
    """Each command ends with a status that is documented, and says why."""
    portion = OTHERS[begin : begin + PORTION]
    found = in_one.run_all(
        lambda number: lambda folder: in_one.command(shlex.split(portion[number])),
        range(len(portion)),
        lambda number, ended: judge(ended),
        SECONDS,
    )
    ends = {portion[number]: why for number, why in found}
    assert {line: why for line, why in ends.items() if why is not None} == {}
    assert list(ends) == portion
