"""Recorded operations computed block by block: blocks that fit the cache, in memory used again.

All that is computed together has one shape, that of the operations; what is added up over it leaves
the loop as a few sums. The order of addition is the ordinary one, and blocks are computed by the
same functions, so that results are the same to the last bit, on however many threads. This module
knows arrays and ``Deferred``; it does not know when to compute.
"""

from __future__ import annotations

import os
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextvars import copy_context
from itertools import accumulate
from math import prod
from threading import Thread
from typing import Any

import numpy as np

from gradcli.engines.deferred import Deferred, settled
from gradcli.numerics import summation

BLOCK = 2**14
"""How many elements a block has, about: those of all operands are to fit the cache of a core."""

_PIECE = 2**13  # how many elements are added up as one where blocks do not follow the sum's order
_THREADED = 2**18  # from this many elements on, two threads are faster than one
_IN_PLACE = frozenset({np.add, np.subtract, np.multiply, np.divide, np.negative})

Index = tuple[slice, ...]
Block = tuple[Index, int, int]
"""Where a block lies, and where it begins and ends among all elements in order."""


def region_of(node: Deferred) -> tuple[int, ...]:
    """Return the shape of the operations that a deferred array is computed with."""
    shape: tuple[int, ...] = node.inputs[0].shape if node.run is None else node.shape
    return shape


Operations = dict[Deferred, None]


def operations(roots: Iterable[Deferred], shape: tuple[int, ...]) -> Operations:
    """Return the elementwise operations of a shape that roots are made of, operands first."""
    found: dict[Deferred, None] = {}
    stack = [(root, False) for root in roots]
    while stack:
        node, done = stack.pop()
        if done:
            found[node] = None
        elif node.array is None and node not in found:
            if node.run is not None:
                stack.append((node, True))
            for x in node.inputs:
                if x.__class__ is Deferred and x.shape == shape:
                    stack.append((x, False))
    return found


def before(nodes: Operations) -> list[Deferred]:
    """Return what has to be computed before operations: operands that are none of them."""
    return [
        x for node in nodes for x in node.inputs_deferred() if x.array is None and x not in nodes
    ]


def compute(roots: Sequence[Deferred], empty: Callable[..., np.ndarray] = np.empty) -> None:
    """Compute deferred arrays whose operations have one shape, and fill them.

    ``empty`` makes the memory for their elements.
    """
    shape = region_of(roots[0])
    nodes = operations(roots, shape)
    for node in nodes:
        node.inputs = tuple([_known(x, nodes) for x in node.inputs])
    if prod(shape) <= BLOCK:
        return _compute_whole(nodes, roots)
    sums = [root for root in roots if root.run is None]
    columns = next((s.axes for s in sums if len(s.axes) < len(shape)), ())
    groups = _merged(shape, nodes, len(columns))
    sizes = tuple([prod(shape[start:stop]) for start, stop in groups])
    streams = [stream for root in sums if (stream := _stream(root, sizes, columns)) is not None]
    streamed = {stream.root for stream in streams}
    late = [root for root in sums if root not in streamed]
    ends = [root for root in roots if root.run is not None] + [root.inputs[0] for root in late]
    outputs = {node: empty(shape, node.dtype) for node in ends if node.array is None}
    if nodes:
        program = _Program(nodes, shape, groups, outputs, streams)
        _in_threads(program, _blocks(sizes, streams))
    for node, array in outputs.items():
        node.filled(array)
    for stream in streams:
        stream.root.filled(np.asarray(stream.result()).reshape(stream.root.shape))
    for root in late:
        found = summation.total(root.inputs[0].value(), root.axes)
        root.filled(np.asarray(found).reshape(root.shape))


