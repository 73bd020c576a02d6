"""The classes of ``collections.abc``, and those of ``collections`` that are written with them."""

TEXT = """
from abc import ABC, abstractmethod
class Hashable(ABC):
    __module__ = "collections.abc"
    @abstractmethod
    def __hash__(self): return 0

class Callable(ABC):
    __module__ = "collections.abc"
    @abstractmethod
    def __call__(self, *args, **kwds): return False

class Sized(ABC):
    __module__ = "collections.abc"
    @abstractmethod
    def __len__(self): return 0

class Container(ABC):
    __module__ = "collections.abc"
    @abstractmethod
    def __contains__(self, x): return False

class Iterable(ABC):
    __module__ = "collections.abc"
    @abstractmethod
    def __iter__(self):
        while False: yield None

class Iterator(Iterable):
    __module__ = "collections.abc"
    @abstractmethod
    def __next__(self): raise StopIteration
    def __iter__(self): return self

class Generator(Iterator):
    __module__ = "collections.abc"
    def __next__(self): return self.send(None)
    @abstractmethod
    def send(self, value): raise StopIteration
    @abstractmethod
    def throw(self, typ, val=None, tb=None): raise typ
    def close(self):
        try: self.throw(GeneratorExit)
        except (GeneratorExit, StopIteration): pass
        else: raise RuntimeError("generator ignored GeneratorExit")

class Reversible(Iterable):
    __module__ = "collections.abc"
    @abstractmethod
    def __reversed__(self):
        while False: yield None

class Collection(Sized, Iterable, Container):
    __module__ = "collections.abc"

class Sequence(Reversible, Collection):
    __module__ = "collections.abc"
    @abstractmethod
    def __getitem__(self, index): raise IndexError
    def __iter__(self):
        i = 0
        try:
            while True:
                v = self[i]
                yield v
                i += 1
        except IndexError:
            return
    def __contains__(self, value):
        for v in self:
            if v is value or v == value: return True
        return False
    def __reversed__(self):
        for i in reversed(range(len(self))): yield self[i]
    def index(self, value, start=0, stop=None):
        if start is not None and start < 0: start = max(len(self) + start, 0)
        if stop is not None and stop < 0: stop += len(self)
        i = start
        while stop is None or i < stop:
            try: v = self[i]
            except IndexError: break
            if v is value or v == value: return i
            i += 1
        raise ValueError
    def count(self, value): return sum(1 for v in self if v is value or v == value)

class MutableSequence(Sequence):
    __module__ = "collections.abc"
    @abstractmethod
    def __setitem__(self, index, value): raise IndexError
    @abstractmethod
    def __delitem__(self, index): raise IndexError
    @abstractmethod
    def insert(self, index, value): raise IndexError
    def append(self, value): self.insert(len(self), value)
    def clear(self):
        try:
            while True: self.pop()
        except IndexError: pass
    def reverse(self):
        n = len(self)
        for i in range(n // 2): self[i], self[n - i - 1] = self[n - i - 1], self[i]
    def extend(self, values):
        if values is self: values = list(values)
        for v in values: self.append(v)
    def pop(self, index=-1):
        v = self[index]
        del self[index]
        return v
    def remove(self, value): del self[self.index(value)]
    def __iadd__(self, values):
        self.extend(values)
        return self

class Set(Collection):
    __module__ = "collections.abc"
    def __le__(self, other):
        if not is_set(other): return NotImplemented
        return len(self) <= len(other) and all([e in other for e in self])
    def __lt__(self, other):
        if not is_set(other): return NotImplemented
        return len(self) < len(other) and self.__le__(other)
    def __gt__(self, other):
        if not is_set(other): return NotImplemented
        return len(self) > len(other) and self.__ge__(other)
    def __ge__(self, other):
        if not is_set(other): return NotImplemented
        return len(self) >= len(other) and all([e in self for e in other])
    def __eq__(self, other):
        if not is_set(other): return NotImplemented
        return len(self) == len(other) and self.__le__(other)
    @classmethod
    def _from_iterable(cls, it): return cls(it)
    def __and__(self, other): return self._from_iterable([v for v in other if v in self])
    __rand__ = __and__
    def isdisjoint(self, other): return not any([v in self for v in other])
    def __or__(self, other): return self._from_iterable([e for s in (self, other) for e in s])
    __ror__ = __or__
    def __sub__(self, other): return self._from_iterable([v for v in self if v not in other])
    def __rsub__(self, other): return self._from_iterable([v for v in other if v not in self])
    def __xor__(self, other): return (self - other) | (other - self)

class MutableSet(Set):
    __module__ = "collections.abc"
    @abstractmethod
    def add(self, value): raise NotImplementedError
    @abstractmethod
    def discard(self, value): raise NotImplementedError
    def remove(self, value):
        if value not in self: raise KeyError(value)
        self.discard(value)
    def pop(self):
        for value in self:
            self.discard(value)
            return value
        raise KeyError
    def clear(self):
        for value in list(self): self.discard(value)
    def __ior__(self, it):
        for value in it: self.add(value)
        return self
    def __iand__(self, it):
        for value in self - it: self.discard(value)
        return self
    def __isub__(self, it):
        for value in list(it): self.discard(value)
        return self

class MappingView(Sized):
    __module__ = "collections.abc"
    def __init__(self, mapping): self._mapping = mapping
    def __len__(self): return len(self._mapping)
    def __repr__(self): return f"{type(self).__name__}({self._mapping!r})"

class KeysView(MappingView, Set):
    __module__ = "collections.abc"
    @classmethod
    def _from_iterable(cls, it): return set(it)
    def __contains__(self, key): return key in self._mapping
    def __iter__(self): yield from self._mapping

class ItemsView(MappingView, Set):
    __module__ = "collections.abc"
    @classmethod
    def _from_iterable(cls, it): return set(it)
    def __contains__(self, item):
        key, value = item
        try: v = self._mapping[key]
        except KeyError: return False
        return v is value or v == value
    def __iter__(self):
        for key in self._mapping: yield (key, self._mapping[key])

class ValuesView(MappingView, Collection):
    __module__ = "collections.abc"
    def __contains__(self, value):
        for key in self._mapping:
            v = self._mapping[key]
            if v is value or v == value: return True
        return False
    def __iter__(self):
        for key in self._mapping: yield self._mapping[key]

class Mapping(Collection):
    __module__ = "collections.abc"
    @abstractmethod
    def __getitem__(self, key): raise KeyError
    def get(self, key, default=None):
        try: return self[key]
        except KeyError: return default
    def __contains__(self, key):
        try: self[key]
        except KeyError: return False
        return True
    def keys(self): return KeysView(self)
    def items(self): return ItemsView(self)
    def values(self): return ValuesView(self)
    def __eq__(self, other):
        if not (isinstance(other, (dict, Mapping))): return NotImplemented
        return dict(self.items()) == dict(other.items())

class MutableMapping(Mapping):
    __module__ = "collections.abc"
    __marker = object()
    @abstractmethod
    def __setitem__(self, key, value): raise KeyError
    @abstractmethod
    def __delitem__(self, key): raise KeyError
    def pop(self, key, default=__marker):
        try: value = self[key]
        except KeyError:
            if default is self.__marker: raise
            return default
        del self[key]
        return value
    def popitem(self):
        for key in self:
            value = self[key]
            del self[key]
            return key, value
        raise KeyError
    def clear(self):
        try:
            while True: self.popitem()
        except KeyError: pass
    def update(self, other=(), /, **kwds):
        if isinstance(other, (dict, Mapping)):
            for key in other: self[key] = other[key]
        elif hasattr(other, "keys"):
            for key in other.keys(): self[key] = other[key]
        else:
            for key, value in other: self[key] = value
        for key, value in kwds.items(): self[key] = value
    def setdefault(self, key, default=None):
        try: return self[key]
        except KeyError: self[key] = default
        return default

def is_set(other): return isinstance(other, (set, frozenset, Set))

class UserDict(MutableMapping):
    __module__ = "collections"
    def __init__(self, dict=None, /, **kwargs):
        self.data = {}
        if dict is not None: self.update(dict)
        if kwargs: self.update(kwargs)
    def __len__(self): return len(self.data)
    def __getitem__(self, key):
        if key in self.data: return self.data[key]
        if hasattr(type(self), "__missing__"): return type(self).__missing__(self, key)
        raise KeyError(key)
    def __setitem__(self, key, item): self.data[key] = item
    def __delitem__(self, key): del self.data[key]
    def __iter__(self): return iter(self.data)
    def __contains__(self, key): return key in self.data
    def get(self, key, default=None): return self[key] if key in self else default
    def __repr__(self): return repr(self.data)
    def copy(self): return type(self)(self.data)

class UserList(MutableSequence):
    __module__ = "collections"
    def __init__(self, initlist=None):
        self.data = [] if initlist is None else list(initlist)
    def __repr__(self): return repr(self.data)
    def __eq__(self, other): return self.data == self._cast(other)
    def __lt__(self, other): return self.data < self._cast(other)
    def _cast(self, other): return other.data if isinstance(other, UserList) else other
    def __contains__(self, item): return item in self.data
    def __len__(self): return len(self.data)
    def __getitem__(self, i):
        return type(self)(self.data[i]) if isinstance(i, slice) else self.data[i]
    def __setitem__(self, i, item): self.data[i] = item
    def __delitem__(self, i): del self.data[i]
    def __add__(self, other): return type(self)(self.data + list(other))
    def __mul__(self, n): return type(self)(self.data * n)
    __rmul__ = __mul__
    def append(self, item): self.data.append(item)
    def insert(self, i, item): self.data.insert(i, item)
    def copy(self): return type(self)(self)
    def sort(self, /, *, key=None, reverse=False): self.data.sort(key=key, reverse=reverse)
"""
