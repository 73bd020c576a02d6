"""What may follow ``@FILE#``: the names in a file, found with as little of it as there need be.

Of a text that is a table the first line is read; other files are opened as their formats allow.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import BinaryIO

from gradcli.data.formats import read
from gradcli.data.layout import Line, header_names, is_header, laid_out, rows_of
from gradcli.data.whole import suffix_of

_LONGEST = 2**20
_MOST_LINES = 1000
_TABS = (".tsv", ".tab")
_LINES = (".jsonl", ".ndjson")


def keys_of(path: str) -> list[str]:
    """Return the names of the columns or arrays of a file."""
    suffix = suffix_of(path)
    if suffix not in (".csv", *_TABS, *_LINES):
        return list(read(path).members)
    with open(path, "rb") as stream:
        lines = _lines(stream)
        if suffix in _LINES:
            record = json.loads(next(lines, (0, "null"))[1])
            return list(record) if isinstance(record, dict) else []
        layout = laid_out(lines, "\t" if suffix in _TABS else None)
        header = layout.header or next(rows_of(layout, []))
    if not is_header(header):
        return [str(place) for place in range(len(header))]
    return header_names(header)


def _lines(stream: BinaryIO) -> Iterator[Line]:
    """Yield the lines that a text begins with."""
    codec = "utf-8-sig"
    for number in range(1, _MOST_LINES):
        line = stream.readline(_LONGEST)
        if not line:
            return
        text = line.decode(codec, "replace").rstrip("\r\n")
        codec = "utf-8"
        yield from ((number, part) for part in text.split("\r") if part.strip())
