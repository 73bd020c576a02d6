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
    turns = repl_work.Turns("\n")
    lines = _Lines(prompt, turns)

    def turn() -> bool:
        lines.cmdloop()
        return False

    while turns.take(turn):
        lines.forget()


class _Lines(cmd.Cmd):
    """Python's loop over lines, with a language of our own."""

    prompt = _FIRST

    def __init__(self, prompt: Prompt, turns: repl_work.Turns) -> None:
        super().__init__()
        self.taker, self.turns = prompt, turns
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

    def postcmd(self, stop: bool, line: str) -> bool:
        """Begin the next turn."""
        self.turns.goes_on = True
        return stop

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
