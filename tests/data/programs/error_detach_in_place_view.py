x = torch.ones(2, 2, requires_grad=True)
y = x * 1
y[0].detach_()
