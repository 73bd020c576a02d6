"""``gradcli rule``: what a diagnostic's code means, with an example and the cure.

This module knows the page of codes, which is a document. It does not know any code.
"""

from __future__ import annotations

import re
import sys

import click

from gradcli.commands.shipped import sections
from gradcli.commands.terminal import Settings, common_options, completed, reading_width, use_colour

_HELP = """Explain the code of an error, a warning or a note; without CODE, list all.

\b
  gradcli rule shape-mismatch
"""
_BLOCK = re.compile(r"^```\w*\n(.*?)^```\n", flags=re.DOTALL | re.MULTILINE)


@click.command("rule", help=_HELP, short_help="Explain a diagnostic code.")
@click.argument("code", metavar="[CODE]", required=False, shell_complete=completed("codes"))
@common_options
@click.pass_context
def command(ctx: click.Context, /, code: str | None) -> None:
    """Print the section of a code, or a line for each."""
    from gradcli.report.fitting import columned, hung
    from gradcli.report.glyphs import glyphs_for, no_paint, redrawn, sgr_paint

    found = sections()
    settings = ctx.ensure_object(Settings)
    paint = sgr_paint if use_colour(sys.stdout, settings.color) else no_paint
    width, glyphs = reading_width(sys.stdout), glyphs_for(sys.stdout.encoding)
    if code is None:
        firsts = {name: " ".join(text.partition("\n\n")[0].split()) for name, text in found.items()}
        sys.stdout.write(redrawn(columned(firsts, width, paint), glyphs))
        return
    quoted = re.fullmatch(r"(?:error|warning|note)?\[([\w-]+)\]:?", code)
    name = quoted[1] if quoted else code
    if name not in found:
        from gradcli.language.messages.suggest import nearest

        near = nearest(name, found) or "gradcli rule lists all"
        raise click.UsageError(f"there is no code {name!r}; {near}")
    text = _BLOCK.sub(lambda block: re.sub("^(?=.)", "    ", block[1], flags=re.M), found[name])
    page = paint("headline", name) + "\n\n" + hung(text, width, 0)
    sys.stdout.write(redrawn(page, glyphs))
