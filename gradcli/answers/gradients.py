"""Which gradients a report shows, and under which names.

This module knows what to differentiate a result by. It leaves everything as it was: ``grad`` of
no tensor changes and the graph can be used again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from gradcli.answers.graph import walk
from gradcli.answers.report import Gradient, text_of
from gradcli.core.backward import grad
from gradcli.core.node import AccumulateGrad, Node
from gradcli.core.tensor import Tensor
from gradcli.errors import OpError

_MOST_ELEMENTS = 10_000
FREED = "no gradients: the program has differentiated this result and freed its graph"
_SIMPLE = (int, float, str, bytes, type(None))


class SelectionError(Exception):
    """What was asked for is not there; the text says what is."""


class Scope:
    """The named tensors of a program: its inputs, its variables and what those hold."""

    __slots__ = ("by_name", "inputs", "names")

    def __init__(self, inputs: Mapping[str, Tensor], variables: Mapping[str, Any]) -> None:
        self.inputs = inputs
        self.by_name: dict[str, Any] = {**variables, **inputs}
        self.names: dict[int, str] = {}
        for name, tensor in _tensors([*inputs.items(), *variables.items()]):
            self.names.setdefault(id(tensor), name)
            self.by_name.setdefault(name, tensor)

    def tensors(self) -> Iterator[tuple[str, Tensor]]:
        """Return every named tensor once."""
        return ((name, self.by_name[name]) for name in self.names.values())

    def name_leaves(self, nodes: Iterable[Node]) -> None:
        """Give a number to each leaf of a graph that no variable names."""
        leaves = [node.variable for node in nodes if isinstance(node, AccumulateGrad)]
        unnamed = (leaf for leaf in leaves if id(leaf) not in self.names)
        for number, leaf in enumerate(unnamed, 1):
            self.names[id(leaf)] = f"leaf{number}"
            self.by_name.setdefault(f"leaf{number}", leaf)

    def find(self, name: str) -> Tensor:
        """Return the tensor that ``--wrt`` names; say which there are when there is none."""
        tensor = self.by_name.get(name)
        if isinstance(tensor, Tensor) and tensor.requires_grad:
            return tensor
        if name in self.by_name:
            raise SelectionError(f"{name!r} is not a tensor that requires grad")
        known = [name for name, tensor in self.tensors() if tensor.requires_grad]
        raise SelectionError(f"there is no tensor {name!r}" + nearest(name, known))


def nearest(name: str, known: Iterable[str]) -> str:
    """Return the end of a sentence that offers the names nearest to a wrong one."""
    import difflib

    names = list(known)
    close = difflib.get_close_matches(name, names, n=1)
    if close:
        return f"; did you mean {close[0]!r}?"
    return f"; there is {', '.join(names[:10])}" if names else ""


def _tensors(named: list[tuple[str, Any]]) -> Iterator[tuple[str, Tensor]]:
    """Return the tensors among values and inside lists, tuples and dicts, with their names."""
    seen = set()
    budget = _MOST_ELEMENTS
    stack = named[::-1]
    while stack:
        name, value = stack.pop()
        if isinstance(value, Tensor):
            yield name, value
        if not isinstance(value, (list, tuple, dict)) or id(value) in seen or len(value) > budget:
            continue
        seen.add(id(value))
        budget -= len(value)
        items = value.items() if isinstance(value, dict) else enumerate(value)
        inside = [(f"{name}[{key!r}]", item) for key, item in items if isinstance(key, (int, str))]
        stack += [(name, item) for name, item in inside[::-1] if not isinstance(item, _SIMPLE)]


def gradients(
    result: object,
    nodes: list[Node],
    scope: Scope,
    wrt: tuple[str, ...] | None = None,
    gradient: Tensor | None = None,
) -> tuple[tuple[Gradient, ...], str | None]:
    """Return the gradients to report, or a hint at what to do to get any.

    ``nodes`` is the graph behind the result. Raises ``SelectionError`` for a name in ``wrt`` that
    is not there, and what core raises where it cannot differentiate.
    """
    wanted = None if wrt is None else {name: scope.find(name) for name in wrt}
    if gradient is None:
        accumulated = tuple(_accumulated(scope, wanted))
        if accumulated:
            return accumulated, _missing(accumulated, wanted)
    if not isinstance(result, Tensor) or not result.requires_grad:
        return (), _why_not(result, scope, wanted, gradient)
    if gradient is None and not _is_scalar(result):
        return (), _how_to(result)
    targets = targets_of(result, nodes, scope) if wanted is None else wanted
    return _differentiate(result, targets, gradient)


def targets_of(result: Tensor, nodes: list[Node], scope: Scope) -> dict[str, Tensor]:
    """Return what to differentiate a result by where nothing is named: inputs, then leaves."""
    leaves = [node.variable for node in nodes if isinstance(node, AccumulateGrad)]
    found = dict(scope.inputs)
    found.update((scope.names[id(leaf)], leaf) for leaf in leaves or [result])
    return found


def _is_scalar(result: Tensor) -> bool:
    return result.array.size == 1 and result.is_floating_point()


def _how_to(result: Tensor) -> str:
    if not result.is_floating_point():
        return "the result is complex: reduce it to a real number, as abs() does, for gradients"
    return (
        f"the result has shape {tuple(result.array.shape)}: for gradients reduce it with sum() or "
        "mean(), or give --gradient VECTOR or --jacobian"
    )


def _why_not(
    result: object, scope: Scope, wanted: Mapping[str, Tensor] | None, gradient: Tensor | None
) -> str | None:
    """Say why there are no gradients, if the user asked for some."""
    if not (scope.inputs or wanted or gradient is not None):
        return None
    if isinstance(result, Tensor):
        return "no gradients: the result does not depend on anything that requires grad"
    return "no gradients: the result is not a tensor"


def _accumulated(scope: Scope, wanted: Mapping[str, Tensor] | None) -> Iterator[Gradient]:
    """Return what ``backward()`` left in the ``grad`` of the program's tensors."""
    for name, tensor in scope.tensors() if wanted is None else wanted.items():
        if tensor._grad is not None:
            yield Gradient(name, text_of(tensor._grad), tensor._grad.array)


def _missing(found: tuple[Gradient, ...], wanted: Mapping[str, Tensor] | None) -> str | None:
    """Say which of the tensors asked for ``backward()`` has not reached."""
    missing = (wanted or {}).keys() - {gradient.name for gradient in found}
    return f"backward() left no gradient at {', '.join(sorted(missing))}" if missing else None


def _differentiate(
    result: Tensor, wanted: Mapping[str, Tensor], gradient: Tensor | None
) -> tuple[tuple[Gradient, ...], str | None]:
    targets = tuple(wanted.values())
    try:
        found = grad(result, targets, gradient, retain_graph=True, allow_unused=True)
    except OpError as error:
        if error.code != "backward-twice":
            raise
        return (), FREED
    pairs = zip(wanted.items(), found, strict=True)
    return tuple(_gradient(name, tensor, value) for (name, tensor), value in pairs), None


def _gradient(name: str, tensor: Tensor, found: Tensor | None) -> Gradient:
    if found is not None:
        return Gradient(name, text_of(found), found.array)
    zeros = Tensor(np.zeros_like(tensor.array))
    return Gradient(name, text_of(zeros), zeros.array, f"the result does not depend on {name}")


def nodes_of(result: object) -> list[Node]:
    """Return the graph behind a value; it is empty for leaves and for what is no tensor."""
    node = result.grad_fn if isinstance(result, Tensor) else None
    return walk(node) if node is not None else []
