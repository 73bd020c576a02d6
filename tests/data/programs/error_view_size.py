x = torch.arange(6)
print(x.view(2, 3))
x.view(4, 2)
