x = torch.tensor([1., 2.], requires_grad=True)
torch.autograd.grad((x * 2).sum(), [x, 3])
