"""Names of classes in messages of the host: those of the program, not of what carries values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import Any

from gradcli.language.machine.code import Frame, Site
from gradcli.language.machine.functions import Object, type_name
from gradcli.syntax import nodes

_CARRIER = re.compile(
    r"(gradcli\.language\.[\w.]+\.)?\b(Instance(?! and)|Guarded|Numbered|Carried\w+)\b"
)
_NAMED = (AttributeError, NameError, LookupError, ImportError)
"""Errors whose texts have names and keys of the program in them."""
_MOST = 1000  # values that are looked at


def owned(message: str, error: BaseException, frame: Frame, site: Site) -> str:
    """Put the class of a program's value in the place of the host's class that carries it."""
    named = isinstance(error, _NAMED) and not isinstance(error, IndexError)
    if named or isinstance(site.node, (nodes.Raise, nodes.Assert)) or not _CARRIER.search(message):
        return message
    given = [dict.get(frame, operand) for operand in site.operands]
    names = _names(given) or next(filter(None, map(_names, _on_the_way(error))), {})

    def name(found: re.Match[str]) -> str:
        left = names.get(found[2], [found[2]])
        of_class = left.pop(0) if len(left) > 1 else left[0]
        return f"__main__.{of_class}" if found[1] else of_class

    return _CARRIER.sub(name, message)


def _names(given: list[Any]) -> dict[str, list[str]]:
    """Return the classes of instances among values, by the host's classes that carry them."""
    names: dict[str, list[str]] = {}
    for value in islice(_objects(given), _MOST):
        names.setdefault(type(value).__name__, []).append(type_name(value))
    return names


def _on_the_way(error: BaseException) -> Iterator[list[Any]]:
    """Yield what the functions of the host had that an error has come through, innermost first."""
    trace, frames = error.__traceback__, []
    while trace is not None:
        frames.append(trace.tb_frame)
        trace = trace.tb_next
    for host in reversed(frames):
        yield list(host.f_locals.values())


def _objects(given: list[Any]) -> Iterator[Any]:
    """Yield the instances among values, and those in lists and dicts of them."""
    yield from (value for value in given if isinstance(value, Object))
    for _ in range(3):
        given = [*islice((part for value in given for part in _parts(value)), _MOST)]
        yield from (value for value in given if isinstance(value, Object))


def _parts(value: Any) -> Iterator[Any]:
    """Yield what a list, a tuple or a dict holds, past what a class of the program says of that."""
    if isinstance(value, list):
        yield from list.__iter__(value)
    if isinstance(value, tuple):
        yield from tuple.__iter__(value)
    if isinstance(value, dict):
        yield from dict.keys(value)
        yield from dict.values(value)
