"""From what a user gives to a derivative: defined inputs, shapes, and names without either."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from gradcli.answers.formula import Formula, Problem, differentiate
from gradcli.answers.gradients import SelectionError, nearest
from gradcli.answers.shapes import PRIMES, Shape, find_shapes, free_names, named_sizes, values
from gradcli.core.observe import Compute, Observer
from gradcli.core.table import Operator
from gradcli.core.tensor import Tensor
from gradcli.errors import op_error
from gradcli.language.run import Session

_OTHER_PRIMES = ((59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107), (*PRIMES[1:], 109))


def derive(
    source: str,
    defined: Mapping[str, np.ndarray],
    shapes: Mapping[str, Shape],
    constants: Mapping[str, Any],
    wrt: Sequence[str] | None = None,
    *,
    order: int = 1,
    hessian: bool = False,
    filename: str = "<program>",
) -> Formula:
    """Return the derivative of a program by ``wrt``, or by all inputs that have no fixed value.

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
            raise SelectionError(f"there is no input {name!r}" + nearest(name, [*inputs, *free]))
    problem = Problem(source, arrays, by, numbers, order, hessian, filename)
    if free:
        problem = _completed(problem, free)
    return differentiate(problem)


def diff(
    source: Any,
    wrt: Any = None,
    shapes: Mapping[str, Any] | None = None,
    *args: Any,
    values: Mapping[str, Any] | None = None,
    constants: Mapping[str, Any] | None = None,
    order: int = 1,
    hessian: bool = False,
    format: str = "text",
    **kwargs: Any,
) -> Any:
    """Return the derivative of a program as text: ``diff("sum(x**2)", "x")`` is ``"2 * x"``.

    ``wrt`` is a name, or names, to differentiate by. ``shapes`` gives shapes of inputs by name,
    ``values`` their values instead, ``constants`` what is not differentiated by; shapes of other
    names are found. ``format`` is "text", "latex", "python" or "json". Raises ``GradcliError``
    where the program is wrong or its derivative has no expression.

    For a tensor this is PyTorch's function of the same name, the differences of neighbours.
    """
    if not isinstance(source, str):
        from gradcli.core.table import OPS

        given = [value for value in (wrt, shapes) if value is not None]
        return OPS["diff"].call(source, *given, *args, **kwargs)
    if args or kwargs:
        raise TypeError(f"diff() got unexpected arguments: {[*args, *kwargs]}")
    from gradcli.report.formula_text import render

    names = (wrt,) if isinstance(wrt, str) else wrt
    sizes = {name: _shape(shape) for name, shape in (shapes or {}).items()}
    defined = {name: np.asarray(_plain(value)) for name, value in (values or {}).items()}
    fixed = {name: _accepted(value) for name, value in (constants or {}).items()}
    try:
        formula = derive(source, defined, sizes, fixed, names, order=order, hessian=hessian)
    except SelectionError as error:
        raise ValueError(str(error)) from error
    return render(formula, format)


def _shape(shape: Any) -> Shape:
    return (shape,) if isinstance(shape, int) else tuple(shape)


def _plain(value: Any) -> Any:
    return value.array if isinstance(value, Tensor) else value


def _accepted(value: Any) -> Any:
    return Tensor(value) if isinstance(value, np.ndarray) else value


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


class _OnlySquares(Observer):
    """A context in which the trace of a matrix that is not square is refused, as in textbooks."""

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
    with Session(dtype="float64") as session, _OnlySquares():
        for name, array in problem.arrays.items():
            session.assign(name, Tensor(array, name in problem.wrt and array.dtype.kind == "f"))
        for name, value in problem.constants.items():
            session.assign(name, value)
        result = session.evaluate(problem.source, problem.filename).value
    return isinstance(result, Tensor) and result.array.size == 1
