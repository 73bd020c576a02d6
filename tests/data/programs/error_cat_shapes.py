torch.cat([torch.ones(2, 2), torch.ones(2, 3)])
