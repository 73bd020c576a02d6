"""The module ``logging``: loggers by their names, and handlers that write to a program's streams.

What a program sets of them ends with it. No record knows a process, nothing is written to files,
and of an exception that is being handled nothing is added.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from gradcli.core.shown import Shown
from gradcli.core.state import STATE
from gradcli.errors import is_final, op_error
from gradcli.language.limits import check_items, check_text, remainder
from gradcli.language.machine.functions import CONSTRUCTORS, Builtin, Shared, type_name
from gradcli.language.machine.streams import ERRORS, write_to
from gradcli.language.names import attributes
from gradcli.language.names.log_places import fields_of
from gradcli.language.names.texts import format_text

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
    if level not in _NUMBERS:
        raise op_error(ValueError, f"Unknown level: {level!r}")
    return _NUMBERS[level]


def _level_name(level: Any, /) -> Any:
    if isinstance(level, str):
        return _NUMBERS.get(level, f"Level {level}")
    return _NAMES.get(level, f"Level {level}")


# Records and how they are written


class Record:
    """One message of a program, with what it was given and when."""

    __slots__ = ("args", "created", "level", "message", "name", "node")

    def __init__(self, name: str, level: int, message: Any, args: tuple[Any, ...]) -> None:
        if len(args) == 1 and isinstance(args[0], Mapping) and args[0]:
            args = args[0]  # type: ignore[assignment]
        self.name, self.level, self.message, self.args = name, level, message, args
        self.created = time.time()
        self.node = STATE.source

    def text(self) -> str:
        """Return the message with its arguments written in."""
        check_text(self.message)
        text = str(self.message)
        return str(remainder(text, self.args)) if self.args else text

    def fields(self, dates: str | None) -> dict[str, Any]:
        """Return what formats may name."""
        milliseconds = int(self.created % 1 * 1000)
        moment = time.strftime(dates or "%Y-%m-%d %H:%M:%S", time.localtime(self.created))
        return fields_of(_loggers(), self.node) | {
            "asctime": moment if dates else f"{moment},{milliseconds:03d}",
            "created": self.created,
            "levelname": _level_name(self.level),
            "levelno": self.level,
            "message": self.text(),
            "msecs": milliseconds,
            "name": self.name,
            "process": 0,
            "processName": "MainProcess",
            "thread": 0,
            "threadName": "MainThread",
        }


class Formatter(Shared, Shown):
    """How records become texts."""

    __slots__ = ("dates", "form", "style")

    def __init__(self, fmt: Any = None, datefmt: Any = None, style: Any = "%") -> None:
        if style not in ("%", "{"):
            raise op_error(ValueError, "Style must be one of: %,{")
        if datefmt is not None:
            from gradcli.language.names.dates import check_dates

            check_dates(datefmt)
        self.form = fmt or ("%(message)s" if style == "%" else "{message}")
        self.dates, self.style = datefmt, style

    def text_of(self, record: Record) -> str:
        """Return the text of a record."""
        fields = record.fields(self.dates)
        try:
            if self.style == "{":
                return str(format_text(self.form, **fields))
            return str(remainder(self.form, fields))
        except KeyError as error:
            raise ValueError(f"Formatting field not found in record: {error}") from None


_PLAIN = Formatter()


class Handler(Shared):
    """What takes records from a level on; this one drops them."""

    __slots__ = ("formatter", "level")
    named = ""

    def __init__(self, level: Any = 0) -> None:
        self.level, self.formatter = _level(level), _PLAIN

    def __repr__(self) -> str:
        return f"<{type(self).__name__}{self.named} ({_level_name(self.level)})>"

    def set_level(self, level: Any) -> None:
        """Say from which level on records are taken."""
        self.level = _level(level)

    def set_formatter(self, fmt: Any) -> None:
        """Say how records become texts."""
        if not isinstance(fmt, Formatter | None):
            raise op_error(TypeError, f"a Formatter is needed, not {type_name(fmt)}")
        self.formatter = fmt or _PLAIN

    def handle(self, record: Record) -> None:
        """Take a record."""


class StreamHandler(Handler):
    """A handler that writes to a stream."""

    __slots__ = ("stream",)

    def __init__(self, stream: Any = None) -> None:
        super().__init__()
        self.stream = ERRORS if stream is None else stream

    @property
    def named(self) -> str:  # type: ignore[override]
        """Return the stream's name, for the text of the handler."""
        return f" {self.stream.name}" if hasattr(self.stream, "name") else ""

    def handle(self, record: Record) -> None:
        """Write a record, or that its text could not be made."""
        try:
            text = self.formatter.text_of(record)
        except (TypeError, ValueError, KeyError) as error:
            if is_final(error):
                raise
            text, stream = f"--- Logging error ---\n{type_name(error)}: {error}", ERRORS
        else:
            stream = self.stream
        write_to(stream, f"{text}\n")


