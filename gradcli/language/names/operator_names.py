"""The module ``operator``: signs as functions, and functions that read what they are told."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any

from gradcli.errors import op_error
from gradcli.language.limits import DEFAULT_GUARDS, check_turns
from gradcli.language.machine.functions import Builtin, builtins_of, host_callable
from gradcli.language.machine.infix import (
    COMPARISONS,
    comparing,
    count_in,
    index_in,
    infix_operators,
)
from gradcli.language.machine.sequences import check_sum, put
from gradcli.language.names.attributes import get_attribute

Table = dict[str, Any]


def _itemgetter(*items: Any) -> Builtin:
    return Builtin("itemgetter", operator.itemgetter(*items))


def _attrgetter(*names: Any) -> Builtin:
    if not names:
        raise op_error(TypeError, "attrgetter expected 1 argument, got 0")
    for name in names:
        if not isinstance(name, str):
            raise op_error(TypeError, "attribute name must be a string")

    def read(value: Any, /) -> Any:
        found = tuple(functools.reduce(get_attribute, name.split("."), value) for name in names)
        return found if len(names) > 1 else found[0]

    return Builtin("attrgetter", read)


def _methodcaller(name: Any, /, *args: Any, **kwargs: Any) -> Builtin:
    if not isinstance(name, str):
        raise op_error(TypeError, "method name must be a string")
    return Builtin(
        "methodcaller",
        lambda value, /: host_callable(get_attribute(value, name))(*args, **kwargs),
    )


def _count(a: Any, b: Any, /) -> int:
    check_turns(a)
    return count_in(a, b) if isinstance(a, range) else comparing(operator.countOf)(a, b)


def _index(a: Any, b: Any, /) -> int:
    check_turns(a)
    return index_in(a, b) if isinstance(a, range) else comparing(operator.indexOf)(a, b)


def _concat(a: Any, b: Any, /) -> Any:
    check_sum(a, b)
    return operator.concat(a, b)


_OPERATORS = (
    "abs and_ delitem eq floordiv ge getitem gt iand ifloordiv index inv invert is_ is_not isub "
    "itruediv ixor le lt matmul ne neg not_ pos rshift sub truediv truth xor"
)
_GUARDED = {"imod": "%=", "imul": "*=", "ipow": "**=", "lshift": "<<", "mod": "%", "mul": "*"}
_GUARDED |= {"eq": "==", "ge": ">=", "gt": ">", "le": "<=", "lt": "<", "ne": "!="}
_GUARDED |= {"add": "+", "iadd": "+=", "ior": "|=", "or_": "|"}


def operator_table() -> Table:
    """Return what the module operator has."""
    signs = infix_operators(DEFAULT_GUARDS) | COMPARISONS
    return builtins_of(
        {
            **{name: vars(operator)[name] for name in _OPERATORS.split()},
            **{name: signs[sign] for name, sign in _GUARDED.items()},
            "contains": lambda a, b, /: signs["in"](b, a),
            "attrgetter": _attrgetter,
            "concat": _concat,
            "countOf": _count,
            "indexOf": _index,
            "call": lambda obj, /, *args, **kwargs: host_callable(obj)(*args, **kwargs),
            "itemgetter": _itemgetter,
            "methodcaller": _methodcaller,
            "pow": DEFAULT_GUARDS.pow,
            "setitem": put,
        }
    )


TABLES: dict[str, Callable[[], Table]] = {"operator": operator_table}
