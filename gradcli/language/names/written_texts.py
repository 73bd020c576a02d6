"""What parts of Python's library are, as programs of the language: modules, names, texts."""

from gradcli.language.names import (
    library_collections,
    library_files,
    library_logs,
    library_numbers,
    library_threads,
)

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

_PATTERNS = """
class error(Exception):
    __module__ = "re"
    def __init__(self, msg, pattern=None, pos=None):
        self.msg, self.pattern, self.pos = msg, pattern, pos
        self.lineno = self.colno = None
        if pattern is not None and pos is not None:
            self.lineno = pattern.count("\\n", 0, pos) + 1
            self.colno = pos - pattern.rfind("\\n", 0, pos)
            msg = f"{msg} at position {pos}"
            if "\\n" in pattern: msg = f"{msg} (line {self.lineno}, column {self.colno})"
        super().__init__(msg)
"""

_JSON = """
import json

class JSONDecodeError(ValueError):
    __module__ = "json.decoder"
    def __init__(self, msg, doc, pos):
        before = doc[:pos]
        lineno, colno = before.count("\\n") + 1, pos - before.rfind("\\n")
        super().__init__(f"{msg}: line {lineno} column {colno} (char {pos})")
        self.msg, self.doc, self.pos, self.lineno, self.colno = msg, doc, pos, lineno, colno

class JSONEncoder:
    __module__ = "json.encoder"
    item_separator, key_separator = ", ", ": "
    def __init__(self, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True,
                 sort_keys=False, indent=None, separators=None, default=None):
        self.skipkeys, self.ensure_ascii = skipkeys, ensure_ascii
        self.check_circular, self.allow_nan = check_circular, allow_nan
        self.sort_keys, self.indent = sort_keys, indent
        if separators is not None: self.item_separator, self.key_separator = separators
        elif indent is not None: self.item_separator = ","
        if default is not None: self.default = default
    def default(self, o):
        raise TypeError(f"Object of type {o.__class__.__name__} is not JSON serializable")
    def encode(self, o):
        return json.dumps(
            o, skipkeys=self.skipkeys, ensure_ascii=self.ensure_ascii, allow_nan=self.allow_nan,
            check_circular=self.check_circular, sort_keys=self.sort_keys, indent=self.indent,
            separators=(self.item_separator, self.key_separator), default=self.default)
    def iterencode(self, o): yield self.encode(o)

class JSONDecoder:
    __module__ = "json.decoder"
    def __init__(self, **options): self._options = options
    def decode(self, s): return json.loads(s, **self._options)
"""

_STRING = """
import re

class Template:
    __module__ = "string"
    _places = re.compile(r"\\$(?:(\\$)|([_a-z][_a-z0-9]*)|\\{([_a-z][_a-z0-9]*)\\}|())", re.I)
    def __init__(self, template): self.template = template
    def _filled(self, safe, mapping, kws):
        def fill(found):
            escaped, named, braced, wrong = found.groups()
            name = named or braced
            if escaped: return "$"
            if name and (name in kws or name in mapping or not safe):
                return str(kws[name] if name in kws else mapping[name])
            if name or safe: return found.group()
            before = self.template[:found.start()]
            lineno, colno = before.count("\\n") + 1, found.start() - before.rfind("\\n")
            raise ValueError(f"Invalid placeholder in string: line {lineno}, col {colno}")
        return self._places.sub(fill, self.template)
    def substitute(self, mapping={}, /, **kws): return self._filled(False, mapping, kws)
    def safe_substitute(self, mapping={}, /, **kws): return self._filled(True, mapping, kws)
    def get_identifiers(self):
        found = self._places.finditer(self.template)
        return list(dict.fromkeys(name for each in found if (name := each[2] or each[3])))
    def is_valid(self):
        return not any(found[4] is not None for found in self._places.finditer(self.template))
"""

_STATISTICS = """
import random

class StatisticsError(ValueError): __module__ = "statistics"

def samples(normal, n, seed):
    gauss = random.gauss if seed is None else random.Random(seed).gauss
    return [gauss(normal.mean, normal.stdev) for _ in range(n)]
"""

_STRUCT = """
class error(Exception): __module__ = "struct"
"""

