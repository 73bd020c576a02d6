"""The parts of Python's library that programs have besides math: tools for functions and loops.

Iterators are handed on item by item, so that one without an end can be interrupted. Nothing here
reaches the outside world but the clock.
"""

from __future__ import annotations

import functools
import itertools
import random
import re
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

from gradcli.core.state import STATE
from gradcli.errors import op_error
from gradcli.language.limits import check_items, check_shared, check_text, check_turns, whole
from gradcli.language.machine.descriptors import MISSING
from gradcli.language.machine.functions import (
    CONSTRUCTORS,
    Builtin,
    Function,
    Object,
    Wrapping,
    builtins_of,
    host_callable,
    lazy_kind,
)
from gradcli.language.machine.infix import hash_of_float, key_of
from gradcli.language.machine.sequences import collect, flat, iterates, plus
from gradcli.language.names.attributes import (
    GETTERS,
    METHODS,
    STATIC,
    get_attribute,
    name_fields,
    set_attribute,
)
from gradcli.language.names.compared import cmp_to_key
from gradcli.language.names.written import written

Table = dict[str, Any]


# functools


def _reduce(function: Any, iterable: Any, /, *initial: Any) -> Any:
    check_turns(iterable)
    return functools.reduce(host_callable(function), iterable, *initial)


_ASSIGNED = ("__name__", "__qualname__", "__doc__", "__annotations__")


def _wraps(wrapped: Any, assigned: Any = _ASSIGNED, updated: Any = ()) -> Builtin:
    """Return a decorator that gives a function the names of another."""
    return Builtin("wraps", lambda function: _update_wrapper(function, wrapped, assigned))


def _update_wrapper(
    wrapper: Any, wrapped: Any, assigned: Any = _ASSIGNED, updated: Any = ()
) -> Any:
    """Give a function of the program the names of another, and what was noted about it."""
    if isinstance(wrapper, Object):
        for name in assigned:
            with suppress(AttributeError):
                set_attribute(wrapper, name, get_attribute(wrapped, name))
        set_attribute(wrapper, "__wrapped__", wrapped)
    if isinstance(wrapper, Function):
        noted = {**(wrapper.attributes or {})}
        for name in assigned:
            with suppress(AttributeError):
                noted[name] = get_attribute(wrapped, name)
        own = (wrapped.attributes or {}) if isinstance(wrapped, Function) else {}
        wrapper.attributes = noted | own | {"__wrapped__": wrapped}
    return wrapper


def _single_dispatch(func: Any, /) -> Any:
    from gradcli.language.names.dispatch import singledispatch

    return singledispatch(func)


def functools_table() -> Table:
    """Return what the module functools has."""
    from gradcli.language.machine.descriptors import CachedProperty  # for programs with classes
    from gradcli.language.names.partials import Partial

    table: Table = {"reduce": _reduce, "wraps": _wraps, "cmp_to_key": cmp_to_key}
    table |= {"singledispatch": _single_dispatch, "update_wrapper": _update_wrapper}
    caching = {"cache": _cache, "lru_cache": _lru_cache, "total_ordering": _total_ordering}
    name_fields(type(_cached.cache_info()))
    METHODS[Wrapping] = {
        "cache_clear": lambda cached: cached.function.cache_clear(),
        "cache_info": lambda cached: cached.function.cache_info(),
        "cache_parameters": lambda cached: cached.function.cache_parameters(),
    }
    kinds = {"cached_property": CachedProperty, "partial": Partial}
    return builtins_of(table | caching) | written("functools") | kinds


@functools.cache
def _cached() -> None:
    """Be one of the functions that know how often they are called."""


def _cache(user_function: Any, /) -> Builtin:
    return Wrapping("cached", functools.lru_cache(maxsize=None)(host_callable(user_function)))


def _lru_cache(maxsize: Any = 128, typed: Any = False) -> Builtin:
    if not isinstance(maxsize, (int, type(None))):
        return Wrapping("cached", functools.lru_cache(maxsize=128)(host_callable(maxsize)))
    cached = functools.lru_cache(maxsize=maxsize, typed=typed)
    return Builtin("decorating_function", lambda f, /: Wrapping("cached", cached(host_callable(f))))


def _total_ordering(cls: Any) -> Any:
    from gradcli.language.machine.ordering import total_ordering

    return total_ordering(cls)


# itertools


def _one_by_one(items: Iterable[Any]) -> Iterator[Any]:
    for item in items:  # noqa: UP028  (``yield from`` hears of no signal on the way)
        yield item


_PAIRING = [
    "combinations",
    "combinations_with_replacement",
    "pairwise",
    "permutations",
    "_product",
    "zip_longest",
]
"""What makes tuples of the items."""


