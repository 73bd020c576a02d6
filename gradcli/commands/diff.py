"""``gradcli diff``: its options. The work is in ``diff_work``, which loads the engine."""

from __future__ import annotations

from typing import Any

import click

from gradcli.commands.eval import EvalCommand, given, parse_names, program_options
from gradcli.commands.source import limit_options, supervise
from gradcli.commands.terminal import color_option, debug_option

_HELP = """Write the derivative of a program's result as an expression.

\b
  gradcli diff 'mean(3 * (x + 2)**2)' -D 'x=ones(2, 2)'
  gradcli diff 'x @ A @ x' --wrt x
  gradcli diff 'sum((A @ x - y)**2)' --wrt x --shape A=5,3 --format latex
  gradcli diff 'log(sum(exp(x)))' | gradcli eval -D 'x=[1., 2.]'
  gradcli diff 'sum(log(x))' --equals '1 / x'

Sizes of inputs come from -D, -C or --shape; where there are none, shapes that fit are found and
said, and sizes have names. Several inputs give several assignments. A vector or a matrix has a
Jacobian: rows for the result, columns for the input. The text is checked at random points before
it is printed.
"""


def _shape(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> dict[str, tuple[int, ...]]:
    """Read each ``NAME=SIZES``."""
    shapes = {}
    for value in values:
        name, equals, text = value.partition("=")
        name = name.strip()
        if not equals or not name.isidentifier():
            raise click.BadParameter(f"{value!r} is not of the form NAME=SIZES, as x=2,3")
        sizes = [part.strip() for part in text.strip().strip("()").split(",") if part.strip()]
        if not all(size.isdecimal() and int(size) < 10**6 for size in sizes):
            raise click.BadParameter(f"{text!r} is not a shape, as 2,3")
        shapes[name] = tuple(map(int, sizes))
    return shapes


@click.command("diff", cls=EvalCommand, help=_HELP, short_help="Write derivatives as expressions.")
@program_options
@click.option(
    "--shape",
    "shapes",
    metavar="NAME=SIZES",
    multiple=True,
    callback=_shape,
    help="An input's shape, as x=2,3; x= is a number; repeat.",
)
@click.option("--wrt", metavar="NAMES", callback=parse_names, help="Differentiate by these: x,y.")
@click.option("--order", type=click.IntRange(1, 12), default=1, help="How often. [default: 1]")
@click.option("--hessian", is_flag=True, help="The matrix of second derivatives.")
@click.option(
    "--equals", metavar="CLAIM", help="Judge a claim: status 0 if it is the derivative, 1 if not."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "latex", "python", "json"]),
    default="text",
    help="text: this language; python: a NumPy function. [default: text]",
)
@limit_options
@color_option
@debug_option
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Collect what the options say and hand it to ``diff_work``."""
    limits = supervise(options)
    program, inputs = given(ctx, options)

    from gradcli.commands.diff_work import Request, write

    ctx.exit(write(Request(program, inputs, **options), limits))
