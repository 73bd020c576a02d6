"""What may follow ``@FILE#``: the names in a file, found with as little of it as there need be.

Of a text that is a table the first line is read; other files are opened as their formats allow.
"""

from __future__ import annotations

import csv
import json
import os

from gradcli.data.formats import read
from gradcli.data.text import delimiter_of, header_names, joined, number_of

_LONGEST = 2**20
_TABS = (".tsv", ".tab")
_LINES = (".jsonl", ".ndjson")


def keys_of(path: str) -> list[str]:
    """Return the names of the columns or arrays of a file."""
    suffix = os.path.splitext(path)[1].lower()
    if suffix not in (".csv", *_TABS, *_LINES):
        return list(read(path).members)
    with open(path, "rb") as stream:
        line = stream.readline(_LONGEST).decode("utf-8-sig", "replace").rstrip("\r\n")
    if suffix in _LINES:
        record = json.loads(line)
        return list(record) if isinstance(record, dict) else []
    delimiter = "\t" if suffix in _TABS else delimiter_of(line)
    cells = next(csv.reader([joined(line, delimiter)], delimiter=delimiter, skipinitialspace=True))
    if all(number_of(cell) is not None for cell in cells):
        return [str(place) for place in range(len(cells))]
    return header_names(cells)
