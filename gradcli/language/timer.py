"""The timer of a program: what raises where it is once its time is over.

This module knows signals, and what they must not interrupt. It does not know how long programs may
take.
"""

from __future__ import annotations

import signal
import sys
from itertools import product
from typing import Any

from gradcli.core.state import STATE
from gradcli.errors import GradcliError
from gradcli.language.limits import too_long

GRACE = 0.2
"""The seconds that a program has to end by itself, with a word on where it was."""

OUT_OF_TIME = getattr(signal, "SIGPROF", 0)
"""The signal that ends a process in which nothing else hears of the time."""

_HELD = {
    (__name__, "stop_timer"),
    ("gradcli.language.memory", "__enter__"),
    ("gradcli.language.memory", "__exit__"),
    ("gradcli.language.run", "__enter__"),
    ("gradcli.language.run", "__exit__"),
    ("gradcli.commands.main", "_end"),
    ("weakref", "remove"),
    ("_weakrefset", "_remove"),
}
"""Functions that are not left half done: what they begin or put back would stay as it is.

Those of ``weakref`` are called where nobody hears of an error.
"""

_LOADING = {*product(("_frozen_importlib", "importlib._bootstrap"), ("_load_unlocked", "cb"))}
"""The same where modules are loaded, which may be around a run as well."""

_UNHEARD = ("gradcli.language.machine.generators", "__del__")
"""What nobody hears of in itself; what it calls hears of itself."""

_SOON = 0.01


class OutOfTime(GradcliError):
    """The error that the timer raises, wherever the program or a library of the host is."""


class _PassOver:
    """Says nothing of the timer's error where nobody hears of it: the program will end by itself.

    Libraries have functions of their own that are called so, as when the collector begins. All else
    is for whoever was told before, ``other``.
    """

    def __init__(self, other: Any) -> None:
        self.other = other

    def __call__(self, unraisable: Any) -> None:
        if not isinstance(unraisable.exc_value, OutOfTime):
            self.other(unraisable)


def set_timer(limit: float, left: float, again: float = 0.0) -> Any:
    """Raise where the program is once ``left`` seconds are over, and ``again`` after so many more.

    A program whose host swallows the error ends at its next block, or error. Returns what handled
    the signal before.
    """
    around = _calls(_LOADING, sys._getframe())

    def expire(number: int, frame: Any) -> None:
        held = _calls(_HELD, frame) or _named(frame) == _UNHEARD
        if held or _calls(_LOADING, frame) > around:
            signal.setitimer(signal.ITIMER_REAL, _SOON, again)
        else:
            error = OutOfTime(too_long(limit))
            if STATE.program is not None:
                STATE.program.end(error)
            raise error

    before = signal.signal(signal.SIGALRM, expire)
    sys.unraisablehook = _PassOver(sys.unraisablehook)
    signal.setitimer(signal.ITIMER_REAL, max(left, 0.001), again)
    return before


def came_of_time(error: BaseException | None) -> OutOfTime | None:
    """Return the timer's error for one that a library made of it, and None for all others."""
    while error is not None and not isinstance(error, OutOfTime):
        error = error.__cause__ or error.__context__
    return error


def _calls(functions: set[tuple[str, str]], frame: Any) -> int:
    """Count the calls of some functions on the way to a frame."""
    count = 0
    while frame is not None:
        count += _named(frame) in functions
        frame = frame.f_back
    return count


def _named(frame: Any) -> tuple[Any, str]:
    """Return the module and the name of the function of a frame."""
    return frame.f_globals.get("__name__"), frame.f_code.co_name


def stop_timer(before: Any = signal.SIG_DFL) -> None:
    """Let no time be over any more; ``before`` is what ``set_timer`` gave."""
    signal.signal(signal.SIGALRM, signal.SIG_IGN)  # which would set the timer again
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.signal(signal.SIGALRM, before)
    if isinstance(sys.unraisablehook, _PassOver):  # and nobody has put another there meanwhile
        sys.unraisablehook = sys.unraisablehook.other
