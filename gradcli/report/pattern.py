"""Where a Jacobian or Hessian is zero, as a picture of signs: one for each entry, or for several.

This module knows signs and widths. It does not know how the entries were found.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from math import ceil
from typing import TYPE_CHECKING

import numpy as np

from gradcli.report.glyphs import UNICODE, Glyphs, visible

if TYPE_CHECKING:
    from gradcli.answers.report import Pattern

_USUAL, _HIGHEST = 100, 50

Sides = tuple[tuple[str, int], ...]


def draw(pattern: Pattern, glyphs: Glyphs = UNICODE, width: int | None = None) -> str:
    """Draw a pattern, no wider than ``width`` columns, and say how full it is."""
    width = width or _USUAL
    height, across = pattern.nonzero.shape
    exact = across + len(pattern.columns) - 1 <= width and height <= _HIGHEST
    scale = 1 if exact else max(ceil(across / width), ceil(height / _HIGHEST), 1)
    lines = _entries(pattern, glyphs, width) if exact else _shades(pattern.nonzero, scale, glyphs)
    return "\n".join([*lines, *_legend(pattern, scale)])


def _entries(pattern: Pattern, glyphs: Glyphs, width: int) -> Iterator[str]:
    """Draw each entry, with lines between the parts of different tensors."""
    rows, columns = _ends(pattern.rows), _ends(pattern.columns)
    between = " " if 2 * (pattern.nonzero.shape[1] + len(columns)) <= width else ""
    for number, row in enumerate(pattern.nonzero):
        signs = [glyphs.entries[entry] for entry in row.astype(int)]
        if number in rows:
            rule = [glyphs.line] * len(signs)
            yield _joined(rule, columns, glyphs.line * len(between), glyphs.cross)
        yield _joined(signs, columns, between, glyphs.bar)


def _joined(signs: list[str], columns: list[int], between: str, bar: str) -> str:
    parts = [
        between.join(signs[start:end])
        for start, end in zip([0, *columns], [*columns, len(signs)], strict=True)
    ]
    return f"{between}{bar}{between}".join(parts)


def _ends(sides: Sides) -> list[int]:
    """Return where one tensor's part ends and another's begins."""
    return list(accumulate(size for _, size in sides))[:-1]


def _shades(nonzero: np.ndarray, scale: int, glyphs: Glyphs) -> Iterator[str]:
    """Draw squares of entries, the darker the more of them are not zero."""
    most = len(glyphs.shades) - 1
    for top in range(0, nonzero.shape[0], scale):
        rows = nonzero[top : top + scale]
        shares = [rows[:, left : left + scale].mean() for left in range(0, rows.shape[1], scale)]
        yield "".join(glyphs.shades[ceil(share * most)] for share in shares).rstrip()


def _legend(pattern: Pattern, scale: int) -> Iterator[str]:
    nonzero = pattern.nonzero
    count = int(nonzero.sum())
    share = f" ({count / nonzero.size:.0%})" if nonzero.size else ""
    yield f"rows: {_sides(pattern.rows)}; columns: {_sides(pattern.columns)}"
    if scale > 1:
        yield f"each sign stands for {scale} x {scale} entries"
    yield f"{count:,} of {nonzero.size:,} entries are not zero{share}"


def _sides(sides: Sides) -> str:
    return ", ".join(f"{visible(name)} ({size:,})" for name, size in sides)
