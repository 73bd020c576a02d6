x = torch.ones(2)
y = x * weigth
