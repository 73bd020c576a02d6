"""Second derivatives by central differences of first ones, which know nothing of second rules."""

from __future__ import annotations

import re
from itertools import compress
from typing import Any, NamedTuple

import numpy as np

from gradcli.core.backward import grad
from gradcli.core.tensor import Tensor
from gradcli.errors import GradcliError
from tests.ops import reference

STEP = 1e-4
SAME = 1e-5
"""How far a second derivative may be from what differences of first ones extrapolate to."""

SYMMETRIC = re.compile(r"cholesky\b|cholesky_ex|eigh|eigvalsh|hermitian=True")
"""Operators that read one half of a matrix and give the gradient of a symmetric one."""


class Verdict(NamedTuple):
    """What became of a sample: "right", "wrong", or why it says nothing."""

    word: str
    analytical: float = 0.0
    numerical: float = 0.0


class Probe:
    """A sample's gradient, weighed to one number, along a line through the sample's inputs.

    Inputs that have no gradient stay where they are.
    """

    def __init__(self, name: str, index: int) -> None:
        self.name, self.index = name, index
        self.expr = reference.PROOFS[name].samples[index].expr
        self.base = reference.inputs_of(reference.entry(name, index))
        self.moved = [key for key, tensor in self.base.items() if tensor.requires_grad]
        found, sources = self.gradients(0.0)
        given = [g is not None for g in found]
        self.moved, self.sources = [*compress(self.moved, given)], [*compress(sources, given)]
        self.slope = weighed(found)
        rng = np.random.default_rng(index)
        self.direction = {key: self._direction(rng, self.base[key].array) for key in self.moved}

    def _direction(self, rng: Any, array: np.ndarray) -> np.ndarray:
        signs = rng.choice([-1.0, 1.0], array.shape)
        found = rng.uniform(0.5, 1, array.shape) * signs * np.clip(np.abs(array), 1e-2, 1)
        if SYMMETRIC.search(self.expr) and array.ndim > 1 and array.shape[-1] == array.shape[-2]:
            found = (found + np.swapaxes(found, -1, -2)) / 2
        return found

    def is_half_constant(self) -> bool:
        """Tell whether the sample takes an input both as it is and as a constant."""
        return any(key in self.moved for key in re.findall(r"(\w+)\.detach\(", self.expr))

    def gradients(self, along: float) -> tuple[list[Tensor | None], list[Tensor]]:
        """Return the gradients at a place on the line, and the inputs there."""
        inputs = {}
        for key, tensor in self.base.items():
            shift = along * self.direction[key] if along and key in self.moved else 0.0
            array = tensor.array + shift if key in self.moved else tensor.array.copy()
            inputs[key] = Tensor(array, tensor.requires_grad)
        value = reference.evaluate(self.name, self.index, inputs, "float64")
        sources = [inputs[key] for key in self.moved]
        if not value.requires_grad:
            return [None] * len(sources), sources
        weights = reference.weights(value)
        found = grad(value, sources, weights, create_graph=True, allow_unused=True)
        return list(found), sources

    def number(self, along: float) -> float:
        """Return the weighed gradient at a place on the line, as a number."""
        return float(weighed(self.gradients(along)[0]).array)


def weighed(gradients: list[Tensor | None]) -> Tensor:
    """Return one number of all elements of gradients."""
    parts = [(g * reference.weights(g)).sum() for g in gradients if g is not None]
    return sum(parts, Tensor(np.zeros(())))


def judge(name: str, index: int) -> Verdict:
    """Compare a sample's second derivative along a line with differences of its first one."""
    probe = Probe(name, index)
    if not probe.moved:
        return Verdict("no gradient")
    if probe.is_half_constant():
        return Verdict("half a constant")
    if any(probe.base[key].array.dtype != np.float64 for key in probe.moved):
        return Verdict("of another precision")
    try:
        smooth = probe.slope.requires_grad
        second = grad(probe.slope, probe.sources, allow_unused=True) if smooth else ()
    except RuntimeError as error:
        return Verdict(f"refused: {error}")
    parts = [
        np.array(g.array * probe.direction[key])
        for key, g in zip(probe.moved, second, strict=bool(second))
        if g is not None
    ]
    with np.errstate(invalid="ignore"):
        analytical = float(sum(part.sum() for part in parts))
    return _compare(probe, float(probe.slope.array), analytical)


def _compare(probe: Probe, middle: float, analytical: float) -> Verdict:
    sides: dict[float, tuple[float, float]] = {}
    try:
        if probe.number(0.0) != middle:
            return Verdict("random")
        for step in (STEP, STEP / 2):
            sides[step] = probe.number(step), probe.number(-step)
    except GradcliError:
        return Verdict("at the edge of the domain")
    if not np.isfinite([analytical, middle, *sides[STEP], *sides[STEP / 2]]).all():
        return Verdict("not finite")
    central = [(up - down) / (2 * step) for step, (up, down) in sides.items()]
    bends = [abs(up + down - 2 * middle) / step for step, (up, down) in sides.items()]
    numerical = (4 * central[1] - central[0]) / 3
    error = abs(central[1] - central[0])
    size = abs(numerical) + 1e-4 * abs(middle)
    arrays = [probe.base[key].array for key in probe.moved]
    largest = max(np.abs(array[np.isfinite(array)]).max(initial=0) for array in arrays)
    noise = 1e-15 * (10 * abs(middle) + largest) / STEP
    if error > 1e-3 * size + noise:
        return Verdict("not smooth", analytical, numerical)
    if bends[1] > 0.75 * bends[0] and bends[1] > SAME * size + noise:
        return Verdict("a kink", analytical, numerical)
    close = abs(analytical - numerical) <= SAME * size + noise + error
    return Verdict("right" if close else "wrong", analytical, numerical)
