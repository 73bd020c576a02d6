"""The gradients that a report shows: those of a scalar result, or what ``backward()`` left.

This module knows what to differentiate a result by. It leaves everything as it was: ``grad`` of
no tensor changes and the graph can be used again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from gradcli.answers.graph import Nodes
from gradcli.answers.inputs import Scope, targets_of
from gradcli.answers.report import Gradient, bare, text_of
from gradcli.core.backward import grad
from gradcli.core.tensor import Tensor
from gradcli.errors import OpError
from gradcli.numerics.arrays import ENGINES

FREED = "no gradients: the program has differentiated this result and freed its graph"


def gradients(
    result: object,
    nodes: Nodes,
    scope: Scope,
    wrt: tuple[str, ...] | None = None,
    gradient: Tensor | None = None,
    differentiate: Any = grad,
) -> tuple[tuple[Gradient, ...], str | None]:
    """Return the gradients to report, or a hint at what to do to get any.

    ``nodes`` is the graph behind the result. Raises ``QuestionError`` for a name in ``wrt`` that
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
    return _differentiate(result, targets, gradient, differentiate)


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
    if callable(result):
        return "no gradients: the result is a function or a layer, which is to be called"
    if result is None:
        return "no gradients: the result is None, not a tensor"
    if any(isinstance(part, Tensor) and part.requires_grad for part in _parts(result)):
        kind = "tuple" if isinstance(result, tuple) else type(result).__name__
        return f"no gradients: the result is a {kind}; end with one of its tensors, or their sum"
    return "no gradients: the result is not a tensor"


def _parts(result: object) -> tuple[object, ...]:
    """Return what a tuple, a list or a dictionary holds."""
    if isinstance(result, dict):
        return tuple(dict.values(result))
    return tuple(bare(result)) if isinstance(result, (tuple, list)) else ()


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
    result: Tensor, wanted: Mapping[str, Tensor], gradient: Tensor | None, differentiate: Any
) -> tuple[tuple[Gradient, ...], str | None]:
    targets = tuple(wanted.values())
    try:
        found = differentiate(result, targets, gradient, retain_graph=True, allow_unused=True)
    except OpError as error:
        if error.code != "backward-twice":
            raise
        return (), FREED
    if ENGINES:
        from gradcli.answers.engine_place import settle  # value and gradients in one go

        settle((result, *found))
    pairs = zip(wanted.items(), found, strict=True)
    return tuple(_gradient(name, tensor, value) for (name, tensor), value in pairs), None


def _gradient(name: str, tensor: Tensor, found: Tensor | None) -> Gradient:
    if found is not None:
        return Gradient(name, text_of(found), found.array)
    zeros = Tensor(np.zeros_like(tensor.array))
    return Gradient(name, text_of(zeros), zeros.array, f"the result does not depend on {name}")
