"""Worker processes: a file that ends, blocks or floods its worker fails alone."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from gradcli.answers.check_results import FAILED, PASSED, UNREADABLE, WRONG, FileResult
from gradcli.checks.options import Options
from gradcli.checks.pool import Pool, Task, Worker
from gradcli.checks.worker import checked
from gradcli.commands.check_work import WORKER
from gradcli.report.checks.details import worded

LOOP = "while True: sum(range(10**6))"  # its time is over before its steps are
GOOD = "assert 1 + 1 == 2\n"


LOOPS = ("loop", "host")


def run(folder: Path, jobs: int = 1, timeout: float = 60, **texts: str) -> dict[str, FileResult]:
    """Check files of these texts; return their results by name. ``timeout`` is that of loops."""
    tasks = []
    for name, text in texts.items():
        path = folder / f"{name}.grad"
        path.write_text(text)
        tasks.append(Task(str(path), Options(timeout=timeout if name in LOOPS else 60)))
    with Pool(jobs, WORKER) as pool:
        return {Path(tasks[number].path).stem: result for number, result in pool.run(tasks)}


def test_results(tmp_path: Path) -> None:
    """Every file has its result, whichever worker gives it."""
    names = {f"n{number}": f"assert {number} < 3\n" for number in range(5)}
    results = run(tmp_path, 2, **names)
    assert [results[name].outcome for name in names] == [PASSED] * 3 + [FAILED] * 2
    assert results["n4"].failures[0].got == "4"


@pytest.mark.parametrize("jobs", [1, 2])
def test_hostile_files_fail_alone(tmp_path: Path, jobs: int) -> None:
    """A file that loops, also where no program is asked, and one that prints without end."""
    results = run(
        tmp_path,
        jobs,
        timeout=0.4,
        first=GOOD,
        loop=LOOP,
        host="sum(range(999_999_999))",
        flood="while True: print('x' * 1000000)",
        recursion="def f(n): return f(n + 1)\nf(0)",
        last=GOOD,
    )
    assert results["first"].outcome == results["last"].outcome == PASSED
    for name in LOOPS:
        (failure,) = results[name].failures
        assert (results[name].outcome, failure.kind) == (WRONG, "timeout")
        assert failure.message == "took longer than 0.4 s"
        assert 0.4 <= results[name].seconds < 30
    assert "printed more than" in results["flood"].failures[0].message
    assert "recursion" in results["recursion"].failures[0].message


@pytest.mark.skipif(sys.platform != "linux", reason="the limit of memory is Linux's")
def test_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that takes all memory there is ends with the place where it ran out."""
    import resource

    from gradcli.checks import pool

    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")  # each takes address space of its own
    limit = 450 * 1024**2
    started = pool._started

    def little(*arguments: Any) -> object:
        process, lifeline = started(*arguments)
        resource.prlimit(process.pid, resource.RLIMIT_AS, (limit, limit))
        return process, lifeline

    monkeypatch.setattr(pool, "_started", little)
    text = "a = [1]\nwhile True: a += a\n"
    tensor = "x = ones(2)\nwhile True: x = cat([x, x])\n"
    results = run(tmp_path, 1, list=text, tensor=tensor, last=GOOD)
    for name in ("list", "tensor"):
        (failure,) = results[name].failures
        assert (results[name].outcome, failure.kind, failure.line) == (WRONG, "memory", 2)
    assert results["last"].outcome == PASSED


@pytest.mark.skipif(os.name != "posix", reason="signals are POSIX's")
def test_a_worker_that_is_killed(tmp_path: Path) -> None:
    """The file that it was at fails; another worker takes its place."""
    path = tmp_path / "loop.grad"
    path.write_text(LOOP)
    good = tmp_path / "good.grad"
    good.write_text(GOOD)
    worker = Worker(WORKER)
    assert worker.check(Task(str(good), Options())).outcome == PASSED
    assert worker.process is not None
    first = worker.process.pid
    killer = threading.Timer(0.5, os.kill, (first, signal.SIGKILL))
    killer.start()
    result = worker.check(Task(str(path), Options()))
    assert (
        result.failures[0].message == "its process was killed by SIGKILL; was the memory used up?"
    )
    assert (result.outcome, result.failures[0].kind) == (WRONG, "crash")
    assert worker.check(Task(str(good), Options())).outcome == PASSED
    assert worker.process.pid != first
    os.kill(worker.process.pid, signal.SIGKILL)  # between two files
    worker.process.wait()
    assert worker.check(Task(str(good), Options())).outcome == PASSED
    worker.end()


@pytest.mark.skipif(os.name != "posix", reason="pipes with names are POSIX's")
def test_files_that_are_none(tmp_path: Path) -> None:
    """A pipe without a writer, a device without end, a folder, and a file that is not there."""
    pipe = tmp_path / "pipe.grad"
    os.mkfifo(pipe)
    paths = [str(pipe), "/dev/zero", str(tmp_path), str(tmp_path / "nosuch.grad")]
    with Pool(1, WORKER) as pool:
        tasks = [Task(path, Options(timeout=0.3 if path == str(pipe) else 60)) for path in paths]
        results = dict(pool.run(tasks))
    assert results[0].failures[0].kind == "timeout"
    assert [results[number].outcome for number in (1, 2, 3)] == [UNREADABLE] * 3
    assert "larger than 16 MiB" in results[1].failures[0].message
    assert "No such file" in results[3].failures[0].message


def test_a_run_that_is_given_up(tmp_path: Path) -> None:
    """Whoever stops listening ends what is under way, and nothing else is begun."""
    paths = []
    for number, text in enumerate((GOOD, LOOP, LOOP)):
        paths.append(tmp_path / f"{number}.grad")
        paths[-1].write_text(text)
    start = time.perf_counter()
    with Pool(2, WORKER) as pool:
        results = pool.run([Task(str(path), Options(timeout=50)) for path in paths])
        assert next(results)[0] == 0
        results.close()
    assert time.perf_counter() - start < 40


def test_modules_beside_the_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file named as one of Python's modules does not take its place in a worker."""
    for name in ("random", "json", "numpy", "gradcli"):
        (tmp_path / f"{name}.py").write_text("assert 1 == 2\n")
    monkeypatch.chdir(tmp_path)
    with Pool(1, WORKER) as pool:
        ((_, result),) = pool.run([Task("random.py", Options())])
    assert (result.outcome, result.failures[0].kind) == (FAILED, "assert")


def test_defects_end_no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """What goes wrong in gradcli itself is a result like others."""
    from gradcli.checks import worker

    def defect(*given: object) -> FileResult:
        raise KeyError("what")

    monkeypatch.setattr(worker.check, "check_file", defect)
    result = checked("a.grad", Options(), worded)
    assert (result.outcome, result.failures[0].kind) == (WRONG, "crash")
    assert result.failures[0].message == "a defect in gradcli: KeyError: 'what'"


def test_names_of_any_bytes(tmp_path: Path) -> None:
    """A file name that is no text, or holds a line end, travels there and back."""
    names = [b"line\nend.grad", "ä….grad".encode(), b"\xff.grad"]
    paths = []
    for name in names:
        path = os.path.join(str(tmp_path), os.fsdecode(name))
        try:
            Path(path).write_text(GOOD)
        except OSError:  # a file system that takes text alone
            continue
        paths.append(path)
    with Pool(1, WORKER) as pool:
        results = dict(pool.run([Task(path, Options()) for path in paths]))
    assert [results[number].path for number in range(len(paths))] == paths
    assert {result.outcome for result in results.values()} == {PASSED}
