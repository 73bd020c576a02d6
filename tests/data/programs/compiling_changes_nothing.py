import torch
import torch.nn as nn


@torch.compile(backend="eager")
def f(x, y=2):
    return torch.sin(x) * y


x = torch.tensor([0.5, 1.0], requires_grad=True)
f(x, y=3).sum().backward()
print(f(x), x.grad)
torch.manual_seed(0)
net = nn.Linear(2, 1)
fast = torch.compile(net, backend="eager", fullgraph=True)
print(fast(torch.ones(1, 2)), net(torch.ones(1, 2)))
fast(torch.ones(1, 2)).sum().backward()
print(net.weight.grad, torch.compiler.is_compiling(), torch.jit.is_scripting())
square = torch.compile(lambda t: t * t, backend="eager")
print(square(torch.arange(3)))


@torch.compiler.disable
def g(x):
    return x + 1


@torch.jit.ignore
def h(x):
    return x - 1


print(g(1), h(1))
try:
    torch.compile(g, mode="default", options={"a": 1})
except RuntimeError as e:
    print(e)
