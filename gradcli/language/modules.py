"""Modules as values: a name, and a table of what is in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from gradcli.errors import op_error
from gradcli.language.suggest import nearest


class Module:
    """A module of the language; ``fill`` makes its table the first time that it is asked for."""

    __slots__ = ("fill", "filled", "name")

    def __init__(self, name: str, fill: Callable[[], dict[str, Any]]) -> None:
        self.name = name
        self.fill = fill
        self.filled: dict[str, Any] | None = None

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
        if self.filled is None:
            self.filled = self.fill()
        return self.filled

    def find(self, name: str) -> Any:
        """Return what a name of the module stands for."""
        table = self.table
        if name in table:
            return table[name]
        raise op_error(
            AttributeError,
            f"module '{self.name}' has no attribute '{name}'",
            code="attribute",
            help=nearest(name, table),
        )

    def public(self) -> Iterator[str]:
        """Yield the names that ``from module import *`` binds."""
        return (name for name in self.table if not name.startswith("_"))


Module.__module__, Module.__qualname__, Module.__name__ = "builtins", "module", "module"
