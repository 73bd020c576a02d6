"""The names of ``typing``, ``collections.abc`` and ``numbers``, and the classes made with them."""

from __future__ import annotations

import numbers
from collections import abc
from collections.abc import Mapping
from contextlib import AbstractContextManager
from itertools import pairwise
from types import GenericAlias, UnionType
from typing import Any

from gradcli.core.state import STATE
from gradcli.errors import op_error
from gradcli.language.limits import check_items, check_text
from gradcli.language.machine.code import later
from gradcli.language.machine.construct import MAKERS, Draft, make_class
from gradcli.language.machine.descriptors import MISSING, ClassMethod, NativeMethod, StaticMethod
from gradcli.language.machine.functions import (
    CALLABLE,
    Bound,
    Builtin,
    Function,
    Object,
    host_callable,
    named_like,
)
from gradcli.language.machine.objects import FOLLOWS, PROTOCOL, Class
from gradcli.language.machine.sequences import bounded
from gradcli.language.names.attributes import KINDS

Table = dict[str, Any]

_RUNTIME = " at run time"
"""What tells, in such a class, whether ``isinstance`` may ask for it."""

_LONGEST = 2000
"""So many characters the name of a type with others as parameters may have."""


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

_KNOWN = _ASKED | {"Dict": dict, "FrozenSet": frozenset, "List": list, "Tuple": tuple}
"""Those, and what is asked for by another name than its own."""

_WRITTEN = {"AbstractSet": "Set"}
"""What ``typing`` calls otherwise."""


def spelled(kind: Any) -> str:
    """Spell a type as those are that have others as parameters."""
    if isinstance(kind, (list, tuple)):
        return f"[{', '.join([repr(k) if isinstance(k, list) else spelled(k) for k in kind])}]"
    if isinstance(kind, str):
        return f"ForwardRef({kind!r})"
    if kind is ...:
        return "..."
    if isinstance(kind, Class):
        return f"{kind.namespace.get('__module__', '__main__')}.{kind.qualified}"
    if isinstance(kind, type):
        name, module = kind.__qualname__, kind.__module__
        return name if module == "builtins" else f"{module}.{name}"
    return f"{kind.module}.{kind.text}" if isinstance(kind, Abstract) else repr(kind)


def _named(name: str, parameters: tuple[Any, ...]) -> str:
    """Return the name of a type with others as parameters."""
    if name == "Union" and type(None) in parameters and len(parameters) == 2:
        name, parameters = "Optional", tuple([p for p in parameters if p is not type(None)])
    for parameter in parameters:
        check_text(parameter)
    literal, noted = name == "Literal", name == "Annotated"
    plain = [literal or (noted and not isinstance(p, (type, Class, Typing))) for p in parameters]
    shown = [
        repr(p) if as_it_is else spelled(p) for p, as_it_is in zip(parameters, plain, strict=True)
    ]
    text = ", ".join(shown)
    check_items(len(text), _LONGEST)
    return f"{name}[{text}]"


def _parts(kind: Any) -> tuple[Any, ...]:
    """Return the types of a union; another type is one itself."""
    if isinstance(kind, UnionType):
        return kind.__args__
    union = isinstance(kind, Typing) and kind.name == "Union"
    return (union and kind.parameters) or (kind,)


def get_args(kind: Any, /) -> tuple[Any, ...]:
    """Return what a type was given as parameters."""
    if isinstance(kind, (GenericAlias, UnionType)):
        return kind.__args__
    given = kind.parameters if isinstance(kind, Typing) else None
    return tuple([list(p) if isinstance(p, tuple) else p for p in given or ()])


