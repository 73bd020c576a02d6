"""The command ``gradcli``: its subcommands, and what becomes of everything that goes wrong.

A subcommand's module is imported when it is needed. Every way to end has its status in
``errors.ExitCode``, and every one passes through ``main``.
"""

from __future__ import annotations

import atexit
import errno
import gc
import os
import sys
import warnings
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any

import click

from gradcli.commands.terminal import (
    Reading,
    Settings,
    abandon_stdout,
    debug_option,
    prepare_streams,
    show_diagnostic,
)
from gradcli.errors import DataError, Diagnostic, ExitCode, GradcliError

COMMANDS = {
    "eval": "gradcli.commands.eval",
    "check": "gradcli.commands.check",
    "each": "gradcli.commands.each",
    "diff": "gradcli.commands.diff",
    "explain": "gradcli.commands.explain",
    "graph": "gradcli.commands.graph",
    "plot": "gradcli.commands.plot",
    "repl": "gradcli.commands.repl",
    "info": "gradcli.commands.info",
    "ops": "gradcli.commands.ops",
    "rule": "gradcli.commands.rule",
    "schema": "gradcli.commands.schema",
    "completion": "gradcli.commands.completion",
    "help": "gradcli.commands.help",
}


class Commands(click.Group):
    """A group whose commands are modules, imported when asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; its module has it under the name ``command``."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(COMMANDS[cmd_name]).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; for anything else say what may have been meant."""
        if args[0] not in COMMANDS and not args[0].startswith("-") and not ctx.resilient_parsing:
            from gradcli.commands.advice import of_command

            meant = of_command(args[0], self.list_commands(ctx))
            raise click.UsageError(f"No such command {args[0]!r}.{meant}", ctx)
        return super().resolve_command(ctx, args)


def _show_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        from gradcli import __version__

        click.echo(f"gradcli {__version__}")
        ctx.exit()


@click.group(
    cls=Commands,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "-V",
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
@debug_option
def cli() -> None:
    """Differentiate tensor programs at the shell, the way PyTorch does.

    \b
    gradcli eval 'mean(3 * (x + 2)**2)' -D 'x=ones(2, 2)'
    gradcli eval -f program.py --format json
    gradcli check formulas/ README.md
    gradcli eval --help
    """


def main(args: Sequence[str] | None = None) -> int:
    """Run the command with arguments (the process's own by default); return its exit status."""
    # A graph is many small objects and hardly any cycles: looking for those less often makes a
    # program of a million nodes a third faster, and starting up as well.
    gc.set_threshold(50_000, 20, 20)
    atexit.register(gc.freeze)  # the system takes back what is left, cycles included
    args = list(sys.argv[1:] if args is None else args)
    settings = Settings()
    prepare_streams()
    warnings.simplefilter("ignore")  # what libraries warn of is no word of a program
    try:
        status = _run(args, settings)
        sys.stdout.flush()
    except BaseException as error:
        status = _end(error, args, settings)
    return status


def _run(args: list[str], settings: Settings) -> int:
    instruction = os.environ.get("_GRADCLI_COMPLETE")
    if instruction:
        from gradcli.commands.completion_scripts import answer

        return answer(cli, instruction)
    with cli.make_context("gradcli", [*args], obj=settings) as ctx:
        cli.invoke(ctx)
    return ExitCode.OK


def _end(error: BaseException, args: list[str], settings: Settings) -> int:
    """Turn whatever ended the run into words and an exit status."""
    _stop_timer()
    for kind, handle in _ENDINGS:
        if isinstance(error, kind):
            try:
                status = handle(error, args, settings)
                sys.stdout.flush()
            except OSError as failed:  # what was still to be said finds no reader, or no room
                status = _os_error(failed, args, settings)
            return status
    raise error


def _stop_timer() -> None:
    """Let what is still to be said be said, also where a program's time ends meanwhile."""
    import signal

    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGALRM, signal.SIG_IGN)  # what comes just before sets no timer again
        signal.setitimer(signal.ITIMER_REAL, 0)


def _exit(error: click.exceptions.Exit, args: list[str], settings: Settings) -> int:
    return error.exit_code


def _interrupted(error: BaseException, args: list[str], settings: Settings) -> int:
    return ExitCode.INTERRUPTED


