"""The infix operators of the language, as functions of two values."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from gradcli.language.limits import Guards, is_in

Infix = Callable[[Any, Any], Any]


def _contains(item: Any, container: Any) -> bool:
    """Tell whether ``item in container``; a range is not searched from end to end."""
    return is_in(item, container) if container.__class__ is range else item in container


_INFIX: dict[str, Infix] = {
    "+": operator.add,
    "-": operator.sub,
    "/": operator.truediv,
    "//": operator.floordiv,
    "@": operator.matmul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    ">>": operator.rshift,
    "+=": operator.iadd,
    "-=": operator.isub,
    "/=": operator.itruediv,
    "//=": operator.ifloordiv,
    "@=": operator.imatmul,
    "&=": operator.iand,
    "|=": operator.ior,
    "^=": operator.ixor,
    ">>=": operator.irshift,
    "<": operator.lt,
    "<=": operator.le,
    "==": operator.eq,
    "!=": operator.ne,
    ">=": operator.ge,
    ">": operator.gt,
    "in": _contains,
    "not in": lambda item, container: not _contains(item, container),
    "is": operator.is_,
    "is not": operator.is_not,
}

PREFIX: dict[str, Callable[[Any], Any]] = {
    "+": operator.pos,
    "-": operator.neg,
    "~": operator.invert,
    "not": operator.not_,
}


def infix_operators(guards: Guards) -> dict[str, Infix]:
    """Return every infix operator; an in-place operator is spelled with its ``=``."""
    return _INFIX | guards.operators()
