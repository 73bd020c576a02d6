"""Enumerations: classes whose plain attributes become their only instances."""

from __future__ import annotations

import contextlib
import enum
import functools
import operator
from collections.abc import Callable, Iterable
from typing import Any

from gradcli.errors import op_error
from gradcli.language.limits import too_deep
from gradcli.language.machine.construct import Draft, make_class
from gradcli.language.machine.descriptors import (
    MISSING,
    Descriptor,
    NativeAttribute,
    NativeMethod,
    Property,
    StaticMethod,
    bind,
    invoke,
)
from gradcli.language.machine.functions import Bound, Builtin, Function, host_callable
from gradcli.language.machine.objects import Class, class_of, name_of
from gradcli.language.machine.sequences import collect, format_value
from gradcli.language.names import containers  # noqa: F401  (numbers and texts as bases)

_DEEPEST = 100  # what is computed of ``auto()`` holds what it is computed of
_PLAIN = (Descriptor, NativeMethod, Function, Bound, Class)


_SHOWN = ("__repr__", "__str__", "__format__")


def _later(sign: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Auto]:
    def later(*sides: Any) -> Auto:
        parts = [side for side in sides if isinstance(side, Auto)]
        depth = 1 + max(part.depth for part in parts)
        if depth > _DEEPEST:
            raise too_deep()
        return Auto(lambda: sign(*[s.known() if isinstance(s, Auto) else s for s in sides]), depth)

    return later


class Auto:
    """``auto()``: the value after the last one; and what is computed of it before that is known."""

    __slots__ = ("depth", "resolve", "value")

    def __init__(self, resolve: Callable[[], Any] | None = None, depth: int = 0) -> None:
        self.resolve, self.depth = resolve, depth

    def known(self, following: Callable[[], Any] | None = None) -> Any:
        """Return the value, once the members before it have theirs."""
        if not hasattr(self, "value"):
            resolve = self.resolve or following
            assert resolve is not None
            self.value = resolve()
        return self.value

    __or__, __and__, __xor__ = map(_later, (operator.or_, operator.and_, operator.xor))
    __add__, __sub__ = map(_later, (operator.add, operator.sub))
    __ror__, __rand__, __rxor__, __radd__ = __or__, __and__, __xor__, __add__


Auto.__module__, Auto.__name__, Auto.__qualname__ = "enum", "auto", "auto"


def _complete(cls: Class) -> None:
    """Make members of what the body of an enumeration has bound."""
    for base in cls.bases:
        if isinstance(base, Class) and base.members:
            raise TypeError(f"<enum '{cls.name}'> cannot extend {base!r}")
    named = {
        name: value
        for name, value in cls.namespace.items()
        if not name.startswith("_") and not isinstance(value, _PLAIN)
    }
    if not named:
        return
    for name in _SHOWN:  # in front of what a type has that the members are of besides
        found = (base.namespace.get(name) for base in cls.mro if isinstance(base, Class))
        cls.namespace[name] = next(method for method in found if method is not None)
    members: dict[str, Any] = {}
    following = _following(cls)
    given: list[Any] = []
    for name, value in named.items():
        if isinstance(value, Auto):
            value = value.known(functools.partial(following, name, 1, len(given), list(given)))
        given.append(value)
        same = next((m for m in members.values() if m.attributes["_value_"] == value), None)
        members[name] = _member(cls, name, value) if same is None else same
    cls.members = members
    listed = dict.fromkeys(members.values())
    cls.listed = tuple(filter(_single, listed) if FLAG in cls.mro else listed)
    cls.namespace |= members | {
        "__members__": dict(members),
        "_member_map_": dict(members),
        "_member_names_": [member.attributes["_name_"] for member in cls.listed],
        "_value2member_map_": _by_value(listed),
    }
    cls.namespace |= _MAKING | {"__init__": ENUM.namespace["__init__"]}  # members are made
    cls.changed()


def _following(cls: Class) -> Callable[..., Any]:
    """Return what says what ``auto()`` stands for in an enumeration."""
    own = cls.find("_generate_next_value_")
    if own is not MISSING:
        return host_callable(bind(own, None, cls))  # type: ignore[no-any-return]
    kind = next((base for base in cls.mro if base in _FOLLOWING), ENUM)

    def follow(name: str, start: int, count: int, given: list[Any]) -> Any:
        numbers = [value for value in given if isinstance(value, int)]
        return _FOLLOWING[kind](name, numbers[-1] if numbers else 0)

    return follow


def _by_value(members: Iterable[Any]) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for member in members:
        with contextlib.suppress(TypeError):  # lists among the values
            found[member.attributes["_value_"]] = member
    return found


def _member(cls: Class, name: str | None, value: Any) -> Any:
    given = value if isinstance(value, tuple) else (value,)
    new = cls.namespace.get("__new__")
    if new is None or new is _MAKING["__new__"]:
        made = () if cls.native is object else given
        member = cls.host.make(cls, made, {})  # type: ignore[attr-defined]
    else:
        member = host_callable(bind(new, None, cls))(cls, *given)
    member.attributes |= {"_name_": name, "_value_": member.attributes.get("_value_", value)}
    if cls.find("__init__").__class__ is Function:
        invoke(member, "__init__", *given)
    return member


