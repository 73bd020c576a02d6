"""Checking notebooks: the cells run in order, their output compared with what is stored.

This module knows the format of notebooks, which is JSON. What is compared, and how, is known to
``documents``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Any, Final, NamedTuple

from gradcli.answers.check_results import UNREADABLE, Failure, FileResult
from gradcli.checks.documents import Player
from gradcli.checks.expectations import Edit
from gradcli.checks.markdown import Example, Raised
from gradcli.checks.options import Options
from gradcli.checks.programs import Checker, Inspection, reason_outside
from gradcli.errors import Span

_SKIPPING = frozenset({"skip-execution", "skip", "nbval-skip", "gradcli-skip"})
_ANY_OUTPUT = frozenset({"nbval-ignore-output", "gradcli-ignore-output"})
_FAILING = "raises-exception"


def check_notebook(text: str, path: str, options: Options) -> FileResult:
    """Run the cells of a notebook and compare what they print with what is stored."""
    return inspect_notebook(text, path, options).result


def inspect_notebook(text: str, path: str, options: Options) -> Inspection:
    """Check a notebook; return what became of it, and what would update its stored output."""
    try:
        notebook = _read(text)
        language = notebook.get("metadata", {}).get("kernelspec", {}).get("language", "python")
        cells = list(_cells(_older(notebook), text))
    except _NotRead as error:
        return Inspection(_unreadable(path, f"no notebook: {error}"))
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        reason = f"no notebook: a part is not what the format says ({error})"
        return Inspection(_unreadable(path, reason))
    if str(language).lower() != "python":
        note = Failure("skipped", f"a notebook of {language}")
        return Inspection(FileResult(path, "empty", notes=(note,)))
    style = _style(text, notebook)
    result = _check_cells(
        cells, text, path, options._replace(update=options.update and "cells" in notebook)
    )
    if not any(note.kind == "updated" for note in result.notes):
        return Inspection(result)
    return Inspection(result, (Edit(Span(0, len(text)), style(notebook)),))


def _style(text: str, notebook: dict[str, Any]) -> Callable[[dict[str, Any]], str]:
    """Return what writes a notebook as its file is written, or else as Jupyter writes."""
    tail = text[len(text.rstrip()) :]
    for indent, plain in product((1, 2, 4, None), (False, True)):
        write = partial(json.dumps, indent=indent, ensure_ascii=plain)
        if write(notebook) + tail == text:
            break
    else:
        write = partial(json.dumps, indent=1, ensure_ascii=False)
    return lambda changed: write(changed) + tail


class _NotRead(ValueError):
    """A text is no notebook; the message says why."""


def _read(text: str) -> dict[str, Any]:
    """Return the content of a notebook."""
    try:
        notebook = json.loads(text)
    except RecursionError:
        raise _NotRead("it is nested too deeply") from None
    except ValueError as error:
        raise _NotRead(f"it is not JSON ({error})") from error
    if not isinstance(notebook, dict) or not isinstance(notebook.get("nbformat"), int):
        raise _NotRead("it does not say of which format it is")
    if not isinstance(notebook.get("cells", notebook.get("worksheets")), list):
        raise _NotRead("it has no cells")
    return notebook


def _older(notebook: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the cells; those of format 3, which stand on sheets, under the names of format 4."""
    if "cells" in notebook:
        return list(notebook["cells"])
    cells = [cell for sheet in notebook["worksheets"] for cell in sheet["cells"]]
    return [
        {
            **cell,
            "source": cell.get("input", cell.get("source", "")),
            "execution_count": cell.get("prompt_number"),
            "outputs": [_newer(output) for output in cell.get("outputs", ())],
        }
        for cell in cells
    ]


def _newer(output: dict[str, Any]) -> dict[str, Any]:
    """Return an output of format 3 in the form of format 4."""
    kind = {"pyout": "execute_result", "pyerr": "error"}.get(output["output_type"])
    data = {"text/plain": output.get("text", "")} if kind == "execute_result" else {}
    name = output.get("stream", "stdout")
    return {**output, "output_type": kind or output["output_type"], "data": data, "name": name}


def _text(value: Any) -> str:
    """Return a text, which may be stored line by line."""
    return "".join(value) if isinstance(value, list) else str(value)


def _unreadable(path: str, reason: str) -> FileResult:
    return FileResult(
        path, UNREADABLE, failures=(Failure("unreadable", f"cannot read {path}: {reason}"),)
    )


class Cell(NamedTuple):
    """A cell: what people call it, what runs, where in the file it and its output stand.

    ``stored`` is what the notebook has of it.
    """

    name: str
    example: Example
    extent: tuple[int, int]
    stored: dict[str, Any]


def _check_cells(cells: list[Cell], text: str, path: str, options: Options) -> FileResult:
    """Check cells, which share their variables; one that is wrong ends them."""
    checker = Checker(path, options._replace(update=False))
    player = Player(checker)
    seen: list[Cell] = []
    with checker:
        for cell in cells:
            seen.append(cell)
            reason = reason_outside(cell.example.source, path) if options.lenient else None
            if reason is not None:
                note = Failure("skipped", f"{cell.name}: {reason}", line=cell.example.line + 1)
                checker.notes.append(note)
                break
            found, printed = len(player.failures), len(checker.printed)
            goes_on = player.play(cell.example)
            new = [_placed(failure, cell, text) for failure in player.failures[found:]]
            if options.update and any(failure.kind == "output" for failure in new):
                shown = "".join(checker.printed[printed:])
                _store(cell.stored, shown, player.came.removeprefix(shown))
                checker.notes += [failure._replace(**_UPDATED) for failure in new]
                new = []
            player.failures[found:] = new
            if not goes_on:
                break
    result = player.result(path)
    failures = tuple(_named(failure, seen) for failure in result.failures)
    return result._replace(
        failures=failures, notes=tuple(_named(note, seen) for note in result.notes)
    )


