"""The prompt with prompt_toolkit, an extra: menus with notes, colours, pieces of several lines."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import Completer, Completion
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.lexers import PygmentsLexer
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import Style

from gradcli.answers.dialogue import is_unfinished
from gradcli.answers.offers import offers
from gradcli.commands import repl_work
from gradcli.commands.terminal import use_colour

if TYPE_CHECKING:
    from gradcli.commands.repl_work import Prompt

_MOST = 1000
_COLOURS = {
    "keyword": "bold ansigreen",
    "name.function": "ansicyan",
    "name.class": "ansicyan",
    "literal.string": "ansiyellow",
    "literal.number": "ansimagenta",
    "comment": "italic ansibrightblack",
}
"""The terminal's own colours, which can be read on a dark ground as on a light one."""


def loop(prompt: Prompt) -> None:
    """Read pieces until they end."""
    import sys

    from pygments.lexers.python import PythonLexer  # rich needs it as well

    colour = use_colour(sys.stdout, prompt.settings.color)
    session: PromptSession[str] = PromptSession(
        ">>> ",
        history=_history(),
        completer=_Words(prompt),
        complete_in_thread=True,
        complete_while_typing=False,
        lexer=PygmentsLexer(PythonLexer) if colour else None,
        style=_style(),
        include_default_pygments_style=False,
        color_depth=None if colour else ColorDepth.DEPTH_1_BIT,
        key_bindings=_keys(),
        multiline=True,
        prompt_continuation=lambda width, line, wraps: "... ",
    )

    def turn() -> bool:
        try:
            text = session.prompt()
        except EOFError:
            return False
        return not text.strip() or prompt.take(text)

    turns = repl_work.Turns()
    while turns.take(turn):
        pass


def _style() -> Style:
    return Style.from_dict({f"pygments.{token}": look for token, look in _COLOURS.items()})


def _history() -> History:
    """Return the lines of the times before, which are kept where programs keep such things."""
    try:
        from platformdirs import user_state_dir
    except ImportError:
        return InMemoryHistory()
    path = Path(user_state_dir("gradcli"), "history")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch(mode=0o600)
    except OSError:
        return InMemoryHistory()
    return FileHistory(os.fspath(path))


def _keys() -> Any:
    """Let the Enter key end a piece that is whole, and begin a line, indented, in any other."""
    keys = KeyBindings()

    @keys.add("enter")
    def _(event: Any) -> None:
        buffer = event.current_buffer
        text = buffer.text
        at_end = not buffer.document.text_after_cursor.strip()
        if at_end and (text.startswith(":") or not is_unfinished(text)):
            buffer.validate_and_handle()
            return
        line = buffer.document.current_line_before_cursor
        indent = line[: len(line) - len(line.lstrip())]
        buffer.insert_text("\n" + indent + "    " * line.rstrip().endswith(":"))

    return keys


class _Words(Completer):
    """What can stand where the cursor is, with a line of documentation."""

    def __init__(self, prompt: Prompt) -> None:
        self.prompt = prompt

    def get_completions(self, document: Any, complete_event: Any) -> Iterator[Completion]:
        """Yield the words of the menu."""
        before = document.text_before_cursor
        if before.startswith(":") and " " not in before:
            for name, (note, _) in repl_work.COMMANDS.items():
                if name.startswith(before):
                    yield Completion(name, -len(before), display_meta=note)
            return
        word, words = offers(
            before.partition(" ")[2] if before[:1] == ":" else before, self._names()
        )
        for name, note in islice(words, _MOST):
            yield Completion(name, -len(word), display_meta=note)

    def _names(self) -> dict[str, Any]:
        return self.prompt.dialogue.variables
