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


def parts_of_records(
    ctx: click.Context, param: click.Parameter, incomplete: str
) -> list[CompletionItem]:
    """Offer what ``--get`` of ``each`` takes."""
    inputs = [f"grad.{name}" for name in _free(" ".join(_arguments(ctx)[:1]))]
    return _beginning(("result", *inputs), incomplete)


def fields(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the names in the file of records, and after a comma the others."""
    return [
        CompletionItem(item.value.partition("#")[2])
        for path in _arguments(ctx)[1:2]
        for item in _columns("", f"{path}#{incomplete}") or ()
    ]


def _arguments(ctx: click.Context) -> list[str]:
    """Return the words that are no options; behind an option without its value none is parsed."""
    given = [ctx.params.get(name) for name in ("expr", "file")]
    return [word for word in given if word] or ctx.args


def members(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer what is in a file after ``FILE#``, and files before that."""
    found = _columns("", incomplete)
    return files(ctx, param, incomplete) if found is None else found


def names(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer ``NAME=`` for names of the program that are no operators, and files after ``@``."""
    if "=@" in incomplete:
        name, _, reference = incomplete.partition("=@")
        found = _columns(f"{name}=@", reference)
        return files(ctx, param, incomplete) if found is None else found
    # An option without its value is not parsed yet; the words are those that the shell tells.
    typed = split_arg_string(os.environ.get("COMP_WORDS", ""))[2:]
    text = " ".join(word for word in typed if not word.startswith("-") and "=" not in word)
    return _beginning(tuple(f"{word}=" for word in _free(text)), incomplete)


def _free(program: str) -> list[str]:
    """Return the names of a program that are no operators."""
    from gradcli.answers.words import operator_names

    known = {*operator_names(), *_WORDS}
    return list(dict.fromkeys(word for word in _NAME.findall(program) if word not in known))


def _columns(prefix: str, reference: str) -> list[CompletionItem] | None:
    """Offer what is in a file after ``FILE#``, and after a comma there; None before that."""
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
    start = f"{path}#{before}{comma}"
    rest = [one for one in found if one not in before.split(",") and one.isprintable()]
    found = [prefix + start + one for one in rest]
    return _beginning(tuple(found), prefix + reference)


def operators(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Offer the functions of torch, behind a module or ``x.`` those that are there."""
    from gradcli.answers.words import spellings

    return _beginning(tuple(spellings(incomplete)), incomplete)


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
