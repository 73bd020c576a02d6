"""The command on a pseudo-terminal: what it shows there, and what it makes of what is typed."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import struct
import subprocess
import sys
import termios
import time

from tests.commands.conftest import environment

_QUIET, _MUCH = 0.4, 5000
"""For so many seconds nothing is shown where a line is waited for; so much is, where none is."""


def on_a_terminal(*args: str, size: tuple[int, int] | None = None, **env: str) -> str:
    """Run the command with a terminal as all of its streams; return what it shows.

    ``size`` are the columns and the lines of the terminal.
    """
    running, here = started(args, size, env)
    shown = b""
    while piece := _read(here):
        shown += piece
    running.wait(timeout=60)
    os.close(here)
    return shown.decode("utf-8").replace("\r\n", "\n")


def typed_into(*args: str, lines: list[str], prompt: str = ">>> ", **env: str) -> tuple[str, int]:
    """Type lines, each when a prompt for it is there; return what is shown, and the status.

    A line may be a key: the third letter with Ctrl ends what runs, the fourth ends it all.
    """
    running, here = started(args, (80, 40), {"PROMPT_TOOLKIT_NO_CPR": "1", **env})
    shown, seen = b"", 0
    for line in lines:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            if select.select([here], [], [], _QUIET)[0]:
                piece = _read(here)
                if not piece:
                    break
                shown += piece
                if line == "\x03" and len(shown) - seen > _MUCH:
                    break  # it goes on and on
            elif _prompted(shown[seen:], prompt):
                break
        seen = len(shown)
        os.write(here, (line if len(line) == 1 and line < " " else line + "\r").encode())
    while piece := _read(here):
        shown += piece
    status = running.wait(timeout=60)
    os.close(here)
    return shown.decode("utf-8").replace("\r\n", "\n"), status


def _prompted(shown: bytes, prompt: str) -> bool:
    return prompt.encode() in shown or b"... " in shown


def started(
    args: tuple[str, ...], size: tuple[int, int] | None, env: dict[str, str]
) -> tuple[subprocess.Popen[bytes], int]:
    """Start the command on a terminal of its own; return it, and the other end."""
    here, there = pty.openpty()
    kept = environment(**{"TERM": "xterm", **env})
    if size is not None:
        fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        kept = {name: value for name, value in kept.items() if name not in ("COLUMNS", "LINES")}
    running = subprocess.Popen(
        [sys.executable, "-m", "gradcli", *args],
        stdin=there,
        stdout=there,
        stderr=there,
        env=kept,
        preexec_fn=_own_terminal,
    )
    os.close(there)
    return running, here


def _own_terminal() -> None:
    """Let the keys of the terminal interrupt the process, as they do in the foreground."""
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def _read(here: int) -> bytes:
    try:
        return os.read(here, 65536)
    except OSError:  # Linux tells the end of a terminal this way
        return b""
