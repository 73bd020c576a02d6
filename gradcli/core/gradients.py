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
from gradcli.numerics.memory import held_only_by, is_dense
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
        axes = _summed(shape, given)
        # An operand that got ones in front in place, where nothing was recorded, is no mistake.
        if axes is None or not (node.broadcasts or prod(given) == prod(shape)):
            raise _unfit(gradient, shape, _place(node, edge))
        gradient = _summed_along(gradient, axes, shape)
    if recording:
        return gradient.astype(dtype_of(dtype))
    return gradient if gradient.dtype is dtype else _cast(gradient, dtype)


def fit_start(gradient: Tensor, edge: Edge, index: int) -> Tensor:
    """Give a gradient to start from the shape that a result had before its shape was changed."""
    shape, dtype = edge[0].meta(edge[1])
    if gradient.array.shape != shape:
        gradient = _summed_to(gradient, shape, f"invalid gradient at index {index}")
    return gradient.astype(dtype_of(dtype))


def _place(node: Node, edge: Edge) -> str:
    index = [other is edge for other in node.edges].index(True)
    return f"Function {node.label} returned an invalid gradient at index {index}"


def _summed_to(gradient: Any, shape: tuple[int, ...], place: str) -> Any:
    """Do what ``sum_to`` does, if the gradient has a shape that the operand was broadcast to."""
    if _summed(shape, tuple(gradient.shape)) is None:
        raise _unfit(gradient, shape, place)
    return sum_to(gradient, shape)


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


def _laid(gradient: Any, leaf: Any, *, owned: bool) -> Any:
    """Return a gradient as a leaf keeps it: alone in its memory, and laid out as the leaf is."""
    plain = type(gradient) is _ndarray and type(leaf) is _ndarray
    if plain and leaf.flags.carray and gradient.shape == leaf.shape:  # as most are
        return gradient if owned and gradient.flags.carray else gradient.copy()
    if type(gradient) is not _ndarray or type(leaf) is not _ndarray or _lies_as(gradient, leaf):
        return gradient if owned else own(gradient)
    laid = _room(leaf, gradient)
    np.copyto(laid, gradient)
    return laid


def _lies_as(gradient: np.ndarray, leaf: np.ndarray) -> bool:
    """Tell whether a gradient has the strides of its leaf; in order, where that has gaps."""
    if gradient.shape != leaf.shape or (gradient.flags.carray and leaf.flags.carray):
        return True
    if not is_dense(leaf):
        return gradient.flags.c_contiguous
    rows = zip(gradient.shape, gradient.strides, leaf.strides, strict=True)
    wide, narrow = gradient.itemsize, leaf.itemsize
    return all(size == 1 or step * narrow == other * wide for size, step, other in rows)


def _room(leaf: Any, gradient: Any) -> Any:
    """Return zeros for a gradient, laid out as its leaf is; in order, where that has gaps."""
    if type(leaf) is not _ndarray or leaf.shape != gradient.shape:
        return np.zeros_like(gradient)
    return np.zeros_like(leaf, gradient.dtype, order="K" if is_dense(leaf) else "C")


def _copied(gradient: Tensor, leaf: Tensor) -> Tensor:
    """Return a gradient with a graph as PyTorch first stores it: a copy, which the graph shows."""
    if leaf.node is not None:
        return OPS["clone"](gradient) if gradient.requires_grad else gradient
    if gradient.requires_grad:
        room = Tensor(_room(leaf.array, gradient.array))
        return OPS["copy"](room, gradient)  # type: ignore[no-any-return]
    laid = _laid(gradient.array, leaf.array, owned=True)
    return gradient if laid is gradient.array else Tensor(laid)


def cut_as_leaf(gradient: Any, leaf: Tensor) -> Any:
    """Return a gradient of another engine in the pieces that its leaf is in."""
    array: Any = leaf.array
    if not hasattr(gradient, "raw") or type(gradient) is not type(array):
        return gradient
    raw = gradient.xp.cut_as(gradient.raw, array.raw)
    return gradient if raw is gradient.raw else gradient.xp.kind(raw)


def accumulate(tensor: Tensor, gradient: Any, owned: bool, recording: bool) -> None:
    """Add to ``tensor.grad``; in place where PyTorch does, so that references stay true."""
    if type(gradient) is not _ndarray and not recording:
        gradient = cut_as_leaf(gradient, tensor)
    seen: Any = tensor._grad
    if seen is None:
        if recording:
            tensor._grad = _copied(gradient, tensor)
        else:
            tensor._grad = Tensor(_laid(gradient, tensor.array, owned=owned))
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
