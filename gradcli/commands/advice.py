"""What may have been meant: the ends of messages on words at the shell that went wrong.

This module knows what people type. It is imported when something is wrong, and never before.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from itertools import pairwise

import click

from gradcli.commands.source import use_of
from gradcli.commands.terminal import quoted
from gradcli.errors import Diagnostic
from gradcli.language.messages.suggest import closest

_SYNONYMS = {
    "eval": "evaluate run exec execute calc compute value",
    "check": "test verify lint validate gradcheck",
    "each": "map rows records batch",
    "diff": "grad gradient derivative derive differentiate symbolic",
    "explain": "steps why teach",
    "graph": "draw tree dot viz visualize",
    "plot": "show curve",
    "repl": "shell console interactive prompt",
    "info": "inspect describe head cat",
    "ops": "operators functions list",
    "rule": "code error codes",
    "--version": "version",
    "help": "man doc docs usage",
}


_OPTIONS = {
    "-e": "-c --code --command --expression --program --eval --exec --execute",
    "-D": "--arg --args --input --inputs --set --param --params --let --at",
    "-j": "-n --numprocesses --workers --threads --processes --nproc --parallel",
    "--report junit=FILE": "--junitxml --junit-xml --junit",
    "--report": "--reporter --output-format --format",
    "--fail-fast": "--exitfirst --maxfail --bail --stop-on-failure",
    "--exclude": "--ignore --skip --deselect",
    "-k": "--filter --match --only --pattern",
    "--update": "--fix --accept --bless --snapshot-update --inplace -i",
    "--watch": "-w --looponfail",
    "--gradients": "--gradcheck --check-gradients --grad",
    "--allow-empty": "--passWithNoTests --pass-with-no-tests",
    "--color": "--no-color --no-colour",
    "--order": "-n --nth --derivative",
    "--over": "--range --domain --xlim --from-to",
    "--points": "-n --num --samples --resolution",
    "--equals": "--claim --verify --is",
    "--at": "--point --eval-at --where",
    "--wrt": "--by --var --variable --vars --argnum --argnums --respect-to --grad",
    "--raw": "--precision --digits --decimals -r",
    "--no-summary": "--quiet --silent -q -s",
    "--get": "--select --query --field",
    "--engine": "--backend",
    "--untrusted": "--sandbox --safe",
    "--seed": "--random-seed --random-state",
}
"""What other tools call the options; of several the first that a command has is meant."""


_VALUES = {
    "latex": "tex",
    "python": "numpy np py",
    "text": "torch pytorch txt",
    "json": "yaml js",
    "jsonl": "json ndjson",
    "dot": "graphviz gv",
    "float64": "double f64 fp64 torch.float64 torch.double",
    "float32": "float single f32 fp32 torch.float32 torch.float",
    "float16": "half f16 fp16 torch.float16 torch.half",
    "bfloat16": "bf16 torch.bfloat16",
}
"""What people call values of options that are called otherwise here."""


def of_command(word: str, commands: list[str]) -> str:
    """Return the end of a message on a word that is no command."""
    if os.path.isfile(word):
        return f" It is a file; {use_of(word)}"
    if looks_like_expression(word):
        return f" To evaluate an expression: gradcli eval {quoted(word)}"
    known = {other: name for name, words in _SYNONYMS.items() for other in words.split()}
    close = closest(word, commands) or known.get(word.lower())
    return f" Did you mean {close!r}?" if close else ""


def looks_like_expression(word: str) -> bool:
    """Tell whether a word is more than a name with dashes, as commands and options are."""
    name = word.partition("=")[0] if word.startswith("--") else word
    return not name.lstrip("-").replace("-", "_").isidentifier()


def of_option(error: click.NoSuchOption, args: list[str]) -> str:
    """Return the message on an option that is not there, with what click suggests or a better."""
    assert error.ctx is not None
    command, option = error.ctx.command, error.option_name
    known = _options(command)
    if isinstance(command, click.Group):
        name = next(filter(command.list_commands(error.ctx).__contains__, args), "eval")
        first = command.get_command(error.ctx, name)
        if first is not None and option in _options(first):
            place = args.index(name) if name in args else len(args)
            words = " ".join(map(quoted, [name, *args[:place], *args[place + 1 :]]))
            return f"{option} is an option of a command, as in: gradcli {words}"
        meant = None if first is None else _called_otherwise(option, _options(first))
        if meant is not None:
            return f"No such option {option!r}. Did you mean 'gradcli {name} {meant}'?"
    both = {_called_otherwise(option, known): None, _slip(option, args, known): None}
    said = " or ".join(repr(name) for name in both if name) or _of_value_alone(option, command)
    long = sorted(name for name in known if name.startswith("--"))
    near = closest(option.lstrip("-"), [name[2:] for name in long])
    near = near or next((name[2:] for name in long if name.startswith(option)), None)
    meant = said or (near and f"'--{near}'") or _input_in(option, args, known)
    ending = f" Did you mean {meant}?" if meant else _of_expression(option, args, error.ctx)
    return f"No such option {option!r}.{ending}"


def _of_value_alone(option: str, command: click.Command) -> str:
    """Return the option of which a value was written as one, as ``--latex`` is a format."""
    word = option.lstrip("-").lower()
    for param in command.params:
        value = _value_in(word, param.type.choices) if isinstance(param.type, click.Choice) else ""
        if value and len(word) > 2:
            return f"'{param.opts[0]} {value}'"
    if "--report" in _options(command):
        from gradcli.report.checks import FORMATS

        return f"'--report {word}'" if word in FORMATS else ""
    return ""


def _input_in(option: str, args: list[str], known: set[str]) -> str | None:
    """Return how an input is given that was written as an option, as ``--x=3``."""
    value = next((arg for arg in args if arg.startswith(f"{option}=")), None)
    name = option.lstrip("-")
    return f"-D {quoted(value[2:])}" if value and "-D" in known and name.isidentifier() else None


def _value_in(word: str, choices: Sequence[str]) -> str:
    """Return the choice that is called so, here or elsewhere."""
    called = (name for name, words in _VALUES.items() if word in words.split())
    return word if word in choices else next((name for name in called if name in choices), "")


def _options(command: click.Command) -> set[str]:
    return {name for param in command.params for name in param.opts + param.secondary_opts}


def _called_otherwise(option: str, known: set[str]) -> str | None:
    """Return what a command calls an option that other tools call so."""
    meant = (name for name, words in _OPTIONS.items() if option in words.split())
    return next((name for name in meant if name.partition(" ")[0] in known), None)


def _slip(option: str, args: list[str], known: set[str]) -> str | None:
    """Return the option that differs in its dashes or in the case of its letter alone."""
    whole = next((arg for arg in args if arg.startswith(option)), option)
    typed = whole.partition("=")[0]
    name = typed.lstrip("-")
    tried = [f"--{name}", f"-{name}", f"-{name.swapcase()}"]
    tried += [option.swapcase()] if "=" in whole else []  # as in -dx=3
    return next((found for found in tried if found in known and found != typed), None)


def _of_expression(option: str, args: list[str], ctx: click.Context) -> str:
    """Say how an expression is given that begins with a dash, where one was taken for an option."""
    is_group = isinstance(ctx.command, click.Group)
    if not is_group and not {"words", "expr"} & {param.name for param in ctx.command.params}:
        return ""
    fields = ctx.command.name == "each"
    expression = _expression_behind(option, args, not is_group, fields)
    if expression is None:
        return ""
    command = "gradcli eval" if is_group else ctx.command_path
    short = is_group or any("-e" in param.opts for param in ctx.command.params)
    given = f"as -e {quoted(expression)} or after --" if short else "after --"
    return (
        f" An expression that starts with '-' is given {given}: {command} -- {quoted(expression)}"
    )


def _expression_behind(option: str, args: list[str], evaluates: bool, fields: bool) -> str | None:
    """Return the argument that click took for an unknown option, if it is an expression.

    Where expressions are evaluated, as ``evaluates`` tells, ``-x`` is one as well, if x is given
    or may be one of the ``fields`` of records.
    """
    for arg in args:
        gives = re.compile(rf"(-[DC]|--(define|constant)=)?{re.escape(arg[1:])}\s*=")
        negative = arg[1:2].isdigit() or (evaluates and any(map(gives.match, args)))
        negative = negative or (fields and arg[1:2].isidentifier())
        if arg.startswith(option) and (negative or looks_like_expression(arg)):
            return arg
    return None


def of_no_value(error: click.BadOptionUsage, command: click.Command) -> click.UsageError:
    """Return the error of an option without its value, with its form and what it is for."""
    path = "gradcli" if isinstance(command, click.Group) else f"gradcli {command.name}"
    ctx, said = click.Context(command, info_name=path), error.format_message()
    for param in command.params:
        if isinstance(param, click.Option) and error.option_name in param.opts:
            form = f"{error.option_name} {param.make_metavar(ctx)}"
            said = f"{said.removesuffix('.')}: {form}\n\n  {param.help}"
    return click.UsageError(said, ctx)


def of_parameter(error: click.BadParameter, args: list[str]) -> str:
    """Return the message on the value of an option or argument, with what it may be."""
    param, said = error.param, error.format_message()
    if param is None:
        return said
    if param.metavar == "NAME=VALUE":
        return said + _of_assignment(param.opts, args)
    if isinstance(param.type, click.IntRange):
        numbers = f"a whole number{_bounds(param.type)}."
        return re.sub(r"a valid integer range\.|in the range .*", numbers, said)
    said = said.replace("a valid float.", "a number.").replace(
        "a valid integer.", "a whole number."
    )
    if not isinstance(param.type, click.Choice):
        return said
    given = error.message.partition("'")[2].partition("'")[0]
    close = _value_in(given.lower(), param.type.choices) or closest(given, param.type.choices)
    return f"{said} Did you mean {close!r}?" if close else said


def _bounds(kind: click.IntRange) -> str:
    """Say which numbers are of a range."""
    if kind.max is None:
        return f" of at least {kind.min}"
    return f" from {kind.min} to {kind.max}"


def _of_assignment(options: list[str], args: list[str]) -> str:
    """Say how NAME=VALUE is written, where something else is between the two."""
    for place, (option, word) in enumerate(pairwise(args), 2):
        name, sign, value = re.fullmatch(r"(\w*)\s*([=:@]?)(.*)", word, re.DOTALL).groups()  # type: ignore[union-attr]
        if (
            option not in options
            or not name.isidentifier()
            or (sign in ("", "=") and value.strip())
        ):
            continue
        after = (text.lstrip("= ") for text in args[place:])  # as in `-D x = 3`
        value = "@" * (sign == "@") + value or next(filter(None, after), "-")
        if not re.match(r"-\D|-$", value):
            return f"; write {option} {quoted(f'{name}={value}')}"
    return ""


def of_extra(error: click.UsageError) -> str:
    """Return the end of a message on an argument too many that is an input without its option."""
    found = re.fullmatch(r"Got unexpected extra argument \((\w+=[^=].*)\)", error.message)
    if found is None or error.ctx is None or "-D" not in _options(error.ctx.command):
        return ""
    return f". An input is given with -D: -D {quoted(found[1])}"


def of_program(diagnostic: Diagnostic, args: list[str]) -> Diagnostic:
    """Say what may have become of a program at the shell, where nothing else is advised."""
    if diagnostic.filename[:3] in ("-D ", "-C "):
        return diagnostic._replace(help=_of_value(diagnostic) or diagnostic.help)
    is_line = diagnostic.filename.startswith("<") and diagnostic.source.strip().count("\n") == 0
    is_words = diagnostic.filename == "<program>"
    if is_words and _is_globbed(diagnostic.source.split("\n")):
        return diagnostic._replace(help=_GLOBBED)
    if diagnostic.message.endswith("object is not callable"):
        return diagnostic._replace(help=_of_input(diagnostic, args) or diagnostic.help)
    function = _function_in(diagnostic)
    if function is not None and (is_line or is_words):
        said = f"`{function}` is a function, where no input has the name: `-D {function}=VALUE`"
        return diagnostic._replace(help=said)
    is_unknown = diagnostic.message.startswith("name ")  # and not a local variable
    if diagnostic.code != "undefined-name" or not (is_line or is_words) or not is_unknown:
        return diagnostic
    return diagnostic._replace(help=_of_name(diagnostic, args) or diagnostic.help)


_GLOBBED = "the shell has put the names of files in the place of `*`: write the program in quotes"


def _is_globbed(lines: list[str]) -> bool:
    """Tell whether all files of the folder are lines of the program, as a bare ``*`` makes them."""
    try:
        names = [name for name in os.listdir() if not name.startswith(".")]
    except OSError:  # a folder that is gone
        return False
    return bool(names) and len(lines) > 1 and {*names} <= {*lines}


def _of_input(diagnostic: Diagnostic, args: list[str]) -> str | None:
    """Say that an input has the name of a function, which hides it."""
    from gradcli.language.names.table import program_names

    name = diagnostic.source[slice(*diagnostic.span)]
    if name not in program_names():
        return None
    gives = re.compile(rf"(-[DC])?{name}\s*=[^=]")
    given = next(filter(gives.match, args), None)
    return given and f"`{given}` gives the name to an input, which hides the function"


def _function_in(diagnostic: Diagnostic) -> str | None:
    """Return the name of a function that a program computes with, as with a number."""
    if diagnostic.code != "type" or "builtin_function_or_method" not in diagnostic.message:
        return None
    if diagnostic.help:  # a letter is rather an input than a call without its brackets
        bare = re.search(r"brackets of a call are missing: `([A-Za-z])\(\)`", diagnostic.help)
        return bare[1] if bare else None
    names = (
        diagnostic.source[slice(*label.span)]
        for label in diagnostic.labels
        if label.text == "builtin_function_or_method"
    )
    return next(filter(str.isidentifier, names), None)


_IMPORTS = {"np": "import numpy as np", "nn": "from torch import nn"}


def _of_name(diagnostic: Diagnostic, args: list[str]) -> str | None:
    """Say how a name is defined that a line at the shell uses."""
    name = diagnostic.message.partition("'")[2].partition("'")[0]
    from gradcli.language.names.table import MODULES

    if name in _IMPORTS or name in MODULES:
        return f"write `{_IMPORTS.get(name, f'import {name}')}` before it"
    if diagnostic.help and len(name) > 1:
        return None
    later = re.search(rf"^{re.escape(name)}\s*=\s*([^=\s].*)$", diagnostic.source, re.MULTILINE)
    if later is not None and later.start() > diagnostic.span.end:
        value = f"`-D {quoted(f'{name}={later[1]}')}`"
        return f"it has a value only after that; {value} gives it before"
    is_called = diagnostic.source[diagnostic.span.end :].lstrip().startswith("(")
    if is_called or args[:1] not in (["eval"], ["graph"], ["plot"]):
        return None
    near = diagnostic.help or ""
    near += ("" if near.endswith("?") else ".") + " Else " if near else ""
    return f"{near}`-D {name}=VALUE` defines an input, `-C` a constant"


def _of_value(diagnostic: Diagnostic) -> str | None:
    """Say how the value of an input is given that is a file, or several inputs in one."""
    option, text = diagnostic.filename, diagnostic.source.strip()
    name = option.partition(" ")[2]
    if os.path.isfile(text.partition("#")[0].replace("\0", "?")):
        return f"`{option[:2]} {quoted(f'{name}=@{text}')}` reads the file"
    if text.startswith("="):
        return f"one sign is enough: `{option[:2]} {quoted(name + text)}`"
    if diagnostic.message.endswith("was never closed") and not re.search(r"\s", text):
        return f"put quotes around it, as the shell parts it at blanks: `{option[:2]} '{name}=…'`"
    if re.search(r"[,;\s]\s*\w+\s*=[^=]", text):
        return f"each input has an option of its own: `{option[:2]} {name}=… {option[:2]} …`"
    is_text = diagnostic.code in ("undefined-name", "syntax") and re.fullmatch(_TEXT, text)
    if is_text and not diagnostic.help:
        quotes = f"`-C \"{name}='{text}'\"`"
        return f"numbers, or a file as @FILE; a text is a constant, in quotes: {quotes}"
    return None


_TEXT = r"[A-Za-z_][\w .-]*"
"""What may be meant as a text: words, and nothing that computes."""


def of_missing(param: click.Parameter, ctx: click.Context) -> str:
    """Return the message on an option or argument that has to be given, and its form."""
    form = param.make_metavar(ctx)
    if param.param_type_name == "argument":
        said = f"Missing argument {form.removesuffix('...')}"
    else:
        said = f"Missing option {param.opts[0]} {form}"
    lines = map(str.strip, (ctx.command.help or "").splitlines())
    example = next((line for line in lines if line.startswith(ctx.command_path)), None)
    return f"{said}, for example:\n\n  {example}" if example else f"{said}."
