"""Draw what a command shows on a terminal, as SVG by rich.

usage: python docs/picture.py          (writes _static/first-screen.svg)
"""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path

from rich.console import Console
from rich.text import Text

PICTURE = Path(__file__).with_name("_static") / "first-screen.svg"
COMMAND = ("gradcli", "eval", "mean(3 * (x + 2)**2)", "-D", "x=ones(2, 2)")
SHOWN = "$ gradcli eval 'mean(3 * (x + 2)**2)' -D 'x=ones(2, 2)'\n"
COLUMNS = 66


def on_a_terminal(words: tuple[str, ...]) -> str:
    """Return what a command writes to a terminal, colours and all."""
    reading, terminal = pty.openpty()
    termios.tcsetwinsize(terminal, (40, COLUMNS))
    size = {"COLUMNS": str(COLUMNS), "LINES": "40"}  # or a caller's would count
    environment = os.environ | size | {"TERM": "xterm-256color", "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", *words]
    process = subprocess.Popen(command, stdout=terminal, stderr=terminal, env=environment)
    os.close(terminal)
    written = b""
    with suppress(OSError):  # the end of a terminal
        while data := os.read(reading, 4096):
            written += data
    process.wait()
    return written.decode().replace("\r\n", "\n")


def main() -> None:
    """Write the picture."""
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        console = Console(record=True, width=COLUMNS, file=nowhere, force_terminal=True)
        console.print(Text(SHOWN, style="bold") + Text.from_ansi(on_a_terminal(COMMAND)))
        PICTURE.parent.mkdir(exist_ok=True)
        drawn = console.export_svg(title="gradcli", unique_id="gradcli")
    PICTURE.write_text(
        re.sub(r"@font-face \{.*?\}\s*", "", drawn, flags=re.DOTALL)
    )  # no font is loaded


if __name__ == "__main__":
    main()
