"""Texts: tables of commas or tabs (.csv, .tsv), JSON, and a JSON value a line (.jsonl)."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gradcli.data.contents import Contents, Member, member_of, unreadable
from gradcli.data.source import Source, text_of
from gradcli.data.values import (
    array_of,
    column_member,
    columns_of,
    is_table,
    matrix,
    members_of,
    other_than,
)
from gradcli.errors import DataError

_DELIMITERS = ",;\t|"
_TRUTHS = {"true": True, "false": False}
_INFINITE = (float("inf"), float("-inf"))
_LONGEST_CELL = 40  # of what is quoted in a message
_COMMENTED = "; a line that begins with # is no comment here, take it out"

# Tables


def read_csv(source: Source) -> Contents:
    """Read values separated by what separates those of the first line."""
    text = text_of(source)
    return _table("csv", text, delimiter_of(text.lstrip("\n").partition("\n")[0]))


def delimiter_of(first: str) -> str:
    """Return what separates the values of a .csv file, by its first line."""
    found = next((sign for sign in _DELIMITERS if sign in first), ",")
    numbers = [number_of(cell) for cell in first.split()]
    return " " if found not in first and len(numbers) > 1 and None not in numbers else found


def joined(line: str, delimiter: str) -> str:
    """Return a line with one delimiter between its values; spaces may be more, and around them."""
    return " ".join(line.split()) if delimiter == " " else line


def read_tsv(source: Source) -> Contents:
    """Read values separated by tabs."""
    return _table("tsv", text_of(source), "\t")


def _table(form: str, text: str, delimiter: str) -> Contents:
    lines: list[int] = []
    parts = [joined(line, delimiter) for line in text.splitlines()]
    rows = list(rows_of(parts, delimiter, lines))
    if not rows:
        raise DataError("holds no rows")
    header = None if all(number_of(cell) is not None for cell in rows[0]) else rows.pop(0)
    names = header_names(header) if header else [str(i) for i in range(len(rows[0]))]
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(names)
    numbers = lines[1:] if header else lines
    members = {n: _column(n, list(c), numbers) for n, c in zip(names, columns, strict=True)}
    return Contents(form, members, matrix(members.values()))


def rows_of(lines: Any, delimiter: str, numbers: list[int]) -> Iterator[list[str]]:
    """Yield the rows of a table, which must be equally long; empty lines are none.

    ``numbers`` takes the line that each ends in.
    """
    reader = csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=True)
    width, comment = 0, False
    try:
        for row in reader:
            if not row:
                continue
            comment = comment or (not width and row[0].startswith("#"))
            width = width or len(row)
            if len(row) != width:
                has = counted(len(row), "value")
                reason = f"line {reader.line_num} has {has}, the lines before it {width}"
                raise DataError(reason + _COMMENTED * bool(comment))
            numbers.append(reader.line_num)
            yield row
    except csv.Error as error:
        raise DataError(f"line {reader.line_num}: {error}") from error


def counted(count: int, thing: str) -> str:
    """Return how many things there are, in words."""
    return f"{count} {thing}{'s' * (count != 1)}"


def header_names(row: list[str]) -> list[str]:
    """Return the names that the first row gives to columns; NumPy begins it with ``#``."""
    names = [name.strip() for name in row]
    names[0] = names[0].removeprefix("#").lstrip() or names[0]
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise DataError(f"has two columns of the name {name!r}")
        seen.add(name)
    return names


def truth_of(cell: str) -> bool | None:
    """Return the truth that a cell holds, None where it holds something else."""
    return _TRUTHS.get(cell.strip().lower())


def number_of(cell: str) -> int | float | None:
    """Return the number that a cell holds, NaN where it is empty, None where it is a text.

    A number that is no double, as 1e400, is a text: nothing infinite was written.
    """
    if not cell.strip():
        return float("nan")
    if "_" in cell:
        return None
    try:
        return int(cell)
    except ValueError:
        pass
    try:
        found = float(cell)
    except ValueError:
        return None
    return None if found in _INFINITE and "inf" not in cell.lower() else found


def _column(name: str, cells: list[str], lines: list[int]) -> Member:
    numbers = [number_of(cell) for cell in cells]
    if None not in numbers:
        return column_member(numbers)
    truths = [truth_of(cell) for cell in cells]
    if None not in truths:
        return column_member(truths)
    first = numbers.index(None)
    cell = cells[first]
    reason = f"line {lines[first]}, column {name!r} holds text, not numbers: {_short(cell)}"
    if re.fullmatch(r"\s*[-+]?\d*,\d+\s*", cell):
        reason += " (numbers have a decimal point)"
    elif re.fullmatch(r"\s*[-+]?[\d.]+[eE]\+?\d+\s*", cell):
        reason += " (beyond the largest number of double precision)"
    return unreadable((len(cells),), sum(map(len, cells)), "text", reason)


def _short(cell: str) -> str:
    """Quote a cell, or the beginning of a long one."""
    return repr(cell if len(cell) <= _LONGEST_CELL else cell[:_LONGEST_CELL] + "…")


# JSON


def read_json(source: Source) -> Contents:
    """Read one JSON value."""
    return _contents("json", parse(text_of(source)))


def read_jsonl(source: Source) -> Contents:
    """Read a JSON value a line."""
    values = []
    for number, line in enumerate(text_of(source).split("\n"), 1):
        if line.strip():
            values.append(parse(line, f"line {number}, "))
    return _contents("jsonl", values)


def parse(text: str, place: str | None = None) -> Any:
    """Return a JSON value; an error tells the column in a place, or the line and the column."""
    with _told(place):
        return json.loads(text, object_pairs_hook=once)


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return the object of some pairs; of two values for one name none is the right one."""
    found = dict(pairs)
    if len(found) < len(pairs):
        known: set[str] = set()
        name = next(name for name, _ in pairs if name in known or known.add(name))  # type: ignore[func-returns-value]
        raise DataError(f"says {name!r} twice in one object")
    return found


def values_of(text: str) -> list[Any]:
    """Return the JSON values that follow one another in a text."""
    found = []
    at, decoder = 0, json.JSONDecoder(object_pairs_hook=once)
    with _told(None):
        while (at := _SPACE.match(text, at).end()) < len(text):  # type: ignore[union-attr]
            value, at = decoder.raw_decode(text, at)
            found.append(value)
    return found


_SPACE = re.compile(r"[ \t\r\n]*")


@contextmanager
def _told(place: str | None) -> Iterator[None]:
    """Say of what JSON cannot be read what is wrong with it."""
    try:
        yield
    except DataError as error:
        at = (place or "").removesuffix(", ")
        raise DataError(f"{at} {error.reason}".strip()) from error
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, " if place is None else place
        raise DataError(f"{place}column {error.colno} is not JSON: {error.msg}") from error
    except (ValueError, RecursionError) as error:  # a huge integer, a list in a list in a list …
        reason = "it is too deep" if isinstance(error, RecursionError) else "a number is too long"
        raise DataError(f"is not read: {reason}") from error


def _contents(form: str, value: Any) -> Contents:
    if is_table(value):
        columns = {name: column_member(column) for name, column in columns_of(value).items()}
        return Contents(form, columns, matrix(columns.values()))
    if isinstance(value, dict):
        return Contents(form, dict(members_of(value)))
    array = array_of(value)
    if array is None:
        raise DataError(f"holds no list of numbers, of lists or of records{other_than(value)}")
    return Contents(form, {}, member_of(array, typed=False))
