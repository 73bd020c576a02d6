"""A plot in the terminal: curves by plotext, an extra, and areas in shades with arrows downhill."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from gradcli.errors import DataError
from gradcli.report.glyphs import ASCII, Glyphs, visible
from gradcli.report.plot_window import lines, ticks, window

if TYPE_CHECKING:
    from gradcli.answers.plot import Plot

_COLOURS = (4, 1, 2, 5, 3, 6)
_SIGNS = ("braille", "x", "o", "+", "*", ".")
_PATH = "@"
_APART, _HIGH = 10, 4
"""How many columns, and lines, an axis has for each of its numbers."""
_FRAME = str.maketrans("┌┐└┘│─┤├┬┴┼", "++++|-|+++" + "+")


def render(plot: Plot, width: int, height: int, colour: bool, glyphs: Glyphs) -> str:
    """Draw a plot in so many columns and lines."""
    if len(plot.axes) == 2:
        return _area(plot, width, height, glyphs)
    return _curves(plot, width, height, colour, glyphs)


# Curves


def _curves(plot: Plot, width: int, height: int, colour: bool, glyphs: Glyphs) -> str:
    try:
        import plotext
    except ImportError as error:
        reason = "needs the package plotext: pip install 'gradcli[plot]', or give -o plot.svg"
        raise DataError(reason, "a plot in the terminal") from error
    (steps,) = plot.axes.values()
    curves = {plot.title: plot.values, **plot.slopes}
    plotext.terminal.limit(False, False)  # a variable may say that it is narrow
    shown = plotext.figure
    shown.clear()
    shown.theme("colorless")
    shown.plot_size(width, height - len(curves) - 2 * (plot.path is not None))
    ends = window(list(curves.values()))
    shown.ruler("y").lim(*ends)
    for side, low, high, room in (
        ("x", steps[0], steps[-1], width / _APART),
        ("y", *ends, height / _HIGH),
    ):
        marks = ticks(low, high, room)
        shown.ruler(side).ticks(marks, [f"{mark:.6g}" for mark in marks])
    legend = []
    for place, (label, values) in enumerate(curves.items()):
        number = _COLOURS[place % len(_COLOURS)]
        sign = "braille" if colour else _SIGNS[place % len(_SIGNS)]
        sign = "." if sign == "braille" and glyphs is ASCII else sign
        marker = plotext.marker(sign, plotext.pixel(number) if colour else None)
        for points in lines(steps, values, *ends):
            line = shown.signal(*map(list, zip(*points, strict=True)), marker=marker)
            shown.draw(line.lines())
        legend.append(_legend("⣀⠤⠒" if sign == "braille" else sign * 3, label, number, colour))
    if plot.path is not None and len(plot.path):
        at, to = plot.path.T
        shown.draw(shown.signal(at.tolist(), to.tolist(), marker=plotext.marker(_PATH)))
        legend.append(f"{_PATH * 3} {_steps(plot)}")
    text: str = shown.build().string(not colour)
    text = text.rstrip("\n") if colour else "\n".join(map(str.rstrip, text.splitlines()))
    if glyphs is ASCII:
        text = text.translate(_FRAME)
    return "\n".join([text, *legend]) + "\n"


def _legend(sign: str, label: str, number: int, colour: bool) -> str:
    text = visible(label)
    return f"\x1b[38;5;{number}m{sign}\x1b[0m {text}" if colour else f"{sign} {text}"


def _steps(plot: Plot) -> str:
    """Say where a descent begins and ends."""
    path: Any = plot.path
    names = list(plot.axes)
    start, end = (
        ", ".join(f"{name} = {at:.4g}" for name, at in zip(names, row, strict=False))
        for row in (path[0], path[-1])
    )
    count, least = len(path) - 1, f"{path[-1, -1]:.4g}"
    return f"descent in {count} steps from {start}\nto {end}, where it is {least}"


# Areas


def _area(plot: Plot, width: int, height: int, glyphs: Glyphs) -> str:
    """Draw a function of two inputs: the higher, the darker; arrows lead where it rises."""
    (across, x), (up, y) = plot.axes.items()
    columns, lines = max(width - 14, 10), max(height - 5, 5)
    low, high = window([plot.values])
    i = np.linspace(0, len(x) - 1, columns).round().astype(int)
    j = np.linspace(len(y) - 1, 0, lines).round().astype(int)
    shares = np.clip((plot.values[np.ix_(i, j)].T - low) / ((high - low) or 1), 0, 1)
    levels = np.where(np.isfinite(shares), np.nan_to_num(shares) * len(glyphs.shades), 0)
    kinds = np.minimum(levels.astype(int), len(glyphs.shades) - 1)
    cells = [[glyphs.shades[kind] for kind in row] for row in kinds]
    for row, column in np.argwhere(~np.isfinite(shares)).tolist():
        cells[row][column] = "?"
    _arrows(cells, plot, i, j, glyphs)
    if plot.path is not None:
        _walk(cells, plot.path, x, y)
    ends = [f"{y[-1]:.4g}", *[""] * (lines - 2), f"{y[0]:.4g}"]
    rows = [
        f"{e:>8} {glyphs.bar}{''.join(c)}{glyphs.bar}" for e, c in zip(ends, cells, strict=True)
    ]
    foot = f"{x[0]:<.4g}".ljust(columns - len(f"{x[-1]:.4g}")) + f"{x[-1]:.4g}"
    shades = f"{low:.4g} {glyphs.shades} {high:.4g}"
    legend = f"{'':10}{visible(plot.title)}: {shades}"
    last = [] if plot.path is None or not len(plot.path) else [f"{_PATH} {_steps(plot)}"]
    named = f"{'':10}{visible(across)} to the right, {visible(up)} upwards"
    return "\n".join([*rows, f"{'':10}{foot}", named, legend, *last]) + "\n"


def _arrows(cells: list[list[str]], plot: Plot, i: Any, j: Any, glyphs: Glyphs) -> None:
    """Put an arrow into some cells: the direction of the gradient."""
    signs = ">/^\\<,v\\" if glyphs is ASCII else "→↗↑↖←↙↓↘"
    right, up = plot.slopes.values()
    for row in range(1, len(cells), 4):
        for column in range(2, len(cells[0]), 8):
            dx, dy = right[i[column], j[row]], up[i[column], j[row]]
            if np.isfinite([dx, dy]).all() and (dx or dy):
                turn = round(float(np.arctan2(dy, dx)) / (np.pi / 4)) % 8
                cells[row][column] = signs[turn]


def _walk(cells: list[list[str]], path: np.ndarray, x: np.ndarray, y: np.ndarray) -> None:
    for at, up, _ in path.tolist():
        column = round((at - x[0]) / (x[-1] - x[0]) * (len(cells[0]) - 1))
        row = round((y[-1] - up) / (y[-1] - y[0]) * (len(cells) - 1))
        if 0 <= row < len(cells) and 0 <= column < len(cells[0]):
            cells[row][column] = _PATH
