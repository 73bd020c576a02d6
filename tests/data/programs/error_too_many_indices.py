x = torch.ones(2, 2)
x[0, 0, 0]
