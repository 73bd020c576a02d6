"""The pytest plug-in: a file of checks is a test.

pytest imports this module in every run where gradcli is installed, so it loads nothing of gradcli
before there is a file to check. How files are checked is set in ``[tool.gradcli]``, as for the
command.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from gradcli.answers.check_results import FileResult
    from gradcli.checks.options import Options
    from gradcli.checks.pool import Worker

_FILES = "gradcli_files"
_WORKER = pytest.StashKey["Worker"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the setting that says which files are checked."""
    parser.addini(
        _FILES, "Patterns of the files that gradcli checks.", type="args", default=["*.grad"]
    )


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Collect the files that the patterns name."""
    if any(file_path.match(pattern) for pattern in parent.config.getini(_FILES)):
        return CheckedFile.from_parent(parent, path=file_path)
    return None


def pytest_unconfigure(config: pytest.Config) -> None:
    """End the process that checks files, if there was one."""
    worker = config.stash.get(_WORKER, None)
    if worker is not None:
        worker.end()


def _worker(config: pytest.Config) -> Worker:
    """Return the one process that checks files, so that none of them can end the run."""
    worker = config.stash.get(_WORKER, None)
    if worker is None:
        from gradcli.checks.pool import Worker

        worker = config.stash[_WORKER] = Worker("gradcli.commands.check_worker")
    return worker


class CheckedFile(pytest.File):
    """A program, a document or a notebook; its checks are one test, since they run as one."""

    def collect(self) -> Iterator[pytest.Item]:
        """Yield the one test of the file."""
        from gradcli.checks.config import ConfigError

        try:
            yield Check.from_parent(self, name="gradcli", options=_options())
        except ConfigError as error:
            raise self.CollectError(str(error)) from None


def _options() -> Options:
    """Return how files are checked, as the settings of the project have it."""
    from gradcli.checks.config import settings
    from gradcli.checks.options import Options

    project = settings()
    return Options(**{name: project[name] for name in Options._fields if name in project})


class ChecksFailed(Exception):
    """Checks of a file do not hold; the result is the only argument."""


class Check(pytest.Item):
    """The checks of a file."""

    def __init__(self, *, options: Options, **about: Any) -> None:
        super().__init__(**about)
        self.options = options

    def runtest(self) -> None:
        """Check the file: without a check it is skipped."""
        result = self._check()
        if result.outcome == "empty":
            pytest.skip("nothing to check")
        if result.failures:
            raise ChecksFailed(result)
        if result.notes:
            from gradcli.report.checks import human

            self.add_report_section("call", "gradcli", "\n".join(human.entries(result)))

    def _check(self) -> FileResult:
        from gradcli.checks.pool import Task

        result = _worker(self.config).check(Task(str(self.path), self.options))
        return result._replace(path=self._shown_path())

    def _shown_path(self) -> str:
        """Return the path from where the user stands, as pytest's own reports have it."""
        invoked_in = self.config.invocation_params.dir
        if self.path.is_relative_to(invoked_in):
            return self.path.relative_to(invoked_in).as_posix()
        return self.path.as_posix()

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """Return the report of the file instead of a traceback."""
        if isinstance(excinfo.value, ChecksFailed):
            from gradcli.report.checks import human

            return "\n".join(human.entries(excinfo.value.args[0]))
        if isinstance(excinfo.value, OSError):  # the process that checks cannot be started
            return f"{self._shown_path()}: {excinfo.value}"
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Return what pytest shows of the test."""
        return self.path, 0, f"gradcli check {self.path.name}"
