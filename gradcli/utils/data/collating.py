"""Samples put together into a batch, or one sample converted: numbers and arrays become tensors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, MutableMapping, MutableSequence, Sequence
from copy import copy
from typing import Any

import numpy as np

from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.numerics import dtypes
from gradcli.utils.data.drawing import as_tensor, function

__all__ = ["default_collate", "default_convert"]

_FOUND = (
    "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {}"
)


def default_collate(batch: Any) -> Any:
    """Put samples together: tensors are stacked, parts of samples one by one."""
    return _bounded(_collate, batch)


def default_convert(data: Any) -> Any:
    """Convert a sample: arrays become tensors, wherever they stand."""
    return _bounded(_convert, data)


def _bounded(function: Callable[[Any], Any], data: Any) -> Any:
    try:
        return function(data)
    except RecursionError:
        raise op_error(RecursionError, "maximum recursion depth exceeded") from None


def _collate(batch: Any) -> Any:
    first = batch[0]
    if isinstance(first, Tensor):
        return function("stack")(batch, 0)
    if isinstance(first, np.ndarray):
        if first.dtype.kind in "SUaO":
            raise op_error(TypeError, _FOUND.format(first.dtype))
        return function("stack")([as_tensor(each) for each in batch], 0)
    if isinstance(first, np.generic):
        return as_tensor(batch)
    if isinstance(first, float):
        return function("tensor")(batch, dtype=dtypes.float64)
    if isinstance(first, int):
        return function("tensor")(batch)
    if isinstance(first, (str, bytes)):
        return batch
    if isinstance(first, Mapping):
        values = {key: _collate([each[key] for each in batch]) for key in first}
        return _mapping_like(first, values)
    if isinstance(first, Sequence):
        return _sequences(first, batch)
    raise op_error(TypeError, _FOUND.format(type(first)))


def _convert(data: Any) -> Any:
    if isinstance(data, (np.ndarray, np.generic)) and not isinstance(data, (np.str_, np.bytes_)):
        text = isinstance(data, np.ndarray) and data.dtype.kind in "SUaO"
        return data if text else as_tensor(data)
    if isinstance(data, Mapping):
        return _mapping_like(data, {key: _convert(data[key]) for key in data})
    if isinstance(data, Sequence) and not isinstance(data, (str, bytes)):
        return _sequence_like(data, [_convert(part) for part in data])
    return data


def _sequences(first: Any, batch: Sequence[Any]) -> Any:
    """Put the parts of sequences together, the first ones, the second ones and so on."""
    if not _is_named(first) and any(len(each) != len(first) for each in batch):
        message = "each element in list of batch should be of equal size"
        raise op_error(RuntimeError, message)
    return _sequence_like(first, [_collate(part) for part in zip(*batch, strict=False)])


def _is_named(value: object) -> bool:
    return isinstance(value, tuple) and hasattr(value, "_fields")


def _sequence_like(model: Any, parts: list[Any]) -> Any:
    """Return parts in a sequence like another; for a tuple without names in a list."""
    if _is_named(model):
        return model._make(parts)
    if type(model) is list or isinstance(model, tuple):
        return parts
    try:
        if not isinstance(model, MutableSequence):
            return type(model)(parts)
        filled = copy(model)
        for index, part in enumerate(parts):
            filled[index] = part
        return filled
    except TypeError:
        return parts


def _mapping_like(model: Any, values: dict[Any, Any]) -> Any:
    """Return values in a mapping like another."""
    try:
        if not isinstance(model, MutableMapping):
            return type(model)(values)
        filled = copy(model)
        filled.update(values)
        return filled
    except TypeError:
        return values
