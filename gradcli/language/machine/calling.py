"""Calls of functions that run often: straight from one function of the host to another.

A function of a program that has been written as one of the host (``fused``) is called by others
without a frame. Whatever needs one (a step that is not written, a call of something else, an
error) has it made then, of the variables of the host's function. What cannot go on is *left*: the
machine goes on there, and the frames of the callers are made on the way out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from types import TracebackType
from typing import Any, NamedTuple, NoReturn

from gradcli.core.state import STATE
from gradcli.core.values import TENSORS
from gradcli.language.limits import MAX_DEPTH, too_deep
from gradcli.language.machine.binding import bind
from gradcli.language.machine.closures import code_of
from gradcli.language.machine.code import Block, Code, Frame, Globals, Next, Register, Site
from gradcli.language.machine.functions import (
    CALLED,
    ENTER,
    HOSTED,
    QUICK,
    Bound,
    Builtin,
    Function,
    Method,
    host_callable,
    suspended,
)
from gradcli.language.machine.objects import PLAIN, Class
from gradcli.language.machine.signs import answering, otherwise
from gradcli.syntax import nodes

UNSET: Any = type("Unset", (), {"__slots__": (), "__repr__": lambda self: "<unset>"})()
"""What a parameter holds that the frame has."""

_NOTHING: Any = NotImplemented


class Call(NamedTuple):
    """What a line calls: where the result goes, and where the machine does the same instead.

    ``needed`` are the numbers of registers that are read from there on, or None if that may be all.
    ``method`` tells which register has a method that no variable holds: the names of variables
    that hold its function and its value, and its own name.
    """

    target: Register
    then: Block
    node: nodes.Node
    instead: Block
    needed: frozenset[Any] | None = None
    method: tuple[Register, str, str, str] | None = None


class Place(NamedTuple):
    """What a line is for."""

    block: Block
    site: Site
    call: Call | None


class Left:
    """Where the machine is to go on: ``outermost`` is the last frame that was made so far.

    ``made`` is an instance whose ``__init__`` has been left, or has returned ``returned``.
    """

    __slots__ = ("block", "frame", "made", "outermost", "returned")

    def __init__(self, frame: Frame | None, block: Block | None) -> None:
        self.frame, self.block, self.outermost = frame, block, frame
        self.made: Any = _NOTHING
        self.returned: Any = None


UNABLE = Left(None, None)
"""Says that something cannot be called in this way, and has not been."""


class Text:
    """What is known of a function that was written: the variables of its registers, its lines."""

    __slots__ = ("code", "places", "registers")

    def __init__(self, code: Code, registers: dict[str, Register], places: list[Place]) -> None:
        self.code, self.registers, self.places = code, registers, places

    def frame(
        self, values: dict[str, Any], call: Call | None, needed: frozenset[Any] | None = None
    ) -> Frame:
        """Return the frame of a call under way, with what its variables hold, as far as needed."""
        frame: Frame | None = values.get("f")
        if frame is None:
            frame = Frame(self.code.constants).called(self.code, values["o"])
        for name, register in self.registers.items():
            value = values.get(name, UNSET)
            if value is UNSET:
                continue
            if needed is None or register.__class__ is not int or register in needed:
                frame[register] = value
        if call is not None and call.method is not None:
            register, function, value, name = call.method
            found = values.get(function)
            if found.__class__ is Function:
                frame[register] = Bound(found, values[value])
            elif found is not None:
                frame[register] = Method(values[value], name, found)
        return frame


def leave(values: dict[str, Any], text: Text, block: Block, needed: frozenset[Any] | None) -> Left:
    """Leave a function: the machine goes on at a block."""
    return Left(text.frame(values, None, needed), block)


def link(left: Left, values: dict[str, Any], text: Text, call: Call) -> Left:
    """Leave a function that has called one which was left, or cannot be called straight."""
    frame = text.frame(values, call, call.needed)
    if left is UNABLE:
        return Left(frame, call.instead)
    target, then = call.target, call.then
    if left.made is not _NOTHING:
        from gradcli.language.machine.construct import DISCARD, constructed

        frame[target], left.made = left.made, _NOTHING
        target, then = DISCARD, constructed(then, call.node)
        if left.frame is None:
            frame[DISCARD] = left.returned
            return Left(frame, then)
    assert left.outermost is not None
    _join(left.outermost, frame, target, then, call.node)
    left.outermost = frame
    return left


def _join(inner: Frame, caller: Frame, target: Register, then: Block, node: nodes.Node) -> None:
    """Let a frame be called from another."""
    inner.caller, inner.target, inner.block = caller, target, then
    inner.site = None if inner.code.inline else node
    inner.depth = caller.depth + 1


# Entering


def entry(function: Callable[..., Any], state: int) -> Callable[[Frame, int], Next]:
    """Return what the machine enters a function by, at one of its places."""

    def enter(frame: Frame, room: int) -> Next:
        result = function(frame.outer, min(room, MAX_DEPTH - frame.depth), frame, state)
        if result.__class__ is Left:
            return _gone_on(result, frame)
        caller = frame.caller
        if caller is None:
            return None, result
        caller[frame.target] = result
        return caller, frame.block

    return enter


def lazy_entry(function: Callable[..., Any], state: int) -> Callable[[Frame, int], Next]:
    """Return the same of a generator, which says itself where to go on."""

    def enter(frame: Frame, room: int) -> Next:
        result = function(frame.outer, min(room, MAX_DEPTH - frame.depth), frame, state)
        return _gone_on(result, frame) if result.__class__ is Left else result

    return enter


def _gone_on(left: Left, frame: Frame) -> Next:
    """Return where to go on, with the depths of the frames that were made on the way out."""
    made = []
    inner = left.frame
    while inner is not None and inner is not frame:
        made.append(inner)
        inner = inner.caller
    for depth, inner in enumerate(reversed(made), frame.depth + 1):
        inner.depth = depth
    return left.frame, left.block


# Calling


def complete(
    function: Function, values: Sequence[Any], keywords: dict[str, Any] | None
) -> list[Any]:
    """Return the value of every parameter, or raise what Python raises."""
    names, defaults = function.code.positional, function.defaults
    if names is not None and not keywords and len(values) < len(names):
        rest = names[len(values) :]
        if all(name in defaults for name in rest):
            return [*values, *[defaults[name] for name in rest]]
    bound = bind(function.code, defaults, values, keywords or {})
    return [bound[name] for name in function.code.names]


def _function_of(callee: Any) -> tuple[Any, Any]:
    """Return the function that a call comes down to, and its first argument if it has one."""
    kind = callee.__class__
    if kind is Function:
        return callee, _NOTHING
    if kind is Bound:
        return callee.function, callee.value
    if kind is QUICK[0]:
        return callee.cls.find("__call__"), callee
    if kind is Class and PLAIN in callee.found:
        return callee.find("__init__"), _NOTHING
    return CALLED[kind](callee) if kind in CALLED else None, callee


def call(callee: Any, room: int, values: list[Any], keywords: dict[str, Any] | None) -> Any:
    """Call a value that the machine would go on in, if that is possible without it."""
    made: Any = _NOTHING
    function, first = _function_of(callee)
    if function.__class__ is not Function:
        return UNABLE
    code = function.code
    direct: Any = code.direct
    if (direct is None or room <= 0) and not code.lazy:
        return UNABLE
    if callee.__class__ is Class:
        first = made = QUICK[0](callee)
    if first is not _NOTHING:
        values.insert(0, first)
    if code.lazy:
        if made is not _NOTHING:
            return UNABLE
        generator: Any = suspended(function, values, keywords)
        generator.frame.room = min(generator.frame.room, room - 1)
        return generator
    if keywords or code.arity != len(values):
        values = complete(function, values, keywords)
    result = direct(function.outer, room - 1, None, 0, *values)
    if made is _NOTHING:
        return result
    return made if result is None else _made(made, result)


_new = object.__new__


def make(cls: Any, room: int, node: nodes.Node, values: list[Any]) -> Any:
    """Call what was a class of the program before, with arguments by position only."""
    if cls.__class__ is Class and PLAIN in cls.found and room > 0:
        initialize = cls.find("__init__")
        if initialize.__class__ is Function and initialize.code.arity == len(values) + 1:
            instance = _new(QUICK[0])
            instance.cls, instance.attributes = cls, {}
            direct: Any = initialize.code.direct
            result = direct(initialize.outer, room - 1, None, 0, instance, *values)
            return instance if result is None else _made(instance, result)
    return any_call(cls, room, node, values, None)


def _made(instance: Any, result: Any) -> Left:
    """Leave a call of a class whose ``__init__`` was left, or has returned something."""
    if result.__class__ is not Left:
        result, returned = Left(None, None), result
        result.returned = returned
    result.made = instance
    left: Left = result
    return left


def any_call(
    callee: Any, room: int, node: nodes.Node, values: list[Any], keywords: dict[str, Any] | None
) -> Any:
    """Call a value of any kind."""
    kind = callee.__class__
    if kind in ENTER:
        return call(callee, room, values, keywords)
    STATE.source = node
    if kind is Builtin or kind is Method:
        function = callee.function
        if kind is Method:
            values.insert(0, callee.value)
    else:
        function = host_callable(callee)
    return function(*values, **keywords) if keywords else function(*values)


class Sign(NamedTuple):
    """An operation that a method of the program may answer: what does it, and the method's name."""

    f: Callable[[Any, Any], Any]
    name: str
    in_place: bool


