"""``gradcli eval``: its options. The work is in ``eval_work``, which loads the engine."""

from __future__ import annotations

import keyword
from collections.abc import Callable
from typing import Any

import click

from gradcli.commands.source import (
    EXAMPLE,
    STDIN_NAME,
    Program,
    limit_options,
    read_program,
    supervise,
)
from gradcli.commands.terminal import (
    Settings,
    common_options,
    completed,
    json_option,
    json_or,
    output_option,
    quoted,
)
from gradcli.errors import GradcliError

_HELP = f"""Evaluate a program: its value, its backward graph and its gradients.

\b
  {EXAMPLE}
  gradcli eval 'y = x**2' 'y.sum()' -D 'x=[1., 2., 3.]'
  gradcli eval -f program.py --format json
  gradcli eval 'sin(t)' -D t=0.5 --get grad.t
  gradcli eval 'mean(p * w)' -C p=@data.csv#price -D w=@weights.npz#w
  echo 'print(ones(3))' | gradcli eval

Each EXPR is one line of a program in Python's syntax, with PyTorch's functions available. The
result is the value of the last line. A program that ends in print(...) or a block gets no report.

The VALUE of -D and -C is an expression, or @FILE, @FILE#KEY or @- (standard input): .npy, .npz,
.safetensors, .csv, .tsv, .json, .jsonl, and with extras .parquet, .arrow, .h5 and .zarr. KEY is the
name of an array or of columns; gradcli info FILE lists them.
"""


class EvalCommand(click.Command):
    """A command that keeps ``-D`` and ``-C`` in order and refuses the trap in ``-exp(x)``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse, once what could be misread is refused."""
        self._refuse_attached(ctx, args)
        return super().parse_args(ctx, args)

    def make_parser(self, ctx: click.Context) -> Any:
        """Return click's parser, which also remembers in which order options were given."""
        parser: Any = super().make_parser(ctx)
        parse = parser.parse_args

        def remembering(args: list[str]) -> Any:
            values, rest, order = parse(args)
            ctx.meta["order"] = [parameter.name for parameter in order]
            return values, rest, order

        parser.parse_args = remembering
        return parser

    def _refuse_attached(self, ctx: click.Context, args: list[str]) -> None:
        """Refuse an expression glued to -e: ``-exp(x)`` would quietly become ``xp(x)``.

        So would ``-format`` be the file ``ormat``.
        """
        options = [param for param in self.params if isinstance(param, click.Option)]
        takes_value = {name for param in options if not param.is_flag for name in param.opts}
        long = {name[1:] for param in options for name in param.opts if name[:2] == "--"}
        previous = ""
        for arg in args:
            is_value = previous in takes_value
            if arg == "--" and not is_value:
                return
            typed = arg.partition("=")[0]
            if typed in long and not is_value:
                raise click.UsageError(f"No such option {typed!r}. Did you mean '-{typed}'?", ctx)
            if arg.startswith("-e") and len(arg) > 2 and not is_value:
                raise click.UsageError(
                    f"{arg!r} could mean two things: write -e {quoted(arg)} for all of it, "
                    f"or -e {quoted(arg[2:])}",
                    ctx,
                )
            previous = "" if is_value else arg


def _assignments(
    ctx: click.Context, param: click.Parameter, values: tuple[str, ...]
) -> list[tuple[str, str]]:
    """Split each ``NAME=VALUE`` at its first equals sign."""
    pairs = []
    for value in values:
        name, equals, text = value.partition("=")
        name = name.strip()
        if not equals:
            raise click.BadParameter(f"{value!r} is not of the form NAME=VALUE")
        if not name.isidentifier() or keyword.iskeyword(name):
            reason = "is a word of Python, and no name" if name.isidentifier() else "is not a name"
            raise click.BadParameter(f"{name!r} {reason}")
        if not text.strip():
            raise click.BadParameter(f"{value!r} has no value")
        pairs.append((name, text.lstrip(" \t")))
    _check_once(ctx, param, pairs)
    return pairs


def _check_once(ctx: click.Context, param: click.Parameter, pairs: list[tuple[str, str]]) -> None:
    """Refuse two values for one name, of which only the last would count."""
    options = {"define": "-D", "constant": "-C"}
    kinds = options if param.name in options else {str(param.name): param.opts[0]}
    known: dict[str, str] = {}
    for kind, option in kinds.items():
        for name, text in pairs if kind == param.name else ctx.params.get(kind) or ():
            said = f"{option} {name}={text}"
            if name in known:
                raise click.UsageError(f"{name} has two values: {known[name]} and {said}", ctx)
            known[name] = said


