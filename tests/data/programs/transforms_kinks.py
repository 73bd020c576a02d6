from torch.func import grad, jacrev, hessian, jvp
x = torch.tensor([-1., 0., 2.])
for f in [torch.relu, torch.abs, torch.sign, F.leaky_relu, F.hardtanh, lambda x: x.clamp(min=0.), lambda x: torch.maximum(x, -x)]:
    print(jacrev(f)(x).diagonal(), jvp(f, (x,), (torch.ones(3),))[1], jacrev(jacrev(f))(x).abs().sum())
print(grad(lambda x: x.max())(torch.tensor([1., 3., 3.])))
print(grad(lambda x: x.median())(torch.tensor([1., 3., 2.])), grad(lambda x: x.norm())(torch.zeros(2)))
print(hessian(lambda x: x.norm())(torch.tensor([3., 4.])))
