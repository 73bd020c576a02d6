"""The streams that a program writes to: standard output, and standard error apart from it.

There is nothing to read from and no file behind them; what is written counts as printed.
"""

from __future__ import annotations

from typing import Any

from gradcli.core.state import STATE
from gradcli.errors import op_error
from gradcli.language.machine.descriptors import MISSING, invoke
from gradcli.language.machine.functions import Object, Shared, named_like, type_name
from gradcli.language.machine.sequences import joined


class Stream(Shared):
    """One of the two streams."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"<_io.TextIOWrapper name='{self.name}' mode='w' encoding='utf-8'>"

    def write(self, text: Any, /) -> int:
        """Write a text; return its length."""
        if not isinstance(text, str):
            raise op_error(TypeError, f"write() argument must be str, not {type_name(text)}")
        text = str.__str__(text)  # as long as it is, whatever its class says
        machine = STATE.program
        if machine is not None:
            machine.say(text, machine.write if self is OUTPUT else machine.aside)
        return len(text)

    def write_lines(self, lines: Any, /) -> None:
        """Write texts one after the other."""
        for line in lines:
            self.write(line)


OUTPUT, ERRORS = Stream("<stdout>"), Stream("<stderr>")
STANDARD = {"stdout": OUTPUT, "stderr": ERRORS}


def standing(name: str) -> Any:
    """Return what stands for one of the two streams now: it, or what the program put there."""
    own = STANDARD[name]
    return own if STATE.program is None else STATE.program.redirected.get(name, own)


def put(name: str, value: Any) -> None:
    """Let something stand for one of the two streams."""
    STATE.program.redirected[name] = value
    if value is STANDARD[name]:
        del STATE.program.redirected[name]


def print_pieces(file: Any, separator: str, texts: list[str], end: str) -> None:
    """Print texts with what is between and behind them, each by itself to a program's instance."""
    if file is None:
        file = standing("stdout")
    if file is None:
        return  # nobody listens
    if isinstance(file, Object):
        between = [piece for text in texts for piece in (separator, text)][1:]
        for piece in (*between, end):
            write_to(file, piece)
    else:
        write_to(file, joined([joined(texts, separator), end]))


def write_to(file: Any, text: str) -> None:
    """Write a text to a stream, or by the method of an instance of the program's."""
    if isinstance(file, Stream):
        file.write(text)
    elif isinstance(file, Object) and file.cls.find("write") is not MISSING:
        invoke(file, "write", text)
    else:
        message = f"'{type_name(file)}' object has no attribute 'write'"
        raise op_error(AttributeError, message, code="attribute")


named_like("TextIOWrapper", Stream, module="_io")
