"""Observers: who is told of what operations do, while they do it.

The tracer of formulas, the recorders of checks and of explanations, the search for the first NaN
and the hooks of saved tensors are observers. They stand on one stack, ``STATE.observers``, which
belongs to its thread; without any, nothing is told and nothing costs. This module knows what may be
told, not who listens.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple

from gradcli.core.state import STATE, Replaced

Compute = Callable[[Sequence[Any], dict[str, Any]], Any]


class Observer:
    """A context in which one is told of operations; who wants to know of something overrides it."""

    __slots__ = ()
    carries = False  # whether tangents go along with values (forward mode)
    bounds = False  # whether all it does is to keep results to a size
    takes_batches = False  # whether it can be told of arrays of a whole batch (``vmap``)

    @property
    def watches(self) -> bool:
        """Whether the gradients at every node are looked at, which takes time."""
        return type(self).derivative is not Observer.derivative

    def __enter__(self) -> Any:
        STATE.observers = (*STATE.observers, self)
        return self

    def __exit__(self, *exception: object) -> None:
        STATE.observers = self._others()

    def _others(self) -> tuple[Observer, ...]:
        return tuple([observer for observer in STATE.observers if observer is not self])

    def aside(self) -> Replaced:
        """Return a context in which everybody but this one is told."""
        return STATE.replaced(observers=self._others())

    def operation(
        self, op: Any, operands: Sequence[Any], attrs: dict[str, Any], compute: Compute
    ) -> Any:
        """Run an operator on tensors, or let it be run otherwise; return the arrays of results."""
        return compute(operands, attrs)

    def composed(
        self,
        op: Any,
        operands: Sequence[Any],
        attrs: dict[str, Any],
        compute: Callable[[], Any],
    ) -> Any:
        """Run the body of an operator that is made of others, or let it be run otherwise."""
        return compute()

    @staticmethod
    def around(op: Any, operands: Sequence[Any], attrs: dict[str, Any], compute: Compute) -> Any:
        """Run an operator with all observers around, the innermost first."""
        for observer in STATE.observers:
            compute = partial(observer.operation, op, compute=compute)
        return compute(operands, attrs)

    @staticmethod
    def composing(op: Any, operands: Sequence[Any], attrs: dict[str, Any]) -> Any:
        """Run the body of an operator that is made of others, all observers around."""
        way: Callable[[], Any] = partial(op.body, *operands, **attrs)
        for observer in STATE.observers:
            way = partial(observer.composed, op, operands, attrs, way)
        return way()

    def lets_pass(self, op: Any, operands: Sequence[Any], attrs: dict[str, Any]) -> bool:
        """Tell whether it is enough to be told what is ``applied``, which is quicker."""
        return False

    def computed(
        self, op: Any, arrays: Sequence[Any], attrs: dict[str, Any], results: Sequence[Any]
    ) -> None:
        """Look at what the body of an operator made of arrays."""

    def recorded(self, node: Any, operands: Sequence[Any], attrs: dict[str, Any]) -> None:
        """Take note of a new node and of what it was made of."""

    def applied(
        self, op: Any, operands: Sequence[Any], attrs: dict[str, Any], results: Any
    ) -> None:
        """Take note of the tensor that an operator made of others, or of the tuple of several."""

    def overwrite(self, op: Any, operands: Sequence[Any], attrs: dict[str, Any]) -> Any:
        """Change a tensor in place; asked of who carries tangents along."""
        raise NotImplementedError

    def overwriting(self, op: Any, operands: Sequence[Any], attrs: dict[str, Any]) -> None:
        """Take note of a tensor that is about to be changed in place, the first operand."""

    def detached(self, tensor: Any) -> None:
        """Take note of a tensor that is cut off its history."""

    def tangent(self, tensor: Any) -> Any:
        """Return what a tensor carries along; None for nothing."""

    def called(self, spec: Any, ctx: Any, args: Sequence[Any], results: Sequence[Any]) -> None:
        """Take note of the call of a function with a derivative of its own (``function``)."""

    def begin(self, run: Any) -> None:
        """Let a backward pass begin that is part of no other."""

    def received(self, leaf: Any, gradient: Any) -> None:
        """Take note of the gradient of a leaf in such a pass, an array or (recorded) a tensor."""

    def derivative(self, node: Any, arriving: Sequence[Any], leaving: Sequence[Any]) -> None:
        """Look at the gradients that come to a node and those that its derivative makes."""

    def end(self, run: Any) -> None:
        """Let a backward pass end that is part of no other."""

    def truth(self, tensor: Any, value: bool) -> bool:
        """Look at the truth of a tensor, by which a program branches, or say another one."""
        return value

    def left(self, tensor: Any) -> None:
        """Take note that a program makes Python's numbers of a tensor."""

    def compared(self, use: tuple[Any, ...]) -> None:
        """Take note that a function, which is named first, makes one answer of tensors."""
        for tensor in use[1:]:
            self.left(tensor)

    def filled(self, use: tuple[Any, ...]) -> None:
        """Take note of an operator and of its arguments, whose results go into ``out=``."""

    def formed(self, tensor: Any) -> None:
        """Take note that a program asks how a tensor lies in memory by another than rows."""

    def indexes(self, tensor: Any) -> None:
        """Take note that a tensor without dimensions is an index, and so a number."""
        self.left(tensor)

    def bared(self, use: tuple[Any, ...]) -> None:
        """Take note of a way, which is named first, to tensors' memory past their history."""

    def copied(self, arrays: tuple[Any, int, Any, int]) -> None:
        """Take note that an array of some version was copied to another, and of which version."""

    def checked(self, name: str, actual: Any, expected: Any) -> None:
        """Take note of a check that a program makes by calling a function."""


class Whole(NamedTuple):
    """A function that is no operator, and of which observers are told as of one made of others."""

    name: str
    body: Callable[..., Any]


def tell_checked(name: str, actual: Any = None, expected: Any = None) -> None:
    """Tell of a check that a program makes, or of the two sides of one that does not hold."""
    for observer in STATE.observers:
        observer.checked(name, actual, expected)