def _usage(error: click.ClickException, args: list[str], settings: Settings) -> int:
    from gradcli.commands import advice

    if isinstance(error, click.MissingParameter) and error.param is not None and error.ctx:
        error = click.UsageError(advice.of_missing(error.param, error.ctx), error.ctx)
    elif isinstance(error, click.NoSuchOption) and error.ctx is not None:
        error = click.UsageError(advice.of_option(error, args), error.ctx)
    elif isinstance(error, click.BadParameter):
        error = click.UsageError(advice.of_parameter(error, args), error.ctx)
    elif isinstance(error, click.BadOptionUsage) and error.ctx is None and args[:1]:
        error = advice.of_no_value(error, cli.get_command(click.Context(cli), args[0]) or cli)
    elif isinstance(error, click.exceptions.NoArgsIsHelpError):
        pass  # whose message is the help
    elif isinstance(error, click.UsageError) and error.ctx is not None:
        error = click.UsageError(error.format_message() + advice.of_extra(error), error.ctx)
    stream: Any = Reading()
    error.show(stream)
    return ExitCode.USAGE


def _program_error(error: GradcliError, args: list[str], settings: Settings) -> int:
    if settings.debug and error.code == "unforeseen":
        _show_traceback(error)
    from gradcli.commands.advice import of_program

    diagnostic = of_program(error.diagnostic, args)
    if settings.json:
        from gradcli.report import json_view

        sys.stdout.write(json_view.refused(diagnostic))
    else:
        show_diagnostic(diagnostic, settings)
    return ExitCode.PROGRAM


def _exhausted(error: BaseException, args: list[str], settings: Settings) -> int:
    """End where the host ran out of memory, or of its stack, outside the steps of a program.

    Python's compiler raises a ``SystemError`` where it finds no memory for a module.
    """
    if isinstance(error, SystemError) and "NULL" not in str(error):
        return _defect(error, args, settings)
    kind = RecursionError if isinstance(error, RecursionError) else MemoryError
    diagnostic = _EXHAUSTED[kind]
    show_diagnostic(diagnostic, settings)
    return ExitCode.PROGRAM


_EXHAUSTED: dict[type[BaseException], Diagnostic] = {
    MemoryError: Diagnostic("memory", "not enough memory", "MemoryError"),
    RecursionError: Diagnostic("recursion", "maximum recursion depth exceeded", "RecursionError"),
}


def _data_error(error: DataError, args: list[str], settings: Settings) -> int:
    from gradcli.answers.near_file import near_file
    from gradcli.report.glyphs import visible  # a name, and what a file holds, may be anything

    sys.stdout.flush()
    said = " ".join(str(error).split()) + near_file(error.__cause__, error.file or "")
    Reading().write(f"Error: {visible(said)}\n")
    return ExitCode.USAGE


def _os_error(error: OSError, args: list[str], settings: Settings) -> int:
    abandon_stdout()
    if error.errno == errno.EPIPE:
        return ExitCode.CLOSED_PIPE
    gone = "the current folder" if error.errno == errno.ENOENT else "standard output"
    name = gone if error.filename is None else error.filename
    Reading().write(f"Error: {name}: {error.strerror or error}\n")
    return ExitCode.USAGE


def _show_traceback(error: BaseException) -> None:
    import traceback

    traceback.print_exception(error)


def _defect(error: BaseException, args: list[str], settings: Settings) -> int:
    from gradcli.language.timer import came_of_time

    if (over := came_of_time(error)) is not None:
        return _program_error(over, args, settings)
    if settings.debug:
        _show_traceback(error)
    text = " ".join(str(error).split())
    Reading().write(
        f"gradcli: internal error: {type(error).__name__}: {text}\n"
        "This is a defect in gradcli; --debug or GRADCLI_DEBUG=1 shows the traceback to report.\n"
    )
    return ExitCode.INTERNAL


_Kinds = type[BaseException] | tuple[type[BaseException], ...]
_ENDINGS: tuple[tuple[_Kinds, Callable[[Any, list[str], Settings], int]], ...] = (
    (click.exceptions.Exit, _exit),
    (KeyboardInterrupt, _interrupted),
    (click.Abort, _interrupted),
    (click.ClickException, _usage),
    (GradcliError, _program_error),
    (DataError, _data_error),
    (OSError, _os_error),
    ((MemoryError, RecursionError, SystemError), _exhausted),
    (Exception, _defect),
)
