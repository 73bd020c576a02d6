"""What fails on a batch: done with room for all samples, or else sample by sample."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from gradcli.errors import Unbatchable
from gradcli.numerics.batched import Batch, Batched, batch_of, is_of, taken_out, unbatchable


class Rooms:
    """NumPy for bodies that run on batches: what they make to be written to has all samples."""

    def __init__(self, batches: list[Batch]) -> None:
        self.batches = sorted(batches, key=lambda batch: batch.depth)

    def __getattr__(self, name: str) -> Any:
        return getattr(np, name)

    def zeros(self, shape: Any, dtype: Any = float) -> Any:
        """Return zeros for each sample."""
        shape = (int(shape),) if np.ndim(shape) == 0 else tuple(shape)
        return self._parted(np.zeros((*[b.size for b in self.batches], *shape), dtype))

    empty = zeros

    def full(self, shape: Any, value: Any, dtype: Any = None) -> Any:
        """Return an array of one value for each sample."""
        found = self.zeros(shape, np.result_type(value) if dtype is None else dtype)
        found[...] = value
        return found

    def ones(self, shape: Any, dtype: Any = float) -> Any:
        """Return ones for each sample."""
        return self.full(shape, 1, dtype)

    def array(self, x: Any, dtype: Any = None, copy: bool | None = True, order: str = "K") -> Any:
        """Return an array of each sample's own."""
        if type(x) is not Batched:
            return self.shared(np.array(x, dtype, copy=copy, order=order)).copy()  # type: ignore[call-overload]
        kind = x.dtype if dtype is None else np.dtype(dtype)
        x = x if x.dtype == kind else x.astype(kind)
        return x.copy(order) if copy else x

    def asarray(self, x: Any, dtype: Any = None, copy: bool | None = None) -> Any:
        """Return an array; a number becomes one that all samples share."""
        return self.array(x, dtype, copy) if type(x) is Batched or copy else np.asarray(x, dtype)

    def shared(self, x: Any) -> Any:
        """Return an array as part of all batches, where it is part of none."""
        if type(x) is list:
            return [self.shared(part) for part in x]
        if hasattr(x, "whole") or not isinstance(x, np.ndarray):
            return x
        return self._parted(np.broadcast_to(x, (*[b.size for b in self.batches], *x.shape)))

    def _parted(self, whole: Any) -> Any:
        for batch in self.batches:
            whole = Batched(batch, whole)
        return whole


def otherwise(
    error: BaseException, body: Callable[..., Any], operands: Any, attrs: dict[str, Any]
) -> Any:
    """Return what a body that failed with NumPy makes of a batch.

    Raises the error where there is no batch among operands and attributes.
    """
    batches = list(_batches((*operands, *attrs.values())))
    if not batches:
        raise error
    for batch in batches:
        batch.check()
    rooms = Rooms(batches)
    try:
        return body(rooms, *map(rooms.shared, operands), **attrs)
    except (Unbatchable, TypeError, AttributeError, LookupError, ValueError) as error:
        return each_sample(error, partial(body, np), operands, attrs)


def _batches(values: Any, found: set[Any] | None = None) -> set[Any]:
    """Return all batches that values are part of."""
    found = set() if found is None else found
    for value in values:
        if isinstance(value, (tuple, list)):
            _batches(value, found)
        while type(value) is Batched:
            found.add(value.batch)
            value = value.whole
    return found


def sizes(values: Any) -> list[int]:
    """Return how many samples there are in each batch that values are part of."""
    return [batch.size for batch in sorted(_batches(values), key=lambda batch: batch.depth)]


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
    """Return what a function of stacks makes of batches, which are stacks, too.

    Matrices are in the last two axes; integers are pivots, one for each row of a matrix.
    """
    batch: Batch = batch_of(args)
    cores = [0 if not isinstance(x, np.ndarray) else 1 if x.dtype.kind in "iu" else 2 for x in args]
    fronts = [np.ndim(x) - core for x, core in zip(args, cores, strict=True) if core]
    if min(fronts) < 0:
        raise unbatchable()
    wholes = [*args]
    for place, core in enumerate(cores):
        if core:
            whole = taken_out(batch, args[place])
            ones = (1,) * (1 + max(fronts) + core - whole.ndim)
            wholes[place] = whole.reshape((batch.size, *ones, *whole.shape[1:]))
    found = function(*wholes, **options)
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