def operate(left: Any, right: Any, sign: Sign, node: nodes.Node, room: int) -> Any:
    """Return what an operation gives, by a function of the program if one is asked."""
    kind = left.__class__
    if kind is QUICK[0] or right.__class__ is QUICK[0]:
        found = answering(left, right, sign.name, sign.in_place)
        if found is not None:
            function, values = found
            code = function.code
            if code.direct is None or room <= 0 or code.lazy:
                return UNABLE
            if code.arity != 2:
                values = complete(function, values, None)
            result = code.direct(function.outer, room - 1, None, 0, *values)
            if result is _NOTHING:
                return otherwise(left, right, sign.name, sign.in_place)
            return result
    elif kind in TENSORS or right.__class__ in TENSORS:
        STATE.source = node
    return sign.f(left, right)


def stop(target: Register) -> Block:
    """Return a block that ends a run with what a register holds."""
    block = Block()
    block.end = lambda frame: (None, frame[target])
    return block


def inside(left: Left, values: dict[str, Any], text: Text, call: Call) -> Any:
    """Return what was called by a generator that the host goes over, by a run of its own."""
    left = link(left, values, text, call)
    frame = values["f"]
    return frame.owner.run(*_gone_on(left, frame))


def crossing(error: BaseException, frame: Any) -> NoReturn:
    """Raise what was raised in a generator that the host goes over, as from a run of its own."""
    if isinstance(error, GeneratorExit) or not frame.running:
        raise error
    machine, trace = frame.owner, error.__traceback__
    if error.__class__ is RecursionError:
        error = too_deep()
    machine.runs += 1
    try:
        from gradcli.language.machine.unwind import unwind  # costs programs that fail

        unwind(machine, *located(error, frame, frame.code.entry, trace))
        raise error
    finally:
        machine.runs -= 1


