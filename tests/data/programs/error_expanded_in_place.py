y = torch.ones(1).expand(3)
print(y)
y += 1
