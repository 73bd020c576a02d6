"""Classes as contexts and as functions."""


class Block:
    def __init__(self, name):
        self.name = name

    def __enter__(self):
        print("enter", self.name)
        return self

    def __exit__(self, kind, value, traceback):
        print("exit", self.name, kind, value, traceback)


with Block("a") as a, Block("b"):
    print("inside", a.name)


def early():
    with Block("c"):
        return "returned"


print(early())
for i in range(3):
    with Block(i):
        if i == 0:
            continue
        break


class Adder:
    def __init__(self, n):
        self.n = n

    def __call__(self, x, *more, scale=1):
        return (x + self.n + sum(more)) * scale


add = Adder(3)
print(add(4), add(1, 2, 3, scale=2), list(map(add, [1, 2])), callable(add), callable(Block("x")), callable(Adder))
print(sorted([3, -5, 1], key=Adder(0)), list(filter(Adder(-1), [0, 1, 2])))


class Memo:
    """A decorator with a memory."""

    def __init__(self, function):
        self.function = function
        self.known = {}

    def __call__(self, n):
        if n not in self.known:
            self.known[n] = self.function(n)
        return self.known[n]


@Memo
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


print(fib(40), len(fib.known))


def tagged(tag):
    def decorate(cls):
        cls.tag = tag
        return cls

    return decorate


registry = {}


def register(cls):
    registry[cls.__name__] = cls
    return cls


@register
@tagged("special")
class Thing:
    pass


print(Thing.tag, registry["Thing"] is Thing, registry["Thing"]().tag)


class Recorder:
    def __init__(self):
        self.calls = []

    def hook(self, grad):
        self.calls.append(grad.sum().item())
        return grad * 2


r = Recorder()
t = torch.ones(3, requires_grad=True)
t.register_hook(r.hook)
(t * 2).sum().backward()
print(t.grad, r.calls)