def _compute_whole(nodes: Operations, roots: Sequence[Deferred]) -> None:
    """Compute what is not more than one block."""
    arrays: dict[Any, np.ndarray] = {}
    for node in nodes:
        arrays[node] = np.empty(node.shape, node.dtype)
        inputs = [arrays[x] if x.__class__ is Deferred else x for x in node.inputs]
        node.run(*inputs, out=arrays[node])  # type: ignore[misc]
    for root in roots:
        if root.run is None:
            source = root.inputs[0]
            found = summation.total(
                arrays[source] if source in arrays else settled(source), root.axes
            )
            arrays[root] = np.asarray(found).reshape(root.shape)
    for root in roots:
        root.filled(arrays[root])


def _known(x: Any, nodes: Operations) -> Any:
    return x if x.__class__ is Deferred and x in nodes else settled(x)


# The shape of the loop, and its blocks


def _is_number(x: Any) -> bool:
    """Tell whether an operand is one number, however often."""
    return not isinstance(x, np.ndarray) or x.size == 1 or not any(x.strides)


def _merged(shape: tuple[int, ...], nodes: Operations, split: int) -> list[tuple[int, int]]:
    """Return which axes are one for all operands and sums, each with where they begin and end."""
    spread = {
        (1,) * (len(shape) - x.ndim) + x.shape
        for node in nodes
        for x in node.inputs
        if x.__class__ is not Deferred and not _is_number(x) and x.shape != shape
    }
    groups: list[tuple[int, int]] = []
    before: Any = None
    for axis, size in enumerate(shape):
        marks = [axis < split, *[s[axis] == size for s in spread]]
        groups.append((groups.pop()[0] if marks == before else axis, axis + 1))
        before = marks
    return groups or [(0, 0)]


