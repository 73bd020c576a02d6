"""How a text is laid out as a table: what stands before it, what separates values, what has names.

This module knows lines and cells. It does not know arrays.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from itertools import chain, islice
from typing import NamedTuple

from gradcli.errors import DataError

Line = tuple[int, str]
"""A line that is not empty, with its number."""

_DELIMITERS = ",;\t|"
_SEEN = 100_000  # characters of a line, which are fewer than a cell may have
_QUOTED = re.compile(r'"[^"]*"( +"[^"]*")+')
_TOLD = re.compile(r"sep=(.)")  # Excel reads this in a first line, and others write it
_COMMENT = "#"
_INFINITE = (float("inf"), float("-inf"))
COMMENTED = (
    "begins with # and could be a comment or a row; take the line out, or the sign, as in: "
    "grep -v '^#' FILE"
)


class Layout(NamedTuple):
    """What separates values, the header where a comment is one, and the lines that follow."""

    delimiter: str
    header: list[str] | None
    lines: Iterator[Line]


def laid_out(lines: Iterator[Line], delimiter: str | None = None) -> Layout:
    """Look at how a table begins: comments before it are no rows; the last may be the header."""
    comment, first = "", None
    for first in lines:
        if (told := _TOLD.fullmatch(first[1].strip())) and not comment:
            delimiter = told[1]
        elif first[1].startswith(_COMMENT):
            comment = first[1]
        else:
            break
    else:
        if first is None or not comment:
            return Layout(delimiter or ",", None, iter(()))
        comment, first = "", (first[0], comment)
    rest = [first]
    if delimiter is None and not _tells(first[1]):  # nobody waits for a line that is not needed
        rest += islice(lines, 1)
    delimiter = delimiter or delimiter_of(first[1], rest[1][1] if rest[1:] else "")
    header = _commented_header(comment, first[1], delimiter)
    return Layout(delimiter, header, chain(rest, lines))


def _tells(first: str) -> bool:
    """Tell whether the first line alone says what separates values, as numbers do."""
    signs = sum(sign in first for sign in _DELIMITERS)
    return signs == 1 or (not signs and _are_numbers(first.split(), 1))


def _commented_header(comment: str, first: str, delimiter: str) -> list[str] | None:
    """Return the names in a comment, as NumPy writes them, where a row of numbers follows."""
    if not comment:
        return None
    names = cells_of(comment[1:].strip(), delimiter)
    row = cells_of(first, delimiter)
    has_numbers = any(cell.strip() and number_of(cell) is not None for cell in row)
    return names if len(names) == len(row) and has_numbers else None


def delimiter_of(first: str, second: str = "") -> str:
    """Return what separates values, by the first two lines of a table."""
    signs = [sign for sign in _DELIMITERS if sign in first]
    if signs:
        return max(signs, key=lambda sign: _parts(sign, first, second)) if signs[1:] else signs[0]
    spaced = any(_are_numbers(line.split()) for line in (first, second))
    named = second.startswith('"') and _are_numbers(second.rpartition('"')[2].split(), 1)
    return " " if spaced or named or _QUOTED.fullmatch(first.strip()) else ","


def _parts(delimiter: str, first: str, second: str) -> tuple[bool, float]:
    """Tell how well a sign parts two lines: into as many values, and into how many numbers.

    A comma may be that of a decimal fraction, as in ``1,5;2,5``.
    """
    sizes = {len(_loosely(line, delimiter)) for line in (first, second) if line}
    row = _loosely(second or first, delimiter)
    numbers = sum(value_of(cell.replace(",", ".", 1)) is not None for cell in row)
    return len(sizes) == 1 and sizes != {1}, numbers / len(row)


def _loosely(line: str, delimiter: str) -> list[str]:
    """Return the values of a line, whose quotes may be closed in another."""
    return next(csv.reader([line[:_SEEN]], delimiter=delimiter, skipinitialspace=True))


def _are_numbers(words: list[str], least: int = 2) -> bool:
    return len(words) >= least and all(value_of(word) is not None for word in words)


def joined(line: str, delimiter: str) -> str:
    """Return a line with one delimiter between its values; spaces may be more, and around them."""
    return " ".join(line.split()) if delimiter == " " else line


def cells_of(line: str, delimiter: str) -> list[str]:
    """Return the values of a line that is a row by itself."""
    return next(csv.reader([joined(line, delimiter)], delimiter=delimiter, skipinitialspace=True))


def rows_of(layout: Layout, numbers: list[int]) -> Iterator[list[str]]:
    """Yield the rows of a table, which must be equally long; comments between them are none.

    ``numbers`` takes the line that each ends in.
    """
    delimiter, header, lines = layout
    at, width = 0, len(header or ())

    def texts() -> Iterator[str]:
        nonlocal at
        for number, line in lines:
            at = number
            yield joined(line, delimiter) + "\n"

    reader = csv.reader(texts(), delimiter=delimiter, strict=True, skipinitialspace=True)
    try:
        for row in reader:
            width = width or len(row)
            if len(row) == width + 1 and delimiter == " " and header is None and len(numbers) == 1:
                width += 1  # R gives no name to the names of its rows
            if len(row) != width and row[0].startswith(_COMMENT):
                continue
            if len(row) != width:
                has = counted(len(row), "value")
                raise DataError(f"line {at} has {has}, the lines before it {width}")
            numbers.append(at)
            yield row
    except csv.Error as error:
        raise DataError(f"line {at}: {error}") from error


def is_commented(cell: str) -> bool:
    """Tell whether a first value is a number behind the sign of a comment."""
    return cell.startswith(_COMMENT) and number_of(cell[1:] or "#") is not None


def counted(count: int, thing: str) -> str:
    """Return how many things there are, in words."""
    return f"{count} {thing}{'s' * (count != 1)}"


def header_names(row: list[str], unnamed: int = 0, sign: str = "") -> list[str]:
    """Return the names that the first row gives to columns; NumPy begins it with ``#``.

    A column without one, as that of pandas' index, has its number, from ``unnamed`` on.
    """
    names = [" ".join(name.split("\n")).strip() for name in row]
    names[0] = names[0].removeprefix(_COMMENT).lstrip() or names[0]
    counts = not sign and "0" in names  # the names that pandas gives to columns without one
    names = [
        name or (f"c{i + 1}" if counts else f"{sign}{unnamed + i}") for i, name in enumerate(names)
    ]
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise DataError(f"has two columns of the name {name!r}")
        seen.add(name)
    return names


def value_of(cell: str) -> int | float | None:
    """Return the number of a cell in a column; words that R and pandas write are missing ones."""
    return float("nan") if cell.strip() in MISSING else number_of(cell)


MISSING = {"NA", "N/A", "n/a", "#N/A", "<NA>", "NULL", "null", "None"}


def is_header(row: list[str]) -> bool:
    """Tell whether a first row names columns: with texts, or as pandas does those without names."""
    counted_up = not row[0].strip() and [str(i) for i in range(len(row) - 1)] == row[1:] != []
    return counted_up or any(value_of(cell) is None for cell in row)


_LETTERS = frozenset("abcdefghjklmopqrstuvwxyzABCDEFGHJKLMOPQRSTUVWXYZ")
"""What no number begins with; that of an infinite one and of NaN are others."""


def number_of(cell: str) -> int | float | None:
    """Return the number that a cell holds, NaN where it is empty, None where it is a text.

    A number that is no double, as 1e400, is a text: nothing infinite was written.
    """
    if cell[:1] in _LETTERS or "_" in cell:
        return None
    if not cell.strip():
        return float("nan")
    try:
        return int(cell)
    except ValueError:
        pass
    try:
        found = float(cell)
    except ValueError:
        return None
    return None if found in _INFINITE and "inf" not in cell.lower() else found
