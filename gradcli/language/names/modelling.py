"""What programs write classes with: abc, dataclasses, enum and types."""

from __future__ import annotations

from collections.abc import Callable
from types import MappingProxyType
from typing import Any

from gradcli.language.machine.code import later
from gradcli.language.machine.descriptors import ClassMethod, NativeMethod, members_of
from gradcli.language.machine.functions import (
    CONSTRUCTORS,
    Bound,
    Builtin,
    Function,
    Method,
    host_callable,
    type_name,
)
from gradcli.language.machine.objects import Class, is_class
from gradcli.language.names import instances  # noqa: F401  (lets the machine know instances)
from gradcli.language.names.attributes import METHODS
from gradcli.language.names.modules import Module

Table = dict[str, Any]


# abc


def _register(cls: Class, subclass: Any, /) -> Any:
    """Let a class count as one that derives from an abstract class."""
    cls.check_own("register")  # what is not the program's keeps nothing of it
    if not is_class(subclass):
        raise TypeError("Can only register classes")
    if cls in (subclass.mro if isinstance(subclass, Class) else ()):
        return subclass
    if subclass in cls.mro:
        raise RuntimeError("Refusing to create an inheritance cycle")
    cls.virtual = (*cls.virtual, subclass)
    return subclass


_REGISTER = ClassMethod(NativeMethod("register", _register))
ABC = Class("ABC", (), {"__module__": "abc", "__doc__": None, "register": _REGISTER}, fixed=True)
ABC.checks_abstract = True


def abstractmethod(function: Any, /) -> Any:
    """Mark a method as one that is still to be written."""
    if isinstance(function, Function):
        function.held()["__isabstractmethod__"] = True
    return function


def _abc() -> Table:
    rule = later("metaclasses").ABSTRACT
    rule.namespace["register"] = _REGISTER.function
    return {
        "ABC": ABC,
        "ABCMeta": rule,
        "abstractmethod": Builtin("abstractmethod", abstractmethod),
    }


def _argparse() -> Table:
    from gradcli.language.names.arguments import TABLE

    return dict(TABLE)


def _dataclasses() -> Table:
    from gradcli.language.names.dataclass import TABLE

    return dict(TABLE)


def _enum() -> Table:
    from gradcli.language.names.enumeration import TABLE

    return dict(TABLE)


def _method(function: Any, instance: Any, /) -> Any:
    """Make a method of an instance of a function."""
    if instance is None:
        raise TypeError("self must not be None")
    if isinstance(function, Function):
        return Bound(function, instance)
    called = host_callable(function)
    return Method(instance, getattr(called, "__name__", "method"), called)


def _read_only(mapping: Any, /) -> Any:
    if not isinstance(mapping, dict):
        kind = type_name(mapping)
        raise TypeError(f"mappingproxy() argument must be a mapping, not {kind}")
    return MappingProxyType(mapping)


def _types() -> Table:
    from gradcli.language.machine.generators import Generator
    from gradcli.language.names.records import NAMESPACE

    CONSTRUCTORS[Bound] = _method
    CONSTRUCTORS[MappingProxyType] = _read_only
    METHODS[MappingProxyType] = members_of(MappingProxyType, "copy get items keys values")
    return {
        "BuiltinFunctionType": Builtin,
        "FunctionType": Function,
        "GeneratorType": Generator,
        "LambdaType": Function,
        "MappingProxyType": MappingProxyType,
        "MethodType": Bound,
        "ModuleType": Module,
        "NoneType": type(None),
        "SimpleNamespace": NAMESPACE,
        "UnionType": later("unions").UNION_TYPE,
    }


TABLES: dict[str, Callable[[], Table]] = {
    "abc": _abc,
    "argparse": _argparse,
    "dataclasses": _dataclasses,
    "enum": _enum,
    "types": _types,
}
