"""Whether a claim is the derivative: judged by numbers at many points, and where it errs.

A claim that is wrong gets the simplest correction that makes it right at every point tried: a sign,
a factor, a transpose, or the derivative of something that stands inside the program.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

import numpy as np

from gradcli.answers.followed import define, error_of, program_errors, session_of, values
from gradcli.answers.formula import agree, derive, differentiate, moved
from gradcli.answers.problem import Problem
from gradcli.core.tensor import Tensor
from gradcli.errors import GradcliError
from gradcli.symbolic.short_program import text_of
from gradcli.syntax import nodes
from gradcli.syntax.parse import parse
from gradcli.syntax.unparse import unparse
from gradcli.syntax.walk import walk

_SCALES: Final = (1, 1, 1, 0.3, 3, -1, -1, -3, 10)
_MOST_INNER: Final = 12

Point = Mapping[str, np.ndarray]
Pair = tuple[np.ndarray, np.ndarray]


class Difference(NamedTuple):
    """Where a claim errs most: the inputs there, the derivative, and what is claimed."""

    point: Point
    derivative: np.ndarray
    claimed: np.ndarray


class Verdict(NamedTuple):
    """What became of a claim: at how many points it was tried, and where it errs, if it does.

    ``correction`` makes it right; ``derivative`` is the derivative's own text, where it has one;
    ``notes`` say what was assumed.
    """

    claim: str
    by: str
    points: int
    difference: Difference | None = None
    correction: str | None = None
    derivative: str | None = None
    notes: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the claim is the derivative."""
        return self.difference is None


def judge(problem: Problem, claim: str) -> Verdict:
    """Tell whether a text is the derivative by the one input that a problem differentiates by.

    Raises ``GradcliError`` where the program or the claim is wrong as a program.
    """
    if len(problem.wrt) != 1 or problem.hessian:
        raise error_of("a claim is about one derivative", "claim", "say by what: --wrt x")
    points = list(_points(problem))
    found = [(values(problem, point), _claimed(problem, claim, point)) for point in points]
    tried = [(p, (w[0], c)) for p, (w, c) in zip(points, found, strict=True) if w is not None]
    if not any(np.isfinite(want).any() for _, (want, _) in tried):
        raise error_of("the derivative is not finite at any point tried", "not-finite")
    wrong = [(point, pair) for point, pair in tried if not agree(*pair)]
    by, notes = problem.wrt[0], tuple(problem.assumptions())
    if not wrong:
        return Verdict(claim, by, len(tried), notes=notes)
    point, (want, got) = max(wrong, key=lambda case: _distance(*case[1]))
    return Verdict(
        claim,
        by,
        len(tried),
        Difference(point, want, got),
        _correction(problem, claim, tried),
        _text(problem),
        notes,
    )


def _points(problem: Problem) -> Iterator[Point]:
    generator = np.random.default_rng(7)
    for scale in _SCALES:
        yield problem.holding(
            {
                name: array if name in problem.fixed else moved(array, scale, generator)
                for name, array in problem.arrays.items()
            }
        )
    yield from problem.forms


def _claimed(problem: Problem, claim: str, point: Point) -> np.ndarray:
    with session_of() as session, program_errors():
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
        return differentiate(problem).text
    except GradcliError:
        return None


# What would make a claim right


def _correction(problem: Problem, claim: str, tried: Sequence[tuple[Point, Pair]]) -> str | None:
    pairs = [pair for _, pair in tried]
    if all(got.ndim == 2 and agree(want, got.T) for want, got in pairs):
        return _tidy(f"({claim}).T")
    if any(want.shape != got.shape for want, got in pairs):
        return None
    factor = _factor(pairs)
    if factor is not None:
        return _tidy(_scaled(claim, factor))
    for inner in _inner_derivatives(problem):
        for text in (f"({claim}) * ({inner})", f"({claim}) / ({inner})"):
            found = [_claimed_or_none(problem, text, point) for point, _ in tried]
            wanted = [want for want, _ in pairs]
            if all(g is not None and agree(w, g) for w, g in zip(wanted, found, strict=True)):
                return _tidy(text)
    return None


def _tidy(text: str) -> str:
    """Return a text with the brackets that it needs."""
    return text_of(parse(text))


def _factor(pairs: Sequence[Pair]) -> Fraction | None:
    """Return the number that a claim has to be multiplied by, the same everywhere."""
    for want, got in pairs:
        used = np.isfinite(want) & np.isfinite(got) & (got != 0)
        if not used.any():
            continue
        ratio = float(want[used].flat[0]) / float(got[used].flat[0])
        if not np.isfinite(ratio) or ratio == 0:
            return None
        factor = Fraction(ratio).limit_denominator(100)
        whole = factor != 0 and all(agree(w, float(factor) * g) for w, g in pairs)
        return factor if whole else None
    return None


def _scaled(claim: str, factor: Fraction) -> str:
    if factor == -1:
        return f"-({claim})"
    if abs(factor.numerator) == 1:
        return f"{'-' if factor < 0 else ''}({claim}) / {factor.denominator}"
    text = str(factor.numerator) if factor.denominator == 1 else f"{factor}"
    return f"{text} * ({claim})"


def _inner_derivatives(problem: Problem) -> Iterator[str]:
    """Yield the derivatives of what stands inside functions and powers of the program."""
    shapes = {name: array.shape for name, array in problem.arrays.items()}
    by = problem.wrt[0]
    seen: set[str] = set()
    for node in walk(parse(problem.source, problem.filename)):
        inner: list[nodes.Expr] = []
        if isinstance(node, nodes.Call):
            inner = list(node.args[:1])
        elif isinstance(node, nodes.BinOp) and node.op in ("**", "/"):
            inner = [node.left, node.right]
        for text in map(unparse, inner):
            if text in seen or len(seen) >= _MOST_INNER:
                continue
            seen.add(text)
            try:
                yield derive(f"sum({text.strip()})", {}, shapes, problem.constants, (by,)).text
            except GradcliError:
                continue


def _claimed_or_none(problem: Problem, text: str, point: Point) -> np.ndarray | None:
    try:
        return _claimed(problem, text, point)
    except GradcliError:
        return None
