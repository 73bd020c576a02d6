"""Where the text of a program comes from: arguments, a file or standard input.

This module knows how to get text. It does not know the language.
"""

from __future__ import annotations

import os
import re
import sys
from time import monotonic
from typing import Any, BinaryIO, NamedTuple

import click

from gradcli.commands.terminal import is_terminal, quoted
from gradcli.errors import DataError

EXAMPLE = "gradcli eval 'mean(3 * (x + 2)**2)' -D 'x=ones(2, 2)'"
_PROGRAMS = (".py", ".grad")
_DOCUMENTS = (".ipynb", ".md", ".rst", ".qmd", ".tex")
_DATA = (
    *(".npy", ".npz", ".csv", ".tsv", ".json", ".jsonl", ".safetensors", ".parquet", ".arrow"),
    *(".h5", ".hdf5", ".pkl", ".pt", ".pth"),
)
_OPERATOR = re.compile(r"[-+*@]$|\*\*|[/%<=>|^&!]")
_EXAMPLES = {
    **dict.fromkeys(("eval", "explain", "graph"), EXAMPLE.removeprefix("gradcli eval ")),
    "diff": "'sum((A @ x - y)**2)' --wrt x",
    "plot": "'sin(x) * exp(-x**2)' --over x=-3:3",
}
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


LIMITS = {
    "timeout": ("SECONDS", "Stop the program after this time."),
    "max_memory": ("SIZE", "Memory the program may use: 256MiB."),
    "max_elements": ("N", "Elements a tensor may have."),
    "max_steps": ("N", "Blocks that may run, such as iterations of loops."),
    "max_output": ("N", "Characters the program may print."),
    "max_depth": ("N", "Depth of nested calls, up to 1000."),
    "max_items": ("N", "Length of a text, list or format made at once."),
    "max_int_bits": ("N", "Bits an integer may have."),
    "max_source": ("N", "Characters the program may have."),
    "max_line": ("N", "Characters a line of it may have."),
    "max_formula": ("N", "Parts a derivative may have as a formula."),
}


def limit_options(command: Any) -> Any:
    """Give a command the options that bound what a program may use."""
    for name, (metavar, help) in reversed(LIMITS.items()):
        option = f"--{name.replace('_', '-')}"
        command = click.option(option, name, metavar=metavar, callback=_amount, help=help)(command)
    help = "Set all limits below, for a program you do not trust."
    return click.option("--untrusted", is_flag=True, help=help)(command)


def _amount(ctx: click.Context, param: click.Parameter, value: str | None) -> Any:
    """Read a number; that of bytes may have a unit, and that of seconds a fraction."""
    if value is None:
        return None
    from gradcli.commands.supervise import amount

    return amount(str(param.name), value)


def _take_limits(options: dict[str, Any], by_run: bool) -> Any:
    """Take the limits out of the options; None where none is given."""
    given = {name: options.pop(name) for name in LIMITS}
    untrusted = options.pop("untrusted")
    if not untrusted and not any(value is not None for value in given.values()):
        return None
    start = monotonic()  # what is loaded from here on counts
    # Each thread takes memory of its own, and processor time that a run would be charged with.
    if untrusted or given["max_memory"] is not None or by_run:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from gradcli.commands.supervise import limits_of

    return limits_of({name: v for name, v in given.items() if v is not None}, untrusted), start


def supervise(options: dict[str, Any], by_run: bool = False) -> Any:
    """Take the limits out of the options; go on in a process that is watched, if they need it.

    ``by_run`` tells that the program runs many times, and each has all of the time.
    """
    given = _take_limits(options, by_run)
    if given is None:
        return None
    from gradcli.commands.supervise import supervised

    limits, start = given
    return supervised(limits, start, by_run)


