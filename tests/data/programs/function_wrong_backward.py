# What torch says of a backward that does not fit.
import torch
from torch.autograd import Function


class TooFew(Function):
    @staticmethod
    def forward(ctx, a, b):
        return a * b

    @staticmethod
    def backward(ctx, g):
        return g


class WrongShape(Function):
    @staticmethod
    def forward(ctx, a):
        return a * 2

    @staticmethod
    def backward(ctx, g):
        return torch.ones(3)


class NoBackward(Function):
    @staticmethod
    def forward(ctx, a):
        return a * 2


x = torch.ones(2, requires_grad=True)
y = torch.ones(2, requires_grad=True)

for name, call in [
    ("too few", lambda: TooFew.apply(x, y).sum().backward()),
    ("wrong shape", lambda: WrongShape.apply(x).sum().backward()),
]:
    try:
        call()
    except RuntimeError as e:
        print(name, "->", e)

try:
    NoBackward.apply(x).sum().backward()
except NotImplementedError as e:
    print("no backward ->", str(e).splitlines()[0])

try:
    TooFew()(x, y)
except RuntimeError as e:
    print("instance ->", str(e)[:60])
WrongShape.apply(x).sum().backward()