def _look_up(cls: Any, value: Any = MISSING, names: Any = MISSING, /, **more: Any) -> Any:
    if isinstance(cls, Class) and cls.members is None and names is not MISSING:
        return _named(cls, value, names, **more)
    if value is MISSING:
        message = "EnumType.__call__() missing 1 required positional argument: 'value'"
        raise TypeError(message)
    if not isinstance(cls, Class) or cls.members is None:
        raise TypeError(f"{getattr(cls, '__name__', cls)} has no members")
    if names is not MISSING:
        value = (value, names)
    for member in cls.members.values():
        if member is value or member.attributes["_value_"] == value:
            return member
    asked = cls.find("_missing_")
    made = None if asked is MISSING else host_callable(bind(asked, None, cls))(value)
    if made is not None:
        if cls in getattr(class_of(made), "mro", ()):
            return made
        said = f"returned {made!r} instead of None or a valid member"
        raise TypeError(f"error in {cls.name}._missing_: {said}")
    if FLAG in cls.mro and isinstance(value, int):
        return _combined(cls, value)
    raise ValueError(f"{value!r} is not a valid {cls.qualified}")


def _named(cls: Class, name: Any, names: Any, *, start: Any = 1, **more: Any) -> Class:
    """Make an enumeration of names: a text, a list of them or of pairs, or a dictionary."""
    for option in more:
        if option not in ("module", "qualname", "type", "boundary"):
            message = f"EnumType.__call__() got an unexpected keyword argument '{option}'"
            raise TypeError(message)
    listed = names.replace(",", " ").split() if isinstance(names, str) else collect(names)
    pairs = list(names.items()) if isinstance(names, dict) else list(listed)
    following = _following(cls)
    held: dict[str, Any] = {}
    for place, item in enumerate(pairs):
        if isinstance(item, str):
            first = start - 1 if place == 0 and isinstance(start, int) else None
            before = [*held.values()] if first is None else [first]
            item = (item, following(item, start, place, before if place or start != 1 else []))
        held[str(item[0])] = item[1]
    kinds = () if more.get("type") is None else (more["type"],)
    return make_class(Draft(str(name), (*kinds, cls), held, str(name), {}))


def _unique(enumeration: Any, /) -> Any:
    """Return an enumeration if no two names of it stand for one value."""
    members = enumeration.members or {}
    again = {n: m.attributes["_name_"] for n, m in members.items() if m.attributes["_name_"] != n}
    if again:
        listed = ", ".join(f"{name} -> {first}" for name, first in again.items())
        raise ValueError(f"duplicate values found in {enumeration!r}: {listed}")
    return enumeration


def _refuse_write(self: Any, name: Any, value: Any, /) -> None:
    if name in ("name", "value"):
        raise op_error(AttributeError, "<enum 'Enum'> cannot set attribute " + repr(name))
    self.attributes[name] = value


def _shown(self: Any, /) -> str:
    return f"<{self.cls.name}.{self.attributes['_name_']}: {self.attributes['_value_']!r}>"


_MAKING = {"__new__": StaticMethod(NativeMethod("__new__", _look_up))}

_METHODS: dict[str, Callable[..., Any]] = {
    "__repr__": _shown,
    "__str__": lambda self, /: f"{self.cls.name}.{self.attributes['_name_']}",
    "__hash__": lambda self, /: hash(self.attributes["_name_"]),
    "__setattr__": _refuse_write,
    "__init__": lambda self, /, *args: None,
    "__copy__": lambda self, /: self,
    "__deepcopy__": lambda self, memo, /: self,
    "__format__": lambda self, spec, /: format_value(str(self), spec),
}

ENUM = Class(
    "Enum",
    (),
    {
        "__module__": "enum",
        "__doc__": None,
        **_MAKING,
        **{name: NativeMethod(name, method) for name, method in _METHODS.items()},
        "name": NativeAttribute("name", lambda self: self.attributes["_name_"]),
        "value": NativeAttribute("value", lambda self: self.attributes["_value_"]),
    },
    fixed=True,
)
ENUM.complete = _complete


def _kind(name: str, bases: tuple[Any, ...], methods: dict[str, Callable[..., Any]]) -> Class:
    """Make a class of enumerations."""
    made = {key: NativeMethod(key, method) for key, method in methods.items()}
    held = {"__module__": "enum", "__doc__": None, **_MAKING, **made}
    kind = Class(name, bases, held, fixed=True)
    kind.complete = _complete
    return kind


def _valued(self: Any, /) -> str:
    return str(self.attributes["_value_"])


_VALUED: dict[str, Callable[..., Any]] = {
    "__str__": _valued,
    "__format__": lambda self, spec, /: (
        format_value(self.attributes["_value_"], spec) if spec else str(self)
    ),
}

# Flags


