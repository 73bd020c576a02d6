"""Files checked elsewhere: a dask scheduler hands them to its workers, some at a time.

Each part is checked in a process of its own, as here, so that a file that ends it ends no worker.
Files are read where the workers are, in a folder of the same name. This module knows how files are
shared. It does not know how one is checked.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from typing import Any

from gradcli.answers.check_results import FileResult
from gradcli.answers.cluster import results, threads_of
from gradcli.checks.pool import Pool, Task

_MOST = 16
"""How many files are one part: so many may have to be checked again where a worker is lost."""


class Spread:
    """Workers elsewhere that share the files of a run, in the place of a ``Pool``."""

    __slots__ = ("client", "module")

    def __init__(self, client: Any, module: str) -> None:
        self.client, self.module = client, module

    def run(self, tasks: Sequence[Task]) -> Generator[tuple[int, FileResult], None, None]:
        """Yield the results of tasks with their numbers."""
        size = min(_MOST, 1 + len(tasks) // (4 * threads_of(self.client)))
        parts = [tasks[start : start + size] for start in range(0, len(tasks), size)]
        found = results(self.client, _checked, self.module, os.getcwd(), items=parts)
        for number, part in enumerate(found):
            yield from enumerate(part, number * size)


def _checked(module: str, folder: str, tasks: Sequence[Task]) -> list[FileResult]:
    """Check some files, one after the other, in a process of a worker's."""
    with Pool(1, module, folder) as pool:
        return [result for _, result in pool.run(tasks)]
