"""``gradcli rule``: what a diagnostic's code means, with an example and the cure.

This module knows the page of codes, which is a document. It does not know any code.
"""

from __future__ import annotations

import re
import sys

import click

from gradcli.commands.shipped import sections
from gradcli.commands.terminal import (
    Settings,
    color_option,
    completed,
    debug_option,
    reading_width,
    use_colour,
)

_HELP = """Explain the code of an error, a warning or a note; without CODE, list all.

\b
  gradcli rule shape-mismatch
"""
_BLOCK = re.compile(r"^```\w*\n(.*?)^```\n", flags=re.DOTALL | re.MULTILINE)


@click.command("rule", help=_HELP, short_help="Explain a diagnostic code.")
@click.argument("code", metavar="[CODE]", required=False, shell_complete=completed("codes"))
@color_option
@debug_option
@click.pass_context
def command(ctx: click.Context, /, code: str | None) -> None:
    """Print the section of a code, or a line for each."""
    from gradcli.report.fitting import hung
    from gradcli.report.glyphs import no_paint, sgr_paint

    found = sections()
    settings = ctx.ensure_object(Settings)
    paint = sgr_paint if use_colour(sys.stdout, settings.color) else no_paint
    if code is None:
        width = max(map(len, found))
        for name, text in found.items():
            first = text.partition("\n\n")[0].replace("\n", " ")
            click.echo(f"{paint('headline', f'{name:{width}}')}  {first}")
        return
    quoted = re.fullmatch(r"(?:error|warning|note)?\[([\w-]+)\]:?", code)
    name = quoted[1] if quoted else code
    if name not in found:
        from gradcli.language.messages.suggest import nearest

        near = nearest(name, found)
        raise click.UsageError(f"there is no code {name!r}" + (f"; {near}" if near else ""))
    text = _BLOCK.sub(lambda block: re.sub("^(?=.)", "    ", block[1], flags=re.M), found[name])
    readable = hung(text, reading_width(sys.stdout), 0)
    click.echo(paint("headline", name) + "\n\n" + readable, nl=False)
