"""Commands run in a process of their own, with everything loaded: a crash ends that one alone."""

from __future__ import annotations

import gc
import os
import resource
import select
import signal
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import gradcli.commands.diff_work
import gradcli.commands.each_work
import gradcli.commands.eval_work
import gradcli.commands.explain_work
import gradcli.commands.graph_work
import gradcli.commands.info_work
import gradcli.commands.ops_work
import gradcli.language.machine.expressions
import gradcli.language.machine.statements
import gradcli.language.messages.from_errors
import gradcli.language.names.builtins  # noqa: F401
from gradcli.commands.main import main
from gradcli.core.table import OPS

MEMORY = 3 * 1024**3
SECONDS = 10.0

OPS.load_all()  # here once, and not in every child


class Ended(NamedTuple):
    """How a command ended: its status (None where it had to be killed), and what it wrote."""

    status: int | None
    stdout: str
    stderr: str
    peak: int


def forked(work: Callable[[], int], seconds: float = SECONDS, memory: int = MEMORY) -> Ended:
    """Run work in a child of this process, which is killed after some seconds."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reading)
            _run(work, out.fileno(), err.fileno(), memory)
        os.close(writing)
        late = not select.select([reading], [], [], seconds)[0]
        os.close(reading)
        if late:
            os.kill(child, signal.SIGKILL)
        _, waited, usage = os.wait4(child, 0)
        status = None if late else os.waitstatus_to_exitcode(waited)
        texts = []
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read().decode("utf-8", "replace"))
        return Ended(status, *texts, usage.ru_maxrss * 1024)


def _run(work: Callable[[], int], out: int, err: int, memory: int) -> None:
    """Do the work with its own streams, and end the process."""
    status = 70
    gc.freeze()  # as in ``in_one``
    try:
        null = os.open(os.devnull, os.O_RDONLY)
        for source, number in ((null, 0), (out, 1), (err, 2)):
            os.dup2(source, number)
        for name, number in (("stdout", 1), ("stderr", 2)):
            setattr(sys, name, os.fdopen(number, "w", encoding="utf-8", closefd=False))
        sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
        taken = int(pages) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (taken + memory, taken + memory))
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        status = work()
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException as error:
        os.write(2, f"Traceback: {type(error).__name__}: {error}".encode("utf-8", "replace"))
    finally:
        os._exit(status)


def command(words: list[str], seconds: float = SECONDS) -> Ended:
    """Run a command."""
    return forked(lambda: int(main(words)), seconds)
