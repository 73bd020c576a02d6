"""Classes of classes: what a program's class does that derives from ``type``.

A class that such a class has made is one of the program like others, and is an instance besides:
signs, calls and attributes that it has not itself are those of its metaclass.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradcli.errors import op_error
from gradcli.language.machine.code import Block, Frame, Next, Register, later
from gradcli.language.machine.construct import (
    Draft,
    build,
    class_from,
    construct,
    enter_instance,
    named,
)
from gradcli.language.machine.construct import _enter_class as enter_class
from gradcli.language.machine.descriptors import (
    MISSING,
    NativeMethod,
    StaticMethod,
    bind,
    invoke,
    is_data,
)
from gradcli.language.machine.functions import ENTER, NATIVES, host_callable, type_name
from gradcli.language.machine.instances import Carrier
from gradcli.language.machine.objects import CARRIERS, Class, class_of, is_class, name_as_type
from gradcli.language.names import attributes
from gradcli.language.names import instances as names
from gradcli.syntax import nodes


class Ruled(Carrier, Class):
    """A class that a metaclass of the program has made, which is its class."""

    __slots__ = ("cls",)
    cls: Class

    def __init__(self, draft: Draft, rule: Class) -> None:
        self.cls = rule
        Class.__init__(self, *draft[:5])
        self.checks_abstract = self.checks_abstract or ABSTRACT in rule.mro

    __eq__, __ne__, __hash__ = object.__eq__, object.__ne__, object.__hash__
    __copy__, __deepcopy__, whole_name = Class.__copy__, Class.__deepcopy__, Class.whole_name

    @property
    def attributes(self) -> dict[str, Any]:  # type: ignore[override]
        """What the class has under names of its own."""
        return dict(self.namespace)

    def keep(self, name: str, value: Any = None) -> Any:
        """Refuse what ``object`` would do: a class writes its names itself."""
        raise TypeError(f"can't apply this __setattr__ to {self.cls.name} object")

    forget = keep

    def has_elements(self) -> bool:
        """Tell whether the class can be read by an index."""
        return Carrier.has_elements(self) or Class.has_elements(self)

    def __getitem__(self, index: Any) -> Any:
        base: Any = Carrier if Carrier.has_elements(self) else Class
        return base.__getitem__(self, index)

    def __instancecheck__(self, value: Any) -> bool:
        return class_of(value) is self or bool(invoke(self, "__instancecheck__", value))

    def __subclasscheck__(self, kind: Any) -> bool:
        return bool(invoke(self, "__subclasscheck__", kind))


# Making


def _new(rule: Any, /, *args: Any, **keywords: Any) -> Any:
    """Make the class that ``type.__new__`` of a metaclass does."""
    if not isinstance(rule, Class) or rule.native is not type:
        if rule is type:
            return class_from(*args)
        if is_class(rule):
            name = rule.__name__
            raise TypeError(f"type.__new__({name}): {name} is not a subtype of type")
        raise TypeError(f"type.__new__(X): X is not a type object ({type_name(rule)})")
    if len(args) != 3:
        raise TypeError(f"type.__new__() takes exactly 3 arguments ({len(args)} given)")
    draft = named(*args)._replace(keywords=keywords)
    if rule is ABSTRACT:
        return build(abstract(draft), Class)
    for absent in ("__eq__", "__hash__"):
        if rule.find(absent) is not NATIVES[object][absent]:
            what = f"{absent} of a metaclass is not part of the language"
            raise op_error(TypeError, what, code="attribute")
    return build(draft, lambda *given: Ruled(Draft(*given), rule))


def abstract(draft: Draft) -> Draft:
    """Let a class that ``ABCMeta`` is to make derive from ``ABC``, which is as much."""
    bases = [base for base in draft.bases if base is not object]
    if any(isinstance(base, Class) and base.checks_abstract for base in bases):
        return draft
    return draft._replace(bases=(*bases, later("modelling").ABC))


def _set(cls: Class, name: str, value: Any, /) -> None:
    found = class_of(cls).find(name) if isinstance(cls, Ruled) else MISSING
    write: Any = names.store if found is not MISSING and is_data(found) else names.write_class
    write(cls, name, value)


_TYPE: dict[str, Callable[..., Any]] = {
    "__init__": lambda cls, /, *args, **kwargs: None,
    "__call__": lambda cls, /, *args, **kwargs: construct(cls, args, kwargs),
    "__repr__": Class.__repr__,
    "__or__": Class.__or__,
    "__ror__": Class.__ror__,
    "__setattr__": _set,
    "__delattr__": names.delete_class,
    "__instancecheck__": Class.__instancecheck__,
    "__subclasscheck__": Class.__subclasscheck__,
}


NATIVES[type] = names.taking(Class, "type", "a class of the program", _TYPE) | {
    "__new__": StaticMethod(NativeMethod("__new__", _new)),
}
CARRIERS[type] = lambda native: Ruled
ABSTRACT = Class("ABCMeta", (type,), {"__module__": "abc", "__doc__": None}, fixed=True)
"""The metaclass of abstract classes."""


# Attributes and calls


def _read(cls: Ruled, name: str) -> Any:
    if name == "__class__":
        return cls.cls
    found = cls.cls.find(name)
    first = found is not MISSING and is_data(found)
    if not first and (name in names.OF_CLASSES or cls.find(name) is not MISSING):
        return names.read_class(cls, name)
    if found is not MISSING:
        return bind(found, cls, cls.cls)
    if cls.cls.find("__getattr__") is not MISSING:
        return invoke(cls, "__getattr__", name)
    return names.read_class(cls, name)


def _write(cls: Ruled, name: str, value: Any) -> None:
    host_callable(bind(cls.cls.find("__setattr__"), cls, cls.cls))(name, value)


def _delete(cls: Ruled, name: str) -> None:
    host_callable(bind(cls.cls.find("__delattr__"), cls, cls.cls))(name)


def _enter(
    cls: Ruled,
    values: list[Any],
    keywords: dict[str, Any] | None,
    frame: Frame,
    target: Register,
    then: Block,
    node: nodes.Node,
) -> Next:
    plain = cls.cls.find("__call__") is NATIVES[type]["__call__"]
    go_on = enter_class if plain else enter_instance
    return go_on(cls, values, keywords, frame, target, then, node)


name_as_type(Ruled)
ENTER[Ruled] = _enter
attributes.READERS[Ruled] = _read
attributes.WRITERS[Ruled] = _write
attributes.DELETERS_OF[Ruled] = _delete
