"""Python's own types as bases of classes of the program: what each gives, and its carrier.

The host classes of such instances are made once for each type of this table, never of user text.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from gradcli.core.promote import plain
from gradcli.language.formats import check_format
from gradcli.language.limits import DEFAULT_GUARDS, SEQUENCES, percent, whole
from gradcli.language.machine.descriptors import (
    MISSING,
    ClassMethod,
    NativeMethod,
    StaticMethod,
    invoke,
)
from gradcli.language.machine.functions import NATIVES, host_callable, type_name
from gradcli.language.machine.infix import comparing, hash_of_float, hash_of_tuple
from gradcli.language.machine.instances import Carrier, Numeric
from gradcli.language.machine.objects import CARRIERS, Class
from gradcli.language.machine.sequences import (
    bounded,
    check_sum,
    collect,
    collecting,
    paired,
    put_items,
)
from gradcli.language.names import attributes, instances
from gradcli.language.names.natives import ORDERED

_COMPARED = "__eq__ __ne__ __lt__ __le__ __gt__ __ge__ __hash__ __repr__ __format__"
_COMPARING = {*_COMPARED.split()[:6], "__contains__"}
_SIZED = "__len__ __iter__ __contains__ __getitem__"
_NUMBER = (
    "__add__ __radd__ __mul__ __rmul__ __pow__ __rpow__ __divmod__ __rdivmod__ __sub__ __rsub__ "
    "__truediv__ __rtruediv__ __floordiv__ __rfloordiv__ __mod__ __rmod__ __neg__ __pos__ __abs__ "
    "__bool__ __float__ __int__ __round__"
)
_PROTOCOLS: dict[type, str] = {
    dict: f"{_SIZED} __eq__ __ne__ __repr__ __setitem__ __delitem__ __or__ __ior__ __reversed__",
    float: f"{_COMPARED} {_NUMBER}",
    int: f"{_COMPARED} {_NUMBER} __and__ __or__ __xor__ __index__ __invert__ __lshift__ __rshift__",
    list: f"{_SIZED} __eq__ __ne__ __lt__ __le__ __gt__ __ge__ __repr__ __setitem__ __delitem__ "
    "__add__ __iadd__ __mul__ __rmul__ __imul__ __reversed__",
    set: f"{_SIZED.replace(' __getitem__', '')} __eq__ __ne__ __lt__ __le__ __gt__ __ge__ "
    "__repr__ __and__ __or__ __sub__ __xor__",
    str: f"{_COMPARED} {_SIZED} __add__ __mul__ __rmul__ __mod__ __str__",
    tuple: f"{_COMPARED} {_SIZED} __add__ __mul__ __rmul__".replace(" __format__", ""),
}
_PROTOCOLS[OrderedDict] = f"{_PROTOCOLS[dict]} __ror__ {ORDERED}"
_FILLED_LATER = (dict, list, set, OrderedDict)
"""The types whose values get what is in them from ``__init__``."""


def _initialize(native: type) -> Callable[..., None]:
    def initialize(instance: Any, /, *args: Any, **kwargs: Any) -> None:
        if native in _FILLED_LATER:
            native.__init__(instance, *[collect(arg) for arg in args], **kwargs)

    return initialize


def _new(native: type) -> Callable[..., Any]:
    def new(cls: Any, /, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(cls, Class):
            raise TypeError(f"{native.__name__}.__new__(X): X is not a type object")
        return cls.host.make(cls, args, {})  # type: ignore[attr-defined]

    return new


class _Carried(Carrier):
    """What the host classes below have besides the protocols: attributes in their dictionary."""

    __slots__ = ()
    native: type

    @classmethod
    def make(cls, kind: Class, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """Make an instance of a program's class, before ``__init__``."""
        given = [] if cls.native in _FILLED_LATER else [collect_for(cls.native, a) for a in args]
        made = cls.native.__new__(cls, *given)
        object.__setattr__(made, "cls", kind)
        object.__setattr__(made, "attributes", {})
        return made

    def _bare(self, copy_of: Callable[[Any], Any]) -> Any:
        held = copy_of(self.native(self))
        made = self.make(self.cls, [held], {})
        if self.native in _FILLED_LATER:
            self.native.__init__(made, held)
        return made

    @property
    def _fields(self) -> Any:
        """Return the names of a named tuple, under which the library asks for them."""
        found = self.cls.find("_fields") if self.native is tuple else MISSING
        if found is MISSING:
            raise AttributeError("_fields")
        return found

    def _make(self, items: Sequence[Any]) -> Any:
        """Return a named tuple of the same class, of other items."""
        return self.make(self.cls, (items,), {})

    def __missing__(self, key: Any) -> Any:
        if self.cls.find("__missing__") is MISSING:
            raise KeyError(key)
        return invoke(self, "__missing__", key)


def collect_for(native: type, value: Any) -> Any:
    """Return what a value is made of, with a bounded number of items."""
    return collect(value) if native is tuple else value


