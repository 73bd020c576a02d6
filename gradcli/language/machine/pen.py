"""What the functions that write steps ask of the writer; ``writing`` has the whole."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from gradcli.language.machine.calling import Call
from gradcli.language.machine.closures import Cells
from gradcli.language.machine.code import Block, Code, Frame, Register


class Pen(Protocol):
    """What writes a function of the host, a line for each thing to do."""

    code: Code
    frame: Frame
    main: bool
    hosted: bool
    facts: Any
    block: Block
    site: Any
    place: int
    indent: int
    call: Call | None
    values: dict[str, Any]
    used: dict[str, str]
    seen: dict[Register, Any]
    methods: dict[Register, tuple[str, str, str]]

    def emit(self, line: str) -> None:
        """Write a line."""

    def value(self, value: Any) -> str:
        """Return the name that a value has in the text."""

    def another(self) -> str:
        """Return the name of a variable that is used once."""

    def register(self, register: Register) -> str:
        """Return how a register is told."""

    def local(self, register: Register) -> str:
        """Return the name of a register's variable, whether it has one or not."""

    def is_framed(self, register: Register) -> bool:
        """Tell whether a register is kept in the frame alone, as others may write it."""

    def read(self, register: Register) -> str:
        """Return the name that the value of a register has; it may have to be fetched."""

    def store(self, register: Register, value: str) -> str:
        """Write a register, and return the name that its value has."""

    def result(self, register: Register, operands: list[str]) -> str:
        """Return the variable for a value that goes into a register, given what it is made of."""

    def give(self, register: Register, result: str) -> None:
        """Write the result of an operation into a register."""

    def tell(self, node: Any, *values: str, unless: str = "") -> None:
        """Let operations with tensors know the node they are for.

        ``unless`` is a type that the value often has.
        """

    def source(self, node: Any) -> str:
        """Return the text that says which node the next operation is for."""

    def written_later(self) -> set[Any]:
        """Return the registers that later steps of the block write."""

    def rest(self, place: int, steps: tuple[Any, ...]) -> Block:
        """Return a block of the steps from a place on, perhaps with another first one."""

    def instead(self) -> Block:
        """Return a block that does the end of this one alone."""

    def leaving(self, found: str) -> str:
        """Return the text that leaves where what was called was left, or cannot be called so."""

    def linked(self, found: str) -> None:
        """Leave if what was called was left."""

    def sample(self, register: Register) -> Any:
        """Return the value that a register has where the machine is, as it may have later."""

    def seen_value(self, register: Register) -> Any:
        """Return the value that a register has now, or is known to have been given."""

    def builtin(self, frame: Any, name: Any) -> Any:
        """Return what a name stands for where a program has no variable of that name."""

    def is_steady(self, name: str) -> bool:
        """Tell whether a name of the program, read in a loop, is the same as long as that runs."""

    def once(self, name: str) -> str:
        """Return the variable for such a name, which is looked up once."""

    def go(self, block: Block) -> None:
        """Go on at a block: here, if nobody else leads to it or it is small."""

    def choose(self, test: str, yes: Block, no: Block) -> None:
        """Go on at one of two blocks."""


Writes = Callable[[Pen, Any, Cells], None]
"""Writes a step or an end, given what it was made with."""
