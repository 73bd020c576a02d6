import inspect
import torch
from torch import nn
class HyperParameters:
    def save_hyperparameters(self, ignore=[]):
        frame = inspect.currentframe().f_back
        _, _, _, local_vars = inspect.getargvalues(frame)
        self.hparams = {k:v for k, v in local_vars.items()
                        if k not in set(ignore+['self']) and not k.startswith('_')}
        for k, v in self.hparams.items():
            setattr(self, k, v)
class B(HyperParameters):
    def __init__(self, a, b, c, *rest, d=4, **more):
        self.save_hyperparameters(ignore=['c'])
        print('self.a =', self.a, 'self.b =', self.b)
        print('There is no self.c =', not hasattr(self, 'c'), self.hparams)
b = B(a=1, b=2, c=3, e=5)
class Module(nn.Module, HyperParameters):
    def __init__(self, plot_train_per_epoch=2, plot_valid_per_epoch=1):
        super().__init__()
        self.save_hyperparameters()
class Net(Module):
    def __init__(self, num_outputs, lr):
        super().__init__()
        self.save_hyperparameters()
        self.net = nn.Linear(2, num_outputs)
for i in range(3): n = Net(3, 0.1)
print(n.lr, n.num_outputs, n.plot_train_per_epoch, n)
def who():
    return inspect.currentframe().f_code.co_name, inspect.currentframe().f_back.f_code.co_name
def caller():
    x = 1
    return who()
print(caller(), who())
def args(a, b=2, *c, d, **e):
    z = 5
    return inspect.getargvalues(inspect.currentframe())
r = args(1, d=3)
print(r.args, r.varargs, r.keywords, sorted(r.locals))
def loop():
    total = 0
    for k in range(500):
        total += inspect.currentframe().f_locals['k']
    return total
print(loop())
def inner(): return sorted(inspect.currentframe().f_back.f_locals)
def outer(p):
    q = [1]
    return [inner() for _ in range(1)], inner()
print(outer(3)[1])
