"""Where the text of a program comes from: arguments, a file or standard input.

This module knows how to get text. It does not know the language.
"""

from __future__ import annotations

import os
import sys
from typing import BinaryIO, NamedTuple

import click

from gradcli.commands.terminal import is_terminal, quoted

EXAMPLE = "gradcli eval 'mean(3 * (x + 2)**2)' -D 'x=ones(2, 2)'"
_PROGRAMS = (".py", ".grad")
MOST_BYTES = 16 * 1024 * 1024
STDIN_NAME = "<stdin>"


class Program(NamedTuple):
    """A program's text, and the name for it in messages."""

    text: str
    filename: str = "<program>"


class Unreadable(click.ClickException):
    """A file cannot be used; the command ends with one line and the status of wrong usage."""

    exit_code = 2

    def __init__(self, name: str, reason: str) -> None:
        super().__init__(f"cannot read {name}: {reason}")


def read_program(words: tuple[str, ...], expressions: tuple[str, ...], file: str | None) -> Program:
    """Return the program that EXPR, ``-e`` or ``-f`` give, or else standard input."""
    if (words or expressions) and file is not None:
        raise click.UsageError("Give the program as EXPR or with -f, not both.")
    if words and expressions:
        raise click.UsageError("Give all lines of the program as EXPR, or each with -e.")
    if words == ("-",):
        file = "-"
    if len(words) == 1 and words[0].endswith(_PROGRAMS) and os.path.isfile(words[0]):
        raise click.UsageError(f"{words[0]!r} is a file; to run it: -f {quoted(words[0])}")
    lines = words or expressions
    if lines and file is None:
        return Program("\n".join(lines))
    return _standard_input(asked=file is not None) if file in (None, "-") else _file(str(file))


def _file(name: str) -> Program:
    try:
        with open(name, "rb") as stream:
            return Program(_text(stream, name), name)
    except OSError as error:
        raise Unreadable(name, error.strerror or str(error)) from error
    except ValueError as error:  # a NUL in the name
        raise Unreadable(repr(name), str(error)) from error


def _standard_input(asked: bool) -> Program:
    """Read standard input; nobody who typed no program waits for one at a terminal."""
    missing = click.UsageError(f"No program. Give an EXPR, for example:\n\n  {EXAMPLE}")
    if sys.stdin is None or (not asked and is_terminal(sys.stdin)):
        raise missing
    text = _text(sys.stdin.buffer, "standard input")
    if not asked and not text.strip():
        raise missing
    return Program(text, STDIN_NAME)


def _text(stream: BinaryIO, name: str) -> str:
    """Decode a program; lines end with a line feed afterwards, as Python reads source."""
    data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise Unreadable(name, f"larger than {MOST_BYTES // 1024**2} MiB")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        at = error.start
        reason = f"not UTF-8 text (byte {data[at]:#04x} at offset {at})"
        raise Unreadable(name, reason) from error
    return text.replace("\r\n", "\n").replace("\r", "\n")
