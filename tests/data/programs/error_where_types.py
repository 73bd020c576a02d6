torch.where(torch.tensor([1.0, 0.0]), torch.ones(2), torch.zeros(2))
