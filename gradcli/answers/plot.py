"""The values and derivatives of a program along one input, or over two: what a plot shows.

This module evaluates the program at each point by itself. It does not know how anything is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from typing import Any, NamedTuple

import numpy as np

from gradcli.answers.evaluation import Question
from gradcli.answers.inputs import QuestionError, define
from gradcli.core.backward import grad
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.errors import Diagnostic, GradcliError, OpError
from gradcli.language.run import Session
from gradcli.syntax.parse import parse

POINTS, SIDE = 241, 41
"""How many points a curve has, and how many along each side an area has."""
_MOST_POINTS = 100_000

Way = tuple[dict[str, float], float, int]
"""A descent: where it starts, its rate, and how many steps it takes."""


class Plot(NamedTuple):
    """What a program gives over ranges of inputs, which ``axes`` holds by name.

    ``values`` has a dimension for each axis. ``slopes`` holds the derivatives of order 1, 2 and so
    on by one input, or the first by each of two. NaN stands where the program has no value.
    ``path`` holds a descent's points, a row for each: the inputs and the value.
    """

    title: str
    axes: dict[str, np.ndarray]
    values: np.ndarray
    slopes: dict[str, np.ndarray]
    path: np.ndarray | None = None

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to be seen."""
        return not np.isfinite(self.values).any()


def plot(
    question: Question,
    axes: dict[str, tuple[float, float]],
    order: int = 1,
    points: int | None = None,
    way: Way | None = None,
    warn: Callable[[Diagnostic], object] = lambda warning: None,
) -> Plot:
    """Evaluate a program over ranges, and follow a descent.

    What the program prints is left out. Raises ``GradcliError`` where it is wrong at every point,
    ``QuestionError`` where its result is no number.
    """
    if not 1 <= len(axes) <= 2:
        raise QuestionError("a plot has one input or two: give --over once or twice")
    count = points or (POINTS if len(axes) == 1 else SIDE)
    if not 2 <= count ** len(axes) <= _MOST_POINTS:
        raise QuestionError(f"--points: {count ** len(axes):,} points are too many or too few")
    steps = {name: np.linspace(*ends, count) for name, ends in axes.items()}
    with question.session(lambda text: None, warn) as session:
        define(question.inputs, session)
        at = _Program(question, session, order if len(axes) == 1 else 1)
        columns = np.array([at.safely(dict(zip(axes, p, strict=True))) for p in _grid(steps)])
        if at.error is not None and np.isnan(columns).all():
            raise at.error
        path = None if way is None else _descent(at, list(axes), *way)
    values, *slopes = (column.reshape([count] * len(axes)) for column in columns.T)
    return Plot(
        _title(question.source),
        steps,
        values,
        dict(zip(_names(list(axes), order), slopes, strict=True)),
        path,
    )


def _grid(steps: dict[str, np.ndarray]) -> Iterator[tuple[float, ...]]:
    return product(*(column.tolist() for column in steps.values()))


def _title(source: str) -> str:
    lines = source.strip().splitlines()
    return lines[-1].strip() if lines else ""


def _names(axes: list[str], order: int) -> list[str]:
    if len(axes) == 2:
        return [f"d/d{name}" for name in axes]
    powers = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
    up = ["", *(str(n).translate(powers) for n in range(2, order + 1))]
    return [f"d{power}/d{axes[0]}{power}" for power in up[:order]]


class _Program:
    """A program that is evaluated at points: its value and derivatives there."""

    def __init__(self, question: Question, session: Session, order: int) -> None:
        self.session, self.order = session, order
        source, filename = question.source, question.filename
        self.run = session.prepare(parse(source, filename), source, filename)
        self.error: GradcliError | None = None

    def safely(self, point: dict[str, float]) -> list[float]:
        """Return value and derivatives at a point; NaN where the program fails."""
        try:
            return self.at(point)
        except (GradcliError, OpError) as error:
            if isinstance(error, GradcliError):
                self.error = self.error or error
            return [float("nan")] * (1 + (self.order if len(point) == 1 else len(point)))

    def at(self, point: dict[str, float]) -> list[float]:
        """Return the value at a point, and the derivatives."""
        dtype = STATE.default_dtype.numpy
        leaves = [Tensor(np.array(value, dtype), True) for value in point.values()]
        for name, leaf in zip(point, leaves, strict=True):
            self.session.assign(name, leaf)
        result = self.run().value
        if isinstance(result, (int, float)):
            result = Tensor(np.array(result, dtype))
        if not isinstance(result, Tensor) or result.array.size != 1:
            raise QuestionError(_no_number(result))
        if result.array.dtype.kind == "c":
            raise QuestionError("a plot shows real numbers, and the result is complex: take abs()")
        found = [float(result.array.reshape(()))]
        if len(leaves) > 1:
            return found + [float(part) for part in _slopes(result, leaves, False)]
        for number in range(1, self.order + 1):
            (result,) = _slopes(result, leaves, number < self.order)
            found.append(float(result.array))
        return found


def _slopes(result: Tensor, leaves: list[Tensor], again: bool) -> list[Any]:
    """Return derivatives as tensors; where nothing leads to an input, they are 0."""
    if not result.requires_grad:
        return [Tensor(np.zeros((), result.array.dtype)) for _ in leaves]
    found = grad(result.sum(), leaves, create_graph=again, allow_unused=True)
    return [
        Tensor(np.zeros_like(x.array)) if g is None else g
        for g, x in zip(found, leaves, strict=True)
    ]


def _no_number(result: object) -> str:
    if isinstance(result, Tensor):
        shape = tuple(result.array.shape)
        return f"a plot needs a number, and the result has shape {shape}: reduce it with sum()"
    return "a plot needs a number, and the result is none"


def _descent(
    at: _Program, axes: list[str], start: dict[str, float], rate: float, steps: int
) -> np.ndarray:
    """Walk downhill by the gradient; end where that leads to no number."""
    missing = [name for name in axes if name not in start]
    strange = [name for name in start if name not in axes]
    if missing or strange:
        name = (missing or strange)[0]
        raise QuestionError(f"--from names each input of --over: {name!r} is only in one of them")
    place = np.array([start[name] for name in axes])
    rows = []
    for _ in range(steps + 1):
        value, *slopes = at.safely(dict(zip(axes, place.tolist(), strict=True)))
        if not np.isfinite([value, *slopes]).all():
            break
        rows.append([*place, value])
        place = place - rate * np.array(slopes[: len(axes)])
    return np.array(rows).reshape(len(rows), len(axes) + 1)
