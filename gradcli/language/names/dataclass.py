"""Dataclasses: what the decorator adds to a class of the program."""

from __future__ import annotations

from collections.abc import Callable
from reprlib import recursive_repr
from typing import Any

from gradcli.errors import Span, op_error
from gradcli.language.limits import check_compared
from gradcli.language.machine.binding import bind
from gradcli.language.machine.code import later
from gradcli.language.machine.construct import make_class, named
from gradcli.language.machine.descriptors import MISSING, NativeMethod, invoke, readers_of
from gradcli.language.machine.functions import (
    CONSTRUCTORS,
    Builtin,
    Object,
    builtins_of,
    host_callable,
    type_name,
)
from gradcli.language.machine.infix import hash_of
from gradcli.language.machine.instances import add_members, let_count
from gradcli.language.machine.objects import Class, slots_of
from gradcli.language.names import attributes, exceptions
from gradcli.language.names.attributes import type_of
from gradcli.language.names.records import signature
from gradcli.language.names.typed import Typing
from gradcli.syntax import nodes

FIELDS = "__dataclass_fields__"


class InitVar(Typing):
    """What a field is annotated with that only ``__init__`` takes."""

    __slots__ = ()
    __module__ = module = "dataclasses"


class Field:
    """An attribute of a dataclass."""

    __slots__ = (
        "compare",
        "default",
        "default_factory",
        "hash",
        "init",
        "initial",
        "kw_only",
        "metadata",
        "name",
        "owner",
        "repr",
    )
    owner: Class

    def __init__(
        self,
        *,
        default: Any = MISSING,
        default_factory: Any = MISSING,
        init: Any = True,
        repr: Any = True,
        hash: Any = None,
        compare: Any = True,
        metadata: Any = None,
        kw_only: Any = None,
    ) -> None:
        if default is not MISSING and default_factory is not MISSING:
            raise ValueError("cannot specify both default and default_factory")
        self.name = ""
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.hash, self.compare = init, repr, hash, compare
        self.metadata, self.kw_only = metadata or {}, kw_only
        self.initial = False

    def __repr__(self) -> str:
        names = ("default", "default_factory", "init", "repr", "hash", "compare")
        parts = [f"name={self.name!r}", f"type={self.type!r}"]
        parts += [f"{name}={getattr(self, name)!r}" for name in names]
        parts += [f"metadata=mappingproxy({self.metadata!r})", f"kw_only={self.kw_only!r}"]
        return f"Field({','.join(parts)},_field_type=_FIELD)"

    @property
    def type(self) -> Any:
        """What the annotation stands for."""
        return later("annotations").of_class(self.owner).get(self.name)


Field.__module__ = "dataclasses"


def _is_named(annotation: nodes.Expr, name: str) -> bool:
    """Tell whether an annotation is a name of typing or dataclasses, with or without brackets."""
    if isinstance(annotation, nodes.Subscript):
        annotation = annotation.value
    if isinstance(annotation, nodes.Constant) and isinstance(annotation.value, str):
        return annotation.value.partition("[")[0].rpartition(".")[2] == name
    if isinstance(annotation, nodes.Attribute):
        return annotation.name == name
    return isinstance(annotation, nodes.Name) and annotation.id == name


def _fields_of(cls: Class, kw_only: Any) -> dict[str, Field]:
    """Return the fields of a class, those of its bases first."""
    fields: dict[str, Field] = {}
    for base in reversed(cls.mro[1:]):
        if isinstance(base, Class):
            fields |= base.namespace.get(FIELDS, {})
    only = bool(kw_only)
    for name, annotation in cls.annotations.items():
        if _is_named(annotation, "KW_ONLY"):
            only = True
            continue
        if _is_named(annotation, "ClassVar"):
            continue
        found = cls.namespace.get(name, MISSING)
        field = found if isinstance(found, Field) else Field(default=found)
        field.name, field.initial = name, _is_named(annotation, "InitVar")
        field.owner = cls
        field.kw_only = only if field.kw_only is None else field.kw_only
        if not _can_be_hashed(field.default):
            kind = type_of(field.default)
            what = f"mutable default {kind} for field {name} is not allowed: use default_factory"
            raise ValueError(what)
        if isinstance(found, Field):
            if field.default is MISSING:
                del cls.namespace[name]
            else:
                cls.namespace[name] = field.default
        fields[name] = field
    return fields


