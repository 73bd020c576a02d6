"""Plans: what is done with each block, worked out once for all programs of one structure.

Operations have numbers here, their places in the program, and operands too: ``~n`` is the one at
place n. A plan says in which register each of them is, where the memory of what lies in between is
used again, and how arrays are cut into blocks. This module knows shapes and functions, and no
array: one plan serves every turn of a loop.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import accumulate, pairwise
from math import prod
from typing import Any, NamedTuple

import numpy as np

from gradcli.engines.streams import Columns, Pairs, Whole
from gradcli.numerics import summation

MOST = 2**18
"""How many elements a block has at most.

Between two operations a thread waits for the interpreter if another one has it, and wakes late: as
long as it takes to add up a hundred thousand elements. The last cache holds more than that.
"""

LEAST = 2**14
"""How many elements it has at most however much lies in between; fewer are not cut at all."""

_THREADED = 2**24
"""From how much on two threads are faster than one: elements times operations.

An operation that is none of the quick ones counts for four.
"""

_QUICK = frozenset({None, np.add, np.subtract, np.multiply, np.divide, np.negative, np.absolute})
_WORK = 2**23  # bytes that one thread may have for what lies in between
_PIECE = 2**15  # how many elements are added up as one where blocks do not follow the sum's order

Shape = tuple[int, ...]
Index = tuple[slice, ...]
Block = tuple[Index, int, int]
"""Where a block lies, and where it begins and ends among all elements in order."""
Group = tuple[int, int]
"""Axes that are one for all operands and sums: where they begin and end."""


class Operation(NamedTuple):
    """The function that computes an array, its element type, and of what it is computed."""

    run: Callable[..., Any]
    dtype: np.dtype
    inputs: tuple[int, ...]


class Structure(NamedTuple):
    """A program without its arrays.

    ``forms`` are the shapes of the operands, None for a number. ``ends`` are the operations that
    are wanted, each with the axes that it is to be summed over, or None.
    """

    shape: Shape
    operations: tuple[Operation, ...]
    forms: tuple[Shape | None, ...]
    ends: tuple[tuple[int, Shape | None], ...]


class Plan:
    """What is done with each block: ``steps`` from registers to a register, or to a sum.

    The first registers are those of the operands, whose shapes ``forms`` are as the loop sees them.
    ``results`` are the operations whose arrays are made as a whole, with their registers;
    ``between`` are the registers for one block's elements, with their types; ``sums`` are the ends
    that are added up block by block, which steps of no function refer to, and how they are.
    """

    def __init__(self, structure: Structure) -> None:
        shape, operations, forms, ends = structure
        partial = next((a for _, a in ends if a is not None and len(a) < len(shape)), ())
        groups = _merged(shape, forms, len(partial))
        self.size = prod(shape)
        self.sizes = tuple([prod(shape[start:stop]) for start, stop in groups])
        self.forms = [None if form is None else _form(form, shape, groups) for form in forms]
        rows = prod(shape[: len(partial)])
        kinds = [a and _kind(a, shape, self.sizes if a == partial else (rows,)) for _, a in ends]
        wanted = [number for (number, _), kind in zip(ends, kinds, strict=True) if not kind]
        streamed = [number for (number, _), kind in zip(ends, kinds, strict=True) if kind]
        self.matrix = self.sizes
        self.beside = _beside(self.sizes, self.forms)
        if self.beside > 1:
            self.sizes = (self.sizes[0] // self.beside, self.sizes[1] * self.beside)
            self.forms = [
                form and (min(form[0], self.sizes[0]), self.sizes[1]) for form in self.forms
            ]
        registers = _Registers(operations, len(forms), wanted, streamed)
        self.steps, self.between, self.count = registers.steps, registers.between, registers.count
        self.results = [(number, registers.places[number]) for number in dict.fromkeys(wanted)]
        self.sums = [(end, kind) for end, kind in enumerate(kinds) if kind]
        weight = sum([1 if run in _QUICK else 4 for run, _, _ in self.steps])
        self.threaded = self.size * weight >= _THREADED
        width = sum([dtype.itemsize for _, dtype in self.between])
        self.most = min(MOST, max(LEAST, _WORK // max(width, 1)))
        self.blocks = list(self.cut(set(kinds)))
        starts = [start for _, start, _ in self.blocks]
        least = self.most if len(self.sizes) == 1 else _PIECE
        self.pairs = Pairs(self.size, least, starts) if Whole in kinds else None
        self.longest = max([stop - start for _, start, stop in self.blocks])

    def cut(self, kinds: set[Any]) -> Iterable[Block]:
        """Cut the shape into blocks, so that sums of all these kinds can take them."""
        sizes, most = self.sizes, self.most
        if len(sizes) > 1:
            rows, columns = self.matrix[0], prod(self.matrix[1:])
            at_once = summation.rows_at_once(rows, columns) if Columns in kinds else self.beside
            return _rows(sizes, at_once // self.beside, most)
        if Whole in kinds:
            steps = summation.pieces(self.size, most)
        else:
            steps = [most] * (self.size // most) + [self.size % most] * (self.size % most > 0)
        ends = pairwise(accumulate(steps, initial=0))
        return [((slice(start, stop),), start, stop) for start, stop in ends]

    def stream(self, kind: Any, dtype: np.dtype) -> Whole | Columns:
        """Return a sum that takes the blocks."""
        if kind is Columns:
            return Columns(self.matrix[0], prod(self.matrix[1:]), dtype)
        assert self.pairs is not None
        return Whole(self.pairs, dtype)


@lru_cache(maxsize=64)
def plan_of(structure: Structure) -> Plan:
    """Return the plan for a structure, one made before if there is one."""
    return Plan(structure)


# The shape of the loop, and its blocks


def _merged(shape: Shape, forms: Iterable[Shape | None], split: int) -> list[Group]:
    """Return which axes are one for all operands and sums over the first ``split`` axes."""
    spread = {(1,) * (len(shape) - len(form)) + form for form in forms if form not in (None, shape)}
    groups: list[Group] = []
    before: Any = None
    for axis, size in enumerate(shape):
        marks = [axis < split, *[form[axis] == size for form in spread]]
        groups.append((groups.pop()[0] if marks == before else axis, axis + 1))
        before = marks
    return groups or [(0, 0)]


def _form(form: Shape, shape: Shape, groups: Iterable[Group]) -> Shape:
    padded = (1,) * (len(shape) - len(form)) + form
    return tuple([prod(padded[start:stop]) for start, stop in groups])


def _beside(sizes: Shape, forms: Iterable[Shape | None]) -> int:
    """Return how many rows of a matrix are computed with as one; a row beside it is repeated.

    NumPy's loops over short rows are slow. All that is 1 where an operand has one number a row.
    """
    spread = {form for form in forms if form is not None and form != sizes}
    if len(sizes) != 2 or spread != {(1, sizes[1])}:
        return 1
    fitting = [n for n in (16, 8, 4, 2) if sizes[0] % n == 0 and sizes[1] * n <= LEAST]
    return fitting[0] if fitting else 1


def _kind(axes: Shape, shape: Shape, sizes: Shape) -> type[Whole | Columns] | None:
    """Return how a sum over axes is taken block by block; None where it cannot be."""
    if prod(shape) < summation.PARALLEL:
        return None
    if len(axes) == len(shape):
        return Whole
    rows, inner = sizes[0], prod(sizes[1:])
    fits = rows * inner == prod(shape) and rows == prod(shape[: len(axes)])
    return Columns if fits and 0 < summation.rows_at_once(rows, inner) * inner <= MOST else None


def _rows(sizes: Shape, at_once: int, most: int) -> Iterator[Block]:
    """Yield blocks of rows, a multiple of so many; rows that are too long are cut themselves."""
    inner = prod(sizes[1:])
    if inner <= most or at_once > 1 or len(sizes) == 1:
        step = max(most // max(1, inner) // at_once, 1) * at_once
        for start in range(0, sizes[0], step):
            stop = min(start + step, sizes[0])
            yield (slice(start, stop),), start * inner, stop * inner
        return
    for row in range(sizes[0]):
        for index, start, stop in _rows(sizes[1:], 1, most):
            yield (slice(row, row + 1), *index), row * inner + start, row * inner + stop


# Registers


class _Registers:
    """Which register each operand and operation has, and the steps between them."""

    def __init__(
        self, operations: tuple[Operation, ...], count: int, wanted: list[int], streamed: list[int]
    ) -> None:
        self.operations = operations
        self.count = count
        self.steps: list[tuple[Callable[..., Any] | None, list[int], int]] = []
        self.between: list[tuple[int, np.dtype]] = []
        self.free: dict[np.dtype, list[int]] = {}
        self.places = {~place: place for place in range(count)}
        for number in wanted:
            if number not in self.places:
                self.places[number] = self.another()
        same = self.copies(set(streamed))
        kept = {same.get(number, number) for number in wanted}
        sums: dict[int, list[int]] = {}
        for place, number in enumerate(streamed):
            sums.setdefault(same.get(number, number), []).append(place)
        last: dict[int, int] = {}  # the step that is the last to need something
        for number, operation in enumerate(operations):
            if number not in same:
                last.update({same.get(x, x): number for x in operation.inputs})
        for number, operation in enumerate(operations):
            if number in same:
                self.places[number] = self.places[same[number]]
                continue
            sources = [same.get(x, x) for x in operation.inputs]
            dead = [x for x in {*sources} - kept if x >= 0 and last[x] == number]
            self.step(number, [self.places[x] for x in sources], dead)
            self.steps += [(None, [self.places[number]], place) for place in sums.get(number, ())]
            if number not in last:
                self.release({number} - kept)

    def another(self) -> int:
        """Return a new register."""
        self.count += 1
        return self.count - 1

    def copies(self, streamed: set[int]) -> dict[int, int]:
        """Return the operations that only copy, each with what has the same elements.

        What is to be copied to a result is computed there at once, if it is none itself. Copies of
        operands that are wanted themselves are made.
        """
        same: dict[int, int] = {}
        for number, (run, _, inputs) in enumerate(self.operations):
            if run is not np.positive:
                continue
            source = same.get(inputs[0], inputs[0])
            wanted = number in self.places
            if wanted and source >= 0 and source not in self.places:
                self.places[source] = self.places[number]
                same[number] = source
            elif not wanted and (source >= 0 or number not in streamed):
                same[number] = source
        return same

    def step(self, number: int, sources: list[int], dead: Iterable[int]) -> None:
        """Write down an operation, after which nobody needs those of its inputs that are dead."""
        run, dtype, _ = self.operations[number]
        in_place = isinstance(run, np.ufunc)  # an element is written when its operands were read
        if in_place:
            self.release(dead)
        if number not in self.places:
            free = self.free.setdefault(dtype, [])
            if not free:
                free.append(self.another())
                self.between.append((free[-1], dtype))
            self.places[number] = free.pop()
        if not in_place:
            self.release(dead)
        self.steps.append((run, sources, self.places[number]))

    def release(self, dead: Iterable[int]) -> None:
        """Let the registers of what is not needed any more be used again."""
        for x in dead:
            self.free.setdefault(self.operations[x].dtype, []).append(self.places[x])
