"""What a class may hold under a name that is more than a value, and how it is bound when read.

This module knows properties, methods of all kinds and the program's own descriptors. It does not
know how classes look names up (``objects``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import attrgetter
from typing import Any

from gradcli.language.machine.functions import (
    Bound,
    Function,
    Method,
    Object,
    Written,
    host_callable,
    named_like,
    type_name,
)

_NAMES = {"__slots__": (), "__module__": "dataclasses"}
MISSING: Any = type(
    "_MISSING_TYPE", (), {**_NAMES, "__repr__": lambda self: "<dataclasses._MISSING_TYPE object>"}
)()


# What classes hold


class Descriptor:
    """What a class may hold under a name that is more than a value."""

    __slots__ = ()


class Property(Descriptor):
    """An attribute that functions of the program compute."""

    __slots__ = ("doc", "fdel", "fget", "fset")

    def __init__(
        self, fget: Any = None, fset: Any = None, fdel: Any = None, doc: Any = None
    ) -> None:
        self.fget, self.fset, self.fdel, self.doc = fget, fset, fdel, doc

    def __repr__(self) -> str:
        return "<property object>"

    def getter(self, function: Any, /) -> Property:
        """Return the property with another function to read it."""
        return Property(function, self.fset, self.fdel, self.doc)

    def setter(self, function: Any, /) -> Property:
        """Return the property with a function to write it."""
        return Property(self.fget, function, self.fdel, self.doc)

    def deleter(self, function: Any, /) -> Property:
        """Return the property with a function to delete it."""
        return Property(self.fget, self.fset, function, self.doc)


class StaticMethod(Descriptor):
    """A function in a class that takes no instance."""

    __slots__ = ("function",)

    def __init__(self, function: Any, /) -> None:
        self.function = function

    def __repr__(self) -> str:
        return f"<staticmethod({self.function!r})>"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function, as the body of its class may."""
        return host_callable(self.function)(*args, **kwargs)


class ClassMethod(Descriptor):
    """A function in a class whose first argument is the class."""

    __slots__ = ("function",)

    def __init__(self, function: Any, /) -> None:
        self.function = function

    def __repr__(self) -> str:
        return f"<classmethod({self.function!r})>"


class CachedProperty(Descriptor):
    """An attribute that is computed once."""

    __slots__ = ("function", "name")

    def __init__(self, function: Any, /) -> None:
        self.function = function
        self.name = ""

    def __repr__(self) -> str:
        return "<functools.cached_property object>"


class Member(Descriptor):
    """An attribute that ``__slots__`` of a class names, beside what instances have in a dict."""

    __slots__ = ("name", "owner")

    def __init__(self, name: str, owner: str) -> None:
        self.name, self.owner = name, owner

    def __repr__(self) -> str:
        return f"<member {self.name!r} of {self.owner!r} objects>"

    def held(self, instance: Any) -> dict[str, Any]:
        """Return where an instance keeps it: with all others where there is no dict."""
        if instance.cls.slots is not None:
            return instance.attributes  # type: ignore[no-any-return]
        if getattr(instance, "kept", None) is None:
            object.__setattr__(instance, "kept", {})
        return instance.kept  # type: ignore[no-any-return]


named_like("member_descriptor", Member)
named_like("property", Property)
named_like("staticmethod", StaticMethod)
named_like("classmethod", ClassMethod)
named_like("cached_property", CachedProperty, module="functools")


