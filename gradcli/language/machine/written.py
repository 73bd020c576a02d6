"""How each step, and each end, is written as lines of Python: what it does, without a call.

Every function here takes the writer (``fused``) and a step, and writes the same as the function of
its name in ``steps`` or ``ends`` does. Values of programs have names in the text; nothing of a
program is text itself. A test runs programs both ways.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from types import CodeType
from typing import TYPE_CHECKING, Any, NamedTuple

from gradcli.language.limits import DEFAULT_GUARDS, remainder
from gradcli.language.machine import ends, flow, generators, sequences, steps
from gradcli.language.machine.bodies import own_super
from gradcli.language.machine.calling import Call, Place
from gradcli.language.machine.closures import Cells, cells_of, code_of, numbers
from gradcli.language.machine.code import Block, Frame, Globals, Next, Register, Step
from gradcli.language.machine.functions import enter
from gradcli.language.machine.outer import set_outer
from gradcli.language.machine.signs import answering, otherwise
from gradcli.language.names.modules import Module
from gradcli.language.machine.written_calls import CALLS, Methods, is_spread
from gradcli.syntax import nodes

if TYPE_CHECKING:
    from gradcli.language.machine.fused import Writer

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
_MULTIPLY = DEFAULT_GUARDS.operators()["*"].__code__
_GUARDED = DEFAULT_GUARDS.operators()["**"].__code__
_MULTIPLY_IN_PLACE = DEFAULT_GUARDS.operators()["*="].__func__  # type: ignore[attr-defined]


def _kind(f: Any) -> Any:
    """Return which operation an infix operator does behind its guard."""
    if code_of(f) is _MULTIPLY:
        return operator.mul
    if getattr(f, "__func__", None) is _MULTIPLY_IN_PLACE:
        return operator.imul
    return cells_of(f)["operation"] if code_of(f) is _GUARDED else f


# Steps


class Line(NamedTuple):
    """A line of a function, and what it is for."""

    indent: int
    text: str
    place: Place


def leave_at(to: Writer, step: Any) -> None:
    """Let the machine go on at a step, and with what comes after it."""
    rest = to.rest(to.place, to.block.steps[to.place :])
    to.emit(f"return LEAVE(LOCALS(), TEXT, {to.value(rest)}, None)")


def _move(to: Writer, step: Any, cells: Cells) -> None:
    to.store(cells["target"], to.read(cells["source"]))


def _clear(to: Writer, step: Any, cells: Cells) -> None:
    to.store(cells["register"], "None")


def _tick(to: Writer, step: Any, cells: Cells) -> None:
    to.emit(f"{'f' if to.main or to.facts.framed else 'o'}.machine.tick()")


def _outer(to: Writer, step: Any, cells: Cells) -> None:
    distance, name = len(cells["further"]) + 1, to.value(cells["name"])
    found, scope = to.another(), "o" + ".outer" * (distance - 1)
    around: Any = to.frame
    for _ in range(distance):
        around = around.outer
    if not isinstance(around, Globals):
        to.emit(f"try: {found} = {scope}[{name}]")
        to.emit(f"except UNBOUND: {to.value(_unbound(cells['name']))}()")
    elif cells["name"] in around:
        to.emit(f"{found} = {scope}[{name}]")
    else:  # a built-in name is no variable, unless there is one
        default = to.value(to.builtin(around, cells["name"]))
        to.emit(f"{found} = {scope}.get({name}, {default})")
        to.emit(f"if {found} is NOTHING: {found} = {scope}[{name}]")
    to.store(cells["target"], found)
    to.seen[cells["target"]] = dict.get(around, cells["name"], to.builtin(around, cells["name"]))


def _unbound(name: str) -> Callable[[], None]:
    """Return what raises the error for a variable of an enclosing function without a value."""
    step = steps.outer(0, 1, name, _NODE)

    def fail() -> None:
        inner = Frame()
        inner.outer = Frame()
        step(inner)

    return fail


def _make_function(to: Writer, step: Any, cells: Cells) -> None:
    defaults = [f"{to.value(name)}: {to.read(value)}" for name, value in cells["defaults"]]
    code = to.value(cells["code"])
    to.store(cells["target"], f"FUNCTION({code}, {{{', '.join(defaults)}}}, f)")


# Operations


def _binary(to: Writer, step: Any, cells: Cells) -> None:
    a, b = _read_two(to, cells)
    kind = _kind(cells["f"])
    asked = [x for x in (a, b) if x[0] != "g"]
    if kind not in _SIGNS or not asked:
        to.tell(cells["node"], a, b)
        result = to.result(cells["target"], [a, b])
        _write(to, cells["f"], a, b, result)
        to.give(cells["target"], result)
        return
    result = to.result(cells["target"], [a, b])
    plain = " and ".join([f"{x}.__class__ is FLOAT" for x in asked])
    if _is_number(to, a) and _is_number(to, b):
        to.emit(f"if {plain}: {result} = {_plain(to, cells['f'], a, b)}")
        to.emit("else:")
        to.indent += 1
        _careful(to, cells, a, b, result)
        to.indent -= 1
    else:
        _careful(to, cells, a, b, result)
    to.give(cells["target"], result)


def _is_number(to: Writer, name: str) -> bool:
    """Tell whether a value may be a number, as all may that are no literals."""
    return name[0] != "g" or to.values[name].__class__ in (int, float)


def _plain(to: Writer, f: Any, a: str, b: str) -> str:
    """Return the text of an operation of numbers one of which has a point."""
    sign = {operator.mul: "*", operator.imul: "*"}.get(_kind(f)) or _INFIX.get(f)
    sign = sign or str(_IN_PLACE.get(f, "")).removesuffix("=")
    return f"{a} {sign} {b}" if sign else _infix(to, f, a, b)


def _careful(to: Writer, cells: Cells, a: str, b: str, result: str) -> None:
    """Write an operation of any values, which a function of the program may answer."""
    if to.hosted:
        to.tell(cells["node"], a, b)
        _write(to, cells["f"], a, b, result)
        return
    asked = " or ".join([f"{x}.__class__ is QUICK" for x in (a, b) if x[0] != "g"])
    to.emit(f"if {asked}:")
    to.indent += 1
    _ask(to, cells, a, b, result)
    to.indent -= 1
    to.emit("else:")
    to.indent += 1
    to.tell(cells["node"], a, b)
    _write(to, cells["f"], a, b, result)
    to.indent -= 1


def _read_two(to: Writer, cells: Cells) -> tuple[str, str]:
    """Return the names of two operands, the second of which may be a literal."""
    a = to.read(cells["left"])
    return a, to.read(cells["right"]) if "right" in cells else to.value(cells["b"])


def _ask(to: Writer, cells: Cells, a: str, b: str, result: str) -> None:
    """Call the program's function for an operation with an instance, if there is one."""
    name, in_place = _SIGNS[_kind(cells["f"])]
    back = _rest(to, cells, name, in_place)
    to.call = Call(_ANSWER, back, cells["node"], _asking(to, cells, name, in_place, back))
    to.emit(f"{result} = ASK({a}, {b}, {to.value(name)}, {in_place}, n)")
    to.linked(result)
    to.call = None
    to.emit(f"if {result} is NOTHING:")
    to.indent += 1
    _write(to, cells["f"], a, b, result)
    to.indent -= 1


