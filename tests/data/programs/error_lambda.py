normalize = lambda v: v / v.norm(dim=1)
print(normalize(torch.ones(1, 2)))
print(normalize(torch.ones(2)))
