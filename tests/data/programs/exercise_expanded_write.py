y = torch.zeros(1).expand(3)
y[0] = 2
print(y)
