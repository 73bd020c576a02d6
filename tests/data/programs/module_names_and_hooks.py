# What programs read of functions, layers, loaders and optimizers: names, hooks, dictionaries.
import functools
import itertools

import numpy as np
import torch
import torch.nn as nn
from torch.functional import F
from torch.optim.lr_scheduler import StepLR, _LRScheduler
from torch.utils.data import DataLoader, TensorDataset


def counted(function):
    @functools.wraps(function)
    def wrapped(*args):
        return function(*args)

    return wrapped


@counted
def square(x):
    """Return the square."""
    return x * x


print(square.__name__, square.__doc__, square.__qualname__, square.__wrapped__(3))
print(functools.update_wrapper(lambda: 1, square).__name__)
square.__name__ = "cube"
print(square.__name__, square.__module__)
try:
    square.__name__ = 3
except TypeError as error:
    print(error)
print(list(itertools.chain.from_iterable([[1, 2], (3,), "ab"])), list(itertools.chain([1], [2])))

net = nn.Sequential(nn.Linear(2, 2), nn.ReLU())
net[0].register_forward_hook(lambda module, given, result: print("hooked"))
print(len(net[0]._forward_hooks), len(net._forward_hooks), net._forward_hooks)
net(torch.ones(1, 2))
net[0]._forward_hooks.clear()
net(torch.ones(1, 2))
print(net[0]._forward_hooks, bool(net[0]._backward_hooks))
print(vars(nn.ReLU()))
print(list(nn.BatchNorm1d(2).__dict__))
print(net[0].parameters)


class Wrapper(nn.Module):
    def __init__(self):
        super().__init__()
        self.net = nn.Linear(1, 1)
        self.level_1 = nn.ReLU()
        self.depth = 3

    def __getattr__(self, name):
        try:
            return super().__getattr__(name)
        except AttributeError:
            return getattr(self.net, name)


wrapper = Wrapper()
print(wrapper.in_features, wrapper.level_1, list(wrapper.__dict__), wrapper.__getattr__("level_1"))
try:
    nn.Linear(1, 1).__getattr__("nothing")
except AttributeError as error:
    print(error)


class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2


x = torch.ones(2, requires_grad=True)
double = Double()
print(double.apply(x), type(double))
try:
    double(x)
except RuntimeError as error:
    print(error)

optimizer = torch.optim.SGD([x], lr=0.1)
loader = DataLoader(TensorDataset(torch.ones(2)))
print(type(optimizer), type(loader), type(loader.dataset), type(loader.sampler))
print(type(StepLR(optimizer, 3)), nn.Linear.__module__, torch.optim.AdamW.__qualname__)
print(issubclass(StepLR, _LRScheduler), F.relu(torch.tensor(-1.0)))
print(np.issubdtype(np.float32, np.floating), np.issubdtype(np.zeros(2).dtype, np.integer))
print(isinstance(np.float64(1), np.floating), np.issubdtype(int, np.number))
