print(torch.arange(4).sum())
torch.arange(4).mean()
