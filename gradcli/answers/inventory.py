"""What files of numbers hold: names, shapes, element types, and how the numbers are spread."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from gradcli.answers.loaded import member, split
from gradcli.data.contents import Member, UnusableError
from gradcli.data.formats import read
from gradcli.data.source import named


class Stats(NamedTuple):
    """The least, the greatest and the mean of the finite numbers, and how many are not finite."""

    min: float
    max: float
    mean: float
    nonfinite: int


class Row(NamedTuple):
    """One array of a file; the only one of some formats has no name.

    ``reason`` says why the array cannot be read, where that is so.
    """

    name: str
    shape: tuple[int, ...]
    dtype: str
    nbytes: int
    stats: Stats | None = None
    reason: str | None = None


class Inventory(NamedTuple):
    """A file, its format, and its arrays."""

    file: str
    format: str
    rows: tuple[Row, ...]

    @property
    def nbytes(self) -> int:
        """Return the bytes of all arrays."""
        return sum(row.nbytes for row in self.rows)


def inventory(name: str, stats: bool) -> Inventory:
    """List what FILE, or FILE#KEY, holds; only what ``stats`` asks for reads elements."""
    path, key = split(f"@{name}")
    contents = read(path)
    alone = () if contents.whole is None else (("", contents.whole),)
    with named(path):
        chosen = contents.members.items() if key is None else [(key, member(contents, key))]
        rows = tuple(_row(*item, stats) for item in chosen or alone)
    return Inventory(name, contents.format, rows)


def _row(name: str, member: Member, stats: bool) -> Row:
    row = Row(name, member.shape, member.dtype, member.nbytes)
    if not stats:
        return row
    try:
        return row._replace(stats=_stats(member.read()))
    except UnusableError as error:
        return row._replace(reason=error.reason)


def _stats(array: np.ndarray) -> Stats | None:
    """Return figures in double precision; complex numbers have no order, and nothing has none."""
    if array.dtype.kind == "c":
        return None
    flat = array.reshape(-1)
    finite = flat if array.dtype.kind in "biu" else flat[np.isfinite(flat)]
    if not finite.size:
        return Stats(np.nan, np.nan, np.nan, flat.size)
    mean = float(np.mean(finite, dtype=np.float64))
    return Stats(float(finite.min()), float(finite.max()), mean, flat.size - finite.size)
