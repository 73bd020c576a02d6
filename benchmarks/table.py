"""The whole table: what gradcli is compared with, in one run, and the goals.

usage: python benchmarks/table.py [--seconds SECONDS] [WORD ...]

Only rows with one of the words are measured, if any is given. A peer that is not installed is left
out; the line above the table says so. ``minima`` stand beside the medians for a machine that others
use: they are what the work takes when nobody disturbs it.
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from statistics import median
from typing import NamedTuple

import works
from measure import Work, duration, installed, process, samples, table
from startup import EVAL, GRADCLI, compile_bytecode
from training import PROGRAMS, as_program, in_python


class Row(NamedTuple):
    """One line: a work, its sides, whom the goal is against, and the goal."""

    work: str
    sides: Mapping[str, Work]
    against: str
    goal: float | None


def rows(words: list[str]) -> Iterator[Row]:
    """Yield the rows of all works that one of the words is in; works are made when needed."""
    import gradcli

    torch = import_module("torch") if installed("torch") else None
    jax = import_module("jax") if installed("jax") else None

    def wanted(name: str) -> bool:
        return not words or any(word in name for word in words)

    def sides(make: object, *sizes: int, **others: Work) -> dict[str, Work]:
        peers = {"gradcli": gradcli} | ({} if torch is None else {"torch": torch})
        return {name: make(module, *sizes) for name, module in peers.items()} | others  # type: ignore[operator]

    for name, make, goal in (
        ("seed program", works.seed, 1.0),
        ("two-layer network", works.network, 1.0),
        ("Jacobian 20 to 20", works.jacobian, 1.0),
        (f"chain of {works.CHAIN}", works.chain, 0.6),
        ("((B - v)**2).mean()", works.squares, 1.0),
    ):
        if wanted(name):
            yield Row(name, sides(make), "torch", goal)
    for power, goal in ((4, 0.9), (5, None), (6, 0.4), (7, 0.35)):
        if wanted(name := f"sigmoid*tanh 10^{power}"):
            size = 10**power
            extra = {"numpy": works.sigmoid_tanh_by_hand(size)}
            if jax is not None:
                extra["jax"] = works.sigmoid_tanh_compiled(jax, size)
            yield Row(name, sides(works.sigmoid_tanh, size, **extra), "numpy", goal)
    if wanted(name := "relu(M @ W).sum() 1024"):
        by_hand = works.product_by_hand(1024)
        yield Row(name, sides(works.product, 1024, numpy=by_hand), "numpy", 1.05)
    for title, text in PROGRAMS.items():
        if wanted(name := f"training: {title}"):
            yield Row(
                name, {"gradcli": as_program(text), "python": in_python(text)}, "python", 1.15
            )
    if wanted(name := "gradcli eval, process"):
        compile_bytecode()
        bare = process(sys.executable, "-c", "import numpy")
        yield Row(name, {"gradcli": process(*EVAL), "import numpy": bare}, "import numpy", 1.35)


def line(row: Row, times: Mapping[str, list[float]]) -> list[str]:
    """Return a row of the table."""
    ours, theirs = times["gradcli"], times.get(row.against)
    cells = [row.work, duration(median(ours))]
    if theirs is None:
        return [*cells, "", row.against, "", "", "", "not installed"]
    middle, least = median(ours) / median(theirs), min(ours) / min(theirs)
    goal = "" if row.goal is None else f"{row.goal:.2f}"
    reached = "" if row.goal is None else "yes" if min(middle, least) <= row.goal else "no"
    others = ", ".join(
        f"{name} {median(ours) / median(found):.2f}"
        for name, found in times.items()
        if name not in ("gradcli", row.against)
    )
    figures = [duration(median(theirs)), row.against, f"{middle:.2f}", f"{least:.2f}"]
    return [*cells, *figures, goal, reached, others]


MEMORY = """
import sys
sys.path[:0] = sys.argv[1:]
import gradcli, works
def peak(word):
    status = open("/proc/self/status").read()
    return int(status.partition(word)[2].split()[0]) / 1024
work = works.sigmoid_tanh(gradcli, 10**7)
works.sigmoid_tanh(gradcli, 10**5)()
before = peak("VmRSS:")
work()
print(peak("VmHWM:") - before - 4 * 10**7 / 2**20)
"""


def memory() -> None:
    """Print how much memory 10^7 elements take at most, above the inputs and the gradient."""
    if not sys.platform.startswith("linux"):
        return
    command = (sys.executable, "-c", MEMORY, sys.path[0])
    run = subprocess.run(command, capture_output=True, text=True, check=True)
    print(f"sigmoid*tanh 10^7: {float(run.stdout):.0f} MiB above inputs and gradient, goal 64")


def instructions() -> None:
    """Print how many instructions the start takes, where valgrind can count them."""
    from shutil import which

    if which("valgrind") is None:
        print("instructions of the start: valgrind is not installed")
        return
    counts = {}
    for name, command in (
        ("eval", EVAL),
        ("--help", (*GRADCLI, "--help")),
        ("numpy", (sys.executable, "-c", "import numpy")),
    ):
        tool = ("valgrind", "--tool=lackey", "--basic-counts=yes", *command)
        run = subprocess.run(tool, capture_output=True, text=True, check=False)
        found = run.stderr.partition("guest instrs:")[2].split()
        counts[name] = int(found[0].replace(",", "")) if found else 0
    told = ", ".join(f"{name} {count / 1e6:.0f}" for name, count in counts.items())
    print(f"millions of instructions: {told}")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, usage="table.py [--seconds S] [WORD ...]")
    parser.add_argument("--seconds", type=float, default=4.0, help="for each row, about")
    parser.add_argument("words", nargs="*", help="measure only rows that have one of these")
    options = parser.parse_args()
    found = []
    for row in rows(options.words):
        found.append(line(row, samples(row.sides, seconds=options.seconds)))
        print(".", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(f"Python {platform.python_version()} on {platform.machine()}, {sys.platform}")
    head = ["work", "gradcli", "peer", "", "medians", "minima", "goal", "reached", "to others"]
    table(head, found)
    if not options.words:
        memory()
        instructions()


if __name__ == "__main__":
    main()