def parse_names(ctx: click.Context, param: click.Parameter, value: str | None) -> Any:
    """Split names at commas; without any there is nothing to split."""
    return value if value is None else tuple(name.strip() for name in value.split(","))


def parse_chunks(ctx: click.Context, param: click.Parameter, value: str | None) -> Any:
    """Read sizes, with commas between them; -1 is all of an axis."""
    if value is None:
        return None
    try:
        sizes = tuple(map(int, value.split(",")))
    except ValueError:
        raise click.BadParameter(f"{value!r} is not of the form 1000,-1") from None
    if any(size < 1 and size != -1 for size in sizes):
        raise click.BadParameter("a size is at least 1, or -1 for all of an axis")
    return sizes


def scheduler_option(help: str, here: bool = False) -> Callable[[Any], Any]:
    """Make an option that takes the address of a scheduler of dask's; or who computes ``here``."""
    known = ("threads", "processes") if here else ()

    def check(ctx: click.Context, param: click.Parameter, value: str | None) -> str | None:
        if value is None or value in known or "://" in value:
            return value
        words = "".join(f"{name} or " for name in known)
        raise click.BadParameter(f"{value!r} is not {words}an address as tcp://localhost:8786")

    return click.option("--scheduler", metavar="WHERE", callback=check, help=help)


def check_seed(ctx: click.Context, param: click.Parameter, value: int | None) -> int | None:
    """Refuse what PyTorch's generator does not take."""
    if value is not None and not -(2**63) <= value < 2**64:
        raise click.BadParameter(f"{value} does not fit into 64 bits")
    return value


def assignment_option(*names: str, help: str) -> Callable[[Any], Any]:
    """Make an option that takes ``NAME=VALUE`` and can be repeated."""
    return click.option(
        *names,
        metavar="NAME=VALUE",
        multiple=True,
        callback=_assignments,
        shell_complete=completed("names"),
        help=help,
    )


