"""Copies of instances: what a class says about them, and what it may see of a deep copy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradcli.language.machine.descriptors import MISSING, invoke
from gradcli.language.machine.functions import named_like
from gradcli.numerics.memory import FIRST_NUMBER, number_of


def copied(instance: Any, copy_of: Callable[[Any], Any], memo: Any = None) -> Any:
    """Return a copy of an instance, whose class may say how."""
    name = "__copy__" if memo is None else "__deepcopy__"
    if instance.cls.find(name) is not MISSING:
        return invoke(instance, name, *([] if memo is None else [memo_of(memo)]))
    made = instance._bare(copy_of)
    if memo is not None:
        memo[id(instance)] = made
    for key, value in instance.attributes.items():
        made.attributes[key] = copy_of(value)
    if getattr(instance, "kept", None):
        made.kept = {key: copy_of(value) for key, value in instance.kept.items()}
    return made


class Memo(dict[int, Any]):
    """What a deep copy has copied, as a program may see it: by the numbers that ``id`` gives.

    The host asks by addresses, which lie in a dictionary that no program sees.
    """

    __slots__ = ("by_address",)

    def __init__(self, by_address: dict[Any, Any]) -> None:
        self.by_address = by_address

    def get(self, key: Any, default: Any = None) -> Any:
        """Return the copy of a value, for the host, which knows its address."""
        return self.by_address.get(key, super().get(number_of(key), default))

    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(key) if key in self else self.by_address[key]

    def __setitem__(self, key: Any, value: Any) -> None:
        if isinstance(key, int) and key < FIRST_NUMBER:
            self.by_address[key] = value
        else:
            super().__setitem__(key, value)


named_like("dict", Memo)


def memo_of(memo: dict[Any, Any]) -> Memo:
    """Return what a program may see of a memo."""
    if isinstance(memo, Memo):
        return memo
    found: Memo = memo.setdefault(Memo, Memo(memo))
    return found
