"""Texts: tables of commas or tabs (.csv, .tsv), JSON, and a JSON value a line (.jsonl)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gradcli.data.contents import Contents, Member, member_of, unreadable
from gradcli.data.layout import (
    COMMENTED,
    header_names,
    is_commented,
    is_header,
    laid_out,
    rows_of,
    value_of,
)
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

_TRUTHS = {"true": True, "false": False}
_LONGEST_CELL = 40  # of what is quoted in a message
_HINTS = (
    (r"[-+]?\d{1,3}(,\d{3})+(\.\d*)?", "numbers have no separators of thousands"),
    (r"[-+]?\d*,\d+", "numbers have a decimal point: tr , . < FILE | gradcli …"),
    (r"[-+]?[\d.]+[eE]\+?\d+", "beyond the largest number of double precision"),
    (r"[\u2212\u2013][\d.]+", "its minus is not the - of the keyboard"),
    (r"[-?.*]+|[nN]\.?[aA]\.?|(?i:missing|nil)", "leave a cell empty where a number is missing"),
)

# Tables


def read_csv(source: Source) -> Contents:
    """Read values separated by what separates those of the first line."""
    return _table("csv", text_of(source), None)


def read_tsv(source: Source) -> Contents:
    """Read values separated by tabs."""
    return _table("tsv", text_of(source), "\t")


def _table(form: str, text: str, delimiter: str | None) -> Contents:
    numbers: list[int] = []
    lines = ((i, line) for i, line in enumerate(text.split("\n"), 1) if line.strip())
    layout = laid_out(lines, delimiter)
    rows = list(rows_of(layout, numbers))
    if not rows:
        raise DataError("holds no rows")
    header = layout.header
    if header is None and is_header(rows[0]):
        header = rows.pop(0)
        header = [""] * bool(rows and len(rows[0]) > len(header)) + header
    names = header_names(header) if header else [str(i) for i in range(len(rows[0]))]
    places = numbers[len(numbers) - len(rows) :]
    rows, places = _without_comments(rows, places)
    columns = list(zip(*rows, strict=True)) if rows else [()] * len(names)
    members = {n: _column(n, list(c), places) for n, c in zip(names, columns, strict=True)}
    return Contents(form, members, matrix(members.values()) if rows else _header_alone(names))


def _header_alone(names: list[str]) -> Member:
    """Return what a table is as a whole that has names, as any line of text may, and no rows."""
    return unreadable((0, len(names)), 0, "text", "holds one line of text, and no rows of numbers")


def _without_comments(rows: list[list[str]], lines: list[int]) -> tuple[list[list[str]], list[int]]:
    """Leave out comments that have as many values as rows, below numbers; some could be rows."""
    texts = {i for i, row in enumerate(rows) if value_of(row[0]) is None}
    if not 0 < len(texts) < len(rows) or any(rows[i][0][:1] != "#" for i in texts):
        return rows, lines
    for i in sorted(texts):
        if is_commented(rows[i][0]):
            raise DataError(f"line {lines[i]} {COMMENTED}")
    kept = [i for i in range(len(rows)) if i not in texts]
    return [rows[i] for i in kept], [lines[i] for i in kept]


def truth_of(cell: str) -> bool | None:
    """Return the truth that a cell holds, None where it holds something else."""
    return _TRUTHS.get(cell.strip().lower())


def _column(name: str, cells: list[str], lines: list[int]) -> Member:
    numbers = [value_of(cell) for cell in cells]
    if None not in numbers:
        return column_member(numbers)
    truths = [truth_of(cell) for cell in cells]
    if None not in truths:
        return column_member(truths)
    first = numbers.index(None)
    size = sum(map(len, cells))
    if all(t is not None or n != n for t, n in zip(truths, numbers, strict=True)):
        place = f"line {lines[truths.index(None)]}, column {name!r}"
        return unreadable((len(cells),), size, "text", f"{place} lacks a truth value")
    cell = cells[first]
    place = f"line {lines[first]}, column {name!r}"
    reason = f"{place} holds text, not numbers: {_short(cell)}{number_hint(cell)}"
    return unreadable((len(cells),), size, "text", reason)


def number_hint(cell: str) -> str:
    """Return the end of a message on a text that is nearly a number: how those are written."""
    return next((f" ({hint})" for form, hint in _HINTS if re.fullmatch(form, cell.strip())), "")


def nearly_number(text: str) -> bool:
    """Tell whether a text stands where a number was meant: with a unit, or written otherwise."""
    return bool(number_hint(text) or re.fullmatch(r"[-+]?[\d.,]*\d ?[^\W\d]*%?", text.strip()))


def _short(cell: str) -> str:
    """Quote a cell, or the beginning of a long one."""
    return repr(cell if len(cell) <= _LONGEST_CELL else cell[:_LONGEST_CELL] + "…")


# JSON


def read_json(source: Source) -> Contents:
    """Read a JSON value, or several that follow one another."""
    text = text_of(source)
    try:
        return _contents("json", parse(text))
    except DataError:
        values = values_of(text)  # which says the same, unless there are several
        if len(values) < 2:
            raise
    return _contents("jsonl", values)


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
        exact = _finite if may_be_huge(text, len(text)) else None
        return json.loads(text, object_pairs_hook=once, parse_float=exact)


def may_be_huge(text: str, longest: int) -> bool:
    """Tell whether a number may be beyond double precision, which Python reads as an infinite one.

    It has an exponent of three digits, or very many digits; ``longest`` is the longest line.
    """
    if _EXPONENT.search(text) is not None:
        return True
    return longest >= _MANY and _DIGITS.search(text) is not None


_MANY = 200
_EXPONENT = re.compile(r"[eE](?<=[0-9].)\+?[0-9]{3}")
_DIGITS = re.compile(rf"[0-9]{{{_MANY}}}")


def _finite(text: str) -> float:
    """Return a number of double precision; nothing infinite was written."""
    found = float(text)
    if found in (float("inf"), float("-inf")):
        raise DataError(f"holds {_short(text)}, beyond the largest number of double precision")
    return found


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
    at, decoder = 0, json.JSONDecoder(object_pairs_hook=once, parse_float=_finite)
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
        members: dict[str, Member] = {}
        for name, member in members_of(value):
            if name in members:
                raise DataError(f"says {name!r} twice, with a dot in a name and within an object")
            members[name] = member
        return Contents(form, members)
    array = array_of(value)
    if array is None:
        raise DataError(f"holds no list of numbers, of lists or of records{other_than(value)}")
    return Contents(form, {}, member_of(array, typed=False))
