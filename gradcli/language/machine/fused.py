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

import operator
from collections.abc import Callable, Iterable, Iterator
from types import CodeType, FunctionType
from typing import Any

from gradcli.core.state import STATE
from gradcli.core.values import TENSORS
from gradcli.language.limits import DEFAULT_GUARDS, Guards, remainder
from gradcli.language.machine import ends, sequences, steps
from gradcli.language.machine.code import (
    Block,
    Code,
    Frame,
    Globals,
    Place,
    Register,
    Site,
    Step,
)
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
from gradcli.syntax import nodes

Cells = dict[str, Any]

_LONGEST = 200  # lines of a function, after which it goes on in another one
_DEEPEST = 12  # blocks in one another

_INFIX: dict[Any, str] = {
    operator.add: "+",
    operator.sub: "-",
    operator.truediv: "/",
    operator.floordiv: "//",
    operator.matmul: "@",
    operator.and_: "&",
    operator.or_: "|",
    operator.xor: "^",
    operator.rshift: ">>",
    operator.lt: "<",
    operator.le: "<=",
    operator.eq: "==",
    operator.ne: "!=",
    operator.ge: ">=",
    operator.gt: ">",
    operator.is_: "is",
    operator.is_not: "is not",
}
_IN_PLACE: dict[Any, str] = {
    operator.iadd: "+=",
    operator.isub: "-=",
    operator.itruediv: "/=",
    operator.ifloordiv: "//=",
    operator.imatmul: "@=",
}
_SIGNS: dict[Any, tuple[str, bool]] = {
    operator.add: ("add", False),
    operator.sub: ("sub", False),
    operator.truediv: ("truediv", False),
    operator.matmul: ("matmul", False),
    operator.iadd: ("add", True),
    operator.isub: ("sub", True),
    operator.mul: ("mul", False),
    operator.imul: ("mul", True),
    operator.pow: ("pow", False),
}
"""The names of the methods for operations that programs with classes of numbers are full of."""
_PREFIX: dict[Any, str] = {operator.neg: "-", operator.pos: "+", operator.not_: "not "}
_MULTIPLY = DEFAULT_GUARDS.operators()["*"].__code__  # type: ignore[attr-defined]
_GUARDED = DEFAULT_GUARDS.operators()["**"].__code__  # type: ignore[attr-defined]
_MULTIPLY_IN_PLACE = DEFAULT_GUARDS.operators()["*="].__func__  # type: ignore[attr-defined]



def _kind(f: Any) -> Any:
    """Return which operation an infix operator does behind its guard."""
    if _code_of(f) is _MULTIPLY:
        return operator.mul
    if getattr(f, "__func__", None) is _MULTIPLY_IN_PLACE:
        return operator.imul
    return _cells(f)["operation"] if _code_of(f) is _GUARDED else f


