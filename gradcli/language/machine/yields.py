"""What ``yield`` and ``yield from`` come down to: the steps and ends with which generators rest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gradcli.errors import op_error
from gradcli.language.machine import steps
from gradcli.language.machine.code import Block, End, Frame, Next, Register, Site
from gradcli.language.machine.compile import Compiler, Item, template
from gradcli.language.machine.functions import type_name
from gradcli.language.machine.generators import Generator, GeneratorFrame, Moded, resume
from gradcli.syntax import nodes


def give(compiler: Compiler, node: nodes.Node) -> None:
    """Hand out the last value, and leave what is sent in its place."""
    value = compiler.pop()
    compiler.settle_names()
    target = compiler.reserve()
    then = Block()
    compiler.finish(yield_value(target, value, then), Site(node, (value,)), then)


def yield_value(target: Register, value: Register, then: Block) -> End:
    """Hand the next value to whoever asked; ``then`` is where the frame goes on later."""

    def end(frame: Frame) -> Next:
        assert isinstance(frame, GeneratorFrame)
        given = frame[value]
        frame[target] = None
        frame.sent = target
        caller = frame.rest(then)
        if caller is None:
            return None, given
        caller[frame.target] = given
        return caller, frame.block

    return end


def end_generator(value: Register) -> End:
    """Leave the generator for good."""

    def end(frame: Frame) -> Next:
        assert isinstance(frame, GeneratorFrame)
        given = frame[value]
        caller = frame.rest(None)
        if caller is None:
            return None, given
        if frame.result is not None:
            caller[frame.result] = given
        return caller, frame.done

    return end


@template(nodes.Yield)
def _yield(compiler: Compiler, node: nodes.Yield) -> list[Item]:
    value: Item = node.value or (lambda: compiler.constant(node, None))
    return [value, lambda: give(compiler, node)]


@template(nodes.YieldFrom)
def _yield_from(compiler: Compiler, node: nodes.YieldFrom) -> list[Item]:
    return [
        node.value,
        lambda: compiler.emit(delegated, 1, node),
        lambda: _delegate(compiler, node),
    ]


def delegated(target: Register, value: Register, node: nodes.Node) -> Any:
    """Begin to go over what another generator or iterable gives."""

    def step(frame: Frame) -> None:
        given = frame[value]
        own = isinstance(given, Generator) and given.frame.host is None
        frame[target] = given if own else iter(given)

    return step


def delegate(value: Any) -> Iterator[Any]:
    """Return what a generator of the host hands out for a ``yield from`` of the program."""
    return value.__iter__() if isinstance(value, Generator) else _handed_out(iter(value))


def _handed_out(items: Iterator[Any]) -> Iterator[Any]:
    for item in items:
        sent = yield item
        if sent is not None:
            _send(items, sent)


def _delegate(compiler: Compiler, node: nodes.YieldFrom) -> None:
    """Hand out everything that an iterator gives, and leave what it returns in its place."""
    iterator = compiler.pop()
    compiler.settle_names()
    compiler.push(iterator)
    value = compiler.reserve()
    again, given, then = Block(), Block(), Block()
    compiler.plan(steps.clear, value, (value,), node)
    compiler.label(again)
    end = ask_inner(value, iterator, given, then, node)
    compiler.finish(end, Site(node, (iterator,)), given)
    compiler.finish(yield_inner(value, iterator, again, then), Site(node, (value,)), then)
    compiler.pop_many(2)
    target = compiler.reserve()
    compiler.plan(steps.move, target, (value,), node)


def ask_inner(
    value: Register, iterator: Register, given: Block, then: Block, node: nodes.Node
) -> End:
    """Go on with the iterator of a ``yield from``, which gets what was sent."""

    def end(frame: Frame) -> Next:
        assert isinstance(frame, GeneratorFrame)
        source, sent = frame[iterator], frame[value]
        frame.inner = None
        if isinstance(source, Generator):
            inner = source.frame
            if inner.running:
                raise op_error(ValueError, "generator already executing")
            if sent is not None and not inner.started:
                raise op_error(TypeError, "can't send non-None value to a just-started generator")
            if inner.sent is not None:
                inner[inner.sent] = sent
            return resume(inner, frame, value, given, then, value, node)
        try:
            frame[value] = next(source) if sent is None else _send(source, sent)
        except StopIteration as stop:
            frame[value] = stop.value
            return frame, then
        return frame, given

    return end


def _send(source: Any, value: Any) -> Any:
    if isinstance(source, Moded):
        return source.send(value)
    raise op_error(AttributeError, f"'{type_name(source)}' object has no attribute 'send'")


def yield_inner(value: Register, iterator: Register, again: Block, then: Block) -> End:
    """Hand out what an inner iterator has given."""
    hand_out = yield_value(value, value, again)

    def end(frame: Frame) -> Next:
        assert isinstance(frame, GeneratorFrame)
        frame.inner = (frame[iterator], value, then)
        return hand_out(frame)

    return end
