torch.ones(2, 3).reshape(-1, 4)
