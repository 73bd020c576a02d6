"""What programs import to write classes with: abc, dataclasses, enum and typing."""

from __future__ import annotations

from collections import abc
from collections.abc import Callable
from itertools import pairwise
from typing import Any

from gradcli.language.machine.construct import MAKERS, make_class
from gradcli.language.machine.descriptors import MISSING, ClassMethod, NativeMethod, StaticMethod
from gradcli.language.machine.functions import Builtin, Function, Object
from gradcli.language.machine.objects import Class
from gradcli.language.machine.sequences import bounded
from gradcli.language.names import instances  # noqa: F401  (lets the machine know instances)

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


_ASKED: dict[str, tuple[type, str | None]] = {
    "Callable": (abc.Callable, "__call__"),  # type: ignore[dict-item]
    "Hashable": (abc.Hashable, "__hash__"),
    "Iterable": (abc.Iterable, "__iter__"),
    "Iterator": (abc.Iterator, "__next__"),
    "Mapping": (abc.Mapping, None),
    "MutableMapping": (abc.MutableMapping, None),
    "MutableSequence": (abc.MutableSequence, None),
    "Sequence": (abc.Sequence, None),
    "Set": (abc.Set, None),
    "Sized": (abc.Sized, "__len__"),
}
"""The classes of the host, and what instances of programs have that are such, if it is a method."""


class Typing:
    """A name of ``typing``, which means nothing when a program runs."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"typing.{self.name}"

    def __getitem__(self, parameters: Any) -> Typing:
        return self

    def __or__(self, other: Any) -> Typing:
        return self

    __ror__ = __or__

    def __instancecheck__(self, value: Any) -> bool:
        """Tell whether a value has what the name stands for, as ``isinstance`` asks."""
        if self.name not in _ASKED:
            raise TypeError(f"typing.{self.name} cannot be used with isinstance()")
        if isinstance(value, Class):
            return self.name in ("Callable", "Hashable")
        kind, method = _ASKED[self.name]
        if isinstance(value, Object) and method is not None:
            return value.cls.find(method) not in (MISSING, None)
        return isinstance(value, kind)


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
    kept = tuple([base for base in bases if base.__class__ is not Typing])
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


MAKERS[Typing] = _without_typing
MAKERS[NamedTupleBase] = _named_tuple
MAKERS[TypedDictBase] = _typed_dict

_NAMES = (
    "Any Callable ClassVar Dict Final FrozenSet Generic Hashable Iterable Iterator List Literal "
    "Mapping MutableMapping MutableSequence Optional Protocol Sequence Set Sized SupportsFloat "
    "SupportsInt Tuple Type TypeAlias Union Annotated Concatenate Counter DefaultDict Deque "
    "Generator Iterable Never NoReturn Number OrderedDict ParamSpec Self Text AnyStr"
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
        "TypeVar": Builtin("TypeVar", lambda name, /, *args, **kwargs: Typing(str(name))),
        "NewType": Builtin("NewType", lambda name, kind, /: kind),
        "cast": Builtin("cast", lambda typ, val, /: val),
        **{
            name: Builtin(name, same)
            for name in ("final", "overload", "runtime_checkable", "no_type_check", "override")
        },
    }


def _abstract() -> Table:
    return {name: Typing(name) for name in (*_ASKED, "Collection", "Container", "Generator")}


def _argparse() -> Table:
    from gradcli.language.names.arguments import TABLE

    return dict(TABLE)


def _dataclasses() -> Table:
    from gradcli.language.names.dataclass import TABLE

    return dict(TABLE)


def _enum() -> Table:
    from gradcli.language.names.enumeration import TABLE

    return dict(TABLE)


def _types() -> Table:
    from gradcli.language.machine.generators import Generator
    from gradcli.language.names.records import NAMESPACE

    return {
        "BuiltinFunctionType": Builtin,
        "FunctionType": Function,
        "GeneratorType": Generator,
        "LambdaType": Function,
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
    "typing": _typing,
}