def _can_be_hashed(value: Any) -> bool:
    if isinstance(value, Object):
        return value.cls.find("__hash__") is not None
    return type(value).__hash__ is not None


def _check_frozen(cls: Class, frozen: Any) -> None:
    """Refuse to derive what can be written from what cannot, and the reverse."""
    above = [base.namespace for base in cls.mro[1:] if isinstance(base, Class)]
    kept = [names.get("__setattr__") for names in above if FIELDS in names]
    has_frozen = any(getattr(found, "function", None) is _refuse_write for found in kept)
    if kept and has_frozen is not bool(frozen):
        own, others = ("non-frozen", "a frozen") if has_frozen else ("frozen", "a non-frozen")
        raise TypeError(f"cannot inherit {own} dataclass from {others} one")


def _initializer(cls: Class, fields: dict[str, Field]) -> Callable[..., None]:
    taken = [field for field in fields.values() if field.init]
    given = [f for f in taken if not f.kw_only]
    late = False
    for field in given:
        has = field.default is not MISSING or field.default_factory is not MISSING
        if late and not has:
            raise TypeError(f"non-default argument {field.name!r} follows default argument")
        late = late or has
    parameters = [("self", False), *[(f.name, False) for f in given]]
    parameters += [(f.name, True) for f in taken if f.kw_only]
    code = signature(cls.qualified, "__init__", parameters)
    defaults = {f.name: f.default for f in taken if f.default is not MISSING}
    defaults |= {f.name: MISSING for f in taken if f.default_factory is not MISSING}

    def initialize(*args: Any, **kwargs: Any) -> None:
        values = bind(code, defaults, args, kwargs)
        self: Any = values["self"]
        extra, slotted = [], "__slots__" in cls.namespace
        for field in fields.values():
            value = values.get(field.name, field.default)
            if value is MISSING and field.default_factory is not MISSING:
                value = host_callable(field.default_factory)()
            if field.initial:
                extra.append(value)
            elif value is not MISSING and (value is not field.default or field.init or slotted):
                self.keep(field.name, value)
        if self.cls.find("__post_init__") is not MISSING:
            invoke(self, "__post_init__", *extra)

    return initialize


def _values(instance: Any, fields: list[Field]) -> tuple[Any, ...]:
    return tuple([attributes.get_attribute(instance, field.name) for field in fields])


def _shown(fields: list[Field]) -> Callable[[Any], str]:
    @recursive_repr("...")
    def shown(self: Any, /) -> str:
        parts = [f"{f.name}={attributes.get_attribute(self, f.name)!r}" for f in fields]
        return f"{self.cls.qualified}({', '.join(parts)})"

    return shown


def _comparison(name: str, fields: list[Field]) -> Callable[[Any, Any], Any]:
    def compare(self: Any, other: Any, /) -> Any:
        if not isinstance(other, Object) or other.cls is not self.cls:
            return NotImplemented
        mine, others = _values(self, fields), _values(other, fields)
        check_compared(mine, others)
        return getattr(mine, name)(others)

    return compare


def _refuse_write(self: Any, name: Any, value: Any, /) -> None:
    raise op_error(FrozenInstanceError, f"cannot assign to field {name!r}", code="attribute")


def _refuse_delete(self: Any, name: Any, /) -> None:
    raise op_error(FrozenInstanceError, f"cannot delete field {name!r}", code="attribute")