def _rest(to: Writer, cells: Cells, name: str, in_place: bool) -> Block:
    """Return a block for what comes after an operation that a function of the program answers."""
    right = cells["right"] if "right" in cells else (cells["b"],)
    check = _answered(cells["target"], cells["left"], right, (name, in_place))
    return to.rest(to.place, (check, *to.block.steps[to.place + 1 :]))


def _asking(to: Writer, cells: Cells, name: str, in_place: bool, back: Block) -> Block:
    """Return a block that goes on in the function of the program that answers an operation."""
    block = Block()
    left, node = cells["left"], cells["node"]
    right = cells["right"] if "right" in cells else (cells["b"],)

    def end(frame: Frame) -> Next:
        b = right[0] if right.__class__ is tuple else frame[right]
        found = answering(frame[left], b, name, in_place)
        assert found is not None
        return enter(found[0], found[1], None, frame, _ANSWER, back, node)

    block.end, block.site, block.region = end, to.site, to.block.region
    return block


_ANSWER = -3
"""The register for what a function of the program answers to an operation."""


def _answered(target: Register, left: Register, right: Any, sign: tuple[str, bool]) -> Step:
    """Take the answer to an operation; the right operand may be a literal, then in a tuple."""

    def step(frame: Frame) -> None:
        result = frame[_ANSWER]
        if result is NotImplemented:
            b = right[0] if right.__class__ is tuple else frame[right]
            result = otherwise(frame[left], b, *sign)
        frame[target] = result

    return step


