weights = torch.ones(3)
torch.multinomial(weights, 4)
