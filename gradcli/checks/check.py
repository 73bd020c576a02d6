"""Checking one file, by its kind.

This module knows which kind of file is checked how, and how files are read. It does not know where
files come from, and what becomes of results.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter

from gradcli.answers.check_results import UNREADABLE, Failure, FileResult
from gradcli.checks.expectations import apply
from gradcli.checks.options import MOST_BYTES, Options
from gradcli.checks.programs import Inspection, check_program, inspect
from gradcli.data.encoding import decoded
from gradcli.data.whole import write_whole
from gradcli.errors import DataError

Checker = Callable[[str, str, Options], FileResult]


def check_file(path: str, options: Options, given: str | None = None) -> FileResult:
    """Check a file, or the text that is given; whatever is wrong with it is in the result."""
    start = perf_counter()
    try:
        _check_kind(path)
        data = read(path) if given is None else _of_size(given.encode("utf-8", "surrogateescape"))
        text = decoded(data)
    except (OSError, ValueError, DataError) as error:
        from gradcli.answers.near_file import near_file

        result = unreadable(path, reason(error) + near_file(error, path))
    else:
        result = _at(options, lambda: _checked(text, data, path, options), path)
    return result._replace(seconds=perf_counter() - start)


def _at(options: Options, check: Callable[[], FileResult], path: str) -> FileResult:
    """Check with new tensors on the engine that is asked for."""
    if options.engine in (None, "numpy"):
        return check()
    from gradcli.answers.engine_place import Place
    from gradcli.answers.inputs import QuestionError

    try:
        with Place(str(options.engine), options.chunks).around():
            return check()
    except QuestionError as error:
        return unreadable(path, str(error), "check")


def _checked(text: str, data: bytes, path: str, options: Options) -> FileResult:
    if not options.update:
        return checker_for(path)(text, path, options)
    result, edits = _inspected(text, path, options)
    if not edits:
        return result
    try:
        if read(path) != data:
            return unreadable(path, "it was changed while it was checked")
        write_whole(path, apply(data, edits))
    except OSError as error:
        return unreadable(path, reason(error), "write")
    return result


def _inspected(text: str, path: str, options: Options) -> Inspection:
    """Check a file; return what became of it, and what would update it."""
    checker = checker_for(path)
    if checker is check_program:
        return inspect(text, path, options)
    suffix = Path(path).suffix.lower()
    if suffix not in _DOCUMENTS:
        from gradcli.checks.notebooks import inspect_notebook

        return inspect_notebook(text, path, options)
    from gradcli.checks.documents import KINDS, inspect_document

    return inspect_document(text, path, options, KINDS[suffix])


_DOCUMENTS = (".md", ".markdown", ".qmd", ".rst", ".tex")


def checker_for(path: str) -> Checker:
    """Return what checks a file, by its suffix."""
    suffix = Path(path).suffix.lower()
    if suffix in _DOCUMENTS:
        from gradcli.checks.documents import KINDS, check_document

        return partial(check_document, find=KINDS[suffix])
    if suffix == ".ipynb":
        from gradcli.checks.notebooks import check_notebook

        return check_notebook
    return check_program


def unreadable(path: str, why: str, what: str = "read") -> FileResult:
    """Return the result of a file that cannot be read, or written."""
    failure = Failure("unreadable", f"cannot {what} {path}: {why}")
    return FileResult(path, UNREADABLE, failures=(failure,))


def _check_kind(path: str) -> None:
    """Refuse data, which may look like a program: a table of numbers is lines of tuples."""
    from gradcli.data.formats import SUFFIXES

    if Path(path).suffix.lower() in SUFFIXES and os.path.isfile(path):
        raise DataError("holds data, no program; gradcli info tells what is in it")


def read(path: str) -> bytes:
    """Return the content of a file, if it is of a reasonable size."""
    with open(path, "rb") as stream:
        return _of_size(stream.read(MOST_BYTES + 1))


def _of_size(data: bytes) -> bytes:
    if len(data) > MOST_BYTES:
        raise DataError(f"is larger than {MOST_BYTES // 1024**2} MiB")
    return data


def reason(error: OSError | ValueError | DataError) -> str:
    """Say why a file could not be read."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return f"it {error}" if isinstance(error, DataError) else str(error)
