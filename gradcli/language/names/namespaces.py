"""``globals``, ``locals``, and ``vars`` and ``dir`` alone: the names where they are called.

Of a frame a program sees its own variables alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradcli.errors import op_error
from gradcli.language.machine.code import Block, Frame, Globals, Next, Register
from gradcli.language.machine.functions import CALLABLE, ENTER
from gradcli.language.names import attributes
from gradcli.language.names.listed import OF_VALUES
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


class GlobalNames(dict[str, Any]):
    """The variables of a program as a dict, which writes into them."""

    __slots__ = ("registers",)

    def __init__(self, registers: Globals) -> None:
        super().__init__(_variables(registers))
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

    def pop(self, name: Any, *default: Any) -> Any:
        """Remove a variable; return its value."""
        value = super().pop(name, *default)
        if isinstance(name, str):
            self.registers.pop(name, None)
        return value

    def setdefault(self, name: Any, default: Any = None) -> Any:
        """Return the value of a variable, which is written if there is none."""
        if name not in self:
            self[name] = default
        return self[name]

    def update(self, *args: Any, **kwargs: Any) -> None:
        """Write several variables."""
        for name, value in dict(*args, **kwargs).items():
            self[name] = value


def _variables(frame: Frame) -> dict[str, Any]:
    named = {name: value for name, value in frame.items() if isinstance(name, str)}
    return {"__name__": "__main__", **named} if isinstance(frame, Globals) else named


def _globals(frame: Frame) -> GlobalNames:
    while frame.outer is not None:
        frame = frame.outer
    assert isinstance(frame, Globals)
    return GlobalNames(frame)


def _locals(frame: Frame) -> dict[str, Any]:
    return _globals(frame) if isinstance(frame, Globals) else _variables(frame)


BUILTINS: dict[str, OfFrame] = {
    "dir": OfFrame("dir", lambda frame: sorted(_locals(frame))),
    "globals": OfFrame("globals", _globals),
    "locals": OfFrame("locals", _locals),
    "vars": OfFrame("vars", _locals),
}


def _register() -> None:
    """Let the machine and the tables know these values."""
    CALLABLE.add(OfFrame)
    ENTER[OfFrame] = _enter
    for kind, name in ((GlobalNames, "dict"), (OfFrame, "builtin_function_or_method")):
        kind.__module__, kind.__name__, kind.__qualname__ = "builtins", name, name
    attributes.METHODS[GlobalNames] = attributes.METHODS[dict] | {
        name: vars(GlobalNames)[name] for name in ("pop", "setdefault", "update")
    }


_register()
