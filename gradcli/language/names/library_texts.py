"""What parts of Python's library are, as programs of the language: modules, names, texts."""

from gradcli.language.names import library_collections

_CONTEXTS = """
import sys
from abc import ABC, abstractmethod
from functools import wraps

def decorated(make, func):
    @wraps(func)
    def inner(*args, **kwds):
        with make(): return func(*args, **kwds)
    return inner

class AbstractContextManager(ABC):
    __module__ = "contextlib"
    def __enter__(self): return self
    @abstractmethod
    def __exit__(self, exc_type, exc_value, traceback): return None

class ContextDecorator:
    __module__ = "contextlib"
    def _recreate_cm(self): return self
    def __call__(self, func): return decorated(self._recreate_cm, func)

class closing(AbstractContextManager):
    __module__ = "contextlib"
    def __init__(self, thing): self.thing = thing
    def __enter__(self): return self.thing
    def __exit__(self, *exc_info): self.thing.close()

class ExitStack(AbstractContextManager):
    __module__ = "contextlib"
    def __init__(self): self._pending = []
    def __enter__(self): return self
    def enter_context(self, cm):
        generator = entered(cm)
        result = next(generator)
        self._pending.append(generator)
        return result
    def push(self, exit):
        if hasattr(exit, "__exit__"): self._pending.append(exit.__exit__)
        else: self._pending.append(exit)
        return exit
    def callback(self, callback, /, *args, **kwds):
        self._pending.append(lambda *exc_info: callback(*args, **kwds) and None)
        return callback
    def pop_all(self):
        new = type(self)()
        new._pending, self._pending = self._pending, []
        return new
    def close(self): self.__exit__(None, None, None)
    def __exit__(self, *exc_info):
        error, first = exc_info[1], exc_info[1]
        while self._pending:
            leave = self._pending.pop()
            try: error = left(leave, error)
            except BaseException as raised: error = raised
        if error is not None and error is not first: raise error
        return first is not None and error is None

def entered(cm):
    with cm as value: yield value

def left(leave, error):
    if not hasattr(leave, "throw"):
        kind = None if error is None else type(error)
        return None if leave(kind, error, None) else error
    try:
        if error is None: next(leave)
        else: leave.throw(error)
    except StopIteration:
        return None
    raise RuntimeError("generator didn't stop")
"""

_IO = """
class UnsupportedOperation(OSError): __module__ = "io"

class _Memory:
    __module__ = "_io"
    _nothing, _zero, _line, closed = "", "\\0", "\\n", False
    def _begin(self, content): self._pieces, self._at = [content or self._nothing], 0
    def __repr__(self): return f"<_io.{type(self).__name__} object>"
    def content(self): return self._nothing.join(self._pieces)
    def _whole(self):
        if self.closed: raise ValueError("I/O operation on closed file")
        if len(self._pieces) > 1: self._pieces = [self._nothing.join(self._pieces)]
        return self._pieces[0]
    def write(self, s, /):
        self._check(s)
        if self._at is None: self._pieces.append(s)
        else:
            text, at = self._whole(), self._at
            before = text[:at] + self._zero * (at - len(text))
            self._pieces = [before + s + text[at + len(s):]]
            self._at += len(s)
            if self._at == len(self._pieces[0]): self._at = None
        return len(s)
    def writelines(self, lines, /):
        for line in lines: self.write(line)
    def getvalue(self): return self._whole()
    def tell(self): return len(self._whole()) if self._at is None else self._at
    def seek(self, pos, whence=0, /):
        whole = self._whole()
        if whence: pos += len(whole) if whence == 2 else self.tell()
        self._at = pos
        return self._at
    def truncate(self, pos=None, /):
        pos = self.tell() if pos is None else pos
        text, at = self._whole(), self.tell()
        self._pieces, self._at = [text[:pos]], at
        return pos
    def read(self, size=-1, /):
        text, at = self._whole(), self.tell()
        end = len(text) if size is None or size < 0 else min(at + size, len(text))
        self._at = max(at, end)
        return text[at:end]
    def readline(self, size=-1, /):
        text, at = self._whole(), self.tell()
        found = text.find(self._line, at)
        end = len(text) if found < 0 else found + 1
        if size is not None and size >= 0: end = min(end, at + size)
        self._at = max(at, end)
        return text[at:end]
    def readlines(self, hint=-1, /): return list(self)
    def __iter__(self): return self
    def __next__(self):
        line = self.readline()
        if not line: raise StopIteration
        return line
    def __enter__(self): return self
    def __exit__(self, *exc_info): self.close()
    def close(self): self.closed = True
    def flush(self): pass
    def isatty(self): return False
    def readable(self): return True
    def writable(self): return True
    def seekable(self): return True

class StringIO(_Memory):
    def __init__(self, initial_value="", newline="\\n"): self._begin(initial_value)
    def _check(self, s):
        if not isinstance(s, str):
            raise TypeError(f"string argument expected, got '{type(s).__name__}'")

class BytesIO(_Memory):
    _nothing, _zero, _line = b"", b"\\0", b"\\n"
    def __init__(self, initial_bytes=b""): self._begin(initial_bytes)
    def _check(self, s):
        if not isinstance(s, bytes):
            raise TypeError(f"a bytes-like object is required, not '{type(s).__name__}'")

class _File(_Memory):
    def __init__(self, content, name, mode):
        self._begin(content)
        self.name, self.mode = name, mode
        if "a" in mode: self._at = None
    def readable(self): return "r" in self.mode or "+" in self.mode
    def writable(self): return "r" not in self.mode or "+" in self.mode
    def write(self, s, /):
        if not self.writable(): raise UnsupportedOperation("not writable")
        return super().write(s)
    def read(self, size=-1, /):
        if not self.readable(): raise UnsupportedOperation("not readable")
        return super().read(size)
    def readline(self, size=-1, /):
        if not self.readable(): raise UnsupportedOperation("not readable")
        return super().readline(size)
    def fileno(self): raise UnsupportedOperation("fileno")

class TextFile(_File):
    def __repr__(self):
        return f"<_io.TextIOWrapper name={self.name!r} mode={self.mode!r} encoding='UTF-8'>"
    def _check(self, s):
        if not isinstance(s, str):
            raise TypeError(f"write() argument must be str, not {type(s).__name__}")

class BufferedFile(_File):
    _nothing, _zero, _line = b"", b"\\0", b"\\n"
    def __repr__(self): return f"<_io.BufferedWriter name={self.name!r}>"
    _check = BytesIO._check
"""

