"""``gradcli help``: the help of a command, for those who ask for it by that word."""

from __future__ import annotations

import click

from gradcli.commands.terminal import common_options, completed


@click.command("help", short_help="Show the help of a command.")
@click.argument("name", metavar="[COMMAND]", required=False, shell_complete=completed("commands"))
@common_options
@click.pass_context
def command(ctx: click.Context, name: str | None) -> None:
    """Show the help of gradcli, or of one of its commands.

    \b
      gradcli help eval
    """
    root = ctx.find_root()
    assert isinstance(root.command, click.Group)
    if name is None:
        click.echo(root.get_help())
        return
    _, found, _ = root.command.resolve_command(root, [name])
    assert found is not None
    with found.make_context(name, [], parent=root, resilient_parsing=True) as inner:
        click.echo(inner.get_help())
