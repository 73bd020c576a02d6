"""Gradients on their way: fitted to their operands, added up, kept in leaves.

This module knows arrays and tensors; where gradients come from and go to is known to ``engine``.
"""

from __future__ import annotations

from functools import lru_cache
from math import prod
from typing import Any

import numpy as np

from gradcli.core.node import Edge, Node
from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.core.values import UNTRACKED
from gradcli.errors import op_error
from gradcli.numerics.arrays import check_broadcast
from gradcli.numerics.dtypes import dtype_of
from gradcli.numerics.memory import held_only_by
from gradcli.numerics.summation import total

_ndarray = np.ndarray  # a name of its own, for what every node runs


def fit(gradient: Any, node: Node, edge: Edge, recording: bool) -> Any:
    """Undo broadcasting and restore the element type; the one place where either happens."""
    shape, dtype = edge[0].meta(edge[1])
    found = gradient.array if recording else gradient
    if found.shape == shape and found.dtype is dtype:
        return gradient
    given = tuple(gradient.shape)
    if given != shape:
        # An operand that got ones in front in place, where nothing was recorded, is no mistake.
        fits = node.broadcasts or prod(given) == prod(shape)
        axes = _summed(shape, given) if fits else None
        if axes is None:
            raise _unfit(gradient, shape, _place(node, edge))
        gradient = _summed_along(gradient, axes, shape)
    if recording:
        return gradient.astype(dtype_of(dtype))
    return gradient if gradient.dtype is dtype else _cast(gradient, dtype)


def fit_start(gradient: Tensor, edge: Edge, index: int) -> Tensor:
    """Give a gradient to start from the shape that a result had before its shape was changed."""
    shape, dtype = edge[0].meta(edge[1])
    if gradient.array.shape != shape:
        if _summed(shape, gradient.array.shape) is None:
            raise _unfit(gradient, shape, f"invalid gradient at index {index}")
        gradient = sum_to(gradient, shape)
    return gradient.astype(dtype_of(dtype))


def _place(node: Node, edge: Edge) -> str:
    index = [other is edge for other in node.edges].index(True)
    return f"Function {node.label} returned an invalid gradient at index {index}"


def _unfit(gradient: Any, shape: tuple[int, ...], place: str) -> Exception:
    got = f"got {list(gradient.shape)} but expected shape compatible with {list(shape)}"
    return op_error(RuntimeError, f"{place} - {got}")


def _cast(gradient: Any, dtype: np.dtype) -> Any:
    """Convert a gradient's element type; of a complex one for a real operand, the real part."""
    if gradient.dtype.kind == "c" and dtype.kind != "c":
        gradient = gradient.real
    return gradient.astype(dtype, copy=False)


def sum_to(gradient: Any, shape: tuple[int, ...]) -> Any:
    """Sum a gradient over the axes along which its operand was broadcast."""
    return _summed_along(gradient, _summed(shape, tuple(gradient.shape)) or (), shape)


@lru_cache(maxsize=256)
def _summed(shape: tuple[int, ...], larger: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return the axes along which a shape is spread to a larger one; None where it cannot be."""
    extra = len(larger) - len(shape)
    pairs = list(zip(shape, larger[max(extra, 0) :], strict=False))
    if extra < 0 or any(size not in (1, other) for size, other in pairs):
        return None
    spread = [extra + axis for axis, (size, other) in enumerate(pairs) if size == 1 != other]
    return (*range(extra), *spread)


def _summed_along(gradient: Any, axes: tuple[int, ...], shape: tuple[int, ...]) -> Any:
    if axes and isinstance(gradient, Tensor):
        gradient = OPS["sum"](gradient, dim=axes, keepdim=True)
    elif axes:
        gradient = total(gradient, axes)
    return gradient if gradient.shape == shape else gradient.reshape(shape)


def added(waiting: dict[Any, Any], target: Any, gradient: Any) -> Any:
    """Return the sum of a gradient and of the one that waits, in its memory if nobody has that."""
    alone = type(gradient) is _ndarray and gradient.size >= STATE.large
    alone = alone and held_only_by(waiting, target)
    seen = waiting[target]
    if (
        alone
        and type(seen) is _ndarray
        and seen.shape == gradient.shape
        and seen.base is None
        and seen.flags.carray
        and seen.dtype is gradient.dtype
    ):
        return np.add(seen, gradient, out=seen)
    try:
        return seen + gradient
    except ValueError:  # the shape of a leaf was changed by ``data`` in between
        check_broadcast(seen.shape, gradient.shape)
        raise


def owns(array: Any) -> bool:
    """Tell whether nothing else can hold the memory of a gradient that a rule just made."""
    if type(array) is _ndarray:
        return array.base is None
    return hasattr(array, "hold") or (isinstance(array, _ndarray) and array.base is None)


def own(array: Any) -> Any:
    """Return a gradient in memory of its own, for something that may write to it."""
    return np.positive(array) if hasattr(array, "hold") else array.copy(order="K")


def _copied(gradient: Tensor, into_leaf: bool) -> Tensor:
    """Return a gradient with a graph as PyTorch first stores it: a copy, which the graph shows."""
    if not gradient.requires_grad:
        return gradient
    if not into_leaf:
        return OPS["clone"](gradient)  # type: ignore[no-any-return]
    return OPS["copy"](Tensor(np.zeros_like(gradient.array)), gradient)  # type: ignore[no-any-return]


def accumulate(tensor: Tensor, gradient: Any, owned: bool, recording: bool) -> None:
    """Add to ``tensor.grad``; in place where PyTorch does, so that references stay true."""
    seen: Any = tensor._grad
    if seen is None:
        if recording:
            tensor._grad = _copied(gradient, tensor.node is None)
        else:
            tensor._grad = Tensor(gradient if owned else own(gradient))
            if STATE.inference:
                tensor._grad.version = UNTRACKED
    elif recording or tensor.node is not None or not seen.array.flags.writeable:
        check_broadcast(seen.array.shape, gradient.shape)
        tensor._grad = seen + (gradient if recording else Tensor(gradient))
    else:
        check_broadcast(seen.array.shape, gradient.shape)
        STATE.writes(seen.array)
        seen.array += gradient
        seen.changed()
