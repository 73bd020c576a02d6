"""Whole derivatives for a report: Jacobians, Hessians and higher ones, products, and patterns.

This module knows what users asked for and under which names. How derivatives are found is
``transforms.blocks``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext
from math import prod
from typing import NamedTuple

import numpy as np

from gradcli.answers.gradients import FREED
from gradcli.answers.graph import Nodes
from gradcli.answers.inputs import Scope, targets_of
from gradcli.answers.report import Derivative, Pattern, text_of
from gradcli.core.modes import enable_grad
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import OpError, op_error
from gradcli.transforms.blocks import Advance, By, derivatives, passes, push_forward

Progress = Callable[[int], AbstractContextManager[Advance]]
"""Opens something that shows progress, given how many steps there are."""


def no_progress(total: int) -> AbstractContextManager[Advance]:
    """Show nothing."""
    return nullcontext(lambda count: None)


class Wanted(NamedTuple):
    """What to report in place of gradients.

    ``order`` counts how often to differentiate. ``tangents`` makes it a product with a vector.
    ``numbers`` are the derivatives themselves, ``pattern`` tells where they are zero.
    """

    kind: str
    order: int = 1
    tangents: Mapping[str, Tensor] | None = None
    numbers: bool = True
    pattern: bool = False
    progress: Progress = no_progress


class Found(NamedTuple):
    """The derivatives of a result, and where they are zero."""

    derivatives: tuple[Derivative, ...] = ()
    pattern: Pattern | None = None


def find(
    result: object,
    name: str | None,
    nodes: Nodes,
    scope: Scope,
    wrt: tuple[str, ...] | None,
    gradient: Tensor | None,
    wanted: Wanted,
) -> tuple[Found, str | None]:
    """Return what is wanted of a result, or a hint at why there is none.

    ``gradient`` weighs the elements of a result. Raises ``QuestionError`` for a name that is not
    there, and what core raises where it cannot differentiate.
    """
    names = wrt if wanted.tangents is None else tuple(wanted.tangents)
    chosen = None if names is None else {name: scope.find(name) for name in names}
    if not isinstance(result, Tensor):
        return Found(), "no derivatives: the result is not a tensor"
    if not result.requires_grad:
        why = "the result does not depend on anything that requires grad"
        return Found(), f"no derivatives: {why}"
    targets = targets_of(result, nodes, scope) if chosen is None else chosen
    try:
        weighed = result if gradient is None else _weighed(result, gradient)
        return _find(weighed, name, targets, _settled(wanted, weighed)), None
    except OpError as error:
        if error.code != "backward-twice":
            raise
        return Found(), FREED


def _weighed(result: Tensor, gradient: Tensor) -> Tensor:
    if gradient.shape != result.shape:
        raise op_error(
            RuntimeError,
            f"Mismatch in shape: grad_output[0] has a shape of {gradient.shape} and output[0] has "
            f"a shape of {result.shape}.",
            code="shape-mismatch",
        )
    with enable_grad():
        weighed: Tensor = OPS["sum"](OPS["mul"](result, gradient))
    return weighed


def _find(result: Tensor, name: str | None, targets: Mapping[str, Tensor], wanted: Wanted) -> Found:
    if wanted.tangents is not None:
        return Found((_product(result, targets, wanted.tangents),))
    _check(result, wanted)
    tensors = list(targets.values())
    with wanted.progress(passes(result, tensors, wanted.order)) as advance:
        blocks = derivatives(result, tensors, wanted.order, advance)
    numbers = tuple(_numbers(result, targets, blocks, wanted)) if wanted.numbers else ()
    return Found(numbers, _pattern(name, targets, blocks, wanted) if wanted.pattern else None)


def _settled(wanted: Wanted, result: Tensor) -> Wanted:
    """Choose between Jacobian and Hessian where a pattern of either was asked for."""
    if wanted.kind != "either":
        return wanted
    if result.array.size == 1:
        return wanted._replace(kind="hessian", order=2)
    return wanted._replace(kind="jacobian", order=1)


def _check(result: Tensor, wanted: Wanted) -> None:
    if result.is_complex():
        raise op_error(
            RuntimeError,
            f"grad can be implicitly created only for real scalar outputs but got {result.dtype}",
            help="reduce the result to real numbers, as abs() does",
        )
    if wanted.kind == "hessian" and result.array.size != 1:
        raise op_error(
            RuntimeError,
            "The Tensor returned by the function given to hessian should contain a single element",
            code="hessian",
            help="reduce it with sum(), weigh it with --gradient VECTOR, or use --order 2",
        )


def _numbers(
    result: Tensor, targets: Mapping[str, Tensor], blocks: dict[By, np.ndarray], wanted: Wanted
) -> Iterator[Derivative]:
    names = list(targets)
    single = wanted.kind != "jacobian" and result.array.size == 1
    for by, block in blocks.items():
        data = block.reshape(block.shape[result.array.ndim :]) if single else block
        chosen = tuple(names[i] for i in by)
        yield Derivative(wanted.kind, chosen, text_of(Tensor(data)), data)


def _product(
    result: Tensor, targets: Mapping[str, Tensor], tangents: Mapping[str, Tensor]
) -> Derivative:
    for name, tangent in tangents.items():
        shape = targets[name].shape
        if tangent.shape != shape:
            raise op_error(
                RuntimeError,
                f"v has invalid size: should be {shape} but got {tangent.shape}.",
                code="shape-mismatch",
                help=f"the vector of {name} has one number for each of its elements",
            )
    data = push_forward(result, list(targets.values()), list(tangents.values()))
    return Derivative("jvp", tuple(tangents), text_of(Tensor(data)), data)


def _flat(block: np.ndarray, shape: tuple[int, ...]) -> np.ndarray:
    """Return a block of a Jacobian as a matrix, a column for each element of the input."""
    rows = prod(block.shape[: block.ndim - len(shape)])
    return block.reshape(rows, prod(shape))


def _pattern(
    name: str | None, targets: Mapping[str, Tensor], blocks: dict[By, np.ndarray], wanted: Wanted
) -> Pattern:
    columns = tuple((name, target.array.size) for name, target in targets.items())
    count = len(columns)
    if wanted.kind == "jacobian":
        shapes = [target.shape for target in targets.values()]
        parts = [_flat(blocks[(i,)], shapes[i]) for i in range(count)]
        rows: tuple[tuple[str, int], ...] = ((name or "result", parts[0].shape[0]),)
        return Pattern("jacobian", rows, columns, np.hstack(parts) != 0)
    sizes = [size for _, size in columns]
    grid = [
        [blocks[i, j].reshape(sizes[i], sizes[j]) != 0 for j in range(count)] for i in range(count)
    ]
    return Pattern("hessian", columns, columns, np.block(grid))
