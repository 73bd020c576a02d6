"""``gradcli check``: its options. The work is in ``check_work``, which starts the workers."""

from __future__ import annotations

from typing import Any

import click

from gradcli.commands.eval import (
    assignment_option,
    check_seed,
    chunks_option,
    dtype_option,
    engine_option,
    scheduler_option,
)
from gradcli.commands.terminal import Settings, common_options, completed

_HELP = """Check programs, documents and notebooks: their assertions, expectations and gradients.

\b
  gradcli check
  gradcli check formulas/ README.md
  gradcli check formulas --gradients --report junit=report.xml
  gradcli check . -k 'softmax and not slow' --exclude 'drafts/*'

A PATH is a file, - for a program on standard input, or a directory to search for *.grad, *.py,
*.md, *.ipynb, *.rst, *.qmd and *.tex files. The default is the paths of [tool.gradcli] in
pyproject.toml, or else this directory.
Programs are checked by assert, torch.testing.assert_close, gradcheck, and comments:
# expect: 4.5 ± 1e-6 and # expect-error: RuntimeError message. In documents, the output shown is
compared with what programs, and gradcli's own commands in console blocks, print.
"""


def _seconds(ctx: click.Context, param: click.Parameter, value: float | None) -> float | None:
    """Refuse what is no time to wait; click's ranges take NaN, and clocks no more than days."""
    if value is not None and not value > 0:
        raise click.BadParameter(f"{value:g} is not a number of seconds above 0")
    if value is None:
        return None
    from gradcli.language.limits import MAX_SECONDS  # for those who say a time

    return float("inf") if value > MAX_SECONDS else value


@click.command("check", help=_HELP, short_help="Check programs, documents and notebooks.")
@click.argument("paths", metavar="[PATH]...", nargs=-1, shell_complete=completed("files"))
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    help="Number of files at once. [default: number of cores]",
)
@scheduler_option("Check on the workers of a dask scheduler: tcp://HOST:PORT.")
@click.option("-k", "select", metavar="WORDS", help="Only paths that match: 'log and not slow'.")
@click.option(
    "--include",
    metavar="PATTERN",
    multiple=True,
    help="Patterns of the files to take from directories; repeatable.",
)
@click.option(
    "--exclude",
    metavar="PATTERN",
    multiple=True,
    help="Patterns of files to leave out; repeatable.",
)
@assignment_option("-D", "--define", help="An input of every file; repeatable.")
@assignment_option("-C", "--constant", help="A constant of every file; repeatable.")
@click.option("--gradients/--no-gradients", default=None, help="Verify every gradient numerically.")
@dtype_option
@engine_option
@chunks_option
@click.option(
    "--seed", type=int, metavar="N", callback=check_seed, help="Seed for each file. [default: 0]"
)
@click.option("--timeout", type=float, callback=_seconds, help="Seconds per file. [default: 60]")
@click.option("-x", "--fail-fast", is_flag=True, help="Stop at the first file that fails.")
@click.option("--update", is_flag=True, help="Write results into expectations and documents.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes.")
@click.option(
    "--report",
    "reports",
    metavar="FORMAT[=FILE]",
    multiple=True,
    shell_complete=completed("reports"),
    help="human, concise, json, jsonl, junit, github, gitlab, sarif or tap; repeatable.",
)
@click.option("--durations", type=click.IntRange(0), metavar="N", help="Show the N slowest files.")
@click.option("--allow-empty", is_flag=True, help="Succeed when there is nothing to check.")
@click.option(
    "--untrusted", is_flag=True, help="Limit all files as if they were from outside the project."
)
@click.option("--exit-zero", is_flag=True, help="Exit with status 0 whatever was found.")
@common_options
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Collect what the options say and hand it to ``check_work``."""
    from gradcli.commands.check_work import Request, check

    ctx.exit(check(Request(**options), ctx.ensure_object(Settings)))
