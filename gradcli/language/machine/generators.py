"""Generators: frames that hand out values, rest, and go on.

A loop or ``yield from`` of the program goes on in the generator's frame as a call does, so that
generators inside one another need no stack of the host. Where the host asks (``list``, ``next``,
``sum``), each value is a run of its own. What is raised in one is unwound as in any frame.
"""

from __future__ import annotations

import _thread
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from gradcli.core.state import STATE
from gradcli.errors import op_error
from gradcli.language.limits import MAX_DEPTH, too_deep
from gradcli.language.machine import ends
from gradcli.language.machine.code import Block, Frame, Next, Register, Runner
from gradcli.language.machine.descriptors import members_of
from gradcli.language.machine.functions import SUSPENDED, Function, Lazy, named_like
from gradcli.syntax import nodes

# Calls inside one another that need no frame, where the host goes over a generator
_ROOM, _ROOM_INSIDE = 60, 8


class GeneratorFrame(Frame):
    """The frame of a generator.

    While it rests, ``resume`` is where it goes on; None where it is over. The value that it is sent
    belongs into the register ``sent``. While it runs for another frame, that goes on at ``block``
    with a value and at ``done`` when there is none, with what was returned in ``result``. While it
    rests in a ``yield from``, ``inner`` is the iterator, with the register and the block to go on.
    ``host`` does all of it where the host goes over it from the beginning (``fused``), if there is
    ``room`` for calls inside one another.
    """

    __slots__ = (
        "done", "host", "inner", "owner", "result", "resume", "room", "running", "sent", "started"
    )  # fmt: skip

    def __init__(self, function: Function) -> None:
        code = function.code
        super().__init__(code.constants)
        self.called(code, function.outer)
        self.resume: Block | None = code.entry
        self.running = self.started = False
        self.host: Any = None
        self.owner: Runner = super().machine
        self.room = _ROOM if self.owner.runs == 1 else _ROOM_INSIDE
        self.inner: tuple[Any, Register, Block] | None = None
        self.sent: Register | None = None
        self.done: Block | None = None
        self.result: Register | None = None

    @property
    def machine(self) -> Runner:
        """Return the machine that the program runs on."""
        return self.owner

    def begin(self) -> Block | None:
        """Return where to go on, and note that the frame runs; None if it is over."""
        if self.running:
            raise op_error(ValueError, "generator already executing")
        block, self.resume = self.resume, None
        self.running = block is not None
        self.started = True
        return block

    def runs(self) -> bool:
        """Tell whether the generator is being gone on with, by the machine or by the host."""
        return bool(self.running if self.host is None else self.host.gi_running)

    def rest(self, block: Block | None) -> Frame | None:
        """Note that the frame rests, to go on at a block or never; return who waits for it."""
        caller, self.caller = self.caller, None
        self.running, self.resume = False, block
        return caller


