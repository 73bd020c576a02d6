import torch, math
from dataclasses import dataclass, field
from typing import NamedTuple, Optional, Callable
from enum import Enum
from functools import partial, reduce, lru_cache
class Kind(Enum):
    MOMENTUM = "momentum"
    NESTEROV = "nesterov"
@dataclass
class State:
    lr: float = 0.1
    kind: Kind = Kind.MOMENTUM
    hist: list = field(default_factory=list)
    def __post_init__(self): self.v = 0.0
class Point(NamedTuple):
    x: float
    y: float = 1.0
    @property
    def norm(self): return math.hypot(*self)
def rosen(p): return (1 - p[0])**2 + 100*(p[1] - p[0]**2)**2
def step(p, st: State, mu=0.9):
    q = (p + mu * st.v if st.kind is Kind.NESTEROV else p)
    q = torch.as_tensor(q).detach().requires_grad_()
    l = rosen(q); l.backward()
    st.v = mu * st.v - st.lr * q.grad
    st.hist.append(round(l.item(), 3))
    return p + st.v
for kind in Kind:
    p, st = torch.tensor([-1., 1.]), State(lr=2e-4, kind=kind)
    for _ in range(50): p = step(p, st)
    print(kind, kind.name, p, st.hist[::10])
print(State(), Point(3.0, 4.0), Point(3.0).norm, Point(1., 2.)._asdict())
@lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n-1) + fib(n-2)
print(fib(60), fib.cache_info(), reduce(lambda a, b: a*b, range(1, 10)), partial(pow, exp=2)(5))
match Point(0.0, 2.0):
    case Point(x=0.0, y=y) if y > 1: print("axis", y)
    case _: print("none")
gen = (i*i for i in range(10) if i % 3)
print(next(gen), *gen, sep=",")
def avg():
    total, n, v = 0.0, 0, None
    while True:
        v = yield total / n if n else None
        if v is None: return total
        total += v; n += 1
g = avg(); next(g)
print([g.send(v) for v in (1, 2, 6)])
try: g.send(None)
except StopIteration as e: print("stop", e.value)
with torch.no_grad(): w = torch.ones(2, requires_grad=True) * 2
print(w.requires_grad, [*map(str, [w, None, 1e-5, 10**20])], f"{w=}", "%5.2f|%-6s|%03d" % (math.pi, "ab", 7))
