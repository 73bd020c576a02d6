x = torch.ones(2, requires_grad=True)
torch.autograd.grad(x.sum(), 3)