def _blocks(sizes: tuple[int, ...], streams: Sequence[Any]) -> list[Block]:
    """Cut a shape into blocks."""
    if len(sizes) == 1:
        if any(isinstance(stream, _Whole) for stream in streams):
            steps = summation.pieces(sizes[0], BLOCK)
        else:
            steps = [BLOCK] * (sizes[0] // BLOCK) + [sizes[0] % BLOCK or 0]
        ends = list(accumulate(steps))
        return [((slice(e - s, e),), e - s, e) for s, e in zip(steps, ends, strict=True) if s]
    rows = max([stream.at_once for stream in streams], default=1)
    return list(_cut(sizes, rows))


def _cut(sizes: tuple[int, ...], rows: int = 1) -> Iterator[Block]:
    """Yield blocks of rows, a multiple of so many; rows that are too long are cut themselves."""
    inner = prod(sizes[1:])
    if inner <= BLOCK or rows > 1 or len(sizes) == 1:
        step = max(BLOCK // max(1, inner) // rows, 1) * rows
        for start in range(0, sizes[0], step):
            stop = min(start + step, sizes[0])
            yield (slice(start, stop),), start * inner, stop * inner
        return
    for row in range(sizes[0]):
        for index, start, stop in _cut(sizes[1:]):
            yield (slice(row, row + 1), *index), row * inner + start, row * inner + stop


# Sums, which take blocks in whatever order


class _Whole:
    """The sum of all elements."""

    at_once = 1

    def __init__(self, root: Deferred, sizes: tuple[int, ...]) -> None:
        self.root = root
        self.count = prod(sizes)
        self.most = BLOCK if len(sizes) == 1 else _PIECE
        steps = summation.pieces(self.count, self.most)
        self.starts = [0, *accumulate(steps)]
        self.sums: list[Any] = [None] * len(steps)
        self.parts: dict[int, np.ndarray] = {}  # pieces that more than one block has elements of
        for piece in range(len(steps)) if len(sizes) > 1 else ():
            self.parts[piece] = np.empty(0, root.dtype)

    def take(self, block: np.ndarray, start: int, stop: int) -> None:
        """Add up the pieces that lie in a block, which are the elements from start to stop."""
        flat = block.reshape(-1)
        piece = bisect_right(self.starts, start) - 1
        while self.starts[piece] < stop:
            begin, end = self.starts[piece], self.starts[piece + 1]
            if start <= begin and end <= stop:
                self.sums[piece] = np.add.reduce(flat[begin - start : end - start])
            else:
                low, high = max(begin, start), min(end, stop)
                self.kept(piece)[low - begin : high - begin] = flat[low - start : high - start]
            piece += 1

    def kept(self, piece: int) -> np.ndarray:
        """Return where the elements of a piece are put together."""
        size = self.starts[piece + 1] - self.starts[piece]
        if self.parts[piece].size != size:
            self.parts[piece] = np.empty(size, self.root.dtype)
        return self.parts[piece]

    def result(self) -> Any:
        """Return the sum."""
        for piece, found in enumerate(self.sums):
            if found is None:
                self.sums[piece] = np.add.reduce(self.parts[piece])
        return summation.total_of_pieces(self.count, self.most, iter(self.sums))


class _Columns:
    """The sums of columns, over the rows."""

    def __init__(self, root: Deferred, sizes: tuple[int, ...]) -> None:
        self.root = root
        self.at_once = summation.rows_at_once(sizes[0], prod(sizes[1:]))
        self.columns = prod(sizes[1:])
        self.taken = sizes[0] - sizes[0] % self.at_once
        self.short = self.taken // summation.RUN
        self.parts = np.empty((self.short + sizes[0] - self.taken, self.columns), root.dtype)

    def take(self, block: np.ndarray, start: int, stop: int) -> None:
        """Add up the runs of rows in a block."""
        rows = block.reshape(-1, self.columns)
        first = start // self.columns
        whole = max(0, min(len(rows), self.taken - first))
        if whole:
            found = summation.runs(rows[:whole], self.at_once)
            self.parts[first // summation.RUN :][: len(found)] = found
        if whole < len(rows):
            at = self.short + first + whole - self.taken
            self.parts[at : at + len(rows) - whole] = rows[whole:]

    def result(self) -> Any:
        """Return the sums."""
        return summation.rest_of_runs(self.parts)


def _stream(root: Deferred, sizes: tuple[int, ...], columns: tuple[int, ...]) -> Any:
    """Return how a sum is taken block by block; None where it is taken of the whole array."""
    source = root.inputs[0]
    if source.array is not None or source.size < summation.PARALLEL:
        return None
    if len(root.axes) == source.ndim:
        return _Whole(root, sizes)
    rows, inner = sizes[0], prod(sizes[1:])
    fits = root.axes == columns and rows == prod(source.shape[: len(columns)])
    at_once = summation.rows_at_once(rows, inner)
    return _Columns(root, sizes) if fits and 0 < at_once * inner <= 8 * BLOCK else None


# The loop


class _Program:
    """What is done with each block: steps from registers to a register.

    The registers hold, one after the other, numbers, blocks of operands and of results, and what
    lies in between, whose memory is used again for every block.
    """

    def __init__(
        self,
        nodes: Operations,
        shape: tuple[int, ...],
        groups: Sequence[tuple[int, int]],
        outputs: dict[Deferred, np.ndarray],
        streams: Sequence[Any],
    ) -> None:
        self.shape, self.groups = shape, groups
        self.sizes = tuple([prod(shape[start:stop]) for start, stop in groups])
        self.registers: list[Any] = []
        self.sliced: list[tuple[int, np.ndarray]] = []
        self.temporaries: list[tuple[int, np.dtype]] = []
        self.steps: list[tuple[Any, list[int], int]] = []
        self.streams: list[tuple[Any, int]] = []
        places: dict[Any, int] = {}
        for node, array in outputs.items():
            places[node] = self.sliced_at(array)
        ends = [stream.root.inputs[0] for stream in streams]
        uses = Counter([x for node in nodes for x in set(node.inputs_deferred())] + ends)
        free: dict[np.dtype, list[int]] = {}
        for node in nodes:
            for x in node.inputs:
                if _key(x) not in places:
                    places[_key(x)] = self.place_of(x)
            sources = [places[_key(x)] for x in node.inputs]
            uses.subtract(operands := set(node.inputs_deferred()))
            dead = [x for x in operands if not uses[x] and x not in outputs]
            if node.run in _IN_PLACE:
                self.freed(dead, places, free)
            if node not in places:
                spare = free.setdefault(node.dtype, [])
                places[node] = spare.pop() if spare else self.temporary(node.dtype)
            if node.run not in _IN_PLACE:
                self.freed(dead, places, free)
            self.steps.append((node.run, sources, places[node]))
        for stream in streams:
            self.streams.append((stream, places[stream.root.inputs[0]]))

    def place_of(self, x: Any) -> int:
        """Give an operand or a result a register."""
        if not _is_number(x):
            return self.sliced_at(x)
        spread = isinstance(x, np.ndarray) and x.ndim > 0
        self.registers.append(x[(slice(0, 1),) * x.ndim].reshape(()) if spread else x)
        return len(self.registers) - 1

    def sliced_at(self, x: np.ndarray) -> int:
        """Make a register for the blocks of an array."""
        self.registers.append(None)
        padded = (1,) * (len(self.shape) - x.ndim) + x.shape
        form = [prod(padded[start:stop]) for start, stop in self.groups]
        self.sliced.append((len(self.registers) - 1, x.reshape(form)))
        return len(self.registers) - 1

    def temporary(self, dtype: np.dtype) -> int:
        """Make a register for what lies in between."""
        self.registers.append(None)
        self.temporaries.append((len(self.registers) - 1, dtype))
        return len(self.registers) - 1

    @staticmethod
    def freed(dead: list[Deferred], places: dict[Any, int], free: dict[Any, list[int]]) -> None:
        """Let the registers of what is not needed any more be used again."""
        for x in dead:
            free.setdefault(x.dtype, []).append(places[x])

    def run(self, blocks: Sequence[Block]) -> None:
        """Compute some of the blocks."""
        registers = list(self.registers)
        most = max([stop - start for _, start, stop in blocks])
        buffers = [(place, np.empty(most, dtype)) for place, dtype in self.temporaries]
        size = None
        for index, start, stop in blocks:
            form = _form(index, self.sizes)
            if form != size:
                size = form
                for place, buffer in buffers:
                    registers[place] = buffer[: stop - start].reshape(form)
            for place, array in self.sliced:
                registers[place] = array[_fitting(index, array.shape)]
            for run, sources, target in self.steps:
                run(*[registers[source] for source in sources], out=registers[target])
            for stream, place in self.streams:
                stream.take(registers[place], start, stop)


def _key(x: Any) -> Any:
    return x if x.__class__ is Deferred else id(x)


def _form(index: Index, sizes: tuple[int, ...]) -> tuple[int, ...]:
    return (*[part.stop - part.start for part in index], *sizes[len(index) :])


def _fitting(index: Index, shape: tuple[int, ...]) -> Index:
    return tuple([slice(0, 1) if n == 1 else part for part, n in zip(index, shape, strict=False)])


def _in_threads(program: _Program, blocks: list[Block]) -> None:
    """Compute all blocks, large arrays on as many threads as there are processors."""
    size = blocks[-1][2] if blocks else 0
    count = min(len(os.sched_getaffinity(0)), len(blocks)) if size >= _THREADED else 1
    if count <= 1:
        if blocks:
            program.run(blocks)
        return
    share = -(-len(blocks) // count)
    parts = [blocks[start : start + share] for start in range(0, len(blocks), share)]
    failed: list[BaseException] = []

    def work(part: Sequence[Block]) -> None:
        try:
            program.run(part)
        except BaseException as error:
            failed.append(error)

    context = copy_context()
    threads = [Thread(target=context.copy().run, args=(work, part)) for part in parts[1:]]
    for thread in threads:
        thread.start()
    try:
        work(parts[0])
    finally:
        for thread in threads:
            thread.join()
    if failed:
        raise failed[0]
