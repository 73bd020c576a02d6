"""From what a user gives to a problem of differentiation: inputs, shapes, names without either.

This module knows what a program needs to run as a function of numbers. It does not differentiate.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from gradcli.answers.inputs import QuestionError, nearest
from gradcli.answers.shapes import PRIMES, Shape, find_shapes, free_names, named_sizes, values
from gradcli.core.observe import Compute, Observer
from gradcli.core.table import Operator
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.language.run import Session

_OTHER_PRIMES = ((59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107), (*PRIMES[1:], 109))


_MOST_TRUTHS = 2000


class Problem(NamedTuple):
    """What to differentiate: a program, its tensors, and by which of them.

    ``arrays`` are all tensors that the derivative may name, those in ``fixed`` with the values that
    they have; ``constants`` are the other values that the program needs. ``sizes`` names the sizes
    that stand for any other, and ``others`` holds the arrays under other sizes.
    """

    source: str
    arrays: Mapping[str, np.ndarray]
    wrt: tuple[str, ...]
    constants: Mapping[str, Any] = {}
    order: int = 1
    hessian: bool = False
    filename: str = "<program>"
    sizes: Mapping[str, int] = {}
    fixed: frozenset[str] = frozenset()
    others: Sequence[tuple[Mapping[str, int], Mapping[str, np.ndarray]]] = ()

    @property
    def reserved(self) -> set[str]:
        """The names that the text may not give to anything else."""
        return {*self.arrays, *self.constants, *self.sizes}


def problem_of(
    source: str,
    defined: Mapping[str, np.ndarray],
    shapes: Mapping[str, Shape],
    constants: Mapping[str, Any],
    wrt: Sequence[str] | None = None,
    *,
    order: int = 1,
    hessian: bool = False,
    filename: str = "<program>",
) -> Problem:
    """Return what to differentiate, by ``wrt`` or by all inputs that have no fixed value.

    ``defined`` are the values of inputs, ``shapes`` the shapes of others; the values in
    ``constants`` are not differentiated by. Shapes of all other names are found.
    """
    numbers = {name: v for name, v in constants.items() if not isinstance(v, Tensor)}
    fixed = {name: v.array for name, v in constants.items() if isinstance(v, Tensor)}
    generator = np.random.default_rng(1)
    arrays = {name: np.asarray(array, float) for name, array in defined.items()}
    arrays |= {name: values(shape, generator) for name, shape in shapes.items()}
    inputs = list(arrays)
    arrays |= {name: _wide(array) for name, array in fixed.items()}
    free = [n for n in free_names(source, filename) if n not in arrays and n not in numbers]
    by = tuple(wrt) if wrt else tuple(inputs) if inputs else tuple(free)
    for name in by:
        if name not in inputs and name not in free:
            raise QuestionError(f"there is no input {name!r}" + nearest(name, [*inputs, *free]))
    problem = Problem(source, arrays, by, numbers, order, hessian, filename, fixed=frozenset(fixed))
    return _completed(problem, free) if free else problem


def _wide(array: np.ndarray) -> np.ndarray:
    return array.astype(float) if array.dtype.kind == "f" else array


def _completed(problem: Problem, free: Sequence[str]) -> Problem:
    """Return a problem with inputs of shapes that fit, for the names that have none."""
    given = {name: array.shape for name, array in problem.arrays.items()}

    def fits(shapes: Mapping[str, Shape]) -> bool:
        return _is_number(problem._replace(arrays={**problem.arrays, **_filled(shapes)}))

    found = find_shapes(free, given, fits)
    arrays = {**problem.arrays, **_filled(found)}
    sizes = named_sizes(found, given, {*arrays, *problem.constants})
    others = []
    for primes in _OTHER_PRIMES:
        other = dict(zip(sizes, primes, strict=False))
        turned = {sizes[name]: size for name, size in other.items()}
        shapes = {name: tuple(turned.get(s, s) for s in shape) for name, shape in found.items()}
        others.append((other, {**problem.arrays, **_filled(shapes)}))
    ordered = {name: arrays[name] for name in (*free, *problem.arrays)}
    return problem._replace(arrays=ordered, sizes=sizes, others=others)


def _filled(shapes: Mapping[str, Shape]) -> dict[str, np.ndarray]:
    generator = np.random.default_rng(2)
    return {name: values(shape, generator) for name, shape in shapes.items()}


class _Trial(Observer):
    """A context in which a program is only tried.

    The trace of a matrix that is not square is refused, as in textbooks, and a loop that goes on
    and on because of the values that happen to be tried.
    """

    __slots__ = ("truths",)

    def __init__(self) -> None:
        self.truths = 0

    def truth(self, tensor: Tensor, value: bool) -> bool:
        """Count how often a program asks which way to go."""
        self.truths += 1
        if self.truths > _MOST_TRUTHS:
            raise op_error(RuntimeError, "the loop goes on and on at the point tried", code="limit")
        return value

    def operation(
        self, op: Operator, operands: Sequence[Any], attrs: dict[str, Any], compute: Compute
    ) -> Any:
        """Run an operator."""
        if op.name == "trace" and len(set(operands[0].shape)) > 1:
            sizes = " by ".join(map(str, operands[0].shape))
            raise op_error(RuntimeError, f"the trace of a matrix that is {sizes}")
        return compute(operands, attrs)


def _is_number(problem: Problem) -> bool:
    """Tell whether a program gives one number that its inputs can change."""
    with Session(dtype="float64") as session, _Trial():
        for name, array in problem.arrays.items():
            session.assign(name, Tensor(array, name in problem.wrt and array.dtype.kind == "f"))
        for name, value in problem.constants.items():
            session.assign(name, value)
        result = session.evaluate(problem.source, problem.filename).value
    return isinstance(result, Tensor) and result.array.size == 1