def _lazy(function: Callable[..., Iterable[Any]], *, pools: bool = False) -> type:
    """Return the class of the iterators that a function makes.

    ``pools`` says that it first takes every item.
    """
    kind = lazy_kind(f"itertools.{function.__name__.lstrip('_')}")
    checked = flat if function.__name__ in _PAIRING else _one_by_one

    def call(*args: Any, **kwargs: Any) -> Any:
        given = [_pooled(arg) for arg in args] if pools else args
        named = {name: _pooled(arg) for name, arg in kwargs.items()} if pools else kwargs
        items: Any = function(*given, **named)
        made = kind(checked(items), *args, *kwargs.values())
        if isinstance(items, (itertools.count, itertools.repeat)):
            made.shown = items
        return made

    CONSTRUCTORS[kind] = call
    return kind


def _pooled(arg: Any) -> Any:
    """Return a pool of a bounded number of items, or how long the tuples of them are."""
    if iterates(arg):
        return collect(arg)
    length = whole(arg)
    if isinstance(length, int):
        check_items(length)
    return length


def _accumulate(iterable: Any, func: Any = None, *, initial: Any = None) -> Any:
    called = plus if func is None else host_callable(func)
    return itertools.accumulate(iterable, called, initial=initial)


def _of_each(iterables: Any, /) -> Iterator[Any]:
    for items in iterables:
        yield from items


_of_each.__name__ = "chain"


def _count(start: Any = 0, step: Any = 1) -> Iterator[Any]:
    for given in (start, step):
        if isinstance(given, Object) and all(given.cls.find(n) is MISSING for n in _NUMBERS):
            raise TypeError("a number is required")
    return itertools.count(start, step)


_NUMBERS = ("__index__", "__float__", "__complex__")
"""The methods that make a number of an instance, one of which it has to have."""


def _cycle(iterable: Any, /) -> Iterator[Any]:
    items = iter(iterable)

    def cycle() -> Iterator[Any]:
        saved = list(collect(items))
        while saved:
            yield from saved

    return cycle()


def _product(*iterables: Any, repeat: Any = 1) -> Iterator[Any]:
    repeat = whole(repeat)
    check_items(len(iterables) * repeat)
    return itertools.product(*iterables, repeat=repeat)


def _calling(function: Callable[..., Iterable[Any]]) -> Callable[..., Iterable[Any]]:
    """Let the first argument be a function of the program, or None where that is allowed."""

    @functools.wraps(function, updated=())
    def call(called: Any, *args: Any) -> Iterable[Any]:
        return function(called if called is None else host_callable(called), *args)

    return call


def _groupby(iterable: Any, key: Any = None) -> Iterator[tuple[Any, Any]]:
    items = iter(iterable)

    def grouped() -> Iterator[tuple[Any, Any]]:
        called = check_shared if key is None else key_of(key)
        kind = lazy_kind("itertools._grouper")
        for value, group in itertools.groupby(items, called):
            yield value, kind(_one_by_one(group), iterable)

    return grouped()


def _tee(iterable: Any, n: Any = 2, /) -> tuple[Any, ...]:
    n = whole(n)
    check_items(n)
    kind = lazy_kind("itertools._tee")
    return tuple(kind(_one_by_one(each), iterable) for each in itertools.tee(iterable, n))


def itertools_table() -> Table:
    """Return what the module itertools has."""
    of_items = (itertools.compress, itertools.islice)
    more = (itertools.pairwise, itertools.repeat, itertools.zip_longest)
    pooled = (
        itertools.combinations,
        itertools.combinations_with_replacement,
        itertools.permutations,
    )
    dropping = (itertools.dropwhile, itertools.filterfalse)
    calling = (*dropping, itertools.starmap, itertools.takewhile)
    table: Table = {kind.__name__: _lazy(kind) for kind in (*of_items, *more)}
    table |= {kind.__name__: _lazy(kind, pools=True) for kind in pooled}
    table |= {kind.__name__: _lazy(_calling(kind)) for kind in calling}
    own = (_accumulate, _count, _cycle, _groupby)
    table |= {kind.__name__.lstrip("_"): _lazy(kind) for kind in own}
    table |= {"product": _lazy(_product, pools=True), "tee": Builtin("tee", _tee)}
    from_each = CONSTRUCTORS[_lazy(_of_each)]
    chain = table["chain"] = _lazy(itertools.chain)
    STATIC[chain] = {"from_iterable": lambda iterable, /: from_each(iterable)}
    return table


def _collections() -> Table:
    from gradcli.language.names.counted import collections_table

    return collections_table()


# random and time


class Random(random.Random):
    """Numbers of their own, printed without an address."""

    def __repr__(self) -> str:
        return "<random.Random object>"


Random.__module__ = "random"


def _random() -> Random:
    """Return the generator of the program that runs: one that it seeds is nobody else's."""
    if STATE.python_random is None:
        STATE.python_random = Random()
    generator: Random = STATE.python_random
    return generator


def _choices(
    rng: Random, population: Any, weights: Any = None, *, cum_weights: Any = None, k: Any = 1
) -> Any:
    k = whole(k)
    check_items(k)
    return rng.choices(population, weights, cum_weights=cum_weights, k=k)


def _sample(rng: Random, population: Any, k: Any) -> Any:
    k = whole(k)
    check_items(k)
    return rng.sample(population, k)


