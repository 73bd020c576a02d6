"""mypy tells arrays from tensors, and both from attributes, in the bodies of operators."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
CONFUSED = Path(__file__).with_name("confused.py")


def test_a_body_that_mixes_them_up_is_refused(tmp_path: Path) -> None:
    """Each line of the file that is marked, and no other, is an error."""
    command = ["-m", "mypy", "--cache-dir", str(tmp_path), "--follow-imports=silent"]
    run = subprocess.run(
        [sys.executable, *command, "--no-error-summary", str(CONFUSED)],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )
    refused = {int(line.split(":")[1]) for line in run.stdout.splitlines() if ": error:" in line}
    lines = CONFUSED.read_text(encoding="utf-8").splitlines()
    assert refused == {n for n, line in enumerate(lines, 1) if line.endswith("# wrong")}, run.stdout
