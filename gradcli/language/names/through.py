"""A dict of the language that shows what is elsewhere, and changes it there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from gradcli.language.machine.descriptors import members_of
from gradcli.language.machine.sequences import collecting, paired


class Through(dict[str, Any]):
    """A dict whose items are also elsewhere: all that changes it sets and deletes one by one."""

    __slots__ = ()

    def clear(self) -> None:
        """Delete everything."""
        for name in list(self):
            del self[name]

    def pop(self, name: Any, *default: Any) -> Any:
        """Delete an item and return its value."""
        if name not in self:
            return super().pop(name, *default)
        found = self[name]
        del self[name]
        return found

    def popitem(self) -> tuple[str, Any]:
        """Delete the last item and return it with its name."""
        name = next(reversed(self), "")
        return name, self.pop(name)

    def setdefault(self, name: Any, default: Any = None) -> Any:
        """Return a value, which is set if there is none."""
        if name not in self:
            self[name] = default
        return self[name]

    def update(self, *others: Any, **items: Any) -> None:
        """Set several items."""
        for name, item in dict(*others, **items).items():
            self[name] = item

    def __ior__(self, other: Any) -> Self:  # type: ignore[override,misc]
        self.update(other)
        return self


OF_THROUGH: dict[str, Callable[..., Any]] = {
    "update": collecting(Through.update, paired),
    **members_of(Through, "clear pop popitem setdefault"),
}
"""The methods of such a dict that differ from other dicts'."""
