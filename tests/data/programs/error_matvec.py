a = torch.ones(2, 3)
v = torch.ones(2)
a @ v
