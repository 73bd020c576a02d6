"""Records that are read many at once are what each line is alone, damaged ones among them."""

from __future__ import annotations

import os
import random
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from gradcli.data.lines import Lines
from gradcli.data.records import Damaged, Row, _of_lines, open_records
from gradcli.errors import DataError

FIRST = '{"x": 0}'
OBJECTS = [
    '{"x": 1}',
    ' {"x": 2.5, "y": [1, [2, 3]]}\t',
    '{"x": {"a": 1, "b": {"x": 2}}}',
    '{"x": "a, b", "y": "\\"{"}',
    '{"x": 1e-300, "y": -0.0}',
    '{"x": NaN, "y": -Infinity}',
    '{"x": 1e5, "y": "note100"}',
    '{"n": ' + "9" * 400 + "}",
    '{"x": null, "y": true}',
    "{}",
    '{"a": [1,"\x7f\x7f",2]}',
    '{"\\u00e9": 1, "\x85": 2}',
]
WRONG = [
    '{"x": 1, "x": 2}',
    '{"x": {"a": 1, "a": 2}}',
    '{"x": 1},{"y": 2}',
    '{"x": 1} {"y": 2}',
    '{"x": [{"a": 1}',
    '{"b": 2}]}',
    '{"x": "',
    '"}',
    '{"x": 1e400}',
    '{"x": 1' + "0" * 250 + "e99}",
    "{'x': 1}",
    "x,y",
    "]",
    "[",
    ",",
    '{"x": 1},"\x7f\x7f",{"y": 2}',
    "1",
    "[1, 2]",
    "[" * 5000,
    '{"x": "\\"}',
]
ROWS = ["1,2,a", "1.5,2,b", ' 3 ,"4",c', '5,6,"a,b"', "1e3,nan,", "-0,inf,True", "1_0,2,٣", "7,,x"]
MISFITS = ["1,2", "1,2,3,4", "#1,2,a", "# said", '1,"2,a', '1,2,"a"b', "1e400,2,a", 'x"y,2,"a']


def shown(record: Any) -> str:
    """Return a record in words that tell an int from a float."""
    if isinstance(record, Damaged):
        return f"damaged: {record.reason}"
    return repr(record) + (repr(record.cells) if isinstance(record, Row) else "")


def read(path: Path, lines: list[str], end: str = "\n") -> list[str]:
    """Return what lines hold, but for the first."""
    path.write_bytes((end.join(lines) + end).encode())
    records = [shown(record) for _, record in chain.from_iterable(open_records(str(path)).parts)]
    return records[1:]


@pytest.mark.parametrize("seed", range(5))
def test_many_lines_are_what_each_is_alone(tmp_path: Path, seed: int) -> None:
    """JSON that a line has in part, or twice, spoils no other line."""
    draw = random.Random(seed)
    path = tmp_path / "r.jsonl"
    alone = {line: read(path, [FIRST, line]) for line in OBJECTS + WRONG}
    assert all(len(found) == 1 for found in alone.values())
    assert [found[0].startswith("damaged") for found in alone.values()] == [
        *[False] * len(OBJECTS),
        *[True] * len(WRONG),
    ]
    for share in (0, 0.02, 0.5):
        lines = draw.choices(OBJECTS, k=300)
        lines = [draw.choice(WRONG) if draw.random() < share else line for line in lines]
        expected = [found for line in lines for found in alone[line]]
        assert read(path, [FIRST, *lines]) == expected
        assert read(path, [FIRST, *lines], "\r\n") == expected


