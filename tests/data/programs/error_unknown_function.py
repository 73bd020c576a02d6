y = torch.sqroot(torch.ones(1))
