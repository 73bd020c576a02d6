"""``gradcli graph``: its options. The work is in ``graph_work``, which loads the engine."""

from __future__ import annotations

from typing import Any

import click

from gradcli.commands.eval import EvalCommand, dtype_option, given, program_options, seed_option
from gradcli.commands.source import limit_options, supervise
from gradcli.commands.terminal import Settings, common_options, json_option, json_or, output_option

_HELP = """Draw the backward graph of a program's result.

\b
  gradcli graph 'mean(3 * (x + 2)**2)' -D 'x=ones(2, 2)'
  gradcli graph -f train.py --format chain
  gradcli graph 'sigmoid(x @ w)' -D 'x=ones(2)' -D 'w=ones(2)' -o graph.svg
  gradcli graph 'tanh(x)**2' -D x=1 --gradients
  gradcli graph 'tanh(x)**2' -D x=1 --format mermaid

A tree draws shared nodes once; a chain lists the nodes in the order they were made. Repeated
iterations of a loop are folded. SVG needs no other program, PNG the extra gradcli[plot].
"""


@click.command("graph", cls=EvalCommand, help=_HELP, short_help="Draw the backward graph.")
@program_options
@click.option(
    "--format",
    "form",
    type=click.Choice(["tree", "chain", "dot", "mermaid", "json", "svg", "png"]),
    help="[default: by the name of -o, or tree]",
    callback=json_or,
)
@json_option
@click.option(
    "--depth", type=click.IntRange(0), metavar="N", help="Draw at most N steps from the result."
)
@click.option("--gradients", "flows", is_flag=True, help="Show the gradient along every edge.")
@click.option(
    "--fold/--no-fold", default=True, help="Draw repeated iterations of a loop once, or all."
)
@output_option("Write to FILE: .svg, .png, .dot, .mmd, .json, .txt.")
@dtype_option
@seed_option
@limit_options
@common_options
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Collect what the options say and hand it to ``graph_work``."""
    limits = supervise(options)
    program, inputs = given(ctx, options)
    wanted = {name: options.pop(name) for name in ("form", "depth", "fold", "output")}
    if wanted["output"] is not None:
        ctx.ensure_object(Settings).json = False

    from gradcli.answers.evaluation import Question
    from gradcli.commands.graph_work import Wanted, write

    question = Question(*program, inputs, summary=True, drawn=True, limits=limits, **options)
    ctx.exit(write(question, Wanted(**wanted), ctx.ensure_object(Settings)))
