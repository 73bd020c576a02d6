x = torch.tensor([1., 2.], requires_grad=True)
torch.autograd.grad([x.sum(), 3], x)
