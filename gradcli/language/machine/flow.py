"""What ``try``, ``raise`` and the declarations of names come down to, and the steps of theirs.

Nothing is done when a ``try`` is entered: each block knows what is around it, and that is looked up
once something was raised (``unwind``). A ``finally`` is compiled once: a register holds the block
to go on at when it is over.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from gradcli.language.machine import steps
from gradcli.language.machine.code import Block, End, Frame, Next, Region, Register, Site, Step
from gradcli.language.machine.compile import Around, Compiler, Item, template
from gradcli.language.machine.statements import nested
from gradcli.language.machine.unwind import exception_of, known, matches, reraise
from gradcli.syntax import nodes


@template(nodes.Try)
def _try(compiler: Compiler, node: nodes.Try) -> list[Item]:
    if not node.finalbody:
        return _Handled(compiler, node).items()
    if not node.handlers:
        return _Finally(compiler, node).items(list(node.body))
    inner = nodes.Try(node.span, node.body, node.handlers, node.orelse, ())
    return _Finally(compiler, node).items([inner])


def _enter(compiler: Compiler, region: Region | None) -> None:
    """Go on in a new block, in a region."""
    compiler.region = region
    compiler.label(Block())


class _Handled:
    """A ``try`` with its ``except`` clauses, without a ``finally``."""

    def __init__(self, compiler: Compiler, node: nodes.Try) -> None:
        self.compiler, self.node = compiler, node
        self.caught, self.done = Block(), Block()
        self.outer: Region | None = None
        self.error: Register = 0

    def items(self) -> list[Item]:
        """Return what it comes down to."""
        compiler, node = self.compiler, self.node
        handlers: list[Item] = []
        for handler in node.handlers:
            handlers += self.handler(handler)
        if node.handlers[-1].type is not None:
            handlers.append(self.pass_on)
        return [
            self.begin,
            *nested(compiler, *node.body, self.end_body, *node.orelse, self.leave, *handlers),
            self.end,
        ]

    def begin(self) -> None:
        compiler = self.compiler
        self.error = compiler.reserve_caught()
        self.outer = compiler.region
        _enter(compiler, Region(self.outer, self.caught, self.error))

    def end_body(self) -> None:
        _enter(self.compiler, self.outer)

    def leave(self) -> None:
        """Jump past the handlers, and go on with them."""
        self.compiler.region = Region(self.outer, handled=self.error)
        self.compiler.jump(self.done, self.caught)

    def pass_on(self) -> None:
        """Raise again what no clause takes."""
        _raise_again(self.compiler, self.node, self.error, Block())

    def end(self) -> None:
        compiler = self.compiler
        compiler.region = self.outer
        compiler.label(self.done)
        compiler.pop()

    def handler(self, handler: nodes.ExceptHandler) -> list[Item]:
        """Return a clause: whether it takes the exception, and what it does."""
        compiler = self.compiler
        otherwise = Block()
        items: list[Item] = []
        if handler.type is not None:
            items += [handler.type, partial(self.take, handler.type, otherwise)]
        body: list[Item] = list(handler.body)
        items += _Named(compiler, handler, self).items(body) if handler.name else body
        return [*items, partial(self.handled, handler, otherwise)]

    def take(self, kind: nodes.Expr, otherwise: Block) -> None:
        """Go on in a clause if it is for the exception."""
        compiler = self.compiler
        compiler.emit(matched, 1, kind, self.error)
        then = Block()
        compiler.branch(then, otherwise, then, kind)

    def handled(self, handler: nodes.ExceptHandler, otherwise: Block) -> None:
        """Forget the exception, and go on past the statement."""
        self.compiler.plan(steps.clear, self.error, (self.error,), handler)
        self.compiler.jump(self.done, otherwise)


class _Named:
    """The body of a clause with a name, which is forgotten at its end."""

    def __init__(self, compiler: Compiler, handler: nodes.ExceptHandler, around: _Handled) -> None:
        assert handler.name is not None
        self.compiler, self.node, self.around = compiler, handler, around
        self.target = nodes.Name(handler.span, handler.name)
        self.caught = Block()
        self.outer: Region | None = None

    def items(self, body: list[Item]) -> list[Item]:
        """Return the body with what is around it."""
        return [self.begin, *body, self.end]

    def begin(self) -> None:
        compiler = self.compiler
        compiler.push(self.around.error)
        compiler.store(self.target.id, self.target)
        self.again = compiler.reserve_caught()
        self.outer = compiler.region
        _enter(compiler, Region(self.outer, self.caught, self.again))
        compiler.around.append(Around(self.outer, self.leave))

    def leave(
        self, compiler: Compiler, node: nodes.Node, value: Register | None
    ) -> Register | None:
        """Forget the name on the way out."""
        self.forget()
        return value

    def forget(self) -> None:
        compiler, name = self.compiler, self.compiler.scope.spelled(self.target.id)
        distance = compiler.scope.distance(name)
        compiler.consume(forget, 0, self.node, name, distance, self.around.error)

    def end(self) -> None:
        compiler = self.compiler
        compiler.around.pop()
        _enter(compiler, self.outer)
        self.forget()
        then = Block()
        compiler.jump(then, self.caught)
        self.forget()
        _raise_again(compiler, self.node, self.again, then)
        compiler.pop()


class _Finally:
    """A ``try`` with a ``finally``."""

    def __init__(self, compiler: Compiler, node: nodes.Try) -> None:
        self.compiler, self.node = compiler, node
        self.final, self.caught, self.failed, self.done = Block(), Block(), Block(), Block()
        self.outer: Region | None = None

    def items(self, body: list[Item]) -> list[Item]:
        """Return what it comes down to."""
        final: list[Item] = [*self.node.finalbody, self.go_on]
        return [self.begin, *nested(self.compiler, *body, self.end_body, *final), self.end]

    def begin(self) -> None:
        compiler = self.compiler
        self.error = compiler.reserve_caught()
        self.then, self.value = compiler.reserve(), compiler.reserve()
        self.outer = compiler.region
        _enter(compiler, Region(self.outer, self.caught, self.error))
        compiler.around.append(Around(self.outer, self.leave))

    def leave(
        self, compiler: Compiler, node: nodes.Node, value: Register | None
    ) -> Register | None:
        """Go through the ``finally`` on the way out."""
        if value is not None:
            compiler.plan(steps.move, self.value, (value,), node)
        then = Block()
        compiler.plan(later_on, self.then, (then, self.error), node)
        compiler.jump(self.final, then)
        return None if value is None else self.value

    def end_body(self) -> None:
        compiler, node = self.compiler, self.node
        compiler.around.pop()
        _enter(compiler, self.outer)
        compiler.plan(later_on, self.then, (self.done, self.error), node)
        compiler.region = self.outer
        compiler.jump(self.final, self.caught)
        compiler.plan(later_on, self.then, (self.failed, None), node)
        compiler.region = Region(self.outer, handled=self.error)
        compiler.label(self.final)

    def go_on(self) -> None:
        """Go on where the statement was left for."""
        compiler = self.compiler
        compiler.region = self.outer
        compiler.finish(go_on(self.then), Site(self.node), self.failed)
        _raise_again(compiler, self.node, self.error, self.done)

    def end(self) -> None:
        self.compiler.pop_many(3)


def later_on(target: Register, block: Block, error: Register | None, node: nodes.Node) -> Step:
    """Note where to go on after a ``finally``; ``error`` is emptied where nothing was raised."""

    def step(frame: Frame) -> None:
        frame[target] = block
        if error is not None:
            frame[error] = None

    return step


def go_on(register: Register) -> End:
    """Go on at a block that a register holds."""

    def end(frame: Frame) -> Next:
        return frame, frame[register]

    return end


def matched(target: Register, kinds: Register, error: Register, node: nodes.Node) -> Step:
    """Tell whether an exception is of some classes."""

    def step(frame: Frame) -> None:
        frame[target] = matches(frame[error], frame[kinds])

    return step


def forget(target: Register, name: str, distance: int, error: Register, node: nodes.Node) -> Step:
    """Forget an exception and the name that it had."""

    def step(frame: Frame) -> None:
        scope: Any = frame
        for _ in range(distance):
            scope = scope.outer
        scope.pop(name, None)
        frame[error] = None

    return step


# Raising


def _raise_again(compiler: Compiler, node: nodes.Node, error: Register, then: Block) -> None:
    def end(frame: Frame) -> Next:
        raise frame[error]

    compiler.finish(end, Site(node), then)


@template(nodes.Raise)
def _raise(compiler: Compiler, node: nodes.Raise) -> list[Item]:
    if node.exc is None:
        return [lambda: _raise_current(compiler, node)]
    cause: list[Item] = [] if node.cause is None else [node.cause]
    return [node.exc, *cause, lambda: _raise_value(compiler, node)]


def _raise_value(compiler: Compiler, node: nodes.Raise) -> None:
    values = compiler.pop_many(1 if node.cause is None else 2)
    compiler.consume(_raised, 0, node, *values, *[None] * (2 - len(values)))


def _raised(target: Register, value: Register, cause: Register | None, node: nodes.Node) -> Step:
    """Raise an exception or one of a class, with a cause."""

    def step(frame: Frame) -> None:
        error = exception_of(frame[value])
        trace = known(error)
        if cause is not None:
            given = frame[cause]
            trace.cause = (
                None if given is None else exception_of(given, what="exception causes must")
            )
            trace.suppress = True
        trace.fresh = True
        raise error

    return step


def _raise_current(compiler: Compiler, node: nodes.Raise) -> None:
    """Raise what is being handled where the statement stands."""
    block = compiler.block

    def end(frame: Frame) -> Next:
        reraise(frame, block)

    compiler.finish(end, Site(node), Block())


# Declarations and values by the way


@template(nodes.Global)
def _global(compiler: Compiler, node: nodes.Global) -> list[Item]:
    return []


@template(nodes.Nonlocal)
def _nonlocal(compiler: Compiler, node: nodes.Nonlocal) -> list[Item]:
    return []


@template(nodes.NamedExpr)
def _named(compiler: Compiler, node: nodes.NamedExpr) -> list[Item]:
    return [node.value, lambda: _name_value(compiler, node)]


def _name_value(compiler: Compiler, node: nodes.NamedExpr) -> None:
    compiler.settle(node.value)
    register = compiler.stack[-1]
    compiler.push(register)
    compiler.store(node.target.id, node.target)
