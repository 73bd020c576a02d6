print(torch.arange(1001))
print(torch.arange(2000.0).reshape(40, 50))
print(torch.zeros(10, 200).shape, torch.ones(1001).sum())
print(torch.arange(3000).reshape(3, 10, 100))
