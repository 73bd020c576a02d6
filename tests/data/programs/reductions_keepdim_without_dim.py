print(torch.ones(2, 2).median(keepdim=True))
