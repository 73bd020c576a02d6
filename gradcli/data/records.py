"""Records one by one: lines of JSON, rows of a table, rows of an array. Memory does not grow.

A record is a dictionary with the number of its line. This module knows formats. It does not know
what records are for.
"""

from __future__ import annotations

import csv
import json
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from gradcli.data import npy
from gradcli.data.formats import HEAD, binary_format, text_form
from gradcli.data.layout import (
    COMMENTED,
    Layout,
    cells_of,
    counted,
    header_names,
    is_commented,
    is_header,
    joined,
    laid_out,
    number_of,
    value_of,
)
from gradcli.data.lines import PART, Lines
from gradcli.data.packed import is_packed, unpacked
from gradcli.data.source import STDIN, check_size, named, open_source, text_of
from gradcli.data.text import may_be_huge, parse, truth_of, values_of
from gradcli.data.whole import suffix_of
from gradcli.errors import DataError

Record = tuple[int, dict[str, Any]]
_DECODER: Any = json.JSONDecoder()
_SCAN = _DECODER.scan_once  # what json.loads calls, made once for all lines
_BLANK = " \t\r\n"
ROW = "x"
"""The name of a row of an array, which has none of its own."""

_SUFFIXES = {".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".tsv": "tsv", ".tab": "tsv"}


class Records(NamedTuple):
    """The records of a file, a part at a time, and their format.

    ``wait`` tells whether the next part is still to be written, as in a slow pipe.
    """

    format: str
    parts: Iterator[list[Record]]
    wait: Callable[[], bool] = bool


def in_parts(records: Iterator[Record]) -> Iterator[list[Record]]:
    """Yield many records at a time."""
    return iter(lambda: list(islice(records, PART)), [])


def open_records(path: str) -> Records:
    """Open a file of records; ``-`` is standard input. What it begins with tells the format."""
    with named(path):
        if path == STDIN:
            packed = is_packed(getattr(sys.stdin.buffer, "peek", bytes)(8)[:8])
            return _packed(path) if packed else _of_lines(path, sys.stdin.buffer)
        head, suffix = _start(path), suffix_of(path)
        if is_packed(head):
            return _packed(path)
        form = binary_format(head, suffix)
        if form in _ROWS:
            return Records(form, in_parts(_ROWS[form](path)))
        if form is not None:
            raise DataError(f"is of the format {form}, whose records are not known: {_READ}")
        source = open_source(path) if head.lstrip().startswith(b"[") else None
        if source is not None and suffix not in _SUFFIXES and text_form(source) == "json":
            return Records("jsonl", in_parts(_items(path, text_of(source))))
        return _of_lines(path, open(path, "rb"))


def _packed(path: str) -> Records:
    """Open the lines of a packed file, which is unpacked as a whole."""
    inside = unpacked(open_source(path))
    form = binary_format(bytes(inside.buffer[:HEAD]), inside.suffix)
    if form is not None:
        raise DataError(f"is a packed file of the format {form}; unpack it before")
    return _of_lines(path, inside.stream, inside.suffix)


_READ = "JSON lines, JSON, CSV, TSV, Parquet, Arrow and .npy are"


def _start(path: str) -> bytes:
    """Return the first bytes of a file; what is no ordinary file is refused."""
    try:
        kind = os.stat(path).st_mode
        if stat.S_ISDIR(kind):
            raise DataError("is a directory")
        if not stat.S_ISREG(kind):
            raise DataError("is no ordinary file; a pipe is read from standard input, as -")
        with open(path, "rb") as stream:
            return stream.read(HEAD)
    except OSError as error:
        raise DataError(error.strerror or str(error)) from error
    except ValueError as error:
        raise DataError("has a null byte in its name") from error


def _rows_of_array(path: str) -> Iterator[Record]:
    with named(path):
        contents = npy.read(open_source(path))
        assert contents.whole is not None
        fields = contents.members or {ROW: contents.whole}
        columns = {name: member.read() for name, member in fields.items()}
        if not contents.whole.shape:
            raise DataError("holds one number, and no rows")
    for number, row in enumerate(zip(*columns.values(), strict=True), 1):
        yield number, dict(zip(columns, map(np.asarray, row), strict=True))


def _rows_of_table(path: str, form: str) -> Iterator[Record]:
    """Yield the rows of a table by the names of its columns."""
    from gradcli.data import tables

    rows = tables.parquet_rows if form == "parquet" else tables.arrow_rows
    with named(path):
        yield from enumerate(rows(path), 1)


_ROWS: dict[str, Callable[[str], Iterator[Record]]] = {
    "npy": _rows_of_array,
    "parquet": partial(_rows_of_table, form="parquet"),
    "arrow": partial(_rows_of_table, form="arrow"),
}


def _of_lines(path: str, stream: BinaryIO, suffix: str | None = None) -> Records:
    source = Lines(path, stream)
    lines = iter(source)
    first = next(lines, None)
    form = _SUFFIXES.get(suffix_of(path) if suffix is None else suffix) or _form(first)
    if form == "json" and first is not None and _is_list(first[1]):
        second = next(lines, None)
        if second is not None:
            lines = chain([second], lines)
            form = "jsonl" if second[1].lstrip().startswith("[") else form
    lines = lines if first is None else chain([first], lines)
    if form == "jsonl":
        return Records(form, _gathered(_objects(lines, source), source), source.wait)
    if form == "json":
        return Records("jsonl", in_parts(_items(path, _text(lines))))
    rows = _rows(path, "\t" if form == "tsv" else None, lines, source)
    return Records(form, _gathered(rows, source), source.wait)


def _is_list(line: str) -> bool:
    """Tell whether a line is a list of its own, and none of records."""
    return line.rstrip().endswith("]") and "{" not in line


def _form(first: tuple[int, str] | None) -> str:
    text = "" if first is None else first[1].strip()
    if text[:1] in ("{", "["):
        return "jsonl" if text[0] == "{" and text[-1] == "}" else "json"
    return "tsv" if "\t" in text else "csv"


class Row(dict[str, Any]):
    """The values of a row by name, and their texts: what is copied stays as it was written."""

    __slots__ = ("cells",)

    def __init__(self, values: Iterable[tuple[str, Any]], cells: list[str]) -> None:
        super().__init__(values)
        self.cells = cells

    def text(self, name: str) -> str | None:
        """Return a value as it was written."""
        return self.cells[[*self].index(name)] if name in self else None


class Damaged(dict[str, Any]):
    """What stands for a record that cannot be read: the reason."""

    def __init__(self, reason: str) -> None:
        super().__init__()
        self.reason = reason


_GROUP = 64
"""How many lines are read at once."""


def _groups(
    lines: Iterator[tuple[int, str]], source: Lines
) -> Iterator[tuple[tuple[int, ...], list[str]]]:
    """Yield some lines after the other: their numbers, and their texts."""
    group: list[tuple[int, str]] = []
    for line in lines:
        group.append(line)
        if source.ends_part or len(group) == _GROUP:
            numbers, texts = zip(*group, strict=True)
            yield numbers, list(texts)
            group = []
    if group:
        numbers, texts = zip(*group, strict=True)
        yield numbers, list(texts)


def _gathered(groups: Iterator[list[Record]], source: Lines) -> Iterator[list[Record]]:
    """Put records together that are handed on together."""
    part: list[Record] = []
    for group in groups:
        part += group
        if part and (source.ends_part or len(part) >= PART):
            yield part
            part = []
    if part:
        yield part


def _values(lines: list[str]) -> list[Any]:
    """Return the JSON value of each line; where one is anything else, what is wrong with it."""
    text = f"[{_BETWEEN.join(lines)}]"
    try:
        found, end = _SCAN(text, 0)
    except (StopIteration, ValueError, RecursionError):
        return [_value(line) for line in lines]
    values, marks = found[::2], found[1::2]
    are_lines = end == len(text) and len(values) == len(lines) == text.count(_BETWEEN) + 1
    if not are_lines or marks != [_MARK] * len(marks) or not _says_once(text, values):
        return [_value(line) for line in lines]
    longest = max(map(len, lines))
    return [_value(line) for line in lines] if may_be_huge(text, longest) else values


_MARK = "\x7f\x7f"
_BETWEEN = f',"{_MARK}",'
"""What stands between lines that are read as one list, and does not occur in them."""


def _value(line: str) -> Any:
    """Return the JSON value of a line, looked at with care."""
    try:
        return parse(line.rstrip(_BLANK), "")
    except DataError as error:
        return Damaged(error.reason)


def _says_once(text: str, values: list[Any]) -> bool:
    """Tell whether no object says a name twice: a text has the quotes of its names and texts."""
    if {value.__class__ for value in values} != {dict}:
        return "{" not in text
    quotes = text.count('"') // 2 - sum(map(len, values)) - (len(values) - 1)
    return quotes == 0 or quotes == sum(
        [text.__class__ is str for value in values for text in value.values()]
    )


def _objects(lines: Iterator[tuple[int, str]], source: Lines) -> Iterator[list[Record]]:
    known: Any = None
    for numbers, texts in _groups(lines, source):
        values = _values(texts)
        if known is None:
            known = next((value for value in values if not isinstance(value, Damaged)), None)
        yield [
            (number, value if isinstance(value, dict) else _record(value, known))
            for number, value in zip(numbers, values, strict=True)
        ]


def _record(value: Any, first: Any) -> dict[str, Any]:
    """Return an object as it is; of numbers and lists each is a row, as those of an array are.

    What the first is decides which of them a file holds.
    """
    if isinstance(value, dict):
        return value
    if isinstance(first, _ROW_LIKE) and isinstance(value, _ROW_LIKE):
        return {ROW: value}
    return Damaged("the line is no JSON object" if isinstance(first, dict) else _NO_RECORD)


_ROW_LIKE = (int, float, list)
_NO_RECORD = "is no JSON object, list or number"


def _text(lines: Iterator[tuple[int, str]]) -> str:
    """Return lines as one text, which may not be too large."""
    parts, size = [], 0
    for _, line in lines:
        size += len(line)
        check_size(size)
        parts.append(line)
    return "\n".join(parts)


def _items(path: str, text: str) -> Iterator[Record]:
    """Yield the objects of a list, or those that follow one another; all are read at first."""
    with named(path):
        values = values_of(text)
    items = (item for value in values for item in (value if isinstance(value, list) else [value]))
    first: Any = None
    for number, item in enumerate(items, 1):
        first = item if number == 1 else first
        yield number, _record(item, first)


def _rows(
    path: str, delimiter: str | None, lines: Iterator[tuple[int, str]], source: Lines
) -> Iterator[list[Record]]:
    """Yield the rows of a table by the names of its columns; without a header, by c1 and so on."""
    layout = laid_out(_whole(lines), delimiter)
    head = next(layout.lines, None)
    if head is None:
        return
    with named(path):
        names, lines = _names(layout, head)
    width, is_numbered = len(names), None
    for numbers, texts in _groups(lines, source):
        rows = _all_cells(texts, layout.delimiter)
        whole = [cells for cells in rows if isinstance(cells, list) and len(cells) == width]
        if is_numbered is None and whole:
            is_numbered = number_of(whole[0][0]) is not None
        if len(whole) == len(rows) and not any([cells[0][:1] == "#" for cells in whole]):  # noqa: C419
            columns = zip(*map(_column, zip(*whole, strict=True)), strict=True)
            found = [
                Row(zip(names, values, strict=True), c)
                for c, values in zip(whole, columns, strict=True)
            ]
        else:
            found = [_row(cells, names, is_numbered) for cells in rows]
        yield [(n, row) for n, row in zip(numbers, found, strict=True) if row is not None]


def _row(cells: list[str] | Damaged, names: list[str], is_numbered: bool | None) -> Any:
    """Return a row, or what is wrong with it; None where it is a comment."""
    if isinstance(cells, Damaged):
        return cells
    if len(cells) != len(names):
        if cells[0].startswith("#"):
            return None  # it could be no row
        return Damaged(f"has {counted(len(cells), 'value')} for {counted(len(names), 'column')}")
    if is_numbered and cells[0].startswith("#") and value_of(cells[0]) is None:
        return Damaged(COMMENTED) if is_commented(cells[0]) else None
    return Row(zip(names, map(_cell, cells), strict=True), cells)


def _column(cells: tuple[str, ...]) -> list[Any]:
    """Return what cells hold; most are all integers, or all decimals."""
    found: list[Any]
    try:
        if all(["." in cell for cell in cells]):  # noqa: C419, which takes twice as long
            found = list(map(float, cells))
            is_plain = _FAR.isdisjoint(found)
        else:
            found = list(map(int, cells))
            is_plain = True
    except ValueError:
        return list(map(_cell, cells))
    return found if is_plain and "_" not in "".join(cells) else list(map(_cell, cells))


_FAR = frozenset([float("inf"), float("-inf")])


def _whole(lines: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Put lines together that a quoted value reaches over; what is not closed stays as it is."""
    for item in lines:
        if item[1].count('"') % 2 == 0:
            yield item
            continue
        group = [item]
        for more in islice(lines, _MOST_LINES):
            group.append(more)
            if more[1].count('"') % 2:
                group = [(item[0], "\n".join(text for _, text in group))]
                break
        yield from group


_MOST_LINES = 100


def _names(layout: Layout, head: tuple[int, str]) -> tuple[list[str], Iterator[tuple[int, str]]]:
    """Return the names of the columns of a table, and the lines of its rows."""
    cells = _cells(head[1], layout.delimiter)
    if isinstance(cells, Damaged):
        raise DataError(f"line {head[0]}: {cells.reason}")
    if layout.header is not None:
        return header_names(layout.header, 1, "c"), chain([head], layout.lines)
    if not is_header(cells):
        return [f"c{i + 1}" for i in range(len(cells))], chain([head], layout.lines)
    row = next(layout.lines, None)
    if row is None:
        return header_names(cells, 1, "c"), iter(())
    width = len(cells_of(row[1], layout.delimiter)) if layout.delimiter == " " else 0
    names = header_names([""] * (width == len(cells) + 1) + cells, 1, "c")
    return names, chain([row], layout.lines)


def _cells(line: str, delimiter: str) -> list[str] | Damaged:
    try:
        (row,) = csv.reader(
            [joined(line, delimiter)], delimiter=delimiter, strict=True, skipinitialspace=True
        )
    except (csv.Error, ValueError) as error:
        return Damaged(str(error))
    return row


def _all_cells(lines: list[str], delimiter: str) -> Sequence[list[str] | Damaged]:
    """Return the values of each line, which is a row by itself."""
    texts = [joined(line, delimiter) for line in lines] if delimiter == " " else lines
    try:
        rows = list(csv.reader(texts, delimiter=delimiter, strict=True, skipinitialspace=True))
    except (csv.Error, ValueError):
        rows = []
    return rows if len(rows) == len(lines) else [_cells(line, delimiter) for line in lines]


def _cell(cell: str) -> Any:
    number = number_of(cell)
    if number is not None:
        return number
    truth = truth_of(cell)
    return cell if truth is None else truth
