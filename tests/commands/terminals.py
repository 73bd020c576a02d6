"""The command on a pseudo-terminal: what it shows there, and what it makes of what is typed."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios

from tests.commands.conftest import environment

_LONGEST, _MUCH = 60, 5000
"""So many seconds a prompt is waited for; so much is shown where there will be none."""
_ESCAPE = re.compile(rb"\x1b\[[0-9;?]*[A-Za-z]")


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


def typed_into(*args: str, lines: list[str], **env: str) -> tuple[str, int]:
    """Type lines, each when a prompt for it is there; return what is shown, and the status.

    A line may be a key: the third letter with Ctrl ends what runs, the fourth ends it all.
    """
    running, here = started(args, (80, 40), {"PROMPT_TOOLKIT_NO_CPR": "1", **env})
    shown, seen, presses = b"", 0, False
    for line in lines:
        while not _prompted(shown[seen:]) and not (line == "\x03" and len(shown) - seen > _MUCH):
            piece = _waited(here, presses)
            assert piece, f"no prompt for {line!r}: {shown[seen:]!r}"
            shown += piece
        seen = len(shown)
        presses = line == "\x03"
        os.write(here, (line if len(line) == 1 and line < " " else line + "\r").encode())
    while piece := _read(here):
        shown += piece
    status = running.wait(timeout=60)
    os.close(here)
    return shown.decode("utf-8").replace("\r\n", "\n"), status


def _waited(here: int, presses: bool) -> bytes:
    """Return what is shown next; an interruption that is not heard is pressed again.

    Python does not hear one that comes after the prompt and just before it begins to read.
    """
    for _ in range(_LONGEST):
        if select.select([here], [], [], 1)[0]:
            return _read(here)
        if presses:
            os.write(here, b"\x03")
    return b""


def _prompted(shown: bytes) -> bool:
    """Tell whether what is shown ends in a prompt, where prompt_toolkit has drawn all of it."""
    is_whole = b"\x1b" not in shown or shown.endswith(b"\x1b[?25h")
    return is_whole and _ESCAPE.sub(b"", shown).rstrip(b" ").endswith((b">>>", b"..."))


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