def call_hosted(function: Function, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Call a function for the host: a run of its own, which needs no frame if all goes well."""
    if kwargs or function.code.arity != len(args):
        args = complete(function, args, kwargs)
    outer = function.outer
    machine: Any = outer.owner if outer.__class__ is Globals else outer.machine
    room = machine.begin()
    direct: Any = function.code.direct
    try:
        try:
            result = direct(outer, room, None, 0, *args)
        except BaseException as error:
            trace = error.__traceback__ and error.__traceback__.tb_next
            frame, block = machine.failed(error, located(error, OUTSIDE, _NOWHERE, trace))
        else:
            if result.__class__ is not Left:
                return result
            frame, block = _gone_on(result, OUTSIDE)
    finally:
        machine.runs -= 1
    return machine.run(frame, block)


HOSTED.append(call_hosted)
_NOWHERE = Block()
OUTSIDE = Frame().called(Code("", None), None)
"""What stands for the frame of the host."""
OUTSIDE.depth = -1


# Errors

_ON_THE_WAY = {
    code_of(function)
    for function in (any_call, call, make, operate, entry(max, 0), lazy_entry(max, 0))
}
"""The functions that stand between those that were written."""

_UNBOUND = re.compile(r"'(\w+)'")


def located(
    error: BaseException, frame: Frame, block: Block, trace: TracebackType | None
) -> tuple[BaseException, Frame, Block, Site]:
    """Return where an error was raised, with the frames of the calls that led there."""
    place: Place | None = None
    text: Text | None = None
    while trace is not None:
        host = trace.tb_frame
        if host.f_code not in _ON_THE_WAY:
            text = host.f_globals.get("TEXT")
            if text is None or (place is not None and text.code.lazy):
                text = None  # nor is a generator that the host has gone on in
                break
            outer, around = frame, place
            place = text.places[trace.tb_lineno - 1]
            frame = text.frame(host.f_locals, place.call)
            if around is not None and around.call is not None:
                _join(frame, outer, around.call.target, around.call.then, around.call.node)
        trace = trace.tb_next
    if place is None:
        return error, frame, block, block.site
    if text is not None and isinstance(error, UnboundLocalError):
        error = _of_register(error, text, frame)
    return error, frame, place.block, place.site


def _of_register(error: UnboundLocalError, text: Text, frame: Frame) -> BaseException:
    """Return what is raised for a variable without a value, in place of the host's own error."""
    found = _UNBOUND.search(str(error))
    if found is not None and found[1] in text.registers:
        try:
            frame[text.registers[found[1]]]
        except NameError as unbound:
            return unbound
    return error
