w = torch.ones(2, requires_grad=True)
w.zero_()
