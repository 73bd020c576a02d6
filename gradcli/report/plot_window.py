"""Which part of a curve is worth a picture: poles leave room for the rest, gaps stay gaps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor, log10

import numpy as np

_USUAL, _FAR, _LEAP, _MANY = (20, 80), 2.5, 0.5, 50
_GROWS, _GROWS_MORE = 1.2, 2.7  # by how much steps grow to a pole, and to one without a value


def window(curves: Sequence[np.ndarray]) -> tuple[float, float]:
    """Return the least and the greatest value to be shown.

    A curve with a pole is shown as far as most of it reaches, and a little more.
    """
    lows, highs = [], []
    for values in curves:
        finite = values[np.isfinite(values)]
        if not finite.size:
            continue
        low, high = float(finite.min()), float(finite.max())
        usual = np.percentile(finite, _USUAL)
        room = float(usual[1] - usual[0]) * _FAR
        if values.ndim == 1 and room:
            low = max(low, float(usual[0]) - room) if _is_pole(values, low) else low
            high = min(high, float(usual[1]) + room) if _is_pole(values, high) else high
        lows.append(low)
        highs.append(high)
    low, high = min(lows, default=0.0), max(highs, default=0.0)
    return (low, high) if high > low else (low - 1, high + 1)


def _is_pole(values: np.ndarray, extreme: float) -> bool:
    """Tell whether a curve shoots up to its extreme: two points further it is not half of that."""
    at = int(np.flatnonzero(values == extreme)[0])
    around = [abs(values[i]) for i in (at - 2, at + 2) if 0 <= i < len(values)]
    near = min((float(value) for value in around if np.isfinite(value)), default=0.0)
    return near < abs(extreme) / 2


def pieces(values: np.ndarray, low: float, high: float) -> Iterator[tuple[int, int]]:
    """Yield where the pieces of a curve begin and end that have values to be shown.

    A curve that leaps from one end of the window to the other is broken, not steep.
    """
    start = 0
    leap = (high - low) * (_LEAP if len(values) >= _MANY else 2)
    for at in range(len(values) + 1):
        shown = at < len(values) and low <= values[at] <= high
        leaps = shown and at > start and abs(values[at] - values[at - 1]) >= leap
        if not shown or leaps:
            if at > start:
                yield start, at
            start = at if shown else at + 1


def lines(
    steps: np.ndarray, values: np.ndarray, low: float, high: float
) -> Iterator[list[tuple[float, float]]]:
    """Yield the points of a curve, piece by piece, to the window's edge where they leave it."""
    for start, end in pieces(values, low, high):
        points = list(zip(steps[start:end].tolist(), values[start:end].tolist(), strict=True))
        if len(points) > 1:
            points = [
                *_way_out(steps, values, start, -1, low, high),
                *points,
                *_way_out(steps, values, end - 1, 1, low, high),
            ]
        yield points


def _way_out(
    steps: np.ndarray, values: np.ndarray, at: int, way: int, low: float, high: float
) -> list[tuple[float, float]]:
    """Return where a piece that ends at a place goes on to the window's edge, if it does.

    It goes on to the next value, if that is beyond the edge that it heads for; before a pole, where
    the next one is on the other side, it goes up to the pole.
    """
    out = at + way
    if not 0 <= out < len(values):
        return []
    value, here = float(values[out]), float(values[at])
    heading = here - float(values[at - way])
    edge = high if heading > 0 else low
    if (value > high and heading >= 0) or (value < low and heading <= 0):
        edge = high if value > high else low
        share = (edge - here) / (value - here) if np.isfinite(value) else 1.0
        return [(float(steps[at] + share * (steps[out] - steps[at])), edge)]
    further = at - 2 * way
    if not 0 <= further < len(values) or (value - here) * heading >= 0 or not heading:
        return []
    before = abs(float(values[at - way] - values[further]))
    grows = _GROWS_MORE if np.isnan(value) else _GROWS
    return [(float(steps[at] + steps[out]) / 2, edge)] if abs(heading) > grows * before else []


def ticks(low: float, high: float, most: float) -> list[float]:
    """Return round numbers of an axis, about so many at most."""
    rough = (float(high) - float(low)) / max(most, 2)
    unit = 10.0 ** floor(log10(rough))
    step = next(unit * size for size in (1, 2, 5, 10) if unit * size >= rough * 0.999)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [place * step for place in range(first, last + 1)]
