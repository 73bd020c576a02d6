"""Time that is over at any moment of a run: nothing of the run is left behind.

A timer was once found on, with its run long gone, and nobody knew how. Python hears of a signal
where a function begins and where one of C's returns; so this raises the signal at each such place,
one after the other, also while the run begins and ends.
"""

from __future__ import annotations

import gc
import signal
import sys
import time
from contextlib import suppress
from types import FrameType
from typing import Any

import pytest

if not hasattr(signal, "setitimer"):
    pytest.skip("there are no timers", allow_module_level=True)

import resource
from importlib import import_module
from pathlib import Path

from gradcli.core.state import STATE
from gradcli.errors import Diagnostic, GradcliError
from gradcli.language.limits import Limits
from gradcli.language.run import run
from gradcli.language.timer import OutOfTime, came_of_time, set_timer, stop_timer
from gradcli.syntax.parse import _parser

HOUR = Limits(timeout=3600.0, max_elements=1000, max_memory=2**40)
HEARING = ("call", "c_return", "c_exception")
WHERE = (
    *("/contextlib.py", "/limited.py", "/limits.py", "/machine.py", "/memory.py", "/run.py"),
    "/state.py",
)
CONFINED = "y = ones(30, 30) @ ones(30, 30)\n"  # an operator that memory has a limit for
PROGRAM = f"{CONFINED}x = ones(2, requires_grad=True)\nx.sum().backward()\nprint(x.grad)"


class _Alarm:
    """Rings at one place, and counts them all: those around operators, not in them."""

    def __init__(self, at: int, where: tuple[str, ...] = WHERE) -> None:
        self.at, self.where, self.count, self.place = at, where, 0, ""

    def __call__(self, frame: FrameType, event: str, argument: Any) -> None:
        if event not in HEARING or not frame.f_code.co_filename.endswith(self.where):
            return
        self.count += 1
        if self.count == self.at:
            self.place = f"{frame.f_code.co_filename}:{frame.f_lineno}"
            handler: Any = signal.getsignal(signal.SIGALRM)
            if callable(handler):
                handler(signal.SIGALRM, frame)  # as Python calls it there


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


def ring(at: int, where: tuple[str, ...] = WHERE, program: str = PROGRAM) -> _Alarm:
    """Run a program whose time is over at some place."""
    alarm = _Alarm(at, where)
    gc.disable()  # whoever is called back by it would hear the alarm, and nobody of the error
    sys.setprofile(alarm)
    try:
        with suppress(GradcliError):
            run(program, limits=HOUR)
    finally:
        sys.setprofile(None)
        gc.enable()
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


def test_time_may_be_over_while_a_generator_is_let_go_of() -> None:
    """No error is raised where nobody hears of it, which Python would tell in its own words."""
    program = "def g():\n    try: yield\n    finally: print(1)\nx = g()\nnext(x)\ndel x\nprint(2)"
    where = ("/generators.py",)
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    unheard: list[Any] = []
    hook, sys.unraisablehook = sys.unraisablehook, unheard.append
    try:
        last = ring(0, where, program).count
        assert last > 5
        places = [ring(at, where, program).place for at in range(1, last + 1)]
        assert any(":" in place for place in places) and unheard == []
    finally:
        sys.unraisablehook = hook
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def test_an_end_that_a_host_swallows_is_an_end() -> None:
    """The program ends at its next block, also where the timer rings but once."""
    printed: list[str] = []

    def write(text: str) -> None:
        handler: Any = signal.getsignal(signal.SIGALRM)
        with suppress(GradcliError):
            handler(signal.SIGALRM, sys._getframe())
        printed.append(text)

    with pytest.raises(GradcliError, match="ran for more"):
        run("print(1)\nfor i in range(10): x = i\nprint(2)", limits=HOUR, write=write)
    assert printed == ["1\n"]


def test_only_what_comes_of_time_is_told_as_that() -> None:
    """An error that a library makes of the timer's is; one behind another limit is a defect."""
    limit = Diagnostic("limit", "too many", "RuntimeError")
    for kind, found in ((OutOfTime, True), (GradcliError, False)):
        error = ValueError("of a library")
        error.__context__ = kind(limit)
        assert (came_of_time(error) is not None) is found


class _Failing:
    def __del__(self) -> None:
        raise ValueError


def test_nothing_of_others_is_passed_over() -> None:
    """What others fail at unheard is told as before, and to whom they choose meanwhile."""
    unheard: list[Any] = []
    hook = sys.unraisablehook
    sys.unraisablehook = of_others = lambda unraisable: unheard.append(unraisable.exc_type)
    try:
        handler = set_timer(3600.0, 3600.0)
        _Failing()
        stop_timer(handler)
        assert sys.unraisablehook is of_others
        assert unheard == [ValueError]
        handler = set_timer(3600.0, 3600.0)
        sys.unraisablehook = hook
        stop_timer(handler)
        assert sys.unraisablehook is hook
    finally:
        sys.unraisablehook = hook


def test_what_is_read_once_is_read_whole() -> None:
    """Rows of the parser's tables are not kept half read."""
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    try:
        tables = _parser().automaton
        for at in range(1, 200, 7):
            tables.rows.clear()
            tables.rules.clear()
            ring(at, ("/automaton.py",))
            assert run(PROGRAM).stdout == "tensor([1., 1.])\n", at
    finally:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


@pytest.mark.parametrize("inside", [False, True])
def test_modules_are_loaded_whole(
    inside: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Time is over once a module that a run loads is there; one that runs something has a limit."""
    begin = "set_timer(0.01, 0.01, 0.1)\n" if inside else ""
    text = f"from gradcli.language.timer import set_timer\n{begin}import time\ntime.sleep(0.05)\n"
    (tmp_path / "slow.py").write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    before = signal.getsignal(signal.SIGALRM)
    try:
        if not inside:
            set_timer(0.01, 0.01, 0.1)  # again, as runs have it: who heard it may ignore errors
        with pytest.raises(GradcliError, match=r"ran for more than 0\.01 s"):  # noqa: PT012
            import_module("slow")
            time.sleep(30)
        assert ("slow" in sys.modules) is not inside
    finally:
        stop_timer(before)
        sys.modules.pop("slow", None)
