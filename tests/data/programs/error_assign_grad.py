x = torch.ones(3, requires_grad=True)
x.grad = torch.ones(2)
