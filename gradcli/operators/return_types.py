"""The named tuples that operators with several results return, printed as PyTorch prints them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any


class ReturnType(tuple):  # type: ignore[type-arg]
    """Several results under names, as ``torch.return_types.max(values=…, indices=…)``."""

    name: str
    fields: tuple[str, ...]

    def __new__(cls, name: str, fields: tuple[str, ...], values: Iterable[Any]) -> ReturnType:
        """Make the result of an operator from its values and their names."""
        result = super().__new__(_class_of(name), values)
        result.name, result.fields = name, fields
        return result

    def __repr__(self) -> str:
        parts = (f"{name}={value!r}" for name, value in zip(self.fields, self, strict=True))
        return f"torch.return_types.{self.name}(\n" + ",\n".join(parts) + ")"

    def __getattr__(self, name: str) -> Any:
        if name in self.fields:
            return self[self.fields.index(name)]
        raise AttributeError(f"'torch.return_types.{self.name}' object has no attribute '{name}'")


@cache
def _class_of(name: str) -> type[ReturnType]:
    """Return the class of an operator's results, under the name that PyTorch gives it."""
    return type(name, (ReturnType,), {"__module__": "torch.return_types"})
