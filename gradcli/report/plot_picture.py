"""A plot as a picture (SVG or PNG), drawn by matplotlib."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gradcli.report.drawing import figure, finished
from gradcli.report.plot_window import lines, window

if TYPE_CHECKING:
    from gradcli.answers.plot import Plot

_COLOURS = ("#1f5fa8", "#c4572b", "#3f8f4f", "#7d4fa8", "#8a6d1f", "#4f8a8a")
_GRID, _PATH = "#d8dfe6", "#b3123c"
_LEVELS, _ARROWS = 14, 15


def render(plot: Plot, form: str) -> bytes:
    """Draw a plot in a format, "svg" or "png"."""
    drawn = figure(7.2, 4.6 if len(plot.axes) == 1 else 5.6, form.upper())
    axes = drawn.subplots()
    if len(plot.axes) == 1:
        _curves(axes, plot)
    else:
        _area(drawn, axes, plot)
    axes.set_xlabel(next(iter(plot.axes)), parse_math=False)
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return finished(drawn, form)


def _curves(axes: Any, plot: Plot) -> None:
    ((_, steps),) = plot.axes.items()
    curves = {plot.title: plot.values, **plot.slopes}
    low, high = window(list(curves.values()))
    room = (high - low) * 0.04
    handles: list[Any] = []
    for place, values in enumerate(curves.values()):
        line = {"lw": 2.2} if not place else {"lw": 1.5, "ls": (0, (6, place))}
        colour = _COLOURS[place % len(_COLOURS)]
        handles += axes.plot([], [], color=colour, **line)
        for points in lines(steps, values, low - room, high + room):
            axes.plot(*zip(*points, strict=True), color=colour, **line)
    if plot.path is not None:
        handles += axes.plot(*plot.path.T, "o-", color=_PATH, ms=4, lw=0.8, zorder=3)
    axes.set_ylim(low - room, high + room)
    axes.set_xlim(steps[0], steps[-1])
    axes.grid(color=_GRID, lw=0.8)
    axes.axhline(0, color="#7d8a96", lw=0.8, zorder=1)
    names = [*curves, *(["descent"] if plot.path is not None else [])]
    found = axes.legend(handles, names, frameon=False, fontsize=9)
    _plain(found.get_texts())


def _area(drawn: Any, axes: Any, plot: Plot) -> None:
    from matplotlib.colors import BoundaryNorm

    (_, x), (up, y) = plot.axes.items()
    values = plot.values.T
    levels = _levels(values)
    norm = BoundaryNorm(levels, 256)
    filled = axes.contourf(x, y, values, levels, cmap="Blues", norm=norm, alpha=0.8)
    axes.contour(x, y, values, levels, colors="#5b7a99", linewidths=0.6)
    every = np.linspace(0, len(x) - 1, min(_ARROWS, len(x))).round().astype(int)
    field = [slopes[np.ix_(every, every)].T for slopes in plot.slopes.values()]
    length = np.hypot(*field)
    field = [part / np.where(length > 0, length, 1) * np.sqrt(length) for part in field]
    axes.quiver(x[every], y[every], *field, color="#1c2733", width=0.0022, alpha=0.75)
    if plot.path is not None and len(plot.path):
        axes.plot(plot.path[:, 0], plot.path[:, 1], "o-", color=_PATH, ms=2.5, lw=1)
        axes.plot(*plot.path[-1, :2], "o", color=_PATH, ms=6)
    axes.set_xlim(x[0], x[-1])
    axes.set_ylim(y[0], y[-1])
    axes.set_ylabel(up, parse_math=False)
    _plain([axes.set_title(f"{plot.title} and its gradient", fontsize=10)])
    drawn.colorbar(filled, ax=axes, shrink=0.9, format="%.3g", drawedges=True)


def _levels(values: np.ndarray) -> np.ndarray:
    """Return heights between which there is about as much of the area each time."""
    finite = values[np.isfinite(values)]
    found: np.ndarray = np.unique(np.quantile(finite, np.linspace(0, 1, _LEVELS)))
    return found if len(found) > 1 else found[0] + np.array([-1.0, 1.0])


def _plain(texts: Any) -> None:
    """Have texts of the user's drawn as they are: a dollar is no mathematics."""
    for text in texts:
        text.set_parse_math(False)
