"""Instances, and what the host's operators and functions ask of them.

Each protocol of Python is a fixed method here, which calls the program's method of that name where
its class has one and else says what Python says. This module knows the protocols. It does not know
how attributes are read (``names.instances``).
"""

from __future__ import annotations

import copy
import itertools
import operator
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from gradcli.language.machine.copies import copied
from gradcli.language.machine.descriptors import MISSING, Member, check_half, invoke, method_of
from gradcli.language.machine.functions import (
    NATIVES,
    QUICK,
    Function,
    Object,
    host_callable,
    type_name,
)
from gradcli.language.machine.objects import CARRIERS, Class, class_of, slot_names
from gradcli.language.machine.raised import is_kind
from gradcli.language.machine.signs import derives, methods


class Carrier(Object):
    """The protocols of Python, as methods that look for the program's."""

    __slots__ = ()
    __array_ufunc__ = None  # arrays leave operators with an instance to the instance

    @classmethod
    def make(cls, kind: Class, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """Make an instance of a program's class, before ``__init__``."""
        raise NotImplementedError

    def keep(self, name: str, value: Any) -> None:
        """Write an attribute, past every descriptor."""
        self.attributes[name] = value

    def forget(self, name: str) -> bool:
        """Delete an attribute, and tell whether there was one."""
        return self.attributes.pop(name, MISSING) is not MISSING

    def __copy__(self) -> Any:
        return copied(self, lambda value: value)

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return copied(self, lambda value: copy.deepcopy(value, memo), memo)

    def _entered(self) -> Entered:
        """Return the instance as a context of the host."""
        return Entered(self)

    def whole_name(self) -> str:
        """Return the name of the instance's class with that of its module."""
        return str(self.cls.whole_name())

    def has_elements(self) -> bool:
        """Tell whether the instance can be read by an index."""
        return self.cls.find("__getitem__") is not MISSING

    def _as_dict(self) -> dict[Any, Any]:
        """Return the keys and values of an instance that has ``keys``."""
        return {key: self[key] for key in iter(invoke(self, "keys"))}

    def __repr__(self) -> str:
        return _text(self, "__repr__")

    def __str__(self) -> str:
        return _text(self, "__str__")

    def __format__(self, spec: str) -> str:
        return _text(self, "__format__", spec)

    def __eq__(self, other: object) -> Any:
        return _equal(self, "__eq__", other)

    def __ne__(self, other: object) -> Any:
        return _equal(self, "__ne__", other)

    def __hash__(self) -> int:
        found = self.cls.find("__hash__")
        if found is NATIVES[object]["__hash__"]:
            return object.__hash__(self)
        if found is None:
            raise TypeError(f"unhashable type: '{type_name(self)}'")
        result = invoke(self, "__hash__")
        if not isinstance(result, int):
            raise TypeError("__hash__ method should return an integer")
        return result

    def __bool__(self) -> bool:
        if self.cls.find("__bool__") is not MISSING:
            return invoke(self, "__bool__")  # type: ignore[no-any-return]
        return self.cls.find("__len__") is MISSING or len(self) > 0

    def __len__(self) -> int:
        return _asked(self, "__len__", "object of type '{}' has no len()")  # type: ignore[no-any-return]

    def __getitem__(self, index: Any) -> Any:
        return _asked(self, "__getitem__", "'{}' object is not subscriptable", index)

    def __setitem__(self, index: Any, value: Any) -> None:
        _asked(self, "__setitem__", "'{}' object does not support item assignment", index, value)

    def __delitem__(self, index: Any) -> None:
        _asked(self, "__delitem__", "'{}' object doesn't support item deletion", index)

    def __contains__(self, item: Any) -> bool:
        found = self.cls.find("__contains__")
        if found is not MISSING and found is not None:
            return bool(invoke(self, "__contains__", item))
        return any(item is other or item == other for other in _searched(self))

    def __iter__(self) -> Iterator[Any]:
        return hosted(iterator_of(self))

    def __next__(self) -> Any:
        try:
            return _asked(self, "__next__", "'{}' object is not an iterator")
        except Exception as error:
            if is_kind(error, "StopIteration"):
                raise StopIteration from None
            raise

    def __reversed__(self) -> Iterator[Any]:
        if self.cls.find("__reversed__") is not MISSING:
            return hosted(invoke(self, "__reversed__"))
        _asked_for(self, "__getitem__", "'{}' object is not reversible")
        return _by_index(self, range(len(self) - 1, -1, -1))

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the instance, from the host."""
        return host_callable(_asked_for(self, "__call__", "'{}' object is not callable"))(
            *args, **kwargs
        )

    def __round__(self, *digits: Any) -> Any:
        return _asked(self, "__round__", "type {} doesn't define __round__ method", *digits)


def _equal(instance: Object, name: str, other: Any) -> Any:
    if not isinstance(other, Object):
        return invoke(instance, name, other)
    first, second = (other, instance) if derives(other, instance) else (instance, other)
    result = invoke(first, name, second)
    if result is NotImplemented:
        result = invoke(second, name, first)
    # Each has been asked: the host would turn to the other one once more.
    return (instance is other) is (name == "__eq__") if result is NotImplemented else result


def _text(instance: Object, name: str, *args: Any) -> str:
    result = invoke(instance, name, *args)
    if not isinstance(result, str):
        kind = type_name(result)
        if name == "__format__":
            raise TypeError(f"__format__ must return a str, not {kind}")
        raise TypeError(f"{name} returned non-string (type {kind})")
    return result


def _number(instance: Object, name: str, kind: type) -> Any:
    """Return the number that an instance says it is."""
    result = invoke(instance, name)
    if isinstance(result, kind):
        return kind(result)
    owner = f"{type_name(instance)}." if kind is float else ""
    what = "Integral" if name == "__trunc__" else kind.__name__
    raise TypeError(f"{owner}{name} returned non-{what} (type {type_name(result)})")


def _asked_for(instance: Object, name: str, message: str) -> Any:
    method = method_of(instance, name)
    if method is MISSING or method is None:
        raise TypeError(message.format(type_name(instance)))
    return method


def _asked(instance: Object, name: str, message: str, *args: Any) -> Any:
    found = instance.cls.find(name)
    if found.__class__ is Function:
        return found(instance, *args)
    if found is MISSING or found is None:
        check_half(instance, name)
        raise TypeError(message.format(type_name(instance)))
    return invoke(instance, name, *args)


def _whole(instance: Object, name: str) -> Any:
    if instance.cls.find(name) is not MISSING:
        return invoke(instance, name)
    return getattr(float(instance), name)()  # type: ignore[arg-type]


# Iteration


def _searched(instance: Any) -> Iterator[Any]:
    """Return the items in which ``in`` looks, which names the instance where there are none."""
    try:
        return iter(instance)
    except TypeError:
        what = f"argument of type '{type_name(instance)}' is not iterable"
        raise TypeError(what) from None


def iterator_of(value: Object) -> Any:
    """Return what ``iter`` gives programs: often an instance."""
    if not value.cls.iterates():
        raise TypeError(f"'{type_name(value)}' object is not iterable")
    if value.cls.find("__iter__") is MISSING:
        return _by_index(value, itertools.count())
    made = invoke(value, "__iter__")
    steps = made.cls.find("__next__") if isinstance(made, Object) else hasattr(made, "__next__")
    if not steps or steps is MISSING:
        raise TypeError(f"iter() returned non-iterator of type '{type_name(made)}'")
    return made


def _by_index(value: Any, indices: Iterable[int]) -> Iterator[Any]:
    for index in indices:
        try:
            item = value[index]
        except Exception as error:
            if is_kind(error, "IndexError") or is_kind(error, "StopIteration"):
                return
            raise
        yield item


class Items:
    """The items that an instance with ``__next__`` gives, for the host's loops."""

    __slots__ = ("instance",)

    def __init__(self, instance: Any) -> None:
        self.instance = instance

    def __iter__(self) -> Items:
        return self

    def __next__(self) -> Any:
        return self.instance.__next__()


def hosted(made: Any) -> Iterator[Any]:
    """Return an iterator for the host's loops, which ask it for itself each time."""
    return Items(made) if isinstance(made, Object) else iter(made)


for _name, _method in methods():
    setattr(Carrier, _name, _method)

NUMBERS = ("__index__", "__int__", "__float__", "__complex__", "__trunc__", "__floor__", "__ceil__")


class Numeric(Carrier):
    """The protocols of numbers, which the host must not find where a class has none of them."""

    __slots__ = ()

    def __float__(self) -> float:
        if self.cls.find("__float__") is not MISSING:
            return _number(self, "__float__", float)  # type: ignore[no-any-return]
        if self.cls.find("__index__") is not MISSING:
            return float(operator.index(self))
        what = "float() argument must be a string or a real number, not"
        raise TypeError(f"{what} '{type_name(self)}'")

    def __int__(self) -> int:
        for name in ("__int__", "__index__", "__trunc__"):
            if self.cls.find(name) is not MISSING:
                return _number(self, name, int)  # type: ignore[no-any-return]
        what = "int() argument must be a string, a bytes-like object or a real number, not"
        raise TypeError(f"{what} '{type_name(self)}'")

    def __complex__(self) -> complex:
        if self.cls.find("__complex__") is not MISSING:
            return _number(self, "__complex__", complex)  # type: ignore[no-any-return]
        if self.cls.find("__float__") is not MISSING or self.cls.find("__index__") is not MISSING:
            return complex(float(self))
        what = "complex() first argument must be a string or a number, not"
        raise TypeError(f"{what} '{type_name(self)}'")

    def __index__(self) -> int:
        message = "'{}' object cannot be interpreted as an integer"
        return _asked(self, "__index__", message)  # type: ignore[no-any-return]

    def __floor__(self) -> Any:
        return _whole(self, "__floor__")

    def __ceil__(self) -> Any:
        return _whole(self, "__ceil__")

    def __trunc__(self) -> Any:
        return _asked(self, "__trunc__", "type {} doesn't define __trunc__ method")


class Bare(Carrier):
    """An instance of a class of the program that rests on nothing of the host.

    None of the classes below derives from another: the host would ask the lower one first.
    """

    __slots__ = ("__weakref__", "attributes", "cls", "kept")
    cls: Class

    def __init__(self, cls: Class) -> None:
        self.cls = cls
        self.attributes = {}

    def __getattr__(self, name: str) -> Any:
        """Refuse what the host's functions ask other values for: programs read attributes."""
        raise AttributeError(f"'{self.cls.name}' object has no attribute '{name}'")

    def keep(self, name: str, value: Any) -> None:
        """Write an attribute, past every descriptor but those of ``__slots__``."""
        found = None if self.__class__ is Instance else self.cls.find(name)
        (found.held(self) if isinstance(found, Member) else self.attributes)[name] = value

    @classmethod
    def make(cls, kind: Class, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """Make an instance of a program's class, before ``__init__``."""
        return cls(kind)

    def _bare(self, copy_of: Callable[[Any], Any]) -> Any:
        """Return a new instance of the same class without attributes of its own."""
        return type(self)(self.cls)


class Instance(Bare):
    """An instance of most classes."""

    __slots__ = ()


class Guarded(Bare):
    """An instance that may hold what a descriptor has a say in, which must be asked first."""

    __slots__ = ()


REGISTER: list[Callable[[type], None]] = []
"""What lets the machine know a class of the host: that of ``names.instances``."""


@cache
def _numbered(names: tuple[str, ...]) -> type:
    methods = {name: vars(Numeric)[name] for name in names}
    made = type("Numbered", (Bare,), {"__slots__": (), "__module__": __name__, **methods})
    REGISTER[0](made)
    return made


def let_count(cls: Class) -> bool:
    """Let the host find the methods of ``NUMBERS`` that a class has; tell whether it has any."""
    names = tuple([name for name in NUMBERS if cls.find(name) is not MISSING])
    if names and issubclass(cls.host, Bare):
        cls.host = _numbered(names)
    elif cls.host is Instance and has_members(cls):
        cls.host = Guarded
    return bool(names)


def add_members(cls: Class) -> None:
    """Let a class have what its ``__slots__`` names."""
    if cls.native is not object or cls.fixed:
        return
    for name in slot_names(cls):
        if name in cls.namespace:
            raise ValueError(f"{name!r} in __slots__ conflicts with class variable")
        if name not in ("__dict__", "__weakref__"):
            cls.namespace[name] = Member(name, cls.name)


def has_members(cls: Class) -> bool:
    """Tell whether instances have attributes beside those in their dict."""
    return cls.slots is None and any(
        isinstance(base, Class) and base.namespace.get("__slots__") for base in cls.mro
    )


CARRIERS[object] = lambda native: Instance
QUICK[0] = Instance


class Entered:
    """An instance as a context of the host."""

    __slots__ = ("instance",)

    def __init__(self, instance: Object) -> None:
        message = "'{}' object does not support the context manager protocol"
        _asked_for(instance, "__enter__", message)
        _asked_for(instance, "__exit__", message + " (missed __exit__ method)")
        self.instance = instance

    def __enter__(self) -> Any:
        return invoke(self.instance, "__enter__")

    def __exit__(self, *exception: Any) -> Any:
        return invoke(self.instance, "__exit__", *exception)

    def leave_with(self, error: BaseException) -> Any:
        """Leave the context with what was raised in it; tell whether it takes that."""
        return invoke(self.instance, "__exit__", class_of(error), error, None)
