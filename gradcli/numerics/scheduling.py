"""Who computes dask's tasks: threads or processes here, or the workers of a scheduler elsewhere.

A scheduler has the tasks of a lost worker done again by others. This module knows dask's schedulers
and how far they are. It does not know what is computed, nor how progress is shown.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from importlib import import_module
from typing import Any

from gradcli.errors import op_error

Compute = Callable[[Sequence[Any]], Sequence[Any]]
"""Takes arrays of dask's and returns their values."""

Progress = Callable[[int], AbstractContextManager[Callable[[int], None]]]
"""Opens something that shows progress, given how many steps there are."""

Tell = Callable[[str], None]
"""Takes a remark for people."""

_WAIT = "15s"


def is_address(scheduler: str) -> bool:
    """Tell whether a scheduler is named by an address."""
    return "://" in scheduler


@contextmanager
def connected(address: str) -> Iterator[Any]:
    """Give a client of a scheduler. Raises ImportError or OSError where there is none."""
    try:
        distributed = import_module("distributed")
    except ImportError as error:
        message = f"a scheduler needs a package that is not installed: {error.name}"
        help = "pip install 'gradcli[dask]'"
        raise op_error(ImportError, message, code="engine", help=help) from None
    logger = logging.getLogger("distributed")
    level = logger.level
    logger.setLevel(logging.CRITICAL)  # what is lost on the way is done again, or said at the end
    try:
        client = distributed.Client(address, timeout=_WAIT, set_as_default=False)
    except Exception as error:  # nobody is there, or somebody else, who answers anything
        logger.setLevel(level)
        message = f"there is no scheduler at {address}"
        raise op_error(OSError, message, code="engine") from error
    try:
        yield client
    finally:
        client.close()
        logger.setLevel(level)


@contextmanager
def computing(scheduler: str | None, progress: Progress | None, tell: Tell) -> Iterator[Compute]:
    """Give what computes arrays on a scheduler, by its name or address; dask chooses otherwise."""
    dask = import_module("dask")
    if scheduler is not None and is_address(scheduler):
        with connected(scheduler) as client:
            tell(f"dashboard: {client.dashboard_link}")
            yield lambda raws: _on_cluster(client, raws, progress)
        return

    def here(raws: Sequence[Any]) -> Sequence[Any]:
        with ExitStack() as stack:
            if progress is not None:
                stack.enter_context(_counted(progress))
            found: Sequence[Any] = dask.compute(*raws, scheduler=scheduler)
            return found

    yield here


@contextmanager
def _counted(progress: Progress) -> Iterator[None]:
    """Show how many tasks threads or processes have done."""
    with ExitStack() as stack:
        shown: list[Callable[[int], None]] = []

        def start(graph: Any, state: Any) -> None:
            total = len(state["ready"]) + len(state["waiting"])
            shown[:] = [stack.enter_context(progress(total))]

        def done(*task: Any) -> None:
            shown[0](1)

        with import_module("dask.callbacks").Callback(start_state=start, posttask=done):
            yield


def _on_cluster(client: Any, raws: Sequence[Any], progress: Progress | None) -> Sequence[Any]:
    """Compute arrays together on a cluster."""
    distributed = import_module("distributed")
    futures = client.compute(list(raws))
    try:
        if progress is not None:
            _shown(client, futures, progress)
        return client.gather(futures)  # type: ignore[no-any-return]
    except distributed.KilledWorker as error:
        message = "a task ended every worker that it was given to; was their memory used up?"
        raise op_error(RuntimeError, message, code="engine") from error
    except distributed.client.FutureCancelledError as error:
        message = "the scheduler was lost while it computed"
        raise op_error(RuntimeError, message, code="engine") from error


def _shown(client: Any, futures: Sequence[Any], progress: Progress) -> None:
    """Show how many tasks of a cluster are done, until all are."""
    kind = import_module("distributed.diagnostics.progressbar").TextProgressBar
    with ExitStack() as stack:
        done: list[int] = [0]
        advance: list[Callable[[int], None]] = []

        def draw(remaining: int, all: int, **rest: Any) -> None:
            if not advance:
                advance.append(stack.enter_context(progress(all)))
            advance[0](all - remaining - done[0])
            done[0] = all - remaining

        bar = kind(futures, client.scheduler.address, loop=client.loop, start=False)
        bar._draw_bar, bar._draw_stop = draw, draw
        client.sync(bar.listen)
