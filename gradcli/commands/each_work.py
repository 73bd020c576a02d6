"""The work of ``gradcli each``: records in, a line for each of them out, in their order.

This module knows streams, processes and exit statuses. It does not know how a record is evaluated.
"""

from __future__ import annotations

import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from decimal import Decimal
from math import prod
from time import monotonic
from typing import Any, NamedTuple

import click

from gradcli.answers.each import Answer, Batch, Evaluator, Task, evaluated, evaluating
from gradcli.answers.inputs import Definition, QuestionError, nearest
from gradcli.commands.output import form_of
from gradcli.commands.source import EXAMPLE
from gradcli.commands.terminal import (
    Reading,
    Settings,
    Visible,
    is_terminal,
    quoted,
    show_diagnostic,
    show_remark,
    write_over,
)
from gradcli.data.records import Record, Records, in_parts, open_records
from gradcli.data.whole import being_written
from gradcli.errors import Diagnostic, ExitCode, GradcliError
from gradcli.language.lifeline import end_with
from gradcli.language.limits import Limits
from gradcli.language.memory import memory_limit
from gradcli.report.record_text import Writer

_MOST_POINTS = 10**9


class Range(NamedTuple):
    """Points on a line: the first, the way between two, how many, and their decimals."""

    start: float
    step: float
    number: int
    decimals: int


class Request(NamedTuple):
    """What the options say."""

    expr: str
    file: str | None
    inputs: tuple[Definition, ...]
    wrt: tuple[str, ...] | None
    where: str | None
    copy: tuple[str, ...] | None
    get: tuple[str, ...]
    keep_going: bool
    form: str | None
    output: str | None
    jobs: int
    scheduler: str | None
    batch: bool
    dtype: str | None
    seed: int | None
    limits: Limits | None


def write(request: Request, settings: Settings) -> int:
    """Do what was asked for; return the exit status."""
    grid, inputs = _grid(request.inputs)
    records = _records(request, grid)
    task = Task(
        request.expr,
        inputs=inputs,
        wrt=request.wrt,
        where=request.where,
        dtype=request.dtype,
        seed=request.seed,
        batches=request.batch,
        limits=request.limits,
    )
    form = _form(request, records)
    copied = tuple(grid) if request.copy is None else request.copy
    _check(request.get, copied)
    writer = Writer(form, request.get, copied)
    try:
        with memory_limit(), _destination(request.output) as out:
            status = _run(task, records, writer, request, settings, out)
            if status and not request.keep_going and request.output is not None:
                raise click.exceptions.Exit(status)  # which leaves the file what it was
            return status
    except QuestionError as error:
        raise click.UsageError(str(error)) from error


def _form(request: Request, records: Records) -> str:
    """Return the format of the lines: as asked for, by the name of a file, or as records have."""
    if request.form is not None or request.output is None:
        return request.form or (records.format if records.format in ("csv", "tsv") else "jsonl")
    return form_of(request.output, _SUFFIXES)


_SUFFIXES = {".jsonl": "jsonl", ".ndjson": "jsonl", ".csv": "csv", ".tsv": "tsv"}


