"""``globals``, ``locals``, and ``vars`` and ``dir`` alone: the names where they are called.

Of a frame a program sees its own variables alone, also of those that called it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from gradcli.core.state import STATE
from gradcli.errors import op_error
from gradcli.language.machine.code import Block, Frame, Globals, Next, Register
from gradcli.language.machine.descriptors import readers_of
from gradcli.language.machine.functions import CALLABLE, ENTER, named_like
from gradcli.language.names import attributes
from gradcli.language.names.listed import OF_VALUES
from gradcli.language.names.modules import NOTHING, Live, Module
from gradcli.language.names.through import OF_THROUGH, Through
from gradcli.syntax import nodes


class OfFrame:
    """A function that asks for the names where it is called."""

    __slots__ = ("answer", "name")

    def __init__(self, name: str, answer: Callable[[Frame], Any]) -> None:
        self.name, self.answer = name, answer

    def __repr__(self) -> str:
        return f"<built-in function {self.name}>"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Answer where the host calls, and nobody knows from where."""
        if args and self.name in OF_VALUES:
            return OF_VALUES[self.name](*args, **kwargs)
        raise op_error(TypeError, f"the language leaves out {self.name}() that the host calls")


def _enter(
    function: OfFrame,
    values: list[Any],
    keywords: dict[str, Any] | None,
    frame: Frame,
    target: Register,
    then: Block,
    node: nodes.Node,
) -> Next:
    if function.name in OF_VALUES and (values or keywords):
        frame[target] = OF_VALUES[function.name](*values, **(keywords or {}))
    elif values or keywords:
        given = len(values) + len(keywords or ())
        raise op_error(TypeError, f"{function.name}() takes no arguments ({given} given)")
    else:
        frame[target] = function.answer(frame)
    return frame, then


class GlobalNames(Through):
    """The variables of a program as a dict, which writes into them."""

    __slots__ = ("registers",)

    def __init__(self, registers: Globals) -> None:
        super().__init__(variables(registers))
        self.registers = registers

    def __reduce__(self) -> Any:
        return dict, (dict(self),)  # copies are dicts of their own

    def __setitem__(self, name: Any, value: Any) -> None:
        if not isinstance(name, str):
            raise op_error(TypeError, f"names of variables are strings, not {type(name).__name__}")
        super().__setitem__(name, value)
        self.registers[name] = value

    def __delitem__(self, name: Any) -> None:
        super().__delitem__(name)
        self.registers.pop(name, None)


def variables(frame: Frame) -> dict[str, Any]:
    """Return the variables of a frame by their names."""
    named = {name: value for name, value in frame.items() if isinstance(name, str)}
    return {"__name__": "__main__", **named} if isinstance(frame, Globals) else named


class Program(Module):
    """The running program as a module: its variables, which may be written."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("__main__", lambda: variables(STATE.program.globals))

    def _look_up(self, name: str) -> Any:
        now = self.fill()
        return Live(partial(now.__getitem__, name)) if name in now else NOTHING

    def _known(self) -> Iterator[str]:
        return iter(self.fill())

    def write(self, name: str, value: Any) -> bool:
        """Give a variable of the program another value."""
        STATE.program.globals[name] = value
        return True


PROGRAM = Program()
attributes.READERS[Program] = Program.find
attributes.WRITERS[Program] = attributes.WRITERS[Module]
attributes.KINDS[Program] = lambda program: Module
named_like("module", Program)


def _globals(frame: Frame) -> GlobalNames:
    return GlobalNames(frame.outermost)


def locals_of(frame: Frame) -> dict[str, Any]:
    """Return the variables of a frame: those of the program may be written."""
    return _globals(frame) if isinstance(frame, Globals) else variables(frame)


class FrameView:
    """A frame as a program sees it: its variables, its name, and the frame that called it."""

    __slots__ = ("frame",)

    def __init__(self, frame: Frame) -> None:
        self.frame = frame

    def __repr__(self) -> str:
        return f"<frame object, code {self.name}>"

    @property
    def name(self) -> str:
        """The name of the function, or what Python calls a program."""
        return self.frame.code.name or "<module>"

    def around(self) -> FrameView | None:
        """Return the frame that called it, passing over those that are not the program's own."""
        own, caller = self.frame.outermost, self.frame.caller
        while caller is not None and (caller.code.inline or caller.outermost is not own):
            caller = caller.caller
        return None if caller is None else FrameView(caller)


class CodeName:
    """What a program sees of the code of a frame."""

    __slots__ = ("co_name",)

    def __init__(self, co_name: str) -> None:
        self.co_name = co_name

    def __repr__(self) -> str:
        return f"<code object {self.co_name}>"


CURRENT = OfFrame("currentframe", FrameView)

BUILTINS: dict[str, OfFrame] = {
    "dir": OfFrame("dir", lambda frame: sorted(locals_of(frame))),
    "globals": OfFrame("globals", _globals),
    "locals": OfFrame("locals", locals_of),
    "vars": OfFrame("vars", locals_of),
}


def _register() -> None:
    """Let the machine and the tables know these values."""
    CALLABLE.add(OfFrame)
    ENTER[OfFrame] = _enter
    for kind, name in (
        (GlobalNames, "dict"),
        (OfFrame, "builtin_function_or_method"),
        (FrameView, "frame"),
        (CodeName, "code"),
    ):
        kind.__module__, kind.__name__, kind.__qualname__ = "builtins", name, name
    attributes.GETTERS[FrameView] = {
        "f_back": FrameView.around,
        "f_code": lambda shown: CodeName(shown.name),
        "f_locals": lambda shown: locals_of(shown.frame),
    }
    attributes.GETTERS[CodeName] = readers_of("co_name")
    attributes.METHODS[GlobalNames] = attributes.METHODS[dict] | OF_THROUGH


_register()
