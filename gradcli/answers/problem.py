"""From what a user gives to a problem of differentiation: inputs, shapes, names without either.

This module knows what a program needs to run as a function of numbers. It does not differentiate.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import numpy as np

from gradcli.answers.agreement import moved
from gradcli.answers.inputs import QuestionError, nearest
from gradcli.answers.shapes import (
    PRIMES,
    Shape,
    find_shapes,
    free_names,
    named_sizes,
    picked_sizes,
    values,
    written_order,
    written_sizes,
)
from gradcli.answers.trial import tried
from gradcli.core.tensor import Tensor
from gradcli.errors import GradcliError
from gradcli.symbolic.expr import POSITIVE, SYMMETRIC

_FACTS = {SYMMETRIC: "symmetric", POSITIVE: "> 0"}
_FACT = re.compile(r"(?P<name>\w+)\s*(?:(?P<symmetric>(?:is\s+)?symmetric)|>\s*0)")
_OTHER_PRIMES = ((59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107), (*PRIMES[1:], 109))


class Problem(NamedTuple):
    """What to differentiate: a program, its tensors, and by which of them.

    ``arrays`` are all tensors that the derivative may name, those in ``fixed`` with the values that
    they have; ``constants`` are the other values that the program needs. ``sizes`` names the sizes
    that stand for any other; ``others`` holds the arrays under other sizes, and ``forms`` under
    small ones that make matrices tall, wide or square. ``assumed`` are the inputs whose shapes
    nobody gave, ``movable`` those that have no values of the user's. ``facts`` are what is taken
    to be true of inputs. ``directions`` has names by input: the derivative is that along them;
    ``weights`` is the name of what the elements of the result are weighed by. A ``hessian`` of
    ``order`` 2 was asked for as second derivatives.
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
    forms: Sequence[Mapping[str, np.ndarray]] = ()
    assumed: tuple[str, ...] = ()
    directions: Mapping[str, str] = {}
    weights: str | None = None
    facts: Mapping[str, tuple[str, ...]] = {}
    movable: frozenset[str] = frozenset()

    def holding(self, arrays: Mapping[str, np.ndarray]) -> dict[str, np.ndarray]:
        """Return inputs that the assumed facts are true of, near to others."""
        return {name: made_true(array, self.facts.get(name, ())) for name, array in arrays.items()}

    def moved(self, scale: float, generator: np.random.Generator) -> dict[str, np.ndarray]:
        """Return the inputs at another point; those that have a value keep it."""
        return {
            name: array if name in self.fixed else moved(array, scale, generator)
            for name, array in self.arrays.items()
        }

    def assumed_shapes(self) -> dict[str, list[Any]]:
        """Return the shapes that nobody gave, with the names of their sizes."""
        names: dict[Any, Any] = {size: name for name, size in self.sizes.items()}
        shapes = {name: self.arrays[name].shape for name in self.assumed}
        return {name: [names.get(s, s) for s in shape] for name, shape in shapes.items()}

    def assumptions(self) -> list[str]:
        """Return what has to be said of shapes that nobody gave."""
        shapes = self.assumed_shapes()
        said = [f"{name} {_in_words(shape)}" for name, shape in shapes.items()]
        said += [f"{name} {_FACTS[fact]}" for name, facts in self.facts.items() for fact in facts]
        return ["assumed: " + ", ".join(said)] if said else []

    @property
    def written(self) -> list[str]:
        """The program's names in the order in which its text multiplies them."""
        return written_order(self.source)

    @property
    def labels(self) -> tuple[str, ...]:
        """What the derivatives are by, for their names: inputs, or pairs of them for a Hessian."""
        if self.directions:
            return self.wrt[:1]  # there is one derivative along all of them
        if not self.hessian or len(self.wrt) == 1:
            return self.wrt
        return tuple(f"{a}d{b}" for a in self.wrt for b in self.wrt)

    @property
    def reserved(self) -> set[str]:
        """The names that the text may not give to anything else."""
        return {*self.arrays, *self.constants, *self.sizes}


