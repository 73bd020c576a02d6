"""Attributes of instances and classes of the program, and Python's functions for them.

A name that begins with an underscore is the program's own here: what lies in an instance's
dictionary or in the names of a class is the program's, and the few names besides are listed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradcli.core.modes import Decorated
from gradcli.errors import op_error
from gradcli.language.machine.changing import become, guard_instances, hold_in
from gradcli.language.machine.code import later
from gradcli.language.machine.construct import check_abstract, enter_instance
from gradcli.language.machine.descriptors import (
    BINDERS,
    MISSING,
    CachedProperty,
    ClassMethod,
    Member,
    NativeField,
    NativeMethod,
    Property,
    StaticMethod,
    bind,
    check_half,
    invoke,
    is_data,
    members_of,
)
from gradcli.language.machine.functions import (
    CALLABLE,
    CONSTRUCTORS,
    ENTER,
    NATIVES,
    Bound,
    Builtin,
    Function,
    Method,
    Object,
    Wrapping,
    host_callable,
    named_like,
    type_name,
)
from gradcli.language.machine.instances import (
    NUMBERS,
    REGISTER,
    Guarded,
    Instance,
)
from gradcli.language.machine.objects import Class, Super, UnboundSuper, class_of
from gradcli.language.names import attributes
from gradcli.language.names.modules import attribute_name, help_with, no_attribute
from gradcli.numerics.memory import number_of

# Reading


def read_instance(instance: Any, name: str) -> Any:
    """Return an attribute of an instance."""
    cls = instance.cls
    found = cls.find(name)
    if found is not MISSING and is_data(found):
        return bind(found, instance, cls)
    held = instance.attributes
    if name in held:
        return held[name]
    if found is not MISSING:
        return bind(found, instance, cls)
    special = _OF_INSTANCES.get(name)
    if special is not None:
        return special(instance)
    if cls.find("__getattr__") is not MISSING:
        return invoke(instance, "__getattr__", name)
    raise missing(instance, name)


def missing(instance: Any, name: str) -> Exception:
    """Make the error for an attribute that an instance has not."""
    return no_attribute(type_name(instance), name, names_of(instance))


def names_of(value: Any) -> list[str]:
    """Return the names of the attributes of an instance or a class."""
    names: dict[str, None] = {}
    if isinstance(value, Object):
        names |= dict.fromkeys(name for name in value.attributes if isinstance(name, str))
    kind = value if isinstance(value, Class) else class_of(value)
    for base in kind.mro:
        names |= dict.fromkeys(base.namespace if isinstance(base, Class) else NATIVES[base])
    return list(names)


def _held(instance: Any) -> dict[str, Any]:
    """Return the attributes of an instance, which from now on may be written past descriptors."""
    if instance.cls.slots is not None:
        raise missing(instance, "__dict__")
    return hold_in(instance, instance.attributes)


_OF_INSTANCES: dict[str, Callable[[Any], Any]] = {
    "__class__": lambda instance: instance.cls,
    "__dict__": _held,
}


def read_class(cls: Class, name: str) -> Any:
    """Return an attribute of a class."""
    special = OF_CLASSES.get(name)
    if special is not None:
        return special(cls)
    found = cls.find(name)
    if found is not MISSING:
        return bind(found, None, cls)
    if name == "__abstractmethods__" and cls.checks_abstract:
        return frozenset(cls.abstract)
    message, help = f"type object '{cls.name}' has no attribute '{name}'", None
    if cls.members is not None:
        message, help = name, f"the members of {cls.name} are {', '.join(cls.members)}"
    help = help_with(name, names_of(cls)) or help
    raise op_error(AttributeError, message, code="attribute", operands=(0,), help=help)


OF_CLASSES: dict[str, Callable[[Class], Any]] = {
    "__annotations__": lambda cls: later("annotations").of_class(cls),
    "__bases__": lambda cls: cls.bases,
    "__base__": lambda cls: cls.bases[0],
    "__class__": lambda cls: type,
    "__dict__": lambda cls: dict(cls.namespace),
    "__mro__": lambda cls: cls.mro,
    "__name__": lambda cls: cls.name,
    "__qualname__": lambda cls: cls.qualified,
    "mro": lambda cls: Builtin("mro", lambda: list(cls.mro)),
}


def _read_super(value: Super, name: str) -> Any:
    found = value.find(name)
    if found is MISSING:
        if name == "__class__":
            return Super
        raise op_error(
            AttributeError, f"'super' object has no attribute '{name}'", code="attribute"
        )
    if value.value is value.kind:
        return bind(found, None, value.kind)
    return bind(found, value.value, value.kind)


def _read_bound(value: Bound, name: str) -> Any:
    if name == "__self__":
        return value.value
    if name in ("__name__", "__qualname__", "__doc__", "__annotations__"):
        return attributes.get_attribute(value.function, name)
    held = value.function.attributes
    if held and name in held:
        return held[name]
    raise op_error(AttributeError, f"'method' object has no attribute '{name}'", code="attribute")


# Writing


def write_instance(instance: Any, name: str, value: Any) -> None:
    """Write an attribute of an instance."""
    hook = instance.cls.find("__setattr__")
    if hook is _STORES:
        store(instance, name, value)
    else:
        host_callable(bind(hook, instance, instance.cls))(name, value)


def store(instance: Any, name: str, value: Any) -> None:
    """Write an attribute of an instance as ``object.__setattr__`` does."""
    name = attribute_name(name)
    cls = instance.cls
    found = cls.find(name)
    if isinstance(found, Property):
        if found.fset is None:
            raise _property_lacks(instance, name, "setter")
        host_callable(found.fset)(instance, value)
        return
    if isinstance(found, Member):
        found.held(instance)[name] = value
        return
    if isinstance(found, NativeField):
        raise AttributeError("can't set attribute")
    if isinstance(found, Object) and is_data(found):
        check_half(found, "__set__")
        invoke(found, "__set__", instance, value)
        return
    if name == "__dict__" and cls.slots is None and cls.native.__module__ == "builtins":
        hold_in(instance, value)
        return
    if name == "__class__":
        become(instance, value)
        return
    if name in _OF_INSTANCES:
        raise op_error(AttributeError, f"{name} of an instance cannot be written", code="attribute")
    if cls.slots is not None and name not in cls.slots:
        raise missing(instance, name)
    instance.keep(name, value)
    if cls.slots is None and not cls.fixed and cls.find("__setattr__") is _STORES:
        cls.plain.add(name)


def _property_lacks(instance: Any, name: str, what: str) -> AttributeError:
    return AttributeError(f"property '{name}' of '{type_name(instance)}' object has no {what}")


def delete_instance(instance: Any, name: str) -> None:
    """Delete an attribute of an instance."""
    hook = instance.cls.find("__delattr__")
    if hook is _DISCARDS:
        discard(instance, name)
    else:
        host_callable(bind(hook, instance, instance.cls))(name)


def discard(instance: Any, name: str) -> None:
    """Delete an attribute of an instance as ``object.__delattr__`` does."""
    name = attribute_name(name)
    found = instance.cls.find(name)
    if isinstance(found, Property):
        if found.fdel is None:
            raise _property_lacks(instance, name, "deleter")
        host_callable(found.fdel)(instance)
    elif isinstance(found, Member):
        if found.held(instance).pop(name, MISSING) is MISSING:
            raise AttributeError(name)
    elif isinstance(found, NativeField):
        raise AttributeError("can't delete attribute")
    elif isinstance(found, Object) and is_data(found):
        check_half(found, "__delete__")
        invoke(found, "__delete__", instance)
    elif not instance.forget(name):
        raise missing(instance, name)


def write_class(cls: Class, name: str, value: Any) -> None:
    """Write an attribute of a class."""
    name = attribute_name(name)
    cls.check_own(name)
    if name in (cls.members or ()):
        raise op_error(AttributeError, f"cannot reassign member {name!r}", code="attribute")
    if name in ("__name__", "__qualname__") and isinstance(value, str):
        cls.name = str.__str__(value) if name == "__name__" else cls.name
        cls.qualified = str.__str__(value) if name == "__qualname__" else cls.qualified
        return
    if name in OF_CLASSES or name in _FIXED:
        raise op_error(AttributeError, f"{name} of a class cannot be written", code="attribute")
    cls.namespace[name] = value
    cls.changed(name)
    if name in NUMBERS or is_data(value):
        guard_instances(cls)


_FIXED = ("__slots__", "__new__", "__getattribute__", "__init_subclass__", "__setattr__")


def delete_class(cls: Class, name: str) -> None:
    """Delete an attribute of a class."""
    cls.check_own(name)
    if name not in cls.namespace or name in _FIXED:
        raise op_error(
            AttributeError,
            f"type object '{cls.name}' has no attribute '{name}'",
            code="attribute",
            help=help_with(name, cls.namespace),
        )
    del cls.namespace[name]
    cls.changed(name)


# What every class has from ``object``


def _initialize(instance: Any, /, *args: Any, **kwargs: Any) -> None:
    if args or kwargs:
        cls = instance.cls
        if cls.find("__init__").__class__ is Function:
            raise TypeError(
                "object.__init__() takes exactly one argument (the instance to initialize)"
            )
        if cls.find("__new__").__class__ is not Function:
            raise TypeError(f"{cls.name}() takes no arguments")


def _told(cls: Any, /, **keywords: Any) -> None:
    if keywords:
        raise TypeError(f"{cls.name}.__init_subclass__() takes no keyword arguments")


def _new(cls: Any, /, *args: Any, **kwargs: Any) -> Any:
    if not isinstance(cls, Class):
        raise TypeError(f"object.__new__(X): X is not a type object ({type_name(cls)})")
    if cls.native is not object:
        raise TypeError(
            f"object.__new__({cls.name}) is not safe, use {cls.native.__name__}.__new__()"
        )
    check_abstract(cls)
    return cls.host(cls)


def _format(instance: Any, spec: Any = "", /) -> str:
    if spec:
        raise TypeError(f"unsupported format string passed to {type_name(instance)}.__format__")
    return str(instance)


def _not_equal(instance: Any, other: Any, /) -> Any:
    result = invoke(instance, "__eq__", other)
    return result if result is NotImplemented else not result


def _shown(instance: Any, /) -> str:
    return f"<__main__.{instance.cls.qualified} object>"


_OBJECT: dict[str, Callable[..., Any]] = {
    "__init__": _initialize,
    "__repr__": _shown,
    "__str__": lambda instance, /: repr(instance),
    "__format__": _format,
    "__eq__": lambda instance, other, /: True if instance is other else NotImplemented,
    "__ne__": _not_equal,
    "__hash__": lambda instance, /: number_of(object.__hash__(instance)),
    "__setattr__": store,
    "__delattr__": discard,
}


def taking(kind: type, owner: str, wanted: str, methods: Methods) -> dict[str, NativeMethod]:
    """Return methods of a class of the host's that take nothing but what is of the program's."""

    def guarded(name: str, function: Callable[..., Any]) -> NativeMethod:
        def call(*args: Any, **kwargs: Any) -> Any:
            if not args or not isinstance(args[0], kind):
                given = type_name(args[0]) if args else "nothing"
                raise TypeError(f"{owner}.{name} takes {wanted}, not {given}")
            return function(*args, **kwargs)

        return NativeMethod(name, call)

    return {name: guarded(name, function) for name, function in methods.items()}


Methods = dict[str, Callable[..., Any]]
NATIVES[object] = taking(Object, "object", "an instance of a class", _OBJECT) | {
    "__new__": StaticMethod(NativeMethod("__new__", _new)),
    "__init_subclass__": ClassMethod(NativeMethod("__init_subclass__", _told)),
    "__doc__": None,
}


_STORES = NATIVES[object]["__setattr__"]
_DISCARDS = NATIVES[object]["__delattr__"]


# Python's functions


class _Plain:
    """What ``object()`` makes: something that is nothing but itself."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "<object object>"


