"""``gradcli explain``: its options. The work is in ``explain_work``, which loads the engine."""

from __future__ import annotations

from typing import Any

import click

from gradcli.commands.diff import shape_option
from gradcli.commands.eval import (
    EvalCommand,
    dtype_option,
    given,
    math_option,
    parse_names,
    program_options,
    seed_option,
)
from gradcli.commands.source import limit_options, supervise
from gradcli.commands.terminal import Settings, common_options, json_option, json_or

_HELP = """Explain a derivative: the chain rule step by step, from the result to the inputs.

\b
  gradcli explain 'sum((A @ x - y)**2)' --wrt x
  gradcli explain 'mean(3 * (x + 2)**2)' -D 'x=ones(2, 2)'
  gradcli explain 'sin(x * y)' -D x=2 -D y=3 --format markdown
  gradcli explain 'x**2' -D 'x=[1., 2.]' --gradient '[1, 1]' --format latex

Goes forward, then back: each step names its rule and what it passes on, and shows where
contributions add up. Without values the shapes of inputs are inferred and the steps are formulas;
-D adds numbers.
"""


@click.command(
    "explain", cls=EvalCommand, help=_HELP, short_help="Explain a derivative step by step."
)
@program_options
@shape_option
@click.option("--wrt", metavar="NAMES", callback=parse_names, help="Explain only these: x,y.")
@click.option("--gradient", metavar="VECTOR", help="The vector to weight a non-scalar result with.")
@dtype_option
@seed_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["auto", "table", "text", "plain", "markdown", "latex", "json"]),
    default="auto",
    help="auto: a table on a terminal, text elsewhere.",
    callback=json_or,
)
@json_option
@math_option
@limit_options
@common_options
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Collect what the options say and hand it to ``explain_work``."""
    limits = supervise(options)
    program, inputs = given(ctx, options)
    form, shapes = options.pop("form"), options.pop("shapes")

    from gradcli.answers.evaluation import Question
    from gradcli.commands.explain_work import write

    question = Question(*program, inputs, limits=limits, **options)
    ctx.exit(write(question, shapes, form, ctx.ensure_object(Settings)))
