import torch
import torch.nn as nn
import collections
import warnings
torch.manual_seed(0)


class M(nn.Module):
    def forward(self, a, b):
        return a * 2, b


m = M()
m.register_full_backward_hook(lambda m, gi, go: print("b", gi, go))
a = torch.ones(2, requires_grad=True)
b = torch.ones(2)
r = m(a, b)
print([t.requires_grad for t in r], r[0].grad_fn.name())
r[0].sum().backward()
try:
    r[0].add_(1)
except RuntimeError as e:
    print(str(e)[:300])
try:
    r[1].add_(1)
    print(b, r[1])
except RuntimeError as e:
    print(str(e)[:300])

NT = collections.namedtuple("NT", "x y")


class M(nn.Module):
    def forward(self, a):
        return NT(a * 2, a + 1)


m = M()
m.register_full_backward_hook(lambda m, gi, go: print("b", gi, go))
a = torch.ones(2, requires_grad=True)
r = m(a)
print(type(r), r.x.grad_fn.name(), isinstance(r, NT))
r.x.sum().backward()


class M(nn.Module):
    def forward(self, a):
        a.mul_(2)
        return a


for f in ("register_full_backward_hook", "register_full_backward_pre_hook"):
    m = M()
    getattr(m, f)(lambda *a: None)
    try:
        m(torch.ones(2, requires_grad=True).clone())
        print("ok")
    except RuntimeError as e:
        print(str(e)[:200])

m = nn.Linear(2, 2)
m.register_full_backward_hook(lambda m, gi, go: None)
x = torch.ones(1, 2, requires_grad=True).clone()
y = m(x)
try:
    y += 1
except RuntimeError as e:
    print(e)
y = m(x)
x[0] *= 1
print(y.sum().grad_fn.name())

m = nn.Linear(2, 2)


def f(m, i, o):
    raise RuntimeError("third")


def p(m, i):
    raise RuntimeError("first")


m.register_forward_pre_hook(p)
m.register_forward_hook(f, always_call=True)
m.register_forward_hook(lambda m, i, o: print("last", o), always_call=True)
try:
    m(torch.ones(2))
except RuntimeError as e:
    print(e)

from torch.nn.modules.module import (
    register_module_buffer_registration_hook,
    register_module_module_registration_hook,
    register_module_parameter_registration_hook,
)

h = [
    register_module_buffer_registration_hook(
        lambda m, n, b: print("buffer", type(m).__name__, n, b.shape)
    ),
    register_module_module_registration_hook(
        lambda m, n, s: print("module", type(m).__name__, n, type(s).__name__)
    ),
    register_module_parameter_registration_hook(
        lambda m, n, p: print("parameter", type(m).__name__, n, p.shape)
    ),
]
s = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3))
s.x = nn.Linear(1, 1, bias=False)
s.y = nn.Buffer(torch.ones(2))
s.x = None
s.add_module("z", None)
for k in h:
    k.remove()
nn.Linear(2, 2)
with register_module_parameter_registration_hook(lambda m, n, p: nn.Parameter(torch.zeros_like(p))):
    print(nn.Linear(1, 2).weight)


class A(nn.Module):
    def forward(self, m):
        return m[0].clone(), m[1].clone()


class B(nn.Module):
    def forward(self, a, b):
        return [a.clone(), b.clone()]


class C(nn.Module):
    def forward(self, a, b):
        return a.clone(), b.clone()


class D(nn.Module):
    def forward(self, a, b):
        return a.clone() + b.clone()


class E(nn.Module):
    def forward(self, a, b):
        return a + b


class G(nn.Module):
    def forward(self, a):
        return {"x": a * 1}


a = torch.ones(2, requires_grad=True)
b = torch.ones(2, requires_grad=True)
for k, args in (
    (A, ([a, b],)),
    (B, (a, b)),
    (C, (a, b)),
    (D, (a, b)),
    (E, (a, b)),
    (E, (a * 1, b * 1)),
    (E, (a * 1, b)),
    (G, (a * 1,)),
    (nn.Sigmoid, (a * 1,)),
    (nn.Sigmoid, (a,)),
):
    m = k()
    m.register_backward_hook(lambda *a: None)
    with warnings.catch_warnings(record=True) as w:
        warnings.simplefilter("always")
        m(*args)
        print(k.__name__, [(x.category.__name__, str(x.message)) for x in w])
NT = collections.namedtuple("NT", "x y")


class M(nn.Module):
    def forward(self, a):
        return NT(a * 2, a + 1)


m = M()
m.register_full_backward_hook(lambda m, gi, go: print("b", gi, go))
a = torch.ones(2, requires_grad=True)
r = m(a)
print(type(r), r.x.grad_fn.name(), isinstance(r, NT))
r.x.sum().backward()


class M(nn.Module):
    def forward(self, a, b, i, c):
        return a * 2 + 0 * c.sum(), b * 1


m = M()
m.register_full_backward_hook(lambda m, gi, go: print("b", gi, go))
a = torch.ones(2, requires_grad=True)
b = torch.ones(2, requires_grad=True)
i = torch.ones(3, dtype=torch.int64)
r = m(a, b, i, torch.ones(2))
r[0].sum().backward()
print(a.grad, b.grad)
r = m(a, b, i, torch.ones(2))
r[1].sum().backward()
print(a.grad, b.grad)

import collections
from typing import NamedTuple

NT = collections.namedtuple("NT", "x y")


class P(NamedTuple):
    a: torch.Tensor
    b: int = 3


r = torch.func.vmap(lambda a: NT(a * 2, P(a + 1)._replace(b=a)))(torch.ones(3))
print(type(r), r, type(r.y), r.y.b)
print(torch.func.vmap(lambda p: p.a + p.b)(P(torch.ones(2), torch.ones(2))))
print(torch.func.grad(lambda p: (p.a * p.b).sum())(P(torch.ones(2), torch.ones(2) * 3)))
print(torch.utils.data.default_collate([P(1, 2), P(3, 4)]))
print(torch.func.jvp(lambda x: NT(x, x * 2), (torch.ones(1),), (torch.ones(1),)))
print(torch.func.jacrev(lambda x: NT(x, x * 2))(torch.ones(1)))


class T(tuple):
    pass


print(torch.utils.data.default_collate([T((1, 2)), T((3, 4))]))
