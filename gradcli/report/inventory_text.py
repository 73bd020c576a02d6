"""What files of numbers hold, as lines and as JSON."""

from __future__ import annotations

from typing import Any

from gradcli.answers.inventory import Inventory, Row
from gradcli.report.glyphs import visible
from gradcli.report.json_view import number

VERSION = 1
_HEAD = ("name", "shape", "dtype", "bytes")
_STATS = ("min", "max", "mean", "not finite")


def render(inventory: Inventory, stats: bool) -> str:
    """Draw the arrays of a file as a table; no width cuts it."""
    count = len(inventory.rows)
    head = f"{visible(inventory.file)}: {inventory.format}, {count} array{'s' * (count != 1)}, "
    lines = [(*_HEAD, *(_STATS if stats else ())), *(_cells(r, stats) for r in inventory.rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    table = ["  ".join(map(_padded, range(len(line)), line, widths)).rstrip() for line in lines]
    return "\n".join([f"{head}{inventory.nbytes:,} bytes", *table]) + "\n"


def _padded(column: int, text: str, width: int) -> str:
    """Put words at the left of their column, numbers at the right."""
    return text.ljust(width) if column < 3 else text.rjust(width)


def _cells(row: Row, stats: bool) -> tuple[str, ...]:
    shape = "x".join(map(str, row.shape)) or "scalar"
    cells = (visible(row.name) or "-", shape, visible(row.dtype), f"{row.nbytes:,}")
    if not stats:
        return cells
    if row.stats is None:
        return (*cells, "-", "-", "-", "-")
    *figures, nonfinite = row.stats
    return (*cells, *(f"{figure:.6g}" for figure in figures), str(nonfinite))


def tree(inventories: list[Inventory]) -> dict[str, Any]:
    """Return what files hold as nested dicts and lists."""
    return {"version": VERSION, "files": [_file(inventory) for inventory in inventories]}


def _file(inventory: Inventory) -> dict[str, Any]:
    arrays = [_array(row) for row in inventory.rows]
    return {
        "file": inventory.file,
        "format": inventory.format,
        "bytes": inventory.nbytes,
        "arrays": arrays,
    }


def _array(row: Row) -> dict[str, Any]:
    found: dict[str, Any] = {
        "name": row.name or None,
        "shape": list(row.shape),
        "dtype": row.dtype,
        "bytes": row.nbytes,
    }
    if row.stats is not None:
        low, high, mean, nonfinite = row.stats
        figures = {"min": number(low), "max": number(high), "mean": number(mean)}
        found["stats"] = {**figures, "nonfinite": nonfinite}
    if row.reason is not None:
        found["unreadable"] = row.reason
    return found
