"""``gradcli graph``: its options. The work is in ``graph_work``, which loads the engine."""

from __future__ import annotations

from typing import Any

import click

from gradcli.commands.eval import EvalCommand, dtype_option, given, program_options, seed_option
from gradcli.commands.terminal import Settings, color_option, debug_option

_HELP = """Draw the backward graph of a program's result.

\b
  gradcli graph 'mean(3 * (x + 2)**2)' -D 'x=ones(2, 2)'
  gradcli graph -f train.py --format chain
  gradcli graph 'sigmoid(x @ w)' -D 'x=ones(2)' -D 'w=ones(2)' -o graph.svg
  gradcli graph 'tanh(x)**2' -D x=1 --format mermaid

A tree draws what is shared once; a chain lists the nodes as they were made, and folds what repeats.
The picture needs no other program.
"""


@click.command("graph", cls=EvalCommand, help=_HELP, short_help="Draw the backward graph.")
@program_options
@click.option(
    "--format",
    "form",
    type=click.Choice(["tree", "chain", "dot", "mermaid", "json", "svg"]),
    help="[default: tree, or what the name of -o says]",
)
@click.option(
    "--depth", type=click.IntRange(0), metavar="N", help="At most N steps from the result."
)
@click.option(
    "-o", "--output", metavar="FILE", help="Write to FILE: .svg, .dot, .mmd, .json, .txt."
)
@dtype_option
@seed_option
@color_option
@debug_option
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Collect what the options say and hand it to ``graph_work``."""
    program, inputs = given(ctx, options)
    form, depth, output = options.pop("form"), options.pop("depth"), options.pop("output")

    from gradcli.answers.evaluation import Question
    from gradcli.commands.graph_work import write

    question = Question(*program, inputs, summary=True, **options)
    ctx.exit(write(question, form, depth, output, ctx.ensure_object(Settings)))
