"""Time several sides of one comparison, interleaved in one run, and print the ratios of medians.

It knows how to measure and how to print a table. It does not know what is compared. Machines differ
and drift, so only ratios are quoted, and sides take turns, so that a drift meets all of them.
"""

from __future__ import annotations

import importlib.util
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from statistics import median

Work = Callable[[], object]


def once(work: Work) -> float:
    """Return the seconds that one run takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


TURN = 0.02
"""How many seconds a turn takes at least, in which a work is repeated as a loop repeats it.

What the side before it left in the caches, and its threads that go on waiting busily for a while,
would be most of what a single short run shows.
"""


def repeated(work: Work) -> float:
    """Return the seconds that one run takes, of as many as a turn has after a first one."""
    work()
    count, start = 0, time.perf_counter()
    while (passed := time.perf_counter() - start) < TURN or not count:
        work()
        count += 1
    return passed / count


def samples(
    sides: Mapping[str, Work], *, seconds: float = 2.0, rounds: int = 7
) -> dict[str, list[float]]:
    """Return the seconds of each side, from at least ``rounds`` turns and for ``seconds``.

    Each side runs once before the clock starts. The garbage collector stays on: it is part of what
    a side costs its user.
    """
    for work in sides.values():
        work()
    times: dict[str, list[float]] = {name: [] for name in sides}
    end = time.perf_counter() + seconds
    turns = 0
    while turns < rounds or time.perf_counter() < end:
        turns += 1
        for name, work in sides.items():
            times[name].append(repeated(work))
    return times


def medians(
    sides: Mapping[str, Work], *, seconds: float = 2.0, rounds: int = 7
) -> dict[str, float]:
    """Return the median seconds of each side."""
    times = samples(sides, seconds=seconds, rounds=rounds)
    return {name: median(values) for name, values in times.items()}


def process(*command: str) -> Work:
    """Return work that runs a command to its end, its output thrown away."""
    return lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True)


def installed(*modules: str) -> bool:
    """Tell whether all modules are installed, and say which comparison falls out if not."""
    missing = [name for name in modules if importlib.util.find_spec(name) is None]
    for name in missing:
        print(f"skipped: {name} is not installed, nothing to compare with")
    return not missing


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print rows below a head, columns aligned: words left, figures right."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    for row in (head, *rows):
        first, *rest = (
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  ".join([first, *rest]).rstrip())


def duration(seconds: float) -> str:
    """Return a duration with three digits and a fitting unit."""
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def versus(work: str, ours: float, theirs: float, goal: float) -> list[str]:
    """Return the row that compares two medians with the ratio to reach."""
    ratio = ours / theirs
    word = "yes" if ratio <= goal else "no"
    return [work, duration(ours), duration(theirs), f"{ratio:.2f}", f"{goal:.2f}", word]


def comparison(other: str, rows: Sequence[Sequence[str]]) -> None:
    """Print rows made by ``versus`` below the machine they were measured on."""
    print(f"Python {platform.python_version()} on {platform.machine()}, {sys.platform}")
    table(["work", "gradcli", other, "ratio", "goal", "reached"], rows)
