"""``gradcli info``: its options. The work is in ``info_work``, which reads the files."""

from __future__ import annotations

import click

from gradcli.commands.terminal import common_options, completed, json_option, json_or

_HELP = """Show what data files contain: names, shapes, element types, bytes.

\b
  gradcli info weights.safetensors
  gradcli info data.csv --stats
  gradcli info *.npz --format json

FILE is anything that -D and -C take as @FILE, and FILE#KEY a part of it; - is standard input. Where
the format allows, only the header is read.
"""


def _keep(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> None:
    """Take ``-#KEY``, which click reads as an option."""
    ctx.meta["keys"] = [f"-#{key}" for key in value]


def _with_standard_input(
    ctx: click.Context, param: click.Parameter, value: tuple[str, ...]
) -> tuple[str, ...]:
    found = (*value, *ctx.meta["keys"])
    if not found and not ctx.resilient_parsing:
        raise click.MissingParameter(ctx=ctx, param=param)
    return found


@click.command("info", help=_HELP, short_help="Show what data files contain.")
@click.argument(
    "files",
    metavar="FILE...",
    nargs=-1,
    callback=_with_standard_input,
    shell_complete=completed("members"),
)
@click.option(
    "-#", "keys", multiple=True, hidden=True, is_eager=True, expose_value=False, callback=_keep
)
@click.option("--stats", is_flag=True, help="Read the numbers too: min, max, mean, not finite.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["plain", "json"]),
    default="plain",
    help="plain: a table; json: for scripts. [default: plain]",
    callback=json_or,
)
@json_option
@common_options
def command(files: tuple[str, ...], stats: bool, form: str) -> None:
    """Hand what the options say to ``info_work``."""
    from gradcli.commands.info_work import write

    write(files, stats, form)
