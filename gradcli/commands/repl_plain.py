"""The prompt with what Python has: lines with a history and completion, where readline is there."""

from __future__ import annotations

import cmd
import sys
from itertools import islice
from typing import TYPE_CHECKING, Any

from gradcli.answers.dialogue import is_unfinished
from gradcli.answers.offers import offers
from gradcli.commands import repl_work

if TYPE_CHECKING:
    from gradcli.commands.repl_work import Prompt

_FIRST, _MORE, _MOST = ">>> ", "... ", 100


def loop(prompt: Prompt) -> None:
    """Read lines until they end."""
    lines = _Lines(prompt)
    while True:
        try:
            lines.cmdloop()
            return
        except KeyboardInterrupt:
            lines.forget()
            sys.stdout.write("\nKeyboardInterrupt\n")


class _Lines(cmd.Cmd):
    """Python's loop over lines, with a language of our own."""

    prompt = _FIRST

    def __init__(self, prompt: Prompt) -> None:
        super().__init__()
        self.taker = prompt
        self.lines: list[str] = []

    def forget(self) -> None:
        """Give up what was begun."""
        self.lines, self.prompt = [], _FIRST

    def onecmd(self, line: str) -> bool:
        """Take a line; a piece is whole where it can end."""
        if line == "EOF":
            sys.stdout.write("\n")
            return True
        self.lines.append(line)
        text = "\n".join(self.lines)
        if not text.strip():
            self.forget()
            return False
        if not text.startswith(":") and is_unfinished(text):
            self.prompt = _MORE
            return False
        self.forget()
        return not self.taker.take(text)

    def complete(self, text: str, state: int) -> Any:
        """Return what a word can become, for readline."""
        import readline

        before = readline.get_line_buffer()[: readline.get_endidx()]
        if before.startswith(":"):
            found = [name for name in repl_work.COMMANDS if name.startswith(before)]
            found = [name[len(before) - len(text) :] for name in found]
        else:
            word, words = offers(before, self.taker.dialogue.variables)
            found = [name[len(word) - len(text) :] for name, _ in islice(words, _MOST)]
        return found[state] if state < len(found) else None
