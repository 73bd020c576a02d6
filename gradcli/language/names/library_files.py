"""What Python's library has for files, as programs of the language: buffers, tables of texts."""

IO = """
class UnsupportedOperation(OSError): __module__ = "io"

class _Memory:
    __module__ = "_io"
    _nothing, _zero, _line, closed = "", "\\0", "\\n", False
    def _begin(self, content): self._pieces, self._at = [content or self._nothing], 0
    def __repr__(self): return f"<_io.{type(self).__name__} object>"
    def content(self): return self._nothing.join(self._pieces)
    _end = ""
    def _live(self, end="."):
        if self.closed: raise ValueError(f"I/O operation on closed file{end}")
    def _whole(self):
        self._live(self._end)
        if len(self._pieces) > 1: self._pieces = [self._nothing.join(self._pieces)]
        return self._pieces[0]
    def write(self, s, /):
        self._live(self._end)
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
        self._live()
        for line in lines: self.write(line)
    def getvalue(self): return self._whole()
    def tell(self):
        self._live(self._end)
        return len(self._whole()) if self._at is None else self._at
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
    def __iter__(self):
        self._live()
        return self
    def __next__(self):
        line = self.readline()
        if not line: raise StopIteration
        return line
    def __enter__(self): return self.__iter__()
    def __exit__(self, *exc_info): self.close()
    def close(self): self.closed = True
    def flush(self): pass
    def isatty(self): return False
    def readable(self): return True
    def writable(self): return True
    def seekable(self): return True

class StringIO(_Memory):
    def __init__(self, initial_value="", newline="\\n"):
        if not isinstance(initial_value, (str, type(None))):
            kind = type(initial_value).__name__
            raise TypeError(f"initial_value must be str or None, not {kind}")
        self._begin(initial_value)
    def _check(self, s):
        if not isinstance(s, str):
            raise TypeError(f"string argument expected, got '{type(s).__name__}'")

class BytesIO(_Memory):
    _nothing, _zero, _line = b"", b"\\0", b"\\n"
    def __init__(self, initial_bytes=b""):
        if initial_bytes is not None: self._check(initial_bytes)
        self._begin(initial_bytes)
    def _check(self, s):
        if not isinstance(s, bytes):
            raise TypeError(f"a bytes-like object is required, not '{type(s).__name__}'")

class _File(_Memory):
    _end = "."
    def __init__(self, content, name, mode):
        self._begin(content)
        self.name, self.mode = name, mode
        if "a" in mode: self._at = None
    def readable(self): return "r" in self.mode or "+" in self.mode
    def writable(self): return "r" not in self.mode or "+" in self.mode
    def write(self, s, /):
        self._live()
        if not self.writable(): raise UnsupportedOperation("not writable")
        return super().write(s)
    def read(self, size=-1, /):
        self._live()
        if not self.readable(): raise UnsupportedOperation("not readable")
        return super().read(size)
    def readline(self, size=-1, /):
        self._live()
        if not self.readable(): raise UnsupportedOperation("not readable")
        return super().readline(size)
    def flush(self): self._live()
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

PICKLE = """
class PickleError(Exception): __module__ = "_pickle"
class PicklingError(PickleError): __module__ = "_pickle"
class UnpicklingError(PickleError): __module__ = "_pickle"
"""

CSV = """
class Error(Exception): __module__ = "_csv"

def quoted(value, delimiter, quotechar):
    text = "" if value is None else str(value)
    if any(mark in text for mark in (delimiter, quotechar, "\\n", "\\r")):
        return quotechar + text.replace(quotechar, quotechar * 2) + quotechar
    return text

class writer:
    __module__ = "_csv"
    def __init__(self, csvfile, *, delimiter=",", quotechar='"', lineterminator="\\r\\n"):
        self._write, self._marks, self._end = csvfile.write, (delimiter, quotechar), lineterminator
    def writerow(self, row, /):
        fields = [quoted(value, *self._marks) for value in row]
        if fields == [""]: fields = [self._marks[1] * 2]
        return self._write(self._marks[0].join(fields) + self._end)
    def writerows(self, rows, /):
        for row in rows: self.writerow(row)

