"""The comparisons that a class gets from the one that it has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradcli.language.machine.descriptors import MISSING, NativeMethod, invoke
from gradcli.language.machine.objects import Class

_Compare = Callable[[bool, Any, Any], bool]

_FROM: dict[str, dict[str, _Compare]] = {
    "__lt__": {
        "__gt__": lambda less, a, b: not less and a != b,
        "__le__": lambda less, a, b: less or a == b,
        "__ge__": lambda less, a, b: not less,
    },
    "__le__": {
        "__ge__": lambda least, a, b: not least or a == b,
        "__lt__": lambda least, a, b: least and a != b,
        "__gt__": lambda least, a, b: not least,
    },
    "__gt__": {
        "__lt__": lambda more, a, b: not more and a != b,
        "__ge__": lambda more, a, b: more or a == b,
        "__le__": lambda more, a, b: not more,
    },
    "__ge__": {
        "__le__": lambda most, a, b: not most or a == b,
        "__gt__": lambda most, a, b: most and a != b,
        "__lt__": lambda most, a, b: not most,
    },
}
"""What each comparison tells of the others."""


def total_ordering(cls: Class) -> Class:
    """Add to a class the comparisons that follow from the one that it has."""
    roots = [name for name in _FROM if cls.find(name) is not MISSING]
    if not roots:
        raise ValueError("must define at least one ordering operation: < > <= >=")
    root = max(roots)  # __lt__ comes before __le__, and so on, as in Python
    for name, tell in _FROM[root].items():
        if name not in roots:
            cls.namespace[name] = NativeMethod(name, _derived(root, tell))
    cls.changed()
    return cls


def _derived(root: str, tell: _Compare) -> Callable[[Any, Any], Any]:
    def compare(self: Any, other: Any, /) -> Any:
        result = invoke(self, root, other)
        return result if result is NotImplemented else tell(bool(result), self, other)

    return compare
