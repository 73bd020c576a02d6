"""Recorded operations computed block by block: blocks that fit the cache, in memory used again.

All that is computed together has one shape, that of the operations; what is added up over it leaves
the loop as a few sums. The order of addition is the ordinary one, and blocks are computed by the
same functions, so that results are the same to the last bit, on however many threads. This module
knows arrays and ``Deferred``; it does not know when to compute, nor how a plan is made (``plans``).
"""

from __future__ import annotations

import _thread
import os
from collections.abc import Iterator, Sequence
from contextvars import copy_context
from math import prod
from typing import Any

import numpy as np

from gradcli.engines.deferred import Deferred, settled
from gradcli.engines.plans import LEAST, Block, Index, Operation, Plan, Structure, plan_of
from gradcli.numerics import summation
from gradcli.numerics.memory import held_only_by

_MOST_SPARE = 2**26  # bytes of a result that are kept for the next
_LINE = 64  # bytes that the processor moves at once, where arrays begin


def region_of(node: Deferred) -> tuple[int, ...]:
    """Return the shape of the operations that a deferred array is computed with."""
    shape: tuple[int, ...] = node.inputs[0].shape if node.run is None else node.shape
    return shape


Operations = dict[Deferred, None]


def reached(
    root: Deferred, shape: tuple[int, ...], known: Operations
) -> tuple[Operations, set[Deferred], bool]:
    """Return the elementwise operations of a shape that a root is made of, operands first.

    Those that are known are left out; whether there are any is told last. Before it come those that
    have to be computed before the operations: sums, and operands of other shapes.
    """
    found: Operations = {}
    needed: set[Deferred] = set()
    met = root in known
    opened, stack = set(known), [root]
    while stack:
        node = stack[-1]
        if node in opened:
            stack.pop()
            if node.run is not None and node not in known:
                found[node] = None
            continue
        opened.add(node)
        for x in node.inputs:
            if x.__class__ is Deferred and x.array is None:
                if x.run is None or x.shape != shape:
                    needed.add(x)
                elif x in known:
                    met = True
                elif x not in opened:
                    stack.append(x)
    return found, needed, met


