"""What a shell completes after the Tab key: file names, parts of a report, operators.

Nothing that computes is imported: the shell waits for each answer.
"""

from __future__ import annotations

import click
from click.shell_completion import CompletionItem

_PARTS = ("result", "result.shape", "result.dtype", "result.grad_fn", "result.data", "chain")
_OF_INPUTS = ("grad.", "jacobian.", "hessian.", "jvp", "sparsity", "stdout")


def files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Leave it to the shell, which knows files."""
    return [CompletionItem(incomplete, type="file")]


def parts(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer what ``--get`` takes; the inputs on the line have gradients."""
    names = [value.partition("=")[0] for value in ctx.params.get("define") or () if "=" in value]
    inputs = [f"grad.{name}" for name in names]
    return _beginning((*_PARTS, *inputs, *_OF_INPUTS), incomplete)


def operators(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the functions of torch."""
    from gradcli.answers.words import operator_names

    return _beginning(tuple(operator_names()), incomplete)


def codes(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the codes of diagnostics."""
    from gradcli.commands.shipped import sections

    return _beginning(tuple(sections()), incomplete)


def commands(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the commands."""
    root = ctx.find_root()
    assert isinstance(root.command, click.Group)
    return _beginning(tuple(root.command.list_commands(root)), incomplete)


def _beginning(names: tuple[str, ...], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
