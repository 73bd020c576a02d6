"""Answers to records as lines: JSON, or values between commas or tabs."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from gradcli.answers.each import Answer, Batch
from gradcli.report.json_view import numbers

_encode = json.JSONEncoder(allow_nan=False).encode  # made once, for as many lines as there are


class Writer:
    """Writes answers in a format; ``parts`` are what is written of each, all where it is empty.

    ``copied`` are the fields of a record that come along.
    """

    def __init__(self, form: str, parts: tuple[str, ...], copied: tuple[str, ...]) -> None:
        self.form, self.parts, self.copied = form, parts, copied
        self.header: list[str] | None = None

    def text(self, answers: list[Answer | Batch]) -> str:
        """Return the lines of answers; those that failed have none, but in JSON."""
        rows = (row for answer in answers for row in _rows(answer))
        if self.form == "jsonl":
            return "".join(map(self._json, rows))
        return self._table(rows)

    def _chosen(self, found: dict[str, Any]) -> dict[str, Any]:
        if not self.parts:
            return found
        return {part: found.get(part) for part in self.parts}

    def _json(self, row: _Row) -> str:
        line, record, values, error = row
        data: dict[str, Any] = {name: _plain(record.get(name)) for name in self.copied}
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
            copied = [_plain(record.get(name)) for name in self.copied]
            cells = [chosen.get(name) for name in self.header[len(copied) :]]
            writer.writerow(_encode(c) if isinstance(c, list) else c for c in copied + cells)
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


def _plain(value: Any) -> Any:
    """Return a value as JSON has it; what JSON lacks becomes text."""
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, (int, float, np.ndarray)):
        return numbers(np.asarray(value)) if _fits(value) else str(value)
    return value if isinstance(value, list) else str(value)


def _fits(value: Any) -> bool:
    """Tell whether a number is one that an array can hold."""
    return not isinstance(value, int) or -(2**63) <= value < 2**63
