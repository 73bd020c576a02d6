"""``gradcli plot``: its options. The work is in ``plot_work``, which loads the engine."""

from __future__ import annotations

from typing import Any

import click

from gradcli.commands.eval import (
    EvalCommand,
    assignment_option,
    dtype_option,
    file_option,
    given,
    seed_option,
)
from gradcli.commands.terminal import Settings, common_options, output_option

_HELP = """Plot a program and its derivatives over one or two inputs.

\b
  gradcli plot 'sin(x) * exp(-x**2)' --over x=-3:3 --order 2
  gradcli plot 'tanh(w * x)' --over x=-3:3 -D w=2 -o plot.svg
  gradcli plot 'x**2 + sin(y)' --over x=-2:2 --over y=-1:3 -o p.png
  gradcli plot 'x**4 - x**2' --over x=-1:1 --from x=0.9 --rate 0.1

One input gives curves; two give contour lines and the gradient field. --from traces gradient
descent. Without -o the plot is drawn in the terminal. Needs the extra gradcli[plot].
"""


def _ranges(
    ctx: click.Context, param: click.Parameter, pairs: tuple[str, ...]
) -> dict[str, tuple[float, float]]:
    """Read each ``NAME=START:STOP``."""
    found = {}
    for pair in pairs:
        name, _, text = pair.partition("=")
        start, _, stop = text.partition(":")
        try:
            ends = float(start), float(stop)
        except ValueError:
            said = f"{pair!r} is not of the form {param.metavar}, as x=-3:3"
            raise click.BadParameter(said) from None
        if not name.isidentifier() or not abs(ends[0]) + abs(ends[1]) < 1e300 or ends[0] >= ends[1]:
            raise click.BadParameter(f"{pair!r} is no range of a name, from less to more")
        found[name] = ends
    return found


def _start(
    ctx: click.Context, param: click.Parameter, pairs: tuple[str, ...]
) -> dict[str, float] | None:
    """Read each ``NAME=NUMBER``."""
    try:
        return {n: float(text) for n, _, text in (pair.partition("=") for pair in pairs)} or None
    except ValueError:
        raise click.BadParameter("it is not of the form NAME=NUMBER, as x=0.9") from None


@click.command(
    "plot", cls=EvalCommand, help=_HELP, short_help="Plot a function and its derivatives."
)
@click.argument("words", metavar="[EXPR]...", nargs=-1)
@click.option(
    "-e", "--expr", metavar="EXPR", multiple=True, help="A line of the program; repeatable."
)
@file_option("Read the program from FILE; - is stdin.")
@click.option(
    "--over",
    metavar="NAME=START:STOP",
    multiple=True,
    required=True,
    callback=_ranges,
    help="The input to plot over, and its range; twice for two inputs.",
)
@assignment_option("-D", "--define", help="An input held fixed; repeatable.")
@assignment_option("-C", "--constant", help="A constant; repeatable.")
@click.option(
    "--order",
    type=click.IntRange(0, 9),
    default=1,
    metavar="N",
    help="Plot derivatives up to order N (one input). [default: 1]",
)
@click.option(
    "--points", type=click.IntRange(2), metavar="N", help="Number of points along each input."
)
@click.option(
    "--from",
    "start",
    metavar="NAME=NUMBER",
    multiple=True,
    callback=_start,
    help="Starting point of gradient descent; twice for two inputs.",
)
@click.option(
    "--rate", type=float, default=0.1, help="Learning rate of the descent. [default: 0.1]"
)
@click.option(
    "--steps",
    type=click.IntRange(1, 10_000),
    metavar="N",
    default=50,
    help="Number of steps of the descent. [default: 50]",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "svg", "png"]),
    help="[default: by the name of -o, or text]",
)
@output_option("Write to FILE: .svg, .png or .txt.")
@dtype_option
@seed_option
@common_options
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Collect what the options say and hand it to ``plot_work``."""
    program, inputs = given(ctx, options)
    names = ("over", "order", "points", "start", "rate", "steps", "form", "output")
    wanted = [options.pop(name) for name in names]

    from gradcli.answers.evaluation import Question
    from gradcli.commands.plot_work import Wanted, write

    question = Question(*program, inputs, **options)
    ctx.exit(write(question, Wanted(*wanted), ctx.ensure_object(Settings)))
