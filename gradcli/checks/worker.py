"""What a worker process does, file by file: tasks come in, results go out, lines of JSON.

Starting up costs once for all files that a worker is given. This module knows the lines. It does
not know how many workers there are, and what becomes of one that ends. Who starts it says how
failures are put into words.
"""

from __future__ import annotations

import gc
import json
import os
import signal
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from gradcli.answers.check_results import WRONG, Failure, FileResult, to_data
from gradcli.checks import check, confined, options
from gradcli.checks.options import Options
from gradcli.language.lifeline import end_with
from gradcli.language.memory import memory_limit

READY = {"ready": True}

Worded = Callable[[FileResult], FileResult]
"""Puts the details of a result's failures into words."""


def serve(worded: Worded) -> None:
    """Check files until there are no more tasks."""
    with suppress(ValueError, OSError):  # whoever started the worker ends it
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    confined.as_whoever_started()
    for descriptor in sys.argv[1:]:
        end_with(int(descriptor))
    # Programs print into memory, but a library might write to the stream that results go to.
    out = os.fdopen(os.dup(1), "w", encoding="ascii")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    tasks: SimpleQueue[str] = SimpleQueue()
    threading.Thread(target=_listen, args=(tasks,), daemon=True).start()
    gc.set_threshold(50_000, 20, 20)
    gc.freeze()  # what is loaded stays; a look for cycles is then quick
    _say(out, READY)
    while True:
        _say(out, _answer(tasks.get(), worded))
        gc.collect()


def _listen(tasks: SimpleQueue[str]) -> None:
    """Take tasks; when nobody is there to give any, end the process, whatever it is at."""
    for line in sys.stdin:
        tasks.put(line)
    os._exit(0)


def _say(out: Any, data: dict[str, Any]) -> None:
    out.write(json.dumps(data) + "\n")
    out.flush()


def _answer(line: str, worded: Worded) -> dict[str, Any]:
    task = json.loads(line)
    how = options.from_data(task["options"])
    return to_data(checked(task["path"], how, worded, task["text"]))


def checked(path: str, how: Options, worded: Worded, text: str | None = None) -> FileResult:
    """Check a file; not even a defect of ours, or too little memory, ends the process."""
    try:
        with memory_limit(how.share):
            return worded(check.check_file(path, how, text))
    except MemoryError:
        failure = Failure("memory", "not enough memory")
    except Exception as error:
        if os.environ.get("GRADCLI_DEBUG"):
            sys.excepthook(*sys.exc_info())
        text = " ".join(str(error).split())
        failure = Failure("crash", f"a defect in gradcli: {type(error).__name__}: {text}")
    return FileResult(path, WRONG, failures=(failure,))
