"""No process is left behind: those that were started end with the one that started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform != "linux":
    pytest.skip("processes are looked at as on Linux", allow_module_level=True)

# Inside one call of C, which hears of nothing.
ENDLESS = "import itertools\n5 in itertools.repeat(1)\n"
SECONDS = 60.0


def descendants(parent: int) -> set[int]:
    """Return the processes that a process has started, and those that these have."""
    children: dict[int, set[int]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(words[1]), set()).add(int(folder.name))
    found: set[int] = set()
    stack = [parent]
    while stack:
        inside = children.get(stack.pop(), set()) - found
        found |= inside
        stack += inside
    return found


def spent(process: int) -> tuple[int, int]:
    """Return how often a process has asked for memory, and the ticks that it has computed for."""
    try:
        text = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return 0, 0
    words = text.rpartition(")")[2].split()
    return int(words[7]), int(words[11]) + int(words[12])


def busy(process: int, since: dict[int, tuple[int, int]]) -> bool:
    """Tell whether a process is in its endless call, which alone computes without new memory."""
    pages, ticks = spent(process)
    asked, began = since.setdefault(process, (pages, ticks))
    if asked != pages:
        since[process] = pages, ticks
    return asked == pages and (ticks - began) / os.sysconf("SC_CLK_TCK") >= 0.25


def running(process: int) -> bool:
    """Tell whether a process is there, and no mere entry of one that has ended."""
    try:
        text = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return text.rpartition(")")[2].split()[0] != "Z"


def until(seconds: float) -> Iterator[None]:
    """Go on for as long."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        yield
        time.sleep(0.02)


COMMANDS = [
    ["check", "endless.grad", "-j", "1"],
    ["check", "endless.grad", "other.grad", "-j", "2"],
    ["eval", "-f", "endless.grad", "--timeout", "300"],
    ["eval", "-f", "endless.grad", "--untrusted", "--timeout", "300"],
    ["graph", "-f", "endless.grad", "--max-memory", "1GiB"],
    ["each", ENDLESS, "records.jsonl", "-j", "2"],
    ["each", ENDLESS, "records.jsonl", "-j", "2", "--timeout", "300"],
]


ENDS = [
    *[(words, signal.SIGKILL) for words in COMMANDS],
    (COMMANDS[1], signal.SIGTERM),
    (COMMANDS[2], signal.SIGHUP),
    (COMMANDS[6], signal.SIGTERM),
]


@pytest.mark.parametrize(("words", "number"), ENDS, ids=range(len(ENDS)))
def test_processes_end_with_the_command(
    words: list[str], number: signal.Signals, tmp_path: Path
) -> None:
    """Whatever ends the command, and whatever its processes are at."""
    for name in ("endless.grad", "other.grad"):
        (tmp_path / name).write_text(ENDLESS, encoding="utf-8")
    (tmp_path / "records.jsonl").write_text('{"x": 1}\n' * 9, encoding="utf-8")
    command = subprocess.Popen(
        [sys.executable, "-m", "gradcli", *words],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    started: set[int] = set()
    since: dict[int, tuple[int, int]] = {}
    for _ in until(SECONDS):
        started = descendants(command.pid)
        if any(busy(process, since) for process in started):
            break
    assert started
    command.send_signal(number)
    command.wait()
    for _ in until(SECONDS):
        if not any(map(running, started)):
            break
    left = {process for process in started if running(process)}
    for process in left:
        os.kill(process, signal.SIGKILL)
    assert not left