_UPDATED: Final[dict[str, Any]] = {"kind": "updated", "difference": None, "details": None}


def _store(cell: dict[str, Any], printed: str, value: str) -> None:
    """Put what a cell printed and showed in the place of what is stored; pictures stay."""
    made: list[dict[str, Any]] = []
    if printed:
        lines = printed.splitlines(keepends=True)
        made.append({"name": "stdout", "output_type": "stream", "text": lines})
    if value:
        data = {"text/plain": value.rstrip("\n").splitlines(keepends=True)}
        count = cell.get("execution_count")
        result = {"data": data, "execution_count": count, "metadata": {}}
        made.append({**result, "output_type": "execute_result"})
    stored = cell.get("outputs", [])
    others = [output for output in stored if not _is_told(output)]
    first = next((i for i, output in enumerate(stored) if _is_told(output)), 0)
    cell["outputs"] = [*others[:first], *made, *others[first:]]


def _is_told(output: dict[str, Any]) -> bool:
    """Tell whether an output is text that is compared."""
    kind = output["output_type"]
    return bool(kind == "execute_result" or (kind == "stream" and output.get("name") == "stdout"))


def _placed(failure: Failure, cell: Cell, text: str) -> Failure:
    """Say in which cell and on which line of the file something is that a cell did not print."""
    line = cell.example.line + 1
    if failure.kind == "output" and failure.expected:
        at = position_of(text, failure.expected, *cell.extent)
        line = text.count("\n", 0, at) + 1 if at >= 0 else line
    return failure._replace(message=f"{cell.name}: {failure.message}", line=line)


def _named(failure: Failure, cells: list[Cell]) -> Failure:
    """Say in which cell a failure is that is known by its line alone."""
    before = [cell.name for cell in cells if cell.example.line < failure.line]
    if not before or failure.message.startswith("cell "):
        return failure
    return failure._replace(message=f"{before[-1]}: {failure.message}")


def _cells(cells: list[dict[str, Any]], text: str) -> Iterator[Cell]:
    """Yield the cells that are to run, in order."""
    start = 0
    for number, cell in enumerate(cells, start=1):
        source = _text(cell["source"])
        at = position_of(text, source.split("\n")[0], start, len(text))
        begin, start = start, max(start, at)
        if cell["cell_type"] != "code":
            continue
        tags = {str(tag).lower() for tag in cell.get("metadata", {}).get("tags", ())}
        if tags & _SKIPPING or not source.strip() or _is_foreign(source):
            continue
        expected, raised = _stored(cell) if not tags & _ANY_OUTPUT else (None, None)
        if raised is None and _FAILING in tags:
            raised = Raised("", "")
        example = Example(
            _without_magics(source),
            text.count("\n", 0, start),
            expected=expected,
            raised=raised,
            shows=not source.rstrip().endswith(";"),
        )
        following = text.find('"cell_type"', start)  # sorted keys put outputs before the source
        end = following if following >= 0 else len(text)
        yield Cell(f"cell {number}", example, (begin, end), cell)


def position_of(text: str, line: str, start: int, end: int) -> int:
    """Return where a file of JSON has a text that begins with a line; -1 where it has not."""
    for ascii_only in (False, True):
        written = json.dumps(line, ensure_ascii=ascii_only)[:-1]
        at = text.find(written, start, end)
        if at < 0:  # a line further down in a text that is stored in one piece
            at = text.find(written[1:], start, end)
        if at >= 0:
            return at
    return -1


def _is_foreign(source: str) -> bool:
    """Tell whether a cell is for something else than the language, as a shell."""
    lines = [line.lstrip() for line in source.splitlines()]
    return lines[0].startswith("%%") or any(line.startswith("!") for line in lines)


def _without_magics(source: str) -> str:
    """Return a cell without commands to the notebook, such as ``%matplotlib inline``."""
    lines = ["" if line.lstrip().startswith("%") else line for line in source.split("\n")]
    return "\n".join(lines) + "\n"


def _stored(cell: dict[str, Any]) -> tuple[str | None, Raised | None]:
    """Return what a cell printed and showed when it last ran, and the error that it ended in."""
    outputs = cell.get("outputs", [])
    if cell.get("execution_count") is None and not outputs:
        return None, None
    text, raised = "", None
    for output in outputs:
        kind = output["output_type"]
        if kind == "stream" and output.get("name") == "stdout":
            text += _text(output["text"])
        elif kind == "execute_result" and "text/plain" in output["data"]:
            text += _text(output["data"]["text/plain"]) + "\n"
        elif kind == "error":
            first = (str(output["evalue"]).splitlines() or [""])[0]
            raised = Raised(str(output["ename"]), first)
    return (None if raised else text), raised
