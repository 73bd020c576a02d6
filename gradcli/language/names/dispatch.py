"""``functools.singledispatch``: functions that are chosen by the type of their first argument."""

from __future__ import annotations

from types import UnionType
from typing import Any

from gradcli.errors import op_error
from gradcli.language.machine.code import later
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
        if func is None and isinstance(cls, Function) and later("annotations").of_function(cls):
            func = cls
            name, cls = next(iter(later("annotations").hints_of(func).items()))
            if not _options(cls):
                raise TypeError(f"Invalid annotation for {name!r}. {cls!r} is not a class.")
        if not _options(cls):
            message = f"Invalid first argument to `register()`: {cls!r}. "
            how = "Use either `@register(some_class)` or plain `@register` on an annotated"
            raise TypeError(f"{message}{how} function.")
        if func is None:
            return Builtin("register", lambda func, /: self.register(cls, func))
        for kind in _options(cls):
            self.registry[kind] = func
        return func


def _options(cls: Any) -> tuple[Any, ...]:
    """Return the classes that are meant by one or by a union of them; none for anything else."""
    if isinstance(cls, (type, Class)):
        return (cls,)
    if isinstance(cls, UnionType):
        return cls.__args__
    kinds: tuple[Any, ...] = getattr(cls, "parameters", None) or ()
    of_classes = getattr(cls, "name", "") == "Union" and all(map(_options, kinds))
    return kinds if of_classes else ()


def singledispatch(func: Any) -> Dispatcher:
    """Return a function that takes others for types of its first argument."""
    host_callable(func)
    return Dispatcher(func)


CALLABLE.add(Dispatcher)
METHODS[Dispatcher] = {"dispatch": Dispatcher.dispatch, "register": Dispatcher.register}
GETTERS[Dispatcher] = {"registry": lambda function: dict(function.registry)}
