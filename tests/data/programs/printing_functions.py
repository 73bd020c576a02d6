def f(x):
    return x

g = lambda x: x
print(f, g, f.__name__, type(f))
print(torch.float32, math.pi)
print(print("inner"), [f.__name__ for f in (f,)])
print(type(torch.ones(1).sum()), type([]), type(None), type("a"), type((1,)), type({}), type(3), type(True))
x = torch.ones(1, requires_grad=True)
print(type((x + 1).grad_fn), (x + 1).grad_fn.name(), type((x + 1).grad_fn).__name__)
