"""Handlers, formatters and filters of Python's ``logging``, as a program of the language."""

TEXT = """
import sys, time
from logging import getLevelName
from string import Template

def number_of(level):
    found = getLevelName(level) if isinstance(level, str) else level
    if not isinstance(level, (int, str)):
        raise TypeError(f"Level not an integer or a valid string: {level!r}")
    if not isinstance(found, int): raise ValueError(f"Unknown level: {level!r}")
    return found

class Formatter:
    __module__ = "logging"
    default_time_format, default_msec_format = "%Y-%m-%d %H:%M:%S", "%s,%03d"
    def __init__(self, fmt=None, datefmt=None, style="%", validate=True, *, defaults=None):
        if style not in ("%", "{", "$"): raise ValueError("Style must be one of: %,{,$")
        usual = {"%": "%(message)s", "{": "{message}", "$": "${message}"}
        self._fmt, self.datefmt, self._style = fmt or usual[style], datefmt, style
        self._defaults = defaults or {}
    def usesTime(self): return "asctime" in self._fmt
    def formatTime(self, record, datefmt=None):
        moment = time.localtime(record.created)
        if datefmt: return time.strftime(datefmt, moment)
        return self.default_msec_format % (
            time.strftime(self.default_time_format, moment), record.msecs)
    def formatMessage(self, record):
        fields = self._defaults | record.__dict__
        try:
            if self._style == "%": return self._fmt % fields
            if self._style == "{": return self._fmt.format(**fields)
            return Template(self._fmt).substitute(fields)
        except KeyError as error:
            raise ValueError(f"Formatting field not found in record: {error}") from None
    def formatException(self, ei): return str(ei[1])
    def format(self, record):
        record.message = record.getMessage()
        if self.usesTime(): record.asctime = self.formatTime(record, self.datefmt)
        return self.formatMessage(record)

class Filter:
    __module__ = "logging"
    def __init__(self, name=""): self.name = name
    def filter(self, record):
        return not self.name or f"{record.name}.".startswith(f"{self.name}.")

class Handler:
    __module__ = "logging"
    def __init__(self, level=0):
        self.level, self.formatter, self.filters = number_of(level), None, []
    def __repr__(self): return f"<{type(self).__name__}{self._of()} ({getLevelName(self.level)})>"
    def _of(self): return ""
    def setLevel(self, level): self.level = number_of(level)
    def setFormatter(self, fmt): self.formatter = fmt
    def addFilter(self, filter): self.filters.append(filter)
    def removeFilter(self, filter): self.filters.remove(filter)
    def filter(self, record):
        return all([f.filter(record) if hasattr(f, "filter") else f(record) for f in self.filters])
    def format(self, record): return (self.formatter or Formatter()).format(record)
    def emit(self, record):
        raise NotImplementedError("emit must be implemented by Handler subclasses")
    def handle(self, record):
        passed = self.filter(record)
        if passed: self.emit(record)
        return passed
    def handleError(self, record):
        kind, error, _ = sys.exc_info()
        sys.stderr.write(f"--- Logging error ---\\n{kind.__name__}: {error}\\n")
    def acquire(self): pass
    def release(self): pass
    def flush(self): pass
    def close(self): pass

class StreamHandler(Handler):
    __module__, terminator = "logging", "\\n"
    def __init__(self, stream=None):
        super().__init__()
        self.stream = sys.stderr if stream is None else stream
    def _of(self): return f" {self.stream.name}" if hasattr(self.stream, "name") else ""
    def setStream(self, stream):
        before, self.stream = self.stream, stream
        return before
    def emit(self, record):
        try: text = self.format(record)
        except (TypeError, ValueError, KeyError): self.handleError(record)
        else: self.stream.write(text + self.terminator)

class FileHandler(StreamHandler):
    __module__ = "logging"
    def __init__(self, filename, mode="a", encoding=None, delay=False, errors=None):
        super().__init__(open(filename, mode))
    def flush(self): self.stream.flush()
    def close(self): self.stream.close()

class NullHandler(Handler):
    __module__ = "logging"
    def handle(self, record): return True
    def emit(self, record): pass

class LoggerAdapter:
    __module__ = "logging"
    def __init__(self, logger, extra=None): self.logger, self.extra = logger, extra
    def process(self, msg, kwargs): return msg, kwargs | {"extra": self.extra}
    def log(self, level, msg, *args, **kwargs):
        if self.logger.isEnabledFor(level):
            msg, kwargs = self.process(msg, kwargs)
            self.logger.log(level, msg, *args, **kwargs)
    def debug(self, msg, *args, **kwargs): self.log(10, msg, *args, **kwargs)
    def info(self, msg, *args, **kwargs): self.log(20, msg, *args, **kwargs)
    def warning(self, msg, *args, **kwargs): self.log(30, msg, *args, **kwargs)
    def error(self, msg, *args, **kwargs): self.log(40, msg, *args, **kwargs)
    def exception(self, msg, *args, **kwargs): self.log(40, msg, *args, **kwargs)
    def critical(self, msg, *args, **kwargs): self.log(50, msg, *args, **kwargs)
    def setLevel(self, level): self.logger.setLevel(level)
    def isEnabledFor(self, level): return self.logger.isEnabledFor(level)
    name = property(lambda self: self.logger.name)
"""
