torch.ones(2, 3).expand(4, 3)
