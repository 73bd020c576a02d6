print(torch.tensor(1.0) / 0)
print(1 / 0)
