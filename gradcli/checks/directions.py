"""Slopes of a function along a line: differences, a complex step, and whether there is a kink.

This module knows functions of one number. It does not know what they are made of.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

STEP = 6e-6
"""The cube root of the rounding, at which central differences are most accurate."""

ROUNDING = 100 * float(np.finfo(float).eps)
"""How far a value may be off, as a part of the terms that it is the sum of."""

_STEPS = (STEP, STEP / 100, STEP / 10_000)  # shorter where the function bends much
_RELATIVE = 1e-5
_TINY = 1e-30  # the complex step: nothing is subtracted, so nothing is lost

Slope = Callable[[complex], complex]
"""The sum that is differentiated, as a function of the way gone in some direction."""


class Line(NamedTuple):
    """The sum along a direction, which begins at 0; the slope there that the rules give.

    ``size`` is the size of the terms of the sum, ``length`` how far a step of 1 moves the inputs.
    """

    value: Slope
    slope: float
    size: float
    direction: np.ndarray
    length: float = 1.0


def central(line: Line, step: float) -> float:
    """Return the slope that a central difference gives."""
    return float((line.value(step) - line.value(-step)).real / (2 * step))


def agrees(line: Line, large: float = 0.0) -> bool:
    """Tell whether a slope is what differences give, those over shorter steps if need be.

    ``large`` is the size of the slopes in other directions, beside which this one may be nothing.
    """
    before = np.nan
    for step in _STEPS:
        near = central(line, step)
        if np.isnan(near) and np.isnan(line.slope):
            return True
        if close(line.slope, near, ROUNDING * line.size / step + _RELATIVE * 1e-4 * large):
            return True
        if abs(near - before) < 0.1 * abs(line.slope - near):
            return False  # differences have settled
        before = near
    return False


def close(exact: float, near: float, rounding: float = 0.0) -> bool:
    """Tell whether two slopes agree but for rounding."""
    if exact == near or not np.isfinite(exact):
        return exact == near
    return abs(exact - near) <= _RELATIVE * max(abs(exact), abs(near)) + rounding


def by_complex_step(line: Line) -> float | None:
    """Return the slope by a step into the complex numbers, where the operators allow that."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # an operator that drops the imaginary part
            return float(line.value(_TINY * 1j).imag / _TINY)
    except Exception:  # whatever an operator says that knows no complex numbers
        return None


def one_sided(line: Line, step: float) -> tuple[float, float]:
    """Return the slopes before and behind the point."""
    here = line.value(0.0).real
    below, above = line.value(-step).real, line.value(step).real
    return (here - below) / step, (above - here) / step


def kink_of(line: Line) -> tuple[float, float] | None:
    """Return the slopes on both sides if they differ however close one looks."""
    pairs = [one_sided(line, STEP * factor) for factor in (8.0, 1.0)]
    wide, narrow = (abs(above - below) for below, above in pairs)
    scale = max(map(abs, (*pairs[1], line.slope)))
    noise = 4 * ROUNDING * line.size / STEP
    if not np.isfinite(narrow) or jumps(pairs[0], pairs[1], noise):
        return pairs[1]
    return pairs[1] if narrow > 1e-4 * scale + noise and narrow > wide / 4 else None


def jumps(wide: tuple[float, float], narrow: tuple[float, float], noise: float) -> bool:
    """Tell whether a slope grows as the step shrinks, as where a function is not continuous."""
    pairs = zip(wide, narrow, strict=True)
    return any(abs(near) > 4 * abs(far) + noise for far, near in pairs)


def apart(line: Line) -> float:
    """Return how far a slope is from what differences give; not finite counts as farthest."""
    distance = abs(line.slope - central(line, STEP))
    return float(distance) if np.isfinite(distance) else float("inf")
