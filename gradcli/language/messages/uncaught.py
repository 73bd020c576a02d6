"""From an exception that nobody has handled to a diagnostic, with what it came from."""

from __future__ import annotations

from gradcli.errors import Diagnostic, GradcliError, position
from gradcli.language.machine.code import ENDED
from gradcli.language.machine.functions import Object, type_name
from gradcli.language.machine.unwind import Trace, calls_of, known, trace_of
from gradcli.language.messages.calls import is_library
from gradcli.language.messages.from_errors import called_from, diagnosed, text_of

_SHOWN = 3


def is_programs_own(error: BaseException) -> bool:
    """Tell whether an error is an exception that a program has raised, or what one ended in."""
    return isinstance(error, GradcliError) or trace_of(error) is not None


def uncaught(error: BaseException) -> GradcliError:
    """Return the error that ends a program in which an exception was not handled."""
    if isinstance(error, GradcliError):
        return error
    trace = known(error)
    found = _diagnosed(error, trace)
    for frame, site in trace.hops:
        found = called_from(GradcliError(found), frame, site).diagnostic
    if isinstance(error, SystemExit) and error.code in (None, 0):
        return GradcliError(found._replace(code=ENDED))
    return GradcliError(found._replace(help=found.help or _origin(error)))


def _diagnosed(error: BaseException, trace: Trace) -> Diagnostic:
    """Return the diagnostic of where an exception was raised, with the values it had then."""
    frame, first = trace.frame, error if trace.error is None else trace.error
    assert frame is not None
    now = {register: dict.get(frame, register, _NOTHING) for register in trace.values}
    frame.update({k: v for k, v in trace.values.items() if v is not None or k in frame})
    try:
        found = diagnosed(first, frame, trace.site, calls_of(trace))
    finally:
        for register, value in now.items():
            if value is _NOTHING:
                frame.pop(register, None)
            else:
                frame[register] = value
    if first is not error or type_name(error) != found.kind:
        found = found._replace(kind=type_name(error), message=text_of(error))
    # A class of the program's own is shown by its name, as Python does.
    return found._replace(code=found.kind) if isinstance(error, Object) else found


_NOTHING = object()


def _origin(error: BaseException) -> str | None:
    """Return a line on the exceptions that one came from, the nearest first."""
    parts: list[str] = []
    trace, seen = known(error), [error]
    while len(parts) < _SHOWN:
        link, word = trace.cause, "raised from"
        if link is None and not trace.suppress:
            link, word = trace.context, "raised while handling"
        if link is None or any(link is other for other in seen):  # == is the program's
            break
        seen.append(link)
        trace = known(link)
        parts.append(f"{word} {type_name(link)}{_after(text_of(link))}{_line(trace)}")
    return ", ".join(parts) or None


def _after(text: str) -> str:
    first = text.partition("\n")[0]
    return f": {first}" if first else ""


def _line(trace: Trace) -> str:
    frame, node = trace.frame, trace.site.node
    if frame is None or node is None or is_library(frame):
        return ""
    return f" (line {position(frame.code.text[0], node.span.start)[0]})"
