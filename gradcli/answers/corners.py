"""Where a claim about a derivative differs from it at single points: at kinks, steps and ties.

A derivative has a value there as well, PyTorch's, which points that are tried at random miss.
This module knows such points: zeros, numbers that are written, and inputs that are equal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np

from gradcli.answers.problem import Problem
from gradcli.symbolic.expr import POSITIVE
from gradcli.syntax.nodes import Constant
from gradcli.syntax.parse import parse
from gradcli.syntax.walk import walk

_USUAL: Final = (0.0, 1.0, -1.0, 0.5, -0.5, 3.0, -3.0, 6.0, -6.0)
"""Where operators have ends that nobody writes: those of hardtanh, relu6, hardswish, round."""
_MOST_VALUES: Final = 24
_FARTHEST: Final = 1000
_EXACT: Final = 8  # parts of one, of which sums and means of some are exact


def written_numbers(problem: Problem, claim: str) -> list[float]:
    """Return the numbers that a program and a claim have, without their signs."""
    trees = [parse(problem.source, problem.filename), parse(claim, "<claim>")]
    values = [node.value for tree in trees for node in walk(tree) if isinstance(node, Constant)]
    ends = {abs(float(value)) for value in values if value.__class__ in (int, float)}
    return sorted(end for end in ends if end < _FARTHEST)


def corners(problem: Problem, claim: str) -> Iterator[dict[str, np.ndarray]]:
    """Yield inputs at numbers where pieces may end, alone and all at once, and equal inputs."""
    (by,) = problem.wrt
    array = problem.arrays[by]
    if by in problem.fixed or array.dtype.kind != "f" or not array.size:
        return
    values: list[float | np.ndarray] = [*_numbers(written_numbers(problem, claim))]
    values += [other for other in _others(problem) if other.shape == array.shape]
    for value in values:
        if POSITIVE in problem.facts.get(by, ()) and np.min(value) <= 0:
            continue
        one = array.copy()
        one.flat[0] = np.ravel(value)[0]
        yield problem.holding({**problem.arrays, by: one})
        if array.ndim > 1 or np.any(np.asarray(value) * _EXACT % 1 != 0):
            continue  # equal elements make matrices singular, and spreads that are rounding alone
        alike = np.broadcast_to(value, array.shape).copy()
        if array.ndim:
            yield problem.holding({**problem.arrays, by: alike})
        ones = {
            name: np.ones_like(other)
            for name, other in problem.arrays.items()
            if name in problem.movable and name != by and other.ndim < 2
        }
        if ones:
            yield problem.holding({**problem.arrays, **ones, by: alike})


def _others(problem: Problem) -> list[np.ndarray]:
    return [array for name, array in problem.arrays.items() if name not in problem.wrt]


def _numbers(written: Sequence[float]) -> list[float]:
    """Return numbers, those written and their quotients, of both signs, the likeliest first."""
    sizes = [*written, *[a / b for a in written for b in written if b]]
    found = [*_USUAL[:3], *[sign * size for size in sizes for sign in (1, -1)], *_USUAL[3:]]
    return list(dict.fromkeys(value + 0.0 for value in found))[:_MOST_VALUES]
