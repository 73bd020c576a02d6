"""Enumerations: classes whose plain attributes become their only instances."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from gradcli.errors import op_error
from gradcli.language.machine.descriptors import (
    MISSING,
    Descriptor,
    NativeAttribute,
    NativeMethod,
    StaticMethod,
    invoke,
)
from gradcli.language.machine.functions import Bound, Builtin, Function
from gradcli.language.machine.instances import Instance
from gradcli.language.machine.objects import Class
from gradcli.language.machine.sequences import format_value
from gradcli.language.names import containers  # noqa: F401  (numbers and texts as bases)

_PLAIN = (Descriptor, NativeMethod, Function, Bound, Class)


_SHOWN = ("__repr__", "__str__", "__format__")


class Auto:
    """``auto()``: the number after the last one."""

    __slots__ = ()


def _complete(cls: Class) -> None:
    """Make members of what the body of an enumeration has bound."""
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
    last = 0
    following = next((base for base in cls.mro if base in _FOLLOWING), ENUM)
    for name, value in named.items():
        value = _FOLLOWING[following](name, last) if isinstance(value, Auto) else value
        last = value if isinstance(value, int) else last
        same = next((m for m in members.values() if m.attributes["_value_"] == value), None)
        members[name] = _member(cls, name, value) if same is None else same
    cls.members = members
    cls.namespace.update(members)
    cls.namespace |= _MAKING
    cls.changed()


def _member(cls: Class, name: str | None, value: Any) -> Any:
    given = value if isinstance(value, tuple) else (value,)
    member = cls.host.make(cls, () if cls.native is object else given, {})  # type: ignore[attr-defined]
    member.attributes |= {"_name_": name, "_value_": value}
    if cls.find("__init__").__class__ is Function:
        invoke(member, "__init__", *given)
    return member


def _look_up(cls: Any, value: Any = MISSING, /) -> Any:
    if not isinstance(cls, Class) or cls.members is None:
        raise TypeError(f"{getattr(cls, '__name__', cls)} has no members")
    for member in cls.members.values():
        if member is value or member.attributes["_value_"] == value:
            return member
    if FLAG in cls.mro and isinstance(value, int):
        return _combined(cls, value)
    raise ValueError(f"{value!r} is not a valid {cls.qualified}")


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
    "__format__": lambda self, spec, /: format_value(self.attributes["_value_"], spec),
}

# Flags


def _combined(cls: Class, value: int) -> Any:
    """Return the member that stands for several, which is made when it is first asked for."""
    single = {m.attributes["_value_"]: m for m in cls.members.values()}  # type: ignore[union-attr]
    whole = 0
    for bits in single:
        whole |= bits
    value = value & whole if value < 0 else value
    if value & ~whole:
        raise ValueError(f"<flag {cls.name!r}> invalid value {value!r}")
    known = cls.namespace.setdefault("_value2member_map_", {})
    if value not in single and value not in known:
        parts = [m.attributes["_name_"] for bits, m in single.items() if bits & value]
        known[value] = _member(cls, "|".join(parts) or None, value)
    return single.get(value) or known[value]


def _joined(sign: Callable[[int, int], int]) -> Callable[..., Any]:
    def join(self: Any, other: Any, /) -> Any:
        if not isinstance(other, Instance) or other.cls is not self.cls:
            return NotImplemented
        return _look_up(self.cls, sign(self.attributes["_value_"], other.attributes["_value_"]))

    return join


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


_OF_FLAGS: dict[str, Callable[..., Any]] = {
    "__repr__": _flag_shown,
    "__str__": _flag_named,
    "__or__": _joined(operator.or_),
    "__and__": _joined(operator.and_),
    "__xor__": _joined(operator.xor),
    "__invert__": lambda self, /: _look_up(self.cls, ~self.attributes["_value_"]),
    "__bool__": lambda self, /: bool(self.attributes["_value_"]),
    "__contains__": lambda self, other, /: (self & other) is other,
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
    "auto": Builtin("auto", Auto),
    "unique": Builtin("unique", lambda enumeration, /: enumeration),
}
"""What the module enum has."""
