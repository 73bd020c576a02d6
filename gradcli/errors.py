"""Errors as data: spans, labels, diagnostics, and the exceptions that carry them.

This module knows what a diagnostic says. It does not know how one is drawn (``report.diagnostics``)
or where the text came from (``syntax``, ``language``), and it imports nothing of gradcli.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple


class ExitCode(IntEnum):
    """Exit statuses of the command; README.md lists them for users."""

    OK = 0
    CHECK_FAILED = 1
    USAGE = 2
    PROGRAM = 3
    NOTHING_TO_CHECK = 5
    INTERNAL = 70
    INTERRUPTED = 130
    CLOSED_PIPE = 141


class Span(NamedTuple):
    """Where something stands in the program's text, as character offsets; the end is exclusive."""

    start: int
    end: int


class Label(NamedTuple):
    """A span and what is to be said about it."""

    span: Span
    text: str = ""


class Diagnostic(NamedTuple):
    """One thing to be said: a code, one headline, labelled places and at most one line of help.

    ``severity`` is "error" for what is wrong, "warning" or "note" for what is not.
    ``code`` is a word a user can search for. ``kind`` names the exception class that PyTorch or
    Python would raise. The first label is the primary one. ``calls`` holds the call sites that
    lead to the place, outermost first; it is empty outside functions.
    """

    code: str
    message: str
    kind: str = "RuntimeError"
    labels: tuple[Label, ...] = ()
    help: str | None = None
    calls: tuple[Span, ...] = ()
    source: str = ""
    filename: str = "<program>"
    severity: str = "error"

    @property
    def span(self) -> Span:
        """Return the primary span."""
        return self.labels[0].span if self.labels else Span(0, 0)


class GradcliError(Exception):
    """A program or an input is wrong; everything known about it is in ``diagnostic``."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic

    def __reduce__(self) -> Any:
        return type(self), (self.diagnostic,)

    @property
    def kind(self) -> str:
        """Return the name of the exception class that PyTorch or Python would raise."""
        return self.diagnostic.kind

    @property
    def code(self) -> str:
        """Return the word for what is wrong."""
        return self.diagnostic.code

    @property
    def message(self) -> str:
        """Return the headline."""
        return self.diagnostic.message


class DataError(Exception):
    """A file of data cannot be used: its name, and the rest of a sentence that says why."""

    def __init__(self, reason: str, file: str | None = None) -> None:
        super().__init__(reason if file is None else f"{file}: {reason}")
        self.reason, self.file = reason, file

    def __reduce__(self) -> Any:
        return type(self), (self.reason, self.file)


class OpError(Exception):
    """An operation refuses its operands; it knows which of them, but no place in any text.

    ``operands`` are the positions of the arguments that the message is about; the evaluator turns
    them into labelled spans. ``places`` are pieces of program that have to do with it, such as the
    operation that made a graph node, and what is to be said of each. ``layers`` are the modules
    whose calls it has left, outermost first, and what they were given. Raise it through
    ``op_error``, which also makes it an instance of the built-in class that PyTorch raises, so that
    ``except RuntimeError`` works in Python code.
    """

    code: str = "runtime"
    operands: tuple[int, ...] = ()
    help: str | None = None
    places: tuple[tuple[object, str], ...] = ()
    layers: tuple[tuple[Any, tuple[Any, ...]], ...] = ()

    @property
    def kind(self) -> str:
        """Return the name of the built-in exception class."""
        return type(self).__name__

    def __reduce__(self) -> Any:
        # to another process: without places and layers, which hold a graph and its modules
        return _remade, (type(self).__bases__[-1], str(self), self.code, self.operands, self.help)


class Unbatchable(OpError, RuntimeError):
    """Something has no form for a whole batch; what then is done sample by sample, if it can be."""


Unbatchable.__name__ = "RuntimeError"  # which it is to those who have nothing else to do


class GradcheckError(RuntimeError):
    """A gradient differs from what its function's values say."""

    __module__ = "torch.autograd.gradcheck"


