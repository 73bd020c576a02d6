# The program as a module: its variables are read and written through it.
import sys

import torch

here = sys.modules[__name__]
later = torch.ones(2)
print(here.later, here is sys.modules["__main__"], here.__name__, hasattr(here, "zzz"))
here.made = here
setattr(here, "k", 5)
print(made.made.k + k, "later" in dir(here), "k" in globals())


def f():
    return here.g()


def g():
    return 7


print(f())
here.g = lambda: 8
print(f(), g())


def twice(function):
    name = function.__name__ + "_twice"
    setattr(sys.modules[function.__module__], name, lambda x: function(function(x)))
    return function


@twice
def square(x):
    return x * x


print(square_twice(torch.tensor(3.0)))
try:
    here.nope
except AttributeError as e:
    print(e)
