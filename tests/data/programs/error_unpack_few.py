a, b, c = torch.ones(2)
