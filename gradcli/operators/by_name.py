"""Operators of other families, for bodies and rules: ``from gradcli.operators.by_name import exp``.

Most rules never run, and a family that another one imports would be loaded for them. What is
imported from here is an operator's name; the operator is found when it is first called. A family
that needs many imports this module as ``ops`` and says ``ops.exp``.
"""

from __future__ import annotations

from typing import Any

from gradcli.core.table import OPS


class Named:
    """An operator by its name."""

    __slots__ = ("name", "operator")

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, *operands: Any, **attrs: Any) -> Any:
        """Run the operator, as the operator itself would be called."""
        return self.operator(*operands, **attrs)

    def __getattr__(self, attribute: str) -> Any:
        if attribute.startswith("__"):
            raise AttributeError(attribute)
        operator = OPS[self.name]
        if attribute == "operator":
            self.operator = operator
            for name in (self.name, self.name + "_"):  # for those who say ``ops.exp``
                if globals().get(name) is self:
                    globals()[name] = operator
            return operator
        return getattr(operator, attribute)


def __getattr__(name: str) -> Named:
    if name.startswith("__"):
        raise AttributeError(name)
    named = globals()[name] = Named(name.rstrip("_"))  # which keeps a name apart from Python's
    return named
