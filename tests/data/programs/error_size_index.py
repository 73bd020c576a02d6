x = torch.ones(2, 3)
print(x.shape[1])
print(x.shape[2])
