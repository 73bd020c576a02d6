"""What programs write classes with: abc, dataclasses, enum, numbers, types and typing."""

from __future__ import annotations

import numbers
from collections import abc
from collections.abc import Callable
from contextlib import AbstractContextManager
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from gradcli.core.state import STATE
from gradcli.language.machine.construct import MAKERS, make_class
from gradcli.language.machine.descriptors import MISSING, ClassMethod, NativeMethod, StaticMethod
from gradcli.language.machine.functions import (
    CALLABLE,
    CONSTRUCTORS,
    Bound,
    Builtin,
    Function,
    Method,
    Object,
    host_callable,
    type_name,
)
from gradcli.language.machine.objects import Class
from gradcli.language.machine.sequences import bounded
from gradcli.language.names import instances  # noqa: F401  (lets the machine know instances)
from gradcli.language.names.attributes import KINDS, METHODS
from gradcli.language.names.modules import Module

Table = dict[str, Any]


# abc

ABC = Class("ABC", (), {"__module__": "abc", "__doc__": None}, fixed=True)
ABC.checks_abstract = True


def abstractmethod(function: Any, /) -> Any:
    """Mark a method as one that is still to be written."""
    if isinstance(function, Function):
        function.attributes = (function.attributes or {}) | {"__isabstractmethod__": True}
    return function


def _abc() -> Table:
    return {"ABC": ABC, "ABCMeta": ABC, "abstractmethod": Builtin("abstractmethod", abstractmethod)}


# typing


_METHODS = {
    "Callable": "__call__",
    "Container": "__contains__",
    "Hashable": "__hash__",
    "Iterable": "__iter__",
    "Iterator": "__next__",
    "Reversible": "__reversed__",
    "Sized": "__len__",
}
"""The classes that whoever has a method belongs to, and the method."""

_MIXED = (
    *("Collection", "Generator", "ItemsView", "KeysView", "Mapping", "MappingView"),
    *("MutableMapping", "MutableSequence", "MutableSet", "Sequence", "Set", "ValuesView"),
)
_ASKED: dict[str, Any] = {name: vars(abc)[name] for name in (*_METHODS, *_MIXED)}
_ASKED |= {"AbstractSet": abc.Set, "ContextManager": AbstractContextManager}
"""The classes of the host."""

_WRITTEN = {"AbstractSet": "Set"}
"""What ``typing`` calls otherwise."""


class Typing:
    """A name of ``typing``, which means nothing when a program runs but to ``isinstance``."""

    __slots__ = ("name",)
    module = "typing"

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"{self.module}.{self.name}"

    def __getitem__(self, parameters: Any) -> Typing:
        return self

    def __or__(self, other: Any) -> Typing:
        return self

    __ror__ = __or__

    @property
    def base(self) -> Class | None:
        """The class that classes of the program derive from by this name, if there is one."""
        if self.name not in _ASKED or self.name == "ContextManager":
            return None
        from gradcli.language.names.written import find

        found: Class = find("collections.abc", _WRITTEN.get(self.name, self.name))
        return found

    def __instancecheck__(self, value: Any) -> bool:
        """Tell whether a value has what the name stands for, as ``isinstance`` asks."""
        if self.name not in _ASKED:
            raise TypeError(f"{self.module}.{self.name} cannot be used with isinstance()")
        if isinstance(value, Class):
            return self.name in ("Callable", "Hashable")
        method = _METHODS.get(self.name)
        if isinstance(value, Object) and method is not None:
            return value.cls.find(method) not in (MISSING, None)
        if isinstance(value, _ASKED[self.name]):
            return True
        base = None if STATE.written is None else self.base
        return base is not None and base.__instancecheck__(value)

    def __subclasscheck__(self, kind: Any) -> bool:
        """Tell whether a class is one of what the name stands for."""
        if self.name not in _ASKED:
            raise TypeError(f"{self.module}.{self.name} cannot be used with issubclass()")
        method = _METHODS.get(self.name)
        if not isinstance(kind, Class):
            return issubclass(kind, _ASKED[self.name])
        if method is not None:
            return kind.find(method) not in (MISSING, None)
        return STATE.written is not None and self.base in kind.mro


class TypeVariable(Typing):
    """A variable of types."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"~{self.name}"


class Abstract(Typing):
    """A class of ``collections.abc``, which classes of the program derive from."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"<class 'collections.abc.{self.name}'>"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Say which methods are still to be written."""
        return host_callable(self.base)(*args, **kwargs)


class Numeric(Typing):
    """A class of ``numbers``, to ask for numbers by."""

    __slots__ = ()
    module = "numbers"

    def __repr__(self) -> str:
        return f"<class 'numbers.{self.name}'>"

    def __instancecheck__(self, value: Any) -> bool:
        """Tell whether a value is such a number."""
        return isinstance(value, vars(numbers)[self.name])

    def __subclasscheck__(self, kind: Any) -> bool:
        """Tell whether a class is one of such numbers."""
        return not isinstance(kind, Class) and issubclass(kind, vars(numbers)[self.name])


class NamedTupleBase(Typing):
    """``typing.NamedTuple``, whose classes are named tuples."""

    __slots__ = ()


NAMED_TUPLE = NamedTupleBase("NamedTuple")


class TypedDictBase(Typing):
    """``typing.TypedDict``, whose classes make dicts."""

    __slots__ = ()


