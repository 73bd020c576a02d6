"""What checking finds, as plain data: results of files, and what failed in them.

Results travel between processes as JSON, so everything here is made of texts, numbers and tuples.
This module knows neither how files are checked nor how results are shown.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from gradcli.errors import Diagnostic

PASSED, FAILED, WRONG, UNREADABLE, EMPTY = "passed", "failed", "wrong", "unreadable", "empty"
"""The outcomes of a file: every check holds; one does not; the program is wrong; it cannot be read
(or its options are); there is nothing in it to check."""


class Difference(NamedTuple):
    """How far two tensors are apart; ``position`` is where they are farthest.

    ``absolute`` and ``relative`` are the largest differences, NaN where one side alone is NaN.
    """

    absolute: float
    relative: float
    position: tuple[int, ...]
    expected: str
    got: str


class Failure(NamedTuple):
    """One check that does not hold, and where it stands.

    ``kind`` is a word for machines: ``assert``, ``expect``, ``expect-error``, ``output``,
    ``gradient``, ``gradcheck``, ``error`` (the program is wrong), ``timeout``, ``memory``,
    ``crash`` or ``unreadable``. ``message`` is one line; ``expected`` and ``got`` are texts where
    there are two sides; ``details`` is the rendered diagnostic or a longer explanation. Lines and
    columns count from 1; the end column is exclusive. ``diagnostic`` is what is to be rendered; it
    does not travel.
    """

    kind: str
    message: str
    line: int = 1
    column: int = 1
    end_line: int | None = None
    end_column: int | None = None
    expected: str | None = None
    got: str | None = None
    difference: Difference | None = None
    details: str | None = None
    diagnostic: Diagnostic | None = None


class FileResult(NamedTuple):
    """What became of one file; ``checks`` counts the checks in it, failed ones included.

    ``notes`` are remarks that fail nothing, such as a gradient at a kink. ``path`` is as the user
    gave it, with forward slashes.
    """

    path: str
    outcome: str
    checks: int = 0
    failures: tuple[Failure, ...] = ()
    notes: tuple[Failure, ...] = ()
    seconds: float = 0.0


class Summary(NamedTuple):
    """The results of a whole run, in the order of the paths."""

    results: tuple[FileResult, ...]
    seconds: float

    def count(self, outcome: str) -> int:
        """Return how many files ended in an outcome."""
        return sum(result.outcome == outcome for result in self.results)


def to_data(result: FileResult) -> dict[str, Any]:
    """Return a result as JSON data."""
    data = result._asdict()
    for name in ("failures", "notes"):
        data[name] = [_failure_data(failure) for failure in data[name]]
    return data


def _failure_data(failure: Failure) -> dict[str, Any]:
    data = failure._asdict()
    del data["diagnostic"]
    if failure.difference is not None:
        data["difference"] = failure.difference._asdict()
    return data


def from_data(data: dict[str, Any]) -> FileResult:
    """Return a result from its JSON data."""
    parts = {name: tuple(_failure(entry) for entry in data[name]) for name in ("failures", "notes")}
    return FileResult(**{**data, **parts})


def _failure(data: dict[str, Any]) -> Failure:
    difference = data["difference"]
    if difference is not None:
        difference = Difference(**{**difference, "position": tuple(difference["position"])})
    return Failure(**{**data, "difference": difference})
