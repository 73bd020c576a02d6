"""Classes that derive from collections.abc have what follows from a few methods."""

from collections.abc import Sequence
class D(Sequence):
    def __init__(s, x): s.x = x
    def __getitem__(s, i): return s.x[i]
    def __len__(s): return len(s.x)
d = D([3, 1, 2])
print(isinstance(d, Sequence), 1 in d, d.index(2), d.count(3), list(reversed(d)), list(d))

from collections.abc import Mapping
class M(Mapping):
    def __init__(s, **k): s.k = k
    def __getitem__(s, i): return s.k[i]
    def __len__(s): return len(s.k)
    def __iter__(s): return iter(s.k)
m = M(a=1, b=2)
print(dict(m), m.get("c", 5), "a" in m, list(m.items()), list(m.keys()), isinstance(m, Mapping), m == {"a": 1, "b": 2}, {**m})

from collections.abc import MutableMapping
class M(MutableMapping):
    def __init__(s, **k): s.k = k
    def __getitem__(s, i): return s.k[i]
    def __setitem__(s, i, v): s.k[i] = v
    def __delitem__(s, i): del s.k[i]
    def __len__(s): return len(s.k)
    def __iter__(s): return iter(s.k)
m = M(a=1, b=2)
m.update(c=3); m["d"] = 4; print(m.pop("a"), m.setdefault("z", 9), dict(m), isinstance(m, MutableMapping))

from collections.abc import Iterator, Iterable
class C(Iterator):
    def __init__(s): s.n = 0
    def __next__(s):
        s.n += 1
        if s.n > 3: raise StopIteration
        return s.n
print(list(C()), isinstance(C(), Iterator), isinstance(C(), Iterable))

from collections import UserDict
class D(UserDict):
    def __getitem__(self, k): return self.data[k] * 2
d = D(a=1); d["b"] = 2; print(d["a"], d["b"], len(d))

from collections.abc import MutableSequence, Sized, Iterable, MutableSet, Hashable
class L(MutableSequence):
    def __init__(s, *a): s.d = list(a)
    def __getitem__(s, i): return s.d[i]
    def __setitem__(s, i, v): s.d[i] = v
    def __delitem__(s, i): del s.d[i]
    def __len__(s): return len(s.d)
    def insert(s, i, v): s.d.insert(i, v)
    def __repr__(s): return f"L{s.d}"
l = L(1, 2); l.append(3); l.extend([4, 5]); l.reverse(); print(l, l.pop(), l.remove(2), l, 4 in l); l += [9]; print(l, L.__mro__[1].__name__, isinstance(l, Sized), isinstance(l, Iterable), issubclass(L, MutableSequence), issubclass(list, Iterable))
class S(MutableSet):
    def __init__(s, it=()): s.d = list(dict.fromkeys(it))
    def __contains__(s, x): return x in s.d
    def __iter__(s): return iter(s.d)
    def __len__(s): return len(s.d)
    def add(s, x):
        if x not in s.d: s.d.append(x)
    def discard(s, x):
        if x in s.d: s.d.remove(x)
a, b = S([1, 2]), S([2, 3]); print(list(a & b), list(a | b), list(a - b), a <= b, a == S([2, 1]), a.isdisjoint(b)); a.remove(1); print(list(a))
try: a.remove(7)
except KeyError as e: print(e)
try: MutableSequence()
except TypeError as e: print(e)

from typing import Sequence, Iterator, Mapping, Generic, TypeVar, Iterable
T = TypeVar("T")
class Pair(Sequence[T]):
    def __init__(self, a: T, b: T): self.a, self.b = a, b
    def __len__(self): return 2
    def __getitem__(self, i): return (self.a, self.b)[i]
print(list(Pair(1, 2)), 2 in Pair(1, 2), Pair(1, 2).index(2), isinstance(Pair(1, 2), Sequence), T)
class G(Generic[T]): pass
print(G[int]() is not None)
