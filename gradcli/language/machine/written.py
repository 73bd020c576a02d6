"""How each step, and each end, is written as lines of Python: what it does, without a call.

Every function here takes the writer (``fused``), a step and what that was made with, and writes the
same as the function of its name in ``steps`` or ``ends`` does. Values of programs have names in the
text; nothing of a program is text itself. A test runs programs both ways.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from types import CodeType
from typing import TYPE_CHECKING, Any

from gradcli.language.limits import DEFAULT_GUARDS, remainder
from gradcli.language.machine import ends, steps
from gradcli.language.machine.closures import Cells, cells_of, code_of, numbers, past
from gradcli.language.machine.code import Block, Frame, Globals, Register, Step
from gradcli.language.machine.signs import otherwise
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


def as_it_is(to: Writer, step: Any, cells: Cells) -> None:
    """Call a step; what it may have written is read again."""
    to.emit(f"{to.value(step)}(f)")
    touched = {number for value in cells.values() for number in numbers(value)}
    for register in list(to.known):
        if register in touched or register.__class__ is not int or None in touched:
            del to.known[register]


def _move(to: Writer, step: Any, cells: Cells) -> None:
    to.store(cells["target"], to.read(cells["source"]))


def _outer(to: Writer, step: Any, cells: Cells) -> None:
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


def _binary(to: Writer, step: Any, cells: Cells) -> None:
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
        _ask(to, cells, a, b)
        to.indent -= 2
    to.store(cells["target"], _infix(to, cells["f"], a, b))


def _read_two(to: Writer, cells: Cells) -> tuple[str, str]:
    """Return the names of two operands, the second of which may be a literal."""
    a = to.read(cells["left"])
    return a, to.read(cells["right"]) if "right" in cells else to.value(cells["b"])


def _rest(to: Writer, cells: Cells, name: str, in_place: bool) -> Block:
    """Return a block for what comes after an operation that a function of the program answers."""
    rest, block, place = Block(), to.block, to.place
    right = cells["right"] if "right" in cells else (cells["b"],)
    check = _answered(cells["target"], cells["left"], right, (name, in_place))
    rest.steps, rest.end = (check, *block.steps[place + 1 :]), block.end
    rest.sites, rest.site = block.sites[place:], block.site
    rest.region, rest.again = block.region, block.again
    return ends.warming(to.code, rest, rest.region)


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


def _take_answer(to: Writer, step: Any, cells: Cells) -> None:
    result = to.read(_ANSWER)
    left, right = to.read(cells["left"]), cells["right"]
    b = to.value(right[0]) if right.__class__ is tuple else to.read(right)
    name, in_place = cells["sign"]
    asked = f"otherwise({left}, {b}, {to.value(name)}, {in_place})"
    to.store(cells["target"], f"{asked} if {result} is NOTHING else {result}")


def _infix(to: Writer, f: Any, a: str, b: str) -> str:
    """Return the text of an operation."""
    if f in _INFIX:
        return f"{a} {_INFIX[f]} {b}"
    if f in _IN_PLACE:
        name = to.another()
        to.emit(f"{name} = {a}")
        to.emit(f"{name} {_IN_PLACE[f]} {b}")
        return name
    call = f"{to.value(f)}({a}, {b})"
    if _kind(f) in (operator.mul, operator.imul):
        return f"{a} * {b} if {a}.__class__ is FLOAT else {call}"
    number = f"{a}.__class__ is INT or {a}.__class__ is FLOAT"  # of others some are texts
    return f"{a} % {b} if {number} else {call}" if f is remainder else call


def _ask(to: Writer, cells: Cells, a: str, b: str) -> None:
    """Go on in the program's function for an operation with an instance, if there is one."""
    name, in_place = _SIGNS[_kind(cells["f"])]
    found, back = to.another(), to.value(_rest(to, cells, name, in_place))
    to.emit(f"{found} = answering({a}, {b}, {to.value(name)}, {in_place})")
    to.emit(f"if {found} is not None:")
    for register, held in to.known.items():
        if register.__class__ is int and register not in to.framed:
            to.emit(f" f[{register}] = {held}")
    node = to.value(cells["node"])
    to.emit(f" return enter({found}[0], {found}[1], None, f, {_ANSWER}, {back}, {node})")


def _unary(to: Writer, step: Any, cells: Cells) -> None:
    x = to.read(cells["operand"])
    to.tell(cells["node"], x)
    f = cells["f"]
    to.store(cells["target"], f"{_PREFIX[f]}{x}" if f in _PREFIX else f"{to.value(f)}({x})")


def _attribute(to: Writer, step: Any, cells: Cells) -> None:
    owner, read = to.read(cells["value"]), to.value(cells["read"])
    name = to.value(cells_of(cells["read"])["name"])
    inside = f"{owner}.__class__ is QUICK and {name} in {owner}.attributes"
    to.store(cells["target"], f"{owner}.attributes[{name}] if {inside} else {read}({owner})")


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


