"""The operator table: every declared operator by name, and what programs call operators.

This module knows that there are families of operators and that they are loaded when a name is asked
for. What an operator is, is known to ``operators``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gradcli.operators.op import Op


class Operators(dict[str, "Op"]):
    """A table of operators by name, filled family by family as names are asked for.

    ``pending`` holds what declares the families that are not in the table yet, each a function to
    call once.
    """

    def __init__(self) -> None:
        super().__init__()
        self.pending: list[Callable[[], object]] = []

    def __missing__(self, name: str) -> Op:
        while self.load_more():
            if name in self:
                return self[name]
        raise KeyError(name)

    def load_more(self) -> bool:
        """Declare the next family; tell whether there was one."""
        if not self.pending:
            return False
        self.pending.pop(0)()
        return True

    def load_all(self) -> Operators:
        """Declare every family and return the table."""
        while self.load_more():
            pass
        return self


OPS = Operators()
"""The operator table: every declared operator by name."""

METHODS: dict[str, Callable[..., Any]] = {}
"""The operators that are methods of tensors, by every name of the method; read off ``OPS``."""

ATTRIBUTES: dict[str, Callable[[Any], Any]] = {}
"""The operators that are read without brackets, as ``x.T``."""

NAMESPACES = (
    "torch",
    "Tensor",
    "F",
    "linalg",
    "special",
    "fft",
    "signal.windows",
    "attribute",
    "in-place",
)
"""Where a declaration can put a name."""