class Memory:
    """Memory that is kept for the next computation, as much as a loop needs in each turn.

    What the system takes back it has to clear before it gives it again, which costs as much as a
    few operations: so that of the last large result stays until there is another, and that which
    each thread worked in.
    """

    def __init__(self) -> None:
        self.spare: list[np.ndarray] = []
        self.work: list[np.ndarray] = []

    def empty(self, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
        """Return memory for a result."""
        if self.spare and held_only_by(self.spare, 0):
            array = self.spare[0]
            if array.shape == shape and array.dtype is dtype:
                return array
        array = np.empty(shape, dtype)
        self.spare = [array] if array.nbytes <= _MOST_SPARE else []
        return array

    def borrow(self, size: int) -> np.ndarray:
        """Return so many bytes to work in, or more, which are to be given back."""
        found = self.work.pop() if self.work else None
        return found if found is not None and found.size >= size else np.empty(size, np.uint8)

    def give_back(self, work: np.ndarray) -> None:
        """Take what was borrowed."""
        self.work.append(work)

    def forget(self) -> None:
        """Keep nothing."""
        self.spare, self.work = [], []


def compute(roots: Sequence[Deferred], nodes: Operations, memory: Memory) -> None:
    """Compute deferred arrays whose operations, ``nodes``, have one shape, and fill them."""
    shape = region_of(roots[0])
    if prod(shape) <= LEAST:
        return _compute_whole(nodes, roots)
    ends = [root for root in roots if root.run is not None or root.inputs[0] in nodes]
    if ends:
        order = list(nodes)
        structure, operands = _structure(order, ends, shape)
        plan = plan_of(structure)
        arrays = [memory.empty(shape, order[number].dtype) for number, _ in plan.results]
        sums = [plan.stream(kind, ends[end].dtype) for end, kind in plan.sums]
        _Run(plan, operands, arrays, sums, memory).all()
        for (number, _), array in zip(plan.results, arrays, strict=True):
            order[number].filled(array)
        for (end, _), found in zip(plan.sums, sums, strict=True):
            ends[end].filled(_signed(ends[end], found.result()))
    for root in roots:
        if root.array is None:
            root.filled(_summed(root, root.inputs[0].value()))


def _compute_whole(nodes: Operations, roots: Sequence[Deferred]) -> None:
    """Compute what is not more than one block."""
    arrays: dict[Any, np.ndarray] = {}
    for node in nodes:
        arrays[node] = np.empty(node.shape, node.dtype)
        inputs = [arrays[x] if _among(x, arrays) else settled(x) for x in node.inputs]
        node.run(*inputs, out=arrays[node])  # type: ignore[misc]
    for root in roots:
        if root.run is None:
            source = root.inputs[0]
            arrays[root] = _summed(root, arrays[source] if source in arrays else source.value())
    for root in roots:
        root.filled(arrays[root])


def _among(x: Any, arrays: dict[Any, np.ndarray]) -> bool:
    return x.__class__ is Deferred and x in arrays


def _summed(root: Deferred, array: np.ndarray) -> np.ndarray:
    return _signed(root, summation.total(array, root.axes))


def _signed(root: Deferred, total: Any) -> np.ndarray:
    """Return a sum as it is wanted; nothing is taken from 0, so that it stays 0 and not -0."""
    return np.asarray(0 - total if root.negated else total).reshape(root.shape)


def _structure(
    nodes: Sequence[Deferred], ends: Sequence[Deferred], shape: tuple[int, ...]
) -> tuple[Structure, list[Any]]:
    """Return a program without its arrays and numbers, and those."""
    numbers: dict[Deferred, int] = {}
    places: dict[int, int] = {}  # of operands, by their identity
    operands: list[Any] = []
    forms: list[Any] = []
    found: list[Operation] = []
    for number, node in enumerate(nodes):
        inputs = []
        for x in node.inputs:
            if x.__class__ is Deferred:
                if (known := numbers.get(x)) is not None:
                    inputs.append(known)
                    continue
                x = settled(x)
            place = places.get(id(x))
            if place is None:
                place = places[id(x)] = ~len(operands)
                alone = not isinstance(x, np.ndarray) or x.size == 1 or not any(x.strides)
                operands.append(_number(x) if alone else x)
                forms.append(None if alone else x.shape)
            inputs.append(place)
        numbers[node] = number
        found.append(Operation(node.run, node.dtype, tuple(inputs)))  # type: ignore[arg-type]
    wanted = [
        (numbers[end], None) if end.run is not None else (numbers[end.inputs[0]], end.axes)
        for end in ends
    ]
    return Structure(shape, tuple(found), tuple(forms), tuple(wanted)), operands


def _number(x: Any) -> Any:
    """Return an operand that is one number, however often, without its dimensions."""
    spread = isinstance(x, np.ndarray) and x.ndim > 0
    return x[(slice(0, 1),) * x.ndim].reshape(()) if spread else x


# The loop


class _Run:
    """A plan with arrays in its registers, and sums with theirs."""

    def __init__(
        self,
        plan: Plan,
        operands: Sequence[Any],
        results: Sequence[np.ndarray],
        sums: Sequence[Any],
        memory: Memory,
    ) -> None:
        self.plan, self.sums, self.memory = plan, sums, memory
        self.registers: list[Any] = [*operands, *results, *[None] * len(plan.between)]
        self.cut: list[tuple[int, np.ndarray]] = []  # what each block has a part of
        for place, (x, form) in enumerate(zip(operands, plan.forms, strict=True)):
            if form is not None:
                x = x if x.size == prod(form) else x.reshape(1, -1).repeat(plan.beside, axis=0)
                self.cut.append((place, x.reshape(form)))
        for place, array in enumerate(results, len(operands)):
            self.cut.append((place, array.reshape(plan.sizes)))

    def all(self) -> None:
        """Compute all blocks, those of large arrays on as many threads as there are processors."""
        blocks = iter(self.plan.blocks)
        most = len(os.sched_getaffinity(0)) if self.plan.threaded else 1
        count = min(most, len(self.plan.blocks))
        failed: list[BaseException] = []
        context = copy_context()
        locks = [_thread.allocate_lock() for _ in range(count - 1)]
        for lock in locks:
            lock.acquire()
            _thread.start_new_thread(context.copy().run, (self.beside, blocks, lock, failed))
        try:
            self.some(blocks)
        finally:
            list(blocks)  # so that the others end soon
            for lock in locks:
                lock.acquire()
        if failed:
            raise failed[0]

    def beside(self, blocks: Iterator[Block], lock: Any, failed: list[BaseException]) -> None:
        """Compute blocks on a thread; what fails there is told to the one that waits for it."""
        try:
            self.some(blocks)
        except BaseException as error:
            failed.append(error)
        finally:
            lock.release()

    def some(self, blocks: Iterator[Block]) -> None:
        """Compute the blocks that nobody else has taken."""
        plan, registers = self.plan, list(self.registers)
        size = sum([_lines(plan.longest * dtype.itemsize) for _, dtype in plan.between])
        work = self.memory.borrow(size)
        seen = None
        for index, start, stop in blocks:
            form = (*[part.stop - part.start for part in index], *plan.sizes[len(index) :])
            if form != seen:
                seen = form
                self.lay(registers, work, stop - start, form)
            for place, array in self.cut:
                registers[place] = array[_fitting(index, array.shape)]
            for run, sources, target in plan.steps:
                if run is None:
                    self.sums[target].take(registers[sources[0]], start, stop)
                else:
                    run(*[registers[source] for source in sources], out=registers[target])
        self.memory.give_back(work)

    def lay(self, registers: list[Any], work: np.ndarray, count: int, form: Any) -> None:
        """Put what lies in between into memory, one array after the other."""
        begin = 0
        for place, dtype in self.plan.between:
            size = count * dtype.itemsize
            registers[place] = work[begin : begin + size].view(dtype).reshape(form)
            begin += _lines(size)


def _lines(size: int) -> int:
    """Return a number of bytes rounded up to whole lines."""
    return -(-size // _LINE) * _LINE


def _fitting(index: Index, shape: tuple[int, ...]) -> Index:
    return tuple([slice(0, 1) if n == 1 else part for part, n in zip(index, shape, strict=False)])