class Generator(Lazy):
    """What calling a generator function gives."""

    __slots__ = ("frame",)

    def __init__(self, frame: GeneratorFrame) -> None:
        self.frame = frame
        self.depth = 1

    def __reduce__(self) -> Any:
        raise op_error(TypeError, "cannot pickle 'generator' object")

    def __repr__(self) -> str:
        return f"<generator object {self.frame.code.qualified}>"

    def __iter__(self) -> Iterator[Any]:
        return self if self.frame.started else self.host() or self

    def host(self) -> Any:
        """Return what does all that is left for the host, None if that is not possible."""
        frame, direct = self.frame, self.frame.code.direct
        if frame.host is None and direct is not None and frame.resume is not None:
            label = frame.code.resumes.get(frame.resume)
            if label is not None and frame.room > 0:
                frame.begin()
                frame.site, frame.depth = None, 0
                for register, value in frame.items():
                    if value.__class__ is Loop:
                        frame[register] = value.generator.__iter__()
                frame.host = direct(frame.outer, frame.room, frame, label)
        return frame.host

    def __next__(self) -> Any:
        return self.send(None)

    def within(self, mode: Any) -> Any:
        """Return a generator that does the same, in a mode of PyTorch while it runs."""
        return Moded(self, mode)

    def send(self, value: Any, /) -> Any:
        """Go on with a value for the ``yield`` that it rests at, up to the next one."""
        frame = self.frame
        if frame.host is None and value is not None and frame.sent is not None:
            frame[frame.sent], value = value, None
        if self.host() is not None:
            return frame.host.send(value)
        if value is not None and not frame.started and not frame.running:
            raise op_error(TypeError, "can't send non-None value to a just-started generator")
        block = frame.begin()
        if block is None:
            raise StopIteration
        return self.run(block)

    def run(self, block: Block) -> Any:
        """Run up to the next value."""
        frame = self.frame
        frame.site, frame.depth = None, 0
        value = frame.owner.run(frame, block)
        if frame.resume is None:
            raise StopIteration(value) if value is not None else StopIteration
        return value

    def throw(self, kind: Any, value: Any = None, traceback: Any = None, /) -> Any:
        """Raise an exception where it rests; return the next value."""
        from gradcli.language.machine.unwind import exception_of

        error = exception_of(kind, value)
        if self.frame.host is not None:
            return self.frame.host.throw(error)
        if traceback is not None:
            raise op_error(TypeError, "throw() third argument must be a traceback object")
        return self.raise_inside(error)

    def raise_inside(self, error: BaseException) -> Any:
        """Raise an exception where it rests, in an inner generator if it rests in one."""
        frame = self.frame
        inner, started = frame.inner, frame.started
        block = frame.begin()
        if block is None:
            raise error
        if not started:
            from gradcli.language.machine.unwind import past_generator

            frame.rest(None)
            raise past_generator(error)
        if inner is not None:
            return self.forward(error, inner, block)
        return self.run(_raising(error, block))

    def forward(
        self, error: BaseException, inner: tuple[Any, Register, Block], block: Block
    ) -> Any:
        """Raise an exception in the iterator of a ``yield from``."""
        frame = self.frame
        iterator, target, then = inner
        try:
            if isinstance(error, GeneratorExit):
                if isinstance(iterator, (Generator, Moded)):
                    iterator.close()
                raise error
            if not isinstance(iterator, (Generator, Moded)):
                raise error
            value = iterator.raise_inside(error)
        except StopIteration as stop:
            frame[target], frame.inner = stop.value, None
            return self.run(then)
        except Exception as raised:
            frame.inner = None
            return self.run(_raising(raised, block))
        except GeneratorExit as raised:
            frame.inner = None
            return self.run(_raising(raised, block))
        frame.rest(block)
        return value

    def close(self) -> None:
        """Let it end where it rests."""
        from gradcli.language.machine.unwind import own

        if self.frame.host is not None:
            self.frame.host.close()
            return
        if self.frame.resume is None and not self.frame.running:
            return
        ending = own(GeneratorExit())
        try:
            self.raise_inside(ending)
            raise op_error(RuntimeError, "generator ignored GeneratorExit")
        except (StopIteration, GeneratorExit):
            pass
        finally:
            ending.__traceback__ = None  # which holds what the program may have let go


class EndingGenerator(Generator):
    """A generator in which something must be done when nobody holds it any more."""

    __slots__ = ()

    def __del__(self) -> None:
        try:
            frame = self.frame
        except AttributeError:  # time was over while it was made
            return
        if frame.resume is None or frame.running or not frame.started:
            return
        machine = frame.owner
        if machine.ended is not None or STATE.program is not machine:  # nor in another's run
            return
        machine.runs += 1  # so that what ends it comes here, and needs no words
        try:
            self.close()
        except KeyboardInterrupt:
            _thread.interrupt_main()
        except BaseException:
            pass
        finally:
            machine.runs -= 1