class FrozenInstanceError(AttributeError):
    """An attribute of a frozen dataclass was to be written."""

    __module__ = "dataclasses"


exceptions.admit(FrozenInstanceError)

_OPTIONS = {
    "init": True,
    "repr": True,
    "eq": True,
    "order": False,
    "unsafe_hash": False,
    "frozen": False,
    "match_args": True,
    "kw_only": False,
    "slots": False,
    "weakref_slot": False,
}


def _dataclass(cls: Any = None, /, **given: Any) -> Any:
    for name in given:
        if name not in _OPTIONS:
            raise TypeError(f"dataclass() got an unexpected keyword argument '{name}'")
    options = _OPTIONS | given
    if cls is None:
        return Builtin("wrap", lambda kind, /: _completed(kind, options))
    return _completed(cls, options)


def _completed(cls: Any, options: dict[str, Any]) -> Class:
    """Add to a class what a dataclass has."""
    if not isinstance(cls, Class):
        raise op_error(TypeError, f"dataclass() takes a class, not {type_name(cls)}")
    fields = _fields_of(cls, options["kw_only"])
    if options["order"] and not options["eq"]:
        raise ValueError("eq must be true if order is true")
    _check_frozen(cls, options["frozen"])
    own = [field for field in fields.values() if not field.initial]
    compared = [field for field in own if field.compare]
    made: dict[str, Callable[..., Any]] = {}
    if options["init"]:
        made["__init__"] = _initializer(cls, fields)
        if "__init__" in cls.namespace:  # the class's own stays, as Python lets it
            del made["__init__"]
    if options["repr"] and "__repr__" not in cls.namespace:
        made["__repr__"] = _shown([field for field in own if field.repr])
    if options["eq"] and "__eq__" not in cls.namespace:
        made["__eq__"] = _comparison("__eq__", compared)
    if options["order"]:
        for name in ("__lt__", "__le__", "__gt__", "__ge__"):
            _check_new(cls, name, ". Consider using functools.total_ordering")
            made[name] = _comparison(name, compared)
    if options["frozen"]:
        made |= {"__setattr__": _refuse_write, "__delattr__": _refuse_delete}
        _check_new(cls, "__setattr__")
        _check_new(cls, "__delattr__")
    cls.namespace.update({name: NativeMethod(name, f) for name, f in made.items()})
    _add_hash(cls, compared, options)
    cls.namespace[FIELDS] = fields
    if options["match_args"]:
        names = tuple([f.name for f in fields.values() if f.init and not f.kw_only])
        cls.namespace.setdefault("__match_args__", names)
    if options["slots"]:
        if "__slots__" in cls.namespace:
            raise TypeError(f"{cls.name} already specifies __slots__")
        inherited = [base.slots or () for base in cls.mro[1:] if isinstance(base, Class)]
        above = {name for names in inherited for name in names}
        cls.namespace["__slots__"] = tuple([f.name for f in own if f.name not in above])
        for name in cls.namespace["__slots__"]:  # the defaults are those of __init__ alone
            cls.namespace.pop(name, None)
        cls.slots = slots_of(cls)
        add_members(cls)
        let_count(cls)
    cls.changed()
    return cls


def _check_new(cls: Class, name: str, more: str = "") -> None:
    """Refuse a class that has itself what a dataclass would write over."""
    if name in cls.namespace:
        raise TypeError(f"Cannot overwrite attribute {name} in class {cls.name}{more}")


def _add_hash(cls: Class, compared: list[Field], options: dict[str, Any]) -> None:
    hashed = [field for field in compared if field.hash is None or field.hash]
    if options["unsafe_hash"] or (options["eq"] and options["frozen"]):
        method = NativeMethod("__hash__", lambda self, /: hash_of(_values(self, hashed)))
        if cls.namespace.get("__hash__") is None:
            cls.namespace["__hash__"] = method
    elif options["eq"]:
        cls.namespace.setdefault("__hash__", None)


