"""Derivative rules: what they need, how that is saved on a node, and how it is found again.

This module knows how a rule's parameters name what is saved. It knows no operator by name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gradcli.core.node import FREED_MESSAGE, Node, SavedResult, modified_error
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error

if TYPE_CHECKING:
    from gradcli.core.binding import Signature

_Getter = Callable[[Any, Any, dict[str, Any]], Any]


class Rule:
    """The derivative by one operand: a function, and where its arguments come from.

    The names of the function's parameters say what it needs, and so what is saved: ``g`` the
    gradient that arrives (always first, left out of elementwise rules), ``y`` the result (``y1`` a
    second one), an operand or an attribute by its name, and ``x_shape`` the shape alone of an
    operand ``x``. ``vjp`` is the function from ``g`` and the saved arguments to the gradient of the
    operand; ``save`` collects those arguments from operands, results and attributes.
    """

    __slots__ = ("keeps_values", "names", "save", "vjp")

    def __init__(
        self,
        vjp: Callable[..., Any],
        names: tuple[str, ...],
        signature: Signature,
        variadic: bool = False,
    ) -> None:
        self.vjp = vjp
        self.names = names
        self.keeps_values = any(name in ("y", "y1", *signature.operands) for name in names)
        self.save = _collector(names, signature, variadic)


def _collector(
    names: tuple[str, ...], signature: Signature, variadic: bool = False
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


class over(NamedTuple):
    """In a declaration, ``d=over(f)`` is the derivative ``1 / f``, computed as ``g / f``."""

    function: Callable[..., Any]


def refused(name: str) -> Callable[[Any], Any]:
    """Make the rule of an operator that PyTorch records but cannot differentiate."""

    def refuse(g: Any) -> Any:
        raise op_error(
            RuntimeError, f"derivative for aten::{name} is not implemented", code="no-derivative"
        )

    return refuse


def zeros(g: Any) -> Any:
    """Return zeros like a gradient, which may hold infinities that a product would keep."""
    from gradcli.core.op import OPS

    return OPS["zeros_like"](g)


def local_rule(given: Any, signature: Signature, variadic: bool = False) -> Rule:
    """Make the rule of an elementwise operator from a factor for the gradient that arrives."""
    if isinstance(given, over):
        divisor = given.function
        return Rule(lambda g, *args: g / divisor(*args), _parameter_names(divisor), signature)
    if callable(given):
        names = _parameter_names(given)
        if len(names) == 1:  # the common cases, written out for speed
            if _is_identity(given):
                return Rule(lambda g, value: g * value, names, signature)
            return Rule(lambda g, value: g * given(value), names, signature)
        return Rule(lambda g, *args: g * given(*args), names, signature)
    if given == 1:
        return Rule(lambda g: g, (), signature)
    if given == 0:
        return Rule(zeros, (), signature)
    return Rule(lambda g: g * given, (), signature)


def _is_identity(function: Callable[[Any], Any]) -> bool:
    """Tell whether a derivative is the very value that it names, as of a product."""
    probe = object()
    try:
        return function(probe) is probe
    except (AttributeError, NameError, TypeError):  # it computes, or calls a later operator
        return False


def vjp_rule(given: Callable[..., Any], signature: Signature, variadic: bool = False) -> Rule:
    """Make the rule of any other operator from a function of ``g`` and what it names."""
    return Rule(given, _parameter_names(given)[1:], signature, variadic)


def arguments(node: Node, index: int, recording: bool) -> list[Any]:
    """Return what a rule saved on a node, as arrays or (recording) as tensors.

    Raises RuntimeError if the values were freed, or changed in place since.
    """
    if node.saved is None:
        raise op_error(RuntimeError, FREED_MESSAGE, code="backward-twice")
    versions = node.versions and node.versions[index]
    found: list[Any] = []
    for value in node.saved[index]:  # type: ignore[union-attr]
        if value.__class__ is Tensor or value.__class__ is SavedResult:
            cell = value.cell
            if versions or (cell is not None and cell[0]):
                _check_version(node, value, versions[len(found)] if versions else 0)
            value = _as_tensor(node, value) if recording else value.array
        found.append(value)
    return found


def _check_version(node: Node, value: Tensor | SavedResult, expected: int) -> None:
    if (value.cell[0] if value.cell is not None else 0) != expected:
        raise modified_error(node, value, expected)


def gradients_of(node: Node, g: Any, recording: bool) -> list[Any]:
    """Return the gradient for every edge of a node; None where there is no edge."""
    together = node.together(g, recording)
    if together is not None or node.op is None:
        return together or []
    rules = node.op.rules
    return [
        None if edge is None else rules[index].vjp(g, *arguments(node, index, recording))
        for index, edge in enumerate(node.edges)
    ]


def _as_tensor(node: Node, value: Tensor | SavedResult) -> Tensor:
    if isinstance(value, SavedResult):
        part_node = None if value.history is None else value.history()
        maker = node if part_node is None else part_node()
        return Tensor(value.array, True, maker, value.output_nr)
    return value


def _parameter_names(function: Callable[..., Any]) -> tuple[str, ...]:
    code = function.__code__
    return code.co_varnames[: code.co_argcount]


def _getter(name: str, signature: Signature, variadic: bool = False) -> _Getter:
    """Return a function that finds a rule's argument among operands, results and attributes."""
    operands = signature.operands
    if name in ("y", "y1"):
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
    return lambda operands, results, attrs: operands[index].array.shape


def versions_of(saved: Sequence[tuple[Any, ...] | None]) -> tuple[tuple[int, ...], ...] | None:
    """Return the versions of the tensors among the saved arguments, or None if all are 0."""
    versions = tuple(
        tuple(value.cell[0] if getattr(value, "cell", None) else 0 for value in values or ())
        for values in saved
    )
    return versions if any(map(any, versions)) else None