def _without_typing(
    base: Any,
    name: str,
    bases: tuple[Any, ...],
    namespace: dict[str, Any],
    qualified: str,
    annotations: dict[str, Any],
    /,
    **keywords: Any,
) -> Class:
    """Make a class that derives from ``Generic[T]``, ``Protocol`` and their like."""
    found = [base.base if base.__class__ in _PLAIN else base for base in bases]
    kept = tuple([base for base in found if base is not None])
    namespace.setdefault("__class_getitem__", _SAME_CLASS)
    return make_class(name, kept, namespace, qualified, annotations, **keywords)


_SAME_CLASS = ClassMethod(NativeMethod("__class_getitem__", lambda cls, parameters, /: cls))


def _refuse(maker: str, keywords: dict[str, Any]) -> None:
    for name in keywords:
        raise TypeError(f"{maker}.__new__() got an unexpected keyword argument '{name}'")


def _new_dict(cls: Any, /, *args: Any, **kwargs: Any) -> Any:
    return dict(*map(bounded, args), **kwargs)


def _named_tuple(
    base: Any,
    name: str,
    bases: tuple[Any, ...],
    namespace: dict[str, Any],
    qualified: str,
    annotations: dict[str, Any],
    /,
    **keywords: Any,
) -> Class:
    from gradcli.language.names.records import record

    _refuse("NamedTupleMeta", keywords)
    fields = list(annotations)
    defaults = {field: namespace.pop(field) for field in fields if field in namespace}
    for before, field in pairwise(fields):
        if before in defaults and field not in defaults:
            raise TypeError(
                f"Non-default namedtuple field {field} cannot follow default field {before}"
            )
    return record(name, fields, defaults, namespace, qualified)


def _typed_dict(
    base: Any,
    name: str,
    bases: tuple[Any, ...],
    namespace: dict[str, Any],
    qualified: str,
    annotations: dict[str, Any],
    /,
    **keywords: Any,
) -> Class:
    def told(cls: Any, /, *, total: Any = True, **others: Any) -> None:
        _refuse("_TypedDictMeta", others)

    told(base, **keywords)
    namespace |= {
        "__new__": StaticMethod(NativeMethod("__new__", _new_dict)),
        "__init_subclass__": ClassMethod(NativeMethod("__init_subclass__", told)),
    }
    kept = tuple([base for base in bases if not isinstance(base, Typing)])
    return make_class(name, kept, namespace, qualified, annotations)


CALLABLE.add(Abstract)
KINDS.update(dict.fromkeys((Abstract, Numeric), lambda name: type))
_PLAIN = (Typing, Abstract, Numeric, TypeVariable)
MAKERS.update(dict.fromkeys(_PLAIN, _without_typing))
MAKERS[NamedTupleBase] = _named_tuple
MAKERS[TypedDictBase] = _typed_dict

_NAMES = (
    "Any Callable ClassVar Dict Final FrozenSet Generic Hashable Iterable Iterator List Literal "
    "Mapping MutableMapping MutableSequence Optional Protocol Sequence Set Sized SupportsFloat "
    "SupportsInt Tuple Type TypeAlias Union Annotated Concatenate Counter DefaultDict Deque "
    "Generator Iterable Never NoReturn OrderedDict Self Text AnyStr AbstractSet AsyncGenerator "
    "AsyncIterable AsyncIterator Awaitable BinaryIO ByteString ChainMap Collection Container "
    "ContextManager Coroutine IO ItemsView KeysView LiteralString MappingView Match MutableSet "
    "NotRequired Pattern Required Reversible SupportsAbs SupportsBytes SupportsComplex "
    "SupportsIndex SupportsRound TextIO TypeGuard Unpack ValuesView"
)


def _typing() -> Table:
    def same(value: Any, /) -> Any:
        return value

    names: Table = {name: Typing(name) for name in _NAMES.split()}
    return {
        **names,
        "NamedTuple": NAMED_TUPLE,
        "TypedDict": TypedDictBase("TypedDict"),
        "TYPE_CHECKING": False,
        **{
            name: Builtin(name, lambda name, /, *args, **kwargs: TypeVariable(str(name)))
            for name in ("ParamSpec", "TypeVar", "TypeVarTuple")
        },
        "NewType": Builtin("NewType", lambda name, kind, /: kind),
        "cast": Builtin("cast", lambda typ, val, /: val),
        **{
            name: Builtin(name, same)
            for name in ("final", "overload", "runtime_checkable", "no_type_check", "override")
        },
    }


def _abstract() -> Table:
    return {name: Abstract(name) for name in (*_METHODS, *_MIXED)}


def _numbers() -> Table:
    names = ("Complex", "Integral", "Number", "Rational", "Real")
    return {name: Numeric(name) for name in names}


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
    METHODS[MappingProxyType] = {
        name: vars(MappingProxyType)[name] for name in ("copy", "get", "items", "keys", "values")
    }
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
    }


TABLES: dict[str, Callable[[], Table]] = {
    "abc": _abc,
    "argparse": _argparse,
    "dataclasses": _dataclasses,
    "enum": _enum,
    "types": _types,
    "collections.abc": _abstract,
    "numbers": _numbers,
    "typing": _typing,
    "typing_extensions": _typing,
}
