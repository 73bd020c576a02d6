a = torch.tensor(1.0, requires_grad=True)
torch.autograd.grad(a * 2, torch.tensor(1.0))
