"""Work that a dask scheduler hands to workers, and again where one of them is lost.

This module knows how tasks are sent and their results taken. It does not know what is done.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from gradcli.answers.inputs import QuestionError
from gradcli.errors import Diagnostic, GradcliError, OpError
from gradcli.numerics.scheduling import connected

_AHEAD = 4
"""How many tasks are under way for a thread of a worker, so that none has to wait for the next."""

T = TypeVar("T")


@contextmanager
def client_of(address: str, tell: Callable[[str], object]) -> Iterator[Any]:
    """Give a client of the scheduler at an address; ``tell`` takes where its dashboard is."""
    try:
        with connected(address) as client:
            tell(f"dashboard: {client.dashboard_link}")
            yield client
    except OpError as error:
        raise QuestionError("; ".join(filter(None, (str(error), error.help)))) from error


def threads_of(client: Any) -> int:
    """Return how many tasks the workers do at once."""
    threads: int = sum(client.nthreads().values())
    return max(1, threads)


def results(
    client: Any,
    function: Callable[..., T],
    *first: Any,
    items: Iterable[Any],
    wait: Callable[[], bool] = bool,
) -> Generator[T, None, None]:
    """Yield what workers make of items, in their order; of those, only some are under way.

    ``wait`` tells whether the next item is a long time in coming.
    """
    waiting: deque[Any] = deque()
    try:
        for item in items:
            waiting.append(client.submit(function, *first, item, pure=False))
            while len(waiting) > _AHEAD * threads_of(client) or (waiting and wait()):
                yield _taken(waiting.popleft())
        while waiting:
            yield _taken(waiting.popleft())
    finally:
        for future in waiting:  # nobody listens any more
            future.cancel()


def _taken(future: Any) -> Any:
    from distributed import KilledWorker
    from distributed.client import FutureCancelledError

    try:
        return future.result()
    except KilledWorker as error:
        raise GradcliError(_ENDS_WORKERS) from error
    except FutureCancelledError as error:
        raise GradcliError(_NO_SCHEDULER) from error


_ENDS_WORKERS = Diagnostic(
    "crash", "a task ended every worker that it was given to", "SystemError", help="-j 1 says how"
)
_NO_SCHEDULER = Diagnostic("crash", "the scheduler was lost on the way", "SystemError")
