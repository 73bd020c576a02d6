"""Modules as values: a name, and a table of what is in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gradcli.core.table import OPS
from gradcli.errors import op_error
from gradcli.language.messages.suggest import nearest
from gradcli.ops.absent import ABSENT


class Module:
    """A module of the language; ``fill`` makes its table the first time that it is asked for."""

    __slots__ = ("fill", "filled", "name", "operators")

    def __init__(self, name: str, fill: Callable[[], dict[str, Any]]) -> None:
        self.name = name
        self.fill = fill
        self.filled: dict[str, Any] | None = None
        self.operators = 0  # how many there were when the table was made

    def __repr__(self) -> str:
        return f"<module '{self.name}'>"

    def __getattr__(self, name: str) -> Any:
        # For Python code alone; programs use ``find``.
        if name.startswith("__"):
            raise AttributeError(name)
        return self.find(name)

    @property
    def table(self) -> dict[str, Any]:
        """Return the module's names and what they stand for."""
        if self.filled is None or self.operators != len(OPS):
            self.operators = len(OPS)
            self.filled = self.fill()
        return self.filled

    def find(self, name: str) -> Any:
        """Return what a name of the module stands for."""
        if name in self.table:
            return self.table[name]
        while OPS.load_more():
            if name in self.table:
                return self.table[name]
        raise op_error(
            AttributeError,
            f"module '{self.name}' has no attribute '{name}'",
            code="attribute",
            help=reason_for(f"{self.name}.{name}") or nearest(name, self.table),
        )

    def public(self) -> Iterator[str]:
        """Yield the names that ``from module import *`` binds."""
        return (name for name in self.table if not name.startswith("_"))


def reason_for(name: str) -> str | None:
    """Return why gradcli leaves out something that PyTorch has, if it is known."""
    reason = ABSENT.get(name)
    return None if reason is None else f"gradcli leaves it out: {reason}"


Module.__module__, Module.__qualname__, Module.__name__ = "builtins", "module", "module"
