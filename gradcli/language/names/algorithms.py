"""The parts of Python's library that compute: heapq, bisect, cmath.

They take what a program gives them one by one, and no more of it than lists may have.
"""

from __future__ import annotations

import bisect
import cmath
import heapq
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from gradcli.language.limits import check_shared
from gradcli.language.machine.functions import Builtin, builtins_of, lazy_kind
from gradcli.language.machine.infix import comparing, key_of
from gradcli.language.machine.sequences import collect

Table = dict[str, Any]

_HEAPS = "heapify heappop heappush heappushpop heapreplace"
_HALVING = "bisect bisect_left bisect_right insort insort_left insort_right"
_COMPLEX = (
    "acos acosh asin asinh atan atanh cos cosh e exp inf infj isclose isfinite isinf isnan log "
    "log10 nan nanj phase pi polar rect sin sinh sqrt tan tanh tau"
)


def _keyed(function: Callable[..., Any], first: int = 0) -> Callable[..., Any]:
    """Let a function take a key that is a function of the program."""

    def call(*args: Any, key: Any = None, **options: Any) -> Any:
        return function(*args, key=key_of(key), **options)

    call.__qualname__ = function.__qualname__
    return comparing(call, first)


def _first(function: Callable[..., Any]) -> Callable[..., Any]:
    def call(n: int, iterable: Iterable[Any], key: Any = None) -> Any:
        return function(n, check_shared(collect(iterable)), key=key)

    call.__qualname__ = function.__qualname__
    return _keyed(call)


def _merge(*iterables: Any, **options: Any) -> Iterator[Any]:
    kind = lazy_kind("generator")
    looked_at = [map(check_shared, iterable) for iterable in iterables]
    return kind(heapq.merge(*looked_at, **options), *iterables)


def _table(module: Any, names: str) -> Table:
    found = {name: vars(module)[name] for name in names.split()}
    return {name: Builtin(name, f) if callable(f) else f for name, f in found.items()}


def _heapq() -> Table:
    keyed = {"merge": _keyed(_merge)}
    keyed |= {name: _first(vars(heapq)[name]) for name in ("nlargest", "nsmallest")}
    keyed |= {name: comparing(vars(heapq)[name], 1) for name in _HEAPS.split()}
    return builtins_of({**keyed, "heapify": comparing(heapq.heapify)})


def _bisect() -> Table:
    return builtins_of({name: _keyed(vars(bisect)[name], 1) for name in _HALVING.split()})


TABLES: dict[str, Callable[[], Table]] = {
    "bisect": _bisect,
    "cmath": lambda: _table(cmath, _COMPLEX),
    "heapq": _heapq,
}
