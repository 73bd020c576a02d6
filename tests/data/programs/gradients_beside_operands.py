import torch
import torch.nn.functional as F
def t(f):
    try:
        print(f())
    except Exception as e:
        print(type(e).__name__, str(e).splitlines()[0][:150] if str(e) else '')
m = torch.nn.Sequential(torch.nn.Linear(3, 4), torch.nn.LeakyReLU(), torch.nn.Linear(4, 1))
torch.manual_seed(1)
for p in m.parameters(): torch.nn.init.constant_(p, 0.3)
y = m(torch.ones(2, 3).requires_grad_())
x = torch.ones(2, 3, requires_grad=True)
g, = torch.autograd.grad(m(x).sum(), x, create_graph=True)
(g.norm() - 1).pow(2).backward()
print([p.grad for p in m.parameters()], x.grad)
c = torch.ones(1, 1, 4, 4, requires_grad=True)
t(lambda: torch.autograd.functional.hessian(lambda c: F.max_pool2d(c, 2).sum(), c).abs().sum())
t(lambda: torch.autograd.functional.hessian(lambda c: F.max_pool2d(c, 2).sum(), c, strict=True).abs().sum())
t(lambda: torch.autograd.functional.hessian(lambda c: F.avg_pool2d(c, 2).pow(2).sum(), c).abs().sum())
t(lambda: torch.autograd.gradgradcheck(lambda c: F.leaky_relu(c), (torch.randn(3, dtype=torch.float64, requires_grad=True),)))
t(lambda: torch.autograd.gradgradcheck(lambda c: F.avg_pool1d(c, 2), (torch.randn(1, 2, 4, dtype=torch.float64, requires_grad=True),)))
t(lambda: torch.func.hessian(lambda c: F.hardtanh(c).pow(2).sum())(torch.tensor([0.5, 2.0])))
t(lambda: torch.func.jacfwd(torch.func.jacrev(lambda c: F.max_pool1d(c[None], 2).pow(3).sum()))(torch.tensor([0.5, 2.0, 1.0, 0.1])))
t(lambda: torch.func.vmap(torch.func.grad(lambda c: F.leaky_relu(c).sum()))(torch.tensor([[0.5, -2.0]])))
t(lambda: torch.func.grad(torch.func.grad(lambda c: F.leaky_relu(c)))(torch.tensor(-2.0)))
