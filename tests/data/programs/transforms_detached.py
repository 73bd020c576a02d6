from torch.func import grad, jacrev, vjp
from torch.autograd.functional import jacobian, hessian, hvp
x = torch.tensor([1., 2.], requires_grad=True)
print(grad(lambda x: (x * x.detach()).sum())(x).detach())
print(jacobian(lambda x: x.detach() * x, x))
print(jacobian(lambda x: torch.ones(2), x), hessian(lambda x: torch.ones(()), x))
print(hessian(lambda x: x.sum(), x), hvp(lambda x: x.sum(), x, torch.ones(2)))
print(jacobian(lambda x, y: x * 2, (x, torch.ones(3))))
with torch.no_grad():
    j = jacobian(lambda x: x ** 2, x)
    g = grad(lambda x: (x ** 2).sum())(x)
print(j, g, j.requires_grad, g.requires_grad)
print(grad(lambda x: torch.autograd.grad((x ** 3).sum(), x, create_graph=True)[0].sum())(torch.tensor([1., 2.])))
j = jacobian(lambda x: x ** 2, x)
print(j.requires_grad, x.grad)
y = (x ** 2).sum()
y.backward()
print(x.grad)
