"""``gradcli each``: its options. The work is in ``each_work``, which loads the engine."""

from __future__ import annotations

from typing import Any

import click

from gradcli.commands.eval import (
    EvalCommand,
    assignment_option,
    dtype_option,
    parse_names,
    scheduler_option,
    seed_option,
)
from gradcli.commands.source import limit_options, supervise
from gradcli.commands.terminal import Settings, color_option, completed, debug_option

_HELP = """Evaluate a program for every record: a result and gradients per line.

\b
  gradcli each 'mean((w * x - y)**2)' records.jsonl -D w=0.5
  gradcli each 'price * exp(-rate)' prices.csv --format csv --get result
  gradcli each 'sin(x)' -D x=0:1:0.1
  cat records.jsonl | gradcli each 'x**2' - --keep-going -o results.csv

FILE holds records, one a line (.jsonl, .csv, .tsv), a list of them (.json), or one a row
(.parquet, .arrow, .npy with rows called x); - is standard input. The fields that the program names
are its inputs, and differentiated by. A range START:STOP:STEP in -D makes the records itself, STOP
included; several make a grid. Limits are those of each record, but for memory.
"""


@click.command("each", cls=EvalCommand, help=_HELP, short_help="Evaluate for every record.")
@click.argument("expr", metavar="EXPR")
@click.argument("file", metavar="[FILE]", required=False, shell_complete=completed("files"))
@assignment_option("-D", "--define", help="An input of every record, or a range; repeat.")
@assignment_option("-C", "--constant", help="A constant; repeat.")
@click.option("--wrt", metavar="NAMES", callback=parse_names, help="Differentiate by these: x,y.")
@click.option("--where", metavar="EXPR", help="Leave out the records of which this is not true.")
@click.option("--copy", metavar="NAMES", callback=parse_names, help="Fields to copy: id,t.")
@click.option(
    "--get", metavar="WHAT", multiple=True, help="Write this only: result, grad.x; repeat."
)
@click.option("--keep-going", is_flag=True, help="Go on after a record that fails.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "csv", "tsv"]),
    help="[default: what the name of -o says, or that of the records, or jsonl]",
)
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    shell_complete=completed("files"),
    help="Write to FILE: .jsonl, .csv or .tsv; whole, or not at all.",
)
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    default=1,
    help="How many processes. [default: 1]",
)
@scheduler_option("Have the workers of a dask scheduler evaluate: tcp://HOST:PORT.")
@click.option("--batch/--no-batch", default=True, help="Many records at once, where that can be.")
@dtype_option
@seed_option
@limit_options
@color_option
@debug_option
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Collect what the options say and hand it to ``each_work``."""
    if options["scheduler"] and any(map(options.get, ("timeout", "max_memory", "untrusted"))):
        raise click.UsageError(
            "--timeout, --max-memory and --untrusted end processes here: no --scheduler."
        )
    limits = supervise(options, by_run=True)
    texts = {name: iter(options.pop(name)) for name in ("define", "constant")}
    inputs = tuple((name, *next(texts[name])) for name in ctx.meta["order"] if name in texts)

    from gradcli.commands.each_work import Request, write

    ctx.exit(write(Request(inputs=inputs, limits=limits, **options), ctx.ensure_object(Settings)))
