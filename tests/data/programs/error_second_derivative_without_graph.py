x = torch.tensor(2.0, requires_grad=True)
g, = torch.autograd.grad(x ** 3, x)
print(g)
torch.autograd.grad(g, x)