class Moded(Lazy):
    """A generator whose function runs in a mode of PyTorch."""

    __slots__ = ("generator", "mode")

    def __init__(self, generator: Generator, mode: Any) -> None:
        super().__init__(iter(()), generator)
        self.generator, self.mode = generator, mode

    def __repr__(self) -> str:
        return repr(self.generator)

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        return self.send(None)

    def send(self, value: Any, /) -> Any:
        """Go on with a value."""
        with self.mode.again():
            return self.generator.send(value)

    def throw(self, *error: Any) -> Any:
        """Raise an exception where it rests; return the next value."""
        with self.mode.again():
            return self.generator.throw(*error)

    def raise_inside(self, error: BaseException) -> Any:
        """Raise an exception where it rests, in an inner generator if it rests in one."""
        with self.mode.again():
            return self.generator.raise_inside(error)

    def close(self) -> None:
        """Let it end where it rests."""
        with self.mode.again():
            self.generator.close()


named_like("generator", Generator, EndingGenerator, Moded)


def _raising(error: BaseException, block: Block) -> Block:
    """Return a block that raises, with what is around another."""
    raising = Block()

    def end(frame: Frame) -> Next:
        raise error

    raising.end, raising.region, raising.site = end, block.region, block.site
    return raising


def make_generator(
    function: Function, args: Sequence[Any], kwargs: dict[str, Any] | None
) -> Iterator[Any]:
    """Return a generator that has not begun to run."""
    frame = GeneratorFrame(function)
    function.fill(frame, args, kwargs)
    for given in args:  # generators over generators are no deeper on the host's stack than calls
        if isinstance(given, Generator):
            frame.room = min(frame.room, given.frame.room - 1)
    return EndingGenerator(frame) if function.code.ends else Generator(frame)


class Loop(ends.Resumed):
    """A generator that a loop of the program goes over."""

    __slots__ = ("generator",)

    def __init__(self, generator: Generator) -> None:
        self.generator = generator

    def __iter__(self) -> Iterator[Any]:
        generator = self.generator
        return _hosted(generator) or super().__iter__()

    def resume(
        self, frame: Frame, target: Register, body: Block, done: Block, node: nodes.Node
    ) -> Next:
        """Go on in the generator; it goes on at ``body`` with an item, at the end at ``done``."""
        inner = self.generator.frame
        if inner.host is not None:  # which has no more to give
            return frame, done
        return resume(inner, frame, target, body, done, None, node)


def _loop(generator: Generator) -> Any:
    return _hosted(generator) or Loop(generator)


def _hosted(generator: Generator) -> Any:
    """Return what a loop of the program may go over as the host does."""
    frame = generator.frame
    return frame.host if frame.code.inline or frame.owner.runs > 1 else generator.host()


SUSPENDED.update({Generator: _loop, EndingGenerator: _loop})


def resume(
    inner: GeneratorFrame,
    frame: Frame,
    target: Register,
    then: Block,
    done: Block,
    result: Register | None,
    node: nodes.Node,
) -> Next:
    """Go on in a generator on behalf of a frame."""
    block = inner.begin()
    if block is None:
        if result is not None:
            frame[result] = None
        return frame, done
    inner.caller, inner.target, inner.block = frame, target, then
    inner.done, inner.result = done, result
    inner.site = None if frame.code.inline else node
    inner.depth = frame.depth + 1
    if inner.depth > MAX_DEPTH:
        inner.rest(block)
        raise too_deep()
    return inner, block


def _register() -> None:
    """Let the tables know what programs ask of generators."""
    attributes = import_module("gradcli.language.names.attributes")
    for kind in (Generator, Moded):
        attributes.METHODS[kind] = members_of(kind, "close send throw")
    attributes.GETTERS[Generator] = {
        "__name__": lambda generator: generator.frame.code.name,
        "gi_running": lambda generator: generator.frame.runs(),
        "__qualname__": lambda generator: generator.frame.code.qualified,
    }


_register()
