"""The modules ``gc`` and ``weakref``, as far as programs see what becomes of values."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable
from typing import Any

from gradcli.language.machine.functions import CALLABLE, CONSTRUCTORS, Builtin, type_name

Table = dict[str, Any]


class Reference:
    """A reference that keeps nothing alive."""

    __slots__ = ("called", "held")

    def __init__(self, object: Any, callback: Any = None, /) -> None:
        try:
            self.held: Any = weakref.ref(object)
        except TypeError:
            message = f"cannot create weak reference to '{type_name(object)}' object"
            raise TypeError(message) from None

    def __call__(self) -> Any:
        """Return what is referred to, as long as it lives."""
        return self.held()

    def __repr__(self) -> str:
        return "<weakref>"


Reference.__module__, Reference.__name__, Reference.__qualname__ = "weakref", *["ReferenceType"] * 2


def _weakref() -> Table:
    CALLABLE.add(Reference)
    CONSTRUCTORS[Reference] = Reference
    return {"ref": Reference, "ReferenceType": Reference}


def _gc() -> Table:
    return {
        "collect": Builtin("collect", lambda generation=2: gc.collect(generation) * 0),
        "disable": Builtin("disable", lambda: None),
        "enable": Builtin("enable", lambda: None),
        "isenabled": Builtin("isenabled", lambda: True),
    }


TABLES: dict[str, Callable[[], Table]] = {"gc": _gc, "weakref": _weakref}
