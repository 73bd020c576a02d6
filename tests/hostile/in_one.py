"""Many cases in one process, which is watched: a crash or a hang costs one case, and is told.

A case of a few milliseconds is not worth a process. The child runs one case after the other and
says when each begins and ends; the parent kills it where one takes too long, and starts another
behind it.
"""

from __future__ import annotations

import gc
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path

import gradcli.commands.check_worker  # noqa: F401
from gradcli.commands import supervise
from gradcli.commands.main import main
from gradcli.errors import ExitCode, GradcliError
from gradcli.language.limits import Limits
from gradcli.language.timer import OUT_OF_TIME, set_timer, stop_timer
from tests.hostile.forked import Ended

MEMORY = 3 * 1024**3
LATE = "it did not end"
RENEWED = 2000
"""The cases after which a process is replaced, so that what one leaves behind stays small."""

Work = Callable[[Path], int]
"""What a case does in a folder of its own; it returns a status."""

Judge = Callable[[int, Ended], str | None]
"""What is wrong with how a case ended, if anything is; it is asked in the child."""


def run_all(
    work: Callable[[int], Work], numbers: Sequence[int], judge: Judge, seconds: float
) -> Iterator[tuple[int, str | None]]:
    """Yield the numbers of cases that have ended, with what is wrong with each."""
    left = list(numbers)
    while left:
        done = 0
        for ended in _in_child(work, left[:RENEWED], judge, seconds):
            done += 1
            yield ended
        del left[:done]


def _in_child(
    work: Callable[[int], Work], numbers: list[int], judge: Judge, seconds: float
) -> Iterator[tuple[int, str | None]]:
    """Run cases in a child, up to the one that it is lost with."""
    reading, writing = Pipe(duplex=False)
    folder = Path(tempfile.mkdtemp(prefix="gradcli-"))  # which a child that is lost leaves behind
    child = os.fork()
    if child == 0:
        reading.close()
        _serve(work, numbers, judge, writing, folder)
    writing.close()
    done = 0
    try:
        while done < len(numbers):
            if not reading.poll(seconds):
                yield numbers[done], LATE
                return
            yield numbers[done], reading.recv()
            done += 1
    except EOFError:
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        child = 0
        in_time = status == -OUT_OF_TIME  # as documented for programs that are run many times
        yield numbers[done], None if in_time else f"its process ended with {status}"
    finally:
        if child:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        reading.close()
        shutil.rmtree(folder, ignore_errors=True)


def _serve(
    work: Callable[[int], Work], numbers: list[int], judge: Judge, pipe: Connection, folder: Path
) -> None:
    """Run the cases in a folder, each with streams of its own, and end the process."""
    status = 70
    gc.freeze()  # a search for cycles, as programs without memory ask for, leaves the parent's out
    try:
        supervise.supervised = _in_this_process
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
        taken = int(pages) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (taken + MEMORY, resource.RLIM_INFINITY))
        streams = [os.open(folder / name, os.O_RDWR | os.O_CREAT) for name in (".1", ".2")]
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        for number in numbers:
            ended = _ended(work(number), folder, streams)
            pipe.send(judge(number, ended))
        status = 0
    finally:
        os._exit(status)


def _in_this_process(limits: Limits, start: float, by_run: bool) -> Limits:
    """Keep the time of a program without a second process: this one is watched."""
    if limits.timeout is not None and not by_run:
        set_timer(limits.timeout, limits.timeout, 0.1)
    return limits


def _ended(work: Work, folder: Path, streams: Sequence[int]) -> Ended:
    """Run one case; not even an error that nobody handles ends the process."""
    for stream, number in zip(streams, (1, 2), strict=True):
        os.lseek(stream, 0, os.SEEK_SET)
        os.ftruncate(stream, 0)
        os.dup2(stream, number)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", closefd=False)
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", closefd=False)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    status = 70
    try:
        status = int(work(folder))
    except GradcliError:  # its time was over when all was done, and nobody was there to hear it
        status = ExitCode.PROGRAM
    except BaseException as error:
        sys.stderr.write(f"Traceback: {type(error).__name__}: {error}")
    finally:
        stop_timer()
    texts = []
    for stream, number in zip((sys.stdout, sys.stderr), (1, 2), strict=True):
        stream.flush()
        texts.append(os.pread(number, 2**24, 0).decode("utf-8", "replace"))
    return Ended(status, *texts, 0)


def command(words: list[str]) -> int:
    """Run a command in this process."""
    return int(main(words))