def reader(csvfile, *, delimiter=",", quotechar='"', skipinitialspace=False):
    row, field, inside = [], [], False
    for line in csvfile:
        at, some = 0, False
        while at < len(line):
            mark, some = line[at], some or line[at] not in "\\r\\n"
            if inside and mark == quotechar:
                inside = line[at + 1:at + 2] == quotechar
                if inside: field.append(quotechar); at += 1
            elif inside: field.append(mark)
            elif mark == quotechar and not field: inside = True
            elif mark == delimiter: row.append("".join(field)); field = []
            elif mark == " " and skipinitialspace and not field: pass
            elif mark not in "\\r\\n": field.append(mark)
            at += 1
        if inside: continue
        yield [*row, "".join(field)] if some or row else []
        row, field = [], []

class DictReader:
    __module__ = "csv"
    def __init__(self, f, fieldnames=None, **options):
        self._rows = (row for row in reader(f, **options) if row)
        self._names = None if fieldnames is None else list(fieldnames)
    @property
    def fieldnames(self):
        if self._names is None: self._names = next(self._rows, None)
        return self._names
    def __iter__(self): return self
    def __next__(self):
        names, row = self.fieldnames, next(self._rows)
        found = dict(zip(names, row))
        if len(row) > len(names): found[None] = row[len(names):]
        return found | dict.fromkeys(names[len(row):])

class DictWriter:
    __module__ = "csv"
    def __init__(self, f, fieldnames, restval="", extrasaction="raise", **options):
        self.fieldnames, self.restval, self._strict = fieldnames, restval, extrasaction == "raise"
        self.writer = writer(f, **options)
    def writeheader(self): return self.writerow(dict(zip(self.fieldnames, self.fieldnames)))
    def writerow(self, rowdict):
        wrong = [repr(name) for name in rowdict if name not in self.fieldnames]
        if self._strict and wrong:
            raise ValueError("dict contains fields not in fieldnames: " + ", ".join(wrong))
        return self.writer.writerow([rowdict.get(n, self.restval) for n in self.fieldnames])
    def writerows(self, rowdicts):
        for rowdict in rowdicts: self.writerow(rowdict)
"""

TEMPFILE = """
import os, shutil
from contextlib import contextmanager

made = []

def gettempdir(): return "/tmp"

def named(suffix, prefix, dir):
    made.append(None)
    return os.path.join(dir or gettempdir(), f"{prefix or 'tmp'}{len(made):08d}{suffix or ''}")

def mkdtemp(suffix=None, prefix=None, dir=None):
    name = named(suffix, prefix, dir)
    os.mkdir(name)
    return name

class TemporaryDirectory:
    __module__ = "tempfile"
    def __init__(self, suffix=None, prefix=None, dir=None, *, ignore_cleanup_errors=False):
        self.name = mkdtemp(suffix, prefix, dir)
    def __repr__(self): return f"<TemporaryDirectory {self.name!r}>"
    def __enter__(self): return self.name
    def __exit__(self, *exc_info): self.cleanup()
    def cleanup(self): shutil.rmtree(self.name, ignore_errors=True)

class TemporaryName:
    __module__ = "tempfile"
    def __init__(self, name, mode, delete):
        self.name, self.delete, self.file = name, delete, open(name, mode)
    def __getattr__(self, name): return getattr(self.file, name)
    def __iter__(self): return iter(self.file)
    def __enter__(self): return self
    def __exit__(self, *exc_info): self.close()
    def close(self):
        if not self.file.closed and self.delete and os.path.exists(self.name): os.remove(self.name)
        self.file.close()

def NamedTemporaryFile(mode="w+b", buffering=-1, encoding=None, newline=None, suffix=None,
                       prefix=None, dir=None, delete=True, *, errors=None):
    return TemporaryName(named(suffix, prefix, dir), mode, delete)

TemporaryFile = NamedTemporaryFile
"""
