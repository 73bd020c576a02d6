"""How operations are written as lines of Python: quickly for numbers, carefully for the rest."""

from __future__ import annotations

import operator
from functools import cache
from typing import Any

from gradcli.language.limits import DEFAULT_GUARDS, current, remainder
from gradcli.language.machine.calling import Call, Sign
from gradcli.language.machine.closures import Cells, cells_of, code_of
from gradcli.language.machine.code import Block, Frame, Next, Register, Step
from gradcli.language.machine.functions import NUMBERS, enter
from gradcli.language.machine.infix import COMPARED
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
_BETWEEN: dict[Any, str] = {
    **_INFIX,
    **{f: sign.removesuffix("=") for f, sign in _IN_PLACE.items()},
    operator.mul: "*",
    operator.imul: "*",
    operator.pow: "**",
    remainder: "%",
}
"""How operations of numbers are written."""
_QUICKLY = 60  # bits that a product may have without a look at the limit
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
    if code_of(f) is COMPARED:
        return cells_of(f)["compare"]
    return cells_of(f)["operation"] if code_of(f) is _GUARDED else _GROWING.get(f, f)


def binary(to: Pen, step: Any, cells: Cells) -> None:
    """Combine two values by an infix operator."""
    a, b = read_two(to, cells)
    kind = _kind(cells["f"])
    asked = [x for x in (a, b) if x[0] != "g"]
    result = to.result(cells["target"], [a, b])
    answered = kind in _SIGNS and not to.hosted
    numbers = kind in _SIGNS or kind in (operator.floordiv, operator.ifloordiv, remainder)
    numbers = numbers and _is_number(to, a) and _is_number(to, b)
    if asked and numbers and not (answered and _is_other(to, cells["left"])):
        _for_numbers(to, cells, a, b, result)
        if answered:
            _ask(to, cells, a, b, result)
        else:
            to.tell(cells["node"], a, b)
            _write(to, cells["f"], a, b, result)
        to.give(cells["target"], result)
        to.indent -= 1
        return
    if asked and answered:
        to.emit(f"if {' or '.join([f'{x}.__class__ is QUICK' for x in asked])}:")
        to.indent += 1
        _ask(to, cells, a, b, result)
        to.indent -= 1
        to.emit("else:")
        to.indent += 1
    to.tell(cells["node"], a, b)
    _write(to, cells["f"], a, b, result)
    to.indent -= int(bool(asked) and answered)
    to.give(cells["target"], result)


def _is_number(to: Pen, name: str) -> bool:
    """Tell whether a value may be a number, as all may that are no literals."""
    return name[0] != "g" or to.values[name].__class__ in NUMBERS


def _is_other(to: Pen, register: Register) -> bool:
    """Tell whether a register holds something else than a number now, as it may later."""
    now = to.sample(register)
    return now is not None and now.__class__ not in NUMBERS


def _for_numbers(to: Pen, cells: Cells, a: str, b: str, result: str) -> None:
    """Write an operation of two plain numbers, and begin what is to be done for others."""
    f, target = cells["f"], cells["target"]
    kind, asked = _kind(f), [x for x in (a, b) if x[0] != "g"]
    numbers = "is FLOAT" if kind is operator.pow else "in NUMBERS"
    to.emit(f"if {' and '.join([f'{x}.__class__ {numbers}' for x in asked])}:")
    to.indent += 1
    found = f"{a} {_BETWEEN[kind]} {b}"
    if kind in (operator.mul, operator.imul):
        most, least = _bounds(min(current().max_int_bits, _QUICKLY))
        inside = f"{to.value(least)} < {result} < {to.value(most)}"
        to.emit(f"{result} = {found}")
        to.emit(f"if {result}.__class__ is INT and not {inside}: {to.value(f)}({a}, {b})")
        found = result
    if found != to.local(target):
        to.store(target, found)
    to.indent -= 1
    if len(asked) == 1 and kind in _SIGNS and not _SIGNS[kind][1]:  # as in 2 * x
        to.emit(f"elif {asked[0]}.__class__ in TENSORS:")
        to.indent += 1
        to.emit(to.source(cells["node"]))
        to.store(target, f"{a} {_BETWEEN[kind]} {b}")
        to.indent -= 1
    to.emit("else:")
    to.indent += 1


