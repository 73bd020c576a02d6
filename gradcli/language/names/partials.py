"""``functools.partial``: functions with their first arguments."""

from __future__ import annotations

import functools
from operator import attrgetter
from typing import Any

from gradcli.language.machine.functions import CALLABLE, CONSTRUCTORS, Builtin, host_callable
from gradcli.language.names.attributes import GETTERS


class Partial(Builtin):
    """A function with its first arguments, and what a program may know of them."""

    __slots__ = ("args", "keywords", "wrapped")
    wrapped: Any
    args: tuple[Any, ...]
    keywords: dict[str, Any]

    def __init__(self, func: Any, /, *args: Any, **keywords: Any) -> None:
        called = host_callable(func)
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
GETTERS[Partial] = {
    "func": attrgetter("wrapped"),
    "args": attrgetter("args"),
    "keywords": lambda partial: dict(partial.keywords),
}