# Loggers


class Logger(Shared):
    """A logger: a name, a level, handlers."""

    __slots__ = ("disabled", "handlers", "level", "name", "propagate")

    def __init__(self, name: str, level: int = 0) -> None:
        self.name, self.level = name, level
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
            self._hand_on(Record(self.name, level, msg, args))

    def _hand_on(self, record: Record) -> None:
        found = False
        for logger in self.line():
            for handler in logger.handlers:
                found = True
                if not isinstance(handler, Handler):
                    message = f"'{type_name(handler)}' object has no attribute 'level'"
                    raise op_error(AttributeError, message)
                if record.level >= handler.level:
                    handler.handle(record)
            if not logger.propagate:
                break
        if not found and record.level >= _LEVELS["WARNING"]:
            StreamHandler().handle(record)

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

    __slots__ = ("named", "off", "places", "root")

    def __init__(self) -> None:
        self.places: Any = None  # of the program's calls, once a record tells its own
        self.root = RootLogger("root", _LEVELS["WARNING"])
        self.named: dict[str, Logger] = {}
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
    if "filename" in options:
        raise op_error(ValueError, "a program reads and writes no files", code="not-in-language")
    style, stream = options.pop("style", "%"), options.pop("stream", None)
    usual = _USUAL if style == "%" else _USUAL.replace("%(", "{").replace(")s", "}")
    formatter = Formatter(options.pop("format", usual), options.pop("datefmt", None), style)
    level = options.pop("level", None)
    for name in ("encoding", "errors"):
        options.pop(name, None)
    if options:
        raise op_error(ValueError, f"Unrecognised argument(s): {', '.join(options)}")
    for handler in [StreamHandler(stream)] if handlers is None else handlers:
        if isinstance(handler, Handler) and handler.formatter is _PLAIN:
            handler.formatter = formatter
        root.add_handler(handler)
    if level is not None:
        root.set_level(level)


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
        "addHandler": Logger.add_handler,
        "getChild": lambda logger, suffix: _get_logger(
            suffix if logger is _loggers().root else f"{logger.name}.{suffix}"
        ),
        "getEffectiveLevel": Logger.effective,
        "hasHandlers": Logger.has_handlers,
        "isEnabledFor": Logger.is_enabled,
        "removeHandler": Logger.remove_handler,
        "setLevel": Logger.set_level,
    }
    attributes.METHODS[Handler] = {
        "close": lambda handler: None,
        "flush": lambda handler: None,
        "setFormatter": Handler.set_formatter,
        "setLevel": Handler.set_level,
    }
    attributes.GETTERS[Logger] = {
        "disabled": lambda logger: logger.disabled,
        "handlers": lambda logger: logger.handlers,
        "level": lambda logger: logger.level,
        "name": lambda logger: logger.name,
        "propagate": lambda logger: logger.propagate,
    }
    attributes.GETTERS[Handler] = {"level": lambda handler: handler.level}
    attributes.SETTERS[Logger] = {
        "disabled": lambda logger, new: setattr(logger, "disabled", bool(new)),
        "propagate": lambda logger, new: setattr(logger, "propagate", bool(new)),
    }
    for kind in (Formatter, Handler, Logger, RootLogger, StreamHandler):
        kind.__module__ = "logging"
    NullHandler.__module__ = "logging"
    CONSTRUCTORS.update({kind: kind for kind in (Formatter, NullHandler, StreamHandler)})


class NullHandler(Handler):
    """A handler that drops every record."""

    __slots__ = ()


def _logging() -> Table:
    _register()
    functions: dict[str, Callable[..., Any]] = {
        **{name: _of_root(method) for name, method in _LOGGING.items()},
        "basicConfig": _basic_config,
        "disable": _disable,
        "getLevelName": _level_name,
        "getLogger": _get_logger,
        "shutdown": lambda: None,
    }
    kinds = (Formatter, Handler, Logger, NullHandler, StreamHandler)
    return {
        **_NUMBERS,
        **{name: Builtin(name, function) for name, function in functions.items()},
        **{kind.__name__: kind for kind in kinds},
    }


TABLES: dict[str, Callable[[], Table]] = {"logging": _logging}