# Functions of dataclasses


def _known_fields(value: Any, who: str, *, initial: bool = False) -> list[Field]:
    kind = value if isinstance(value, Class) else value.cls if isinstance(value, Object) else None
    fields = MISSING if kind is None else kind.find(FIELDS)
    if fields is MISSING:
        raise TypeError(who)
    return [field for field in fields.values() if initial or not field.initial]


def _fields(value: Any, /) -> tuple[Field, ...]:
    return tuple(_known_fields(value, "must be called with a dataclass type or instance"))


def _is_dataclass(value: Any, /) -> bool:
    kind = value if isinstance(value, Class) else value.cls if isinstance(value, Object) else None
    return kind is not None and kind.find(FIELDS) is not MISSING


def _as_dict(value: Any) -> Any:
    if isinstance(value, Object) and value.cls.find(FIELDS) is not MISSING:
        return {f.name: _as_dict(attributes.get_attribute(value, f.name)) for f in _fields(value)}
    if type(value) in (list, tuple):
        return type(value)([_as_dict(item) for item in value])
    if type(value) is dict:
        return {key: _as_dict(item) for key, item in value.items()}
    return value


def _as_tuple(value: Any) -> Any:
    if isinstance(value, Object) and value.cls.find(FIELDS) is not MISSING:
        return tuple([_as_tuple(v) for v in _values(value, list(_fields(value)))])
    if type(value) in (list, tuple):
        return type(value)([_as_tuple(item) for item in value])
    return value


def _of_instance(function: Callable[[Any], Any], name: str) -> Callable[[Any], Any]:
    def call(obj: Any, /) -> Any:
        if not isinstance(obj, Object):
            raise TypeError(f"{name}() should be called on dataclass instances")
        _known_fields(obj, f"{name}() should be called on dataclass instances")
        return function(obj)

    return call


def _replace(obj: Any, /, **changes: Any) -> Any:
    who = "replace() should be called on dataclass instances"
    if not isinstance(obj, Object):
        raise TypeError(who)
    for field in _known_fields(obj, who, initial=True):
        name = field.name
        if not field.init:
            if name in changes:
                what = "is declared with init=False, it cannot be specified with replace()"
                raise ValueError(f"field {name} {what}")
        elif name not in changes:
            if field.initial and field.default is MISSING:
                raise ValueError(f"InitVar {name!r} must be specified with replace()")
            if not field.initial:
                changes[name] = attributes.get_attribute(obj, name)
    return obj.cls(**changes)


def _make_dataclass(
    cls_name: Any, fields: Any, *, bases: Any = (), namespace: Any = None, **options: Any
) -> Any:
    given = [(field, "typing.Any") if isinstance(field, str) else field for field in fields]
    types = {name: nodes.Constant(Span(0, 0), kind) for name, kind, *_ in given}
    values = {
        field[0]: field[2] for field in fields if not isinstance(field, str) and len(field) > 2
    }
    draft = named(str(cls_name), bases, {**(namespace or {}), **values})
    return _dataclass(make_class(draft._replace(annotations=types)), **options)


CONSTRUCTORS[Field] = Field
_OF_FIELDS = "compare default default_factory hash init kw_only metadata name repr type"
attributes.GETTERS[Field] = readers_of(_OF_FIELDS)
_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "asdict": _of_instance(_as_dict, "asdict"),
    "astuple": _of_instance(_as_tuple, "astuple"),
    "dataclass": _dataclass,
    "field": Field,
    "fields": _fields,
    "is_dataclass": _is_dataclass,
    "make_dataclass": _make_dataclass,
    "replace": _replace,
}
TABLE: dict[str, Any] = {
    **builtins_of(_FUNCTIONS),
    "FrozenInstanceError": FrozenInstanceError,
    "InitVar": InitVar("InitVar"),
    "KW_ONLY": None,
    "MISSING": MISSING,
}
"""What the module dataclasses has."""