class NativeMethod:
    """A function of a native class, which takes an instance of it first."""

    __slots__ = ("function", "name")

    def __init__(self, name: str, function: Callable[..., Any]) -> None:
        self.name = name
        self.function = function

    def __repr__(self) -> str:
        return f"<function {self.name}>"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function."""
        return self.function(*args, **kwargs)


class NativeAttribute(NativeMethod):
    """An attribute of a native class, read by a function of the host.

    ``of_class``, where there is one, reads it from a class itself, or returns None.
    """

    __slots__ = ("of_class",)

    def __init__(
        self, name: str, function: Callable[..., Any], of_class: Callable[..., Any] | None = None
    ) -> None:
        super().__init__(name, function)
        self.of_class = of_class


class NativeField(NativeAttribute):
    """An attribute that can only be read: a field of a named tuple."""

    __slots__ = ()


named_like("property", NativeAttribute, NativeField)


# Binding


def bind(value: Any, instance: Any, cls: Any) -> Any:
    """Return what an attribute of a class is when it is read from an instance (or from None)."""
    kind = value.__class__
    if kind is Function:
        return value if instance is None else Bound(value, instance)
    binder = BINDERS.get(kind)
    if binder is not None:
        return binder(value, instance, cls)
    if isinstance(value, Object) and value.cls.find("__get__") is not MISSING:
        return invoke(value, "__get__", instance, cls)
    return value


def _bind_property(value: Property, instance: Any, cls: Any) -> Any:
    if instance is None:
        return value
    if value.fget.__class__ is Function:
        return value.fget(instance)
    if value.fget is None:
        name = next((n for k in cls.mro for n, v in _own(k) if v is value), "")
        raise AttributeError(f"property '{name}' of '{type_name(instance)}' object has no getter")
    return host_callable(value.fget)(instance)


def _own(kind: Any) -> Iterator[tuple[str, Any]]:
    yield from getattr(kind, "namespace", {}).items()


def _bind_cached(value: CachedProperty, instance: Any, cls: Any) -> Any:
    if instance is None:
        return value
    result = host_callable(value.function)(instance)
    instance.attributes[value.name] = result
    return result


def _bind_class(value: ClassMethod, instance: Any, cls: Any) -> Any:
    if value.function.__class__ is Function:
        return Bound(value.function, cls)
    return bind(value.function, cls, cls)


def _bind_native(value: NativeMethod, instance: Any, cls: Any) -> Any:
    if instance is None:
        return value
    native = instance.cls.native if isinstance(instance, Object) else type(instance)
    kind = Written if native.__module__.startswith("torch.") else Method
    return kind(instance, value.name, value.function)


def _bind_member(value: Member, instance: Any, cls: Any) -> Any:
    if instance is None:
        return value
    held = value.held(instance)
    if value.name not in held:
        raise AttributeError(f"'{type_name(instance)}' object has no attribute '{value.name}'")
    return held[value.name]


def _bind_attribute(value: NativeAttribute, instance: Any, cls: Any) -> Any:
    if instance is not None:
        return value.function(instance)
    found = None if value.of_class is None else value.of_class(cls, value.name)
    return value if found is None else found


BINDERS: dict[type, Callable[[Any, Any, Any], Any]] = {
    Property: _bind_property,
    CachedProperty: _bind_cached,
    Member: _bind_member,
    StaticMethod: lambda value, instance, cls: value.function,
    ClassMethod: _bind_class,
    NativeMethod: _bind_native,
    **dict.fromkeys((NativeAttribute, NativeField), _bind_attribute),
}
"""How what a class holds is bound, by its type; functions are bound by ``bind`` itself."""


def method_of(instance: Object, name: str) -> Any:
    """Return a method of an instance's class that a protocol asks for, bound, or ``MISSING``."""
    found = instance.cls.find(name)
    return found if found is MISSING else bind(found, instance, instance.cls)


def invoke(instance: Object, name: str, *args: Any) -> Any:
    """Call a method of an instance's class that is known to be there."""
    found = instance.cls.find(name)
    if found.__class__ is Function:
        return found(instance, *args)
    if found.__class__ is NativeMethod:
        return found.function(instance, *args)
    return host_callable(bind(found, instance, instance.cls))(*args)


_OTHER_HALF = {
    "__setitem__": "__delitem__",
    "__delitem__": "__setitem__",
    "__set__": "__delete__",
    "__delete__": "__set__",
}


def is_data(found: Any) -> bool:
    """Tell whether something in a class comes before what an instance holds."""
    if isinstance(found, Object):
        return any(found.cls.find(name) is not MISSING for name in ("__set__", "__delete__"))
    return isinstance(found, (Property, Member))


def check_half(instance: Object, name: str) -> None:
    """Refuse as Python does where a class has only the other of two methods that are one to it."""
    other = _OTHER_HALF.get(name)
    if other and instance.cls.find(name) is MISSING is not instance.cls.find(other):
        raise AttributeError(name)


named_like("function", NativeMethod)


# What programs may read of values of the host


def members_of(kind: type, names: str) -> dict[str, Any]:
    """Return some of what a class of the host has, by their names."""
    return {name: getattr(kind, name) for name in names.split()}


def readers_of(names: str) -> dict[str, Callable[[Any], Any]]:
    """Return what reads attributes that programs have under the names of the host."""
    return {name: attrgetter(name) for name in names.split()}


# Attributes that a value of the host keeps


def put(value: Any, name: str, new: Any) -> None:
    """Write an attribute where a value keeps its own, past what its class has by the name."""
    written: Any = type(value).__setattr__
    if written is object.__setattr__:
        value.__dict__[name] = new
    else:
        written(value, name, new)


def drop(value: Any, name: str) -> None:
    """Take an attribute out of where a value keeps it; modules have places besides."""
    if name in value.__dict__:
        del value.__dict__[name]
    else:
        value.__delattr__(name)
