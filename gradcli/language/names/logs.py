"""The module ``logging``: loggers by their names, and handlers that write to a program's streams.

What a program sets of them ends with it. No record knows a process, nothing is written to files,
and of an exception that is being handled nothing is added.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any

from gradcli.core.state import STATE
from gradcli.errors import op_error
from gradcli.language.limits import check_items, check_text, remainder
from gradcli.language.machine.descriptors import readers_of
from gradcli.language.machine.functions import Method, Shared, builtins_of, host_callable
from gradcli.language.machine.streams import standing, write_to
from gradcli.language.names import attributes
from gradcli.language.names.log_places import fields_of
from gradcli.language.names.modules import no_attribute
from gradcli.language.names.written import find, written

Table = dict[str, Any]

_LEVELS = {"CRITICAL": 50, "ERROR": 40, "WARNING": 30, "INFO": 20, "DEBUG": 10, "NOTSET": 0}
_NUMBERS = {**_LEVELS, "FATAL": 50, "WARN": 30}
_NAMES = {number: name for name, number in _LEVELS.items()}
_SPOKEN = {name.lower(): number for name, number in _NUMBERS.items() if number} | {"exception": 40}
"""The methods that log at a level."""

_MOST_PARTS = 100
"""So many parts the name of a logger may have."""


def _level(level: Any) -> int:
    if isinstance(level, int):
        return level
    if not isinstance(level, str):
        raise op_error(TypeError, f"Level not an integer or a valid string: {level!r}")
    found = _level_name(level)
    if not isinstance(found, int):
        raise op_error(ValueError, f"Unknown level: {level!r}")
    return found


def _level_name(level: Any, /) -> Any:
    own = _loggers().levels
    if isinstance(level, str):
        numbers = _NUMBERS | {name: number for number, name in own.items()}
        return numbers.get(level, f"Level {level}")
    return own.get(level) or _NAMES.get(level, f"Level {level}")


# Records and how they are written


class Record(Shared):
    """One message of a program, with what it was given and when; a program may add to it."""

    __slots__ = ("args", "created", "further", "level", "msg", "name", "node")

    def __init__(self, name: str, level: int, msg: Any, args: tuple[Any, ...]) -> None:
        if len(args) == 1 and isinstance(args[0], Mapping) and args[0]:
            args = args[0]  # type: ignore[assignment]
        self.name, self.level, self.msg, self.args = name, level, msg, args
        self.created = time.time()
        self.node = STATE.source
        self.further: dict[str, Any] = {}

    def __repr__(self) -> str:
        return f"<LogRecord: {self.name}, {self.level}, <program>, {self.msg!r}>"

    def text(self) -> str:
        """Return the message with its arguments written in."""
        check_text(self.msg)
        text = str(self.msg)
        return str(remainder(text, self.args)) if self.args else text

    def fields(self) -> dict[str, Any]:
        """Return what formats may name, and programs read."""
        return {
            **fields_of(_loggers(), self.node),
            "args": self.args,
            "created": self.created,
            "exc_info": None,
            "levelname": _level_name(self.level),
            "levelno": self.level,
            "msecs": int(self.created % 1 * 1000),
            "msg": self.msg,
            "name": self.name,
            "process": 0,
            "processName": "MainProcess",
            "thread": 0,
            "threadName": "MainThread",
            **self.further,
        }

    def read(self, name: str) -> Any:
        """Return an attribute."""
        if name == "getMessage":
            return Method(self, name, Record.text)
        fields = self.fields()
        if name == "__dict__":
            return fields
        if name not in fields:
            raise no_attribute("LogRecord", name, fields)
        return fields[name]

    def write(self, name: str, value: Any) -> None:
        """Write an attribute: one of its own, or another one."""
        if name == "levelno" and isinstance(value, int):
            self.level = value
        elif name == "args":
            self.args = value
        elif name == "msg":
            self.msg = value
        else:
            self.further[name] = value


Record.__module__, Record.__name__, Record.__qualname__ = "logging", "LogRecord", "LogRecord"


def _passes(filters: list[Any], record: Record) -> bool:
    """Tell whether filters let a record pass: functions, or what has a method for it."""
    for each in filters:
        filtering = each
        with suppress(AttributeError):
            filtering = attributes.get_attribute(each, "filter")
        if not host_callable(filtering)(record):
            return False
    return True


# Loggers


class Logger(Shared):
    """A logger: a name, a level, handlers."""

    __slots__ = ("disabled", "filters", "handlers", "level", "name", "propagate")

    def __init__(self, name: str, level: int = 0) -> None:
        self.name, self.level = name, level
        self.filters: list[Any] = []
        self.handlers: list[Any] = []
        self.propagate, self.disabled = True, False

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name} ({_level_name(self.effective())})>"

    def line(self) -> Iterator[Logger]:
        """Yield the logger, and those above it."""
        yield self
        loggers, name = _loggers(), self.name
        while self is not loggers.root and name:
            name = name.rpartition(".")[0]
            if not name or name in loggers.named:
                yield loggers.named.get(name, loggers.root)

    def effective(self) -> int:
        """Return the level that holds here."""
        return next((logger.level for logger in self.line() if logger.level), 0)

    def is_enabled(self, level: int) -> bool:
        """Tell whether records of a level are made."""
        return not self.disabled and level > _loggers().off and level >= self.effective()

    def log(self, level: Any, msg: Any, *args: Any, **options: Any) -> None:
        """Make a record and hand it on."""
        for name in options:
            if name not in ("exc_info", "stack_info", "stacklevel", "extra"):
                message = f"Logger._log() got an unexpected keyword argument '{name}'"
                raise op_error(TypeError, message)
        if not isinstance(level, int):
            raise op_error(TypeError, "level must be an integer")
        if self.is_enabled(level):
            record = Record(self.name, level, msg, args)
            record.further |= options.get("extra") or {}
            if _passes(self.filters, record):
                self._hand_on(record)

    def _hand_on(self, record: Record) -> None:
        found = False
        for logger in self.line():
            for handler in logger.handlers:
                found = True
                if record.level >= attributes.get_attribute(handler, "level"):
                    host_callable(attributes.get_attribute(handler, "handle"))(record)
            if not logger.propagate:
                break
        if not found and record.level >= _LEVELS["WARNING"]:
            write_to(standing("stderr"), f"{record.text()}\n")

    def set_level(self, level: Any) -> None:
        """Say from which level on records are made."""
        self.level = _level(level)

    def add_handler(self, hdlr: Any) -> None:
        """Let a handler take the records."""
        if hdlr not in self.handlers:
            self.handlers.append(hdlr)

    def remove_handler(self, hdlr: Any) -> None:
        """Let a handler take no more records."""
        if hdlr in self.handlers:
            self.handlers.remove(hdlr)

    def has_handlers(self) -> bool:
        """Tell whether anything takes the records."""
        return any(logger.handlers for logger in self.line())


class RootLogger(Logger):
    """The logger above all others."""

    __slots__ = ()


class Loggers:
    """The loggers of a program."""

    __slots__ = ("levels", "named", "off", "places", "root")

    def __init__(self) -> None:
        self.places: Any = None  # of the program's calls, once a record tells its own
        self.root = RootLogger("root", _LEVELS["WARNING"])
        self.named: dict[str, Logger] = {}
        self.levels: dict[Any, Any] = {}  # the names that a program gave to some
        self.off = 0


def _loggers() -> Loggers:
    if STATE.loggers is None:
        STATE.loggers = Loggers()
    found: Loggers = STATE.loggers
    return found


def _get_logger(name: Any = None) -> Logger:
    loggers = _loggers()
    if not name or name == "root":
        return loggers.root
    if not isinstance(name, str):
        raise op_error(TypeError, "A logger name must be a string")
    check_items(name.count("."), _MOST_PARTS)
    return loggers.named.setdefault(name, Logger(name))


def _basic_config(*, force: Any = False, handlers: Any = None, **options: Any) -> None:
    root = _loggers().root
    if force:
        root.handlers.clear()
    if root.handlers:
        return
    style, stream = options.pop("style", "%"), options.pop("stream", None)
    file, mode = options.pop("filename", None), options.pop("filemode", "a")
    usual = {"{": _USUAL.replace("%(", "{").replace(")s", "}")}.get(style, _USUAL)
    form, dates = options.pop("format", usual), options.pop("datefmt", None)
    formatter = _written("Formatter")(form, dates, style)
    level = options.pop("level", None)
    for name in ("encoding", "errors"):
        options.pop(name, None)
    if options:
        raise op_error(ValueError, f"Unrecognised argument(s): {', '.join(options)}")
    if handlers is None and file is not None:
        handlers = [_written("FileHandler")(file, mode)]
    for handler in [_written("StreamHandler")(stream)] if handlers is None else handlers:
        if attributes.get_attribute(handler, "formatter") is None:
            attributes.set_attribute(handler, "formatter", formatter)
        root.add_handler(handler)
    if level is not None:
        root.set_level(level)


def _written(name: str) -> Any:
    return host_callable(find("logging", name))


_USUAL = "%(levelname)s:%(name)s:%(message)s"


def _disable(level: Any = _LEVELS["CRITICAL"]) -> None:
    _loggers().off = _level(level)


def _at(level: int) -> Callable[..., None]:
    """Return the method that logs at a level."""

    def log(logger: Logger, msg: Any, *args: Any, **options: Any) -> None:
        logger.log(level, msg, *args, **options)

    return log


def _of_root(method: Callable[..., None]) -> Callable[..., None]:
    """Return a function of the module, which prepares the root first."""

    def log(*args: Any, **options: Any) -> None:
        root = _loggers().root
        if not root.handlers:
            _basic_config()
        method(root, *args, **options)

    return log


_LOGGING: dict[str, Callable[..., Any]] = {name: _at(level) for name, level in _SPOKEN.items()}
_LOGGING["log"] = Logger.log


def _register() -> None:
    """Let the tables know these values."""
    attributes.METHODS[Logger] = {
        **_LOGGING,
        "addFilter": lambda logger, filter: logger.filters.append(filter),
        "addHandler": Logger.add_handler,
        "getChild": lambda logger, suffix: _get_logger(
            suffix if logger is _loggers().root else f"{logger.name}.{suffix}"
        ),
        "getEffectiveLevel": Logger.effective,
        "hasHandlers": Logger.has_handlers,
        "isEnabledFor": Logger.is_enabled,
        "removeFilter": lambda logger, filter: logger.filters.remove(filter),
        "removeHandler": Logger.remove_handler,
        "setLevel": Logger.set_level,
    }
    attributes.GETTERS[Logger] = {
        **readers_of("disabled filters handlers level name propagate"),
        "parent": lambda logger: next(islice(logger.line(), 1, None), None),
    }
    attributes.SETTERS[Logger] = {
        "disabled": lambda logger, new: setattr(logger, "disabled", bool(new)),
        "propagate": lambda logger, new: setattr(logger, "propagate", bool(new)),
    }
    for kind in (Logger, RootLogger):
        kind.__module__ = "logging"
    attributes.READERS[Record], attributes.WRITERS[Record] = Record.read, Record.write


def _add_level(level: Any, level_name: Any, /) -> None:
    names = _loggers().levels
    names[level] = level_name


def _logging() -> Table:
    _register()
    functions: dict[str, Callable[..., Any]] = {
        **{name: _of_root(method) for name, method in _LOGGING.items()},
        "addLevelName": _add_level,
        "basicConfig": _basic_config,
        "disable": _disable,
        "getLevelName": _level_name,
        "getLogger": _get_logger,
        "shutdown": lambda: None,
    }
    return {
        **_NUMBERS,
        **written("logging"),
        **builtins_of(functions),
        "Logger": Logger,
        "LogRecord": Record,
    }


TABLES: dict[str, Callable[[], Table]] = {"logging": _logging}
