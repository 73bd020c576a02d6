from torch.func import grad, jacrev
from torch.autograd.functional import jacobian, hessian
x = torch.tensor([1., 2., 3.])
def f(x):
    y = x.clone()
    y[0] = y[1] * y[2]
    y.mul_(x)
    return y
print(jacobian(f, x))
print(jacrev(f)(x))
print(hessian(lambda x: f(x).sum(), x))
print(grad(lambda x: f(x).prod())(x))
print(x)
def g(x):
    out = torch.zeros(2)
    out[0] = x.sum()
    out[1] = (x ** 2).sum()
    return out
print(jacobian(g, x), jacrev(g)(x))
