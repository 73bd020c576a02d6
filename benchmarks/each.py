"""Records a second of ``gradcli each``, in batches and one by one, and the memory it takes.

Rates are per second of the processor, start included: others may be at work on the machine. Two
cores that were shared with many gave, for a million records of the README's expression,

    10,000  no-batch       4,808       45
   100,000  batch          90,090       43
 1,000,000  batch         124,688       43

that is 26 times the rate of one evaluation a record, in the same memory for any number. By the
clock a million took 6.7 to 8.7 s, 115,000 to 149,000 a second, from a file as from a pipe.

usage: python benchmarks/each.py [RECORDS]
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile

PROGRAM = "mean(3 * (x + 2)**2)"
MEASURED = (
    "import sys; from gradcli.commands.main import main; main(sys.argv[1:]);"
    "status = open('/proc/self/status').read();"
    "print(status.partition('VmHWM:')[2].split()[0], file=sys.stderr)"
)


def measure(path: str, *options: str) -> tuple[float, int]:
    """Return the seconds and the most KiB of memory that one run takes."""
    start = spent()
    call = [sys.executable, "-c", MEASURED, "each", PROGRAM, path, *options]
    run = subprocess.run(
        call, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, check=True
    )
    return spent() - start, int(run.stderr.split()[-1])


def spent() -> float:
    """Return the seconds that the processes started so far have had of the processor."""
    times = os.times()
    return times.children_user + times.children_system


def main() -> None:
    """Print a table of rates and memory."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    print(f"{'records':>10}  {'how':9}  {'records/s':>10}  {'MiB':>5}")
    for records, how in (
        (count // 100, "--no-batch"),
        (count // 10, "--batch"),
        (count, "--batch"),
    ):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "records.jsonl")
            with open(path, "w", encoding="utf-8") as stream:
                for i in range(records):
                    stream.write(f'{{"x": [[{i / 7}, 1], [{i % 5}, 0.5]]}}\n')
            seconds, memory = measure(path, how)
        print(f"{records:10,}  {how[2:]:9}  {records / seconds:10,.0f}  {memory / 1024:5.0f}")


if __name__ == "__main__":
    main()
