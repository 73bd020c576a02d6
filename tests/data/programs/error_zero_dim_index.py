x = torch.tensor(1.0)
x[0]
