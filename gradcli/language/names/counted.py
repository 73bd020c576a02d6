"""The module ``collections``: its types, and which of their methods programs have."""

from __future__ import annotations

import collections
import functools
from collections.abc import Iterator
from typing import Any

from gradcli.language.limits import check_items
from gradcli.language.machine.descriptors import readers_of
from gradcli.language.machine.functions import CONSTRUCTORS, Builtin, callable_or
from gradcli.language.machine.infix import SEARCHING, comparing
from gradcli.language.machine.sequences import bounded, collect, collecting, paired
from gradcli.language.names.attributes import GETTERS, METHODS, STATIC
from gradcli.language.names.modules import Live
from gradcli.language.names.natives import ORDERED
from gradcli.language.names.written import find

Table = dict[str, Any]


def factory(function: Any) -> Any:
    """Return what a ``defaultdict`` makes its values with, or raise what Python raises."""
    simple = isinstance(function, type) and function in CONSTRUCTORS
    if function is not None and not simple:
        callable_or(function, "first argument must be callable or None")
    return function


def _defaultdict(default_factory: Any = None, /, *args: Any, **kwargs: Any) -> Any:
    return collections.defaultdict(factory(default_factory), *map(paired, args), **kwargs)


def _elements(counter: Any, /) -> Iterator[Any]:
    check_items(sum(count for count in counter.values() if isinstance(count, int) and count > 0))
    return iter(counter.elements())


def _from_keys(kind: Any, keys: Any, value: Any = None, /) -> Any:
    return kind.fromkeys(collect(keys), value)


def _deque(iterable: Any = (), maxlen: int | None = None) -> Any:
    return collections.deque(collect(iterable), maxlen)


def _namedtuple() -> Any:
    from gradcli.language.names.records import namedtuple

    return namedtuple


_METHODS: dict[type, str] = {
    collections.Counter: "copy elements most_common subtract total update",
    collections.OrderedDict: ORDERED,
    collections.defaultdict: "copy",
    collections.deque: "append appendleft clear copy count extend extendleft index insert pop "
    "popleft remove reverse rotate",
}


def collections_table() -> Table:
    """Return what the module collections has, once its types are known to programs."""
    from gradcli.language.names.chained import chained

    CONSTRUCTORS[collections.Counter] = lambda *args, **kwargs: collections.Counter(
        *map(paired, args), **kwargs
    )
    CONSTRUCTORS[collections.OrderedDict] = lambda *args, **kwargs: collections.OrderedDict(
        *map(paired, args), **kwargs
    )
    CONSTRUCTORS[collections.defaultdict] = _defaultdict
    CONSTRUCTORS[collections.deque] = _deque
    for kind, names in _METHODS.items():
        METHODS[kind] = {name: getattr(kind, name) for name in names.split()}
        for name in ("extend", "extendleft", "subtract", "update"):
            if name in METHODS[kind]:
                taken = bounded if kind is collections.deque else paired
                METHODS[kind][name] = collecting(METHODS[kind][name], taken)
    of_deques = METHODS[collections.deque]
    of_deques |= {name: comparing(of_deques[name]) for name in SEARCHING & of_deques.keys()}
    METHODS[collections.Counter]["elements"] = _elements
    STATIC[collections.Counter] = {"fromkeys": collections.Counter.fromkeys}  # which refuses
    for made in (collections.OrderedDict, collections.defaultdict):
        STATIC[made] = {"fromkeys": functools.partial(_from_keys, made)}
    GETTERS[collections.deque] = readers_of("maxlen")
    GETTERS[collections.defaultdict] = readers_of("default_factory")
    return {kind.__name__: kind for kind in (*_METHODS, chained())} | {
        "namedtuple": Builtin.later("namedtuple", _namedtuple),
        **{
            name: Live(functools.partial(find, "collections.abc", name))
            for name in ("UserDict", "UserList")
        },
    }
