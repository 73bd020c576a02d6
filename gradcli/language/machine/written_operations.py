"""How operations are written as lines of Python: quickly for numbers, carefully for the rest."""

from __future__ import annotations

import operator
from typing import Any

from gradcli.language.limits import DEFAULT_GUARDS, remainder
from gradcli.language.machine.calling import Call
from gradcli.language.machine.closures import Cells, cells_of, code_of
from gradcli.language.machine.code import Block, Frame, Next, Register, Step
from gradcli.language.machine.functions import enter
from gradcli.language.machine.pen import Pen
from gradcli.language.machine.sequences import plus, plus_in_place
from gradcli.language.machine.signs import answering, otherwise

_INFIX: dict[Any, str] = {
    operator.add: "+",
    operator.sub: "-",
    operator.truediv: "/",
    operator.floordiv: "//",
    operator.matmul: "@",
    operator.and_: "&",
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


_GROWING: dict[Any, Any] = {plus: operator.add, plus_in_place: operator.iadd}


def _kind(f: Any) -> Any:
    """Return which operation an infix operator does behind its guard."""
    if code_of(f) is _MULTIPLY:
        return operator.mul
    if getattr(f, "__func__", None) is _MULTIPLY_IN_PLACE:
        return operator.imul
    return cells_of(f)["operation"] if code_of(f) is _GUARDED else _GROWING.get(f, f)


def binary(to: Pen, step: Any, cells: Cells) -> None:
    """Combine two values by an infix operator."""
    a, b = read_two(to, cells)
    kind = _kind(cells["f"])
    asked = [x for x in (a, b) if x[0] != "g"]
    if kind not in _SIGNS or not asked:
        to.tell(cells["node"], a, b)
        result = to.result(cells["target"], [a, b])
        _write(to, cells["f"], a, b, result)
        to.give(cells["target"], result)
        return
    result = to.result(cells["target"], [a, b])
    plain = " and ".join([_is_plain(kind, x) for x in asked])
    if _is_number(to, a) and _is_number(to, b):
        to.emit(f"if {plain}: {result} = {_plain(to, cells['f'], a, b)}")
        to.emit("else:")
        to.indent += 1
        _careful(to, cells, a, b, result)
        to.indent -= 1
    else:
        _careful(to, cells, a, b, result)
    to.give(cells["target"], result)


def _is_plain(kind: Any, x: str) -> str:
    """Return the text that tells whether a number needs no care: of integers sums have bounds."""
    if kind in (operator.add, operator.iadd, operator.sub, operator.isub):
        return f"({x}.__class__ is FLOAT or {x}.__class__ is INT)"
    return f"{x}.__class__ is FLOAT"


def _is_number(to: Pen, name: str) -> bool:
    """Tell whether a value may be a number, as all may that are no literals."""
    return name[0] != "g" or to.values[name].__class__ in (int, float)


def _plain(to: Pen, f: Any, a: str, b: str) -> str:
    """Return the text of an operation of numbers one of which has a point."""
    kind = _kind(f)
    sign = {operator.mul: "*", operator.imul: "*"}.get(kind) or _INFIX.get(kind)
    sign = sign or str(_IN_PLACE.get(kind, "")).removesuffix("=")
    return f"{a} {sign} {b}" if sign else infix(to, f, a, b)


def _careful(to: Pen, cells: Cells, a: str, b: str, result: str) -> None:
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


def read_two(to: Pen, cells: Cells) -> tuple[str, str]:
    """Return the names of two operands, the second of which may be a literal."""
    a = to.read(cells["left"])
    return a, to.read(cells["right"]) if "right" in cells else to.value(cells["b"])


def _ask(to: Pen, cells: Cells, a: str, b: str, result: str) -> None:
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


def _rest(to: Pen, cells: Cells, name: str, in_place: bool) -> Block:
    """Return a block for what comes after an operation that a function of the program answers."""
    right = cells["right"] if "right" in cells else (cells["b"],)
    check = _answered(cells["target"], cells["left"], right, (name, in_place))
    return to.rest(to.place, (check, *to.block.steps[to.place + 1 :]))


def _asking(to: Pen, cells: Cells, name: str, in_place: bool, back: Block) -> Block:
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


def _write(to: Pen, f: Any, a: str, b: str, result: str) -> None:
    """Write an operation whose result is no operand's variable."""
    kind = _kind(f)
    if kind in _IN_PLACE:
        grows = _grows(to, f, a, b)
        if grows:
            to.emit(f"if {grows}: {result} = {to.value(f)}({a}, {b})")
            to.emit("else:")
        to.emit(f"{' ' * bool(grows)}{result} = {a}")
        to.emit(f"{' ' * bool(grows)}{result} {_IN_PLACE[kind]} {b}")
    else:
        to.emit(f"{result} = {infix(to, f, a, b)}")


def infix(to: Pen, f: Any, a: str, b: str) -> str:
    """Return the text of an operation."""
    kind, call = _kind(f), f"{to.value(f)}({a}, {b})"
    if kind in _INFIX:
        plain, grows = f"{a} {_INFIX[kind]} {b}", _grows(to, f, a, b)
        return f"{call} if {grows} else {plain}" if grows else plain
    if kind in (operator.mul, operator.imul):
        return f"{a} * {b} if {a}.__class__ is FLOAT else {call}"
    number = f"{a}.__class__ is INT or {a}.__class__ is FLOAT"  # of others some are texts
    return f"{a} % {b} if {number} else {call}" if f is remainder else call


def _grows(to: Pen, f: Any, a: str, b: str) -> str:
    """Return the text that tells whether an operation puts sequences together, if it may."""
    numbers = any(x[0] == "g" and to.values[x].__class__ in (int, float) for x in (a, b))
    return f"{a}.__class__ in GROWING" if f in _GROWING and not numbers else ""


def unary(to: Pen, step: Any, cells: Cells) -> None:
    """Apply a prefix operator."""
    x = to.read(cells["operand"])
    to.tell(cells["node"], x)
    f = cells["f"]
    to.store(cells["target"], f"{_PREFIX[f]}{x}" if f in _PREFIX else f"{to.value(f)}({x})")
