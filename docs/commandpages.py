"""The page of commands: what each says of itself with ``--help``."""

from __future__ import annotations

from pathlib import Path

import click

from gradcli.commands.main import COMMANDS, cli

PAGE = Path(__file__).with_name("reference") / "commands.md"
_HEAD = """# Commands

Written by `python docs/build.py` from what `gradcli COMMAND --help` prints; `man gradcli` has it,
too. Exit statuses:

| status | meaning |
|---|---|
| 0 | done |
| 1 | a check failed |
| 2 | usage or I/O: a bad option, a missing, unsafe or oversized file |
| 3 | the program is wrong |
| 5 | nothing to check |
| 70 | a defect in gradcli |
| 130 | interrupted |
| 141 | the reader of the output closed the pipe |
"""


def page() -> str:
    """Return the page."""
    root = cli.make_context("gradcli", [], resilient_parsing=True)
    root.max_content_width = root.terminal_width = 96
    text = _HEAD
    for name in COMMANDS:
        command = cli.get_command(root, name)
        assert command is not None
        context = click.Context(command, info_name=name, parent=root)
        text += f"\n## gradcli {name}\n\n```text\n{command.get_help(context)}\n```\n"
    return text
