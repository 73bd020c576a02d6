# Beside the kink there is a second derivative, and it is zero.
for f in [torch.relu, torch.abs, torch.max]:
    x = torch.tensor([-1.5, 2.0], requires_grad=True)
    g, = torch.autograd.grad((f(x) ** 2).sum(), x, create_graph=True)
    h, = torch.autograd.grad(g.sum(), x)
    print(g.detach(), h)
x = torch.tensor(2.0, requires_grad=True)
g, = torch.autograd.grad(torch.relu(x), x, create_graph=True)
print(g.requires_grad, torch.autograd.grad(g, x))