def read_program(words: tuple[str, ...], expressions: tuple[str, ...], file: str | None) -> Program:
    """Return the program that EXPR, ``-e`` or ``-f`` give, or else standard input."""
    if (words or expressions) and file is not None:
        raise click.UsageError("Give the program as EXPR or with -f, not both.")
    if words and expressions:
        raise click.UsageError("Give all lines of the program as EXPR, or each with -e.")
    if words == ("-",):
        file = "-"
    _check_file(words[0] if len(words) == 1 else file or "", file is not None)
    _check_options(words)
    _check_quotes(words)
    lines = words or expressions
    if lines and file is None:
        if not any(map(str.strip, lines)):
            raise _missing()
        return Program("\n".join(lines))
    return _standard_input(asked=file is not None) if file in (None, "-") else _file(str(file))


def use_of(name: str, command: str = "eval") -> str:
    """Say what a file is good for, by its name: a program, a document or data."""
    word = quoted(name)
    if name.lower().endswith(_DATA):
        return f"gradcli info {word} tells what it holds, and -D {quoted(f'x=@{name}')} reads it."
    if name.lower().endswith(_DOCUMENTS):
        return f"gradcli check {word} runs the programs in it."
    return f"to run it: gradcli {command} -f {word}"


def _check_file(name: str, is_program: bool) -> None:
    """Refuse a file in the place of an expression, and one that holds no program."""
    kinds = _DOCUMENTS + _DATA + _PROGRAMS * (not is_program)
    if name.lower().endswith(kinds) and os.path.isfile(name):
        command = click.get_current_context().info_name or "eval"
        raise click.UsageError(f"{name!r} is a file; {use_of(name, command)}")


def _check_quotes(words: tuple[str, ...]) -> None:
    """Refuse pieces of an expression that the shell parted: no line begins with such a sign."""
    if len(words) > 1 and any(map(_OPERATOR.match, words)):
        whole = quoted(" ".join(words))
        raise click.UsageError(f"Each EXPR is a line; one with blanks stands in quotes: {whole}")


def _check_options(words: tuple[str, ...]) -> None:
    """Refuse options that stand behind ``--``, where they are lines of the program."""
    for word, following in zip(words, (*words[1:], ""), strict=False):
        is_input = word in ("-D", "-C") and _ASSIGNED.match(following)
        if is_input or _LONG.fullmatch(word):
            reason = "stands behind --, and so among the lines of the program; put -- after it"
            raise click.UsageError(f"The option {quoted(word)} {reason}.")


_ASSIGNED = re.compile(r"\w+=")
_LONG = re.compile(r"--[a-z][a-z-]+(=.*)?", re.DOTALL)


def _file(name: str) -> Program:
    try:
        with open(name, "rb") as stream:
            return Program(_text(stream, name), name)
    except OSError as error:
        from gradcli.answers.near_file import near_file  # for names that are wrong

        reason = error.strerror or str(error)
        raise Unreadable(name, reason + near_file(error, name)) from error
    except ValueError as error:
        raise Unreadable(repr(name), "has a null byte in its name") from error


def _standard_input(asked: bool) -> Program:
    """Read standard input; nobody who typed no program waits for one at a terminal."""
    if sys.stdin is None and asked:
        raise click.UsageError("There is no standard input.")
    if sys.stdin is None or (not asked and is_terminal(sys.stdin)):
        raise _missing()
    text = _text(sys.stdin.buffer, "standard input")
    if not asked and not text.strip():
        raise _missing()
    return Program(text, STDIN_NAME)


def _missing() -> click.UsageError:
    context = click.get_current_context(silent=True)
    name = context.info_name if context is not None and context.info_name in _EXAMPLES else "eval"
    example = f"gradcli {name} {_EXAMPLES[str(name)]}"
    return click.UsageError(f"No program. Give an EXPR, for example:\n\n  {example}")


def _text(stream: BinaryIO, name: str) -> str:
    """Decode a program; lines end with a line feed afterwards, as Python reads source."""
    data = stream.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise Unreadable(name, f"larger than {MOST_BYTES // 1024**2} MiB")
    from gradcli.data.encoding import decoded  # for what is no argument

    try:
        return decoded(data)
    except DataError as error:
        raise Unreadable(name, f"it {error.reason}") from error
