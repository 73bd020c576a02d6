torch.ones(0).max()