_GRAPHS = """
class CycleError(ValueError): __module__ = "graphlib"

class TopologicalSorter:
    __module__ = "graphlib"
    def __init__(self, graph=None):
        self._after, self._before, self._ready = {}, {}, None
        self._out = self._done = 0
        if graph is not None:
            for node, predecessors in graph.items(): self.add(node, *predecessors)
    def add(self, node, *predecessors):
        if self._ready is not None:
            raise ValueError("Nodes cannot be added after a call to prepare()")
        self._meet(node)
        self._before[node] += len(predecessors)
        for other in predecessors:
            self._meet(other)
            self._after[other].append(node)
    def _meet(self, node):
        if node not in self._before: self._before[node], self._after[node] = 0, []
    def prepare(self):
        if self._ready is not None: raise ValueError("cannot prepare() more than once")
        self._ready = [node for node, count in self._before.items() if count == 0]
        cycle = self._find_cycle()
        if cycle: raise CycleError("nodes are in a cycle", cycle)
    def get_ready(self):
        self._prepared()
        result = tuple(self._ready)
        for node in result: self._before[node] = -1
        self._ready.clear()
        self._out += len(result)
        return result
    def is_active(self):
        self._prepared()
        return self._done < self._out or bool(self._ready)
    def __bool__(self): return self.is_active()
    def _prepared(self):
        if self._ready is None: raise ValueError("prepare() must be called first")
    def done(self, *nodes):
        self._prepared()
        for node in nodes:
            if node not in self._before:
                raise ValueError(f"node {node!r} was not added using add()")
            count = self._before[node]
            if count >= 0: raise ValueError(f"node {node!r} was not passed out (still not ready)")
            if count == -2: raise ValueError(f"node {node!r} was already marked done")
            self._before[node] = -2
            self._done += 1
            for other in self._after[node]:
                self._before[other] -= 1
                if self._before[other] == 0: self._ready.append(other)
    def _find_cycle(self):
        stack, steps, seen, places = [], [], set(), {}
        for node in self._after:
            if node in seen: continue
            while True:
                if node in seen:
                    if node in places: return stack[places[node]:] + [node]
                else:
                    seen.add(node)
                    steps.append(iter(self._after[node]))
                    places[node] = len(stack)
                    stack.append(node)
                while stack:
                    try:
                        node = next(steps[-1])
                        break
                    except StopIteration:
                        del places[stack.pop()]
                        steps.pop()
                else: break
        return None
    def static_order(self):
        self.prepare()
        while self.is_active():
            group = self.get_ready()
            yield from group
            self.done(*group)
    def __class_getitem__(cls, item): return cls
"""

TEXTS = {
    "collections.abc": (
        "Callable Collection Container Generator Hashable ItemsView Iterable Iterator KeysView "
        "Mapping MappingView MutableMapping MutableSequence MutableSet Reversible Sequence Set "
        "Sized UserDict UserList ValuesView",
        library_collections.TEXT,
    ),
    "concurrent.futures": (
        "ALL_COMPLETED BrokenExecutor CancelledError Executor FIRST_COMPLETED FIRST_EXCEPTION "
        "Future ProcessPoolExecutor ThreadPoolExecutor as_completed wait",
        library_threads.FUTURES,
    ),
    "contextlib": ("AbstractContextManager ContextDecorator ExitStack closing", _CONTEXTS),
    "csv": ("DictReader DictWriter Error reader writer", library_files.CSV),
    "fractions": ("Fraction", library_numbers.FRACTIONS),
    "functools": ("partialmethod singledispatchmethod", _FUNCTIONS),
    "graphlib": ("CycleError TopologicalSorter", _GRAPHS),
    "io": ("BufferedFile BytesIO StringIO TextFile UnsupportedOperation", library_files.IO),
    "json": ("JSONDecodeError JSONDecoder JSONEncoder", _JSON),
    "logging": (
        "FileHandler Filter Formatter Handler LoggerAdapter NullHandler StreamHandler",
        library_logs.TEXT,
    ),
    "numpy.lib.polynomial": ("apply_along_axis poly1d vectorize", library_numbers.NUMPY),
    "pickle": ("PickleError PicklingError UnpicklingError", library_files.PICKLE),
    "queue": ("Empty Full LifoQueue PriorityQueue Queue SimpleQueue", library_threads.QUEUE),
    "re": ("error", _PATTERNS),
    "statistics": ("StatisticsError", _STATISTICS),
    "string": ("Template", _STRING),
    "struct": ("error", _STRUCT),
    "tempfile": (
        "NamedTemporaryFile TemporaryDirectory TemporaryFile gettempdir mkdtemp",
        library_files.TEMPFILE,
    ),
    "threading": (
        "BoundedSemaphore Condition Event Lock RLock Semaphore Thread active_count "
        "current_thread enumerate get_ident local main_thread",
        library_threads.THREADING,
    ),
}
"""The names that each module has from here, and the text that says what they are."""
