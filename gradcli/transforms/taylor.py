"""The verdict on a gradient that needs no step size: the rate at which Taylor's remainder falls.

With the right slope what is left of a function after its tangent falls with the square of the step,
with a wrong one with the step itself. This module knows functions of one number and no tensors.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

RIGHT_FROM = 1.5
"""Between the rates of a wrong slope, 1, and of a right one, 2."""

_STEPS = [2.0**-power for power in range(3, 21)]
_FITTED = 4  # of the smallest steps whose remainders are more than rounding
_ROUNDING = 64.0  # units in the last place that a value may be off by


def remainder_rate(
    function: Callable[[float], float], slope: float, precision: float = np.finfo(float).eps
) -> float:
    """Return the power of the step that the remainder at 0 falls with; infinity for a line.

    ``precision`` is the distance from 1 to the next number that the function computes with. The
    rate is NaN where the function or the slope is not finite.
    """
    start = function(0.0)
    values = [function(step) for step in _STEPS]
    rounding = _ROUNDING * precision * max(map(abs, (start, *values)))
    points = []
    for step, value in zip(_STEPS, values, strict=True):
        remainder = abs(value - start - step * slope)
        if not math.isfinite(remainder):
            return math.nan
        if remainder > rounding:
            points.append((math.log2(step), math.log2(remainder)))
    if len(points) < _FITTED:
        return math.inf
    fitted = np.array(points[-_FITTED:])
    steps, remainders = (fitted - fitted.mean(axis=0)).T
    return float(steps @ remainders / (steps @ steps))


def verdict(rate: float) -> str:
    """Return in words what a rate says of a gradient."""
    if math.isnan(rate):
        return "the function or its gradient is not finite here, so Taylor's remainder says nothing"
    if math.isinf(rate):
        return "Taylor's remainder is no more than rounding, as it is for a right gradient"
    says = "right" if rate > RIGHT_FROM else "wrong"
    return (
        f"Taylor's remainder falls with the step to the power {rate:.2f} (2 is right, 1 is wrong): "
        f"the gradient is {says}"
    )
