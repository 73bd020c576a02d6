"""``gradcli repl``: its options. The work is in ``repl_work``, which loads the engine."""

from __future__ import annotations

from typing import Any

import click

from gradcli.commands.eval import (
    EvalCommand,
    assignment_option,
    dtype_option,
    file_option,
    seed_option,
)
from gradcli.commands.terminal import Settings, common_options

_HELP = """Start a prompt: type programs, see values, graphs, gradients and formulas.

\b
  gradcli repl
  gradcli repl -D 'x=ones(2, 2)'
  gradcli repl -f model.py
  gradcli repl < program.py

At the prompt, :help lists the commands, among them :graph, :grad x, :explain and :diff. Piped input
is run as a program. The extra gradcli[repl] adds completion and colours.
"""


@click.command("repl", cls=EvalCommand, help=_HELP, short_help="Start an interactive prompt.")
@file_option("Run FILE first.")
@assignment_option("-D", "--define", help="An input to differentiate with respect to; repeatable.")
@assignment_option("-C", "--constant", help="A constant; repeatable.")
@dtype_option
@seed_option
@click.option("--plain", is_flag=True, help="Use a prompt without menus and colours.")
@common_options
@click.pass_context
def command(ctx: click.Context, /, **options: Any) -> None:
    """Collect what the options say and hand it to ``repl_work``."""
    texts = {name: iter(options.pop(name)) for name in ("define", "constant")}
    inputs = tuple((name, *next(texts[name])) for name in ctx.meta["order"] if name in texts)
    plain, file = options.pop("plain"), options.pop("file")

    from gradcli.answers.evaluation import Question
    from gradcli.commands.repl_work import start

    question = Question("", inputs=inputs, **options)
    ctx.exit(start(question, file, plain, ctx.ensure_object(Settings)))
