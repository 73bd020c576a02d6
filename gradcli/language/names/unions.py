"""Types that are several at once, new names of types, and what types were made of."""

from __future__ import annotations

from collections import defaultdict, deque
from types import GenericAlias, UnionType
from typing import Any

from gradcli.language.machine.functions import CALLABLE, CONSTRUCTORS, named_like
from gradcli.language.machine.objects import Class
from gradcli.language.names.attributes import GETTERS
from gradcli.language.names.typed import ABSTRACT, TYPING, Table, Typing, spelled


class Joined(Typing):
    """Types with ``|`` between them, among which is a class of the program."""

    __slots__ = ()
    module = "types"

    def _union(self, parameters: tuple[Any, ...]) -> Any:
        return Joined("Union", parameters)

    def __repr__(self) -> str:
        if self.parameters is None:
            return "<class 'types.UnionType'>"
        return " | ".join(["None" if p is type(None) else spelled(p) for p in self.parameters])

    def __instancecheck__(self, value: Any) -> bool:
        if self.parameters is None:
            return isinstance(value, UnionType) or value.__class__ is Joined
        return super().__instancecheck__(value)


Joined.__module__, Joined.__qualname__ = UnionType.__module__, UnionType.__qualname__
UNION_TYPE = Joined("UnionType")


def joined(one: Any, other: Any) -> Any:
    """Return the type of what is of one of two types, or ``NotImplemented``."""
    kinds = (type, Class, Typing, GenericAlias, UnionType, type(None))
    if not isinstance(one, kinds) or not isinstance(other, kinds):
        return NotImplemented
    named = any(isinstance(kind, Typing) and kind.module == "typing" for kind in (one, other))
    return (Typing if named else Joined)("Union")[one, other]


class NewKind:
    """What ``NewType`` returns: a name for the type checker, which gives back what it is given."""

    __slots__ = ("kind", "name")

    def __init__(self, name: str, kind: Any, /) -> None:
        self.name, self.kind = str(name), kind

    def __repr__(self) -> str:
        return f"__main__.{self.name}"

    def __call__(self, value: Any, /) -> Any:
        """Return the value."""
        return value

    def __or__(self, other: Any) -> Any:
        return Typing("Union")[self, other]

    def __ror__(self, other: Any) -> Any:
        return Typing("Union")[other, self]


named_like("NewType", NewKind, module="typing")
CALLABLE.add(NewKind)
CONSTRUCTORS[NewKind] = NewKind
GETTERS[NewKind] = {
    **dict.fromkeys(("__name__", "__qualname__"), lambda kind: kind.name),
    "__supertype__": lambda kind: kind.kind,
}


_ORIGINS: Table = {**ABSTRACT, "AbstractSet": ABSTRACT["Set"]}
_ORIGINS |= {kind.__name__.title(): kind for kind in (dict, list, set, tuple, type)}
_ORIGINS |= {"FrozenSet": frozenset, "DefaultDict": defaultdict, "Deque": deque}


def origin(kind: Any) -> Any:
    """Return what a type with parameters was made of, or None."""
    if isinstance(kind, GenericAlias):
        return kind.__origin__
    if isinstance(kind, UnionType) or (kind.__class__ is Joined and kind.parameters):
        return UNION_TYPE
    if not isinstance(kind, Typing) or (kind.parameters is None and kind.module != "typing"):
        return None
    return _ORIGINS.get(kind.name) or (kind.parameters and TYPING.get(kind.name))