@cache
def _carrier(native: type) -> type:
    name = f"Carried{native.__name__.title()}"
    # What the host takes for a number it reads no number from as text.
    numeric = () if native is str else (Numeric,)
    bases = (*numeric, _Carried, native)
    made = type(name, bases, {"native": native, "__module__": __name__})
    instances.register(made)
    return made


_CHECKS: dict[str, Callable[..., None]] = {
    "__mul__": DEFAULT_GUARDS.check_product,
    "__rmul__": DEFAULT_GUARDS.check_product,
    "__imul__": DEFAULT_GUARDS.check_product,
    "__pow__": DEFAULT_GUARDS.check_power,
    "__rpow__": lambda a, b: DEFAULT_GUARDS.check_power(b, a),
    "__lshift__": DEFAULT_GUARDS.check_shift,
    "__add__": check_sum,
    "__format__": lambda value, spec: check_format(spec),
    "__round__": lambda number, digits=None: DEFAULT_GUARDS.check_digits(number, whole(digits)),
}
"""What bounds the memory that a method may ask for."""


def _shown_set(value: Any) -> str:
    if value.__class__ is set:
        return set.__repr__(value)
    items = repr(collect(value))[1:-1] if set.__len__(value) else ""
    return f"{type_name(value)}({items and f'{{{items}}}'})"


def _shown_ordered(value: Any) -> str:
    text = OrderedDict.__repr__(value)
    return type_name(value) + text[text.index("(") :]


def _copied(value: Any, change: Callable[[Any], Any] = lambda held: held) -> Any:
    made = change(OrderedDict(value))
    return value._bare(lambda held: made) if isinstance(value, _Carried) else made


def _joined(value: Any, other: Any) -> Any:
    if not isinstance(other, dict):
        return NotImplemented
    return _copied(value, lambda held: held | OrderedDict(other))


def _joined_behind(value: Any, other: Any) -> Any:
    if not isinstance(other, dict):
        return NotImplemented
    return _copied(value, lambda held: OrderedDict(other) | held)


def _from_keys(cls: Any, iterable: Any, value: Any = None, /) -> Any:
    keys = collect(iterable)
    if not isinstance(cls, Class):
        return cls.fromkeys(keys, value)
    made = host_callable(cls)()
    for key in keys:
        invoke(made, "__setitem__", key, value)
    return made


_TAKING: dict[Any, Callable[..., Any]] = {
    OrderedDict.__repr__: _shown_ordered,
    OrderedDict.__or__: _joined,
    OrderedDict.__ror__: _joined_behind,
    OrderedDict.__ior__: collecting(OrderedDict.__ior__, paired),
    OrderedDict.copy: _copied,
    OrderedDict.update: collecting(OrderedDict.update, paired),
    set.__repr__: _shown_set,
    str.__mod__: percent,
    list.__iadd__: collecting(list.__iadd__, bounded),
    list.__setitem__: put_items(list.__setitem__),
    dict.__ior__: collecting(dict.__ior__, paired),
    float.__hash__: hash_of_float,
    tuple.__hash__: hash_of_tuple,
}
"""What is in the place of methods that take any number of items, values of any class, or names,
and of those that would tell addresses."""


def _guarded(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    check = _CHECKS.get(name)
    if function in _TAKING:
        return _TAKING[function]
    if name in _COMPARING and issubclass(function.__objclass__, (dict, list, tuple)):  # type: ignore[attr-defined]
        return comparing(function)
    if check is None:
        return function

    repeats = name.endswith("mul__") and issubclass(function.__objclass__, SEQUENCES)  # type: ignore[attr-defined]

    def call(*args: Any) -> Any:
        if repeats:
            args = (args[0], *map(whole, args[1:]))
        check(*args)
        return function(*args)

    return call


def _with_arrays(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Leave what a number's method computes to an array on the other side."""
    turned = f"__{name[3:]}" if name.startswith("__r") else f"__r{name[2:]}"
    of_arrays = vars(np.ndarray).get(turned)
    if of_arrays is None:
        return function

    def call(number: Any, *others: Any) -> Any:
        if others and isinstance(others[0], np.ndarray):
            return of_arrays(others[0], plain(number))
        return function(number, *others)

    return call


def _members(native: type) -> dict[str, Any]:
    names = {name: _guarded(name, getattr(native, name)) for name in _PROTOCOLS[native].split()}
    if native in (int, float):
        names = {name: _with_arrays(name, function) for name, function in names.items()}
    named = {**attributes.METHODS.get(native, {}), **names, "__init__": _initialize(native)}
    members: dict[str, Any] = {name: NativeMethod(name, f) for name, f in named.items()}
    new = StaticMethod(NativeMethod("__new__", _new(native)))
    if issubclass(native, dict):
        members["fromkeys"] = ClassMethod(NativeMethod("fromkeys", _from_keys))
    unhashable = {"__hash__": None} if native in _FILLED_LATER else {}
    return {**members, **unhashable, "__new__": new, "__doc__": None}


for _kind in _PROTOCOLS:
    NATIVES[_kind] = _members(_kind)
    CARRIERS[_kind] = _carrier
