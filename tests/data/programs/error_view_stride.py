x = torch.arange(6).reshape(2, 3).t()
print(x.reshape(6))
print(x.view(6))
