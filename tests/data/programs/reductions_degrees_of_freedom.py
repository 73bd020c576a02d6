print(torch.tensor([1.]).std())
print(torch.tensor([[1., 2.]]).var(0))
print(torch.var_mean(torch.tensor([3.]), correction=0))
