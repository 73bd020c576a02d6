"""Memory formats: channels last, as ``memory_format=`` asks for it.

This module knows how a tensor with a dimension of channels lies in memory, and lays out results. It
knows no operator but those that PyTorch gives the keyword.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gradcli.core.state import STATE
from gradcli.core.table import OPS
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.numerics.arrays import strides
from gradcli.numerics.layout import channels_last, is_channels_last
from gradcli.numerics.memory import storage_of
from gradcli.operators.converters import type_name

_RANKS = {"torch.channels_last": 4, "torch.channels_last_3d": 5}
_FORMATS = ("None", "torch.contiguous_format", "torch.preserve_format", *_RANKS)


def _last_of(array: np.ndarray) -> str:
    """Return the name of the format with channels last that an array lies in, or nothing."""
    found = [name for name, rank in _RANKS.items() if array.ndim == rank]
    return found[0] if found and not array.flags.c_contiguous and _is_last(array) else ""


def is_laid(array: np.ndarray, memory_format: Any) -> bool:
    """Tell whether an array lies in memory as a format says, without gaps."""
    rank = _RANKS.get(repr(memory_format))
    if rank is None:
        return array.flags.c_contiguous
    return array.ndim == rank and _is_last(array)


def _is_last(array: np.ndarray) -> bool:
    step, steps = 1, strides(array)
    for dim in (1, *range(array.ndim - 1, 1, -1), 0):
        if array.shape[dim] != 1:
            if steps[dim] != step:
                return False
            step *= array.shape[dim]
    return True


def call_laid(op: Any, args: Any, kwargs: dict[str, Any], *, method: bool) -> Any:
    """Run an operator as a user's call that says how the result is to lie in memory."""
    memory_format = kwargs.pop("memory_format")
    if repr(memory_format) not in _FORMATS:
        problem = f"must be torch.memory_format, not {type_name(memory_format)}"
        raise op_error(TypeError, f"{op.parameters.name}(): argument 'memory_format' {problem}")
    source = args[0] if args else kwargs.get("input")
    source = source if isinstance(source, Tensor) else None
    contiguous = op.parameters.name == "contiguous"
    if contiguous:
        STATE.tell("formed", memory_format)
    if contiguous and source is not None and is_laid(source.array, memory_format):
        return source
    if repr(memory_format) == "torch.preserve_format" and (contiguous or source is None):
        unknown = "preserve memory format is unsupported by the contiguous operator"
        raise op_error(
            RuntimeError, unknown if contiguous else "unsupported memory format Preserve"
        )
    call = op.call_method if method else op.call
    result = call(*args, **kwargs)
    if op.name in _RESIZES:
        return _resized(result, (*args, *kwargs.values())[-1], memory_format)
    return laid(result, source, memory_format, contiguous=contiguous)


_RESIZES = ("resize", "resize_as")


def _resized(tensor: Tensor, like: Any, memory_format: Any) -> Tensor:
    """Let a tensor that was resized lie as a format says: the same memory in another order."""
    name = repr(memory_format)
    if name == "torch.preserve_format":
        if not isinstance(like, Tensor):
            raise op_error(RuntimeError, "Unsupported memory formatPreserve")
        name = _last_of(like.array)
    if name not in _RANKS:
        return tensor
    _check_rank(tensor, name)
    sizes = tensor.array.shape
    flat, start = storage_of(tensor.array)
    part = flat[start : start + tensor.array.size]
    tensor.array = np.moveaxis(part.reshape(sizes[0], *sizes[2:], sizes[1]), -1, 1)
    return tensor


def laid(
    result: Any, source: Tensor | None, memory_format: Any, *, contiguous: bool = False
) -> Any:
    """Return a result laid out as a format says; of what is not new, a copy."""
    name = repr(memory_format)
    if not isinstance(result, Tensor) or name in ("None", "torch.preserve_format"):
        return result
    rank = _check_rank(result, name) if name in _RANKS else None
    if is_laid(result.array, memory_format) and (rank is None or result is source):
        return result
    if result is source and contiguous:
        result = OPS["clone"](result)
    elif result is source:
        if rank is None and not is_channels_last(result.array):
            return result  # whatever gaps there are
        result = OPS["_to_copy"](result, dtype=result.dtype)
    array = result.array
    if rank is None:
        result.array = np.ascontiguousarray(array)
    else:
        result.array = channels_last(array)
    return result


def _check_rank(tensor: Tensor, name: str) -> int:
    rank = _RANKS[name]
    if tensor.array.ndim != rank:
        short = name.removeprefix("torch.")
        raise op_error(RuntimeError, f"required rank {rank} tensor to use {short} format")
    return rank
