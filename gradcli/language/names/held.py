"""The dictionary of a layer, an optimizer or a dataset, as a program reads and writes it.

A program that writes here goes past what the class has by the name, as Python lets it. What the
host keeps under names of its own takes nothing but what it holds anyway.
"""

from __future__ import annotations

import copy
from collections import OrderedDict
from contextlib import suppress
from typing import Any

from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.language.machine.functions import Object, named_like, type_name
from gradcli.language.names import attributes
from gradcli.language.names.modules import attribute_name
from gradcli.language.names.natives import REGISTRIES, TOLD, Hooked, outgoing, roots
from gradcli.language.names.through import OF_THROUGH, Through


class Held(Through):
    """What an object holds: what is written and deleted here is so in the object."""

    def __init__(self, value: Any) -> None:
        self._value = value
        super().__init__()
        for name, item in value.__dict__.items():
            if name in REGISTRIES:
                super().__setitem__(name, item)
            elif name.startswith("_") and isinstance(item, OrderedDict):
                super().__setitem__(name, Hooked(item))
            elif not name.startswith("_") or isinstance(item, (bool, set, type(None))):
                with suppress(AttributeError):  # of functions that have no place in a program
                    super().__setitem__(name, outgoing(item))
        if isinstance(value, Object):
            super().update(value.attributes)

    def __setitem__(self, name: Any, item: Any) -> None:
        name, value = attribute_name(name), self._value
        if self._is_of_host(name):
            value.__dict__[name] = _alike(value.__dict__[name], item)
        elif isinstance(value, Object):
            value._hold(name, item)  # type: ignore[attr-defined]
        elif name.startswith("_"):
            raise _refused(value, name)
        else:
            value.__dict__[name] = item
        super().__setitem__(name, item)

    def __delitem__(self, name: Any) -> None:
        super().__delitem__(name)
        if self._is_of_host(name):
            raise _refused(self._value, name)
        own = [self._value.__dict__]
        if isinstance(self._value, Object):
            own.append(self._value.attributes)
        for held in own:
            held.pop(name, None)

    def _is_of_host(self, name: str) -> bool:
        return name.startswith("_") and name in self._value.__dict__ and name not in TOLD

    def __copy__(self) -> dict[str, Any]:
        return dict(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> dict[str, Any]:
        return {name: copy.deepcopy(item, memo) for name, item in self.items()}


named_like("dict", Held)


def _refused(value: Any, name: str) -> Exception:
    message = f"attribute '{name}' of '{type_name(value)}' objects is not writable"
    return op_error(AttributeError, message, code="attribute")


def _alike(old: Any, new: Any) -> Any:
    """Return what the host keeps in the place of what it has, which is of the same kind."""
    if isinstance(new, Hooked):
        return new.held() if isinstance(old, OrderedDict) else old
    if isinstance(old, dict) and isinstance(new, dict) and not isinstance(old, OrderedDict):
        parts: tuple[Any, ...] = (
            Tensor,
            type(None),
            *[root for root in roots() if root.__name__ == "Module"],
        )
        if all(isinstance(name, str) and isinstance(new[name], parts) for name in new):
            return new
    if isinstance(old, (bool, type(None))) and isinstance(new, (bool, type(None))):
        return new
    if isinstance(old, set) and isinstance(new, set) and all(isinstance(n, str) for n in new):
        return new
    raise op_error(TypeError, "this is the library's own, which takes nothing else")


attributes.METHODS[Held] = OF_THROUGH