class Typing:
    """A name of ``typing``, which means nothing when a program runs but to ``isinstance``."""

    __slots__ = ("name", "parameters", "text")
    module = "typing"
    __iter__: Any = None  # which the host would otherwise go over by asking for items, without end

    def __init__(self, name: str, parameters: tuple[Any, ...] | None = None) -> None:
        self.name, self.parameters = name, parameters
        self.text = name if parameters is None else _named(name, parameters)

    def __repr__(self) -> str:
        return f"{self.module}.{self.text}"

    def __getitem__(self, parameters: Any) -> Any:
        given = parameters if isinstance(parameters, tuple) else (parameters,)
        if self.name != "Literal":
            given = tuple([type(None) if p is None else p for p in given])
        if self.name not in ("Optional", "Union"):
            kept = [tuple(p) if isinstance(p, list) else p for p in given]
            return type(self)(self.name, tuple(kept))
        given += (type(None),) if self.name == "Optional" else ()
        found = tuple(dict.fromkeys([part for kind in given for part in _parts(kind)]))
        return found[0] if len(found) == 1 else self._union(found)

    def _union(self, parameters: tuple[Any, ...]) -> Any:
        return Typing("Union", parameters)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Typing) and self._alike() == other._alike()

    def __hash__(self) -> int:
        return hash(self._alike())

    def _alike(self) -> Any:
        if self.parameters is None:
            return type(self), id(self)
        is_set = self.name in ("Union", "Literal")
        return self.name, frozenset(self.parameters) if is_set else self.parameters

    def __or__(self, other: Any) -> Any:
        return later("unions").joined(self, other)

    def __ror__(self, other: Any) -> Any:
        return later("unions").joined(other, self)

    @property
    def base(self) -> Class | None:
        """The class that classes of the program derive from by this name, if there is one."""
        if self.name not in _ASKED or self.name == "ContextManager":
            return None
        from gradcli.language.names.written import find

        found: Class = find("collections.abc", _WRITTEN.get(self.name, self.name))
        return found

    def _asked(self, function: str) -> bool:
        """Tell whether this is a union, whose types are asked; refuse what cannot be asked."""
        if self.parameters is not None and self.name != "Union":
            what = "Subscripted generics cannot be used with class and instance checks"
            raise op_error(TypeError, what)
        if self.parameters is None and self.name not in _KNOWN:
            raise TypeError(f"{self.module}.{self.name} cannot be used with {function}()")
        return self.parameters is not None

    def __instancecheck__(self, value: Any) -> bool:
        """Tell whether a value has what the name stands for, as ``isinstance`` asks."""
        if self._asked("isinstance"):
            from gradcli.language.names.builtins import BUILTINS

            return bool(BUILTINS["isinstance"](value, self.parameters))
        if isinstance(value, Class):
            return self.name in ("Callable", "Hashable")
        method = _METHODS.get(self.name)
        if isinstance(value, Object) and method is not None:
            return value.cls.find(method) not in (MISSING, None)
        if isinstance(value, _KNOWN[self.name]):
            return True
        base = None if STATE.written is None else self.base
        return base is not None and base.__instancecheck__(value)

    def __subclasscheck__(self, kind: Any) -> bool:
        """Tell whether a class is one of what the name stands for."""
        if self._asked("issubclass"):
            from gradcli.language.names.builtins import BUILTINS

            return bool(BUILTINS["issubclass"](kind, self.parameters))
        method = _METHODS.get(self.name)
        if not isinstance(kind, Class):
            return issubclass(kind, _KNOWN[self.name])
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
    module = "collections.abc"

    def __repr__(self) -> str:
        return f"<class '{spelled(self)}'>" if self.parameters is None else spelled(self)

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


def _without_typing(base: Any, draft: Draft) -> Class:
    """Make a class that derives from ``Generic[T]``, ``Protocol`` and their like."""
    namespace = draft.namespace
    found = [base.base if base.__class__ in _PLAIN else base for base in draft.bases]
    kept = tuple([base for base in found if base is not None])
    namespace.setdefault("__class_getitem__", _SAME_CLASS)
    if any(base.__class__ is Typing and base.name == "Protocol" for base in draft.bases):
        own = [name for name in (*namespace, *draft.annotations) if not name.startswith("__")]
        inherited = [base.namespace.get(PROTOCOL, ()) for base in kept if isinstance(base, Class)]
        protocol = dict.fromkeys([*own, *[name for names in inherited for name in names]])
        namespace |= {PROTOCOL: tuple(protocol), _RUNTIME: False}
    return make_class(draft._replace(bases=kept))


_SAME_CLASS = ClassMethod(NativeMethod("__class_getitem__", lambda cls, parameters, /: cls))


def _refuse(maker: str, keywords: Mapping[str, Any]) -> None:
    for name in keywords:
        raise TypeError(f"{maker}.__new__() got an unexpected keyword argument '{name}'")


def _new_dict(cls: Any, /, *args: Any, **kwargs: Any) -> Any:
    return dict(*map(bounded, args), **kwargs)


