x = torch.ones(3)
x += torch.ones(2, 3)
