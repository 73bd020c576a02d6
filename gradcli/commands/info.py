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


@click.command("info", help=_HELP, short_help="Show what data files contain.")
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, shell_complete=completed("files")
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
