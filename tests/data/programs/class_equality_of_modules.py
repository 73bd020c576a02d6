# Modules and datasets whose classes say what equals them.
import torch
from torch import nn


class Scaled(nn.Module):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def __eq__(self, other):
        return isinstance(other, Scaled) and self.factor == other.factor

    def __hash__(self):
        return hash(self.factor)


a, b, c = Scaled(1), Scaled(1), Scaled(2)
print(a == b, a != b, a == c, hash(a) == hash(b), len({a, b, c}), a in [b], {a: "kept"}[b])
print([name for name, _ in nn.Sequential(a, b, c).named_modules()])


class Same(torch.utils.data.Dataset):
    def __eq__(self, other):
        return True


print(Same() == 3, Same() != 3)
try:
    hash(Same())
except TypeError as error:
    print(error)
