"""Derivative rules: what a rule needs, and how that is collected when an operation is recorded.

This module knows how a rule's parameters name what is saved. It knows no operator by name, and not
how declarations say their derivatives (``operators.derivatives``).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradcli.core.saved import SavedResult

_Getter = Callable[[Any, Any, dict[str, Any]], Any]


class Rule:
    """The derivative by one operand: a function, and where its arguments come from.

    The names of the function's parameters say what it needs, and so what is saved: ``g`` the
    gradient that arrives (always first, left out of elementwise rules), ``y`` the result (``y1`` a
    second one, and so on), an operand or an attribute by its name, and ``x_shape`` the shape alone
    of an operand ``x``. ``vjp`` is the function from ``g`` and the saved arguments to the gradient
    of the operand; ``save`` collects those arguments from operands, results and attributes.
    """

    __slots__ = ("conjugated", "keeps_values", "names", "save", "vjp")

    def __init__(
        self,
        vjp: Callable[..., Any],
        names: tuple[str, ...],
        signature: Any,
        variadic: bool = False,
    ) -> None:
        self.vjp = vjp
        self.names = names
        self.conjugated = False  # whether it knows PyTorch's convention for complex numbers
        self.keeps_values = any(
            _is_result(n) or n in signature.operands or n == "indices" for n in names
        )
        self.save = _collector(names, signature, variadic)


def _is_result(name: str) -> bool:
    """Tell whether a name is that of a result, as ``y`` and ``y1`` are."""
    return name == "y" or (name[0] == "y" and name[1:].isdecimal())


def _collector(
    names: tuple[str, ...], signature: Any, variadic: bool = False
) -> Callable[..., tuple[Any, ...]]:
    """Return one function that finds all arguments; the common cases are written out for speed."""
    if not names:
        return lambda operands, results, attrs: ()
    if len(names) == 1 and names[0] in signature.operands:
        index = signature.operands.index(names[0])
        return lambda operands, results, attrs: (operands[index],)
    getters = [_getter(name, signature, variadic) for name in names]
    return lambda operands, results, attrs: tuple(
        [get(operands, results, attrs) for get in getters]
    )


def _getter(name: str, signature: Any, variadic: bool = False) -> _Getter:
    """Return a function that finds a rule's argument among operands, results and attributes."""
    operands = signature.operands
    if _is_result(name):
        output_nr = int(name[1:] or 0)
        return lambda operands, results, attrs: SavedResult(results[output_nr], output_nr)
    if variadic and name == "shapes":
        return lambda operands, results, attrs: [operand.shape for operand in operands]
    base = name.removesuffix("_shape")
    if base not in operands:
        default = signature.default(name)
        return lambda operands, results, attrs: attrs.get(name, default)
    index = operands.index(base)
    if base == name:
        return lambda operands, results, attrs: operands[index]
    return lambda operands, results, attrs: operands[index].meta(0)[0]