def _write(to: Writer, f: Any, a: str, b: str, result: str) -> None:
    """Write an operation whose result is no operand's variable."""
    if f in _IN_PLACE:
        to.emit(f"{result} = {a}")
        to.emit(f"{result} {_IN_PLACE[f]} {b}")
    else:
        to.emit(f"{result} = {_infix(to, f, a, b)}")


def _infix(to: Writer, f: Any, a: str, b: str) -> str:
    """Return the text of an operation."""
    if f in _INFIX:
        return f"{a} {_INFIX[f]} {b}"
    call = f"{to.value(f)}({a}, {b})"
    if _kind(f) in (operator.mul, operator.imul):
        return f"{a} * {b} if {a}.__class__ is FLOAT else {call}"
    number = f"{a}.__class__ is INT or {a}.__class__ is FLOAT"  # of others some are texts
    return f"{a} % {b} if {number} else {call}" if f is remainder else call


def _unary(to: Writer, step: Any, cells: Cells) -> None:
    x = to.read(cells["operand"])
    to.tell(cells["node"], x)
    f = cells["f"]
    to.store(cells["target"], f"{_PREFIX[f]}{x}" if f in _PREFIX else f"{to.value(f)}({x})")


# Attributes and elements


def _attribute(to: Writer, step: Any, cells: Cells) -> None:
    owner, read = to.read(cells["value"]), to.value(cells["read"])
    name = to.value(cells_of(cells["read"])["name"])
    if to.seen_value(cells["value"]).__class__ is Module:
        _of_module(to, cells, owner)
        return
    if _is_called(to, cells["target"]):
        _method(to, cells, owner, name)
        return
    inside = f"{owner}.__class__ is QUICK and {name} in {owner}.attributes"
    to.store(cells["target"], f"{owner}.attributes[{name}] if {inside} else {read}({owner})")


def _of_module(to: Writer, cells: Cells, owner: str) -> None:
    """Read a name of a module, which is the same each time unless it is looked up anew."""
    module, name = to.seen_value(cells["value"]), cells_of(cells["read"])["name"]
    read = f"{to.value(cells['read'])}({owner})"
    if name not in module.table or name not in dict.keys(module.table):
        to.store(cells["target"], read)
        return
    found = dict.get(module.table, name)
    test = f"{owner} is {to.value(module)}"
    to.store(cells["target"], f"{to.value(found)} if {test} else {read}")
    to.seen[cells["target"]] = found


def _is_called(to: Writer, target: Register) -> bool:
    """Tell whether the end of the block calls the attribute that a step reads, as nothing else."""
    end = cells_of(to.block.end)
    if target.__class__ is not int or end.get("callee") != target or to.is_framed(target):
        return False
    later = [cells_of(step) for step in to.block.steps[to.place + 1 :]]
    touched = {number for cells in later for value in cells.values() for number in numbers(value)}
    return target not in touched and None not in touched and not is_spread(end)


def _method(to: Writer, cells: Cells, owner: str, name: str) -> None:
    """Find the method that is called, without a value for it."""
    function, text = to.another(), cells_of(cells["read"])["name"]
    written = set[Any]().union(
        *[written_by(step, cells_of(step)) for step in to.block.steps[to.place + 1 :]]
    )
    value = owner
    if cells["value"] in written:
        value = to.another()
        to.emit(f"{value} = {owner}")
    to.emit(f"{function} = None")
    to.emit(f"if {value}.__class__ is QUICK:")
    inside = f"{name} not in {value}.attributes"
    to.emit(f" if {inside}: {function} = {value}.cls.found.get({name})")
    to.emit(f" if {function}.__class__ is not FUNCTION: {function} = None")
    to.emit(f"else: {function} = {to.value(Methods(text))}[{value}.__class__]")
    to.emit(f"if {function} is None:")
    to.indent += 1
    to.store(cells["target"], f"{to.value(cells['read'])}({value})")
    to.indent -= 1
    to.methods[cells["target"]] = (function, value, text)


