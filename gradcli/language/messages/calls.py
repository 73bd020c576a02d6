"""Which calls of a program led to a place; what the library has in the language is not shown."""

from __future__ import annotations

from gradcli.language.machine.code import LIBRARY, Frame, Site
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
