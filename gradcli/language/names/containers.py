"""Python's own types as bases of classes of the program: what each gives, and its carrier.

The host classes of such instances are made once for each type of this table, never of user text.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
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
    NativeAttribute,
    NativeMethod,
    StaticMethod,
    invoke,
)
from gradcli.language.machine.functions import NATIVES, host_callable, type_name
from gradcli.language.machine.infix import comparing, hash_of_float, hash_of_tuple
from gradcli.language.machine.instances import Carrier, Numeric
from gradcli.language.machine.objects import BASES, CARRIERS, Class
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
_OF_COLLECTIONS: dict[Any, str] = {
    Counter: f"{_PROTOCOLS[dict]} __missing__ __lt__ __le__ __gt__ __ge__ __add__ __sub__ __and__ "
    "__iadd__ __isub__ __iand__ __pos__ __neg__",
    defaultdict: f"{_PROTOCOLS[dict]} __missing__ __ror__",
    deque: _PROTOCOLS[list],
}
"""Types whose methods are known once a program has imported the module ``collections``."""
_FILLED_LATER = (dict, list, set, OrderedDict, *_OF_COLLECTIONS)
"""The types whose values get what is in them from ``__init__``."""


def _initialize(native: Any) -> Callable[..., None]:
    def initialize(instance: Any, /, *args: Any, **kwargs: Any) -> None:
        if native is defaultdict and args:
            from gradcli.language.names.counted import factory  # which is loaded by then

            args = (factory(args[0]), *map(paired, args[1:]))
        elif native is deque:
            args = (*map(collect, args[:1]), *args[1:])
        elif native in _FILLED_LATER:
            args = tuple(map(paired if issubclass(native, dict) else collect, args))
        if native in _FILLED_LATER:
            native.__init__(instance, *args, **kwargs)

    return initialize


def _new(native: type) -> Callable[..., Any]:
    def new(cls: Any, /, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(cls, Class):
            raise TypeError(f"{native.__name__}.__new__(X): X is not a type object")
        return cls.host.make(cls, args, {})  # type: ignore[attr-defined]

    return new


_GIVEN: dict[type, Callable[[Any], tuple[Any, ...]]] = {
    defaultdict: lambda value: (value.default_factory, value),
    deque: lambda value: (value, value.maxlen),
}
"""What a type makes a copy of a value from, where that is more than the value."""


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
        native: Any = self.native
        given = _GIVEN.get(native, lambda value: (value,))
        held = copy_of(native(*given(self)))
        made = self.make(self.cls, [held], {})
        if native in _FILLED_LATER:
            native.__init__(made, *given(held))
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


def _shown(native: Any) -> Callable[[Any], str]:
    def shown(value: Any) -> str:
        text: str = native.__repr__(value)
        inside = text.find("(")  # none where a value is inside itself
        return text if inside < 0 else type_name(value) + text[inside:]

    return shown


def _copied(value: Any) -> Any:
    return value._bare(lambda held: held) if isinstance(value, _Carried) else OrderedDict(value)


def _from_keys(cls: Any, keys: Any, value: Any = None, /) -> Any:
    keys = collect(keys)
    if not isinstance(cls, Class):
        return cls.fromkeys(keys, value)
    made = host_callable(cls)()
    for key in keys:
        invoke(made, "__setitem__", key, value)
    return made


def _joined(value: Any, other: Any) -> Any:
    if not isinstance(other, dict):
        return NotImplemented
    made = _copied(value)
    _native(made).update(made, other)
    return made


def _joined_behind(value: Any, other: Any) -> Any:
    if not isinstance(other, dict):
        return NotImplemented
    made = _copied(value)
    native = _native(made)
    native.clear(made)
    native.update(made, other)
    native.update(made, value)
    return made


def _native(made: Any) -> Any:
    return OrderedDict if isinstance(made, OrderedDict) else dict


def _from_copy(change: Callable[..., Any]) -> Callable[..., Any]:
    """Return the method that gives what another would change a deque into."""

    def changed(value: Any, other: Any) -> Any:
        if change is deque.__iadd__ and not isinstance(other, deque):
            what = f'can only concatenate deque (not "{type_name(other)}") to deque'
            raise TypeError(what)
        return change(_copied(value), other)

    return changed


_TAKING: dict[Any, Callable[..., Any]] = {
    **{kind.__repr__: _shown(kind) for kind in (OrderedDict, *_OF_COLLECTIONS)},
    **dict.fromkeys((OrderedDict.__or__, defaultdict.__or__), _joined),
    **dict.fromkeys((OrderedDict.__ror__, defaultdict.__ror__), _joined_behind),
    **dict.fromkeys((OrderedDict.copy, *[kind.copy for kind in _OF_COLLECTIONS]), _copied),
    deque.__iadd__: collecting(deque.__iadd__, bounded),
    deque.__add__: _from_copy(deque.__iadd__),
    OrderedDict.__ior__: collecting(OrderedDict.__ior__, paired),
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


def _guarded(native: type, name: str) -> Callable[..., Any]:
    function: Callable[..., Any] = getattr(native, name)
    check = _CHECKS.get(name)
    if function in _TAKING:
        return _TAKING[function]
    if name in _COMPARING and issubclass(native, (dict, list, tuple, deque)):
        return comparing(function)
    if native is deque and name in ("__mul__", "__rmul__"):
        function = _from_copy(deque.__imul__)
    if check is None:
        return function

    repeats = name.endswith("mul__") and issubclass(native, SEQUENCES)

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
    protocols = _PROTOCOLS.get(native) or _OF_COLLECTIONS[native]
    names = {name: _guarded(native, name) for name in protocols.split()}
    if native in (int, float):
        names = {name: _with_arrays(name, function) for name, function in names.items()}
    named = {**attributes.METHODS.get(native, {}), **names, "__init__": _initialize(native)}
    members: dict[str, Any] = {name: NativeMethod(name, f) for name, f in named.items()}
    if native in _OF_COLLECTIONS:  # some are Python, which would take any value for theirs
        kind = native.__name__
        members = {**instances.taking(native, kind, f"a {kind}", {**named, "copy": _copied})}
    if issubclass(native, dict) and native is not Counter:
        members["fromkeys"] = ClassMethod(NativeMethod("fromkeys", _from_keys))
    if native in _OF_COLLECTIONS:
        read = attributes.GETTERS.get(native, {})
        members |= {name: NativeAttribute(name, getter) for name, getter in read.items()}
    new = StaticMethod(NativeMethod("__new__", _new(native)))
    unhashable = {"__hash__": None} if native in _FILLED_LATER else {}
    return {**members, **unhashable, "__new__": new, "__doc__": None}


def _add(kind: type) -> None:
    """Let classes derive from a type."""
    NATIVES[kind], CARRIERS[kind] = _members(kind), _carrier


for _kind in _PROTOCOLS:
    _add(_kind)
BASES.update(dict.fromkeys(_OF_COLLECTIONS, _add))
