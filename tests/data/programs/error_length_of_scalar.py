len(torch.tensor(1.0))