def _set_attribute(to: Writer, step: Any, cells: Cells) -> None:
    owner, new, name = to.read(cells["value"]), to.read(cells["new"]), to.value(cells["name"])
    to.emit(f"if {owner}.__class__ is QUICK and {name} in {owner}.cls.plain:")
    to.emit(f" {owner}.attributes[{name}] = {new}")
    to.emit("else:")
    to.emit(f" {to.source(cells['node'])}")
    to.emit(f" {to.value(cells['set_attribute'])}({owner}, {name}, {new})")


def _subscript(to: Writer, step: Any, cells: Cells) -> None:
    container, index = to.read(cells["value"]), to.read(cells["index"])
    to.tell(cells["node"], container)
    to.store(cells["target"], f"{container}[{index}]")


def _set_subscript(to: Writer, step: Any, cells: Cells) -> None:
    container, index = to.read(cells["value"]), to.read(cells["index"])
    new = to.read(cells["new"])
    to.tell(cells["node"], container)
    to.emit(f"{container}[{index}] = {new}")


# Values of parts


def _slice(to: Writer, step: Any, cells: Cells) -> None:
    parts = [to.read(cells[name]) for name in ("lower", "upper", "step_")]
    to.store(cells["target"], f"slice({', '.join(parts)})")


def _build(to: Writer, step: Any, cells: Cells) -> None:
    parts = [to.read(part) for part in cells["parts"]]
    listed, make = "[" + ", ".join(parts) + "]", cells["make"]
    if make is list:
        to.store(cells["target"], listed)
    elif make is sequences.make_tuple and parts:
        plain = " and ".join([f"{part}.__class__ is not TUPLE" for part in parts])
        made = f"({', '.join(parts)},)"
        to.store(cells["target"], f"{made} if {plain} else {to.value(make)}({listed})")
    else:
        to.store(cells["target"], f"{to.value(make)}({listed})")


def _build_dict(to: Writer, step: Any, cells: Cells) -> None:
    made = to.another()
    to.emit(f"{made} = {{}}")
    for key, value in cells["parts"]:
        to.emit(f"{made}[{to.read(key)}] = {to.read(value)}")
    to.store(cells["target"], made)


def _format_value(to: Writer, step: Any, cells: Cells) -> None:
    given, conversion = to.read(cells["value"]), cells["conversion"]
    if conversion is not None:
        given = f"{to.value(conversion)}({given})"
    made = f"{to.value(sequences.format_value)}({given}, {to.read(cells['spec'])})"
    to.store(cells["target"], made)


def _join(to: Writer, step: Any, cells: Cells) -> None:
    parts = ", ".join([to.read(part) for part in cells["parts"]])
    to.store(cells["target"], f"{to.value(''.join)}([{parts}])")


def _append(to: Writer, step: Any, cells: Cells) -> None:
    collection, value = to.read(cells["collection"]), to.read(cells["value"])
    to.emit(f"if {collection}.__class__ is LIST: {collection}.append({value})")
    to.emit(f"else: {collection}.add({value})")


def _set_item(to: Writer, step: Any, cells: Cells) -> None:
    names = [to.read(cells[name]) for name in ("collection", "key", "value")]
    to.emit(f"{names[0]}[{names[1]}] = {names[2]}")


def _iterate(to: Writer, step: Any, cells: Cells) -> None:
    value = to.read(cells["value"])
    to.emit(to.source(cells["node"]))
    made = "iter" if to.hosted else f"SUSPENDED.get({value}.__class__, iter)"
    to.store(cells["target"], f"{made}({value})")


def _unpack(to: Writer, step: Any, cells: Cells) -> None:
    value, targets = to.read(cells["value"]), cells["targets"]
    names = [to.another() for _ in targets]
    to.emit(f"if {value}.__class__ is not TUPLE: {to.source(cells['node'])}")
    to.emit(f"[{', '.join(names)}] = unpack({value}, {len(targets)})")
    for target, name in zip(targets, names, strict=True):
        to.store(target, name)