_PICKLE = """
class PickleError(Exception): __module__ = "_pickle"
class PicklingError(PickleError): __module__ = "_pickle"
class UnpicklingError(PickleError): __module__ = "_pickle"
"""

_FUNCTIONS = """
from functools import singledispatch

class singledispatchmethod:
    __module__ = "functools"
    def __init__(self, func): self.func, self.dispatcher = func, singledispatch(func)
    def register(self, cls, method=None): return self.dispatcher.register(cls, method)
    def __get__(self, obj, cls=None):
        def method(*args, **kwargs):
            return self.dispatcher.dispatch(args[0].__class__)(obj, *args, **kwargs)
        method.register = self.register
        return method

class partialmethod:
    __module__ = "functools"
    def __init__(self, func, /, *args, **keywords):
        self.func, self.args, self.keywords = func, args, keywords
    def __get__(self, obj, cls=None):
        def method(self, /, *args, **keywords):
            return made.func(self, *made.args, *args, **made.keywords | keywords)
        made = self
        return method if obj is None else lambda *args, **kwargs: method(obj, *args, **kwargs)
"""

_JSON = """
class JSONDecodeError(ValueError):
    __module__ = "json.decoder"
    def __init__(self, msg, doc, pos):
        before = doc[:pos]
        lineno, colno = before.count("\\n") + 1, pos - before.rfind("\\n")
        super().__init__(f"{msg}: line {lineno} column {colno} (char {pos})")
        self.msg, self.doc, self.pos, self.lineno, self.colno = msg, doc, pos, lineno, colno
"""

TEXTS = {
    "collections.abc": (
        "Callable Collection Container Generator Hashable ItemsView Iterable Iterator KeysView "
        "Mapping MappingView MutableMapping MutableSequence MutableSet Reversible Sequence Set "
        "Sized UserDict UserList ValuesView",
        library_collections.TEXT,
    ),
    "contextlib": ("AbstractContextManager ContextDecorator ExitStack closing", _CONTEXTS),
    "functools": ("partialmethod singledispatchmethod", _FUNCTIONS),
    "io": ("BufferedFile BytesIO StringIO TextFile UnsupportedOperation", _IO),
    "json": ("JSONDecodeError", _JSON),
    "pickle": ("PickleError PicklingError UnpicklingError", _PICKLE),
}
"""The names that each module has from here, and the text that says what they are."""
