class A:
    seen = []

    def __init_subclass__(cls, /, kind=None, **kw):
        super().__init_subclass__(**kw)
        print(cls.__name__, kind, kw)
        A.seen.append(cls)


class B(A, kind=1):
    pass


class C(B):
    pass


class D(B, **{"kind": 3}):
    x = 1


try:

    class E(A, kind=1, z=2):
        pass
except TypeError as e:
    print(e)
try:

    class F(x=1):
        pass
except TypeError as e:
    print(e)
from abc import ABC, ABCMeta, abstractmethod


class H(A, metaclass=ABCMeta, kind="h"):
    @abstractmethod
    def f(self): ...


try:
    H()
except TypeError as e:
    print(e)
import torch


class Layer(torch.nn.Module):
    names = {}

    def __init_subclass__(cls, name, **kw):
        super().__init_subclass__(**kw)
        Layer.names[name] = cls


class Lin(Layer, name="lin"):
    def __init__(self):
        super().__init__()
        self.l = torch.nn.Linear(2, 1)

    def forward(self, x):
        return self.l(x)


print(Layer.names["lin"]().__class__.__name__, [c.__name__ for c in A.seen])
try:

    class Bad(Layer):
        pass
except TypeError as e:
    print(e)