def _named_tuple(base: Any, draft: Draft) -> Class:
    from gradcli.language.names.records import record

    _refuse("NamedTupleMeta", draft.keywords)
    fields, namespace = list(draft.annotations), draft.namespace
    defaults = {field: namespace.pop(field) for field in fields if field in namespace}
    for before, field in pairwise(fields):
        if before in defaults and field not in defaults:
            raise TypeError(
                f"Non-default namedtuple field {field} cannot follow default field {before}"
            )
    if namespace.get("__doc__") is None:
        namespace.pop("__doc__", None)
    return record(draft.name, fields, defaults, namespace, draft.qualified, draft.annotations)


def _typed_dict(base: Any, draft: Draft) -> Class:
    def told(cls: Any, /, *, total: Any = True, **others: Any) -> None:
        _refuse("_TypedDictMeta", others)

    told(base, **draft.keywords)
    namespace = draft.namespace | {
        "__new__": StaticMethod(NativeMethod("__new__", _new_dict)),
        "__init_subclass__": ClassMethod(NativeMethod("__init_subclass__", told)),
    }
    kept = tuple([base for base in draft.bases if not isinstance(base, Typing)])
    return make_class(draft._replace(bases=kept, namespace=namespace, keywords={}))


CALLABLE.add(Abstract)
KINDS.update(dict.fromkeys((Abstract, Numeric), lambda name: type))
named_like("_GenericAlias", Typing, module="typing")
named_like("function", NamedTupleBase, TypedDictBase)
named_like("TypeVar", TypeVariable, module="typing")

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


def _follows(cls: Class, value: Any) -> bool:
    """Tell whether a value has all that a protocol names."""
    if not cls.namespace[_RUNTIME]:
        what = "Instance and class checks can only be used with @runtime_checkable protocols"
        raise op_error(TypeError, what)
    from gradcli.language.names.builtins import BUILTINS

    return all(BUILTINS["hasattr"](value, name) for name in cls.namespace[PROTOCOL])


FOLLOWS.append(_follows)


def _runtime_checkable(cls: Any) -> Any:
    if not isinstance(cls, Class) or PROTOCOL not in cls.namespace:
        what = "@runtime_checkable can be only applied to protocol classes, got"
        raise TypeError(f"{what} {cls!r}")
    cls.namespace[_RUNTIME] = True
    return cls


def _hints(obj: Any, globalns: Any = None, localns: Any = None) -> dict[str, Any]:
    from gradcli.language.machine.annotations import hints_of  # for programs that ask

    if not isinstance(obj, (Function, Bound, Class)):
        what = "is not a module, class, method, or function."
        raise TypeError(f"{obj!r} {what}")
    seen = {**(globalns or {}), **(localns or {})}
    return hints_of(obj.function if isinstance(obj, Bound) else obj, seen)


TYPING = {name: Typing(name) for name in _NAMES.split()}
ABSTRACT = {name: Abstract(name) for name in (*_METHODS, *_MIXED)}


def _typing() -> Table:
    from gradcli.language.names.unions import NewKind, origin

    def same(value: Any, /) -> Any:
        return value

    return {
        **TYPING,
        "NamedTuple": NAMED_TUPLE,
        "TypedDict": TypedDictBase("TypedDict"),
        "TYPE_CHECKING": False,
        **{
            name: Builtin(name, lambda name, /, *args, **kwargs: TypeVariable(str(name)))
            for name in ("ParamSpec", "TypeVar", "TypeVarTuple")
        },
        "NewType": NewKind,
        "get_args": Builtin("get_args", get_args),
        "get_origin": Builtin("get_origin", lambda kind, /: origin(kind)),
        "cast": Builtin("cast", lambda typ, val, /: val),
        "get_type_hints": Builtin("get_type_hints", _hints),
        **{
            name: Builtin(name, same) for name in ("final", "overload", "no_type_check", "override")
        },
        "runtime_checkable": Builtin("runtime_checkable", _runtime_checkable),
    }


_NUMBERS = {name: Numeric(name) for name in ["Complex", "Integral", "Number", "Rational", "Real"]}

TABLES = {
    "collections.abc": ABSTRACT.copy,
    "numbers": _NUMBERS.copy,
    "typing": _typing,
    "typing_extensions": _typing,
}
