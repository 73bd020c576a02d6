"""Points at which a program has a derivative: inputs are moved until it has.

The logarithm of a difference, an inverse sine, a likelihood of probabilities: each is defined for
some numbers only. This module tries scales and shifts of all inputs; it does not know functions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice, permutations, product
from typing import Final

import numpy as np

from gradcli.answers.followed import values
from gradcli.answers.problem import Problem, resized
from gradcli.errors import GradcliError

_SCALES: Final = (1.0, 0.3, 5.0, 0.03, 30.0, -1.0, -0.3)
_MOST_TRIES: Final = 150
_MOST_ORDERS: Final = 24
_BESIDE: Final = 3  # points that must be finite too, so that the first is at no edge

Arrays = Mapping[str, np.ndarray]
Scales = Mapping[str, float]


def inside(problem: Problem) -> Problem:
    """Return a problem with inputs at which its derivative is finite, if any are found.

    Inputs that have values of the user's stay where they are. Sizes that stand for any other are
    put in an order in which no matrix is singular, as `X.T @ X` is of a wide one.
    """
    known = _is_finite(problem, problem.arrays)
    if len(problem.sizes) > 1 and is_singular(problem, problem.arrays):
        for order in islice(permutations(range(len(problem.sizes))), 1, _MOST_ORDERS):
            other = resized(problem, order)
            if not is_singular(other, other.arrays):
                return other
    if known:
        return problem
    free = [name for name in problem.arrays if name in problem.movable]
    found: Scales = {}
    for scales in _together(free) if known is None else _in_order(free):
        arrays = _scaled(problem.arrays, scales)
        if _is_finite(problem, arrays):
            found = found or scales
            if all(_is_finite(problem, _beside(arrays, seed)) for seed in range(_BESIDE)):
                found = scales
                break
    return problem._replace(
        arrays=_scaled(problem.arrays, found),
        others=[(sizes, _scaled(arrays, found)) for sizes, arrays in problem.others],
        forms=[_scaled(arrays, found) for arrays in problem.forms],
    )


def _beside(arrays: Arrays, seed: int) -> Arrays:
    """Return a point not far from another, where a text will be tried as well."""
    generator = np.random.default_rng(seed)
    return {
        name: array + 0.1 * generator.standard_normal(array.shape)
        if array.dtype.kind == "f"
        else array
        for name, array in arrays.items()
    }


def _together(names: list[str]) -> list[Scales]:
    """Return scales that are the same for all inputs."""
    return [dict.fromkeys(names, scale) for scale in _SCALES[1:]]


def _in_order(names: list[str]) -> Iterator[Scales]:
    """Yield scales of inputs: all by the same, then one by one, then in every way."""
    options = _together(names)
    options += [{name: scale} for scale in _SCALES[1:] for name in names]
    yield from options[:_MOST_TRIES]
    every = product(_SCALES, repeat=min(len(names), 4))
    for scales in islice(every, _MOST_TRIES):
        yield dict(zip(names, scales, strict=False))


def _scaled(arrays: Arrays, scales: Scales) -> dict[str, np.ndarray]:
    return {name: array * scales.get(name, 1.0) for name, array in arrays.items()}


def _is_finite(problem: Problem, arrays: Arrays) -> bool | None:
    """Tell whether values are finite; None: the program fails, at this point or at any."""
    try:
        found = values(problem._replace(order=1, hessian=False), arrays)
    except GradcliError:  # what is wrong at any point is said by who follows the program
        return None
    if found is None:
        return False
    return all(np.isfinite(value).all() for value in found)


def is_singular(problem: Problem, arrays: Arrays) -> bool:
    """Tell whether the derivative is another one so near that only rounding differs."""
    generator = np.random.default_rng(4)
    near = {
        name: array + 1e-12 * generator.standard_normal(array.shape) * (array.dtype.kind == "f")
        for name, array in arrays.items()
    }
    try:
        here, there = values(problem, arrays), values(problem, near)
    except GradcliError:
        return True
    if here is None or there is None:
        return True
    return not all(np.allclose(a, b, rtol=1e-4) for a, b in zip(here, there, strict=True))
