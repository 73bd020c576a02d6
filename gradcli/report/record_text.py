"""Answers to records as lines: JSON, or values between commas or tabs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from gradcli.answers.each import Answer, Batch, spelled
from gradcli.answers.report import text_of
from gradcli.report.json_view import numbers, plain
from gradcli.report.shortest import shortest

_encode = json.JSONEncoder(allow_nan=False).encode  # made once, for as many lines as there are


_HOLE = "\1"
"""What stands for a number in the pattern of a line."""


class Writer:
    """Writes answers in a format; ``parts`` are what is written of each, all where it is empty.

    ``copied`` are the fields of a record that come along.
    """

    def __init__(self, form: str, parts: tuple[str, ...], copied: tuple[str, ...]) -> None:
        self.form, self.parts, self.copied = form, parts, copied
        self.header: list[str] | None = None
        self.unseen = set(copied)

    def text(self, answers: list[Answer | Batch]) -> str:
        """Return the lines of answers; those that failed have none, but in JSON."""
        if self.form == "jsonl":
            return "".join(map(self._lines, answers))
        return self._table(row for answer in answers for row in _rows(answer))

    def _lines(self, answer: Answer | Batch) -> str:
        text = self._at_once(answer) if isinstance(answer, Batch) else None
        return "".join(map(self._json, _rows(answer))) if text is None else text

    def _at_once(self, batch: Batch) -> str | None:
        """Return all lines by one pattern; None where they are not the same but for numbers."""
        columns = {"result": batch.result}
        columns |= {f"grad.{name}": part for name, part in batch.gradients.items()}
        chosen: dict[str, Any] = self._chosen(columns)
        ordered = sorted(chosen.items(), key=lambda item: item[0] != "result")
        if self.copied or any(a is None or a.dtype.kind != "f" for a in chosen.values()):
            return None
        count = len(batch.lines)
        parts = [_exact(array).reshape(count, -1) for _, array in ordered]
        matrix = np.concatenate(parts, axis=1)
        if not np.isfinite(matrix).all():
            return None
        holes = {n: np.full(a.shape[1:], _HOLE, object).tolist() for n, a in columns.items()}
        line = self._json((0, {}, holes, None)).replace("%", "%%").replace(_encode(_HOLE), "%r")
        text: str = line * count % tuple(matrix.reshape(-1).tolist())
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
        if name in self.unseen and name in record:
            self.unseen.discard(name)
        value = record.get(name)
        text = spelled(record, name)
        is_other = self.form != "jsonl" or (isinstance(value, int) and text != str(value))
        if text is not None and not isinstance(value, bool) and is_other:
            return text
        return _plain(value)

    def _table(self, rows: Iterator[_Row]) -> str:
        stream = io.StringIO()
        tab = "\t" if self.form == "tsv" else ","
        writer = csv.writer(stream, delimiter=tab, lineterminator="\n")
        for _, record, values, error in rows:
            if error is not None:
                continue
            chosen = self._chosen(values)
            if self.header is None:
                self.header = [*self.copied, *chosen]
                writer.writerow(self.header)
            copied = [self._copied(record, name) for name in self.copied]
            cells = [chosen.get(name) for name in self.header[len(copied) :]]
            row = [_encode(c) if isinstance(c, (bool, list)) else c for c in copied + cells]
            writer.writerow(row)
        return stream.getvalue()


_Row = tuple[int, Mapping[str, Any], dict[str, Any], str | None]


def _rows(answer: Answer | Batch) -> Iterator[_Row]:
    """Yield line, record, values by name, and what went wrong."""
    if isinstance(answer, Answer):
        values = {"result": _plain(answer.result)}
        values |= {f"grad.{name}": numbers(part) for name, part in answer.gradients.items()}
        yield answer.line, answer.record, values, answer.error
        return
    names = ["result", *(f"grad.{name}" for name in answer.gradients)]
    columns = [numbers(answer.result), *map(numbers, answer.gradients.values())]
    for line, record, *row in zip(answer.lines, answer.records, *columns, strict=True):
        yield line, record, dict(zip(names, row, strict=True)), None


def _exact(array: np.ndarray) -> np.ndarray:
    """Return numbers in double precision, with the digits that they are written with."""
    return shortest(array) if array.dtype.itemsize < 8 else array


def _plain(value: Any) -> Any:
    """Return a value as JSON has it; what JSON lacks becomes text."""
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
