x = torch.ones(2, requires_grad=True)
del x.data
