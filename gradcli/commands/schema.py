"""``gradcli schema``: the JSON that the commands write, as JSON Schema."""

from __future__ import annotations

import click

from gradcli.commands.shipped import content
from gradcli.commands.terminal import common_options

SCHEMAS = {
    "eval": "report",
    "eval-1": "report-1",
    "check": "check",
    "diff": "diff",
    "claim": "claim",
    "each": "each",
    "explain": "explain",
    "graph": "graph",
    "info": "info",
    "ops": "ops",
}
_HELP = """Print the JSON schema of what a command writes.

\b
  gradcli schema
  gradcli schema eval-1

NAME is eval, check, diff, explain, graph, info or ops: what that command writes with --format
json, or --json, or --report json. eval-1 is what gradcli eval writes with --json-version 1, claim
what gradcli diff --equals does, and each is a line of gradcli each.
"""


@click.command("schema", help=_HELP, short_help="Print a JSON schema of the output.")
@click.argument("name", type=click.Choice(list(SCHEMAS)), metavar="[NAME]", default="eval")
@common_options
def command(name: str) -> None:
    """Print one schema."""
    click.echo(content(f"{SCHEMAS[name]}.schema.json"), nl=False)
