"""What runs often, as one function of the host: the same steps without a call for each.

A block of steps that has run many times is written down as the text of a Python function, with
everything that follows it up to the next call of a function of the program, and compiled. The text
is made of fixed words and of numbers: names, literals and functions of the program are values that
it has under a number, so that nothing of what a user wrote is ever read as Python. Steps that are
not known here are called as they are.

Values on their way stay in variables of that function, and are written into the frame where a step
elsewhere may ask for them. Variables of the program are always written into it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from gradcli.core.state import STATE
from gradcli.core.values import TENSORS
from gradcli.language.machine import ends, sequences
from gradcli.language.machine.closures import blocks, cells_of, code_of, numbers, past
from gradcli.language.machine.code import Block, Code, Frame, Place, Register, Site
from gradcli.language.machine.functions import (
    ENTER,
    QUICK,
    SUSPENDED,
    Builtin,
    Method,
    enter,
    host_callable,
)
from gradcli.language.machine.signs import answering, otherwise
from gradcli.language.machine.written import as_it_is, leave, writes
from gradcli.syntax import nodes

_LONGEST = 200  # lines of a function, after which it goes on in another one
_DEEPEST = 12  # blocks in one another
_MOST = 2000  # lines that are written at a time
_LARGEST = 200  # steps of a block

_WORDS: dict[str, Any] = {
    "__builtins__": {},
    "__name__": __name__,
    "BUILTIN": Builtin,
    "ENTER": ENTER,
    "FLOAT": float,
    "INT": int,
    "LIST": list,
    "METHOD": Method,
    "NOTHING": NotImplemented,
    "QUICK": QUICK[0],
    "RESUMED": ends.Resumed,
    "STATE": STATE,
    "SUSPENDED": SUSPENDED,
    "TENSORS": TENSORS,
    "UNBOUND": UnboundLocalError,
    "answering": answering,
    "enter": enter,
    "host_callable": host_callable,
    "isinstance": isinstance,
    "iter": iter,
    "otherwise": otherwise,
    "slice": slice,
    "unpack": sequences.unpack,
}
"""What the text has names for."""


def fuse(code: Code, first: Block, frame: Frame) -> None:
    """Make functions of a block and of those of its code that follow it, as ``frame`` runs it."""
    if past(code.entry) is first:
        code.entry = first
    if first.fused is None:
        writer = Writer(code, first, frame)
        writer.write()
        writer.compile()


def located(error: BaseException, frame: Frame, block: Block) -> tuple[Block, Site]:
    """Return where an error was raised, and fill the registers that words about it need."""
    trace = error.__traceback__ and error.__traceback__.tb_next
    if trace is None or block.fused is None or trace.tb_frame.f_code is not code_of(block.fused):
        return block, block.site
    place = block.places[trace.tb_lineno - 1]
    for register, name in place.held:
        frame[register] = trace.tb_frame.f_locals[name]
    return place.block, place.site


class _Facts:
    """What is known of the blocks of a code.

    ``framed`` are the numbers of registers that are read by other blocks than those that write
    them, or by steps that are called as they are; ``references`` says how many lead to a block.
    """

    def __init__(self, blocks: Iterable[Block]) -> None:
        self.framed: set[int | None] = set()
        self.references: dict[Block, int] = {}
        for block in blocks:
            if hasattr(block, "end"):  # what comes after a return has none
                self.look(block)

    def look(self, block: Block) -> None:
        """Note what a block reads that others have written, and which blocks it leads to."""
        own: set[int | None] = set()  # what it has written itself by then
        for step in (*block.steps, block.end):
            cells, known = cells_of(step), writes(step) is not None
            target = cells.pop("target", None) if known else None
            read = {number for value in cells.values() for number in numbers(value)}
            self.framed |= read - own if known else read
            if target.__class__ is int:
                own.add(target)
            for value in cells.values():
                for to in blocks(value):
                    self.references[to] = self.references.get(to, 0) + 1


def _can_be(block: Block) -> bool:
    return block.fused is None and len(block.steps) <= _LARGEST


# The text


class Writer:
    """Writes functions, a line for each thing to do, and notes what each line is for."""

    def __init__(self, code: Code, first: Block, frame: Frame) -> None:
        self.code, self.frame = code, frame
        self.whole = past(code.entry) is first  # or only a loop
        if code.facts is None:
            code.facts = _Facts(code.blocks)
        self.framed, self.references = code.facts.framed, code.facts.references
        self.waiting = [first]
        self.written: dict[Block, str] = {}
        self.lines: list[str] = []
        self.places: list[Place] = []
        self.values: dict[str, Any] = {}
        self.names: dict[int, str] = {}  # of values, by their identity
        self.fresh = 0
        # Of the function that is being written, and where it begins:
        self.start, self.begun, self.deep, self.indent = first, 0, 0, 0
        self.used: dict[str, str] = {}  # what is looked up once
        self.known: dict[Register, str] = {}  # the registers that variables hold
        self.block, self.site, self.place = first, Site(None), 0

    def write(self) -> None:
        """Write a function for each block that is to have one."""
        while self.waiting and len(self.lines) < _MOST:
            block = self.waiting.pop()
            if block in self.written or not _can_be(block):
                continue
            self.written[block] = f"b{len(self.written)}"
            self.start, self.begun, self.known = block, len(self.lines), {}
            self.indent = self.deep = 0
            self.block, self.site = block, block.site
            self.emit(f"def {self.written[block]}(f):")
            self.emit("")
            self.indent, self.used = 1, {}
            self.emit("while True:")
            self.indent = 2
            self.all(block)
            self.lines[self.begun + 1] = f" {'; '.join(self.used.values())}"

    def compile(self) -> None:
        """Give the blocks their functions."""
        space = _WORDS | self.values
        # Not one word of the program: its names and literals are values of these names.
        exec(compile("\n".join(self.lines), "<fused>", "exec"), space)
        for block, name in self.written.items():
            block.places, block.fused = self.places, space[name]

    # Lines

    def emit(self, line: str) -> None:
        """Write a line."""
        held = [
            (register, self.known[register])
            for register in self.site.operands
            if register.__class__ is int and register in self.known and register not in self.framed
        ]
        self.lines.append(" " * self.indent + line)
        self.places.append(Place(self.block, self.site, tuple(held)))

    def value(self, value: Any) -> str:
        """Return the name that a value has in the text."""
        name = self.names.get(id(value))
        if name is None:
            name = self.names[id(value)] = f"g{len(self.names)}"
            self.values[name] = value
        return name

    def another(self) -> str:
        """Return the name of a variable that is used once."""
        self.fresh += 1
        return f"u{self.fresh}"

    def register(self, register: Register) -> str:
        """Return how a register is told."""
        return str(register) if register.__class__ is int else self.value(register)

    def read(self, register: Register) -> str:
        """Return the name that the value of a register has; it may have to be fetched."""
        if isinstance(register, nodes.Node) and register in self.code.constants:
            return self.value(self.code.constants[register])
        if register not in self.known:
            name = self.local(register)
            self.emit(f"{name} = f[{self.register(register)}]")
            if name[0] == "u":
                return name
            self.known[register] = name
        return self.known[register]

    def local(self, register: Register) -> str:
        """Return the name of a register's variable: that of a name, unless others may write it."""
        if register.__class__ is int:
            return f"t{register}".replace("t-", "s")  # those below 0 are for others to read
        if isinstance(register, str) and register not in self.code.shared:
            return f"v{self.value(register)}"
        return self.another()

    def store(self, register: Register, value: str) -> None:
        """Write a register."""
        name = self.local(register)
        framed = name[0] != "t" or register in self.framed or None in self.framed
        self.emit((f"f[{self.register(register)}] = " if framed else "") + f"{name} = {value}")
        if name[0] != "u":
            self.known[register] = name

    def tell(self, node: Any, *values: str) -> None:
        """Let operations with tensors know the node they are for."""
        tests = [f"{value}.__class__ in TENSORS" for value in values if value[0] != "g"]
        if tests:
            self.emit(f"if {' or '.join(tests)}: {self.source(node)}")

    def source(self, node: Any) -> str:
        """Return the text that says which node the next operation is for."""
        # A thread's own dictionary: each look at an attribute would look for that.
        self.used["now"] = "now = STATE.__dict__"
        return f"now['source'] = {self.value(node)}"

    # Steps and blocks

    def all(self, block: Block) -> None:
        """Write the steps of a block, and where it goes on."""
        around = self.block, self.site, self.place
        self.block = block
        for place, (step, site) in enumerate(zip(block.steps, block.sites, strict=True)):
            self.site, self.place = site, place
            (writes(step) or as_it_is)(self, step, cells_of(step))
        self.site = block.site
        (writes(block.end) or leave)(self, block.end, cells_of(block.end))
        self.block, self.site, self.place = around

    def go(self, block: Block) -> None:
        """Go on at a block: here, if nobody else leads to it."""
        block = past(block)
        if block is self.start:
            self.emit("continue")
            return
        room = self.deep < _DEEPEST and len(self.lines) - self.begun < _LONGEST
        if room and self.references.get(block) == 1 and _can_be(block):
            self.deep += 1
            known = dict(self.known)
            self.all(block)
            self.known = known
            self.deep -= 1
        else:
            self.emit(f"return f, {self.value(block)}")
            self.later(block)

    def later(self, block: Block) -> None:
        """Write a function for a block, too, if it runs as often."""
        if (self.whole or block.again) and block not in self.written:
            self.waiting.append(block)

    def choose(self, test: str, yes: Block, no: Block) -> None:
        """Go on at one of two blocks."""
        self.emit(f"if {test}:")
        known = dict(self.known)
        self.indent += 1
        self.go(yes)
        self.indent -= 1
        self.known = known
        self.go(no)
