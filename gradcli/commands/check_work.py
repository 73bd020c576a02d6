"""The work of ``gradcli check``: find files, hand them to workers, report what they find.

This module knows the order of things. It loads nothing that computes; workers do.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Generator, Iterator
from contextlib import closing, contextmanager
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from gradcli.answers.check_results import FileResult, Summary
from gradcli.checks import config, discover
from gradcli.checks.config import ConfigError
from gradcli.checks.options import MOST_BYTES, SEED, TIMEOUT, Options
from gradcli.checks.pool import Pool, Task
from gradcli.checks.status import exit_status, is_failing
from gradcli.commands.check_progress import Progress
from gradcli.commands.output import save
from gradcli.commands.source import STDIN_NAME
from gradcli.commands.terminal import Reading, Settings, reading_width, show_remark, use_colour
from gradcli.errors import ExitCode
from gradcli.report.checks import FORMATS
from gradcli.report.glyphs import glyphs_for, no_paint, sgr_paint

if TYPE_CHECKING:
    from gradcli.checks.spread import Spread

_PAUSE = 0.3
_GLANCE, _IDLE = 50, 100  # milliseconds of a look, and after how many all files are looked at
_MOST_JOBS = 256
_STDIN = "-"

WORKER = "gradcli.commands.check_worker"
"""What a worker process runs."""


class Request(NamedTuple):
    """What the options say; None and empty where they say nothing."""

    paths: tuple[str, ...]
    jobs: int | None
    scheduler: str | None
    select: str | None
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    gradients: bool | None
    dtype: str | None
    engine: str | None
    chunks: tuple[int, ...] | None
    seed: int | None
    timeout: float | None
    fail_fast: bool
    update: bool
    watch: bool
    reports: tuple[str, ...]
    durations: int | None
    exit_zero: bool
    allow_empty: bool
    untrusted: bool = False
    define: tuple[tuple[str, str], ...] = ()
    constant: tuple[tuple[str, str], ...] = ()


class Plan(NamedTuple):
    """What is to be done: the options and the project's settings together.

    ``typed`` is what standard input holds, where that is asked for.
    """

    paths: tuple[str, ...]
    typed: str | None
    include: tuple[str, ...]
    exclude: tuple[str, ...]
    select: str | None
    jobs: int
    options: Options
    reports: tuple[tuple[str, str | None], ...]
    durations: int


def check(request: Request, settings: Settings) -> int:
    """Do what was asked for; return the exit status."""
    plan = _plan(request)
    with _pool(plan, request.scheduler) as pool:
        if request.watch:
            _watch(plan, pool, settings)
        summary = _run(plan, _tasks(plan), pool, settings)
    status = exit_status(summary)
    if request.exit_zero or (request.allow_empty and status == ExitCode.NOTHING_TO_CHECK):
        return ExitCode.OK
    if not summary.results:
        Reading().write(f"note: {_nothing(plan)}\n")
    return status


def _nothing(plan: Plan) -> str:
    """Say what was looked for where nothing is found."""
    left_out = f" and is not left out by {', '.join(plan.exclude)}" if plan.exclude else ""
    selected = f" and fits -k {plan.select!r}" if plan.select is not None else ""
    where = "this directory" if plan.paths == (".",) else ", ".join(plan.paths)
    return f"there is no file in {where} that matches {', '.join(plan.include)}{left_out}{selected}"


@contextmanager
def _pool(plan: Plan, scheduler: str | None) -> Iterator[Pool | Spread]:
    """Give who checks files: processes here, or the workers of a scheduler."""
    if scheduler is None:
        with Pool(plan.jobs, WORKER) as pool:
            yield pool
        return
    from gradcli.answers.cluster import client_of
    from gradcli.answers.inputs import QuestionError
    from gradcli.checks.spread import Spread

    try:
        with client_of(scheduler, show_remark) as client:
            yield Spread(client, WORKER)
    except QuestionError as error:
        raise click.UsageError(str(error)) from error


# What is to be done


def _plan(request: Request) -> Plan:
    try:
        project = config.settings()
    except ConfigError as error:
        raise click.UsageError(str(error)) from error

    def setting(name: str, default: Any) -> Any:
        given = getattr(request, name)
        return project.get(name, default) if given in (None, ()) else given

    if request.select is not None and (problem := discover.problem_of(request.select)):
        raise click.BadParameter(problem, param_hint="-k")
    if project:
        path = discover.project_file()
        Reading().write(f"settings: [tool.gradcli] of {os.path.relpath(str(path))}\n")
    if request.scheduler is None:  # its workers have files of their own
        _try_files([text for _, text in (*request.constant, *request.define)])
    jobs = min(setting("jobs", _cores()), _MOST_JOBS)
    typed = _standard_input(request) if _STDIN in request.paths else None
    return Plan(
        paths=tuple(path for path in setting("paths", (".",)) if typed is None or path != _STDIN),
        typed=typed,
        include=tuple(setting("include", discover.PATTERNS)),
        exclude=(*project.get("exclude", ()), *request.exclude),
        select=request.select,
        jobs=jobs,
        options=Options(
            seed=setting("seed", SEED),
            timeout=setting("timeout", TIMEOUT),
            gradients=setting("gradients", False),
            update=request.update,
            fail_fast=request.fail_fast,
            dtype=setting("dtype", None),
            engine=setting("engine", None),
            chunks=setting("chunks", None),
            untrusted=request.untrusted,
            inputs=(
                *(("constant", name, text) for name, text in request.constant),
                *(("define", name, text) for name, text in request.define),
            ),
        ),
        reports=_reports(request.reports),
        durations=request.durations or 0,
    )


def _standard_input(request: Request) -> str:
    """Return what a file would hold; what is no text is found out where it is checked."""
    if request.update or request.watch:
        option = "--update" if request.update else "--watch"
        raise click.UsageError(f"{option} is for files, and - is standard input.")
    if sys.stdin is None:
        raise click.UsageError("There is no standard input.")
    return sys.stdin.buffer.read(MOST_BYTES + 1).decode("utf-8", "surrogateescape")


def _try_files(values: list[str]) -> None:
    """Read the files that are inputs once: what is wrong with one is the fault of no checked file.

    Raises ``DataError``.
    """
    names = [text for text in map(str.strip, values) if text.startswith("@")]
    if not names:
        return
    from gradcli.answers.loaded import Files, split
    from gradcli.data.source import STDIN

    files = Files()
    for name in names:
        if split(name)[0] == STDIN:
            raise click.UsageError(f"{name} is not for check: its processes read files.")
        files.value(name)


def _cores() -> int:
    """Return how many cores the process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def _reports(words: tuple[str, ...]) -> tuple[tuple[str, str | None], ...]:
    """Return formats and files; where nothing else goes to standard output, people are told."""
    reports = []
    for word in words:
        name, equals, path = word.partition("=")
        if name not in FORMATS:
            from gradcli.language.messages.suggest import closest

            close = closest(name, FORMATS)
            meant = f". Did you mean {close!r}?" if close else ""
            known = f"{name!r} is not one of {', '.join(FORMATS)}{meant}"
            raise click.BadParameter(known, param_hint="--report")
        if equals and not path:
            raise click.BadParameter(f"{word!r} names no file", param_hint="--report")
        reports.append((name, path or None))
    if all(path is not None for _, path in reports):
        reports.insert(0, ("human", None))
    return tuple(reports)


