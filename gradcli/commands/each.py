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
from gradcli.commands.terminal import Settings, common_options, completed, output_option

_HELP = """Evaluate a program for every record, and write a line of result and gradients for each.

\b
  gradcli each 'mean((w * x - y)**2)' records.jsonl -D w=0.5
  gradcli each 'price * exp(-rate)' prices.csv --format csv --get result
  gradcli each 'sin(x)' -D x=0:1:0.1
  cat records.jsonl | gradcli each 'x**2' - --keep-going -o results.csv

FILE holds one record per line (.jsonl, .csv, .tsv), a list of them (.json), or one per row
(.parquet, .arrow, or .npy, whose rows are called x); - is standard input. The fields that the
program names are its inputs, and get gradients. A range START:STOP:STEP in -D makes the records
instead, STOP included; several make a grid. Limits apply to each record, except for memory.
"""


@click.command(
    "each", cls=EvalCommand, help=_HELP, short_help="Evaluate a program for every record."
)
@click.argument("expr", metavar="EXPR")
@click.argument("file", metavar="[FILE]", required=False, shell_complete=completed("files"))
@assignment_option("-D", "--define", help="An input of every record, or a range; repeatable.")
@assignment_option("-C", "--constant", help="A constant; repeatable.")
@click.option(
    "--wrt", metavar="NAMES", callback=parse_names, help="Differentiate with respect to these: x,y."
)
@click.option("--where", metavar="EXPR", help="Keep only the records for which this is true.")
@click.option(
    "--copy",
    metavar="NAMES",
    callback=parse_names,
    shell_complete=completed("fields"),
    help="Fields to copy to the output: id,t.",
)
@click.option(
    "--get",
    metavar="WHAT",
    multiple=True,
    shell_complete=completed("parts_of_records"),
    help="Write only this: result, grad.x; repeatable.",
)
@click.option("--keep-going", is_flag=True, help="Continue after a record that fails.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["jsonl", "csv", "tsv"]),
    help="[default: by the name of -o, or of the records, or jsonl]",
)
@output_option("Write to FILE: .jsonl, .csv or .tsv; completely or not at all.")
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    default=1,
    help="Number of processes. [default: 1]",
)
@scheduler_option("Evaluate on the workers of a dask scheduler: tcp://HOST:PORT.")
@click.option(
    "--batch/--no-batch", default=True, help="Evaluate many records at once where possible."
)
@dtype_option
@seed_option
@limit_options
@common_options
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
