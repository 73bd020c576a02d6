"""Limits that more than counting keeps a program to: memory, time, and the sizes of tensors.

This module knows what the system offers for each. It does not know where limits come from.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from math import prod
from numbers import Integral, Real
from typing import Any, TypeVar

import numpy as np

from gradcli.core.observe import Compute, Observer
from gradcli.core.state import MAX_ELEMENTS, STATE
from gradcli.core.table import Operator
from gradcli.core.tensor import Tensor
from gradcli.errors import OpError
from gradcli.language.limits import MAX_SECONDS, Limits, refuse
from gradcli.language.memory import memory_limit
from gradcli.language.timer import GRACE, set_timer, stop_timer
from gradcli.numerics.memory import in_memory
from gradcli.operators.refusals import check_elements

T = TypeVar("T")
_MOST = sys.maxsize
_AGAIN = 0.1
"""The seconds after which a program that goes on is told once more that its time is over."""


def check(limits: Limits) -> None:
    """Refuse what is no limit: raises ``TypeError`` or ``ValueError`` that names the field."""
    if not isinstance(limits, Limits):
        raise TypeError(f"limits are gradcli.Limits(…), not {type(limits).__name__}")
    for name, value in limits._asdict().items():
        if value is None and Limits._field_defaults[name] is None:
            continue
        kind: Any = Real if name == "timeout" else Integral
        if not isinstance(value, kind) or isinstance(value, bool):
            known = "a number" if kind is Real else "an integer"
            raise TypeError(f"the limit {name} is {known}, not {type(value).__name__}")
        most: Any = MAX_SECONDS if name == "timeout" else _MOST
        if not 0 < value <= most:
            raise ValueError(f"the limit {name} is above 0 and up to {most:,}, not {value}")


@contextmanager
def limited(limits: Limits) -> Iterator[None]:
    """Keep what runs meanwhile to limits."""
    with ExitStack() as around:
        own = STATE.replaced(limits=limits, max_elements=limits.max_elements, formulas=None)
        around.enter_context(own)
        if limits.max_memory is not None:
            around.enter_context(memory_limit(most=limits.max_memory))
        if limits.max_elements < MAX_ELEMENTS:
            around.enter_context(_Sizes(limits.max_memory))
        if limits.timeout is not None:
            around.enter_context(_timer(limits.timeout))
        yield


_BEYOND = 1e60  # elements
_SLACK = 256 * 1024**2
_ARRAYS = (Tensor, np.ndarray)
_BYTES = 64
"""The bytes for each element of a result that an operator may take at once, and those besides."""


class _Sizes(Observer):
    """Refuses tensors of too many elements: of operators that broadcast before they compute.

    Others are computed where the system gives no more memory than so many elements may take, unless
    the program may have less in all, or their results are views, which take none.
    """

    bounds = takes_batches = True

    def __init__(self, most_memory: int | None) -> None:
        self.most = STATE.max_elements
        self.room = _SLACK + _BYTES * self.most
        self.confines = most_memory is None or self.room < most_memory

    def operation(
        self, op: Operator, operands: Sequence[Any], attrs: dict[str, Any], compute: Compute
    ) -> Any:
        """Run an operator."""
        if op.broadcasts:
            given = [x for x in operands if isinstance(x, Tensor)]
            check_elements((_samples(given), *_broadcast([x.shape for x in given])))
        if self.confines and not op.view and _may_grow(operands, attrs):
            results = self._confined(op, lambda: compute(operands, attrs))
        else:
            results = compute(operands, attrs)
        for result in results if isinstance(results, tuple) else (results,):
            check_elements(np.shape(in_memory(result)))
        return results

    def composed(
        self,
        op: Operator,
        operands: Sequence[Any],
        attrs: dict[str, Any],
        compute: Callable[[], Any],
    ) -> Any:
        """Run what is made of operators, which may make arrays before it asks for one."""
        if self.confines and _may_grow(operands, attrs):
            self.confines = False  # what it asks for is confined with it
            try:
                return self._confined(op, compute)
            finally:
                self.confines = True
        return compute()

    def lets_pass(self, op: Operator, operands: Sequence[Any], attrs: dict[str, Any]) -> bool:
        """Tell whether an operator surely stays below the limit until its result is there."""
        if op.broadcasts:
            given = [x for x in operands if isinstance(x, Tensor)]
            return bool(prod([in_memory(x.array).size for x in given]) <= self.most)
        return op.view or not self.confines or not _may_grow(operands, attrs)

    def applied(
        self, op: Operator, operands: Sequence[Any], attrs: dict[str, Any], results: Any
    ) -> None:
        """Refuse a result of too many elements."""
        for result in results if isinstance(results, tuple) else (results,):
            check_elements(in_memory(result.array).shape)

    def _confined(self, op: Operator, compute: Callable[[], Any]) -> Any:
        """Compute with as much memory as the elements of a result may take."""
        try:
            with memory_limit(most=self.room):
                return compute()
        except (MemoryError, OpError) as error:
            if isinstance(error, OpError) and error.code != "memory":
                raise
            message = f"{op.name}() takes memory for more than {STATE.max_elements} elements"
            raise refuse(RuntimeError, message, "max_elements") from None


def _samples(tensors: Sequence[Tensor]) -> int:
    """Return how many samples tensors are of, together, inside ``vmap``."""
    sizes = {}
    for tensor in tensors:
        array: Any = tensor.array
        while type(array) is not np.ndarray and hasattr(array, "whole"):
            sizes[id(array.batch)] = array.batch.size
            array = array.whole
    return prod(sizes.values())


def _may_grow(operands: Sequence[Any], attrs: dict[str, Any]) -> bool:
    """Tell whether a result may have more elements than it may, as far as sizes tell.

    Arrays of other engines know the size of a result before they compute it.
    """
    given = [part for x in operands for part in (x if isinstance(x, (list, tuple)) else (x,))]
    arrays = [x.array if isinstance(x, Tensor) else x for x in given if isinstance(x, _ARRAYS)]
    arrays = list(map(in_memory, arrays))
    if arrays and not all(isinstance(array, np.ndarray) for array in arrays):
        return False
    if any(array.dtype.kind in "iu" for array in arrays):  # which may themselves be amounts
        return True
    # Each element may meet all others, and an amount be that of each of three dimensions.
    amounts = [*attrs.values(), *(x for x in given if not isinstance(x, _ARRAYS))]
    meeting = float(sum(array.size for array in arrays) or 1) ** max(2, min(len(arrays), 3))
    return min(meeting, _BEYOND) * _largest(amounts) ** 3 > STATE.max_elements


def _largest(given: Iterable[Any]) -> float:
    """Return how many elements something has at most that is made of tensors and numbers."""
    most = 1.0
    for value in given:
        if isinstance(value, _ARRAYS):
            most *= max(in_memory(value.array if isinstance(value, Tensor) else value).size, 1)
        elif isinstance(value, (int, float)) and value and value == value:
            most *= min(max(abs(value), 1 / abs(value)), _BEYOND)  # a step may be small
        elif isinstance(value, (tuple, list)):
            most *= _largest(value)
        most = min(most, _BEYOND)  # so that no number overflows
    return most


def _broadcast(shapes: list[Any]) -> tuple[int, ...]:
    try:
        return np.broadcast_shapes(*shapes)
    except ValueError:  # which the operator will say in PyTorch's words
        return ()


@contextmanager
def _timer(seconds: float) -> Iterator[None]:
    """Raise where the program is after so many seconds, and again for as long as it goes on.

    Signals reach the main thread alone; elsewhere the machine looks at the clock.
    """
    main = threading.current_thread() is threading.main_thread()
    if not main or not hasattr(signal, "setitimer"):
        yield
        return

    if 0 < signal.getitimer(signal.ITIMER_REAL)[0] <= seconds:  # whoever runs the program is first
        yield
        return
    handler = set_timer(seconds, seconds, _AGAIN)
    try:
        yield
    finally:
        stop_timer(handler)


def in_time(seconds: float | None, work: Callable[[], T]) -> T:
    """Do one of many pieces of work; a call of a library that outlives its time ends the process.

    What then counts is the time of the processor: it is all that such a call takes.
    """
    if seconds is None or not hasattr(signal, "setitimer"):
        return work()
    handler = set_timer(seconds, seconds, _AGAIN)
    signal.setitimer(signal.ITIMER_PROF, seconds + GRACE)
    try:
        return work()
    finally:
        stop_timer(handler)
