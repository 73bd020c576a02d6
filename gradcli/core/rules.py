"""Derivative rules: what they need, how that is saved on a node, and how it is found again.

This module knows how a rule's parameters name what is saved. It knows no operator by name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from gradcli.core.node import (
    INFERENCE_MESSAGE,
    UNTRACKED,
    Node,
    SavedResult,
    detached_error,
    freed_error,
    modified_error,
)
from gradcli.core.packing import Packed
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error

if TYPE_CHECKING:
    from gradcli.operators.signature import Signature

_RESULT = re.compile(r"y\d*")

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
        signature: Signature,
        variadic: bool = False,
    ) -> None:
        self.vjp = vjp
        self.names = names
        self.conjugated = False  # whether it knows PyTorch's convention for complex numbers
        self.keeps_values = any(
            _RESULT.fullmatch(name) or name in signature.operands for name in names
        )
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


def not_implemented(name: str) -> Callable[[Any], Any]:
    """Make the rule of an operand for which PyTorch has no derivative."""

    def refuse(g: Any) -> Any:
        raise op_error(
            NotImplementedError,
            f"the derivative for '{name}' is not implemented.",
            code="no-derivative",
        )

    return refuse


def zeros(g: Any) -> Any:
    """Return zeros like a gradient, which may hold infinities that a product would keep."""
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


def fused_rule(body: Callable[..., Any], signature: Signature) -> Rule:
    """Make the rule of an operator whose body is itself written in operators.

    The gradients of all operands are found together, by differentiating the body: on arrays by
    running it once more on leaves of its own, recording on tensors that continue the graph.
    """
    names = tuple(p.name for p in signature.by_keyword.values() if not p.operand)
    count = signature.operand_count

    def save(operands: Any, results: Any, attrs: dict[str, Any]) -> tuple[Any, ...]:
        wanted = tuple(getattr(operand, "requires_grad", False) for operand in operands)
        given = [attrs.get(name, signature.default(name)) for name in names]
        return (*operands, wanted, *given)

    def vjp(g: Any, *args: Any) -> list[Any]:
        operands, wanted, given = args[:count], args[count], args[count + 1 :]
        attrs = dict(zip(names, given, strict=True))
        return _differentiate(lambda *inner: body(*inner, **attrs), operands, wanted, g)

    rule = Rule(vjp, signature.operands, signature)
    rule.save = save
    rule.conjugated = True
    return rule


def _differentiate(
    function: Callable[..., Any], operands: Sequence[Any], wanted: Sequence[bool], g: Any
) -> list[Any]:
    """Return the gradients of a function for the wanted operands; None where there is none."""
    from gradcli.core.backward import grad
    from gradcli.core.modes import enable_grad

    start = g if isinstance(g, list) else [g]
    recording = isinstance(start[0], Tensor)
    with enable_grad():
        if recording:
            inner = [
                OPS["_same"](t) if want else t for t, want in zip(operands, wanted, strict=True)
            ]
        else:
            inner = [
                Tensor(value, want) if isinstance(value, np.ndarray) else value
                for value, want in zip(operands, wanted, strict=True)
            ]
        results = function(*inner)
    outputs = results if isinstance(results, tuple) else (results,)
    pairs = [
        (output, weight if recording else Tensor(weight))
        for output, weight in zip(outputs, start, strict=True)
        if isinstance(output, Tensor) and output.requires_grad
    ]
    sources = [t for t, want in zip(inner, wanted, strict=True) if want]
    if not pairs:
        return [None] * len(operands)
    ends, weights = [list(part) for part in zip(*pairs, strict=True)]
    found = iter(grad(ends, sources, weights, None, recording, allow_unused=True))
    gradients = [next(found) if want else None for want in wanted]
    return [t if recording or t is None else t.array for t in gradients]


def arguments(node: Node, index: int, recording: bool) -> list[Any]:
    """Return what a rule saved on a node, as arrays or (recording) as tensors.

    Raises RuntimeError if the values were freed, or changed in place since.
    """
    if node.saved is None:
        raise freed_error(node)
    versions = node.versions and node.versions[index]
    found: list[Any] = []
    for value in node.saved[index]:  # type: ignore[union-attr]
        if value.__class__ is Tensor or value.__class__ is SavedResult:
            cell = value.cell
            if value.output_nr < node.order:
                raise detached_error(node)
            if versions or (cell is not None and cell[0]):
                _check_version(node, value, versions[len(found)] if versions else 0)
            value = _as_tensor(node, value) if recording else value.array
        elif value.__class__ is Packed:
            value = value.unpack(recording)
        found.append(value)
    return found


def saved_tensor(node: Node, index: int, place: int) -> Any:
    """Return a tensor that a node saved, for the program to see."""
    value = node.saved[index][place]  # type: ignore[index]
    if isinstance(value, Packed):
        return value.shown()
    versions = node.versions and node.versions[index]
    _check_version(node, value, versions[place] if versions else 0)
    return _as_tensor(node, value)


def _check_version(node: Node, value: Tensor | SavedResult, expected: int) -> None:
    if (value.cell[0] if value.cell is not None else 0) != expected:
        raise modified_error(node, value, expected)


def gradients_of(node: Node, g: Any, recording: bool) -> list[Any]:
    """Return the gradient for every edge of a node; None where there is no edge."""
    together = node.together(g, recording)
    if together is not None or node.op is None:
        return together or []
    return one_by_one(node, g, recording)


def one_by_one(node: Node, g: Any, recording: bool) -> list[Any]:
    """Return the gradient for every edge of a node by the rules of its operator."""
    assert node.op is not None
    rules = node.op.rules
    return [
        None if edge is None else rules[index].vjp(g, *arguments(node, index, recording))
        for index, edge in enumerate(node.edges)
    ]


def _as_tensor(node: Node, value: Tensor | SavedResult) -> Tensor:
    if isinstance(value, SavedResult):
        part_node = None if value.history is None else value.history()
        maker = node if part_node is None else part_node()
        if value.array.dtype.kind not in "fc":
            return Tensor(value.array)
        return Tensor(value.array, True, maker, value.output_nr)
    return value


def _parameter_names(function: Callable[..., Any]) -> tuple[str, ...]:
    code = function.__code__
    return code.co_varnames[: code.co_argcount]


def _getter(name: str, signature: Signature, variadic: bool = False) -> _Getter:
    """Return a function that finds a rule's argument among operands, results and attributes."""
    operands = signature.operands
    if _RESULT.fullmatch(name):
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
    versions = tuple(tuple([_version(value) for value in values or ()]) for values in saved)
    return versions if any(map(any, versions)) else None


def _version(value: Any) -> int:
    """Return the version of a saved tensor; 0 of anything else."""
    cell = getattr(value, "cell", None)
    if cell is UNTRACKED:
        raise op_error(RuntimeError, INFERENCE_MESSAGE, code="inference")
    return 0 if cell is None else cell[0]
