"""The ends of blocks: where a program goes on.

Each function here makes one end: a function of the frame that returns the frame and the block to go
on with. Calls are ends because a function of the program is entered by going on in a new frame, not
by calling the host: the depth of a program's calls is no matter of the host's stack.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from gradcli.core.state import STATE
from gradcli.core.values import TENSORS
from gradcli.language.machine import sequences
from gradcli.language.machine.code import Block, Code, End, Frame, Next, Region, Register, later
from gradcli.language.machine.functions import (
    ENTER,
    Method,
    host_callable,
)
from gradcli.language.machine.steps import Binary
from gradcli.syntax import nodes

Argument = tuple[str | None, Register]
"""How an argument is passed: by position (""), by name, spread as ``*`` or as ``**`` (None)."""


def jump(to: Block) -> End:
    """Go on at a block."""

    def end(frame: Frame) -> Next:
        return frame, to

    return end


def branch(test: Register, yes: Block, no: Block, node: nodes.Node) -> End:
    """Go on according to the truth of a value."""

    def end(frame: Frame) -> Next:
        return (frame, yes) if frame[test] else (frame, no)

    return end


def branch_binary(
    left: Register, right: Register, f: Binary, yes: Block, no: Block, node: nodes.Node | None
) -> End:
    """Go on according to a comparison: a step and a branch in one, for the sake of loops."""
    if isinstance(right, nodes.Constant):
        return _branch_with_literal(left, right.value, f, yes, no, node)

    def end(frame: Frame) -> Next:
        a = frame[left]
        b = frame[right]
        if a.__class__ in TENSORS or b.__class__ in TENSORS:
            STATE.source = node
        return (frame, yes) if f(a, b) else (frame, no)

    return end


def _branch_with_literal(
    left: Register, b: Any, f: Binary, yes: Block, no: Block, node: nodes.Node | None
) -> End:
    def end(frame: Frame) -> Next:
        a = frame[left]
        if a.__class__ in TENSORS:
            STATE.source = node
        return (frame, yes) if f(a, b) else (frame, no)

    return end


OFTEN = 100
"""After so many rounds what runs in a loop, or a function, is made one function of the host."""
LONGER = 200
"""So many more where there are tensors, which take most of the time themselves."""


def warming(code: Code, to: Block, region: Region | None) -> Block:
    """Return a block that leads to another, which is fused once it has run often."""
    block = Block()
    block.region = region
    left, longer = OFTEN, LONGER

    def end(frame: Frame) -> Next:
        nonlocal left, longer
        left -= 1
        if left == 0:
            if longer and any(value.__class__ in TENSORS for value in frame.values()):
                left, longer = longer, 0
            else:
                later("fused").fuse(code, to, frame)
        return frame, to

    block.end = end
    return block


class Resumed:
    """What a loop holds in the place of a generator: nothing to go over for the host.

    The frame of the generator runs on the machine instead, in place of the loop's.
    """

    __slots__ = ()

    def __iter__(self) -> Iterator[Any]:
        return _NOTHING

    def resume(
        self, frame: Frame, target: Register, body: Block, done: Block, node: nodes.Node
    ) -> Next:
        """Go on in the generator; it goes on at ``body`` with an item, at the end at ``done``."""
        raise NotImplementedError


_NOTHING: Iterator[Any] = iter(())


def next_item(
    target: Register, iterator: Register, body: Block, done: Block, node: nodes.Node
) -> End:
    """Go on with the next item of an iterator, or past the loop when there is none."""

    def end(frame: Frame) -> Next:
        for item in frame[iterator]:
            frame[target] = item
            return frame, body
        loop = frame[iterator]
        if isinstance(loop, Resumed):
            return loop.resume(frame, target, body, done, node)
        return frame, done

    return end


def call(
    target: Register, callee: Register, arguments: Sequence[Register], then: Block, node: nodes.Node
) -> End:
    """Call with arguments by position only."""
    first = arguments[0] if len(arguments) == 1 else None

    def end(frame: Frame) -> Next:
        function = frame[callee]
        if first is not None:
            values = [frame[first]]
        else:
            values = [frame[argument] for argument in arguments] if arguments else []
        enter = ENTER.get(function.__class__)
        if enter is not None:
            return enter(function, values, None, frame, target, then, node)
        STATE.source = node
        if function.__class__ is Method:
            frame[target] = function.function(function.value, *values)
        else:
            frame[target] = host_callable(function)(*values)
        return frame, then

    return end


def call_with(
    target: Register, callee: Register, arguments: Sequence[Argument], then: Block, node: nodes.Node
) -> End:
    """Call with arguments passed in any way."""

    def end(frame: Frame) -> Next:
        function = frame[callee]
        values, keywords = _gather(frame, function, arguments)
        return called(function, values, keywords, frame, target, then, node)

    return end


def called(
    function: Any,
    values: list[Any],
    keywords: dict[str, Any],
    frame: Frame,
    target: Register,
    then: Block,
    node: nodes.Node,
) -> Next:
    """Call with arguments that have been gathered: go on in a program's function, or after one."""
    enter = ENTER.get(function.__class__)
    if enter is not None:
        return enter(function, values, keywords, frame, target, then, node)
    STATE.source = node
    frame[target] = host_callable(function)(*values, **keywords)
    return frame, then


def _gather(
    frame: Frame, function: Any, arguments: Sequence[Argument]
) -> tuple[list[Any], dict[str, Any]]:
    values: list[Any] = []
    keywords: dict[str, Any] = {}
    for kind, register in arguments:
        value = frame[register]
        if kind == "":
            values.append(value)
        elif kind == "*":
            values.extend(sequences.spread(value, function))
        elif kind is None:
            sequences.add_keywords(keywords, value, function)
        else:
            sequences.add_keywords(keywords, {kind: value}, function)
    return values, keywords


def leave_raised(error: Register, then: Block) -> End:
    """Leave the innermost with statement with what was raised, which it may take."""

    def end(frame: Frame) -> Next:
        raised = frame[error]
        if frame.leave(raised):
            frame[error] = None
            return frame, then
        raise raised

    return end


def return_value(value: Register) -> End:
    """Leave the function with a value."""

    def end(frame: Frame) -> Next:
        caller = frame.caller
        if caller is None:
            return None, frame[value]
        caller[frame.target] = frame[value]
        return caller, frame.block

    return end
