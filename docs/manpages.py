"""The pages of ``man``, from what the commands say of themselves with ``--help``."""

from __future__ import annotations

from inspect import cleandoc
from pathlib import Path

import click

from gradcli import __version__
from gradcli.commands.main import COMMANDS, cli
from gradcli.errors import ExitCode

FOLDER = Path(__file__).with_name("man")
_STATUS = {
    ExitCode.OK: "done",
    ExitCode.CHECK_FAILED: "a check failed",
    ExitCode.USAGE: "usage or I/O",
    ExitCode.PROGRAM: "the program is wrong",
    ExitCode.NOTHING_TO_CHECK: "nothing to check",
    ExitCode.INTERNAL: "a defect in gradcli",
    ExitCode.INTERRUPTED: "interrupted",
    ExitCode.CLOSED_PIPE: "the reader of the output closed the pipe",
}


def pages() -> dict[Path, str]:
    """Return the pages by their files: one of gradcli, one of each command."""
    root = cli.make_context("gradcli", [], resilient_parsing=True)
    found = {"gradcli": _page(root, cli, list(COMMANDS))}
    for name in COMMANDS:
        command = cli.get_command(root, name)
        assert command is not None
        context = click.Context(command, info_name=name, parent=root)
        found[f"gradcli-{name}"] = _page(context, command, [])
    return {FOLDER / f"{name}.1": text for name, text in found.items()}


def _page(context: click.Context, command: click.Command, commands: list[str]) -> str:
    name = context.command_path.replace(" ", "-")
    summary = command.get_short_help_str(200).rstrip(".")
    usage = " ".join(command.collect_usage_pieces(context))
    lines = [
        f'.TH "{name.upper()}" "1" "" "gradcli {__version__}" "gradcli"',
        ".SH NAME",
        f"{_plain(name)} \\- {_plain(summary)}",
        ".SH SYNOPSIS",
        f"\\fB{_plain(context.command_path)}\\fR {_plain(usage)}",
        ".SH DESCRIPTION",
        *_paragraphs(cleandoc(command.help or "")),
        ".SH OPTIONS",
    ]
    for parameter in command.get_params(context):
        record = parameter.get_help_record(context)
        if record is not None and isinstance(parameter, click.Option):
            lines += [".TP", f"\\fB{_plain(record[0])}\\fR", _plain(record[1])]
    if commands:
        lines += [".SH COMMANDS"]
        for other in commands:
            short = cli.get_command(context, other).get_short_help_str(200)
            lines += [".TP", f"\\fBgradcli-{other}\\fR(1)", _plain(short)]
        lines += [".SH EXIT STATUS"]
        for code in ExitCode:
            lines += [".TP", str(int(code)), _STATUS[code]]
    else:
        lines += [".SH SEE ALSO", "\\fBgradcli\\fR(1)"]
    return "\n".join(lines) + "\n"


def _paragraphs(text: str) -> list[str]:
    """Return a command's help; what stands behind click's mark keeps its lines."""
    lines = []
    for paragraph in text.strip().split("\n\n"):
        if paragraph.startswith("\b"):
            kept = [f"  {_plain(line.strip())}" for line in paragraph.split("\n")[1:]]
            lines += [".PP", ".nf", *kept, ".fi"]
        else:
            lines += [".PP", _plain(" ".join(paragraph.split()))]
    return lines


def _plain(text: str) -> str:
    """Return a text in which nothing is a request of troff."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text
