"""``functools.partial``: functions with their first arguments; and what cached ones tell."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from gradcli.errors import op_error
from gradcli.language.machine.descriptors import readers_of
from gradcli.language.machine.functions import (
    CALLABLE,
    CONSTRUCTORS,
    Builtin,
    Function,
    Wrapping,
    callable_or,
)
from gradcli.language.names.attributes import GETTERS, get_attribute, missing


class Partial(Builtin):
    """A function with its first arguments, and what a program may know of them."""

    __slots__ = ("args", "keywords", "wrapped")
    wrapped: Any
    args: tuple[Any, ...]
    keywords: dict[str, Any]

    def __init__(self, func: Any, /, *args: Any, **keywords: Any) -> None:
        called = callable_or(func, "the first argument must be callable")
        if isinstance(func, Partial):
            args, keywords = (*func.args, *args), func.keywords | keywords
            called = func = func.wrapped
        super().__init__("partial", functools.partial(called, *args, **keywords))
        self.wrapped, self.args, self.keywords = func, args, keywords

    def __repr__(self) -> str:
        named = [f"{name}={value!r}" for name, value in self.keywords.items()]
        return f"functools.partial({', '.join([*map(repr, (self.wrapped, *self.args)), *named])})"


Partial.__module__, Partial.__qualname__ = "functools", "partial"
type.__setattr__(Partial, "__name__", "functools.partial")  # as messages give it
CALLABLE.add(Partial)
CONSTRUCTORS[Partial] = Partial


def _nameless(partial: Any) -> Any:
    raise missing(partial, "__name__")


GETTERS[Partial] = {
    "__name__": _nameless,
    "func": lambda partial: partial.wrapped,
    **readers_of("args"),
    "keywords": lambda partial: dict(partial.keywords),
}


def _of_wrapped(name: str) -> Callable[[Any], Any]:
    def read(cached: Any) -> Any:
        function = cached.function.__wrapped__
        if not isinstance(function, Function):  # one of the host's
            raise op_error(AttributeError, f"the cached function has no attribute '{name}'")
        return function if name == "__wrapped__" else get_attribute(function, name)

    return read


GETTERS[Wrapping] = {
    name: _of_wrapped(name) for name in ("__wrapped__", "__name__", "__qualname__", "__doc__")
}
