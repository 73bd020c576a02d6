"""Whether a claim is the derivative: judged by numbers at many points, and by its normal form.

A claim that holds at every point tried holds everywhere where its expression, brought to the form
that equal ones share, is the derivative's. One that does not gets a correction (``corrections``).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

import numpy as np

from gradcli.answers.agreement import agree, moved
from gradcli.answers.corners import corners, written_numbers
from gradcli.answers.followed import (
    define,
    error_of,
    program_errors,
    session_of,
    traced,
    values,
)
from gradcli.answers.formula import differentiate
from gradcli.answers.problem import Problem
from gradcli.core.state import STATE
from gradcli.core.tensor import Tensor
from gradcli.errors import GradcliError, OpError
from gradcli.symbolic.algebra import plain, subtract
from gradcli.symbolic.branches import Branches
from gradcli.symbolic.expr import Expr, is_number
from gradcli.symbolic.factor import factored
from gradcli.symbolic.trace import Trace

_SCALES: Final = (1, 1, 1, 0.3, 3, -1, -1, -3, 10)
_MIXED: Final = (1, 1, 2, 0.5)
_MOST_ENDS: Final = 10  # of pieces, between which claims are tried
_SHARE: Final = 0.4142
_CORNER: Final = "it is right but for points where pieces meet or inputs are equal"
_CLOSE: Final = (-0.107, -0.0107, 0.0107, 0.107)  # to a number written: round to none other
_APART: Final = 1e-5

Point = Mapping[str, np.ndarray]
Pair = tuple[np.ndarray, np.ndarray]


_ELEMENTS: Final = 16  # that are moved one by one
_SIDES: Final = 6  # directions in which the sides of a point are looked at
_ASIDE: Final = 1e-6
_ROUNDING: Final = 1e-4


class Difference(NamedTuple):
    """Where a claim errs most: the inputs there, the derivative, and what is claimed."""

    point: Point
    derivative: np.ndarray
    claimed: np.ndarray


class Correction(NamedTuple):
    """What makes a claim right, and what was wrong with it."""

    text: str
    mistake: str


class Verdict(NamedTuple):
    """What became of a claim: at how many points it was tried, and where it errs, if it does.

    ``proved``: it is the derivative everywhere, by its form. ``correction`` makes it right;
    ``derivative`` is the derivative's own text, where it has one; ``notes`` say what was assumed.
    ``excepted`` is a point where pieces meet, at which a claim that holds has no value or another.
    """

    claim: str
    by: str
    points: int
    proved: bool = False
    difference: Difference | None = None
    correction: Correction | None = None
    derivative: str | None = None
    notes: tuple[str, ...] = ()
    excepted: Difference | None = None

    @property
    def holds(self) -> bool:
        """Whether the claim is the derivative."""
        return self.difference is None


def judge(problem: Problem, claim: str) -> Verdict:
    """Tell whether a text is the derivative by the one input that a problem differentiates by.

    Raises ``GradcliError`` where the program or the claim is wrong as a program.
    """
    if len(problem.wrt) != 1:
        raise error_of("a claim is about one derivative", "claim", "say by what: --wrt x")
    points = [*points_of(problem), *_between(problem, claim)]
    found = [(values(problem, point), value_of(problem, claim, point)) for point in points]
    tried = [(p, (w[0], c)) for p, (w, c) in zip(points, found, strict=True) if w is not None]
    if not any(np.isfinite(want).any() for _, (want, _) in tried):
        raise error_of("the derivative is not finite at any point tried", "not-finite")
    wrong = [(point, pair) for point, pair in tried if not agree(*pair)]
    by, notes = problem.wrt[0], tuple(problem.assumptions())
    if not wrong:
        verdict = Verdict(claim, by, len(tried), notes=notes)
        verdict = _at_corners(problem, verdict)
        whole = verdict.holds and verdict.excepted is None
        return verdict._replace(proved=whole and _is_proved(problem, claim))
    from gradcli.answers.corrections import correction_of

    counts = [sum(array.size for array in point.values()) for point, _ in wrong]
    short = [case for case, count in zip(wrong, counts, strict=True) if count == min(counts)]
    point, (want, got) = max(short, key=lambda case: _distance(*case[1]))
    derivative = _text(problem)
    correction = correction_of(problem, claim, tried, derivative)
    difference = Difference(point, want, got)
    return Verdict(claim, by, len(tried), False, difference, correction, derivative, notes)


def points_of(problem: Problem) -> Iterator[Point]:
    """Yield inputs to try a claim with: of several sizes and signs, and under several shapes."""
    generator = np.random.default_rng(7)
    for scale in _SCALES:
        yield problem.holding(problem.moved(scale, generator))
    for scale in _MIXED:  # where inputs, and their elements, have other signs than one another
        yield problem.holding(
            {
                name: array
                if name in problem.fixed
                else moved(array, scale, generator) * generator.choice((-1, 1), array.shape)
                for name, array in problem.arrays.items()
            }
        )
    yield from problem.forms


def _between(problem: Problem, claim: str) -> Iterator[Point]:
    """Yield inputs around the numbers that are written, where pieces may end and peaks be."""
    ends = {sign * end for end in written_numbers(problem, claim) for sign in (1, -1)}
    steps = sorted(ends)[:: max(len(ends) // _MOST_ENDS, 1)]
    (by,) = problem.wrt
    shape = problem.arrays[by].shape
    if not steps or len(shape) > 1:
        return
    # At no round part of the way, which may be an end as well.
    inner = [low + _SHARE * (high - low) for low, high in itertools.pairwise(steps)]
    inner += [(1 + _SHARE) * end for end in (steps[0], steps[-1])]
    inner += [end + step for end in steps for step in _CLOSE]
    generator = np.random.default_rng(9)
    for place in range(0, len(inner), max(sum(shape), 1)):
        arrays = problem.moved(1, generator)
        apart = 1 + _APART * np.arange(max(sum(shape), 1)).reshape(shape)  # no two are equal
        yield problem.holding({**arrays, by: np.resize(np.roll(inner, -place), shape) * apart})


def _at_corners(problem: Problem, verdict: Verdict) -> Verdict:
    """Return a verdict, on a claim that is right elsewhere, where pieces end and at ties."""
    excepted = None
    for point in corners(problem, verdict.claim):
        wanted = values(problem, point)
        if wanted is None or not np.isfinite(wanted[0]).all():
            continue
        (want,), got = wanted, _value_or_nan(problem, verdict.claim, point, wanted[0])
        if agree(want, got):
            continue
        derivative = _text(problem)
        written = _value_or_nan(problem, derivative or "nan", point, want)
        # Wherever the claim has a value; between those on both sides one is as good as another.
        if agree(got, want) or agree(got, written) or _is_between_sides(problem, point, got):
            excepted = excepted or Difference(point, want, got)
            continue
        with STATE.replaced(ties=True):
            text = _text(problem)
        is_right = text is not None and agree(want, _value_or_nan(problem, text, point, want))
        correction = Correction(text or "", _CORNER) if is_right else None
        difference = Difference(point, want, got)
        return verdict._replace(difference=difference, correction=correction, derivative=derivative)
    return verdict._replace(excepted=excepted)


def _is_between_sides(problem: Problem, point: Point, got: np.ndarray) -> bool:
    """Tell whether a claim lies between the derivatives on the sides of a point."""
    generator = np.random.default_rng(11)
    (by,) = problem.wrt
    array, sides = point[by], []
    ways = [generator.normal(size=array.shape) for _ in range(_SIDES)]
    ways += list(np.eye(array.size).reshape(-1, *array.shape)[:_ELEMENTS])  # one of a tie alone
    for way in ways:
        step = way * _ASIDE * np.maximum(1, np.abs(array))
        for moved_by in (step, -step):
            found = values(problem, problem.holding({**point, by: array + moved_by}))
            if found is not None and np.isfinite(found[0]).all():
                sides.append(found[0])
    if not sides or sides[0].shape != got.shape:
        return False
    room = _ROUNDING * (1 + np.abs(got))
    low, high = np.min(sides, axis=0) - room, np.max(sides, axis=0) + room
    return bool(((low <= got) & (got <= high)).all())


def _value_or_nan(problem: Problem, text: str, point: Point, like: np.ndarray) -> np.ndarray:
    try:
        return value_of(problem, text, point)
    except GradcliError:
        return np.full_like(like, np.nan)


def value_of(problem: Problem, claim: str, point: Point, dtype: str = "float64") -> np.ndarray:
    """Return what a text computes at a point."""
    with session_of(dtype) as session, program_errors():
        define(session, problem, point, ())
        found: Any = session.evaluate(claim, "<claim>").value
    if isinstance(found, (Tensor, int, float)):
        return np.asarray(found.array if isinstance(found, Tensor) else float(found))
    raise error_of("the claim is no tensor and no number", "claim")


def _distance(want: np.ndarray, got: np.ndarray) -> float:
    if want.shape != got.shape:
        return float("inf")
    finite = np.isfinite(want)
    scale = float(np.max(np.abs(want), initial=1e-30, where=finite))
    apart = np.where(np.isfinite(got), np.abs(got - want), np.inf)
    return float(np.max(apart, initial=0.0, where=finite)) / scale


def _text(problem: Problem) -> str | None:
    try:
        return differentiate(problem, in_line=True).text
    except GradcliError:
        return None


# By the form


def _is_proved(problem: Problem, claim: str) -> bool:
    """Tell whether a claim has the normal form of the derivative, under each choice of sizes."""
    try:
        return all(
            same_form(traced(problem, arrays)[0], form_of(problem, claim, arrays))
            for arrays in (problem.arrays, *[arrays for _, arrays in problem.others])
        )
    except (GradcliError, OpError, NotImplementedError, KeyError):
        return False


def form_of(problem: Problem, text: str, arrays: Point) -> Expr:
    """Return what a text computes as an expression; raises where it has none that is the only."""
    branches = Branches(set(problem.arrays) - problem.fixed)
    with session_of() as session, Trace(branches) as trace, program_errors():
        for name, tensor in define(session, problem, arrays, ()).items():
            trace.name(tensor, name)
        expr: Expr = trace.expression(session.evaluate(text, "<claim>").value)
    if branches.taken:
        raise error_of("the text branches by values", "no-expression")
    return expr


def same_form(a: Expr, b: Expr) -> bool:
    """Tell whether two expressions are one by the arithmetic that every expression goes through."""
    if a.shape != b.shape:
        return False
    if a is b or is_number(plain(subtract(a, b)), 0):
        return True
    one, other = factored(a, b)
    return one is other or is_number(plain(factored(subtract(one, other))[0]), 0)
