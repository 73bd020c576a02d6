torch.ones(2) + [1, 2]
