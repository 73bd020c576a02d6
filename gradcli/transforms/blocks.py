"""Derivatives of any order of a tensor that has been computed, read off the graph behind it.

This module knows a result, tensors to differentiate by and where each derivative belongs. It does
not know names. Nothing is computed twice in the program; the graph stays as it was.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from itertools import product

import numpy as np

from gradcli.core.backward import grad
from gradcli.core.modes import enable_grad
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.transforms.level import gradients

_MOST_DIMS = 64
_MOST_BITS = 40

By = tuple[int, ...]
"""Which tensors a block is differentiated by, in order, as positions among them."""

Advance = Callable[[int], None]

_Rows = Iterator[tuple[int, Sequence[Tensor | None]]]


def passes(result: Tensor, targets: Sequence[Tensor], order: int) -> int:
    """Return how many backward passes of the last order ``derivatives`` takes at most."""
    width = sum(target.array.size for target in targets)
    return int(result.array.size * width ** (order - 1))


def derivatives(
    result: Tensor, targets: Sequence[Tensor], order: int, advance: Advance = lambda count: None
) -> dict[By, np.ndarray]:
    """Return the derivatives of an order of every element of a result by every choice of targets.

    A block is shaped as the result, then as each of the targets in its ``By``. ``advance`` is told
    how many passes were done, or saved where there is nothing to differentiate.
    """
    _check_size(result, targets, order)
    sizes = [target.array.size for target in targets]
    blocks = {
        by: np.zeros((result.array.size, *(sizes[i] for i in by)), targets[by[-1]].array.dtype)
        for by in product(range(len(targets)), repeat=order)
    }
    stack: list[tuple[_Rows, By, By]] = [(_rows(result, targets, order > 1), (), ())]
    while stack:
        rows, by, place = stack[-1]
        step = next(rows, None)
        if step is None:
            stack.pop()
            continue
        here, left = (*place, step[0]), order - len(by) - 1
        if not left:
            advance(1)
        for number, gradient in enumerate(step[1]):
            chosen = (*by, number)
            if gradient is not None and not left:
                blocks[chosen][here] = gradient.array.reshape(-1)
            elif gradient is not None and gradient.requires_grad:
                stack.append((_rows(gradient, targets, left > 1), chosen, here))
            elif left:
                advance(sizes[number] * sum(sizes) ** (left - 1))
    shapes = [target.array.shape for target in targets]
    return {
        by: block.reshape((*result.array.shape, *(n for i in by for n in shapes[i])))
        for by, block in blocks.items()
    }


def _check_size(result: Tensor, targets: Sequence[Tensor], order: int) -> None:
    """Refuse derivatives that no array can hold, before anything is computed."""
    dims = max((target.array.ndim for target in targets), default=0)
    dims = max(result.array.ndim + order * dims, order + 1)
    if dims > _MOST_DIMS:
        raise op_error(
            RuntimeError,
            f"a derivative of order {order} has {dims} dimensions here, and arrays at most "
            f"{_MOST_DIMS}",
            code="order",
        )
    width = max(sum(target.array.size for target in targets), len(targets))
    if math.log2(max(width, 1)) * order > _MOST_BITS:
        raise MemoryError


def _rows(tensor: Tensor, targets: Sequence[Tensor], recording: bool) -> _Rows:
    """Yield, for each element of a tensor, its gradients by the targets."""
    for element in range(math.prod(tensor.array.shape)):
        weight = OPS["zeros_like"](tensor.detach())
        weight.array[np.unravel_index(element, weight.array.shape)] = 1
        with enable_grad():
            yield (
                element,
                grad(tensor, list(targets), weight, True, recording, allow_unused=True),
            )


def push_forward(
    result: Tensor, targets: Sequence[Tensor], tangents: Sequence[Tensor]
) -> np.ndarray:
    """Return the product of a result's Jacobian with a vector, which has a part for each target."""
    with enable_grad():
        weight = OPS["zeros_like"](result.detach()).requires_grad_()
        rows = gradients([result], targets, [weight])
        pairs = [(row, v) for row, v in zip(rows, tangents, strict=True) if row is not None]
        if pairs:
            sources, starts = [list(part) for part in zip(*pairs, strict=True)]
            (found,) = gradients(sources, [weight], starts)
            if found is not None:
                return found.array
    return np.zeros_like(result.array)