# Steps that are called, with what they ask for in the frame


def _bridged(reads: str, makes: str) -> Writes:
    """Return what calls a step that reads some of its registers, and makes others."""

    def write(to: Writer, step: Any, cells: Cells) -> None:
        for register in named(cells, reads):
            to.emit(f"f[{to.register(register)}] = {to.read(register)}")
        to.emit(f"{to.value(step)}(f)")
        for register in named(cells, makes):
            if not to.is_framed(register):
                to.store(register, f"f[{to.register(register)}]")

    return write


def named(cells: Cells, names: str) -> Iterator[Any]:
    """Yield the registers that a step was made with under some names."""
    for name in names.split():
        value = cells.get(name)
        parts = value if isinstance(value, tuple) else (value,)
        for part in parts:
            register = part[1] if isinstance(part, tuple) else part
            if register is not None:
                yield register


def _forgetting(to: Writer, step: Any, cells: Cells) -> None:
    """Call a step that deletes a variable."""
    register = cells["name"]
    if cells.get("distance") or to.is_framed(register):
        to.emit(f"{to.value(step)}(f)")
        return
    name = to.read(register)
    to.emit(f"try: f[{to.register(register)}] = {name}")
    to.emit("except UNBOUND: pass")
    to.emit(f"{to.value(step)}(f)")
    to.emit(f"try: del {name}")
    to.emit("except UNBOUND: pass")


Writes = Callable[["Writer", Any, Cells], None]
_NODE = nodes.Node()
OUTER = code_of(steps.outer(0, 1, "", _NODE))
LATER = code_of(flow.later_on(0, Block(), 0, _NODE))
GO_ON = code_of(flow.go_on(0))
INNER = code_of(steps.make_function(0, None, (), _NODE))  # type: ignore[arg-type]
_STEPS: dict[CodeType | None, Writes] = {
    OUTER: _outer,
    INNER: _make_function,
} | {
    code_of(made): written
    for made, written in (
        (steps.move(0, 0, _NODE), _move),
        (steps.clear(0, 0, _NODE), _clear),
        (steps.tick(0, _NODE), _tick),
        (steps.binary(0, 0, 0, max, _NODE), _binary),
        (steps.binary(0, 0, nodes.Constant(None, 0), max, _NODE), _binary),  # type: ignore[arg-type]
        (steps.unary(0, 0, max, _NODE), _unary),
        (steps.attribute(0, 0, "", _NODE), _attribute),
        (steps.set_attribute(0, 0, 0, "", _NODE), _set_attribute),
        (steps.subscript(0, 0, 0, _NODE), _subscript),
        (steps.set_subscript(0, 0, 0, 0, _NODE), _set_subscript),
        (steps.build_slice(0, 0, 0, 0, _NODE), _slice),
        (steps.build(0, list, (), _NODE), _build),
        (steps.build_dict(0, (), _NODE), _build_dict),
        (steps.format_value(0, 0, None, 0, _NODE), _format_value),
        (steps.join(0, (), _NODE), _join),
        (steps.append(0, 0, 0, _NODE), _append),
        (steps.set_item(0, 0, 0, 0, _NODE), _set_item),
        (steps.iterate(0, 0, _NODE), _iterate),
        (steps.unpack(0, 0, (), _NODE), _unpack),
        (steps.unpack_starred(0, 0, (), 0, _NODE), _bridged("value", "targets")),
        (steps.build_spread(0, list, (), _NODE), _bridged("parts", "target")),
        (steps.delete_subscript(0, 0, 0, _NODE), _bridged("value index", "")),
        (steps.delete_name(0, "", _NODE), _forgetting),
        (steps.enter_context(0, 0, _NODE), _bridged("context", "target")),
        (steps.leave_context(0, _NODE), _bridged("", "")),
        (set_outer(0, 0, 1, "", _NODE), _bridged("value", "")),
        (own_super(0, "", _NODE), _bridged("first", "target")),
        (flow.later_on(0, Block(), 0, _NODE), _bridged("", "target error")),
        (flow.matched(0, 0, 0, _NODE), _bridged("error kinds", "target")),
        (flow.forget(0, "", 0, 0, _NODE), _forgetting),
    )
}
"""How steps are written, by the code that they run."""
BRIDGED = {_bridged("", "").__code__, _forgetting.__code__}
"""What writes steps that need a frame."""


