"""What a shell completes after the Tab key: file names, parts of a report, operators.

Nothing that computes is imported: the shell waits for each answer.
"""

from __future__ import annotations

import keyword
import os
import re

import click
from click.shell_completion import CompletionItem, split_arg_string

_NAME = re.compile(r"(?<![\w.])[a-zA-Z_]\w*")
_WORDS = (*keyword.kwlist, "torch", "math", "F", "linalg", "special", "inf", "nan", "pi", "e")
_PARTS = ("result", "result.shape", "result.dtype", "result.grad_fn", "result.data", "chain")
_OF_INPUTS = ("grad.", "jacobian.", "hessian.", "jvp", "sparsity", "stdout")


def files(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Leave it to the shell, which knows files."""
    return [CompletionItem(incomplete, type="file")]


def parts(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer what ``--get`` takes; the inputs on the line have gradients."""
    inputs = [f"grad.{name}" for name, _ in ctx.params.get("define") or ()]
    return _beginning((*_PARTS, *inputs, *_OF_INPUTS), incomplete)


def names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer ``NAME=`` for names of the program that are no operators, and files after ``@``."""
    if "=@" in incomplete:
        found = columns(incomplete)
        return files(ctx, param, incomplete) if found is None else found
    from gradcli.answers.words import operator_names

    # An option without its value is not parsed yet; the words are those that the shell tells.
    typed = split_arg_string(os.environ.get("COMP_WORDS", ""))[2:]
    text = " ".join(word for word in typed if not word.startswith("-") and "=" not in word)
    known = {*operator_names(), *_WORDS}
    free = dict.fromkeys(word for word in _NAME.findall(text) if word not in known)
    return _beginning(tuple(f"{word}=" for word in free), incomplete)


def columns(incomplete: str) -> list[CompletionItem] | None:
    """Offer what is in a file after ``@FILE#``, and after a comma there; None before that."""
    name, _, reference = incomplete.partition("=@")
    path, sign, key = reference.partition("#")
    if not sign or os.path.exists(reference):
        return None
    from gradcli.data.keys import keys_of
    from gradcli.errors import DataError

    try:
        found = keys_of(path)
    except (DataError, OSError, ValueError, StopIteration):
        return []
    before, comma, _ = key.rpartition(",")
    start = f"{name}=@{path}#{before}{comma}"
    rest = [one for one in found if one not in before.split(",") and one.isprintable()]
    return _beginning(tuple(start + one for one in rest), incomplete)


def operators(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the functions of torch."""
    from gradcli.answers.words import operator_names

    return _beginning(tuple(operator_names()), incomplete)


def codes(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the codes of diagnostics."""
    from gradcli.commands.shipped import sections

    return _beginning(tuple(sections()), incomplete)


def reports(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the formats of reports of checks."""
    from gradcli.report.checks import FORMATS

    return _beginning(tuple(FORMATS), incomplete)


def commands(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the commands."""
    root = ctx.find_root()
    assert isinstance(root.command, click.Group)
    return _beginning(tuple(root.command.list_commands(root)), incomplete)


def _beginning(names: tuple[str, ...], incomplete: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(incomplete)]
