"""What runs often, as one function of the host: the same steps without a call for each.

Blocks of steps that have run many times are written down as the text of a Python function, with
all that they lead to in the same function of the program, and compiled. The text is made of fixed
words and of numbers: names, literals and functions of the program are values that it has under a
number, so that nothing of what a user wrote is ever read as Python. Steps that are not known here
are called as they are.

Registers are variables of that function. They are written into a frame where somebody else may ask
for them: a function inside (``through``), or a step that is not known (``framed``).
"""

from __future__ import annotations

from typing import Any, NamedTuple

from gradcli.language.machine.calling import (
    Call,
    Place,
    Text,
    entry,
    lazy_entry,
)
from gradcli.language.machine.closures import cells_of, past
from gradcli.language.machine.code import ALL, Block, Code, Frame, Globals, Register, Site
from gradcli.language.machine.facts import Facts
from gradcli.language.machine.functions import (
    QUICK,
)
from gradcli.language.machine.words import WORDS
from gradcli.language.machine.written import give_up, leave_at, writes, written_by
from gradcli.language.names import table as names
from gradcli.syntax import nodes

_DEEPEST = 12  # blocks in one another
_MOST = 2000  # lines that are written at a time
LARGEST = 200  # steps of a block
_SMALL = 4  # steps of a block that is written wherever it is led to


class Line(NamedTuple):
    """A line of a function, and what it is for."""

    indent: int
    text: str
    place: Place


