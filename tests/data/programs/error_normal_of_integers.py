torch.zeros(3, dtype=torch.int64).normal_()
