"""Time that is over at any moment of a run: nothing of the run is left behind.

A timer was once found on, with its run long gone, and nobody knew how. Python hears of a signal
where a function begins and where one of C's returns; so this raises the signal at each such place,
one after the other, also while the run begins and ends.
"""

from __future__ import annotations

import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import Any

import pytest

if not hasattr(signal, "setitimer"):
    pytest.skip("there are no timers", allow_module_level=True)

import resource

from gradcli.core.state import STATE
from gradcli.errors import GradcliError
from gradcli.language.limits import Limits
from gradcli.language.run import run

HOUR = Limits(timeout=3600.0, max_elements=1000, max_memory=2**40)
HEARING = ("call", "c_return", "c_exception")
WHERE = ("/contextlib.py", "/limited.py", "/limits.py", "/machine.py", "/run.py", "/state.py")
PROGRAM = "x = ones(2, requires_grad=True)\nx.sum().backward()\nprint(x.grad)"


class _Alarm:
    """Rings at one place, and counts them all: those around operators, not in them."""

    def __init__(self, at: int) -> None:
        self.at, self.count, self.place = at, 0, ""

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        if event not in HEARING or not frame.f_code.co_filename.endswith(WHERE):
            return
        self.count += 1
        if self.count == self.at:
            self.place = f"{frame.f_code.co_filename}:{frame.f_lineno}"
            signal.raise_signal(signal.SIGALRM)


def state() -> tuple[Any, ...]:
    """Return what a run must leave as it was."""
    return (
        signal.getitimer(signal.ITIMER_REAL)[0],
        signal.getitimer(signal.ITIMER_PROF)[0],
        signal.getsignal(signal.SIGALRM),
        resource.getrlimit(resource.RLIMIT_AS),
        STATE.limits,
        STATE.listener,
        STATE.max_elements,
        STATE.observers,
        STATE.default_dtype,
    )


def ring(at: int) -> _Alarm:
    """Run a program whose time is over at some place."""
    alarm = _Alarm(at)
    sys.setprofile(alarm)
    try:
        with suppress(GradcliError):
            run(PROGRAM, limits=HOUR)
    finally:
        sys.setprofile(None)
    return alarm


def test_time_may_be_over_at_any_moment() -> None:
    """The run ends, and its timer, its limits and its state with it."""
    signal.signal(signal.SIGALRM, signal.SIG_IGN)  # what it rings for before and after a run
    try:
        run(PROGRAM, limits=HOUR)  # loads what is loaded once
        before = state()
        last = ring(0).count
        assert last > 100
        ringing = range(1, last + 1)
        for at in ringing:
            alarm = ring(at)
            assert state() == before, alarm.place
    finally:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
