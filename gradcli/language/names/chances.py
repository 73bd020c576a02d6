"""What programs write distributions of their own with: conditions, and parts of PyTorch's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradcli.language.machine.descriptors import CachedProperty, Property
from gradcli.language.machine.functions import Builtin
from gradcli.language.names.layers import exported

Table = dict[str, Any]


def _dependent_property(fn: Any = None, *, is_discrete: Any = False, event_dim: Any = 0) -> Any:
    """Return a property; without a function, a decorator that makes one."""
    return Builtin("dependent_property", Property) if fn is None else Property(fn)


def _conditions() -> Table:
    found = exported("gradcli.distributions.constraints")
    found["dependent_property"] = Builtin("dependent_property", _dependent_property)
    return found


def _utilities() -> Table:
    also = "_standard_normal _sum_rightmost"
    found = exported("gradcli.distributions.utils", also=also)
    found["lazy_property"] = CachedProperty
    return found


TABLES: dict[str, Callable[[], Table]] = {
    "torch.distributions.constraints": _conditions,
    "torch.distributions.utils": _utilities,
}
