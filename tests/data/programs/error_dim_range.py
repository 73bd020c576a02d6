x = torch.ones(2, 3)
print(x.sum(1))
print(x.sum(2))