@pytest.mark.parametrize("seed", range(5))
def test_many_rows_are_what_each_is_alone(tmp_path: Path, seed: int) -> None:
    """Integers stay integers beside decimals, and texts are what they were."""
    draw = random.Random(seed)
    path = tmp_path / "r.csv"
    begin = ["x,y,z", "1,2,a"]
    # a quote that stays open takes the lines behind it along, so it is none of these
    alone = {line: read(path, [*begin, line]) for line in [*ROWS, *MISFITS] if line != '1,"2,a'}
    for share in (0, 0.02, 0.5):
        lines = draw.choices(ROWS, k=300)
        lines = [draw.choice([*alone]) if draw.random() < share else line for line in lines]
        expected = [found for line in lines for found in alone[line]]
        assert read(path, [*begin, *lines]) == expected


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_have_their_numbers_across_blocks(tmp_path: Path, end: str) -> None:
    """Blocks end anywhere: within a line, within the two signs of its end, within a letter."""
    lines = ["é" * (n % 50) for n in range(9000)]
    path = tmp_path / "lines"
    path.write_text("\ufeff" + end.join(lines), encoding="utf-8", newline="")
    expected = [(n + 1, line) for n, line in enumerate(lines) if line]
    found = [(n, line.rstrip("\r")) for n, line in Lines(str(path), path.open("rb"))]
    assert found == expected


@pytest.mark.parametrize(
    ("bad", "reason"),
    [(b"\xff", "is not UTF-8 text"), (b"\0", "is not text"), (b"x" * 2**24 + b"y", "is longer")],
)
def test_a_line_that_is_no_text_is_told_by_its_number(
    tmp_path: Path, bad: bytes, reason: str
) -> None:
    """Lines before it, in other blocks, count."""
    path = tmp_path / "lines"
    path.write_bytes(b"a\n" * 50_000 + bad + b"\n")
    with pytest.raises(DataError, match=f"line 50001 {reason}"):
        list(Lines(str(path), path.open("rb")))


class Slow:
    """A pipe whose writer waits for the records of what it wrote; nobody may ask for more."""

    def __init__(self, written: str) -> None:
        self.written = [written.encode()]
        self.reading, self.writing = os.pipe()

    def __enter__(self) -> Slow:
        return self

    def __exit__(self, *ignored: object) -> None:
        os.close(self.reading)
        os.close(self.writing)

    def fileno(self) -> int:
        """Return a pipe that holds nothing: there is nothing more to read."""
        return self.reading

    def read1(self, most: int) -> bytes:
        """Return what was written."""
        assert self.written, "what is not written yet is waited for"
        return self.written.pop()


@pytest.mark.parametrize(
    ("name", "begin", "lines"),
    [
        ("a.jsonl", '{"x": 0}\n', ['{"x": 1}\n', '{"x": 2}\n{"x": 3}\n{"x"', ": 4}\n"]),
        ("a.csv", "x,y\n0,1\n", ["1,2\n", '2,"a\n\nb"\n3,4\n', "# a comment\n4,5\n"]),
        ("a.tsv", "x\ty\n0\t1\n", ["1\t2\n", "2\t3\n3\t4\n4", "\t5\n"]),
    ],
)
def test_records_of_a_slow_pipe_come_as_they_are_written(
    name: str, begin: str, lines: list[str]
) -> None:
    """A part is what is there, and a line that is not whole is none."""
    slow = Slow(begin)
    records = _of_lines(name, slow)  # type: ignore[arg-type]  # what is asked of a stream
    found = []
    for line in [*lines, ""]:
        found.append([record["x"] for _, record in next(records.parts)])
        assert records.wait() == (not slow.written)
        slow.written.append(line.encode())
    assert found == [[0], [1], [2, 3], [4]]
    assert list(records.parts) == []


@pytest.mark.parametrize("line", ["1,2\n", "1\n", "1\t2\n", "1 2\n", "-1e3;2\n"])
def test_the_first_row_without_a_header_is_not_held_back(line: str) -> None:
    """What a line alone tells does not wait for a second one."""
    slow = Slow(line)
    records = _of_lines("-", slow)  # type: ignore[arg-type]
    for _ in range(3):
        assert [next(iter(record)) for _, record in next(records.parts)] == ["c1"]
        slow.written.append(line.encode())


@pytest.mark.parametrize("line", ['{"x": 1}', "1", '{"x": "' + "a" * 900 + '"}'])
def test_records_of_a_file_come_in_large_parts(tmp_path: Path, line: str) -> None:
    """However long lines are, and a file is not waited for."""
    path = tmp_path / "a.jsonl"
    path.write_text((line + "\n") * 5000, encoding="utf-8")
    records = open_records(str(path))
    found = [(len(part), records.wait()) for part in records.parts]
    assert found == [(2048, False), (2048, False), (904, False)]
