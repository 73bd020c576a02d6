"""``functools.singledispatch``: functions that are chosen by the type of their first argument."""

from __future__ import annotations

from typing import Any

from gradcli.errors import op_error
from gradcli.language.machine.functions import (
    CALLABLE,
    Builtin,
    Function,
    Object,
    host_callable,
)
from gradcli.language.machine.objects import Class
from gradcli.language.names.attributes import GETTERS, METHODS


class Dispatcher(Builtin):
    """A function with others for types of the first argument."""

    __slots__ = ("registry",)
    __module__, __qualname__ = "builtins", "function"

    def __init__(self, function: Any) -> None:
        super().__init__(getattr(function, "__name__", "function"), self.choose)
        self.registry: dict[Any, Any] = {object: function}

    def choose(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function for the type of the first argument."""
        if not args:
            message = f"{self.name} requires at least 1 positional argument"
            raise op_error(TypeError, message)
        first = args[0]
        kind = first.cls if isinstance(first, Object) else type(first)
        return host_callable(self.dispatch(kind))(*args, **kwargs)

    def dispatch(self, cls: Any, /) -> Any:
        """Return the function for a type, or for the nearest that it derives from."""
        mro = cls.mro if isinstance(cls, Class) else (*cls.__mro__, object)
        return next(self.registry[kind] for kind in mro if kind in self.registry)

    def register(self, cls: Any, func: Any = None) -> Any:
        """Add a function for a type; without it, return a decorator that does."""
        if isinstance(cls, Function):
            message = "register() has no use for annotations, which are not kept"
            help = f"Write @{self.name}.register(type)."
            raise op_error(TypeError, message, help=help)
        if not isinstance(cls, (type, Class)):
            message = f"Invalid first argument to `register()`: {cls!r}. "
            raise op_error(TypeError, message + "Use either `@register(some_class)` or plain.")
        if func is None:
            return Builtin("register", lambda func, /: self.register(cls, func))
        self.registry[cls] = func
        return func


def singledispatch(func: Any) -> Dispatcher:
    """Return a function that takes others for types of its first argument."""
    host_callable(func)
    return Dispatcher(func)


CALLABLE.add(Dispatcher)
METHODS[Dispatcher] = {"dispatch": Dispatcher.dispatch, "register": Dispatcher.register}
GETTERS[Dispatcher] = {"registry": lambda function: dict(function.registry)}
