"""A search along a direction for a step that meets the strong Wolfe conditions.

Such a step lowers the loss enough, and leaves little slope. This module knows a function of the
step's length; the optimizer knows what it computes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

__all__ = ["strong_wolfe"]

_DECREASE, _CURVATURE, _SHORTEST = 1e-4, 0.9, 1e-9


class Point(NamedTuple):
    """A length of the step with the loss, the gradient and the slope there."""

    step: Any
    loss: float
    gradient: Any
    slope: Any


def strong_wolfe(
    evaluate: Callable[[Any], tuple[float, Any]],
    step: Any,
    direction: Any,
    loss: float,
    gradient: Any,
    slope: Any,
    most: int,
) -> tuple[float, Any, Any, int]:
    """Return the loss and the gradient at the step that was found, the step, and the calls."""

    def at(step: Any) -> Point:
        loss, gradient = evaluate(step)
        return Point(step, loss, gradient, gradient.dot(direction))

    start = Point(0, loss, gradient, slope)
    bracket, searches = _bracket(at, start, step, most)
    if len(bracket) == 2:
        best, searches = _zoom(at, start, bracket, abs(direction).max(), searches, most)
    else:
        (best,) = bracket
    return best.loss, best.gradient, best.step, searches + 1


def _bracket(
    at: Callable[[Any], Point], start: Point, step: Any, most: int
) -> tuple[list[Point], int]:
    """Lengthen the step until a good one was found, or two with a good one between them."""
    before, now = start, at(step)
    for searches in range(most):
        if _too_high(now, start) or (searches > 1 and now.loss >= before.loss):
            return [before, now], searches
        if abs(now.slope) <= -_CURVATURE * start.slope:
            return [now], searches
        if now.slope >= 0:
            return [before, now], searches
        shortest = now.step + 0.01 * (now.step - before.step)
        step = _interpolate(before, now, (shortest, now.step * 10))
        before, now = now, at(step)
    return [start, now], most


def _zoom(
    at: Callable[[Any], Point],
    start: Point,
    ends: list[Point],
    longest: Any,
    searches: int,
    most: int,
) -> tuple[Point, int]:
    """Shrink the interval between two steps until one of them is good."""
    low, high = (0, 1) if ends[0].loss <= ends[-1].loss else (1, 0)
    stuck = False
    while searches < most:
        if abs(ends[1].step - ends[0].step) * longest < _SHORTEST:
            break
        step, stuck = _between(ends, stuck)
        now = at(step)
        searches += 1
        if _too_high(now, start) or now.loss >= ends[low].loss:
            ends[high] = now
            low, high = (0, 1) if ends[0].loss <= ends[1].loss else (1, 0)
            continue
        done = abs(now.slope) <= -_CURVATURE * start.slope
        if not done and now.slope * (ends[high].step - ends[low].step) >= 0:
            ends[high] = ends[low]
        ends[low] = now
        if done:
            break
    return ends[low], searches


def _too_high(now: Point, start: Point) -> bool:
    return bool(now.loss > start.loss + _DECREASE * now.step * start.slope)


def _between(ends: list[Point], stuck: bool) -> tuple[Any, bool]:
    """Return the next step to try, and whether it is close to an end where it does not help."""
    step = _interpolate(ends[0], ends[1])
    low, high = min(ends[0].step, ends[1].step), max(ends[0].step, ends[1].step)
    margin = 0.1 * (high - low)
    if not min(high - step, step - low) < margin:
        return step, False
    if not (stuck or step >= high or step <= low):
        return step, True
    return (high - margin if abs(step - high) < abs(step - low) else low + margin), False


def _interpolate(a: Point, b: Point, bounds: tuple[Any, Any] | None = None) -> Any:
    """Return where the cubic through two points with their slopes is least, within bounds."""
    if bounds is None:
        bounds = (a.step, b.step) if a.step <= b.step else (b.step, a.step)
    mixed = a.slope + b.slope - 3 * (a.loss - b.loss) / (a.step - b.step)
    square = mixed**2 - a.slope * b.slope
    if not square >= 0:
        return (bounds[0] + bounds[1]) / 2.0
    root = square**0.5
    left, right = (a, b) if a.step <= b.step else (b, a)
    part = (right.slope + root - mixed) / (right.slope - left.slope + 2 * root)
    step = right.step - (right.step - left.step) * part
    return min(max(step, bounds[0]), bounds[1])