@contextmanager
def _destination(path: str | None) -> Iterator[Callable[[str], object]]:
    """Return what takes the lines: standard output, or a file that is written whole."""
    if path is None:
        yield sys.stdout.write
        return
    with _ended_by_signals(), being_written(path) as stream:
        yield lambda text: stream.write(text.encode())


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Hear of what ends a process as of an error, so that nothing half written stays behind."""

    def end(number: int, frame: object) -> None:
        raise SystemExit(128 + number)

    heard = {n for n in map(vars(signal).get, ("SIGTERM", "SIGHUP")) if n is not None}
    heard = {number for number in heard if signal.getsignal(number) == signal.SIG_DFL}
    try:
        for number in heard:
            signal.signal(number, end)
        yield
    finally:
        for number in heard:
            signal.signal(number, signal.SIG_DFL)


def _check(parts: tuple[str, ...], copied: tuple[str, ...]) -> None:
    for name in copied:
        if name.partition(".")[0] in {part.partition(".")[0] for part in parts or _ALL}:
            raise click.BadParameter(
                f"what is written has a {name!r} of its own; --get chooses parts",
                param_hint="--copy",
            )
    for part in parts:
        if part != "result" and not part.startswith("grad."):
            raise click.BadParameter(
                f"{part!r} is neither result nor grad.NAME", param_hint="--get"
            )


_ALL = ("result", "grad.")


def _check_gradients(parts: tuple[str, ...], names: list[str]) -> None:
    """Refuse a gradient that no record can have."""
    for part in parts:
        kind, _, name = part.partition(".")
        if kind == "grad" and name not in names:
            raise QuestionError(f"there is no gradient by {name!r}{nearest(name, names)}")


def _run(
    task: Task,
    records: Records,
    writer: Writer,
    request: Request,
    settings: Settings,
    out: Callable[[str], object],
) -> int:
    name = "standard input" if (request.file or "-") == "-" else request.file
    counter = _Counter()
    status = ExitCode.OK
    # closed whatever happens: an exception would keep the session of the answers open
    with closing(_answered(task, records, request, settings)) as parts:
        for answers in parts:
            failed = [a for a in answers if isinstance(a, Answer) and a.error is not None]
            if failed and not request.keep_going:
                out(writer.text(answers[: answers.index(failed[0])]))
                _complain(name, failed[0])
                return _worse(status, failed[0])
            for answer in failed:
                status = _worse(status, answer)
                _complain(name, answer)
            out(writer.text(answers))
            sys.stdout.flush()  # the next may be long in coming
            if not counter.done and any(map(_is_bare, answers)):
                Reading().write("note: the result is no scalar, so there are no gradients of it\n")
            counter.add(answers)
    counter.clear()
    if not counter.done and request.where is None:
        Reading().write("note: there are no records\n")
    if writer.unseen and counter.done:
        from gradcli.language.messages.suggest import closest  # for names that are wrong

        names = ", ".join(map(repr, sorted(writer.unseen)))
        near = filter(None, (closest(name, writer.fields) for name in sorted(writer.unseen)))
        meant = "".join(f"; did you mean {name!r}?" for name in near)
        Reading().write(f"note: no record has the field {names} of --copy{meant}\n")
    return status


def _is_bare(answer: Answer | Batch) -> bool:
    """Tell whether an answer lacks gradients because of its result's shape."""
    return isinstance(answer, Answer) and getattr(answer.result, "size", 1) != 1


def _worse(status: ExitCode, answer: Answer) -> ExitCode:
    """Return the status that says most: records that cannot be read before those that fail."""
    return ExitCode.USAGE if answer.is_data or status == ExitCode.USAGE else ExitCode.PROGRAM


def _complain(name: str | None, answer: Answer) -> None:
    sys.stdout.flush()
    place = f"{name}:{answer.line}".replace("\n", "\\n")
    Visible().write(f"{place}: {answer.error}\n")


# Records


def _records(request: Request, grid: dict[str, Range]) -> Records:
    if grid:
        if request.file is not None:
            raise click.UsageError("Give a FILE of records or ranges in -D, not both.")
        return Records("jsonl", in_parts(_points(grid)))
    if request.file is None and is_terminal(sys.stdin):
        raise click.UsageError(f"No records. Give a FILE, or a range, as in {_EXAMPLE}")
    if (request.file or "-") == "-" and sys.stdin is None:
        raise click.UsageError("There is no standard input.")
    if request.file is not None and not os.path.exists(request.file.replace("\0", "?")):
        _check_order(request.expr, request.file)
    return open_records(request.file or "-")


def _check_order(expr: str, file: str) -> None:
    """Refuse what stands in the place of a file, and is a program or a range."""
    if os.path.isfile(expr.replace("\0", "?")):
        right = f"gradcli each {quoted(file)} {quoted(expr)}"
        raise click.UsageError(f"EXPR stands before FILE: {right}")
    name, _, text = file.partition("=")
    if name.isidentifier() and _range(name, text) is not None:
        raise click.UsageError(f"A range is given with -D: -D {quoted(file)}")


_EXAMPLE = EXAMPLE.partition(" eval")[0] + " each 'sin(x)' -D x=0:1:0.1"


def _grid(
    inputs: tuple[Definition, ...],
) -> tuple[dict[str, Range], tuple[Definition, ...]]:
    """Part ranges from other inputs."""
    grid = {}
    others = []
    for kind, name, text in inputs:
        points = _range(name, text) if kind == "define" else None
        if points is None:
            others.append((kind, name, text))
        else:
            grid[name] = points
    return grid, tuple(others)


def _range(name: str, text: str) -> Range | None:
    words = text.split(":")
    try:
        numbers = [float(word) for word in words]
    except ValueError:
        return None
    if len(numbers) not in (2, 3):
        return None
    start, stop, step = (*numbers, 1.0) if len(numbers) == 2 else numbers
    count = (stop - start) / step + 1 if step else float("inf")
    if not 1 <= count <= _MOST_POINTS:
        said = f"{name}={text} is no range of points: START:STOP:STEP, with a step towards STOP"
        raise click.BadParameter(said, param_hint="-D")
    return Range(start, step, int(count + 1e-9), max(map(_decimals, words)))