def _tasks(plan: Plan) -> list[Task]:
    typed = () if plan.typed is None else (discover.File(STDIN_NAME, True, plan.typed),)
    found = [
        file
        for file in (*typed, *discover.find(plan.paths, plan.include, plan.exclude))
        if plan.select is None or discover.selected(file.path, plan.select)
    ]
    share = max(1, min(plan.jobs, len(found)))
    root = os.path.realpath(_project_folder())
    return [
        Task(
            file.path,
            plan.options._replace(
                lenient=not file.named,
                share=share,
                untrusted=plan.options.untrusted or not _is_inside(file, root),
            ),
            file.text,
        )
        for file in found
    ]


def _project_folder() -> str:
    """Return the folder of the project, which is the current one where no file says so."""
    path = discover.project_file()
    return "." if path is None else str(path.parent)


def _is_inside(file: discover.File, root: str) -> bool:
    """Tell whether a file is of the project; what comes through a pipe may be anybody's."""
    return file.text is None and os.path.realpath(file.path).startswith(os.path.join(root, ""))


# Running and reporting


def _run(plan: Plan, tasks: list[Task], pool: Pool | Spread, settings: Settings) -> Summary:
    """Check files, report what is found as it is found, and return it."""
    start = perf_counter()
    stream = Stream(plan, settings)
    progress = Progress(sys.stderr, len(tasks))
    progress.draw()
    results: dict[int, FileResult] = {}
    with closing(_results(plan, tasks, pool)) as found:
        for number, result in found:
            results[number] = result
            progress.clear()
            stream.show(results)
            progress.step(result.path, is_failing(result))
    progress.clear()
    ordered = tuple(results[number] for number in sorted(results))
    summary = Summary(ordered, perf_counter() - start)
    stream.end(summary)
    _write_files(plan, summary)
    return summary


