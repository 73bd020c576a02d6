"""Dicts are made of instances that have keys, and of dicts whatever they make of reading."""

class M:
    def __init__(s, **k): s.k = k
    def __getitem__(s, i): return s.k[i]
    def keys(s): return s.k.keys()
m = M(a=1, b=2)
print(dict(m), {**m})
d = {}; d.update(m); print(d)
from collections import OrderedDict, defaultdict, Counter
print(OrderedDict(m), defaultdict(int, m))
class N(M):
    def __len__(s): return len(s.k)
    def __iter__(s): return iter(s.k)
print(dict(N(a=1)), list(N(b=1)))

class D(dict):
    def __getitem__(self, k): return 10 * super().__getitem__(k)
print(dict(D(a=1)), {**D(a=1)}, dict(D(a=1), b=2))
