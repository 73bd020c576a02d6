"""What the streams can show: colour, box drawing, and whether a person is reading.

This module knows environment variables and streams. It does not know what is written to them.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import click
from click.core import ParameterSource

from gradcli.errors import Diagnostic

_USUAL, _NARROWEST, _GUTTER = 100, 30, 10


class Settings:
    """What the options that every command has were set to."""

    __slots__ = ("color", "debug", "json")

    def __init__(self) -> None:
        self.color = "auto"
        self.json = False
        self.debug = bool(os.environ.get("GRADCLI_DEBUG"))


def tell(text: str) -> None:
    """Write to standard error. What finds no room or no reader is lost, and ends no work."""
    with suppress(OSError):
        sys.stderr.write(text)


class Visible:
    """Standard error, for messages with what users wrote: nothing in them commands a terminal."""

    __slots__ = ()

    def write(self, text: str) -> None:
        """Write a text."""
        from gradcli.report.glyphs import harmless

        tell(harmless(text))

    def flush(self) -> None:
        """Leave it to the stream, which keeps nothing back."""

    def isatty(self) -> bool:
        """Tell whether a person is at the other end."""
        return is_terminal(sys.stderr)


class Reading(Visible):
    """The same for messages of gradcli's own: lines go on at a space in a narrow terminal."""

    __slots__ = ()

    def write(self, text: str) -> None:
        """Write a text."""
        from gradcli.report.fitting import hung

        super().write(hung(text, reading_width(sys.stderr)))


def is_terminal(stream: Any) -> bool:
    """Tell whether a person is at the other end of a stream."""
    try:
        return bool(stream.isatty())
    except (AttributeError, ValueError):  # no stream, or a closed one
        return False


def source_width(stream: Any) -> int:
    """Return how many columns of source fit beside the line numbers, if no more than usual."""
    try:
        columns = os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError, AttributeError):  # no terminal
        return _USUAL
    return max(min(columns - _GUTTER, _USUAL), _NARROWEST)


def reading_width(stream: Any) -> int | None:
    """Return how many columns a terminal has; None where text goes into a pipe or a file."""
    columns = reading_size(stream)[0]
    return None if columns is None else max(columns, _NARROWEST)


def reading_size(stream: Any) -> tuple[int, int] | tuple[None, None]:
    """Return the columns and lines of a terminal; None where text goes into a pipe or a file."""
    try:
        size = os.get_terminal_size(stream.fileno())
    except (OSError, ValueError, AttributeError):  # no terminal
        return None, None
    return size.columns, size.lines


def write_over(stream: Any, text: str = "") -> None:
    """Write a line of a terminal anew, or clear it, with no escape: there may be none."""
    width = (reading_width(stream) or 80) - 1
    stream.write(f"\r{text[:width]:{width}}" + "\r" * (not text))
    stream.flush()


def use_colour(stream: Any, choice: str = "auto", env: Mapping[str, str] = os.environ) -> bool:
    """Decide about colour on a stream: the option, then the environment, then the terminal."""
    for wish in (choice, env.get("GRADCLI_COLOR")):
        if wish in ("always", "never"):
            return wish == "always"
    if env.get("NO_COLOR"):
        return False
    if env.get("FORCE_COLOR", "").lower() not in ("", "0", "false"):
        return True
    if env.get("CLICOLOR_FORCE", "") not in ("", "0"):
        return True
    if env.get("CLICOLOR") == "0" or env.get("TERM") == "dumb":
        return False
    return is_terminal(stream)


def prepare_streams() -> None:
    """Make both streams take everything: characters that an encoding lacks become escapes.

    The number of a stream that was closed before the start goes to no file and no pipe that is
    opened later. Results cannot be written to one; what else there is to say, it swallows.
    """
    for number, mode in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_RDONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, mode)  # which is of no use there, as a closed one is
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115  (for good)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def show_remark(text: str) -> None:
    """Show a remark to whoever waits at a terminal."""
    if is_terminal(sys.stderr):
        Reading().write(f"{text}\n")


def show_diagnostic(diagnostic: Diagnostic, settings: Settings) -> None:
    """Write a diagnostic to standard error, after what was printed before it."""
    from gradcli.report.diagnostics import render
    from gradcli.report.fitting import hung
    from gradcli.report.glyphs import glyphs_for, no_paint, sgr_paint

    sys.stdout.flush()
    paint = sgr_paint if use_colour(sys.stderr, settings.color) else no_paint
    glyphs = glyphs_for(sys.stderr.encoding)
    drawn = render(diagnostic, glyphs, paint, source_width(sys.stderr))
    tell(hung(drawn, reading_width(sys.stderr)))


def quoted(word: str) -> str:
    """Return a word as it is typed at a shell."""
    import shlex  # for those who typed something else

    return shlex.quote(word)


def abandon_stdout() -> None:
    """Send what is still to be written to nowhere, so that closing down cannot fail again."""
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
        os.close(null)
    except (OSError, ValueError, AttributeError):  # a stream that is no file
        pass


def _set(ctx: click.Context, param: click.Parameter, value: Any) -> None:
    settings = ctx.ensure_object(Settings)
    if param.name == "debug":
        settings.debug = settings.debug or value
    else:
        settings.color = value


def completed(name: str) -> Callable[[click.Context, click.Parameter, str], Any]:
    """Return a function of ``completing``, which is imported when a shell asks."""

    def complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> Any:
        from gradcli.commands import completing

        return vars(completing)[name](ctx, param, incomplete)

    return complete


def output_option(help: str) -> Callable[[Any], Any]:
    """Return the option that names a file for an answer."""
    files = completed("files")
    return click.option("-o", "--output", metavar="FILE", shell_complete=files, help=help)


color_option = click.option(
    "--color",
    type=click.Choice(["always", "never", "auto"]),
    default="auto",
    expose_value=False,
    callback=_set,
    help="When to use colour. [default: auto]",
)


def _ask_for_json(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    ctx.meta["json"] = value


def json_or(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
    """Return the format that ``--format`` names, or JSON where ``--json`` asks for it.

    Errors of the program are JSON then, too.
    """
    given = ctx.get_parameter_source(str(param.name)) is ParameterSource.COMMANDLINE
    if ctx.meta.get("json") and given and value != "json":
        raise click.UsageError(f"Give --json or --format {value}, not both.")
    form = "json" if ctx.meta.get("json") else value
    ctx.ensure_object(Settings).json = form == "json"
    return form


json_option = click.option(
    "--json",
    is_flag=True,
    is_eager=True,  # before --format, whose callback looks
    expose_value=False,
    callback=_ask_for_json,
    help="The same as --format json.",
)

debug_option = click.option(
    "--debug",
    is_flag=True,
    expose_value=False,
    callback=_set,
    help="Show the traceback of a defect in gradcli.",
)


def common_options(command: Any) -> Any:
    """Give a command the options that every command has."""
    return color_option(debug_option(command))