@cache
def _bounds(bits: int) -> tuple[int, int]:
    return 1 << bits, -1 << bits


def read_two(to: Pen, cells: Cells) -> tuple[str, str]:
    """Return the names of two operands, the second of which may be a literal."""
    a = to.read(cells["left"])
    return a, to.read(cells["right"]) if "right" in cells else to.value(cells["b"])


def _ask(to: Pen, cells: Cells, a: str, b: str, result: str) -> None:
    """Call what does an operation that a function of the program may answer."""
    sign = Sign(cells["f"], *_SIGNS[_kind(cells["f"])])
    back = _rest(to, cells, sign)
    to.call = Call(_ANSWER, back, cells["node"], _asking(to, cells, sign, back))
    to.emit(f"{result} = OPERATE({a}, {b}, {to.value(sign)}, {to.value(cells['node'])}, n)")
    to.linked(result)
    to.call = None


def _rest(to: Pen, cells: Cells, sign: Sign) -> Block:
    """Return a block for what comes after an operation that a function of the program answers."""
    right = cells["right"] if "right" in cells else (cells["b"],)
    check = _answered(cells["target"], cells["left"], right, sign)
    return to.rest(to.place, (check, *to.block.steps[to.place + 1 :]))


def _asking(to: Pen, cells: Cells, sign: Sign, back: Block) -> Block:
    """Return a block that goes on in the function of the program that answers an operation."""
    block = Block()
    left, node = cells["left"], cells["node"]
    right = cells["right"] if "right" in cells else (cells["b"],)

    def end(frame: Frame) -> Next:
        b = right[0] if right.__class__ is tuple else frame[right]
        found = answering(frame[left], b, sign.name, sign.in_place)
        assert found is not None
        return enter(found[0], found[1], None, frame, _ANSWER, back, node)

    block.end, block.site, block.region = end, to.site, to.block.region
    return block


_ANSWER = -3
"""The register for what a function of the program answers to an operation."""


def _answered(target: Register, left: Register, right: Any, sign: Sign) -> Step:
    """Take the answer to an operation; the right operand may be a literal, then in a tuple."""

    def step(frame: Frame) -> None:
        result = frame[_ANSWER]
        if result is NotImplemented:
            b = right[0] if right.__class__ is tuple else frame[right]
            result = otherwise(frame[left], b, sign.name, sign.in_place)
        frame[target] = result

    return step


def _write(to: Pen, f: Any, a: str, b: str, result: str) -> None:
    """Write an operation of any values whose result is no operand's variable."""
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
    """Return the text of an operation of any values."""
    kind, call = _kind(f), f"{to.value(f)}({a}, {b})"
    if kind not in _INFIX:
        return call
    plain, grows = f"{a} {_INFIX[kind]} {b}", _grows(to, f, a, b)
    return f"{call} if {grows} else {plain}" if grows else plain


def _grows(to: Pen, f: Any, a: str, b: str) -> str:
    """Return the text that tells whether an operation may be of large sequences, if it may."""
    if any(x[0] == "g" and to.values[x].__class__ in (int, float) for x in (a, b)):
        return ""
    if code_of(f) is COMPARED:
        return f"{a}.__class__ not in FLAT"
    return f"{a}.__class__ in GROWING" if f in _GROWING else ""


def unary(to: Pen, step: Any, cells: Cells) -> None:
    """Apply a prefix operator."""
    x = to.read(cells["operand"])
    to.tell(cells["node"], x)
    f = cells["f"]
    to.store(cells["target"], f"{_PREFIX[f]}{x}" if f in _PREFIX else f"{to.value(f)}({x})")
