"""How calls are written as lines of Python: of functions of the program, and of all others."""

from __future__ import annotations

from types import CodeType
from typing import Any

from gradcli.errors import Span
from gradcli.language.machine import ends, sequences
from gradcli.language.machine.calling import Call, stop
from gradcli.language.machine.closures import Cells, code_of, past
from gradcli.language.machine.code import Block, End, Frame, Next, Register
from gradcli.language.machine.functions import CONSTRUCTORS, Builtin, Function
from gradcli.language.machine.objects import Class
from gradcli.language.machine.pen import Pen, Writes
from gradcli.syntax import nodes


class Methods(dict[type, Any]):
    """The methods of a name that values of the host have, by the type of the value."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __missing__(self, kind: type) -> Any:
        from gradcli.language.names.attributes import quick

        found = quick(kind, self.name)
        if found is None:
            return None  # so far
        reader, bound, function = found
        self[kind] = function if bound and reader is None else None
        return self[kind]


def is_spread(cells: Cells) -> bool:
    """Tell whether arguments of a call are spread, or names given twice."""
    kinds = [part[0] for part in cells.get("arguments", ()) if part.__class__ is tuple]
    names = [kind for kind in kinds if kind]
    return None in kinds or "*" in kinds or len({*names}) < len(names)


def _call(to: Pen, step: Any, cells: Cells) -> None:
    _called(to, cells, [to.read(argument) for argument in cells["arguments"]], "")


def _call_with(to: Pen, step: Any, cells: Cells) -> None:
    values = [(kind, to.read(register)) for kind, register in cells["arguments"]]
    if is_spread(cells):
        _gathered(to, cells, values)
        return
    keywords = ", ".join([f"{to.value(kind)}: {value}" for kind, value in values if kind])
    _called(to, cells, [value for kind, value in values if not kind], "{" + keywords + "}")


def _gathered(to: Pen, cells: Cells, values: list[tuple[str | None, str]]) -> None:
    """Write a call some of whose arguments are spread."""
    callee = to.read(cells["callee"])
    to.store(_VALUES, "[]")
    to.store(_KEYWORDS, "{}")
    given, keywords = to.read(_VALUES), to.read(_KEYWORDS)
    for kind, value in values:
        if kind == "":
            to.emit(f"{given}.append({value})")
        elif kind == "*":
            spread = to.value(sequences.spread)
            to.emit(f"{given}.extend({spread}({value}, {callee}))")
        else:
            added = value if kind is None else f"{{{to.value(kind)}: {value}}}"
            to.emit(f"{to.value(sequences.add_keywords)}({keywords}, {added}, {callee})")
    then = past(cells["then"])
    to.call = _noted(to, cells, None)
    noted = to.call
    noted.instead.end = _with_gathered(cells["target"], cells["callee"], noted.then, cells["node"])
    if noted.needed is not None:
        to.call = noted._replace(needed=noted.needed | {_VALUES, _KEYWORDS})
    found = to.another()
    to.emit(f"{found} = ANY({callee}, n, {to.value(cells['node'])}, {given}, {keywords})")
    to.linked(found)
    to.call = None
    to.store(cells["target"], found)
    to.emit(f"{given} = {keywords} = {found} = None")
    to.go(then)


_VALUES, _KEYWORDS = -5, -6
"""The registers for arguments that have been spread."""


def _with_gathered(target: Register, callee: Register, then: Block, node: nodes.Node) -> End:
    """Call with arguments that have been spread."""

    def end(frame: Frame) -> Next:
        given = frame[callee], frame[_VALUES], frame[_KEYWORDS]
        return ends.called(*given, frame, target, then, node)

    return end


def _called(to: Pen, cells: Cells, values: list[str], keywords: str) -> None:
    """Write a call: of a function of the program, which goes on in it, or of another."""
    then, callee = past(cells["then"]), cells["callee"]
    method = to.methods.get(callee)
    asked = [part[1] if part.__class__ is tuple else part for part in cells["arguments"]]
    found = to.result(cells["target"], [to.local(register) for register in (callee, *asked)])
    where = None if method is None else (callee, *method)
    to.call = _noted(to, cells, where)
    if method is None:
        _any(to, cells, found, callee, values, keywords)
    else:
        function, value, _ = method
        to.emit(f"if {function} is None:")
        to.indent += 1
        _whatever(to, cells, found, to.read(callee), values, keywords)
        to.indent -= 1
        to.emit(f"elif {function}.__class__ is FUNCTION:")
        to.indent += 1
        _straight(to, found, function, [value, *values], keywords)
        to.indent -= 1
        to.emit("else:")
        to.indent += 1
        to.emit(to.source(cells["node"]))
        to.emit(f"{found} = {function}({_given([value, *values], keywords)})")
        to.indent -= 1
    to.call = None
    to.give(cells["target"], found)
    to.go(then)


def _noted(to: Pen, cells: Cells, method: tuple[Register, str, str, str] | None) -> Call:
    """Return what is to be known of a call where it is left."""
    target, node, then = cells["target"], cells["node"], past(cells["then"])
    instead = to.instead()
    if to.hosted:
        then, callee = stop(target), cells["callee"]
        make = ends.call if code_of(to.block.end) is _PLAIN else ends.call_with
        instead.end = make(target, callee, cells["arguments"], then, node)
    elif then.fused is None:
        # Only where functions of the program cannot be called straight does it go on there.
        then = ends.warming(to.code, then, then.region)
    return Call(target, then, node, instead, to.facts.needed(to.block.end, cells), method)


def _given(values: list[str], keywords: str) -> str:
    return ", ".join([*values, *([f"**{keywords}"] if keywords else [])])


def _straight(to: Pen, found: str, function: str, values: list[str], keywords: str) -> None:
    """Call a function of the program."""
    indirect = f"{found} = CALL({function}, n, [{', '.join(values)}], {keywords or None})"
    if keywords:
        to.emit(indirect)
    else:
        passed = ", ".join([f"{function}.outer, n - 1, None, 0", *values])
        to.emit(f"if {function}.code.arity == {len(values)} and n > 0:")
        to.emit(f" {found} = {function}.code.direct({passed})")
        to.emit(f"else: {indirect}")
    to.linked(found)


def _any(
    to: Pen, cells: Cells, found: str, register: Register, values: list[str], keywords: str
) -> None:
    """Call a value of any kind, first of the one that it has now."""
    callee, seen = to.read(register), to.seen.get(register)
    function = _of_host(seen)
    if function is not None:
        if getattr(seen, "name", "") == "isinstance" and len(values) == 2 and not keywords:
            # What the host finds by a call of ours, for an instance and one class of the program.
            value, kind = values
            plain = f"{kind}.__class__ is CLASS and {value}.__class__ is QUICK"
            to.emit(f"if {callee} is {to.value(seen)} and {plain}:")
            to.emit(f" {found} = {kind} in {value}.cls.mro")
            to.emit(f"elif {callee} is {to.value(seen)}:")
        else:
            to.emit(f"if {callee} is {to.value(seen)}:")
        to.emit(f" {to.source(cells['node'])}")
        to.emit(f" {found} = {to.value(function)}({_given(values, keywords)})")
    elif Function in (seen.__class__, to.sample(register).__class__):
        to.emit(f"if {callee}.__class__ is FUNCTION:")
        to.indent += 1
        _straight(to, found, callee, values, keywords)
        to.indent -= 1
    elif seen.__class__ is Class and not keywords:
        made = f"MAKE({callee}, n, {to.value(cells['node'])}, [{', '.join(values)}])"
        to.emit(f"{found} = {made}")
        to.linked(found)
        return
    else:
        _whatever(to, cells, found, callee, values, keywords)
        return
    to.emit("else:")
    to.indent += 1
    _whatever(to, cells, found, callee, values, keywords)
    to.indent -= 1


def _whatever(
    to: Pen, cells: Cells, found: str, callee: str, values: list[str], keywords: str
) -> None:
    """Call a value of any kind."""
    listed = f"[{', '.join(values)}], {keywords or None}"
    to.emit(f"{found} = ANY({callee}, n, {to.value(cells['node'])}, {listed})")
    to.linked(found)


def _of_host(seen: Any) -> Any:
    """Return what runs where a value is called, if that is a function of the host."""
    if seen.__class__ is Builtin:
        return seen.function
    return CONSTRUCTORS.get(seen) if seen.__class__ is type else None


_NODE = nodes.Node(Span(0, 0))
_PLAIN = code_of(ends.call(0, 0, (), Block(), _NODE))
CALLS: dict[CodeType | None, Writes] = {
    _PLAIN: _call,
    code_of(ends.call_with(0, 0, (), Block(), _NODE)): _call_with,
}
"""How calls are written, by the code that they run."""
