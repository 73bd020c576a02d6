"""Every input that once ended badly ends with a documented status, in time, and without a traceback.

A line of ``corpus/*.txt`` is a command; each stands for a defect, a hang or a crash that was found.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from gradcli.errors import ExitCode

CORPUS = Path(__file__).parent / "corpus"
DOCUMENTED = {ExitCode.OK, ExitCode.CHECK_FAILED, ExitCode.USAGE, ExitCode.PROGRAM}
SECONDS, MEMORY = 30, 4 * 1024**3  # of a machine that others use as well

COMMANDS = [
    line
    for file in sorted(CORPUS.glob("*.txt"))
    for line in file.read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def limited() -> None:
    """Leave the process less memory than most machines have."""
    resource = pytest.importorskip("resource")
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_past_failure(command: str) -> None:
    """The command ends with a status that is documented, and says why."""
    run = subprocess.run(
        [sys.executable, "-m", "gradcli", *shlex.split(command)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=SECONDS,
        check=False,
        preexec_fn=limited,
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
    )
    said = run.stderr.decode("utf-8", "replace")
    assert run.returncode in DOCUMENTED, said
    assert "Traceback" not in said
    assert "No such option" not in said
    assert "error[unforeseen]" not in said
