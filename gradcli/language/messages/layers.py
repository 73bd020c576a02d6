"""Which layer of a model an error came up in: its name in the model, and what it was given."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from gradcli.errors import OpError
from gradcli.language.machine.functions import Object, type_name


class Failed(NamedTuple):
    """The innermost layer that an error has left.

    ``path`` is its name in the one that the program called, as ``named_modules`` gives it, and
    empty for that one itself.
    """

    layer: Any
    path: str
    given: tuple[Any, ...]

    def text(self, given: list[str]) -> str:
        """Say which layer it is, and what it was given, where the program does not say it."""
        shown = _shown(self.layer)
        name = shown.partition("(")[0] if "\n" in shown else shown
        if not self.path:
            return "" if shown.endswith("()") or name != shown else shown
        told = f", was given {' and '.join(dict.fromkeys(given))}" if given else ""
        return f"layer {self.path}, {name}{told}"


def _shown(layer: Any) -> str:
    if not isinstance(layer, Object):
        with suppress(AttributeError, RecursionError, TypeError):  # where something was taken off
            return repr(layer)
    return type_name(layer)


def failed_layer(error: OpError, called: Any) -> Failed | None:
    """Return the innermost layer that an error has left, if it is ``called`` or within it."""
    if not any(layer is called for layer, _ in error.layers):
        return None
    layer, given = error.layers[-1]
    return Failed(layer, _path(called, layer), given)


def _path(outer: Any, inner: Any) -> str:
    """Return the name of a module in another one."""
    pending, seen = [("", outer)], {id(outer)}
    for name, module in pending:
        if module is inner:
            return name
        for key, child in module._modules.items():
            if child is not None and id(child) not in seen:
                seen.add(id(child))
                pending.append((f"{name}.{key}" if name else key, child))
    return "of its own"
