"""What has no form for a batch, done sample by sample."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from gradcli.errors import Unbatchable
from gradcli.numerics.batched import Batch, Batched, batch_of, is_of, unbatchable


def each_sample(
    error: BaseException, body: Callable[..., Any], operands: Any, attrs: dict[str, Any]
) -> Any:
    """Return what a body that failed on a batch makes of each sample, together.

    Raises the error where there is no batch among operands and attributes.
    """
    batch = batch_of((*operands, *attrs.values()))
    if batch is None:
        raise error
    batch.check()

    def run(index: int) -> Any:
        own, others = sample(batch, [*operands], index), sample(batch, attrs, index)
        try:
            return body(*own, **others)
        except (Unbatchable, TypeError, AttributeError, LookupError, ValueError) as error:
            return each_sample(error, body, own, others)  # of a batch around

    return _together(batch, [run(index) for index in range(batch.size or 1)])


def apart(error: Exception, function: Callable[..., Any], args: Any) -> Any:
    """Return what a function of tensors or arrays makes of each sample, together.

    Raises the error where there is no batch among them.
    """
    batch = batch_of([getattr(arg, "array", arg) for arg in args])
    if batch is None:
        raise error
    return batch.by_sample(function, args)


def stacked(function: Callable[..., Any], args: Any, options: dict[str, Any]) -> Any:
    """Return what a function of stacks makes of batches, which are stacks, too."""
    batch = batch_of(args)
    if sum(isinstance(x, np.ndarray) for x in args) > 1:
        return each_sample(unbatchable(), function, args, options)
    found = function(*[x.whole if is_of(batch, x) else x for x in args], **options)
    several = type(found) is tuple
    return tuple([Batched(batch, x) for x in found]) if several else Batched(batch, found)


def sample(batch: Batch, value: Any, index: int) -> Any:
    """Return one sample of all that is in a nest."""
    if isinstance(value, dict):
        return {key: sample(batch, part, index) for key, part in value.items()}
    if type(value) is list or type(value) is tuple:
        return type(value)([sample(batch, part, index) for part in value])
    if not is_of(batch, value):
        return value
    if not batch.size:  # which tells the shape of what a batch without samples gives
        return np.ones(value.shape, value.dtype)
    part = value.whole[index]
    return part if isinstance(part, np.ndarray) else np.asarray(part)


def _together(batch: Batch, found: list[Any]) -> Any:
    if type(found[0]) is tuple:
        return tuple([_together(batch, [*part]) for part in zip(*found, strict=True)])
    if len({np.shape(part) for part in found}) > 1 or not hasattr(found[0], "dtype"):
        raise unbatchable()
    return Batched(batch, np.stack(found)[: batch.size])
