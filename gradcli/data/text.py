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
from gradcli.data.values import array_of, column_member, columns_of, is_table, matrix, members_of
from gradcli.errors import DataError

_LONGEST_CELL = 40  # of what is quoted in a message
_COMMENTED = "; a line that begins with # is no comment here, take it out"

# Tables


def read_csv(source: Source) -> Contents:
    """Read values separated by commas, or by semicolons where the first line has no comma."""
    text = text_of(source)
    return _table("csv", text, delimiter_of(text.lstrip("\n").partition("\n")[0]))


def delimiter_of(first: str) -> str:
    """Return what separates the values of a .csv file, by its first line."""
    return ";" if ";" in first and "," not in first else ","


def read_tsv(source: Source) -> Contents:
    """Read values separated by tabs."""
    return _table("tsv", text_of(source), "\t")


def _table(form: str, text: str, delimiter: str) -> Contents:
    lines: list[int] = []
    rows = list(rows_of(text.splitlines(), delimiter, lines))
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
                reason = (
                    f"line {reader.line_num} has {len(row)} values, the lines before it {width}"
                )
                raise DataError(reason + _COMMENTED * bool(comment))
            numbers.append(reader.line_num)
            yield row
    except csv.Error as error:
        raise DataError(f"line {reader.line_num}: {error}") from error


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


def number_of(cell: str) -> int | float | None:
    """Return the number that a cell holds, NaN where it is empty, None where it is a text."""
    if not cell.strip():
        return float("nan")
    if "_" in cell:
        return None
    try:
        return int(cell)
    except ValueError:
        pass
    try:
        return float(cell)
    except ValueError:
        return None


def _column(name: str, cells: list[str], lines: list[int]) -> Member:
    numbers = [number_of(cell) for cell in cells]
    if None not in numbers:
        return column_member(numbers)
    first = numbers.index(None)
    cell = cells[first]
    reason = f"line {lines[first]}, column {name!r} holds text, not numbers: {_short(cell)}"
    if re.fullmatch(r"\s*[-+]?\d*,\d+\s*", cell):
        reason += " (numbers have a decimal point)"
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
            values.append(parse(line, number))
    return _contents("jsonl", values)


def parse(text: str, line: int | None = None) -> Any:
    """Return a JSON value; an error tells the line."""
    with _told(line):
        return json.loads(text)


def values_of(text: str) -> list[Any]:
    """Return the JSON values that follow one another in a text."""
    found = []
    at, decoder = 0, json.JSONDecoder()
    with _told(None):
        while (at := _SPACE.match(text, at).end()) < len(text):  # type: ignore[union-attr]
            value, at = decoder.raw_decode(text, at)
            found.append(value)
    return found


_SPACE = re.compile(r"[ \t\r\n]*")


@contextmanager
def _told(line: int | None) -> Iterator[None]:
    """Say of what JSON cannot be read what is wrong with it."""
    try:
        yield
    except json.JSONDecodeError as error:
        raise DataError(f"line {line or error.lineno} is not JSON: {error.msg}") from error
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
        raise DataError("holds no numbers: a list of numbers, of lists or of records is read")
    return Contents(form, {}, member_of(array, typed=False))
