import torch
from collections import defaultdict, deque, Counter, OrderedDict
from itertools import accumulate, groupby, combinations
# automatic differentiation tape, as in a lecture
class Var:
    _ids = 0
    __slots__ = ("value", "grad", "parents", "op", "id")
    def __init__(self, value, parents=(), op=""):
        self.value, self.grad, self.parents, self.op = value, 0.0, parents, op
        Var._ids += 1
        self.id = Var._ids
    def __add__(self, o):
        o = o if isinstance(o, Var) else Var(o)
        return Var(self.value + o.value, ((self, 1.0), (o, 1.0)), "+")
    __radd__ = __add__
    def __mul__(self, o):
        o = o if isinstance(o, Var) else Var(o)
        return Var(self.value * o.value, ((self, o.value), (o, self.value)), "*")
    def __rmul__(self, o): return self * o
    def __pow__(self, k): return Var(self.value ** k, ((self, k * self.value ** (k - 1)),), f"**{k}")
    def __repr__(self): return f"{type(self).__name__}({self.value:.3f}, g={self.grad:.3f})"
    def backward(self):
        order, seen = [], set()
        def visit(v):
            if v.id in seen: return
            seen.add(v.id)
            for p, _ in v.parents: visit(p)
            order.append(v)
        visit(self)
        self.grad = 1.0
        for v in reversed(order):
            for p, local in v.parents:
                p.grad += local * v.grad
        return Counter(v.op for v in order)
a, b = Var(2.0), Var(-3.0)
f = (a * b + 3 * a) ** 2 + a * 0.5
ops = f.backward()
print(f, a, b, sorted(ops.items()))
ta, tb = torch.tensor([2., -3.], requires_grad=True).unbind()
g = (ta * tb + 3 * ta) ** 2 + ta * 0.5
print(torch.autograd.grad(g, (ta, tb)))
d = defaultdict(list)
for i, (x, y) in enumerate(combinations(range(5), 2)): d[x % 3].append(y ** 2)
print(dict(d), list(accumulate(d[0])), [(k, len(list(v))) for k, v in groupby("aabccc")])
q = deque(maxlen=3)
for i in range(7): q.append(i) if i % 2 else q.appendleft(-i)
print(q, OrderedDict(zip("abc", q)))
try:
    Var("x") ** 2 + None
except TypeError as e:
    print("TypeError:", e)
print(f"{f.value!r:>12}|{a.grad:^10.2e}|{1234567.891:,.2f}|{255:#06x}|{'é':*^5}")
