"""Which calls of a program led to a place; what the library has in the language is not shown.

What is said beside a message may ask values of the program, whose code then runs, and may fail.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from gradcli.errors import is_final
from gradcli.language.machine.code import LIBRARY, Frame, Globals, Register, Site
from gradcli.language.machine.unwind import trace_of
from gradcli.syntax import nodes


def calls_to(frame: Frame | None) -> list[nodes.Node]:
    """Return the calls of the program's that led to a frame, outermost first."""
    calls = []
    while frame is not None:
        if frame.site is not None and not is_library(frame.caller):
            calls.append(frame.site)
        frame = frame.caller
    return calls[::-1]


def is_library(frame: Frame | None) -> bool:
    """Tell whether a frame runs what the library has written in the language."""
    return frame is not None and frame.code.text[1] == LIBRARY


def of_program(frame: Frame, site: Site) -> tuple[Frame, Site]:
    """Return where the program called the library, if a place is in that."""
    while is_library(frame) and frame.caller is not None:
        site = Site(frame.site)
        frame = frame.caller
    return frame, site


def beside(ask: Callable[..., Any], error: BaseException, frame: Frame, site: Site) -> Any:
    """Return what is said beside a message; None where the program's own code fails at it."""
    try:
        return ask(error, frame, site)
    except BaseException as failed:
        if not is_final(failed) and trace_of(failed) is not None:
            return None
        raise


def value_in(frame: Frame, register: Register) -> Any:
    """Return what a register holds, without raising for a name that has no value."""
    if register not in frame and isinstance(frame, Globals):
        return frame.builtins.get(str(register))
    return dict.get(frame, register)
