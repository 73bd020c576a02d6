import abc, inspect
from typing import Dict, List, Optional, Union

import torch
from torch.nn.utils.clip_grad import clip_grad_norm_
from torch.nn.utils.spectral_norm import spectral_norm


class Index:
    def __init__(self, value):
        self.value = value

    def __index__(self):
        return self.value


t = torch.arange(12).reshape(3, 4)
print(t[Index(1)], t[Index(1), Index(2)], t[Index(0) : Index(2)])
t[Index(0)] = 7
print(t)
try:
    t[object()]
except IndexError as error:
    print(error)


class Base(object, metaclass=abc.ABCMeta):
    @abc.abstractmethod
    def forward(self, x, scale=1): ...


class Layer(Base, torch.nn.Module):
    def forward(self, x, scale=1, *rest, key, other=2, **more):
        return x


print(inspect.getfullargspec(Layer().forward), inspect.getfullargspec(lambda a, /, b=1: a).args)
kinds = Union[Base, torch.Tensor, None]
print(
    [isinstance(value, kinds) for value in (Layer(), t, None, 3)], issubclass(Layer, Optional[Base])
)
print(isinstance([1], List), isinstance({}, List), isinstance({}, Dict))
for test in (lambda: isinstance(1, Union), lambda: isinstance(1, List[int])):
    try:
        print(test())
    except TypeError as error:
        print(error)
for kind in (float, complex, torch.Tensor, "torch.DoubleTensor", 3):
    try:
        print(t.type(kind).dtype)
    except (TypeError, ValueError) as error:
        print(type(error).__name__, error)
print(torch.tensor([1, 2], dtype=complex), t.to(complex).dtype)