def _decimals(word: str) -> int:
    """Return how many digits a number has behind its point."""
    exponent = Decimal(word).as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def _points(grid: dict[str, Range]) -> Iterator[Record]:
    total = prod(points.number for points in grid.values())
    for number in range(total):  # itertools.product would hold every range as a list
        yield number + 1, _point(grid, number)


def _point(grid: dict[str, Range], number: int) -> dict[str, float]:
    """Return a point of a grid by its number; the last range runs first."""
    point = {}
    for name, (start, step, count, decimals) in reversed(grid.items()):
        number, place = divmod(number, count)
        point[name] = round(start + place * step, decimals)  # 0.3, where 0.1 * 3 is a bit more
    return {name: point[name] for name in grid}


# Answers


def _answered(
    task: Task, records: Records, request: Request, settings: Settings
) -> Generator[list[Answer | Batch], None, None]:
    """Yield the answers to some records after the other."""
    parts, wait = records.parts, records.wait

    def warn(warning: Diagnostic) -> None:
        show_diagnostic(warning, settings)

    with evaluating(task, Visible().write, warn) as evaluator:
        _check_gradients(request.get, evaluator.differentiated)
        # The program is right so far, and others need not say that it is not.
        if request.scheduler is not None:
            from gradcli.answers.cluster import client_of, results

            with client_of(request.scheduler, show_remark) as client:
                yield from results(client, evaluated, task, items=parts, wait=wait)
            return
        if request.jobs > 1:
            yield from _in_processes(task, records, request.jobs)
            return
        for part in parts:
            yield list(evaluator.answers(part))


_WORKER: list[Evaluator] = []
_AROUND = ExitStack()
"""What a worker evaluates in, for as long as it lives."""


def _start(task: Task, jobs: int) -> None:
    """Prepare the program in a process of its own, which ends with its session."""
    from multiprocessing import parent_process
    from multiprocessing.util import Finalize

    parent = parent_process()
    if parent is not None:
        end_with(parent.sentinel)
    Finalize(_AROUND, _AROUND.close, exitpriority=0)
    _AROUND.enter_context(memory_limit(jobs))
    _WORKER.append(_AROUND.enter_context(evaluating(task, lambda text: None, lambda warning: None)))


def _work(part: list[Record]) -> list[Answer | Batch]:
    return list(_WORKER[0].answers(part))


def _in_processes(task: Task, records: Records, jobs: int) -> Iterator[list[Answer | Batch]]:
    """Share records among processes; what is under way is bounded, and comes back in order."""
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import active_children, get_context

    context = get_context("spawn")
    pool = ProcessPoolExecutor(jobs, context, initializer=_start, initargs=(task, jobs))
    waiting: deque[Any] = deque()
    try:
        for part in records.parts:
            with _deaf():
                waiting.append(pool.submit(_work, part))
            while len(waiting) > 2 * jobs or (waiting and records.wait()):
                yield _first(waiting)
        while waiting:
            yield _first(waiting)
    except BrokenProcessPool as error:
        raise GradcliError(_LOST) from error
    finally:
        pool.shutdown(wait=not waiting, cancel_futures=True)
        if waiting:  # given up: nobody reads the rest
            _end(active_children())


def _first(waiting: deque[Any]) -> list[Answer | Batch]:
    """Return what comes first, which is waited for until it is there."""
    found: list[Answer | Batch] = waiting[0].result()
    waiting.popleft()
    return found


def _end(workers: Sequence[Any]) -> None:
    """Let processes end with the records that they are at, or end them where that takes long.

    One that is ended in the midst of a message would leave its reader waiting for the rest.
    """
    until = monotonic() + _GRACE
    for worker in workers:
        worker.join(max(0.0, until - monotonic()))
    for worker in workers:
        worker.terminate()


_GRACE = 0.3  # seconds
_LOST = Diagnostic(
    "crash", "a process was lost that evaluates records", "SystemError", help="-j 1 says how"
)


@contextmanager
def _deaf() -> Iterator[None]:
    """Start processes that never hear Ctrl-C: this one does, and ends them."""
    from multiprocessing import resource_tracker

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    resource_tracker.ensure_running()  # it would lift the mask when it starts
    before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Counter:
    """How many records are done, on a terminal that shows nothing else meanwhile."""

    def __init__(self) -> None:
        self.done = 0
        self.shown = is_terminal(sys.stderr) and not is_terminal(sys.stdout)

    def add(self, answers: list[Answer | Batch]) -> None:
        self.done += sum(len(a.lines) if isinstance(a, Batch) else 1 for a in answers)
        if self.shown:
            write_over(sys.stderr, f"{self.done:,} records")

    def clear(self) -> None:
        if self.shown and self.done:
            write_over(sys.stderr)
