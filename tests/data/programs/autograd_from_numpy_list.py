torch.from_numpy([1., 2.])
