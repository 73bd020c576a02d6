"""1,000 small files: ``gradcli check`` against ``gradcli eval`` for each, on as many cores.

usage: python benchmarks/checks.py [FILES [PROCESSES]]

PROCESSES is how many of the files are evaluated by a process each; the rest takes as long.
"""

import os
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from measure import comparison, once, process, versus
from startup import compile_bytecode

PROGRAM = """\
x = torch.tensor([{0}.0, 2.0, 3.0], requires_grad=True)
y = (x ** 2).sin().sum()
y.backward()
assert torch.allclose(x.grad, 2 * x * (x ** 2).cos())
y.item()  # expect: (x ** 2).sin().sum()
"""


def gradcli(*arguments: str) -> float:
    """Return how long the command takes."""
    return once(process(sys.executable, "-m", "gradcli", *arguments))


def separately(files: list[Path], jobs: int) -> float:
    """Return how long a process for each file takes, so many at once."""
    with ThreadPoolExecutor(jobs) as threads:
        evaluate = partial(gradcli, "eval", "--no-summary", "-f")
        return once(lambda: list(threads.map(evaluate, map(str, files))))


def main() -> None:
    """Print the table."""
    count, measured = (*map(int, sys.argv[1:]), *(1000, 100)[len(sys.argv) - 1 :])
    jobs = os.cpu_count() or 1
    compile_bytecode()
    with TemporaryDirectory() as folder:
        files = [Path(folder) / f"{number:04}.grad" for number in range(count)]
        for number, file in enumerate(files):
            file.write_text(PROGRAM.format(number), encoding="utf-8")
        together = median(gradcli("check", "-j", str(jobs), folder) for _ in range(3))
        apart = separately(files[:measured], jobs) * count / min(measured, count)
    print(f"{count} files: {together:.2f} s together, {apart:.1f} s apart, {jobs} at once")
    comparison("a process each", [versus(f"check of {count} files", together, apart, 1 / 15)])
    print(f"{apart / together:.1f} times faster")


if __name__ == "__main__":
    main()
