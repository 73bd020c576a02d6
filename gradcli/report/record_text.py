"""Answers to records as lines: JSON, or values between commas or tabs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

import numpy as np

from gradcli.answers.each import Answer, Batch, spelled
from gradcli.answers.report import bare, text_of
from gradcli.report.json_view import numbers, plain
from gradcli.report.shortest import shortest

_encode = json.JSONEncoder(allow_nan=False).encode  # made once, for as many lines as there are


_HOLE, _PLACE = "\1", "\2"
"""What stands for a number in the pattern of a line, and for a field that comes along."""


class Writer:
    """Writes answers in a format; ``parts`` are what is written of each, all where it is empty.

    ``copied`` are the fields of a record that come along.
    """

    def __init__(self, form: str, parts: tuple[str, ...], copied: tuple[str, ...]) -> None:
        self.form, self.parts, self.copied = form, parts, copied
        self.header: list[str] | None = None
        self.unseen = set(copied)
        self.fields: set[str] = set()  # of the first record that lacks one to be copied

    def text(self, answers: list[Answer | Batch]) -> str:
        """Return the lines of answers; those that failed have none, but in JSON."""
        if self.form == "jsonl":
            return "".join(map(self._lines, answers))
        return self._table(answers)

    def _lines(self, answer: Answer | Batch) -> str:
        text = self._at_once(answer) if isinstance(answer, Batch) else None
        return "".join(map(self._json, _rows(answer))) if text is None else text

    def _at_once(self, batch: Batch) -> str | None:
        """Return all lines by one pattern; None where they are not the same but for numbers."""
        columns = {"result": batch.result}
        columns |= {f"grad.{name}": part for name, part in batch.gradients.items()}
        chosen: dict[str, Any] = self._chosen(columns)
        ordered = sorted(chosen.items(), key=lambda item: item[0] != "result")
        if any(a is None or a.dtype.kind != "f" for a in chosen.values()):
            return None
        count = len(batch.lines)
        parts = [_exact(array).reshape(count, -1) for _, array in ordered]
        matrix = np.concatenate(parts, axis=1)
        if not np.isfinite(matrix).all():
            return None
        holes = {n: np.full(a.shape[1:], _HOLE, object).tolist() for n, a in columns.items()}
        line = self._line(dict.fromkeys(self.copied, _PLACE), holes).replace("%", "%%")
        line = line.replace(_encode(_HOLE), "%r").replace(_encode(_PLACE), "%s")
        copied = [[_encode(self._copied(r, n)) for r in batch.records] for n in self.copied]
        cells = chain.from_iterable(zip(*copied, *matrix.T.tolist(), strict=True))
        text: str = line * count % tuple(cells)
        return text

    def _chosen(self, found: dict[str, Any]) -> dict[str, Any]:
        if not self.parts:
            return found
        return {part: found.get(part) for part in self.parts}

    def _json(self, row: _Row) -> str:
        line, record, values, error = row
        data: dict[str, Any] = {name: self._copied(record, name) for name in self.copied}
        if error is not None:
            return _encode({"line": line, **data, "error": error}) + "\n"
        return self._line(data, values)

    def _line(self, data: dict[str, Any], values: dict[str, Any]) -> str:
        gradients: dict[str, Any] = {}
        for name, value in self._chosen(values).items():
            if name.startswith("grad."):
                gradients[name[5:]] = value
            else:
                data[name] = value
        if gradients:
            data["grad"] = gradients
        return _encode(data) + "\n"

    def _copied(self, record: Mapping[str, Any], name: str) -> Any:
        """Return a field that comes along: of a table as it was written, as 007 was."""
        if name in self.unseen:
            self.fields = self.fields or set(record)
            self.unseen -= set(record)
        value = record.get(name)
        text = spelled(record, name)
        is_other = self.form != "jsonl" or (isinstance(value, int) and text != str(value))
        if text is not None and not isinstance(value, bool) and is_other:
            return text
        return _plain(value)

    def _table(self, answers: list[Answer | Batch]) -> str:
        stream = io.StringIO()
        tab = "\t" if self.form == "tsv" else ","
        writer = csv.writer(stream, delimiter=tab, lineterminator="\n")
        for answer in answers:
            if isinstance(answer, Answer) and answer.error is not None:
                continue
            records, columns = _columns(answer)
            chosen = self._chosen(columns)
            if self.header is None:
                self.header = [*self.copied, *chosen]
                writer.writerow(self.header)
            copied = [[self._copied(record, name) for record in records] for name in self.copied]
            names = self.header[len(copied) :]
            found = [chosen.get(name) or [None] * len(records) for name in names]
            writer.writerows(zip(*map(_cells, copied + found), strict=True))
        return stream.getvalue()


def _cells(column: list[Any]) -> list[Any]:
    """Return values as a table has them; what is neither number nor text is JSON there."""
    return [_encode(value) if isinstance(value, (bool, list)) else value for value in column]


_Row = tuple[int, Mapping[str, Any], dict[str, Any], str | None]


def _rows(answer: Answer | Batch) -> Iterator[_Row]:
    """Yield line, record, values by name, and what went wrong."""
    records, columns = _columns(answer)
    lines, error = (
        ([answer.line], answer.error) if isinstance(answer, Answer) else (answer.lines, None)
    )
    for line, record, *row in zip(lines, records, *columns.values(), strict=True):
        yield line, record, dict(zip(columns, row, strict=True)), error


def _columns(answer: Answer | Batch) -> tuple[list[Mapping[str, Any]], dict[str, list[Any]]]:
    """Return the records of an answer, and their values by name."""
    gradients = {f"grad.{name}": numbers(part) for name, part in answer.gradients.items()}
    if isinstance(answer, Batch):
        return answer.records, {"result": numbers(answer.result), **gradients}
    parts = {"result": _plain(answer.result), **gradients}
    return [answer.record], {name: [part] for name, part in parts.items()}


def _exact(array: np.ndarray) -> np.ndarray:
    """Return numbers in double precision, with the digits that they are written with."""
    return shortest(array) if array.dtype.itemsize < 8 else array


def _plain(value: Any) -> Any:
    """Return a value as JSON has it; what JSON lacks becomes text."""
    value = bare(value)
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, (int, float, np.ndarray)):
        return numbers(np.asarray(value)) if _fits(value) else text_of(value)
    if isinstance(value, list):
        return plain(value, "", lambda tensor: numbers(tensor.data))
    return str(value)


def _fits(value: Any) -> bool:
    """Tell whether a number is one that an array can hold."""
    return not isinstance(value, int) or -(2**63) <= value < 2**63
