"""Tensors that share memory, as far as writing to one while reading another goes.

This module knows arrays and where their elements lie. It knows no tensors and no operators.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from gradcli.errors import op_error
from gradcli.numerics import memory
from gradcli.numerics.arrays import strides
from gradcli.numerics.memory import in_memory, is_dense

SHARED = (
    "unsupported operation: some elements of the input tensor and the written-to tensor refer to a "
    "single memory location. Please clone() the tensor before performing the operation."
)


def check_overlap(written: np.ndarray, read: Iterable[Any], *, strict: bool) -> None:
    """Raise PyTorch's error where what is read lies in part where something is written.

    As PyTorch does, this looks only at arrays without gaps; that they are one and the same is fine
    unless it is to be ``strict``.
    """
    for array in read:
        if isinstance(array, np.ndarray) and _shares(in_memory(written), in_memory(array), strict):
            raise op_error(RuntimeError, SHARED, code="in-place", operands=(0,))


def _shares(a: np.ndarray, b: np.ndarray, strict: bool) -> bool:
    if a is b:
        return strict  # of a tensor without elements, too
    if a.size == 0 or b.size == 0 or not np.may_share_memory(a, b):
        return False
    if not (is_dense(a) and is_dense(b)):
        return False
    first, second = (memory.address(array) for array in (a, b))
    if first == second and a.nbytes == b.nbytes:
        steps = zip(a.shape, a.strides, b.strides, strict=False)
        alike = a.shape == b.shape and all(size < 2 or step == other for size, step, other in steps)
        return strict or not (alike or strides(a) == strides(b))
    return True  # arrays without gaps, whose bounds overlap


def overlaps_itself(array: np.ndarray) -> bool:
    """Tell whether two elements may share a place in memory."""
    reach = 0
    for step, size in sorted(zip(map(abs, array.strides), array.shape, strict=True)):
        if size > 1:
            if step <= reach:
                return True
            reach += step * (size - 1)
    return False
