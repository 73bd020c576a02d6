"""``gradcli ops``: the operators as a reference, with examples that are run as they are shown."""

from __future__ import annotations

import shlex
import sys
from typing import Any

import click

from gradcli.commands.terminal import (
    Settings,
    color_option,
    debug_option,
    reading_width,
    show_diagnostic,
    use_colour,
)
from gradcli.errors import GradcliError

_HELP = """List the operators, or explain those that are named.

\b
  gradcli ops
  gradcli ops softmax
  gradcli ops 'log*' x.add_ SinBackward0
  gradcli ops sin --json

A NAME is an operator's name, any spelling of it, its node in the graph, or a pattern with * and ?.
"""


@click.command("ops", help=_HELP, short_help="List and explain the operators.")
@click.argument("names", metavar="[NAME]...", nargs=-1)
@click.option("--json", "as_json", is_flag=True, help="Print JSON, for scripts.")
@color_option
@debug_option
@click.pass_context
def command(ctx: click.Context, /, names: tuple[str, ...], as_json: bool) -> None:
    """Select the operators and show them."""
    from gradcli.answers import catalogue
    from gradcli.language.run import Session

    settings = ctx.ensure_object(Settings)
    with Session(warn=lambda warning: show_diagnostic(warning, settings)):
        found, missing = catalogue.select(names) if names else (catalogue.entries(), [])
    if missing:
        raise click.UsageError("; ".join(map(catalogue.explain_missing, missing)))
    if as_json:
        from gradcli.report.json_view import dumps

        sys.stdout.write(
            dumps(catalogue.tree([(e, _example(e) if names else None) for e in found]))
        )
        return
    _show(found, explained=bool(names), settings=settings)


def _show(found: list[Any], explained: bool, settings: Settings) -> None:
    from gradcli.report import catalogue_text
    from gradcli.report.glyphs import no_paint, sgr_paint

    paint = sgr_paint if use_colour(sys.stdout, settings.color) else no_paint
    width = reading_width(sys.stdout)
    if explained:
        pages = [catalogue_text.page(entry, _example(entry), paint, width) for entry in found]
        sys.stdout.write("\n".join(pages))
    else:
        sys.stdout.write(catalogue_text.listing(found, paint, width))


def _example(entry: Any) -> tuple[str, str] | None:
    """Return a command line that uses an operator, and what it prints, having run it."""
    from gradcli.report import plain

    if not entry.example:
        return None
    expr, *inputs = entry.example
    given = [(_option(text.partition("=")[2]), text) for text in inputs]
    try:
        report, weights = _run(expr, given, None), None
    except GradcliError:  # it changes its input in place, which one to differentiate by forbids
        given = [("-C", text) for _, text in given]
        report, weights = _run(expr, given, None), None
    if report.hint and report.result.shape and "float" in report.result.dtype:
        sizes = ", ".join(map(str, report.result.shape))
        weights = f"ones({sizes})"  # not a scalar: it takes a vector
        report = _run(expr, given, weights)
    words = ["gradcli", "eval", *expr.split("\n"), *(word for pair in given for word in pair)]
    return shlex.join(words + (["--gradient", weights] if weights else [])), plain.render(report)


def _option(text: str) -> str:
    """Return how an input is given: as one to differentiate by, where that can be."""
    from gradcli.language.run import run

    value = run(text).value
    return "-D" if getattr(value, "is_floating_point", bool)() else "-C"


def _run(expr: str, given: list[tuple[str, str]], gradient: str | None) -> Any:
    """Evaluate an example as ``gradcli eval`` does, without showing its warnings."""
    from gradcli.commands.eval_work import Output, Request, compute
    from gradcli.commands.source import Program

    kinds = {"-D": "define", "-C": "constant"}
    parts = [(kinds[option], text.partition("=")) for option, text in given]
    inputs = [(kind, name, value) for kind, (name, _, value) in parts]
    request = Request(
        program=Program(expr, "example"),
        inputs=inputs,
        wrt=None,
        gradient=gradient,
        dtype=None,
        seed=None,
        form="json",
        get=None,
        summary=True,
    )
    return compute(request, Output(request, Settings()))