_WORDS: dict[str, Any] = {
    "__builtins__": {},
    "__name__": __name__,
    "BUILTIN": Builtin,
    "ENTER": ENTER,
    "FLOAT": float,
    "LIST": list,
    "METHOD": Method,
    "NOTHING": NotImplemented,
    "RESUMED": ends.Resumed,
    "STATE": STATE,
    "STRING": str,
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
    if _past(code.entry) is first:
        code.entry = first
    if first.fused is None:
        writer = _Writer(code, first, frame)
        writer.write()
        writer.compile()


def located(error: BaseException, frame: Frame, block: Block) -> tuple[Block, Site]:
    """Return where an error was raised, and fill the registers that words about it need."""
    trace = error.__traceback__ and error.__traceback__.tb_next
    if trace is None or block.fused is None or trace.tb_frame.f_code is not _code_of(block.fused):
        return block, block.site
    place = block.places[trace.tb_lineno - 1]
    for register, name in place.held:
        frame[register] = trace.tb_frame.f_locals[name]
    return place.block, place.site


def _code_of(function: Any) -> CodeType | None:
    return function.__code__ if isinstance(function, FunctionType) else None


# What steps are made of


def _cells(function: Any) -> Cells:
    """Return what a step, or an end, was made with."""
    code = _code_of(function)
    if code is None or not code.co_freevars:
        return {}
    return {
        name: cell.cell_contents
        for name, cell in zip(code.co_freevars, function.__closure__, strict=True)
    }


_PLAIN = (str, float, complex, bool, type(None), type(...), nodes.Node, Code, Site, type)


def _numbers(value: Any) -> Iterator[int | None]:
    """Yield every number that a value is made of, which may be a register; None for any number."""
    if value.__class__ is int:
        yield value
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from _numbers(part)
    elif isinstance(value, FunctionType):
        for part in _cells(value).values():
            yield from _numbers(part)
    elif not isinstance(value, (*_PLAIN, Block, Guards)) and not callable(value):
        yield None


def _read(function: Any, known: bool) -> set[int | None]:
    """Return the numbers of registers that a step or an end may read."""
    cells = _cells(function)
    if known:
        cells.pop("target", None)
    return {number for value in cells.values() for number in _numbers(value)}


def _blocks(value: Any) -> Iterator[Block]:
    """Yield the blocks that a value is made of."""
    if isinstance(value, Block):
        yield _past(value)
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from _blocks(part)


def _past(block: Block) -> Block:
    """Return the block that one which only counts leads to."""
    while _code_of(getattr(block, "end", None)) is _WARMING:
        block = _cells(block.end)["to"]
    return block


# The text


class _Writer:
    """Writes functions, a line for each thing to do, and notes what each line is for."""

    def __init__(self, code: Code, first: Block, frame: Frame) -> None:
        self.code, self.first, self.frame = code, first, frame
        self.whole = _past(code.entry) is first  # or only the loop
        self.lines: list[str] = []
        self.places: list[Place] = []
        self.values: dict[str, Any] = {}
        self.numbers: dict[int, str] = {}  # of values, by their identity
        self.framed: set[int | None] = set()
        self.references: dict[Block, int] = {}
        self.waiting = [first]
        self.written: dict[Block, str] = {}
        # Of the function that is being written:
        self.start, self.begun = first, 0
        self.block, self.site, self.place = first, Site(None), 0
        self.known: dict[Register, str] = {}
        self.indent = 0
        self.deep = 0
        self.fresh = 0
        self.used: dict[str, str] = {}  # what is looked up once, where the function begins
        for block in code.blocks:
            self.look(block)

    def look(self, block: Block) -> None:
        """Note what a block reads that others have written, and which blocks it leads to."""
        written: set[int | None] = set()
        if not hasattr(block, "end"):
            return
        for step in (*block.steps, block.end):
            known = _written(step) is not None
            read = _read(step, known)
            self.framed |= read - written if known else read
            cells = _cells(step)
            if known and cells.get("target").__class__ is int:
                written.add(cells["target"])
            for value in cells.values():
                for to in _blocks(value):
                    self.references[to] = self.references.get(to, 0) + 1

    def write(self) -> None:
        """Write a function for each block that is to have one."""
        while self.waiting:
            block = self.waiting.pop()
            if block in self.written or block.fused is not None:
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
        text = "\n".join(self.lines) + "\n"
        space = _WORDS | self.values
        exec(compile(text, "<fused>", "exec"), space)
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
        name = self.numbers.get(id(value))
        if name is None:
            name = self.numbers[id(value)] = f"g{len(self.numbers)}"
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
            return f"t{register}" if register >= 0 else f"s{-register}"  # type: ignore[operator]
        if isinstance(register, str) and register not in self.code.shared:
            return f"v{self.value(register)}"
        return self.another()

    def store(self, register: Register, value: str) -> None:
        """Write a register."""
        name = self.local(register)
        if register.__class__ is int and register not in self.framed and register >= 0:  # type: ignore[operator]
            if None not in self.framed:
                self.emit(f"{name} = {value}")
                self.known[register] = name
                return
        self.emit(f"f[{self.register(register)}] = {name} = {value}")
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

    def ask(self, cells: Cells, a: str, b: str) -> None:
        """Go on in the program's function for an operation with an instance, if there is one."""
        name, in_place = _SIGNS[_kind(cells["f"])]
        found, back = self.another(), self.value(_rest(self, cells, name, in_place))
        self.emit(f"{found} = answering({a}, {b}, {self.value(name)}, {in_place})")
        self.emit(f"if {found} is not None:")
        for register, held in self.known.items():
            if register.__class__ is int and register not in self.framed:
                self.emit(f" f[{register}] = {held}")
        node = self.value(cells["node"])
        self.emit(f" return enter({found}[0], {found}[1], None, f, {_ANSWER}, {back}, {node})")

    # Steps and blocks

    def all(self, block: Block) -> None:
        """Write the steps of a block, and where it goes on."""
        around = self.block, self.site, self.place
        self.block = block
        for place, (step, site) in enumerate(zip(block.steps, block.sites, strict=True)):
            self.site, self.place = site, place
            written = _written(step)
            if written is None:
                self.as_it_is(step)
            else:
                written(self, _cells(step))
        self.site = block.site
        end = _written(block.end)
        if end is None:
            self.emit(f"return {self.value(block.end)}(f)")
        else:
            end(self, _cells(block.end))
        self.block, self.site, self.place = around

    def as_it_is(self, step: Step) -> None:
        """Call a step; what it may have written is read again."""
        self.emit(f"{self.value(step)}(f)")
        numbers = {number for value in _cells(step).values() for number in _numbers(value)}
        kept = {} if None in numbers else self.known
        self.known = {
            register: name
            for register, name in kept.items()
            if register.__class__ is int and register not in numbers
        }

    def go(self, block: Block) -> None:
        """Go on at a block: here, if nobody else leads to it."""
        block = _past(block)
        if block is self.start:
            self.emit("continue")
            return
        room = self.deep < _DEEPEST and len(self.lines) - self.begun < _LONGEST
        if room and self.references.get(block) == 1 and block.fused is None:
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

    def infix(self, f: Any, a: str, b: str) -> str:
        """Return the text of an operation."""
        if f in _INFIX:
            return f"{a} {_INFIX[f]} {b}"
        if f in _IN_PLACE:
            name = self.another()
            self.emit(f"{name} = {a}")
            self.emit(f"{name} {_IN_PLACE[f]} {b}")
            return name
        call = f"{self.value(f)}({a}, {b})"
        if _kind(f) in (operator.mul, operator.imul):
            return f"{a} * {b} if {a}.__class__ is FLOAT else {call}"
        return f"{call} if {a}.__class__ is STRING else {a} % {b}" if f is remainder else call


# Steps


def _move(to: _Writer, cells: Cells) -> None:
    to.store(cells["target"], to.read(cells["source"]))


def _outer(to: _Writer, cells: Cells) -> None:
    distance, name = len(cells["further"]) + 1, to.value(cells["name"])
    found, scope = to.another(), f"scope{distance}"
    to.used[scope] = f"{scope} = f{'.outer' * distance}"
    around: Any = to.frame
    for _ in range(distance):
        around = around.outer
    if isinstance(around, Globals):  # a built-in name is no variable, unless there is one
        default = to.value(around.builtins.get(cells["name"], NotImplemented))
        to.emit(f"{found} = {scope}.get({name}, {default})")
        to.emit(f"if {found} is NOTHING: {found} = {scope}[{name}]")
    else:
        to.emit(f"try: {found} = {scope}[{name}]")
        to.emit(f"except UNBOUND: {to.value(steps.outer(0, distance, cells['name'], _NOTHING))}(f)")
    to.store(cells["target"], found)


def _binary(to: _Writer, cells: Cells) -> None:
    a, b = _read_two(to, cells)
    plain = [f"{x}.__class__ is not FLOAT" for x in (a, b) if x[0] != "g"]
    if _kind(cells["f"]) not in _SIGNS or not plain:
        to.tell(cells["node"], a, b)
    else:
        to.emit(f"if {' or '.join(plain)}:")
        to.indent += 1
        to.tell(cells["node"], a, b)
        to.emit(f"elif {' or '.join([f'{x}.__class__ is QUICK' for x in (a, b) if x[0] != 'g'])}:")
        to.indent += 1
        to.ask(cells, a, b)
        to.indent -= 2
    to.store(cells["target"], to.infix(cells["f"], a, b))


def _read_two(to: _Writer, cells: Cells) -> tuple[str, str]:
    """Return the names of two operands, the second of which may be a literal."""
    a = to.read(cells["left"])
    return a, to.read(cells["right"]) if "right" in cells else to.value(cells["b"])


def _rest(to: _Writer, cells: Cells, name: str, in_place: bool) -> Block:
    """Return a block for what comes after an operation that a function of the program answers."""
    rest, block, place = Block(), to.block, to.place
    right = cells["right"] if "right" in cells else (cells["b"],)
    check = _answered(cells["target"], cells["left"], right, (name, in_place))
    rest.steps, rest.end = (check, *block.steps[place + 1 :]), block.end
    rest.sites, rest.site = block.sites[place:], block.site
    rest.region, rest.again = block.region, block.again
    return ends.warming(to.code, rest)


_ANSWER = -3
"""The register for what a function of the program answers to an operation."""


def _answered(
    target: Register, left: Register, right: Any, sign: tuple[str, bool]
) -> Step:
    """Take the answer to an operation; the right operand may be a literal, then in a tuple."""

    def step(frame: Frame) -> None:
        result = frame[_ANSWER]
        if result is NotImplemented:
            b = right[0] if right.__class__ is tuple else frame[right]
            result = otherwise(frame[left], b, *sign)
        frame[target] = result

    return step


def _take_answer(to: _Writer, cells: Cells) -> None:
    result = to.read(_ANSWER)
    left, right = to.read(cells["left"]), cells["right"]
    b = to.value(right[0]) if right.__class__ is tuple else to.read(right)
    name, in_place = cells["sign"]
    asked = f"otherwise({left}, {b}, {to.value(name)}, {in_place})"
    to.store(cells["target"], f"{asked} if {result} is NOTHING else {result}")


def _unary(to: _Writer, cells: Cells) -> None:
    x = to.read(cells["operand"])
    to.tell(cells["node"], x)
    f = cells["f"]
    to.store(cells["target"], f"{_PREFIX[f]}{x}" if f in _PREFIX else f"{to.value(f)}({x})")


def _attribute(to: _Writer, cells: Cells) -> None:
    owner, read = to.read(cells["value"]), to.value(cells["read"])
    name = to.value(_cells(cells["read"])["name"])
    inside = f"{owner}.__class__ is QUICK and {name} in {owner}.attributes"
    to.store(cells["target"], f"{owner}.attributes[{name}] if {inside} else {read}({owner})")


def _set_attribute(to: _Writer, cells: Cells) -> None:
    owner, new, name = to.read(cells["value"]), to.read(cells["new"]), to.value(cells["name"])
    to.emit(f"if {owner}.__class__ is QUICK and {name} in {owner}.cls.plain:")
    to.emit(f" {owner}.attributes[{name}] = {new}")
    to.emit("else:")
    to.emit(f" {to.source(cells['node'])}")
    to.emit(f" {to.value(cells['set_attribute'])}({owner}, {name}, {new})")


def _subscript(to: _Writer, cells: Cells) -> None:
    container, index = to.read(cells["value"]), to.read(cells["index"])
    to.tell(cells["node"], container)
    to.store(cells["target"], f"{container}[{index}]")


def _set_subscript(to: _Writer, cells: Cells) -> None:
    container, index = to.read(cells["value"]), to.read(cells["index"])
    new = to.read(cells["new"])
    to.tell(cells["node"], container)
    to.emit(f"{container}[{index}] = {new}")


def _slice(to: _Writer, cells: Cells) -> None:
    parts = [to.read(cells[name]) for name in ("lower", "upper", "step_")]
    to.store(cells["target"], f"slice({', '.join(parts)})")


def _build(to: _Writer, cells: Cells) -> None:
    parts = "[" + ", ".join([to.read(part) for part in cells["parts"]]) + "]"
    make = cells["make"]
    to.store(cells["target"], parts if make is list else f"{to.value(make)}({parts})")


def _append(to: _Writer, cells: Cells) -> None:
    collection, value = to.read(cells["collection"]), to.read(cells["value"])
    to.emit(f"if {collection}.__class__ is LIST: {collection}.append({value})")
    to.emit(f"else: {collection}.add({value})")


def _set_item(to: _Writer, cells: Cells) -> None:
    names = [to.read(cells[name]) for name in ("collection", "key", "value")]
    to.emit(f"{names[0]}[{names[1]}] = {names[2]}")


def _iterate(to: _Writer, cells: Cells) -> None:
    value = to.read(cells["value"])
    to.emit(to.source(cells["node"]))
    to.store(cells["target"], f"SUSPENDED.get({value}.__class__, iter)({value})")


def _unpack(to: _Writer, cells: Cells) -> None:
    value, targets = to.read(cells["value"]), cells["targets"]
    names = [to.another() for _ in targets]
    to.emit(to.source(cells["node"]))
    to.emit(f"[{', '.join(names)}] = unpack({value}, {len(targets)})")
    for target, name in zip(targets, names, strict=True):
        to.store(target, name)


_Written = Callable[[_Writer, Cells], None]
_NOTHING = nodes.Node()
_STEPS: dict[CodeType | None, _Written] = {
    _code_of(made): written
    for made, written in (
        (steps.move(0, 0, _NOTHING), _move),
        (steps.outer(0, 1, "", _NOTHING), _outer),
        (steps.binary(0, 0, 0, max, _NOTHING), _binary),
        (steps.binary(0, 0, nodes.Constant(None, 0), max, _NOTHING), _binary),  # type: ignore[arg-type]
        (_answered(0, 0, 0, ("", False)), _take_answer),
        (steps.unary(0, 0, max, _NOTHING), _unary),
        (steps.attribute(0, 0, "", _NOTHING), _attribute),
        (steps.set_attribute(0, 0, 0, "", _NOTHING), _set_attribute),
        (steps.subscript(0, 0, 0, _NOTHING), _subscript),
        (steps.set_subscript(0, 0, 0, 0, _NOTHING), _set_subscript),
        (steps.build_slice(0, 0, 0, 0, _NOTHING), _slice),
        (steps.build(0, list, (), _NOTHING), _build),
        (steps.append(0, 0, 0, _NOTHING), _append),
        (steps.set_item(0, 0, 0, 0, _NOTHING), _set_item),
        (steps.iterate(0, 0, _NOTHING), _iterate),
        (steps.unpack(0, 0, (), _NOTHING), _unpack),
    )
}
"""How steps are written, by the code that they run."""


# Ends


def _jump(to: _Writer, cells: Cells) -> None:
    to.go(cells["to"])


def _branch(to: _Writer, cells: Cells) -> None:
    to.choose(to.read(cells["test"]), cells["yes"], cells["no"])


def _branch_binary(to: _Writer, cells: Cells) -> None:
    a, b = _read_two(to, cells)
    to.tell(cells["node"], a, b)
    to.choose(to.infix(cells["f"], a, b), cells["yes"], cells["no"])


def _next_item(to: _Writer, cells: Cells) -> None:
    target, iterator = cells["target"], to.read(cells["iterator"])
    body, done = _past(cells["body"]), _past(cells["done"])
    item = to.another()
    blocks = f"{to.value(body)}, {to.value(done)}"
    to.emit(f"for {item} in {iterator}: break")
    to.emit("else:")
    to.emit(f" if isinstance({iterator}, RESUMED):")
    resumed = f"f, {to.register(target)}, {blocks}, {to.value(cells['node'])}"
    to.emit(f"  return {iterator}.resume({resumed})")
    to.emit(f" return f, {to.value(done)}")
    to.later(done)
    to.store(target, item)
    to.go(body)


def _call(to: _Writer, cells: Cells) -> None:
    _called(to, cells, [to.read(argument) for argument in cells["arguments"]], "")


def _call_with(to: _Writer, cells: Cells) -> None:
    values = [(kind, to.read(register)) for kind, register in cells["arguments"]]
    keywords = ", ".join([f"{to.value(kind)}: {value}" for kind, value in values if kind])
    _called(to, cells, [value for kind, value in values if not kind], "{" + keywords + "}")


def _called(to: _Writer, cells: Cells, values: list[str], keywords: str) -> None:
    """Write a call: of a function of the program, which goes on in it, or of another."""
    callee, then = to.read(cells["callee"]), _past(cells["then"])
    back = f"f, {to.register(cells['target'])}, {to.value(then)}, {to.value(cells['node'])}"
    found = to.another()
    given = ", ".join([*values, *([f"**{keywords}"] if keywords else [])])
    to.emit(f"{found} = ENTER.get({callee}.__class__)")
    to.emit(f"if {found} is not None:")
    to.emit(f" return {found}({callee}, [{', '.join(values)}], {keywords or None}, {back})")
    to.emit(to.source(cells["node"]))
    to.emit(f"if {callee}.__class__ is METHOD: {found} = {callee}.function({callee}.value, {given})")
    to.emit(f"elif {callee}.__class__ is BUILTIN: {found} = {callee}.function({given})")
    to.emit(f"else: {found} = host_callable({callee})({given})")
    to.store(cells["target"], found)
    to.later(then)
    to.go(then)


def _return(to: _Writer, cells: Cells) -> None:
    value, caller = to.read(cells["value"]), to.another()
    to.emit(f"{caller} = f.caller")
    to.emit(f"if {caller} is None: return None, {value}")
    to.emit(f"{caller}[f.target] = {value}")
    to.emit(f"return {caller}, f.block")


_THERE = Block()
_WARMING = _code_of(ends.warming(Code("", None), _THERE).end)
_ENDS: dict[CodeType | None, _Written] = {
    _code_of(made): written
    for made, written in (
        (ends.jump(_THERE), _jump),
        (ends.branch(0, _THERE, _THERE, _NOTHING), _branch),
        (ends.branch_binary(0, 0, max, _THERE, _THERE, None), _branch_binary),
        (
            ends.branch_binary(0, nodes.Constant(None, 0), max, _THERE, _THERE, None),  # type: ignore[arg-type]
            _branch_binary,
        ),
        (ends.next_item(0, 0, _THERE, _THERE, _NOTHING), _next_item),
        (ends.call(0, 0, (), _THERE, _NOTHING), _call),
        (ends.call_with(0, 0, (), _THERE, _NOTHING), _call_with),
        (ends.return_value(0), _return),
    )
}
"""The same of ends."""

_WORDS["QUICK"] = QUICK[0]


def _written(step: Any) -> _Written | None:
    """Return what writes a step or an end down, if something does."""
    code = _code_of(step)
    found = _STEPS.get(code) or _ENDS.get(code)
    if found is _call_with:
        kinds = [kind for kind, _ in _cells(step)["arguments"]]
        names = [kind for kind in kinds if kind]
        return None if None in kinds or "*" in kinds or len({*names}) < len(names) else found
    return found
