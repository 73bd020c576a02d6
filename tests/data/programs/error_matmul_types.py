torch.ones(2, 2) @ torch.ones(2, 2, dtype=torch.float64)
