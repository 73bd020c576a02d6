"""Exceptions as values: the classes that programs know, and what their instances have.

A class of the program that derives from one of these makes instances of a fixed class of the host,
so that the host raises and catches them as its own. Tracebacks are not part of the language.
"""

from __future__ import annotations

import builtins as host
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import numpy as np

from gradcli.errors import GradcheckError, op_error
from gradcli.language.machine.descriptors import (
    MISSING,
    NativeAttribute,
    NativeMethod,
    StaticMethod,
    bind,
    readers_of,
)
from gradcli.language.machine.functions import CONSTRUCTORS, NATIVES, type_name
from gradcli.language.machine.instances import Carrier
from gradcli.language.machine.objects import CARRIERS, Class, find_in, native_mro
from gradcli.language.machine.unwind import is_exception_class, known
from gradcli.language.names import attributes
from gradcli.language.names import instances as instances
from gradcli.language.names.modules import no_attribute
from gradcli.language.names.pytorch import OutOfMemoryError
from gradcli.numerics.lapack import LinAlgError

_LEFT_OUT = frozenset({"BaseExceptionGroup", "ExceptionGroup", "EncodingWarning"})

BUILTINS: dict[str, type[BaseException]] = {
    name: kind
    for name, kind in vars(host).items()
    if isinstance(kind, type) and issubclass(kind, BaseException) and name not in _LEFT_OUT
}
"""The exceptions that Python has without importing anything."""

KINDS = (
    *BUILTINS.values(),
    *(OutOfMemoryError, LinAlgError, np.linalg.LinAlgError, GradcheckError),
)
"""The host's classes of exceptions that programs know."""


# What an exception has


def _initialize(native: type[BaseException]) -> Callable[..., None]:
    def initialize(error: BaseException, /, *args: Any, **kwargs: Any) -> None:
        if kwargs and not issubclass(native, (ImportError, NameError, AttributeError)):
            raise TypeError(f"{type_name(error)}() takes no keyword arguments")
        native.__init__(error, *args, **kwargs)

    return initialize


def _shown(error: BaseException, /) -> str:
    args = error.args
    return f"{type_name(error)}({args[0]!r})" if len(args) == 1 else f"{type_name(error)}{args!r}"


def _with_traceback(error: BaseException, traceback: Any, /) -> BaseException:
    if traceback is not None:
        raise op_error(TypeError, "__traceback__ must be a traceback or None")
    return error


def _add_note(error: BaseException, note: Any, /) -> None:
    if not isinstance(note, str):
        raise TypeError(f"note must be a str, not '{type_name(note)}'")
    trace = known(error)
    if trace.notes is None:
        trace.notes = []
    trace.notes.append(note)


def _notes(error: BaseException) -> list[str]:
    notes = known(error).notes
    if notes is None:
        raise (
            instances.missing(error, "__notes__")
            if isinstance(error, Carrier)
            else _missing(error, "__notes__")
        )
    return notes


_METHODS: dict[str, Callable[..., Any]] = {
    "__repr__": _shown,
    "with_traceback": _with_traceback,
    "add_note": _add_note,
}

_GETTERS: dict[str, Callable[[Any], Any]] = {
    **readers_of("args"),
    "__cause__": lambda error: known(error).cause,
    "__context__": lambda error: known(error).context,
    "__suppress_context__": lambda error: known(error).suppress,
    "__traceback__": lambda error: None,
    "__notes__": _notes,
}

_FIELDS: dict[type[BaseException], str] = {
    StopIteration: "value",
    SystemExit: "code",
    ImportError: "msg name path",
    NameError: "name",
    AttributeError: "name obj",
    OSError: "errno strerror filename",
    SyntaxError: "msg lineno offset text filename",
}


def _field(kind: type[BaseException], name: str) -> Callable[[Any], Any]:
    return vars(kind)[name].__get__  # type: ignore[no-any-return]


def _set_args(error: BaseException, value: Any) -> None:
    error.args = tuple(value)


def _set_link(name: str) -> Callable[[BaseException, Any], None]:
    def write(error: BaseException, value: Any) -> None:
        if value is not None and not isinstance(value, BaseException):
            what = "cause" if name == "cause" else "context"
            raise TypeError(f"exception {what} must be None or derive from BaseException")
        trace = known(error)
        if name == "cause":
            trace.cause, trace.suppress = value, True
        else:
            trace.context = value

    return write


def _set_suppress(error: BaseException, value: Any) -> None:
    known(error).suppress = bool(value)