class Writer:
    """Writes a function, a line for each thing to do, and notes what each line is for."""

    hosted = False
    resumed: list[Block]

    def __init__(self, code: Code, first: Block, frame: Frame) -> None:
        self.code, self.frame = code, frame
        self.main = isinstance(frame, Globals)
        known = frame.outermost.builtins  # where an import of torch changes some
        self.changing = {n for n, value in names.of_python().items() if known.get(n) is not value}
        self.builtins: dict[Any, Any] = known if self.main else {}
        entered = past(code.entry)
        size = sum(len(block.steps) + 1 for block in code.blocks if hasattr(block, "end"))
        self.whole = not self.main and (first is entered or size <= LARGEST)
        self.facts = Facts(code, first, self.whole)
        # The blocks that others lead to, by the number that says so; the rest stands within these.
        self.labels: dict[Block, int] = {first: 0}
        if self.whole and first is not entered:
            self.labels = {entered: 0, first: 1}
        self.waiting = list(self.labels)
        self.bodies: dict[int, list[Line]] = {}
        self.round: set[int] = set()  # the labels that lead to themselves
        self.count = 0
        self.values: dict[str, Any] = {}
        self.names: dict[int, str] = {}  # of values, by their identity
        self.spelled: dict[Any, Any] = {}  # of equal names of the program, the first
        self.registers: dict[str, Register] = {}  # of variables, by their names
        self.fresh = 0
        self.used: dict[str, str] = {}  # what is looked up once, or made ready for that
        self.steady: dict[str, str] = {}  # the variables for names of the program
        # Where the writer is:
        self.start, self.deep, self.indent = first, 0, 0
        self.lines: list[Line] = []
        self.block, self.site, self.place = first, Site(None), 0
        self.call: Call | None = None
        self.seen: dict[Register, Any] = {}  # what registers have been given, for all that is known
        self.methods: dict[Register, tuple[str, str, str]] = {}

    def make(self) -> None:
        """Write a function and let it be entered."""
        self.write()
        self.compile()

    def write(self) -> None:
        """Write what is to be done from each label on."""
        while self.waiting:
            block = self.waiting.pop(0)
            self.start, self.lines, self.deep, self.indent = block, [], 0, 0
            self.block, self.site = block, block.site
            self.all(block)
            self.bodies[self.labels[block]] = self.lines

    def compile(self) -> None:
        """Put the function together, and let its blocks be entered by it."""
        head, deeper = self.head(), int(self.hosted)
        lines: list[Line] = []
        for number, body in sorted(self.bodies.items()):
            round = number in self.round
            words = "if" if not lines else "elif"
            lines.append(Line(2 + deeper, f"{words} s == {number}:", body[0].place))
            if round:
                lines.append(Line(3 + deeper, "while True:", body[0].place))
            for line in body:
                jump = "break" if round else "continue"
                shown = line.text.replace("JUMP", jump) if line.text == "JUMP" else line.text
                lines.append(Line(line.indent + 3 + round + deeper, shown, line.place))
        if self.hosted:
            failed = ("except BASEERROR as error: CROSSING(error, f)",)
            lines += [Line(1, text, lines[0].place) for text in failed]
        lines = [*head, *lines]
        text = "\n".join([" " * line.indent + line.text for line in lines])
        places = [line.place for line in lines]
        space = WORDS | self.values
        space["QUICK"] = QUICK[0]  # which is there once a program has a class
        space["TEXT"] = Text(self.code, self.registers, places)
        # Not one word of the program: its names and literals are values of these names.
        exec(compile(text, "<fused>", "exec"), space)
        self.enter_by(space["b"])

    def enter_by(self, function: Any) -> None:
        """Let the machine, and other functions, enter by a function."""
        code = self.code
        if self.hosted:
            code.direct = function
            code.resumes = {block: self.labels[past(block)] for block in self.resumed}
            return
        make = lazy_entry if code.lazy else entry
        for block in self.entries():
            if block.fused is None:
                block.fused = make(function, self.labels[block])
        whole = self.labels.get(past(code.entry)) == 0 and self.whole
        if whole and code.direct is None and not code.lazy:
            code.names = tuple([p.name for p in code.parameters if p.name])
            code.arity = len(code.names) if code.positional is not None else -1
            code.direct = function

    def entries(self) -> list[Block]:
        """Return the labels that the machine may enter by."""
        found = [self.code.entry, *self.facts.heads, *list(self.labels)[:2]]
        return [block for block in dict.fromkeys(map(past, found)) if block in self.labels]

    def head(self) -> list[Line]:
        """Return what comes before the first label: registers are fetched, or a frame is made."""
        place = Place(self.block, Site(None), None)
        names = [p.name for p in self.code.parameters if p.name] if self.whole else []
        given = {name: self.local(name) for name in names}
        self.registers |= {local: name for name, local in given.items() if not self.is_framed(name)}
        parameters = "".join([f", {name}=UNSET" for name in given.values()])
        texts = [(0, f"def b(o, n, f, s{parameters}):"), (1, "if f is not None:"), (2, "pass")]
        for block in self.entries():
            texts.append((2, f"if s == {self.labels[block]}:"))
            texts += [(3, text) for text in self.fetched(block)]
        if self.facts.framed and not self.main:
            texts.append((1, "else:"))
            texts += [(2, text) for text in self.framing(given)]
        texts += [(1, text) for text in self.used.values()]
        texts.append((1, "while True:"))
        return [Line(indent, text, place) for indent, text in texts]

    def fetched(self, block: Block) -> list[str]:
        """Return what fetches the registers that are read from a block on."""
        texts = ["pass"]
        for register in self.facts.live(block):
            name = self.local(register)
            if name and name in self.registers:
                value = self.register(register)
                found = f"f[{value}]"
                passing = register.__class__ is int or self.hosted
                if passing and not self.is_through(register):
                    found = f"f.pop({value})"  # that nothing is held longer than by the program
                texts.append(f"if {value} in f: {name} = {found}")
                if self.is_builtin(register):
                    texts.append(f"else: {name} = {self.value(self.builtins[register])}")
        return texts

    def framing(self, given: dict[str, str]) -> list[str]:
        """Return what makes a frame, with the arguments that others may ask for."""
        texts = [
            f"f = FRAME({self.value(self.code.constants)})",
            f"f.code = {self.value(self.code)}",
            "f.outer = o",
            "f.caller = f.block = f.site = f.contexts = None",
            "f.target = f.depth = 0",
        ]
        for register, name in given.items():
            if self.is_framed(register) or self.is_through(register):
                texts.append(f"f[{self.register(register)}] = {name}")
        return texts

    # Lines

    def emit(self, line: str) -> None:
        """Write a line."""
        self.lines.append(Line(self.indent, line, Place(self.block, self.site, self.call)))
        self.count += 1

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

    # Registers

    def register(self, register: Register) -> str:
        """Return how a register is told."""
        if register.__class__ is int:
            return str(register)
        return self.value(self.spelled.setdefault(register, register))

    def is_framed(self, register: Register) -> bool:
        """Tell whether a register is kept in the frame alone, as others may write it."""
        facts = self.facts
        if facts.open or register in facts.kept or register in self.code.shared:
            return True
        elsewhere = self.main and register.__class__ is str and register not in facts.assigned
        lasting = self.is_builtin(register) and register not in self.changing
        return elsewhere and register not in self.frame and not lasting

    def is_builtin(self, register: Register) -> bool:
        """Tell whether a name stands for something built in where the program has none."""
        return self.main and register.__class__ is str and register in self.builtins

    def is_through(self, register: Register) -> bool:
        """Tell whether what is written to a register must be in the frame at once."""
        through = self.facts.through
        return through is None or register in through or (self.main and register.__class__ is str)

    def local(self, register: Register) -> str:
        """Return the name of a register's variable, whether it has one or not."""
        if register.__class__ is int:
            return f"t{register}".replace("t-", "s")
        return f"v{self.register(register)}"

    def read(self, register: Register) -> str:
        """Return the name that the value of a register has; it may have to be fetched."""
        if isinstance(register, nodes.Node) and register in self.code.constants:
            return self.value(self.code.constants[register])
        if self.is_framed(register):
            name = self.another()
            self.emit(f"{name} = f[{self.register(register)}]")
            return name
        name = self.local(register)
        self.registers[name] = register
        return name

    def store(self, register: Register, value: str) -> str:
        """Write a register, and return the name that its value has."""
        if self.is_framed(register):
            self.emit(f"f[{self.register(register)}] = {value}")
            return value
        name = self.local(register)
        self.registers[name] = register
        inside = f"f[{self.register(register)}] = " if self.is_through(register) else ""
        self.emit(f"{inside}{name} = {value}")
        return name

    def result(self, register: Register, operands: list[str]) -> str:
        """Return the variable for a value that goes into a register, given what it is made of.

        Where that is not the register's own, ``give`` lets go of it.
        """
        name = self.local(register)
        held = self.is_framed(register) or self.is_through(register) or name in operands
        return self.another() if held else name

    def give(self, register: Register, result: str) -> None:
        """Write the result of an operation into a register."""
        if result == self.local(register):
            self.registers[result] = register
        else:
            self.store(register, result)
            self.emit(f"{result} = None")

    # What operations with tensors are for

    def tell(self, node: Any, *values: str, unless: str = "") -> None:
        """Let operations with tensors know the node they are for.

        ``unless`` is a type that the value often has.
        """
        given = [value for value in values if value[0] != "g"]
        quick = f"{given[0]}.__class__ is not {unless} and " if unless and given else ""
        tests = [f"{quick}{value}.__class__ in TENSORS" for value in given]
        if tests:
            self.emit(f"if {' or '.join(tests)}: {self.source(node)}")

    def source(self, node: Any) -> str:
        """Return the text that says which node the next operation is for."""
        if not self.facts.loops:
            return f"STATE.source = {self.value(node)}"
        # A thread's own dictionary: each look at an attribute would look for that.
        self.used["now"] = "now = STATE.__dict__"
        return f"now['source'] = {self.value(node)}"

    def written_later(self) -> set[Any]:
        """Return the registers that later steps of the block write."""
        later = self.block.steps[self.place + 1 :]
        return set[Any]().union(*[written_by(step, cells_of(step)) for step in later])

    # Steps and blocks

    def all(self, block: Block) -> None:
        """Write the steps of a block, and where it goes on."""
        around = self.block, self.site, self.place
        self.block = block
        self.methods.clear()
        self.seen.clear()
        self.block = block
        for place, (step, site) in enumerate(zip(block.steps, block.sites, strict=True)):
            self.site, self.place = site, place
            write = writes(step)
            if write is None:
                leave_at(self, step)
                break
            write(self, step)
        else:
            self.site, self.place = block.site, len(block.steps)
            (writes(block.end) or give_up)(self, block.end)
        self.block, self.site, self.place = around

    def go(self, block: Block) -> None:
        """Go on at a block: here, if nobody else leads to it or it is small."""
        block = past(block)
        if block is self.start:
            self.round.add(self.labels[block])
            self.emit("continue")
        elif block in self.labels:
            self.jump(block)
        elif not self.can_be(block):
            needed = self.value(self.facts.needed_at(block))
            self.emit(f"return LEAVE(LOCALS(), TEXT, {self.value(block)}, {needed})")
        elif self.deep < _DEEPEST and self.facts.inside(block, _SMALL):
            self.deep += 1
            self.all(block)
            self.deep -= 1
        else:
            self.labels[block] = len(self.labels)
            self.waiting.append(block)
            self.jump(block)

    def rest(self, place: int, steps: tuple[Any, ...]) -> Block:
        """Return a block of the steps from a place on, perhaps with another first one."""
        rest, block = Block(), self.block
        rest.steps, rest.sites = steps, block.sites[place:]
        rest.end, rest.site = block.end, block.site
        rest.region, rest.again = block.region, block.again
        return rest

    def instead(self) -> Block:
        """Return a block that does the end of this one alone."""
        return self.rest(len(self.block.steps), ())

    def leaving(self, found: str) -> str:
        """Return the text that leaves where what was called was left, or cannot be called so."""
        rest = f"({found}, LOCALS(), TEXT, {self.value(self.call)})"
        return f"{found} = INSIDE{rest}" if self.hosted else f"return LINK{rest}"

    def linked(self, found: str) -> None:
        """Leave if what was called was left."""
        self.emit(f"if {found}.__class__ is LEFT: {self.leaving(found)}")

    def sample(self, register: Register) -> Any:
        """Return the value that a register has where the machine is, as it may have later."""
        return dict.get(self.frame, register) if register.__class__ is str else None

    def seen_value(self, register: Register) -> Any:
        """Return the value that a register has now, or is known to have been given."""
        if self.main and register.__class__ is str:
            return dict.get(self.frame, register, self.builtin(self.frame, register))
        return self.seen.get(register)

    def builtin(self, frame: Any, name: Any) -> Any:
        """Return what a name stands for where a program has no variable of that name."""
        if not isinstance(frame, Globals):
            return None
        return NotImplemented if name in self.changing else frame.builtins.get(name, NotImplemented)

    def is_steady(self, name: str) -> bool:
        """Tell whether a name of the program, read in a loop, is the same as long as that runs.

        What stands in no function is at rest meanwhile, but for those that rest themselves.
        """
        shared = self.code.shared
        again = self.block.again or self.code.inline
        return again and not self.code.lazy and name not in shared and ALL not in shared

    def once(self, name: str) -> str:
        """Return the variable for such a name, which is looked up once."""
        if name not in self.steady:
            self.frame.machine.relied_on.setdefault(name, []).append(self.code)
            self.steady[name] = self.another()
            self.used[name] = f"{self.steady[name]} = UNSET"
        return self.steady[name]

    def jump(self, block: Block) -> None:
        """Go on at a label."""
        self.emit(f"s = {self.labels[block]}")
        self.emit("JUMP")

    def can_be(self, block: Block) -> bool:
        """Tell whether a block is written here."""
        within = block in self.facts.blocks
        return within and len(block.steps) <= LARGEST and self.count < _MOST

    def choose(self, test: str, yes: Block, no: Block) -> None:
        """Go on at one of two blocks."""
        self.emit(f"if {test}:")
        self.indent += 1
        self.go(yes)
        self.indent -= 1
        self.go(no)