def _bits(rng: Random, k: Any, /) -> int:
    check_items(k)
    return rng.getrandbits(k)


def _set_state(rng: Random, state: Any) -> None:
    """Put a generator where it was; what it goes on with has to be a number."""
    known = isinstance(state, (list, tuple)) and len(state) == 3
    if not (known and isinstance(state[2], (float, type(None)))):
        raise op_error(TypeError, "setstate() takes what getstate() returned")
    rng.setstate(state)


def _seed(rng: Random, a: Any = None, version: int = 2) -> None:
    if not isinstance(a, (type(None), int, float, str)):
        raise op_error(
            TypeError,
            "The only supported seed types are: None,\nint, float, str, bytes, and bytearray.",
        )
    rng.seed(hash_of_float(a) if isinstance(a, float) and not float.__eq__(a, a) else a, version)


def _generator(x: Any = None) -> Random:
    """Return numbers of their own, which start at a seed."""
    rng = Random()
    _seed(rng, x)
    return rng


def _of_run(draw: Callable[..., Any]) -> Callable[..., Any]:
    """Let a function draw from the generator of the program that runs."""

    def call(*args: Any, **kwargs: Any) -> Any:
        return draw(_random(), *args, **kwargs)

    call.__qualname__ = draw.__qualname__
    return call


def _by_rejection(draw: Callable[..., Any]) -> Callable[..., Any]:
    """Refuse numbers by which Python would try for ever: none that it draws would ever do."""

    def call(rng: Random, /, *args: Any, **kwargs: Any) -> Any:
        for value in (*args, *kwargs.values()):
            if isinstance(value, (int, float)) and not abs(value) <= _LARGEST:
                message = f"{draw.__name__}() takes no numbers beyond {_LARGEST:g} and no NaN"
                raise op_error(ValueError, message, code="limit")
        return draw(rng, *args, **kwargs)

    call.__qualname__ = draw.__qualname__
    return call


_LARGEST = 1e300
_REJECTING = "betavariate gammavariate vonmisesvariate"
_DRAWS = (
    "choice expovariate gauss getstate lognormvariate normalvariate "
    "paretovariate randint random weibullvariate "
    "randrange shuffle triangular uniform"
)
_OF_NUMBERS: dict[str, Callable[..., Any]] = {
    **{name: getattr(random.Random, name) for name in _DRAWS.split()},
    **{name: _by_rejection(getattr(random.Random, name)) for name in _REJECTING.split()},
    "choices": _choices,
    "getrandbits": _bits,
    "randbytes": lambda rng, n, /: _bits(rng, 8 * n).to_bytes(n, "little"),
    "sample": _sample,
    "seed": _seed,
    "setstate": _set_state,
}


def random_table() -> Table:
    """Return what the module random has: Python's own numbers, apart from PyTorch's."""
    CONSTRUCTORS[Random] = _generator
    METHODS[Random] = _OF_NUMBERS
    own = {name: _of_run(draw) for name, draw in _OF_NUMBERS.items()}
    return builtins_of(own) | {"Random": Random}


def time_table() -> Table:
    """Return what the module time has: clocks to measure with."""
    clocks = "time perf_counter monotonic process_time thread_time"
    named = {clock: vars(time)[clock] for clock in clocks.split()}
    named |= {f"{clock}_ns": vars(time)[f"{clock}_ns"] for clock in named}
    name_parts = "tm_year tm_mon tm_mday tm_hour tm_min tm_sec tm_wday tm_yday tm_isdst"
    GETTERS[time.struct_time] = {
        name: functools.partial(_part, index) for index, name in enumerate(name_parts.split())
    }
    calendar = {
        name: vars(time)[name] for name in ["asctime", "ctime", "gmtime", "localtime", "mktime"]
    }
    return builtins_of({**named, **calendar, "sleep": _sleep, "strftime": _strftime})


def _part(index: int, moment: Any) -> Any:
    return moment[index]


def _strftime(format: Any, *moment: Any) -> str:
    check_text(format)
    if isinstance(format, str) and re.search(r"%\d\d\d", format):
        raise op_error(ValueError, "Invalid format string")
    return time.strftime(format, *moment)


def _sleep(seconds: Any, /) -> None:
    """Wait as long as the program may still run, in steps that a limit of time can end."""
    if not isinstance(seconds, (int, float)):
        kind = type(seconds).__name__
        raise TypeError(f"'{kind}' object cannot be interpreted as an integer")
    if not seconds >= 0:
        raise ValueError("sleep length must be non-negative")
    ends = time.monotonic() + min(seconds, _LONGEST)
    while (left := ends - time.monotonic()) > 0:
        time.sleep(min(left, 0.05))


_LONGEST = 3600
"""The seconds that one call may wait."""


TABLES: dict[str, Callable[[], Table]] = {
    "collections": _collections,
    "functools": functools_table,
    "itertools": itertools_table,
    "random": random_table,
    "time": time_table,
}