def _set_traceback(error: BaseException, value: Any) -> None:
    _with_traceback(error, value)


_SETTERS: dict[str, Callable[[BaseException, Any], None]] = {
    "args": _set_args,
    "__cause__": _set_link("cause"),
    "__context__": _set_link("context"),
    "__suppress_context__": _set_suppress,
    "__traceback__": _set_traceback,
}


def _names(kind: type[BaseException]) -> dict[str, Any]:
    """Return what a class of exceptions gives to programs by name."""
    names: dict[str, Any] = {"__init__": NativeMethod("__init__", _initialize(kind))}
    if kind is BaseException:
        names |= {name: NativeMethod(name, function) for name, function in _METHODS.items()}
        names |= {name: NativeAttribute(name, getter) for name, getter in _GETTERS.items()}
        names["__new__"] = _MAKE
    if "__str__" in vars(kind):
        names["__str__"] = NativeMethod("__str__", vars(kind)["__str__"])
    for name in _FIELDS.get(kind, "").split():
        names[name] = NativeAttribute(name, _field(kind, name))
    return names


def _make(cls: Any, /, *args: Any, **kwargs: Any) -> Any:
    if not is_exception_class(cls):
        raise TypeError("BaseException.__new__(X): X is not a type of exceptions")
    if not isinstance(cls, Class):
        return cls(*args, **kwargs)
    carrier: Any = cls.host
    return carrier.make(cls, args, kwargs)


_MAKE = StaticMethod(NativeMethod("__new__", _make))


# Exceptions of the program's own classes


class Raised(Carrier):
    """An exception of a class of the program; each native class has a class of the host for it."""

    __slots__ = ()

    @classmethod
    def make(cls, kind: Class, args: Sequence[Any], kwargs: dict[str, Any]) -> Any:
        """Make an exception before ``__init__``."""
        made: Any = cls.__new__(cls, *args)
        made.cls, made.attributes = kind, {}
        return made

    def keep(self, name: str, value: Any) -> None:
        """Write an attribute, past every descriptor."""
        write = _SETTERS.get(name)
        if write is not None:
            write(self, value)  # type: ignore[arg-type]
        else:
            self.attributes[name] = value

    def _bare(self, copy_of: Callable[[Any], Any]) -> Any:
        """Return a copy without attributes."""
        return type(self).make(self.cls, [copy_of(arg) for arg in self.args], {})  # type: ignore[attr-defined]


@cache
def _carrier(native: type[BaseException]) -> type:
    """Return the class of the host for exceptions whose class derives from a native one."""
    made = type(f"Carried{native.__name__}", (Raised, native), {})
    instances.register(made)
    return made


# Exceptions of native classes


def _read(error: Any, name: str) -> Any:
    """Return an attribute of an exception."""
    kind = type(error)
    held = known(error).attributes
    if name in held:
        return held[name]
    found = find_in(native_mro(kind), name)
    if found is not MISSING:
        return bind(found, error, kind)
    if name == "__class__":
        return kind
    raise _missing(error, name)


def _missing(error: BaseException, name: str) -> Exception:
    names = [known_name for base in native_mro(type(error)) for known_name in NATIVES[base]]
    return no_attribute(type(error).__name__, name, names)


def _write(error: Any, name: str, value: Any) -> None:
    """Write an attribute of an exception."""
    write = _SETTERS.get(name)
    if write is not None:
        write(error, value)
    elif name.startswith("__"):
        raise op_error(AttributeError, f"{name} of an exception cannot be written")
    else:
        known(error).attributes[name] = value


def _delete(error: Any, name: str) -> None:
    """Delete an attribute of an exception."""
    if known(error).attributes.pop(name, MISSING) is MISSING:
        raise _missing(error, name)


def admit(kind: type[BaseException]) -> None:
    """Let the machine and the tables know an exception."""
    NATIVES[kind] = _names(kind)
    CONSTRUCTORS[kind] = kind
    attributes.READERS[kind] = _read
    attributes.WRITERS[kind] = _write
    attributes.DELETERS_OF[kind] = _delete
    methods = {"__init__": NATIVES[kind]["__init__"].function}
    if "__str__" in NATIVES[kind]:
        methods["__str__"] = NATIVES[kind]["__str__"].function
    attributes.METHODS[kind] = methods


def _register() -> None:
    for kind in KINDS:
        admit(kind)
    attributes.METHODS[BaseException] |= _METHODS
    CARRIERS[BaseException] = _carrier


_register()
