"""Programs under limits that the command line sets: a second process sees to their time and end.

The program runs in a child; this process waits, and ends it when its time is over, also inside one
long call of a library, or says how it ended where it crashed. This module knows processes. It does
not know what runs.
"""

from __future__ import annotations

import os
import re
import select
import signal
import time
from contextlib import suppress
from typing import Any

import click

from gradcli.errors import Diagnostic, GradcliError
from gradcli.language.lifeline import end_with
from gradcli.language.limits import (
    MAX_SECONDS,
    UNTRUSTED,
    Limits,
    remedy,
    too_long,
)

_UNITS = {"": 1, "b": 1}
_UNITS |= {
    letter + end: (1024 if end != "b" else 1000) ** power
    for power, letter in enumerate("kmgt", 1)
    for end in ("", "b", "ib")
}
_AMOUNT = r"([0-9][0-9_]*(?:\.[0-9]+)?(?:e[0-9]{1,2})?) ?([a-z]*)"
_PASSED_ON = ("SIGTERM", "SIGHUP", "SIGINT")


def amount(name: str, text: str) -> float | int:
    """Return the number that an option is given."""
    found = re.fullmatch(_AMOUNT, text.lower().strip())
    wanted = {"max_memory": "size, as 256MiB", "timeout": "time in seconds"}.get(name, "number")
    if found is None or len(text) > 30:
        raise click.BadParameter(f"{text!r} is no {wanted}")
    number, unit = float(found[1].replace("_", "")), found[2]
    units = {"timeout": {"": 1, "s": 1}, "max_memory": _UNITS}.get(name, {"": 1})
    if unit not in units:
        raise click.BadParameter(f"{text!r} is no {wanted}")
    number *= units[unit]
    if name == "max_memory" and number < 1024**2:  # less than anything takes
        raise click.BadParameter(f"{text!r} is {number:g} bytes; a size has a unit, as 256MiB")
    if not 0 < number < 2**62:
        raise click.BadParameter(f"{text!r} is no number above 0")
    if name == "timeout" and number > MAX_SECONDS:
        raise click.BadParameter(f"{text!r} is more than a day, {MAX_SECONDS:.0f} seconds")
    return number if name == "timeout" else int(number)


def limits_of(given: dict[str, Any], untrusted: bool) -> Limits:
    """Return the limits that the options set."""
    return (UNTRUSTED if untrusted else Limits())._replace(**given)


def supervised(limits: Limits, start: float, by_run: bool = False) -> Limits:
    """Return, in a child of this process, the limits to run under; time counts from ``start`` on.

    Where the program runs many times, as ``by_run`` tells, whoever runs it sees to the time.
    This process never returns: it raises what became of the child, as ``SystemExit`` or as an error
    of the program. Without a limit on time or memory, or where processes cannot be split, the
    program runs in this one.
    """
    if limits.timeout is None and limits.max_memory is None:
        return limits
    if not hasattr(os, "fork"):
        return limits
    from gradcli.language.timer import set_timer  # for those who set limits

    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        _wait(child, reading, limits, None if by_run else start)
    os.close(reading)
    end_with(writing)
    signal.signal(signal.SIGINT, _interrupt_once)
    if limits.timeout is not None and not by_run:
        set_timer(limits.timeout, start + limits.timeout - time.monotonic())
    os.set_inheritable(writing, False)
    return limits


def _interrupt_once(number: int, frame: object) -> None:
    """Be interrupted by what a terminal sends to both processes, not again by what is passed on."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise KeyboardInterrupt


def _wait(child: int, end: int, limits: Limits, start: float | None) -> None:
    """Wait for a child to end, and end as it did.

    ``start`` is when its time began; None, that it sees to that itself.
    """
    for name in _PASSED_ON:
        number = vars(signal).get(name)
        if number is not None:
            signal.signal(number, lambda number, frame: _send(child, number))
    from gradcli.language.timer import GRACE, OUT_OF_TIME

    over = None
    if limits.timeout is not None and start is not None:
        over = start + limits.timeout + GRACE
    while True:
        left = None if over is None else max(0.0, over - time.monotonic())
        if select.select([end], [], [], left)[0] or left == 0.0:
            break
    expired = not select.select([end], [], [], 0)[0]
    if expired:
        _send(child, signal.SIGKILL)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if limits.timeout is not None and (expired or -status == OUT_OF_TIME):
        raise GradcliError(too_long(limits.timeout))
    if status < 0:
        raise _killed(-status, limits)
    raise click.exceptions.Exit(status)


def _send(child: int, number: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(child, number)


def _killed(number: int, limits: Limits) -> BaseException:
    """Return the error for a program that a signal ended, which was nobody's wish."""
    name = signal.Signals(number).name if number in set(signal.Signals) else f"signal {number}"
    if name in _PASSED_ON:
        return click.exceptions.Exit(128 + number)
    help = remedy("max_memory") if limits.max_memory is not None else None
    message = f"the program's process was ended by {name}"
    return GradcliError(Diagnostic("crash", message, "SystemError", help=help))