def _slice(to: Writer, step: Any, cells: Cells) -> None:
    parts = [to.read(cells[name]) for name in ("lower", "upper", "step_")]
    to.store(cells["target"], f"slice({', '.join(parts)})")


def _build(to: Writer, step: Any, cells: Cells) -> None:
    parts = "[" + ", ".join([to.read(part) for part in cells["parts"]]) + "]"
    make = cells["make"]
    to.store(cells["target"], parts if make is list else f"{to.value(make)}({parts})")


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
    to.store(cells["target"], f"SUSPENDED.get({value}.__class__, iter)({value})")


def _unpack(to: Writer, step: Any, cells: Cells) -> None:
    value, targets = to.read(cells["value"]), cells["targets"]
    names = [to.another() for _ in targets]
    to.emit(to.source(cells["node"]))
    to.emit(f"[{', '.join(names)}] = unpack({value}, {len(targets)})")
    for target, name in zip(targets, names, strict=True):
        to.store(target, name)


Writes = Callable[["Writer", Any, Cells], None]
_NOTHING = nodes.Node()
_STEPS: dict[CodeType | None, Writes] = {
    code_of(made): written
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


def leave(to: Writer, end: Any, cells: Cells) -> None:
    """Let an end say where to go on."""
    to.emit(f"return {to.value(end)}(f)")


def _jump(to: Writer, step: Any, cells: Cells) -> None:
    to.go(cells["to"])


def _branch(to: Writer, step: Any, cells: Cells) -> None:
    to.choose(to.read(cells["test"]), cells["yes"], cells["no"])


def _branch_binary(to: Writer, step: Any, cells: Cells) -> None:
    a, b = _read_two(to, cells)
    to.tell(cells["node"], a, b)
    to.choose(_infix(to, cells["f"], a, b), cells["yes"], cells["no"])


def _next_item(to: Writer, step: Any, cells: Cells) -> None:
    target, iterator = cells["target"], to.read(cells["iterator"])
    body, done = past(cells["body"]), past(cells["done"])
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


def _call(to: Writer, step: Any, cells: Cells) -> None:
    _called(to, cells, [to.read(argument) for argument in cells["arguments"]], "")


def _call_with(to: Writer, step: Any, cells: Cells) -> None:
    values = [(kind, to.read(register)) for kind, register in cells["arguments"]]
    keywords = ", ".join([f"{to.value(kind)}: {value}" for kind, value in values if kind])
    _called(to, cells, [value for kind, value in values if not kind], "{" + keywords + "}")


def _called(to: Writer, cells: Cells, values: list[str], keywords: str) -> None:
    """Write a call: of a function of the program, which goes on in it, or of another."""
    callee, then = to.read(cells["callee"]), past(cells["then"])
    # Only where functions of the program are called does anything go on behind the call.
    behind = then if then.fused is not None else ends.warming(to.code, then, then.region)
    back = f"f, {to.register(cells['target'])}, {to.value(behind)}, {to.value(cells['node'])}"
    found = to.another()
    given = ", ".join([*values, *([f"**{keywords}"] if keywords else [])])
    to.emit(f"{found} = ENTER.get({callee}.__class__)")
    to.emit(f"if {found} is not None:")
    to.emit(f" return {found}({callee}, [{', '.join(values)}], {keywords or None}, {back})")
    to.emit(to.source(cells["node"]))
    to.emit(
        f"if {callee}.__class__ is METHOD: {found} = {callee}.function({callee}.value, {given})"
    )
    to.emit(f"elif {callee}.__class__ is BUILTIN: {found} = {callee}.function({given})")
    to.emit(f"else: {found} = host_callable({callee})({given})")
    to.store(cells["target"], found)
    to.go(then)


def _return(to: Writer, step: Any, cells: Cells) -> None:
    value, caller = to.read(cells["value"]), to.another()
    to.emit(f"{caller} = f.caller")
    to.emit(f"if {caller} is None: return None, {value}")
    to.emit(f"{caller}[f.target] = {value}")
    to.emit(f"return {caller}, f.block")


_THERE = Block()
_ENDS: dict[CodeType | None, Writes] = {
    code_of(made): written
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


def writes(step: Any) -> Writes | None:
    """Return what writes a step or an end down, if something does."""
    code = code_of(step)
    found = _STEPS.get(code) or _ENDS.get(code)
    if found is _call_with:
        kinds = [kind for kind, _ in cells_of(step)["arguments"]]
        names = [kind for kind in kinds if kind]
        return None if None in kinds or "*" in kinds or len({*names}) < len(names) else found
    return found
