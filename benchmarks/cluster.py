"""Work on a dask cluster of two processes, one of which is killed half-way: the same results.

A gradient of data on disk, records and checks run here first, and then on the cluster, where each
loses a worker when a few tasks are done. Prints what was compared; ends with status 1 where
something differs. Needs the extra ``dask``.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from measure import installed

ROWS, COLUMNS, RECORDS, FILES = 400_000, 10, 10_000, 24
EVAL = "eval mean((X@w-y)**2) -C X=@X.npy -C y=@y.npy -D w=ones({}).double() --format json"
EACH = "each (sin(x)*w).exp() -D x=0:{}:1 -D w=0.5 --format csv --no-batch"


def prepare(folder: Path) -> None:
    """Write data and programs."""
    rng = np.random.default_rng(0)
    np.save(folder / "X.npy", rng.standard_normal((ROWS, COLUMNS)))
    np.save(folder / "y.npy", rng.standard_normal(ROWS))
    for number in range(FILES):
        program = f"x = torch.ones(3, requires_grad=True)\n(x ** {number}).sum()\nassert False\n"
        (folder / f"{number:02}.grad").write_text(program)


def run(folder: Path, line: str) -> str:
    """Return what a command prints."""
    command = [sys.executable, "-m", "gradcli", *line.split()]
    done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout


def kill_one(cluster: Any, known: set[Any], killed: list[int]) -> None:
    """End a worker when the scheduler has some new results."""
    for _ in range(6000):
        tasks = list(cluster.scheduler.tasks.values())
        if sum(task.state == "memory" and task.key not in known for task in tasks) >= 1:
            worker = next(iter(cluster.workers.values()))
            killed.append(worker.pid)
            os.kill(worker.pid, signal.SIGKILL)
            return
        time.sleep(0.005)


def compared(cluster: Any, folder: Path, here: str, there: str) -> bool:
    """Tell whether a command gives the same on the cluster, and print so."""
    expected = run(folder, here)
    killed: list[int] = []
    known = {task.key for task in list(cluster.scheduler.tasks.values())}
    thread = threading.Thread(target=kill_one, args=(cluster, known, killed))
    thread.start()
    start = time.perf_counter()
    found = run(folder, f"{there} --scheduler {cluster.scheduler_address}")
    took = time.perf_counter() - start
    thread.join()
    same = alike(expected, found) and bool(killed)
    word = "the same" if same else "DIFFERENT" if killed else "no worker was lost"
    print(f"{here.split()[0]}: {len(found)} characters in {took:.1f} s, a worker killed: {word}")
    return same


def alike(a: str, b: str) -> bool:
    """Tell whether texts are the same but for the last digits of numbers, and for durations."""
    if a.startswith("{"):
        import json

        parts = [json.loads(text) for text in (a, b)]
        numbers = [
            np.array([p["result"]["data"], *p["gradients"]["w"]["data"]], float) for p in parts
        ]
        return np.allclose(*numbers, rtol=1e-12, atol=0)
    return bool(a) and a.rpartition(" in ")[0] == b.rpartition(" in ")[0]


def main() -> int:
    """Compare, and return the exit status."""
    if not installed("dask", "distributed"):
        return 0
    from distributed import LocalCluster

    with TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder)
        options: dict[str, Any] = {"n_workers": 2, "threads_per_worker": 1, "memory_limit": 0}
        with LocalCluster(dashboard_address=":0", silence_logs=50, **options) as cluster:
            program, records = EVAL.format(COLUMNS), EACH.format(RECORDS)
            return 1 - min(
                compared(cluster, folder, program, f"{program} --engine dask --chunks 4000,-1"),
                compared(cluster, folder, records, records),
                compared(cluster, folder, "check --report concise", "check --report concise"),
            )


if __name__ == "__main__":
    sys.exit(main())
