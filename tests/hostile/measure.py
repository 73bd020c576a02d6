"""Time and memory of the corpus under limits: ``python tests/hostile/measure.py``.

Each command of ``corpus/`` that takes limits runs with ``--timeout 2 --max-memory 256MiB``. What is
printed is how long the slowest took, and the most memory that one had beside what a program of one
number has. On a machine that others use times say nothing but that.
"""

from __future__ import annotations

import os
import resource
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
if __name__ == "__main__":
    sys.path.insert(0, str(HERE.parent.parent))

from tests.hostile.forked import command, forked  # noqa: E402

COMMANDS = ("eval", "diff", "explain", "graph", "each")
SECONDS, MEMORY = 2.0, 256 * 1024**2
LIMITS = ["--timeout", str(SECONDS), "--max-memory", str(MEMORY)]
MARK = "measured:"


class Measured(NamedTuple):
    """A command, its status, the seconds and the bytes that its process took."""

    words: list[str]
    status: int | None
    seconds: float
    peak: int


def measured(words: list[str]) -> Measured:
    """Run a command under the limits."""

    def work() -> int:
        from gradcli.commands.main import main

        status = int(main([*words, *LIMITS]))
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
        os.write(1, f"\n{MARK}{peak}".encode())
        return status

    start = time.monotonic()
    ended = forked(work, 60)
    seconds = time.monotonic() - start
    peak = ended.stdout.rpartition(MARK)[2]
    return Measured(words, ended.status, seconds, int(peak) if peak.isdigit() else 0)


def corpus() -> Iterator[list[str]]:
    """Yield the commands of the corpus that take limits."""
    for file in sorted((HERE / "corpus").glob("*.txt")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if line.startswith(COMMANDS):
                yield shlex.split(line)


def main() -> int:
    """Measure all, and print the most."""
    assert command(["eval", "1"]).status == 0
    start = measured(["eval", "1"])
    found = [measured(words) for words in corpus()]
    found = [one for one in found if one.peak]
    over_time = [one for one in found if one.seconds > SECONDS + 0.5]
    over_memory = [one for one in found if one.peak - start.peak > MEMORY]
    print(f"{len(found)} commands; a program of one number: {start.peak / 1024**2:.0f} MiB")
    slowest = max(found, key=lambda one: one.seconds)
    largest = max(found, key=lambda one: one.peak)
    print(f"slowest: {slowest.seconds:.2f} s: {slowest.words}; over 2.5 s: {len(over_time)}")
    beside = (largest.peak - start.peak) / 1024**2
    print(f"largest: {beside:.0f} MiB beside: {largest.words}; over 256 MiB: {len(over_memory)}")
    for one in [*over_time, *over_memory]:
        print(f"  {one.seconds:.2f} s, {one.peak / 1024**2:.0f} MiB: {shlex.join(one.words)}")
    return 1 if over_memory else 0


if __name__ == "__main__":
    sys.exit(main())
