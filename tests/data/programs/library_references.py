"""References that keep nothing alive."""

import weakref
class A: pass
a = A(); r = weakref.ref(a); print(r() is a)

import weakref
class N:
    def __init__(self, v): self.v = v
n = N(3); r = weakref.ref(n); print(r().v)
del n
print(r())
t = torch.ones(2); w = weakref.ref(t); print(w() is t)
try: weakref.ref(3)
except TypeError as e: print(e)

import weakref
class Var:
    def __init__(self, d): self.d = d; self.creator = None
class Fn:
    def __call__(self, *xs):
        out = Var(sum(x.d for x in xs)); out.creator = self; self.inputs = xs; self.outputs = [weakref.ref(out)]
        return out
y = Fn()(Var(1), Var(2)); print(y.d, y.creator.outputs[0]().d)
