"""``gradcli completion``: the script that teaches a shell to complete gradcli's words."""

from __future__ import annotations

import click

from gradcli.commands.terminal import common_options

_HELP = """Print the script that makes a shell complete commands, options and operators.

\b
  gradcli completion bash >> ~/.bashrc
  gradcli completion zsh >> ~/.zshrc
  gradcli completion fish > ~/.config/fish/completions/gradcli.fish
"""


@click.command("completion", help=_HELP, short_help="Print a shell completion script.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@common_options
@click.pass_context
def command(ctx: click.Context, shell: str) -> None:
    """Print the script of a shell."""
    from gradcli.commands.completion_scripts import script

    click.echo(script(ctx.find_root().command, shell).rstrip("\n"))
