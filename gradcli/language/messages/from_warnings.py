"""From a warning to a diagnostic: where in the program it was given, and whether it is news.

As with Python's default filter a warning is shown once for each line that it comes from.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gradcli.core.state import STATE
from gradcli.errors import Diagnostic, Label, position
from gradcli.syntax import nodes

if TYPE_CHECKING:
    from gradcli.core.anomaly import Origin

Text = tuple[nodes.Module, str, str]
"""A program, its text, and the name of its file."""


class Listener:
    """Takes the warnings of the programs of one session.

    ``programs`` holds what has run so far, to find the text that a place belongs to. ``found``
    holds the warnings, each of which is also handed to ``show``.
    """

    __slots__ = ("found", "programs", "seen", "show")

    def __init__(
        self,
        programs: list[Text],
        found: list[Diagnostic],
        show: Callable[[Diagnostic], object] | None,
    ) -> None:
        self.found = found
        self.programs = programs
        self.seen: set[object] = set()
        self.show = show

    def __call__(self, message: str, kind: type[Warning], code: str) -> None:
        """Take a warning."""
        node = STATE.source
        if not self._is_new((message, kind, node)):
            return
        if STATE.program is not None:
            STATE.program.say(message, len)  # which counts as what it prints does
        diagnostic = self._located(Diagnostic(code, message, kind.__name__), node)
        line = position(diagnostic.source, diagnostic.span.start)[0]
        if self._is_new((message, kind, diagnostic.source, line)):
            self.found.append(diagnostic)
            if self.show is not None:
                self.show(diagnostic)

    def origin(self, found: Origin) -> None:
        """Take where the first number comes from that is not finite."""
        place = f" at {list(found.place)}" if found.place else ""
        made = f"{found.value}{place}" + " from " * bool(found.inputs) + " and ".join(found.inputs)
        diagnostic = self._located(
            Diagnostic(
                "nan-origin",
                f"{found.maker} made the first {found.value}, out of finite numbers",
                "Note",
            ),
            found.source,
            made,
        )._replace(severity="note")
        self.found.append(diagnostic)
        if self.show is not None:
            self.show(diagnostic)

    def _is_new(self, key: object) -> bool:
        count = len(self.seen)
        self.seen.add(key)
        return len(self.seen) > count

    def _located(self, diagnostic: Diagnostic, node: object, text: str = "") -> Diagnostic:
        """Return a diagnostic with its place, if that is in a program of this session."""
        from gradcli.language.messages.from_errors import primary_span  # costs those who are warned
        from gradcli.syntax.walk import walk

        diagnostic = diagnostic._replace(severity="warning")
        for module, source, filename in reversed(self.programs):
            for known in walk(module):
                if known is node:
                    label = Label(primary_span(known, source), text)
                    return diagnostic._replace(labels=(label,), source=source, filename=filename)
        return diagnostic
