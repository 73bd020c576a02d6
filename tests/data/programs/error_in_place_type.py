x = torch.arange(3)
x += 1
print(x)
x += 0.5
