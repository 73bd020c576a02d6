from torch.func import grad, jacrev, hessian
from torch.autograd.functional import jacobian
def power(x, n):
    y = torch.ones_like(x)
    for i in range(n):
        y = y * x
    return y
x = torch.tensor(3.)
print([grad(power)(x, n).item() for n in range(5)])
def piecewise(x):
    if x > 2:
        return x ** 2
    elif x > 0:
        return x
    return torch.zeros(())
print([grad(piecewise)(torch.tensor(t)).item() for t in (3., 1., -1.)])
def sqrt(a):
    x = a
    while abs(x * x - a) > 1e-6:
        x = (x + a / x) / 2
    return x
print(grad(sqrt)(torch.tensor(2., dtype=torch.float64)))
print(grad(grad(sqrt))(torch.tensor(2., dtype=torch.float64)))
print(jacobian(lambda v: torch.stack([piecewise(t) for t in v]), torch.tensor([3., 1., -1.])))
fs = [torch.sin, torch.cos, lambda x: x ** 2, torch.relu]
print([grad(f)(torch.tensor(0.5)) for f in fs])
print(hessian(lambda x, n=3: (x ** n).sum())(torch.tensor([1., 2.])))