def _in_words(shape: Sequence[str | int]) -> str:
    if not shape:
        return "is a number"
    kind = {1: "is a vector", 2: "is a matrix"}.get(len(shape), "is a tensor")
    return f"{kind} ({', '.join(map(str, shape))})"


def problem_of(
    source: str,
    defined: Mapping[str, np.ndarray],
    shapes: Mapping[str, Shape],
    constants: Mapping[str, Any],
    wrt: Sequence[str] | None = None,
    *,
    order: int = 1,
    hessian: bool = False,
    assumed: str = "",
    filename: str = "<program>",
) -> Problem:
    """Return what to differentiate, by ``wrt`` or by all inputs that have no fixed value.

    ``defined`` are the values of inputs, ``shapes`` the shapes of others; the values in
    ``constants`` are not differentiated by. Shapes of all other names are found. ``assumed`` is a
    text such as ``S symmetric, x > 0``.
    """
    numbers = {name: v for name, v in constants.items() if not isinstance(v, Tensor)}
    fixed = {name: v.array for name, v in constants.items() if isinstance(v, Tensor)}
    generator = np.random.default_rng(1)
    arrays = {name: np.asarray(array, float) for name, array in defined.items()}
    check_shapes(shapes, {**arrays, **fixed})
    arrays |= {name: values(shape, generator) for name, shape in shapes.items()}
    inputs = list(arrays)
    arrays |= {name: _wide(array) for name, array in fixed.items()}
    free = [n for n in free_names(source, filename) if n not in arrays and n not in numbers]
    by = tuple(wrt) if wrt else tuple(inputs) if inputs else tuple(free)
    for name in by:
        if name not in inputs and name not in free:
            raise QuestionError(f"there is no input {name!r}" + nearest(name, [*inputs, *free]))
    problem = Problem(
        source,
        arrays,
        by,
        numbers,
        order,
        hessian,
        filename,
        fixed=frozenset(fixed),
        facts=_facts(assumed, [*arrays, *free]),
        movable=frozenset([*shapes, *free]),
    )
    problem = _completed(problem, free) if free else problem
    problem = _made_true(problem) if problem.facts else problem
    if order == 2 and len(by) == 1 and problem.arrays[by[0]].shape:
        return problem._replace(hessian=True)  # which the second derivatives by a vector are
    return problem


def check_shapes(shapes: Mapping[str, Shape], given: Mapping[str, np.ndarray]) -> None:
    """Refuse a shape for what has a value of another one."""
    for name, shape in shapes.items():
        if name in given and given[name].shape != shape:
            own = given[name].shape
            raise QuestionError(f"--shape says that {name} has shape {shape}, its value has {own}")


