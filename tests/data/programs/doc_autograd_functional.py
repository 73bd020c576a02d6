from torch.autograd.functional import hvp, jacobian, jvp, vhp, vjp, hessian
f = lambda x: x.exp().sum(dim=1)
x = torch.tensor([[0.0, 1.0], [0.5, -0.5]])
print(jacobian(f, x))
print(vjp(f, x, torch.ones(2)))
print(jvp(f, x, torch.ones(2, 2)))
g = lambda a, b: (2 * a.pow(2) + 3 * b.pow(2)).sum()
pair = (torch.tensor([1., 2.]), torch.tensor([3., 4.]))
print(hessian(g, pair), hvp(g, pair, (torch.ones(2), torch.zeros(2))), vhp(g, pair, (torch.ones(2), torch.ones(2))), sep="\n")
