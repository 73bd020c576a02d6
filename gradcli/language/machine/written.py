"""How each step, and each end, is written as lines of Python: what it does, without a call.

Every function here, and in the modules of the rows below, takes the writer (``writing``), a step
and what that was made with, and writes the same as the function of its name in ``steps`` or
``ends`` does. Values of programs have names in the text; nothing of a program is text itself. A
test runs programs both ways.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from types import CodeType
from typing import Any

from gradcli.errors import Span
from gradcli.language.machine import ends, flow, steps, yields
from gradcli.language.machine import written_operations as operations
from gradcli.language.machine import written_parts as parts
from gradcli.language.machine.bodies import own_super
from gradcli.language.machine.closures import Cells, cells_of, code_of
from gradcli.language.machine.code import Block, Code, Frame, Globals
from gradcli.language.machine.functions import Function
from gradcli.language.machine.outer import set_outer
from gradcli.language.machine.pen import Pen, Writes
from gradcli.language.machine.written_calls import CALLS
from gradcli.syntax import nodes

# Steps


def leave_at(to: Pen, step: Any) -> None:
    """Let the machine go on at a step, and with what comes after it."""
    rest = to.rest(to.place, to.block.steps[to.place :])
    to.emit(f"return LEAVE(LOCALS(), TEXT, {to.value(rest)}, None)")


def _move(to: Pen, step: Any, cells: Cells) -> None:
    to.store(cells["target"], to.read(cells["source"]))


def _clear(to: Pen, step: Any, cells: Cells) -> None:
    to.store(cells["register"], "None")


def _tick(to: Pen, step: Any, cells: Cells) -> None:
    to.used["machine"] = f"m = {'f' if to.main or to.facts.framed else 'o'}.machine"
    to.emit("m.steps += 1")
    to.emit("if m.steps > m.pause: m.look()")


def _outer(to: Pen, step: Any, cells: Cells) -> None:
    distance, name = len(cells["further"]) + 1, to.value(cells["name"])
    found, scope = to.another(), "o" + ".outer" * (distance - 1)
    around: Any = to.frame
    for _ in range(distance):
        around = around.outer
    if not isinstance(around, Globals):
        to.emit(f"try: {found} = {scope}[{name}]")
        to.emit(f"except UNBOUND: {to.value(_unbound(cells['name']))}()")
    else:  # a built-in name is no variable, unless there is one
        builtin = NotImplemented if cells["name"] in around else to.builtin(around, cells["name"])
        known = builtin is not NotImplemented
        fetch = f"{scope}.get({name}, {to.value(builtin)})" if known else f"{scope}[{name}]"
        if to.is_steady(cells["name"]):
            found = to.once(cells["name"])
            to.emit(f"if {found} is UNSET: {found} = {fetch}")
        else:
            to.emit(f"{found} = {fetch}")
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


def _make_function(to: Pen, step: Any, cells: Cells) -> None:
    defaults = [f"{to.value(name)}: {to.read(value)}" for name, value in cells["defaults"]]
    code = to.value(cells["code"])
    to.store(cells["target"], f"FUNCTION({code}, {{{', '.join(defaults)}}}, f)")
    to.seen[cells["target"]] = Function(cells["code"], {}, to.frame)


_NODE = nodes.Node(Span(0, 0))
OUTER = code_of(steps.outer(0, 1, "", _NODE))
LATER = code_of(flow.later_on(0, Block(), 0, _NODE))
GO_ON = code_of(flow.go_on(0))
TICK = code_of(steps.tick(0, _NODE))
DELEGATE = code_of(yields.ask_inner(0, 0, Block(), Block(), _NODE))
YIELD = code_of(yields.yield_value(0, 0, Block()))
INNER = code_of(steps.make_function(0, Code("", None), (), _NODE))
_STEPS: dict[CodeType | None, Writes] = {
    code_of(made): written
    for made, written in (
        (steps.outer(0, 1, "", _NODE), _outer),
        (steps.make_function(0, Code("", None), (), _NODE), _make_function),
        (steps.move(0, 0, _NODE), _move),
        (steps.clear(0, 0, _NODE), _clear),
        (steps.tick(0, _NODE), _tick),
        (steps.binary(0, 0, 0, max, _NODE), operations.binary),
        (steps.binary(0, 0, nodes.Constant(None, 0), max, _NODE), operations.binary),  # type: ignore[arg-type]
        (steps.unary(0, 0, max, _NODE), operations.unary),
        (steps.attribute(0, 0, "", _NODE), parts.attribute),
        (steps.set_attribute(0, 0, 0, "", _NODE), parts.set_attribute),
        (steps.subscript(0, 0, 0, _NODE), parts.subscript),
        (steps.set_subscript(0, 0, 0, 0, _NODE), parts.set_subscript),
        (steps.build_slice(0, 0, 0, 0, _NODE), parts.build_slice),
        (steps.build(0, list, (), _NODE), parts.build),
        (steps.build_dict(0, (), _NODE), parts.build_dict),
        (steps.format_value(0, 0, None, 0, _NODE), parts.format_value),
        (steps.join(0, (), _NODE), parts.join),
        (steps.append(0, 0, 0, _NODE), parts.append),
        (steps.set_item(0, 0, 0, 0, _NODE), parts.set_item),
        (steps.iterate(0, 0, _NODE), parts.iterate),
        (steps.unpack(0, 0, (), _NODE), parts.unpack),
        (steps.unpack_starred(0, 0, (), 0, _NODE), parts.bridged("value", "targets")),
        (steps.build_spread(0, list, (), _NODE), parts.bridged("parts", "target")),
        (steps.spread_items(0, 0, _NODE), parts.bridged("value", "target")),
        (steps.spread_mapping(0, 0, False, _NODE), parts.bridged("value", "target")),
        (steps.delete_subscript(0, 0, 0, _NODE), parts.bridged("value index", "")),
        (steps.delete_name(0, "", _NODE), parts.forgetting),
        (steps.enter_context(0, 0, _NODE), parts.bridged("context", "target")),
        (steps.leave_context(0, _NODE), parts.bridged("", "")),
        (set_outer(0, 0, 1, "", _NODE), parts.bridged("value", "")),
        (own_super(0, "", _NODE), parts.bridged("first", "target")),
        (flow.later_on(0, Block(), 0, _NODE), parts.bridged("", "target error")),
        (flow.matched(0, 0, 0, _NODE), parts.bridged("error kinds", "target")),
        (flow.forget(0, "", 0, 0, _NODE), parts.forgetting),
        (yields.delegated(0, 0, _NODE), lambda *given: _delegated(*given)),
    )
}
"""How steps are written, by the code that they run."""
BRIDGED = {code_of(parts.bridged("", "")), code_of(parts.forgetting)}
"""What writes steps that need a frame."""


def needs_frame(step: Any) -> bool:
    """Tell whether a step is called with a frame."""
    found = _STEPS.get(code_of(step))
    return found is not None and code_of(found) in BRIDGED


def written_by(step: Any, cells: Cells) -> set[Any]:
    """Return the registers that a step surely writes."""
    if writes(step) is None:
        return set()
    targets = [cells[name] for name in ("target", "register") if name in cells]
    return {*targets, *cells.get("targets", ())}


# Ends


def give_up(to: Pen, end: Any) -> None:
    """Let the machine take an end."""
    if to.code.lazy:
        to.emit(f"return {to.value(end)}(f)")
    else:
        needed = to.value(to.facts.needed(end, cells_of(end)))
        to.emit(f"return LEAVE(LOCALS(), TEXT, {to.value(to.instead())}, {needed})")


def _jump(to: Pen, step: Any, cells: Cells) -> None:
    to.go(cells["to"])


def _branch(to: Pen, step: Any, cells: Cells) -> None:
    to.choose(to.read(cells["test"]), cells["yes"], cells["no"])


def _branch_binary(to: Pen, step: Any, cells: Cells) -> None:
    a, b = operations.read_two(to, cells)
    if cells["f"] not in (operator.is_, operator.is_not):
        to.tell(cells["node"], a, b)
    to.choose(operations.infix(to, cells["f"], a, b), cells["yes"], cells["no"])


def _next_item(to: Pen, step: Any, cells: Cells) -> None:
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


def _go_on(to: Pen, step: Any, cells: Cells) -> None:
    block = to.read(cells["register"])
    for later in to.facts.later.get(cells["register"], ()):
        to.emit(f"if {block} is {to.value(later)}:")
        to.indent += 1
        to.go(later)
        to.indent -= 1
    give_up(to, step)


def _return(to: Pen, step: Any, cells: Cells) -> None:
    to.emit(f"return {to.read(cells['value'])}")


def _yield(to: Pen, step: Any, cells: Cells) -> None:
    if to.hosted:
        to.store(cells["target"], f"yield {to.read(cells['value'])}")
        to.go(cells["then"])
    else:
        give_up(to, step)


def _end_generator(to: Pen, step: Any, cells: Cells) -> None:
    if to.hosted:
        _return(to, step, cells)
    else:
        give_up(to, step)


def _delegated(to: Pen, step: Any, cells: Cells) -> None:
    if to.hosted:
        to.store(cells["target"], f"{to.value(yields.delegate)}({to.read(cells['value'])})")
    else:
        parts.bridged("value", "target")(to, step, cells)


def _ask_inner(to: Pen, step: Any, cells: Cells) -> None:
    if to.hosted:
        to.store(cells["value"], f"yield from {to.read(cells['iterator'])}")
        to.go(cells["then"])
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
        (yields.yield_value(0, 0, _THERE), _yield),
        (yields.end_generator(0), _end_generator),
        (yields.ask_inner(0, 0, _THERE, _THERE, _NODE), _ask_inner),
        (yields.yield_inner(0, 0, _THERE, _THERE), lambda to, step, cells: give_up(to, step)),
    )
}
"""The same of ends."""


def writes(step: Any) -> Callable[[Pen, Any], None] | None:
    """Return what writes a step or an end down, if something does."""
    code = code_of(step)
    found = _STEPS.get(code) or _ENDS.get(code) or CALLS.get(code)
    if found is None:
        return None
    cells = cells_of(step)
    if found is parts.build_dict and any(key is None for key, _ in cells["parts"]):
        return None
    return lambda to, step: found(to, step, cells)
