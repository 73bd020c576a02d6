x = torch.zeros(4)
x[1:3] = torch.ones(3)
