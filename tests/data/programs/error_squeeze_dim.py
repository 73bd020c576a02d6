print(torch.ones(1, 2).squeeze(0))
torch.ones(1, 2).squeeze(2)