_CLASSES: dict[type[Exception], type[OpError]] = {}


def op_error(
    kind: type[Exception],
    message: str,
    *,
    code: str = "runtime",
    operands: tuple[int, ...] = (),
    help: str | None = None,
    places: tuple[tuple[object, str], ...] = (),
) -> OpError:
    """Make an ``OpError`` that is also a ``kind``, for the caller to raise."""
    cls = _CLASSES.get(kind)
    if cls is None:
        cls = _CLASSES[kind] = _class(kind)
    error = cls(message) if message else cls()
    error.code, error.operands, error.help, error.places = code, operands, help, places
    return error


def _remade(
    kind: type[Exception], message: str, code: str, operands: tuple[int, ...], help: str | None
) -> OpError:
    return op_error(kind, message, code=code, operands=operands, help=help)


def _class(kind: type[Exception]) -> type[OpError]:
    if issubclass(kind, OpError):
        return kind
    # A library's class may want more than a message, as NumPy's for an operand without a loop.
    kinds: tuple[Any, ...] = kind.__mro__
    plain = next(base for base in kinds if not hasattr(base.__init__, "__code__"))
    return type(plain.__name__, (OpError, plain), {})


_IMMUTABLE = 1 << 8
"""What CPython marks types with that are written in C: their names have the module before."""


def class_name(kind: type) -> str:
    """Return the name of a class as messages give it: ``collections.deque``, but ``Counter``."""
    inner = kind.__module__ == "builtins" or not kind.__flags__ & _IMMUTABLE
    return kind.__name__ if inner else f"{kind.__module__}.{kind.__name__}"


def wrong_type(
    call: str, argument: str, place: int | None, wanted: str, value: object, *operands: int
) -> OpError:
    """Make PyTorch's error for an argument of another type; without a place it is named alone."""
    where = f" (position {place})" if place else ""
    got = class_name(type(value))
    message = f"{call}(): argument '{argument}'{where} must be {wanted}, not {got}"
    return op_error(TypeError, message, operands=operands)


def missing_arguments(call: str, names: list[str], kind: str = "positional") -> str:
    """Return what Python says of parameters that get no value."""
    *first, last = map(repr, names)
    listed = f"{', '.join(first)}{',' * (len(first) > 1)} and {last}" if first else last
    plural = "s" * (len(names) > 1)
    return f"{call}() missing {len(names)} required {kind} argument{plural}: {listed}"


def too_many_arguments(call: str, least: int, most: int, given: int, named: int = 0) -> str:
    """Return what Python says of more arguments by position than there are parameters.

    ``named`` counts those that were given besides and can only be given by keyword.
    """
    takes = str(most) if least == most else f"from {least} to {most}"
    also, was = "", "was" if given == 1 else "were"
    if named:
        words = f"{named} keyword-only argument{'s' * (named > 1)}"
        also, was = f" positional argument{'s' * (given > 1)} (and {words})", "were"
    plural = "s" * (takes != "1")
    return f"{call}() takes {takes} positional argument{plural} but {given}{also} {was} given"


def is_final(error: BaseException) -> bool:
    """Tell whether an error ends a program whatever the program would do about it."""
    if isinstance(error, OpError):
        return error.code in ("limit", "memory")
    return isinstance(error, (GradcliError, MemoryError))


def position(text: str, offset: int) -> tuple[int, int]:
    """Return the line and column of an offset, both counted from 1."""
    line = text.count("\n", 0, offset) + 1
    return line, offset - text.rfind("\n", 0, offset)


def shortened(text: str, longest: int = 4_000) -> str:
    """Return a text, the middle left out if it is very long."""
    if len(text) <= longest:
        return text
    half = longest // 2
    return f"{text[:half]} … ({len(text) - 2 * half:,} characters left out) … {text[-half:]}"
