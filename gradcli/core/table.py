"""The operator table: every declared operator by name, and what programs call operators.

This module knows that there are families of operators and that they are loaded when a name is asked
for. What an operator is, is known to ``operators``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol


class Operator(Protocol):
    """What autograd has to know of an operator; ``operators.op`` has the whole.

    ``rules`` holds a derivative for each of the operands in ``slots``, or ``joint`` one for all.
    """

    name: str
    body: Callable[..., Any]
    broadcasts: bool
    composite: bool
    creation: bool
    differentiable: bool
    infix: str | None
    inplace: Any
    joint: Any
    keeping: tuple[int, ...]
    label: Any
    linear: bool
    parameters: Any
    rules: tuple[Any, ...]
    slots: tuple[int, ...]
    view: bool

    @property
    def keeps_first(self) -> bool:
        """Tell whether a rule needs the first operand's values."""

    def __call__(self, *operands: Any, **attrs: Any) -> Any:
        """Run on operands given by position and attributes given by keyword."""

    def apply(self, operands: Sequence[Any], attrs: dict[str, Any]) -> Any:
        """Compute on tensors and numbers, and record what a gradient will need."""

    def compute(self, operands: Sequence[Any], attrs: dict[str, Any]) -> Any:
        """Return the arrays of the results."""

    def record(self, operands: Sequence[Any], attrs: dict[str, Any], results: Sequence[Any]) -> Any:
        """Return a node with what its derivative needs, or None if no gradient gets through."""


class Operators(dict[str, Any]):
    """A table of operators by name, filled family by family as names are asked for.

    ``pending`` holds what declares the families that are not in the table yet, each a function to
    call once.
    """

    def __init__(self) -> None:
        super().__init__()
        self.pending: list[Callable[[], object]] = []

    def __missing__(self, name: str) -> Any:
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