def _single(member: Any) -> bool:
    bits = member.attributes["_value_"]
    return bool(bits) and not bits & (bits - 1)


def _combined(cls: Class, value: int) -> Any:
    """Return the member that stands for several, which is made when it is first asked for."""
    known = cls.namespace["_value2member_map_"]
    if value in known:
        return known[value]
    members = dict.fromkeys(cls.members.values())  # type: ignore[union-attr]
    whole = functools.reduce(operator.or_, [m.attributes["_value_"] for m in members])
    wide = (1 << whole.bit_length()) - 1
    keeps = cls.native is int
    if not keeps and (value & (wide ^ whole) or not ~wide <= value <= wide):
        width = max(value.bit_length(), whole.bit_length())
        given, allowed = enum.bin(value, width), enum.bin(whole, width)
        message = f"<flag {cls.name!r}> invalid value {value!r}"
        raise ValueError(f"{message}\n    given {given}\n  allowed {allowed}")
    bits = value if value >= 0 else value + (1 << max(value.bit_length(), wide.bit_length()))
    if bits != value:
        return _look_up(cls, bits)
    parts = [m for m in cls.listed if m.attributes["_value_"] & bits]
    rest = functools.reduce(lambda left, m: left & ~m.attributes["_value_"], parts, bits)
    for member in members if rest else ():
        covered = member.attributes["_value_"]
        if covered and covered & bits == covered and member not in parts:
            parts.append(member)
            rest &= ~covered
    name = "|".join([*[m.attributes["_name_"] for m in parts], *([str(rest)] if rest else [])])
    known[value] = _member(cls, name if parts else None, value)
    return known[value]


def _bits(self: Any, other: Any) -> int | None:
    """Return what is set in another flag, or in a number where the flags are numbers."""
    if class_of(other) is self.cls:
        return int(other.attributes["_value_"])
    return int(other) if self.cls.native is int and isinstance(other, int) else None


def _joined(sign: Callable[[int, int], int]) -> Callable[..., Any]:
    def join(self: Any, other: Any, /) -> Any:
        bits = _bits(self, other)
        if bits is None:
            return NotImplemented
        return _look_up(self.cls, sign(self.attributes["_value_"], bits))

    return join


def _inverted(self: Any, /) -> Any:
    value = self.attributes["_value_"]
    if self.cls.native is int:
        return _look_up(self.cls, ~value)
    singles = sum(member.attributes["_value_"] for member in self.cls.listed)
    return _look_up(self.cls, singles & ~value)


def _holds(self: Any, other: Any, /) -> bool:
    if class_of(other) is not self.cls:
        names = f"{name_of(other)!r} and {self.cls.qualified!r}"
        raise TypeError(f"unsupported operand type(s) for 'in': {names}")
    bits = other.attributes["_value_"]
    return bool(bits & self.attributes["_value_"] == bits)


def _flag_shown(self: Any, /) -> str:
    name = self.attributes["_name_"]
    whole = self.cls.name if name is None else f"{self.cls.name}.{name}"
    return f"<{whole}: {self.attributes['_value_']!r}>"


def _flag_named(self: Any, /) -> str:
    name = self.attributes["_name_"]
    return (
        f"{self.cls.name}({self.attributes['_value_']})"
        if name is None
        else (f"{self.cls.name}.{name}")
    )


_JOINS = {"or": _joined(operator.or_), "and": _joined(operator.and_), "xor": _joined(operator.xor)}
_OF_FLAGS: dict[str, Callable[..., Any]] = {
    "__repr__": _flag_shown,
    "__str__": _flag_named,
    **{f"__{name}__": join for name, join in _JOINS.items()},
    **{f"__r{name}__": join for name, join in _JOINS.items()},
    "__invert__": _inverted,
    "__bool__": lambda self, /: bool(self.attributes["_value_"]),
    "__contains__": _holds,
    "__iter__": lambda self, /: iter(
        [m for m in self.cls.listed if m.attributes["_value_"] & self.attributes["_value_"]]
    ),
    "__len__": lambda self, /: self.attributes["_value_"].bit_count(),
}

FLAG = _kind("Flag", (ENUM,), _OF_FLAGS)
_STRINGS = _kind("StrEnum", (str, ENUM), _VALUED)

_FOLLOWING: dict[Any, Callable[[str, int], Any]] = {
    FLAG: lambda name, last: 1 << last.bit_length(),
    _STRINGS: lambda name, last: name.lower(),
    ENUM: lambda name, last: last + 1,
}
"""What ``auto()`` stands for."""

TABLE: dict[str, Any] = {
    "Enum": ENUM,
    "IntEnum": _kind("IntEnum", (int, ENUM), _VALUED),
    "StrEnum": _STRINGS,
    "Flag": FLAG,
    "IntFlag": _kind("IntFlag", (int, FLAG), _OF_FLAGS | _VALUED),
    "auto": Builtin("auto", lambda: Auto()),
    "property": Property,
    "unique": Builtin("unique", _unique),
}
"""What the module enum has."""
