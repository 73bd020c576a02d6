torch.where(torch.ones(2), torch.ones(2), torch.zeros(3))