def _facts(text: str, names: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Read ``S symmetric, x > 0``."""
    found: dict[str, tuple[str, ...]] = {}
    for part in filter(None, map(str.strip, text.split(","))):
        matched = _FACT.fullmatch(part)
        if matched is None:
            raise QuestionError(f"--assume: {part!r} is not of the form 'S symmetric' or 'x > 0'")
        name, fact = matched["name"], SYMMETRIC if matched["symmetric"] else POSITIVE
        if name not in names:
            raise QuestionError(f"--assume: there is no input {name!r}" + nearest(name, names))
        found[name] = (*found.get(name, ()), fact)
    return found


def made_true(array: np.ndarray, facts: Sequence[str]) -> np.ndarray:
    """Return an array of which facts are true, near to another one."""
    if SYMMETRIC in facts:
        array = (array + array.T) / 2
    return np.abs(array) if POSITIVE in facts else array


def _made_true(problem: Problem) -> Problem:
    for name, facts in problem.facts.items():
        array = problem.arrays[name]
        if SYMMETRIC in facts and (array.ndim != 2 or len(set(array.shape)) > 1):
            raise QuestionError(f"--assume: {name} has shape {array.shape}, which is not square")
        if name not in problem.movable and not np.array_equal(array, made_true(array, facts)):
            raise QuestionError(f"--assume: {name} {_FACTS[facts[0]]} is not true of its values")
    return problem._replace(
        arrays=problem.holding(problem.arrays),
        others=[(sizes, problem.holding(arrays)) for sizes, arrays in problem.others],
        forms=[problem.holding(arrays) for arrays in problem.forms],
    )


def _wide(array: np.ndarray) -> np.ndarray:
    return array.astype(float) if array.dtype.kind == "f" else array


def _completed(problem: Problem, free: Sequence[str]) -> Problem:
    """Return a problem with inputs of shapes that fit, for the names that have none."""
    picked = picked_sizes(problem.source, free)
    if picked:
        known = problem._replace(arrays={**problem.arrays, **_filled(picked)})
        rest = [name for name in free if name not in picked]
        with suppress(GradcliError):
            found = _found(known, rest)
            if not rest:  # else they were tried together
                tried(known, known.arrays, {}, "float64")
            arrays = {name: found.arrays[name] for name in (*free, *problem.arrays)}
            return found._replace(arrays=arrays, assumed=tuple(free))
    return _found(problem, free)


def _found(problem: Problem, free: Sequence[str]) -> Problem:
    """Return a problem with inputs of shapes that were found."""
    given = {name: array.shape for name, array in problem.arrays.items()}
    given[""] = written_sizes(problem.source)  # which is the name of no input

    def fits(shapes: Mapping[str, Shape], dtype: str) -> int | None:
        free = _filled(shapes)
        try:
            found = tried(problem, {**problem.arrays, **free}, shapes, dtype)
        except GradcliError:  # which may be of values: probabilities are below 1
            below = {name: np.asarray(array / 2) for name, array in free.items()}
            found = tried(problem, {**problem.arrays, **below}, shapes, dtype)
        return None if found and (problem.hessian or problem.order > 1) else found

    found = find_shapes(free, given, fits) if free else {}
    arrays = {**problem.arrays, **_filled(found)}
    sizes = named_sizes(found, given, {*arrays, *problem.constants})

    def under(other: Mapping[str, int]) -> dict[str, np.ndarray]:
        turned = {sizes[name]: size for name, size in other.items()}
        shapes = {name: tuple(turned.get(s, s) for s in shape) for name, shape in found.items()}
        return {**problem.arrays, **_filled(shapes)}

    others = [dict(zip(sizes, primes, strict=False)) for primes in _OTHER_PRIMES]
    small = range(3, 3 + len(sizes))
    forms = [
        dict(zip(sizes, given, strict=True)) for given in (small, small[::-1], [4] * len(small))
    ]
    return problem._replace(
        arrays={name: arrays[name] for name in (*free, *problem.arrays)},
        sizes=sizes,
        others=[(other, under(other)) for other in others],
        forms=[under(form) for form in forms] if sizes else (),
        assumed=tuple(free),
    )


def _filled(shapes: Mapping[str, Shape]) -> dict[str, np.ndarray]:
    generator = np.random.default_rng(2)
    return {name: values(shape, generator) for name, shape in shapes.items()}


def resized(problem: Problem, order: Sequence[int]) -> Problem:
    """Return a problem in which the sizes that stand for any other are in another order."""

    def turned(
        sizes: Mapping[str, int], arrays: Mapping[str, np.ndarray]
    ) -> tuple[dict[str, int], dict[str, np.ndarray]]:
        own = list(sizes.values())
        new = {s: own[place] for s, place in zip(own, order, strict=True)}
        shapes = {
            n: tuple(new.get(int(s), int(s)) for s in arrays[n].shape) for n in problem.assumed
        }
        found = {name: new[size] for name, size in sizes.items()}
        return found, problem.holding({**arrays, **_filled(shapes)})

    sizes, arrays = turned(problem.sizes, problem.arrays)
    others = [turned(*other) for other in problem.others]
    return problem._replace(sizes=sizes, arrays=arrays, others=others)
