"""Products with a Jacobian: the derivative along directions, and that of a weighted result.

A direction has the shape of its input and weights that of the result, under whatever sizes. This
module knows what such products are of; how they are found is known to ``followed``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from gradcli.answers.followed import define, error_of, program_errors, session_of
from gradcli.answers.inputs import QuestionError
from gradcli.answers.problem import Problem
from gradcli.answers.shapes import Shape, values
from gradcli.core.tensor import Tensor

Arrays = Mapping[str, np.ndarray]


def along(problem: Problem, directions: Mapping[str, str]) -> Problem:
    """Return the problem of the derivative along directions, given as names by input."""
    for name in directions:
        if name not in problem.wrt:
            raise QuestionError(f"there is no input {name!r} to differentiate with respect to")
    shapes = {d: name for name, d in directions.items()}

    def shape_of(name: str, arrays: Arrays) -> Shape:
        return tuple(arrays[shapes[name]].shape)

    made = _with(problem, list(shapes), shape_of)
    return made._replace(directions=directions, wrt=tuple(directions))


def weighed(problem: Problem, weights: str) -> Problem:
    """Return the problem of the gradient of a result whose elements are weighed."""

    def shape_of(name: str, arrays: Arrays) -> Shape:
        return _result_shape(problem, arrays)

    return _with(problem, [weights], shape_of)._replace(weights=weights)


def _with(problem: Problem, names: list[str], shape_of: Callable[[str, Arrays], Shape]) -> Problem:
    """Return a problem with more inputs, of shapes that follow from the others."""
    new = [name for name in names if name not in problem.arrays]
    generator = np.random.default_rng(6)

    def more(arrays: Arrays) -> dict[str, np.ndarray]:
        found = {name: values(shape_of(name, arrays), generator) for name in new}
        return {**arrays, **found}

    for name in names:
        if name in problem.constants:
            raise QuestionError(f"{name!r} is a constant, and no tensor")
        wanted = shape_of(name, problem.arrays)
        if name in problem.arrays and problem.arrays[name].shape != wanted:
            raise error_of(
                f"{name} has shape {problem.arrays[name].shape}, not {wanted}", "shape-mismatch"
            )
    return problem._replace(
        arrays=more(problem.arrays),
        others=[(sizes, more(arrays)) for sizes, arrays in problem.others],
        forms=[more(arrays) for arrays in problem.forms],
        wrt=tuple(name for name in problem.wrt if name not in names),
        assumed=(*problem.assumed, *new),
    )


def _result_shape(problem: Problem, arrays: Arrays) -> Shape:
    with session_of() as session, program_errors():
        define(session, problem, arrays, ())
        result = session.evaluate(problem.source, problem.filename).value
    return tuple(result.array.shape) if isinstance(result, Tensor) else ()
