"""``gradcli ops``: its options. The work is in ``ops_work``, which loads the operators."""

from __future__ import annotations

import click

from gradcli.commands.terminal import Settings, common_options, completed

_HELP = """List the operators, explain the ones named, or search their descriptions.

\b
  gradcli ops
  gradcli ops softmax
  gradcli ops 'log*' x.add_ PowBackward0
  gradcli ops hyperbolic
  gradcli ops sin --json

A NAME is an operator's name, any spelling of it, its node in the graph, or a pattern with * and ?;
any other words are searched for in the descriptions.
"""


@click.command("ops", help=_HELP, short_help="List and explain the operators.")
@click.argument("names", metavar="[NAME]...", nargs=-1, shell_complete=completed("operators"))
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for scripts.")
@common_options
@click.pass_context
def command(ctx: click.Context, /, names: tuple[str, ...], as_json: bool) -> None:
    """Hand what the options say to ``ops_work``."""
    from gradcli.commands.ops_work import write

    write(names, as_json, ctx.ensure_object(Settings))
