"""A program followed for an explanation: what each node computed, of what, and as which expression.

This module listens while a program runs. It does not know what is explained of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any, Final

import numpy as np

from gradcli.core.engine import Pass
from gradcli.core.node import Node
from gradcli.core.observe import Compute
from gradcli.core.state import STATE
from gradcli.core.table import Operator
from gradcli.core.tensor import Tensor
from gradcli.errors import OpError
from gradcli.symbolic.branches import Branches
from gradcli.symbolic.constants import kind
from gradcli.symbolic.expr import Expr, symbol
from gradcli.symbolic.trace import Trace

UNWRITTEN: Final = "_unwritten"
"""The name of what has no expression, which makes a formula that contains it none."""

Meet = Callable[["Recorder", Pass], object]
"""Is told of each backward pass of a program when it begins, before it frees anything."""

DERIVED: Final = -1
_COPIED: Final = 10_000  # elements of an array that may be changed later
_MOST_TRACED: Final = 10_000  # nodes of a program whose operations are written down


class Recorder(Trace):
    """Who is told of new nodes, and keeps what they were made of and what they gave.

    With ``branches``, what has no expression is refused; without, it is only not written down.
    ``meet`` is told of the program's own backward passes.
    """

    __slots__ = ("closed", "made_of", "meet", "passes", "results", "saved", "times", "values")

    def __init__(self, branches: Branches | None = None, meet: Meet | None = None) -> None:
        super().__init__(branches)
        self.passes = 0  # that the program has begun
        self.meet = meet
        self.made_of: dict[Node, tuple[Operator, Sequence[Any], dict[str, Any]]] = {}
        self.results: dict[Node, tuple[Tensor, ...]] = {}
        self.values: dict[Node, tuple[np.ndarray, ...]] = {}
        self.times: dict[Node, int] = {}  # the blocks that had run; DERIVED where a pass made it
        self.closed = False  # whether the program has run
        self.saved: set[int] = set()  # the arrays that nodes keep for their rules, by identity

    def __enter__(self) -> Recorder:
        """Have the blocks of programs counted, which tell the rounds of a loop apart."""
        machine = STATE.program
        if machine is not None and not machine.limits.counted:
            machine.limits = machine.limits._replace(max_steps=sys.maxsize)
        super().__enter__()
        return self

    def begin(self, run: Pass) -> None:
        """Count the backward passes of the program, and let somebody meet each."""
        self.passes += 1
        if self.meet is not None:
            with self.aside():
                self.meet(self, run)

    def recorded(self, node: Node, operands: Sequence[Any], attrs: dict[str, Any]) -> None:
        """Take note of a new node, and of the values it was made of."""
        if node.op is not None and not self.closed:
            self.made_of[node] = (node.op, tuple(operands), attrs)
            self.times[node] = _now() if STATE.passing is None else DERIVED
            for operand in operands:
                if isinstance(operand, Tensor) and operand.grad_fn is not None:
                    self.keep(operand.grad_fn, (operand,))

    def applied(
        self, op: Any, operands: Sequence[Any], attrs: dict[str, Any], results: Any
    ) -> None:
        """Take note of what a node gave."""
        tensors = results if results.__class__ is tuple else (results,)
        if tensors and tensors[0].grad_fn is not None and not self.closed:
            self.keep(tensors[0].grad_fn, tensors)

    def keep(self, node: Node, tensors: tuple[Tensor, ...]) -> None:
        """Keep what a node gave, as it is now."""
        if node not in self.results:
            self.results[node] = tensors
            arrays = (tensor.array for tensor in tensors)
            self.values[node] = tuple(a.copy() if a.size <= _COPIED else a for a in arrays)

    def close(self) -> None:
        """Take note that the program has run, and what its nodes keep."""
        self.closed = True
        for node in self.made_of:
            for kept in node.saved or ():
                for value in kept or ():
                    array = value.array if isinstance(value, Tensor) else value
                    if isinstance(array, np.ndarray):
                        self.saved.add(id(array))

    def operation(
        self, op: Operator, operands: Sequence[Any], attrs: dict[str, Any], compute: Compute
    ) -> Any:
        """Run an operator, and write down what its results are made of where that can be."""
        if self.branches is None and len(self.made_of) > _MOST_TRACED:
            return compute(operands, attrs)
        made: list[Any] = []

        def once(operands: Sequence[Any], attrs: dict[str, Any]) -> Any:
            made.append(compute(operands, attrs))
            return made[0]

        try:
            return super().operation(op, operands, attrs, once)
        except (OpError, NotImplementedError, KeyError):
            if not made or self.branches is not None:
                raise
        for array in made[0] if made[0].__class__ is tuple else made:
            self._give_up(np.asarray(array))
        return made[0]

    def expression(self, value: Any) -> Expr:
        """Return the expression of a value; what a node keeps and nobody knows is unwritten."""
        if self.closed and isinstance(value, (Tensor, np.ndarray)):
            array = value.array if isinstance(value, Tensor) else value
            if id(array) not in self.known and id(array) in self.saved:
                self._give_up(array)
        return super().expression(value)

    def _give_up(self, array: Any) -> None:
        name = f"{UNWRITTEN}{len(self.known)}"
        self.note(array, symbol(name, array.shape, kind(array)))

    def replayed(self, node: Node) -> Expr | None:
        """Return what a node computes first, in terms of what its operands are known as by now.

        None where that has no expression.
        """
        made, results = self.made_of.get(node), self.results.get(node)
        if made is None or results is None:
            return None
        arrays = tuple(tensor.array for tensor in results)
        for array in arrays:
            self.known.pop(id(array), None)
        op, operands, attrs = made
        for operand in operands:  # of a long program, whose end was not written down
            if isinstance(operand, Tensor) and id(operand.array) not in self.known:
                self._give_up(operand.array)
        found = arrays if len(arrays) > 1 else arrays[0]
        try:
            super().operation(op, operands, attrs, lambda operands, attrs: found)
            exprs = [self.known[id(array)][1] for array in arrays]
        except (OpError, NotImplementedError, KeyError):
            return None
        for tensor, expr in zip(results, exprs, strict=True):
            self.know(tensor, expr)
        return exprs[0]


def _now() -> int:
    return 0 if STATE.program is None else STATE.program.steps
