torch.ones(2) * "a"