def _results(
    plan: Plan, tasks: list[Task], pool: Pool | Spread
) -> Generator[tuple[int, FileResult], None, None]:
    """Yield results as they come, up to the first that fails where that is asked for."""
    with closing(pool.run(tasks)) as found:
        for number, result in found:
            yield number, result
            if plan.options.fail_fast and is_failing(result):
                return


class Stream:
    """What goes to standard output: file by file for people, and the other formats at the end."""

    __slots__ = ("durations", "glyphs", "next", "others", "paint", "people", "width")

    def __init__(self, plan: Plan, settings: Settings) -> None:
        formats = [name for name, path in plan.reports if path is None]
        self.people = formats[0] == "human"
        self.others = formats[1:] if self.people else formats
        colour = use_colour(sys.stdout, settings.color)
        self.paint = sgr_paint if colour else no_paint
        self.glyphs = glyphs_for(sys.stdout.encoding)
        self.width = reading_width(sys.stdout)
        self.durations = plan.durations
        self.next = 0

    def show(self, results: dict[int, FileResult]) -> None:
        """Show what has not been shown and follows on what has."""
        while self.people and self.next in results:
            self._show(results[self.next])
            self.next += 1
        sys.stdout.flush()

    def _show(self, result: FileResult) -> None:
        from gradcli.report.checks import human

        sys.stdout.write(human.part(result, self.paint, self.glyphs, self.width))

    def end(self, summary: Summary) -> None:
        """Show the rest of it."""
        from gradcli.report.checks import human

        if self.people:
            for result in summary.results[self.next :]:  # after a file that was given up
                self._show(result)
            sys.stdout.write(human.closing(summary, self.paint, self.durations))
        for name in self.others:
            sys.stdout.write(FORMATS[name](summary))
        sys.stdout.flush()


def _write_files(plan: Plan, summary: Summary) -> None:
    for name, path in plan.reports:
        if path is not None:
            save(FORMATS[name](summary), path)
        if name == "github":
            _write_job_summary(summary)


def _write_job_summary(summary: Summary) -> None:
    """Add to the page that GitHub shows of a job."""
    page = os.environ.get("GITHUB_STEP_SUMMARY")
    if page:
        from gradcli.report.checks import github

        with open(page, "a", encoding="utf-8", errors="backslashreplace") as stream:
            stream.write(github.job_summary(summary))


# Watching


def _watch(plan: Plan, pool: Pool | Spread, settings: Settings) -> None:
    """Check files whenever they change, until the user interrupts."""
    known: dict[str, int] = {}
    for _ in _occasions(plan):
        tasks = _tasks(plan)
        now = {task.path: _changed(task.path) for task in tasks}
        fresh = [task for task in tasks if known.get(task.path) != now[task.path]]
        if fresh:
            _run(plan, fresh, pool, settings)
            now |= {task.path: _changed(task.path) for task in fresh if plan.options.update}
        known = now


def _occasions(plan: Plan) -> Iterator[None]:
    """Yield first, then whenever something may have changed: at once with watchfiles.

    Files are watched from before the first time on, so that no change is missed.
    """
    try:
        from watchfiles import watch
    except ImportError:
        while True:
            yield
            sleep(_PAUSE)
    there = [path for path in plan.paths if os.path.exists(path)]
    idle = _IDLE
    for changes in watch(*there or ["."], rust_timeout=_GLANCE, yield_on_timeout=True):
        idle += 1
        if changes or idle > _IDLE:  # what is watched is not all that can change
            idle = 0
            yield


def _changed(path: str) -> int:
    """Return when a file was changed; a file that is not there never was."""
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return 0