def needs_frame(step: Any) -> bool:
    """Tell whether a step is called with a frame."""
    found = _STEPS.get(code_of(step))
    return found is not None and found.__code__ in BRIDGED  # type: ignore[attr-defined]


def written_by(step: Any, cells: Cells) -> set[Any]:
    """Return the registers that a step surely writes."""
    if writes(step) is None:
        return set()
    targets = [cells[name] for name in ("target", "register") if name in cells]
    return {*targets, *cells.get("targets", ())}


# Ends


def give_up(to: Writer, end: Any) -> None:
    """Let the machine take an end."""
    if to.code.lazy:
        to.emit(f"return {to.value(end)}(f)")
    else:
        needed = to.value(to.facts.needed(end, cells_of(end)))
        to.emit(f"return LEAVE(LOCALS(), TEXT, {to.value(to.instead())}, {needed})")


def _jump(to: Writer, step: Any, cells: Cells) -> None:
    to.go(cells["to"])


def _branch(to: Writer, step: Any, cells: Cells) -> None:
    to.choose(to.read(cells["test"]), cells["yes"], cells["no"])


def _branch_binary(to: Writer, step: Any, cells: Cells) -> None:
    a, b = _read_two(to, cells)
    if cells["f"] not in (operator.is_, operator.is_not):
        to.tell(cells["node"], a, b)
    to.choose(_infix(to, cells["f"], a, b), cells["yes"], cells["no"])


def _next_item(to: Writer, step: Any, cells: Cells) -> None:
    target, iterator = cells["target"], to.read(cells["iterator"])
    item = to.result(target, [])
    to.emit(f"for {item} in {iterator}: break")
    to.emit("else:")
    to.indent += 1
    if not to.hosted:
        to.emit(f"if isinstance({iterator}, RESUMED):")
        to.indent += 1
        give_up(to, step)
        to.indent -= 1
    to.go(cells["done"])
    to.indent -= 1
    to.give(target, item)
    to.go(cells["body"])


def _go_on(to: Writer, step: Any, cells: Cells) -> None:
    block = to.read(cells["register"])
    for later in to.facts.later.get(cells["register"], ()):
        to.emit(f"if {block} is {to.value(later)}:")
        to.indent += 1
        to.go(later)
        to.indent -= 1
    give_up(to, step)


def _return(to: Writer, step: Any, cells: Cells) -> None:
    to.emit(f"return {to.read(cells['value'])}")


def _yield(to: Writer, step: Any, cells: Cells) -> None:
    if to.hosted:
        to.store(cells["target"], f"yield {to.read(cells['value'])}")
        to.go(cells["then"])
    else:
        give_up(to, step)


def _end_generator(to: Writer, step: Any, cells: Cells) -> None:
    if to.hosted:
        _return(to, step, cells)
    else:
        give_up(to, step)


_THERE = Block()
_ENDS: dict[CodeType | None, Writes] = {
    code_of(made): written
    for made, written in (
        (ends.jump(_THERE), _jump),
        (ends.branch(0, _THERE, _THERE, _NODE), _branch),
        (ends.branch_binary(0, 0, max, _THERE, _THERE, None), _branch_binary),
        (
            ends.branch_binary(0, nodes.Constant(None, 0), max, _THERE, _THERE, None),  # type: ignore[arg-type]
            _branch_binary,
        ),
        (ends.next_item(0, 0, _THERE, _THERE, _NODE), _next_item),
        (ends.return_value(0), _return),
        (flow.go_on(0), _go_on),
        (generators.yield_value(0, 0, _THERE), _yield),
        (generators.end_generator(0), _end_generator),
    )
}
"""The same of ends."""


def writes(step: Any) -> Callable[[Writer, Any], None] | None:
    """Return what writes a step or an end down, if something does."""
    code = code_of(step)
    found = _STEPS.get(code) or _ENDS.get(code) or CALLS.get(code)
    if found is None:
        return None
    cells = cells_of(step)
    if found is _build_dict and any(key is None for key, _ in cells["parts"]):
        return None
    return lambda to, step: found(to, step, cells)
