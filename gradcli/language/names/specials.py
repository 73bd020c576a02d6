"""Special methods of built-in values and of tensors where programs call them by their names.

They are the signs and functions that stand for them, with all their limits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from gradcli.core.tensor import Tensor
from gradcli.language.limits import DEFAULT_GUARDS, SEQUENCES
from gradcli.language.machine.functions import CONSTRUCTORS, Lazy, Method
from gradcli.language.machine.infix import COMPARISONS, PREFIX, infix_operators
from gradcli.language.machine.sequences import put
from gradcli.language.names.attributes import type_of
from gradcli.language.names.builtins import BUILTINS
from gradcli.operators.infix import INFIX

_SIGNS = infix_operators(DEFAULT_GUARDS) | COMPARISONS
_BINARY = {word: sign for sign, word in INFIX.items()}
_OTHERS: dict[str, Callable[..., Any]] = {
    "neg": PREFIX["-"],
    "pos": PREFIX["+"],
    "invert": PREFIX["~"],
    **{name: BUILTINS[name] for name in ("abs", "format", "hash", "iter", "len", "repr", "round")},
    **{kind.__name__: CONSTRUCTORS[kind] for kind in (bool, complex, float, int, str)},
    "contains": lambda value, item, /: _SIGNS["in"](item, value),
    "delitem": lambda tensor, index, /: tensor.__delitem__(index),
    "getitem": lambda value, index, /: value[index],
    "setitem": put,
}

_SCALARS: dict[type, int] = {bool: 0, int: 0, float: 1, complex: 2}
"""Numbers, the wider the higher: one leaves it to a wider one to compute with both."""
_CONTAINERS = (str, bytes, list, tuple, dict, set, frozenset, range)
_OF_SEQUENCES = ("add", "iadd", "mul", "rmul", "imul")
"""What sequences refuse themselves, and leave to nobody else."""


def special(value: Any, name: str) -> Any:
    """Return what a special name stands for, or None."""
    if name == "__class__":
        return type_of(value)
    if name[-2:] != "__" or name not in _known(value.__class__):
        return None
    if isinstance(value, (Lazy, Iterator)):
        function = {"__next__": next, "__iter__": BUILTINS["iter"]}.get(name)
    elif isinstance(value, (Tensor, *_SCALARS, *_CONTAINERS)):
        function = _of_operators(name[2:-2])
    else:  # of element types and devices
        function = _OTHERS.get(name[2:-2]) if name in ("__repr__", "__str__") else None
    return None if function is None else Method(value, name, function)


@cache
def _known(kind: type) -> frozenset[str]:
    """Return the names in a class and in those that it derives from."""
    return frozenset(name for base in kind.__mro__ for name in vars(base))


def _of_operators(name: str) -> Callable[..., Any] | None:
    if name in _OTHERS:
        return _OTHERS[name]
    if name in _BINARY:
        return _applied(_SIGNS[_BINARY[name]], name)
    if name[:1] == "r" and name[1:] in _BINARY:
        return _applied(_SIGNS[_BINARY[name[1:]]], name, turned=True)
    if name[:1] == "i" and name[1:] in _BINARY:
        return _applied(_SIGNS[f"{_BINARY[name[1:]]}="], name)
    return None


def _applied(
    sign: Callable[[Any, Any], Any], name: str, *, turned: bool = False
) -> Callable[..., Any]:
    """Return the method of a sign: what it computes, unless that is for the other side to do."""

    def call(value: Any, other: Any, /) -> Any:
        alone = name in _OF_SEQUENCES and isinstance(value, SEQUENCES)
        if not alone and not _takes(value, other, name):
            return NotImplemented
        try:
            return sign(other, value) if turned else sign(value, other)
        except TypeError:
            if alone:
                raise
            return NotImplemented

    return call


def _takes(value: Any, other: Any, name: str) -> bool:
    kind, given = value.__class__, other.__class__
    if isinstance(value, Tensor):
        return True
    if kind in _SCALARS:
        return given in _SCALARS and _SCALARS[given] <= _SCALARS[kind]
    formats = kind is str and name == "mod"
    return formats or isinstance(other, kind) or {kind, given} == {set, frozenset}