named_like("object", _Plain)


def _super(*args: Any) -> Super | UnboundSuper:
    if not args:
        raise RuntimeError("super(): no arguments")
    if not isinstance(args[0], (Class, type)):
        raise TypeError(f"super() argument 1 must be a type, not {type_name(args[0])}")
    if len(args) == 1:
        return UnboundSuper()
    return Super(*args)


BUILTINS: dict[str, Any] = {
    "NotImplemented": NotImplemented,
    "classmethod": ClassMethod,
    "delattr": Builtin("delattr", attributes.delete_attribute),
    "object": object,
    "property": Property,
    "staticmethod": StaticMethod,
    "super": Super,
}
"""The built-in names that programs with classes use."""


def _documented(value: Property) -> Any:
    if value.doc is None and isinstance(value.fget, Function):
        return attributes.get_attribute(value.fget, "__doc__")
    return value.doc


def _bind_wrapping(value: Any, instance: Any, cls: Any) -> Any:
    return value if instance is None else Method(instance, value.__name__, value)


def register(kind: type) -> None:
    """Let the machine and the tables know a class of the host whose objects are instances."""
    attributes.READERS[kind] = read_instance
    attributes.WRITERS[kind] = write_instance
    attributes.DELETERS_OF[kind] = delete_instance
    ENTER[kind] = enter_instance


def _register() -> None:
    """Let the machine and the tables know instances and classes."""
    REGISTER.append(register)
    for kind in (Instance, Guarded):
        register(kind)
    attributes.READERS[Class] = read_class
    attributes.WRITERS[Class] = write_class
    attributes.DELETERS_OF[Class] = delete_class
    attributes.KINDS[Class] = lambda cls: type
    attributes.GETTERS[NativeMethod] = {"__name__": lambda method: method.name}
    attributes.READERS[Super] = _read_super
    attributes.READERS[Bound] = _read_bound
    BINDERS[Decorated] = BINDERS[Wrapping] = _bind_wrapping
    CALLABLE.update((Class, NativeMethod, StaticMethod))
    CONSTRUCTORS.update({kind: kind for kind in (Property, StaticMethod, ClassMethod)})
    CONSTRUCTORS[CachedProperty] = CachedProperty
    CONSTRUCTORS[Super] = _super
    CONSTRUCTORS[object] = _Plain
    attributes.METHODS[UnboundSuper] = {"__init__": UnboundSuper.initialize}
    attributes.METHODS[Property] = members_of(Property, "getter setter deleter")
    attributes.GETTERS[Property] = {"__doc__": _documented}


_register()
