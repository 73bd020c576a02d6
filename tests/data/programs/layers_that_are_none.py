# What is put among layers and is none: functions, classes, methods.
import torch
from torch import nn


def act(x):
    return x.relu()


class Block(nn.Module):
    class Inner(nn.Module):
        pass

    def helper(self):
        pass


for value in (act, lambda x: x, Block, Block.Inner, Block().helper, nn.ReLU, "relu", None):
    for make in (nn.Sequential, lambda v: nn.ModuleList([v]), lambda v: nn.ModuleDict({"a": v})):
        try:
            make(value)
        except TypeError as error:
            print(error)
    print(torch.typename(value))
