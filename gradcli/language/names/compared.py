"""Keys to sort by that a function of the program compares: ``functools.cmp_to_key``.

Python's own tell their address when they are printed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradcli.core.shown import Shown
from gradcli.errors import op_error
from gradcli.language.machine.functions import Builtin, host_callable
from gradcli.language.names.attributes import GETTERS


def cmp_to_key(mycmp: Any) -> Builtin:
    """Return what makes keys that a function of the program compares."""
    compare = host_callable(mycmp)
    return Builtin("cmp_to_key", lambda obj: Compared(compare, obj))


class Compared(Shown):
    """A value that a function of the program puts in its place among others."""

    __slots__ = ("compare", "obj")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, compare: Callable[..., Any], obj: Any) -> None:
        self.compare, self.obj = compare, obj

    def _told(self, other: Any) -> Any:
        if other.__class__ is not Compared:
            raise op_error(TypeError, "other argument must be K instance")
        return self.compare(self.obj, other.obj)

    def __eq__(self, other: object) -> Any:
        return self._told(other) == 0

    def __lt__(self, other: Any) -> Any:
        return self._told(other) < 0

    def __le__(self, other: Any) -> Any:
        return self._told(other) <= 0

    def __gt__(self, other: Any) -> Any:
        return self._told(other) > 0

    def __ge__(self, other: Any) -> Any:
        return self._told(other) >= 0


Compared.__module__, Compared.__name__, Compared.__qualname__ = "functools", *["KeyWrapper"] * 2
GETTERS[Compared] = {"obj": lambda compared: compared.obj}
