import functools
from functools import singledispatch, wraps

import torch


@singledispatch
def size(value):
    """Count."""
    return 1


@size.register(torch.Tensor)
def _(value):
    return value.numel()


@size.register(list)
@size.register(tuple)
def of_parts(value):
    return sum(map(size, value))


class Box:
    def __init__(self, item):
        self.item = item


class Crate(Box):
    pass


size.register(Box, lambda box: 10 * size(box.item))
print(size([torch.ones(2, 3), 4, (torch.ones(2),)]), size("x"), size(Crate(torch.ones(3))))
print(size.dispatch(bool)(True), of_parts([1, 2]), len(size.registry), size.dispatch(Crate) is size.dispatch(Box))
try:
    size()
except TypeError as error:
    print(error)


def traced(function):
    @wraps(function)
    def inner(*args):
        inner.calls += 1
        return function(*args)

    inner.calls = 0
    return inner


@traced
def square(x):
    """Multiply x with itself."""
    return x * x


print(square(3), square(torch.tensor(2.0)), square.calls, square.__name__, square.__doc__)
print(square.__wrapped__(4), square.calls, square.__qualname__)
named = functools.update_wrapper(lambda x: x, square)
print(named.__name__, named.calls, named.__wrapped__ is square)
named.__name__ = "other"
print(named.__name__)
try:
    named.__name__ = 3
except TypeError as error:
    print(error)
import textwrap

text = "Gradients flow from results back to leaves, and add up where paths meet."
print(textwrap.indent("a\n\nb", "> "), textwrap.fill(text, 30), textwrap.wrap(text, width=40), sep="\n")
print(textwrap.shorten(text, 25), textwrap.fill(text, 40, initial_indent="- ", subsequent_indent="  "))
