"""Worker processes: files go out, results come in, and a file that ends its worker ends no other.

This module knows processes and how long they may take. It loads nothing that computes.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Generator, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import TIMEOUT_MAX, Thread, Timer
from time import perf_counter
from typing import NamedTuple

from gradcli.answers.check_results import WRONG, Failure, FileResult, from_data
from gradcli.checks.options import Options, to_data

_STARTING = 120.0
_LISTENING = 0.5

# A module of the user's next to the files, such as random.py, must not take the place of Python's:
# the folder that a worker starts in is not on its path (-P), and that of gradcli comes last.
_START = "import sys; sys.path.append({!r}); from {} import main; main()"
_PACKAGE = str(Path(__file__).resolve().parents[2])
_THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


class Task(NamedTuple):
    """A file, and how it is to be checked; ``text`` is what it holds, where it has been read."""

    path: str
    options: Options
    text: str | None = None


class Worker:
    """A process that checks files; it is started when it is needed, and again when it was lost.

    ``module`` is the one whose ``main`` the process runs, in a ``folder``.
    """

    __slots__ = ("expired", "folder", "lifeline", "module", "process")

    def __init__(self, module: str, folder: str | None = None) -> None:
        self.module, self.folder = module, folder
        self.process: subprocess.Popen[str] | None = None
        self.lifeline: int | None = None
        self.expired = False

    def check(self, task: Task) -> FileResult:
        """Return what became of a file."""
        start = perf_counter()
        process = self._running()
        line = json.dumps({**task._asdict(), "options": to_data(task.options)})
        answer = self._ask(process, line, task.options.timeout)
        if answer.endswith("\n"):
            return from_data(json.loads(answer))
        result = FileResult(task.path, WRONG, failures=(self._lost(task),))
        return result._replace(seconds=perf_counter() - start)

    def _running(self) -> subprocess.Popen[str]:
        """Return the process, once it is ready."""
        if self.process is None or self.expired or self.process.poll() is not None:
            self.end()
            self.process, self.lifeline = _started(self.module, self.folder)
            if not self._ask(self.process, None, _STARTING).endswith("\n"):
                raise OSError("cannot start a worker process; GRADCLI_DEBUG=1 shows why")
        return self.process

    def _ask(self, process: subprocess.Popen[str], line: str | None, seconds: float) -> str:
        """Return the next line of a process, or what it said of it before it ended."""
        assert process.stdin is not None and process.stdout is not None
        self.expired = False
        timer = Timer(min(seconds, TIMEOUT_MAX), self._expire, (process,))
        timer.daemon = True
        timer.start()
        try:
            if line is not None:
                process.stdin.write(line + "\n")
                process.stdin.flush()
            return process.stdout.readline()
        except (OSError, ValueError):  # it has ended, or is being ended
            return ""
        finally:
            timer.cancel()

    def _expire(self, process: subprocess.Popen[str]) -> None:
        self.expired = True
        process.kill()

    def _lost(self, task: Task) -> Failure:
        """Say why there is no result."""
        assert self.process is not None
        if self.expired:
            return Failure("timeout", f"took longer than {task.options.timeout:g} s")
        return Failure("crash", _ending(self.process.wait()))

    def end(self) -> None:
        """End the process, whatever it is at."""
        if self.process is None:
            return
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with suppress(OSError):
                    stream.close()
        if self.lifeline is not None:
            os.close(self.lifeline)
        self.process = self.lifeline = None


def _started(module: str, folder: str | None) -> tuple[subprocess.Popen[str], int | None]:
    """Start a worker; numbers do not depend on how many there are, so each computes alone.

    What is returned beside it is the end of a pipe that tells it, closed, that nobody is here.
    """
    debug = os.environ.get("GRADCLI_DEBUG")
    reading, writing = os.pipe() if os.name == "posix" else (None, None)
    lifeline = () if reading is None else (reading,)
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", _START.format(_PACKAGE, module), *map(str, lifeline)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=None if debug else subprocess.DEVNULL,
        env={**dict.fromkeys(_THREADS, "1"), **os.environ},
        encoding="ascii",
        pass_fds=lifeline,
        cwd=folder,
    )
    for descriptor in lifeline:
        os.close(descriptor)
    return process, writing


def _ending(status: int) -> str:
    """Say how a process ended that should not have."""
    if status >= 0:
        return f"its process ended with status {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    why = "; was the memory used up?" if name == "SIGKILL" else ""
    return f"its process was killed by {name}{why}"


class Pool:
    """Workers that share the files of a run; as a context it ends them."""

    __slots__ = ("workers",)

    def __init__(self, jobs: int, module: str, folder: str | None = None) -> None:
        self.workers = [Worker(module, folder) for _ in range(jobs)]

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *exception: object) -> None:
        for worker in self.workers:
            worker.end()

    def run(self, tasks: Sequence[Task]) -> Generator[tuple[int, FileResult], None, None]:
        """Yield the results of tasks with their numbers, as they come.

        Whoever stops listening stops the run: tasks that have not been begun never are, and those
        under way are ended.
        """
        waiting = deque(enumerate(tasks))
        done: SimpleQueue[tuple[int, FileResult] | BaseException] = SimpleQueue()
        threads = [
            Thread(target=_serve, args=(worker, waiting, done), daemon=True)
            for worker in self.workers[: len(tasks)]
        ]
        for thread in threads:
            thread.start()
        finished = False
        try:
            for _ in tasks:
                answer = _next(done)
                if isinstance(answer, BaseException):
                    raise answer
                yield answer
            finished = True
        finally:
            waiting.clear()
            for worker in self.workers if not finished else ():
                if worker.process is not None:
                    worker.process.kill()
            for thread in threads:
                thread.join()


def _next(
    done: SimpleQueue[tuple[int, FileResult] | BaseException],
) -> tuple[int, FileResult] | BaseException:
    """Return what is done next, and hear of an interruption that comes just before the wait."""
    while True:
        with suppress(Empty):
            return done.get(timeout=_LISTENING)


def _serve(
    worker: Worker,
    waiting: deque[tuple[int, Task]],
    done: SimpleQueue[tuple[int, FileResult] | BaseException],
) -> None:
    """Let a worker check one file after the other, until none is left."""
    while True:
        try:
            number, task = waiting.popleft()
        except IndexError:
            return
        try:
            done.put((number, worker.check(task)))
        except Exception as error:
            done.put(error)
            return
