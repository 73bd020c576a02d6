"""Memory formats: channels last, as ``memory_format=`` asks for it.

This module knows how a tensor with a dimension of channels lies in memory, and lays out results. It
knows no operator but those that PyTorch gives the keyword.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.numerics.arrays import strides

_RANKS = {"torch.channels_last": 4, "torch.channels_last_3d": 5}


def is_laid(array: np.ndarray, memory_format: Any) -> bool:
    """Tell whether an array lies in memory as a format says, without gaps."""
    rank = _RANKS.get(repr(memory_format))
    if rank is None:
        return array.flags.c_contiguous
    if array.ndim != rank:
        return False
    step, steps = 1, strides(array)
    for dim in (1, *range(rank - 1, 1, -1), 0):
        if array.shape[dim] != 1:
            if steps[dim] != step:
                return False
            step *= array.shape[dim]
    return True


def call_laid(op: Any, args: Any, kwargs: dict[str, Any], *, method: bool) -> Any:
    """Run an operator as a user's call that says how the result is to lie in memory."""
    memory_format = kwargs.pop("memory_format")
    source = args[0] if args and isinstance(args[0], Tensor) else None
    contiguous = op.parameters.name == "contiguous"
    if contiguous and source is not None and is_laid(source.array, memory_format):
        return source
    call = op.call_method if method else op.call
    return laid(call(*args, **kwargs), source, memory_format)


def laid(result: Any, source: Tensor | None, memory_format: Any) -> Any:
    """Return a result laid out as a format says; of what is not new, a copy."""
    name = repr(memory_format)
    if not isinstance(result, Tensor) or name in ("None", "torch.preserve_format"):
        return result
    rank = _RANKS.get(name)
    if rank is not None and result.array.ndim != rank:
        short = name.removeprefix("torch.")
        raise op_error(RuntimeError, f"required rank {rank} tensor to use {short} format")
    if is_laid(result.array, memory_format):
        return result
    if result is source:
        result = OPS["clone"](result)
    array = result.array
    if rank is None:
        result.array = np.ascontiguousarray(array)
    else:
        result.array = np.moveaxis(np.ascontiguousarray(np.moveaxis(array, 1, -1)), -1, 1)
    return result
