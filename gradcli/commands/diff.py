"""``gradcli diff``: its options. The work is in ``diff_work``, which loads the engine."""

from __future__ import annotations

from typing import Any

import click

from gradcli.commands.eval import EvalCommand, given, math_option, parse_names, program_options
from gradcli.commands.source import limit_options, supervise
from gradcli.commands.terminal import common_options, json_option, json_or

_HELP = """Write the derivative of a program's result as an expression.

\b
  gradcli diff 'mean(3 * (x + 2)**2)' -D 'x=ones(2, 2)'
  gradcli diff 'x @ A @ x' --wrt x
  gradcli diff 'sum((A @ x - y)**2)' --wrt x --shape A=5,3 --format latex
  gradcli diff 'log(sum(exp(x)))' | gradcli eval -D 'x=[1., 2.]'
  gradcli diff 'sum(log(x))' --equals '1 / x'
  gradcli diff 'softmax(A @ x, 0)' --jvp x=v
  gradcli diff 'log(1 + x)' --taylor 3 --at x=0

Shapes of inputs come from -D, -C or --shape; the others are inferred and stated, with names for
their sizes. Several inputs give several assignments. The derivative of a vector or a matrix is its
Jacobian: rows for the result, columns for the input. Every answer is checked at random points
before it is printed.
"""


_MOST_DIMENSIONS = 64  # that arrays have


def _shape(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> dict[str, tuple[int, ...]]:
    """Read each ``NAME=SIZES``."""
    shapes: dict[str, tuple[int, ...]] = {}
    for value in values:
        name, equals, text = value.partition("=")
        name = name.strip()
        if not equals or not name.isidentifier():
            raise click.BadParameter(f"{value!r} is not of the form NAME=SIZES, as x=2,3")
        sizes = [part.strip() for part in text.strip().strip("()").split(",") if part.strip()]
        if not all(size.isdecimal() and int(size) < 10**6 for size in sizes):
            raise click.BadParameter(f"{text!r} is not a shape, as 2,3")
        if name in shapes:
            raise click.BadParameter(f"{name} has two shapes")
        if len(sizes) > _MOST_DIMENSIONS:
            raise click.BadParameter(f"{len(sizes)} dimensions; {_MOST_DIMENSIONS} are the limit")
        shapes[name] = tuple(map(int, sizes))
    return shapes


def _pairs(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> tuple[tuple[str, str], ...]:
    """Read each ``NAME=TEXT``."""
    pairs = [tuple(part.strip() for part in value.partition("=")[::2]) for value in values]
    for value, (name, text) in zip(values, pairs, strict=True):
        if not name.isidentifier() or not text:
            raise click.BadParameter(f"{value!r} is not of the form {param.metavar}")
        if [known for known, _ in pairs].count(name) > 1:
            raise click.BadParameter(f"{name} has two values")
    return tuple((name, text) for name, text in pairs)


shape_option = click.option(
    "--shape",
    "shapes",
    metavar="NAME=SIZES",
    multiple=True,
    callback=_shape,
    help="The shape of an input: x=2,3; x= for a number; repeatable.",
)


@click.command("diff", cls=EvalCommand, help=_HELP, short_help="Write derivatives as expressions.")
@program_options
@shape_option
@click.option(
    "--wrt", metavar="NAMES", callback=parse_names, help="Differentiate with respect to these: x,y."
)
@click.option("--assume", metavar="FACTS", default="", help="Known facts: 'S symmetric, x > 0'.")
@click.option(
    "--order",
    type=click.IntRange(1, 12),
    metavar="N",
    default=1,
    help="Order of the derivative. [default: 1]",
)
@click.option("--hessian", is_flag=True, help="Write the matrix of second derivatives.")
@click.option(
    "--jvp",
    metavar="INPUT=NAME",
    multiple=True,
    callback=_pairs,
    help="Derivative along a direction: the Jacobian times NAME; repeatable.",
)
@click.option("--vjp", metavar="NAME", help="Derivative of the result weighted by NAME.")
@click.option(
    "--taylor",
    metavar="N",
    type=click.IntRange(1, 12),
    help="Write the Taylor polynomial of order N.",
)
@click.option(
    "--at",
    metavar="INPUT=NUMBER",
    multiple=True,
    callback=_pairs,
    help="Point of the --taylor expansion, otherwise 0; repeatable.",
)
@click.option(
    "--equals", metavar="CLAIM", help="Judge a claimed derivative: status 0 if right, 1 if wrong."
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "latex", "python", "json"]),
    default="text",
    help="text: this language; python: a NumPy function. [default: text]",
    callback=json_or,
)
@json_option
@math_option
@limit_options
@common_options
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Collect what the options say and hand it to ``diff_work``."""
    limits = supervise(options)
    program, inputs = given(ctx, options)

    from gradcli.commands.diff_work import Request, write

    ctx.exit(write(Request(program, inputs, **options), limits))
