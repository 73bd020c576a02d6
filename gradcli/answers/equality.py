"""Whether two programs compute the same: compared at many points, of several signs and sizes.

This module knows how two texts are compared. What a claim about a derivative is, is known to
``claims``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

from gradcli.answers.agreement import agree
from gradcli.answers.claims import points_of, value_of
from gradcli.answers.followed import error_of
from gradcli.answers.problem import Problem
from gradcli.answers.shapes import Shape, find_shapes, free_names, values
from gradcli.core.tensor import Tensor
from gradcli.errors import GradcliError

_SEED: Final = 2


def are_equal(
    a: str,
    b: str,
    defined: Mapping[str, np.ndarray],
    shapes: Mapping[str, Shape],
    constants: Mapping[str, Any],
) -> bool:
    """Tell whether two programs have the same results, given values or shapes of their inputs.

    Shapes of other names are found. Raises ``GradcliError`` where a program is wrong, or neither
    has a finite result at any point tried.
    """
    problem = _problem(a, b, defined, shapes, constants)
    finite = False
    for point in points_of(problem):
        first, second = _value(problem, a, point), _value(problem, b, point)
        if first is None or second is None:
            continue
        if not (agree(first, second) and agree(second, first)):
            return False
        finite = finite or bool(np.isfinite(first).any())
    if not finite:
        raise error_of("no result is finite at any point tried", "not-finite")
    return True


def _problem(
    a: str,
    b: str,
    defined: Mapping[str, np.ndarray],
    shapes: Mapping[str, Shape],
    constants: Mapping[str, Any],
) -> Problem:
    """Return the inputs of two programs, of shapes that fit both."""
    numbers = {name: v for name, v in constants.items() if not isinstance(v, Tensor)}
    fixed = {name: v.array for name, v in constants.items() if isinstance(v, Tensor)}
    generator = np.random.default_rng(_SEED)
    arrays = {name: np.asarray(array, float) for name, array in defined.items()} | fixed
    arrays |= {name: values(shape, generator) for name, shape in shapes.items()}
    known = {*arrays, *numbers}
    free = [n for n in dict.fromkeys([*free_names(a), *free_names(b)]) if n not in known]
    problem = Problem(a, arrays, (), numbers, fixed=frozenset(fixed))

    def filled(found: Mapping[str, Shape]) -> Problem:
        more = {name: values(shape, generator) for name, shape in found.items()}
        return problem._replace(arrays={**arrays, **more})

    def fits(found: Mapping[str, Shape], dtype: str) -> int:
        tried = filled(found)
        point = {n: v.astype(dtype if n in found else v.dtype) for n, v in tried.arrays.items()}
        for text in (a, b):
            value_of(tried, text, point, dtype)
        return 0

    given = {name: array.shape for name, array in arrays.items()}
    return filled(find_shapes(free, given, fits)) if free else problem


def _value(problem: Problem, text: str, point: Mapping[str, np.ndarray]) -> np.ndarray | None:
    """Return what a program computes at a point; None where it fails there alone."""
    try:
        return value_of(problem, text, point)
    except GradcliError:
        if point is problem.arrays or not problem.arrays:
            raise
        return None
