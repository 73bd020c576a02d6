"""PyTorch's ``torch.quasirandom``: points of Sobol's sequences, bit for bit, also scrambled.

Where points come from is known here: which direction numbers (Joe and Kuo's, which SciPy carries),
and how a permutation scrambles them. How random numbers are drawn is known to the generator.
"""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np

from gradcli.core.promote import unsupported
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.nn.calls import torch
from gradcli.numerics.dtypes import DType, float32, float64
from gradcli.numerics.random import Generator
from gradcli.operators.refusals import check_elements

__all__ = ["SobolEngine"]

_BITS = 30


def _tables() -> tuple[np.ndarray, np.ndarray]:
    """Return, for each dimension, a primitive polynomial and the first direction numbers."""
    found = find_spec("scipy")
    assert found is not None and found.submodule_search_locations
    place = Path(found.submodule_search_locations[0], "stats", "_sobol_direction_numbers.npz")
    with np.load(place) as tables:
        return tables["poly"].astype(np.int64), tables["vinit"].astype(np.int64)


def _directions(dimension: int) -> np.ndarray:
    """Return the direction numbers of each dimension, in a column for each bit of a count."""
    polynomials, first = (table[:dimension] for table in _tables())
    degrees = np.frexp(polynomials.astype(np.float64))[1] - 1
    rows, found = np.arange(dimension), np.ones((dimension, _BITS), np.int64)
    for bit in range(_BITS):
        later = found[rows, np.maximum(bit - degrees, 0)]
        for step in range(min(bit, first.shape[1])):
            taken = (polynomials >> np.maximum(degrees - 1 - step, 0)) & (step < degrees)
            later ^= (taken & 1) * (found[:, bit - step - 1] << (step + 1))
        given = first[:, min(bit, first.shape[1] - 1)]
        found[1:, bit] = np.where(bit < degrees, given, later)[1:]
    return found << np.arange(_BITS - 1, -1, -1)


def _scrambled(directions: np.ndarray, triangles: np.ndarray) -> np.ndarray:
    """Return direction numbers multiplied, as vectors of bits, by triangles of bits."""
    triangles[:, range(_BITS), range(_BITS)] = 1
    masks = (triangles << np.arange(_BITS - 1, -1, -1)).sum(-1)
    found = np.zeros_like(directions)
    for row in range(_BITS):
        parity = np.bitwise_count(masks[:, row, None] & directions).astype(np.int64) & 1
        found |= parity << (_BITS - 1 - row)
    return found


class SobolEngine:
    """Draws the points of a Sobol sequence, which fill a cube evenly."""

    __module__ = "torch.quasirandom"
    MAXBIT = _BITS
    MAXDIM = 21201

    def __init__(self, dimension: int, scramble: bool = False, seed: int | None = None) -> None:
        if dimension > self.MAXDIM or dimension < 1:
            message = f"Supported range of dimensionality for SobolEngine is [1, {self.MAXDIM}]"
            raise op_error(ValueError, message, operands=(0,))
        self.seed, self.scramble, self.dimension = seed, scramble, dimension
        directions, shift = _directions(dimension), np.zeros(dimension, np.int64)
        if scramble:
            generator = None if seed is None else Generator().manual_seed(seed)
            bits = _drawn((dimension, _BITS), generator)
            shift = (bits << np.arange(_BITS)).sum(-1)
            triangles = np.tril(_drawn((dimension, _BITS, _BITS), generator))
            directions = _scrambled(directions, triangles)
        self.sobolstate, self.shift = Tensor(directions), Tensor(shift)
        self.quasi = Tensor(shift.copy())
        first: Tensor = torch.div(self.quasi, 2**_BITS)
        self._first_point = first.reshape(1, -1)
        self.num_generated = 0

    def draw(self, n: int = 1, out: Tensor | None = None, dtype: DType | None = None) -> Tensor:
        """Return the next ``n`` points, a row for each."""
        kind = STATE.default_dtype if dtype is None else dtype
        fresh = self.num_generated == 0
        result = self._first_point.to(kind)
        if n != 1 or not fresh:
            if n < fresh:
                message = f"negative dimension {n - fresh}: [{n - fresh}, {self.dimension}]"
                raise op_error(RuntimeError, f"Trying to create tensor with {message}")
            if kind not in (float32, float64):
                raise unsupported("_sobol_engine_draw", kind.numpy)
            drawn = self._next(n - fresh)
            self.quasi = Tensor(drawn[-1].copy())
            points = torch.mul(Tensor(drawn[1:]).to(kind), 2.0**-_BITS)
            result = torch.cat((result, points), dim=-2) if fresh else points
        self.num_generated += n
        return result if out is None else torch.resize_as_(out, result).copy_(result)

    def draw_base2(self, m: int, out: Tensor | None = None, dtype: DType | None = None) -> Tensor:
        """Return the next ``2**m`` points, as long as the count stays a power of 2."""
        if m > _BITS:
            raise op_error(ValueError, f"a Sobol sequence has 2**{_BITS} points", code="limit")
        total = self.num_generated + 2**m
        if total & (total - 1):
            raise op_error(
                ValueError,
                "The balance properties of Sobol' points require n to be a power of 2. "
                f"{self.num_generated} points have been previously generated, then: "
                f"n={self.num_generated}+2**{m}={total}. If you still want to do this, please use "
                "'SobolEngine.draw()' instead.",
            )
        return self.draw(2**m, out, dtype)

    def reset(self) -> SobolEngine:
        """Begin with the first point again."""
        self.quasi.copy_(self.shift)
        self.num_generated = 0
        return self

    def fast_forward(self, n: int) -> SobolEngine:
        """Leave out the next ``n`` points."""
        self.quasi.copy_(Tensor(self._next(n - (self.num_generated == 0))[-1]))
        self.num_generated += n
        return self

    def _next(self, count: int) -> np.ndarray:
        """Return the last point and the next ones in bits: each has one direction more or less."""
        check_elements((max(count, 0), self.dimension))
        counts = np.arange(count) + max(self.num_generated - 1, 0)
        bits = np.log2(~counts & (counts + 1)).astype(np.int64)
        if np.any(bits >= _BITS):
            raise op_error(RuntimeError, f"a Sobol sequence has 2**{_BITS} points", code="limit")
        steps = np.concatenate((self.quasi.array[None], self.sobolstate.array.T[bits]))
        points: np.ndarray = np.bitwise_xor.accumulate(steps)
        return points

    def __repr__(self) -> str:
        parts = [f"dimension={self.dimension}"]
        parts += ["scramble=True"] if self.scramble else []
        parts += [] if self.seed is None else [f"seed={self.seed}"]
        return f"{type(self).__name__}({', '.join(parts)})"


def _drawn(size: tuple[int, ...], generator: Any) -> np.ndarray:
    """Return random bits."""
    check_elements(size)
    drawn: Tensor = torch.randint(2, size, generator=generator)
    return drawn.array