def file_option(help: str) -> Callable[[Any], Any]:
    """Make the option that names the file of a program, which is one."""

    def check(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> str | None:
        if len(value) > 1:
            names = " ".join(map(quoted, value))
            raise click.UsageError(f"A program is one file; of several: cat {names} | gradcli …")
        return value[0] if value else None

    return click.option(
        "-f",
        "--file",
        metavar="FILE",
        multiple=True,
        callback=check,
        shell_complete=completed("files"),
        help=help,
    )


def program_options(command: Any) -> Any:
    """Give a command the arguments and options that ``given`` reads: a program and its inputs."""
    for decorator in (
        assignment_option("-C", "--constant", help="A constant; repeatable."),
        assignment_option(
            "-D", "--define", help="An input to differentiate with respect to; repeatable."
        ),
        file_option("Read the program from FILE; - is stdin."),
        click.option(
            "-e", "--expr", metavar="EXPR", multiple=True, help="A line of the program; repeatable."
        ),
        click.argument("words", metavar="[EXPR]...", nargs=-1),
    ):
        command = decorator(command)
    return command


dtype_option = click.option(
    "--dtype",
    type=click.Choice(["float32", "float64", "float16", "bfloat16"]),
    help="The default dtype.",
)
seed_option = click.option(
    "--seed", type=int, metavar="N", callback=check_seed, help="Seed the random numbers."
)


engine_option = click.option(
    "--engine",
    type=click.Choice(["numpy", "jax", "dask"]),
    help="Compute on NumPy, compiled by JAX, or in chunks by dask.",
)
chunks_option = click.option(
    "--chunks", metavar="SIZES", callback=parse_chunks, help="Chunk sizes for dask: 100000,-1."
)


def _check_names(program: Program, wrt: tuple[str, ...] | None) -> None:
    """Refuse a name behind those of ``--wrt``, which is meant for one, not for the result."""
    before, _, last = program.text.rstrip().rpartition("\n")
    if not before or not wrt or last in wrt or not last.isidentifier():
        return
    from gradcli.answers.shapes import free_names  # for what is seldom so

    if last in free_names(program.text, program.filename):
        said = f"The last line, {last}, would be the result."
        raise click.UsageError(f"{said} --wrt takes names with commas: {','.join([*wrt, last])}")


def given(
    ctx: click.Context, options: dict[str, Any]
) -> tuple[Program, tuple[tuple[str, str, str], ...]]:
    """Take the program and the inputs, in the order of the command line, out of the options."""
    program = read_program(options.pop("words"), options.pop("expr"), options.pop("file"))
    if options.pop("math", False):
        from gradcli.language.names.mathematics import read

        program = program._replace(text=read(program.text))
    _check_names(program, options.get("wrt"))
    values = [text.strip() for name in ("define", "constant") for _, text in options[name]]
    if program.filename == STDIN_NAME and any(text.startswith("@-") for text in values):
        raise click.UsageError("Standard input is the program or data, not both.")
    texts = {name: iter(options.pop(name)) for name in ("define", "constant")}
    order = (name for name in ctx.meta["order"] if name in texts)
    return program, tuple((name, *next(texts[name])) for name in order)


math_option = click.option(
    "--math", is_flag=True, help="Accept mathematical notation: ln, x^2, 2x, pi, tr, inv."
)


@click.command(
    "eval", cls=EvalCommand, help=_HELP, short_help="Evaluate and differentiate a program."
)
@program_options
@click.option(
    "--wrt",
    metavar="NAMES",
    callback=parse_names,
    help="Differentiate with respect to these only: x,y.",
)
@click.option("--gradient", metavar="VECTOR", help="The vector to weight a non-scalar result with.")
@click.option(
    "--jacobian", is_flag=True, help="Derivatives of all result elements by all input elements."
)
@click.option("--hessian", is_flag=True, help="Second derivatives for every pair of inputs.")
@assignment_option("--jvp", help="The product of the Jacobian with a vector; repeatable.")
@click.option("--order", type=click.IntRange(1), metavar="N", help="Derivatives of order N.")
@click.option("--sparsity", is_flag=True, help="Draw where the Jacobian or Hessian is nonzero.")
@dtype_option
@engine_option
@chunks_option
@scheduler_option("Where dask runs: threads, processes, or tcp://HOST:PORT.", here=True)
@click.option(
    "--devices",
    type=click.IntRange(1),
    metavar="N",
    default=1,
    help="Number of devices that JAX spreads rows over.",
)
@click.option("--anomaly", is_flag=True, help="Report where the first NaN or infinity arises.")
@seed_option
@click.option(
    "--format",
    "form",
    type=click.Choice(["auto", "table", "plain", "json", "jsonl", "csv"]),
    default="auto",
    help="auto: a table on a terminal, plain elsewhere.",
    callback=json_or,
)
@json_option
@click.option(
    "--get",
    metavar="WHAT",
    multiple=True,
    shell_complete=completed("parts"),
    help="Print only this part: result, result.shape, grad.x, chain, …; repeatable.",
)
@click.option("--raw", is_flag=True, help="Print plain numbers with all their digits.")
@output_option("Write to FILE instead: .json, .npz, .npy, .csv, .safetensors or .md.")
@click.option(
    "--json-version",
    type=click.IntRange(1, 2),
    metavar="N",
    default=2,
    help="Version of the JSON. [default: 2]",
)
@click.option(
    "--graph",
    type=click.Choice(["screen", "all"]),
    default="screen",
    help="How much of the graph to draw: what fits on the screen, or all.",
)
@click.option("--no-graph", is_flag=True, help="Leave out the graph.")
@click.option("--raw-output", is_flag=True, help="Do not escape control characters on a terminal.")
@click.option("--summary/--no-summary", default=None, help="Always print a report, or never.")
@math_option
@limit_options
@common_options
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Collect what the options say and hand it to ``eval_work``."""
    try:
        limits = supervise(options)
    except GradcliError as error:  # of the process that the program ran in
        if options["form"] != "json" or options["get"]:
            raise
        from gradcli.commands.eval_work import report_lost

        ctx.exit(report_lost(error.diagnostic))
    program, inputs = given(ctx, options)
    names = ("form", "get", "raw", "output", "json_version", "raw_output", "graph")
    if options.pop("no_graph"):
        options["graph"] = "none"
    shown = [options.pop(name) for name in names]

    from gradcli.answers.evaluation import Question
    from gradcli.commands.eval_work import Shown, write

    question = Question(*program, inputs, limits=limits, **options)
    ctx.exit(write(question, Shown(*shown), ctx.ensure_object(Settings)))
