"""Enumerations: classes whose plain attributes become their only instances."""

from __future__ import annotations

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

_PLAIN = (Descriptor, NativeMethod, Function, Bound, Class)


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
    members: dict[str, Any] = {}
    last = 0
    for name, value in named.items():
        value = last + 1 if isinstance(value, Auto) else value
        last = value if isinstance(value, int) else last
        same = next((m for m in members.values() if m.attributes["_value_"] == value), None)
        members[name] = _member(cls, name, value) if same is None else same
    cls.members = members
    cls.namespace.update(members)
    cls.namespace["__new__"] = StaticMethod(NativeMethod("__new__", _look_up))
    cls.changed()


def _member(cls: Class, name: str, value: Any) -> Instance:
    member = Instance(cls)
    member.attributes |= {"_name_": name, "_value_": value}
    if cls.find("__init__").__class__ is Function:
        invoke(member, "__init__", *(value if isinstance(value, tuple) else (value,)))
    return member


def _look_up(cls: Any, value: Any = MISSING, /) -> Any:
    for member in cls.members.values():
        if member is value or member.attributes["_value_"] == value:
            return member
    raise ValueError(f"{value!r} is not a valid {cls.qualified}")


def _refuse_write(self: Any, name: Any, value: Any, /) -> None:
    if name in ("name", "value"):
        raise op_error(AttributeError, "<enum 'Enum'> cannot set attribute " + repr(name))
    self.attributes[name] = value


def _shown(self: Any, /) -> str:
    return f"<{self.cls.name}.{self.attributes['_name_']}: {self.attributes['_value_']!r}>"


_METHODS: dict[str, Callable[..., Any]] = {
    "__repr__": _shown,
    "__str__": lambda self, /: f"{self.cls.name}.{self.attributes['_name_']}",
    "__hash__": lambda self, /: hash(self.attributes["_name_"]),
    "__setattr__": _refuse_write,
    "__init__": lambda self, /, *args: None,
    "__format__": lambda self, spec, /: format(str(self), spec),
}

ENUM = Class(
    "Enum",
    (),
    {
        "__module__": "enum",
        "__doc__": None,
        **{name: NativeMethod(name, method) for name, method in _METHODS.items()},
        "name": NativeAttribute("name", lambda self: self.attributes["_name_"]),
        "value": NativeAttribute("value", lambda self: self.attributes["_value_"]),
    },
)
ENUM.complete = _complete

TABLE: dict[str, Any] = {
    "Enum": ENUM,
    "auto": Builtin("auto", Auto),
    "unique": Builtin("unique", lambda enumeration, /: enumeration),
}
"""What the module enum has."""
