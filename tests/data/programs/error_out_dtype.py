torch.add(torch.ones(2), 1, out=torch.zeros(2, dtype=torch.int64))
