"""Functions that read attributes, methods that are bound later, numbers, states."""

import numbers
print(isinstance(3, numbers.Number), isinstance(True, numbers.Integral), isinstance(2.5, numbers.Real), isinstance("a", numbers.Number), isinstance(1j, numbers.Real), isinstance(torch.tensor(1.), numbers.Number))

from numbers import Number
import numpy as np
print(Number, isinstance(np.float32(1), Number), isinstance(np.int64(2), Number), isinstance(np.ones(1), Number))

from operator import attrgetter, methodcaller, itemgetter
from collections import namedtuple
P = namedtuple("P", "x y")
print(sorted([P(2, 1), P(1, 5)], key=attrgetter("x")), attrgetter("x", "y")(P(1, 2)), methodcaller("upper")("ab"), methodcaller("sum", dim=0)(torch.ones(2, 2)), itemgetter(1, 0)([3, 4]))
try: attrgetter("a.b")(P(1, 2))
except AttributeError as e: print(e)
try: attrgetter(3)
except TypeError as e: print(e)

import types
class A:
    def f(self): return 1
a = A()
a.f = types.MethodType(lambda self: 2, a)
print(a.f(), A().f(), types.MethodType, isinstance(a.f, types.MethodType), isinstance(A().f, types.MethodType))

import types
m = types.MappingProxyType({"a": 1})
print(m["a"], m, len(m), "a" in m)
try: m["b"] = 2
except TypeError as e: print(e)

from pprint import pprint, pformat
pprint({"b": [1, 2], "a": (3, 4)}); print(pformat([1, 2]))
pprint({"long" * 5: list(range(30)), "x": {"y": torch.ones(2)}})

import gc
print(gc.collect() >= 0, gc.isenabled())

import random
random.seed(1); s = random.getstate(); a = random.random(); random.setstate(s); print(a == random.random(), random.getrandbits(8))

import sys
print(sys.float_info.epsilon, sys.float_info.max, sys.getsizeof([]) > 0, sys.intern("a"))

from functools import partialmethod, singledispatchmethod
class A:
    def f(self, x, y=1): return x + y
    g = partialmethod(f, y=5)
print(A().g(2))

from types import MethodType, SimpleNamespace
import torch.nn as nn
l = nn.Linear(2, 2)
l.forward = MethodType(lambda self, x: x * self.in_features, l)
print(l(torch.ones(1, 2)), type(l.forward))

from numbers import Number, Real, Integral
class V:
    def __init__(s, d): s.d = d
    def __add__(s, o): return V(s.d + (o if isinstance(o, Number) else o.d))
print((V(1) + 2.5).d, (V(1) + V(2)).d, isinstance(True, Real), isinstance(V(1), Number), isinstance(3, (Integral, str)))

from functools import singledispatchmethod
class Shown:
    @singledispatchmethod
    def text(self, value): return f"any {value}"
    @text.register(int)
    def _(self, value): return f"int {value}"
    @text.register(list)
    def _(self, value): return "list of " + ", ".join(self.text(v) for v in value)
print(Shown().text([1, "a", 2.5]))
