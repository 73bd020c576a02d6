"""Making classes and instances: what ends a class statement, and what calls a class."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import GenericAlias
from typing import Any

from gradcli.errors import op_error
from gradcli.language.machine.functions import (
    NATIVES,
    Function,
    Object,
    host_callable,
    type_name,
)
from gradcli.language.machine.objects import (
    MISSING,
    CachedProperty,
    Class,
    ClassMethod,
    bind,
    find_in,
    invoke,
)

MAKERS: dict[type, Callable[..., Class]] = {}
"""What makes classes that are told by a base of a type that is no class, as ``NamedTuple``."""

_CLASS_METHODS = ("__init_subclass__", "__class_getitem__")


def make_class(
    name: str,
    bases: tuple[Any, ...],
    namespace: dict[str, Any],
    qualified: str,
    annotations: dict[str, Any],
) -> Class:
    """Make a class, and tell those that ask to be told of it."""
    bases = tuple([base.__origin__ if base.__class__ is GenericAlias else base for base in bases])
    for base in bases:
        if base.__class__ in MAKERS:
            return MAKERS[base.__class__](base, name, bases, namespace, qualified, annotations)
    for absent in ("__getattribute__", "__prepare__", "__instancecheck__", "__subclasscheck__"):
        if absent in namespace:
            raise op_error(TypeError, f"{absent} is not part of the language", code="attribute")
    for special in _CLASS_METHODS:
        if namespace.get(special).__class__ is Function:
            namespace[special] = ClassMethod(namespace[special])
    if "__eq__" in namespace:
        namespace.setdefault("__hash__", None)
    made = Class(name, bases, namespace, qualified, annotations)
    made.abstract = _abstract(made)
    for key, value in list(namespace.items()):
        if value.__class__ is CachedProperty:
            value.name = key
        elif isinstance(value, Object) and value.cls.find("__set_name__") is not MISSING:
            invoke(value, "__set_name__", made, key)
    if made.complete is not None:
        made.complete(made)
    told = find_in(made.mro[1:], "__init_subclass__")
    if told.__class__ is ClassMethod:
        host_callable(bind(told, None, made))()
    return made


def _abstract(made: Class) -> tuple[str, ...]:
    """Return the names of methods that are still to be written before there can be instances."""
    if not made.checks_abstract:
        return ()
    names = dict.fromkeys(made.namespace)
    for base in made.bases:
        names |= dict.fromkeys(base.abstract if isinstance(base, Class) else ())
    return tuple(sorted(name for name in names if is_abstract(made.find(name))))


def is_abstract(value: Any) -> bool:
    """Tell whether something in a class was marked as abstract."""
    parts = (value, *[getattr(value, field, None) for field in ("function", "fget", "fset")])
    return any(
        isinstance(part, Function) and bool((part.attributes or {}).get("__isabstractmethod__"))
        for part in parts
    )


def check_abstract(cls: Class) -> None:
    """Refuse an instance of a class with abstract methods."""
    if cls.abstract:
        s = "s" if len(cls.abstract) > 1 else ""
        listed = ", ".join(cls.abstract)
        raise TypeError(
            f"Can't instantiate abstract class {cls.name} with abstract method{s} {listed}"
        )


def construct(cls: Class, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Make an instance by a run of its own."""
    instance = allocate(cls, args, kwargs)
    if cls.__instancecheck__(instance):
        initialize = instance.cls.find("__init__")
        result = host_callable(bind(initialize, instance, cls))(*args, **kwargs)
        check_nothing(result)
    return instance


def allocate(cls: Class, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
    """Make what ``__init__`` is given."""
    new = cls.find("__new__")
    if new is not NATIVES[object]["__new__"]:
        return host_callable(bind(new, None, cls))(cls, *args, **kwargs)
    check_abstract(cls)
    return cls.host.make(cls, args, kwargs)  # type: ignore[attr-defined]


def check_nothing(result: Any) -> None:
    """Refuse a value that ``__init__`` returned."""
    if result is not None:
        raise TypeError(f"__init__() should return None, not '{type_name(result)}'")
