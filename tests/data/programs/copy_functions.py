import torch, copy
from torch import nn

net = nn.Linear(2, 1)


def g():
    yield 1


it = g()


def hook(m, i, o):
    print("hook", m is net, next(it, None))


net.register_forward_hook(hook)
other = copy.deepcopy(net)
other(torch.ones(1, 2))


class A:
    def f(self):
        return it


a = A()
a.cb = hook
a.m = a.f
b = copy.deepcopy(a)
print(b.cb is hook, b.m.__self__ is b)
from torch.optim.swa_utils import AveragedModel

av = AveragedModel(net)
enc = nn.TransformerEncoderLayer(
    4, 2, dim_feedforward=4, activation=lambda x: torch.relu(x) if it else x
)
print(len(nn.TransformerEncoder(enc, 2, enable_nested_tensor=False).layers))
print(copy.deepcopy([print, hook, A.f, len, torch.relu])[1] is hook)
