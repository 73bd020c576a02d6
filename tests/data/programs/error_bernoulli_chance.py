p = torch.tensor([0.5, 2.0])
print(p)
torch.bernoulli(p)
